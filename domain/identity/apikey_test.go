package identity_test

import (
	"crypto/rand"
	"errors"
	mathrand "math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/secret"
)

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// known was put together apart from the code: CRC-32 of the first 34
// characters is 0x9e1d67ac, in base62 the last six.
const known = "sak_k3yF0rTheT3stsOnlyN0tAS3cretAB2tWZWm"

func TestWellFormed(t *testing.T) {
	require.True(t, identity.WellFormed(secret.New(known)))
	for _, c := range []struct{ name, key string }{
		{"empty", ""},
		{"the mark alone", "sak_"},
		{"no mark", strings.TrimPrefix(known, "sak_")},
		{"another mark", "sbk_" + known[4:]},
		{"mark in capitals", "SAK_" + known[4:]},
		{"a letter less", known[:39]},
		{"a letter more", known + "0"},
		{"a space in front", " " + known},
		{"a line end behind", known + "\n"},
		{"wrong check sum", known[:39] + "z"},
		{"two letters swapped", known[:4] + known[5:6] + known[4:5] + known[6:]},
		{"NUL", known[:20] + "\x00" + known[21:]},
		{"a sign outside base62", known[:20] + "-" + known[21:]},
		{"unicode", known[:20] + "é" + known[22:]},
		{"ten kilobytes", "sak_" + strings.Repeat("a", 10_000)},
		{"not UTF-8", known[:20] + "\xff" + known[21:]},
	} {
		t.Run(c.name, func(t *testing.T) { require.False(t, identity.WellFormed(secret.New(c.key))) })
	}
}

func TestGeneratedKeysAreWellFormedAndDiffer(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		k, err := identity.GenerateKey(rand.Reader)
		require.NoError(t, err)
		require.Regexp(t, `^sak_[0-9A-Za-z]{36}$`, k.Reveal())
		require.True(t, identity.WellFormed(k))
		seen[k.Reveal()] = true
	}
	require.Len(t, seen, 1000)
}

func TestEveryLetterIsEquallyLikely(t *testing.T) {
	// A bare remainder of a byte by 62 would make eight letters a quarter likelier.
	source := mathrand.NewChaCha8([32]byte{1})
	count := map[rune]int{}
	const keys = 20_000
	for range keys {
		k, err := identity.GenerateKey(source)
		require.NoError(t, err)
		for _, r := range k.Reveal()[4:34] {
			count[r]++
		}
	}
	require.Len(t, count, 62)
	mean := keys * 30 / 62.0
	for r, n := range count {
		require.InDelta(t, mean, float64(n), mean/20, "letter %c", r)
	}
}

func TestGenerateFailsWithItsSource(t *testing.T) {
	broken := errors.New("broken")
	_, err := identity.GenerateKey(iotest.ErrReader(broken))
	require.ErrorIs(t, err, broken)
}

func TestAMillionGuessesAreRefused(t *testing.T) {
	r := mathrand.New(mathrand.NewPCG(1, 2))
	b := []byte("sak_" + strings.Repeat("0", 36))
	for range 1_000_000 {
		for i := 4; i < len(b); i++ {
			b[i] = letters[r.IntN(len(letters))]
		}
		require.False(t, identity.WellFormed(secret.New(string(b))), "%s", b)
	}
}

func TestEveryChangedLetterIsSeen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, err := identity.GenerateKey(rand.Reader)
		require.NoError(t, err)
		b := []byte(k.Reveal())
		at := rapid.IntRange(0, len(b)-1).Draw(t, "at")
		other := rapid.Byte().Filter(func(c byte) bool { return c != b[at] }).Draw(t, "byte")
		b[at] = other
		require.False(t, identity.WellFormed(secret.New(string(b))))
	})
}

func TestDigests(t *testing.T) {
	first, second := secret.New("pepper one"), secret.New("pepper two")
	key := secret.New(known)
	d := identity.Peppers{Primary: first}.Digest(key)
	require.Equal(t, []identity.Digest{d}, identity.Peppers{Primary: first}.Digests(key))

	during := identity.Peppers{Primary: second, Older: first}.Digests(key)
	require.Len(t, during, 2)
	require.False(t, during[0].Equal(d))
	require.True(t, during[1].Equal(d))
	require.Equal(t, during[0], identity.Peppers{Primary: second}.Digest(key))
	require.NotContains(t, string(d[:]), known[4:10])
}
