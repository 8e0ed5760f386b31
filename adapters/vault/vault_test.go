package vault_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/adapters/vault"
	"sellingassistant/domain/kernel/secret"
)

var (
	first  = bytes.Repeat([]byte{1}, 32)
	second = bytes.Repeat([]byte{2}, 32)
)

func open(t *testing.T, master []byte, older ...[]byte) *vault.Vault {
	t.Helper()
	v, err := vault.New(master, older...)
	require.NoError(t, err)
	return v
}

func TestSealedSecretsOpenAtTheirOwnPlaceOnly(t *testing.T) {
	v := open(t, first)
	a, err := v.Seal([]byte("Atzr|one"), "1|10|refresh_token")
	require.NoError(t, err)
	b, err := v.Seal([]byte("Atzr|two"), "2|11|refresh_token")
	require.NoError(t, err)
	require.NotContains(t, string(a), "Atzr")

	plain, err := v.Open(a, "1|10|refresh_token")
	require.NoError(t, err)
	require.Equal(t, "Atzr|one", string(plain))

	for _, c := range []struct {
		name    string
		sealed  []byte
		binding string
	}{
		{"the other row's secret", b, "1|10|refresh_token"},
		{"another team", a, "2|10|refresh_token"},
		{"another connection", a, "1|11|refresh_token"},
		{"another field", a, "1|10|access_token"},
		{"cut", a[:len(a)-1], "1|10|refresh_token"},
		{"empty", nil, "1|10|refresh_token"},
		{"head only", a[:21], "1|10|refresh_token"},
		{"another format", append([]byte{9}, a[1:]...), "1|10|refresh_token"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := v.Open(c.sealed, c.binding)
			require.ErrorIs(t, err, vault.ErrAltered)
			require.Nil(t, got)
		})
	}
}

func TestEveryFlippedBitIsSeen(t *testing.T) {
	v := open(t, first)
	sealed, err := v.Seal([]byte("secret"), "1|1|f")
	require.NoError(t, err)
	for bit := range len(sealed) * 8 {
		spoilt := bytes.Clone(sealed)
		spoilt[bit/8] ^= 1 << (bit % 8)
		_, err := v.Open(spoilt, "1|1|f")
		require.Error(t, err, "bit %d", bit)
	}
}

func TestSealRoundTrip(t *testing.T) {
	v := open(t, first)
	rapid.Check(t, func(t *rapid.T) {
		plain := rapid.SliceOfN(rapid.Byte(), 0, 4096).Draw(t, "plain")
		binding := rapid.String().Draw(t, "binding")
		one, err := v.Seal(plain, binding)
		require.NoError(t, err)
		two, err := v.Seal(plain, binding)
		require.NoError(t, err)
		require.NotEqual(t, one, two, "a nonce was used twice")
		got, err := v.Open(one, binding)
		require.NoError(t, err)
		require.True(t, bytes.Equal(plain, got))
	})
}

func TestOlderKeysOpenAndThePrimarySeals(t *testing.T) {
	old, err := open(t, first).Seal([]byte("x"), "p")
	require.NoError(t, err)

	both := open(t, second, first)
	plain, err := both.Open(old, "p")
	require.NoError(t, err)
	require.Equal(t, "x", string(plain))

	fresh, err := both.Seal([]byte("y"), "p")
	require.NoError(t, err)
	plain, err = open(t, second).Open(fresh, "p")
	require.NoError(t, err)
	require.Equal(t, "y", string(plain))

	_, err = open(t, second).Open(old, "p")
	require.ErrorIs(t, err, vault.ErrUnknownKey)
}

func TestParseMaster(t *testing.T) {
	b, err := vault.ParseMaster(secret.New(strings.Repeat("01", 32)))
	require.NoError(t, err)
	require.Equal(t, first, b)
	for _, text := range []string{"", "01", strings.Repeat("01", 31), strings.Repeat("01", 33), strings.Repeat("zz", 32)} {
		_, err := vault.ParseMaster(secret.New(text))
		require.ErrorIs(t, err, vault.ErrMaster, text)
	}
	_, err = vault.New([]byte("short"))
	require.ErrorIs(t, err, vault.ErrMaster)
}

func TestDerivedKeysDifferByPurposeAndMaster(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range [][]byte{first, second} {
		for _, p := range []string{"pepper", "vault", "cursor", "check"} {
			k := vault.Derive(m, p)
			require.Len(t, k, 32)
			seen[string(k)] = true
		}
	}
	require.Len(t, seen, 8)
	// Derived keys must never change, because stored data depends on them.
	require.Equal(t, "d53f59c4d04f2312044bbdc9dce47e305005a04ad8e567962ccea32a90047ac8", hex.EncodeToString(vault.Derive(first, "pepper")))
}

type kept struct {
	value []byte
	err   error
}

func (k *kept) Keep(_ context.Context, value []byte) ([]byte, error) {
	if k.value == nil {
		k.value = value
	}
	return k.value, k.err
}

func TestCheckRefusesAnotherSecret(t *testing.T) {
	db := &kept{}
	ctx := context.Background()
	require.NoError(t, vault.Check(ctx, db.Keep, first))
	require.NoError(t, vault.Check(ctx, db.Keep, first), "the same secret again")

	err := vault.Check(ctx, db.Keep, second)
	require.ErrorIs(t, err, vault.ErrWrongSecret)
	require.Contains(t, err.Error(), "SA_SECRET_KEY is not the key this database was made with")

	require.NoError(t, vault.Check(ctx, db.Keep, second, first), "the original secret among the older ones")
	require.ErrorIs(t, vault.Check(ctx, db.Keep, second), vault.ErrWrongSecret, "a change of secrets keeps needing the original")
	require.NotContains(t, fmt.Sprintf("%x", db.value), hex.EncodeToString(first))

	away := errors.New("away")
	require.ErrorIs(t, vault.Check(ctx, (&kept{value: []byte{1}, err: away}).Keep, first), away)
}
