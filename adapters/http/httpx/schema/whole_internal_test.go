package schema

import (
	"encoding/json"
	"math/big"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/stretchr/testify/require"
)

func TestPlainWhole(t *testing.T) {
	t.Parallel()
	for token, want := range map[string]string{
		"4": "4", "4.0": "4", "4.000": "4", "4e0": "4", "4E0": "4", "4e+0": "4", "40e-1": "4", "1.0e2": "100", "1.25e2": "125", "0.04e2": "4",
		"-4.0": "-4", "0.0": "0", "-0.0": "0", "0e999999999999": "0", "0.000e-7": "0", "9223372036854775807.0": "9223372036854775807",
		"9.223372036854775807e18": "9223372036854775807", "1200e-2": "12",
		"4.5": "", "1e-1": "", "1.25e1": "", "1e-400": "", "1e-99999999999999999999": "", "0.1e0": "",
	} {
		plain, whole := plainWhole([]byte(token))
		require.Equal(t, want, string(plain), token)
		require.Equal(t, want != "", whole, token)
	}
	for _, token := range []string{"1e400", "-1e400", "1e99999999999999999999", "1.5e99999999999999999999", "1e2147483647"} {
		plain, whole := plainWhole([]byte(token))
		require.True(t, whole, token)
		require.Greater(t, len(plain), 20, token)
	}
}

// FuzzPlainWhole compares with exact fractions.
func FuzzPlainWhole(f *testing.F) {
	f.Add("4.0")
	f.Add("-1.20e1")
	f.Add("7e-3")
	f.Fuzz(func(t *testing.T, token string) {
		exact, ok := new(big.Rat).SetString(token)
		if len(token) > 12 || !ok || !json.Valid([]byte(token)) {
			return
		}
		plain, whole := plainWhole([]byte(token))
		require.Equal(t, exact.IsInt(), whole, token)
		if whole && len(plain) < digitsAtMost {
			require.Equal(t, exact.Num().String(), string(plain), token)
		}
	})
}

func TestWholeNumbersOfABodyAreDecodedFromDigits(t *testing.T) {
	t.Parallel()
	whole, number := &huma.Schema{Type: huma.TypeInteger, Format: "int64"}, &huma.Schema{Type: huma.TypeNumber}
	n := NewCompiler(nil).Compile(&huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{
		"n": whole, "list": {Type: huma.TypeArray, Items: whole}, "amount": number, "text": {Type: huma.TypeString},
	}}, "body")
	checked, items, err := Read([]byte(`{"text":"é 4.0", "n" : 4.0 ,"list":[1e2,-3,40e-1],"amount":4.50}`), n)
	require.Nil(t, err)
	require.Empty(t, items)
	require.Equal(t, `{"text":"é 4.0", "n" : 4 ,"list":[100,-3,4],"amount":4.50}`, string(checked))
	require.Equal(t, CanonicalBody([]byte(`{"n":4}`), n), CanonicalBody([]byte(`{"n":4}`), n))
}
