package words_test

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/words"
)

// TestNearestFindsAValueByItsSpellings has two spellings of one value, which may be equally near.
func TestNearestFindsAValueByItsSpellings(t *testing.T) {
	spellings := map[string]string{"unit cost": "unit_cost", "unit costs": "unit_cost", "min": "min_price", "max": "max_price", "max_price": "max_price"}
	for wrong, want := range map[string]string{
		"unit cots": "unit_cost", "Unit_Cost": "unit_cost", "unti cost": "unit_cost", "maxprice": "max_price", "mix": "", "colour": "", "": "", "x": "",
	} {
		got, ok := words.Nearest(wrong, maps.All(spellings))
		require.Equal(t, want != "", ok, wrong)
		if ok {
			require.Equal(t, want, got, wrong)
		}
	}
}
