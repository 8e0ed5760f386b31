// Package cases compares answers to worked cases with expected answers.
package cases

import (
	"bytes"
	"encoding/json"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/casefile"
)

// Run answers every case of a JSON list as a case of one kind. The answer must have the expected
// members with equal values, numbers as exact decimals; it may have others. more checks an answer
// further, if given.
func Run(t *testing.T, kinds casefile.Kinds, kind string, list []byte, more func(t *testing.T, one, got map[string]any)) {
	t.Helper()
	all := decode(t, list).([]any)
	require.NotEmpty(t, all)
	for k, c := range all {
		one := c.(map[string]any)
		one["kind"] = kind
		t.Run(kind+" "+one["name"].(string), func(t *testing.T) {
			text, err := json.Marshal(one)
			require.NoError(t, err)
			id, answer, err := kinds.Answer(text, k+1)
			require.NoError(t, err)
			text, err = json.Marshal(answer)
			require.NoError(t, err)
			got := decode(t, text).(map[string]any)
			within(t, one["expected"], got, "")
			require.Equal(t, json.Number(string(id)), got["id"])
			if more != nil {
				more(t, one, got)
			}
		})
	}
}

// decode keeps numbers as written.
func decode(t *testing.T, text []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var out any
	require.NoError(t, d.Decode(&out))
	return out
}

// within requires all expected members, numbers as exact decimals. Other members are allowed.
func within(t *testing.T, want, got any, at string) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		require.IsType(t, want, got, at)
		for name, v := range want {
			require.Contains(t, got, name, at)
			within(t, v, got.(map[string]any)[name], at+"/"+name)
		}
	case []any:
		require.Len(t, got, len(want), at)
		for i, v := range want {
			within(t, v, got.([]any)[i], at+"/-")
		}
	case json.Number:
		a, _ := new(big.Rat).SetString(want.String())
		require.IsType(t, want, got, at)
		b, ok := new(big.Rat).SetString(got.(json.Number).String())
		require.True(t, ok && a.Cmp(b) == 0, "%s: %s, not %s", at, got, want)
	default:
		require.Equal(t, want, got, at)
	}
}
