package keepa

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
)

func TestOnlyValid(t *testing.T) {
	for text, want := range map[string]string{
		`[{"asin":"A","productType":0},{"asin":"B","productType":4},null,7,{"asin":"C"}]`: `[{"asin":"A","productType":0},{"asin":"C"}]`,
		`[{"asin":"A"}]`: `[{"asin":"A"}]`, `[]`: `[]`, `null`: `null`, `7`: `7`, `[{"productType":4}]`: `[]`,
	} {
		answer := map[string]json.RawMessage{"products": json.RawMessage(text)}
		require.NoError(t, onlyValid(answer, "B000000000,B000000001"), text)
		require.Equal(t, want, string(answer["products"]), text)
	}
	for _, text := range []string{`[]`, `[null]`, `[{"productType":4}]`} {
		f, ok := fault.As(onlyValid(map[string]json.RawMessage{"products": json.RawMessage(text)}, "B000000000"))
		require.True(t, ok)
		require.Equal(t, fault.NotFound, f.Kind)
	}
}
