package imports

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/imports"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

func TestTheFirstCostReplacesThatOfTheProducts(t *testing.T) {
	was := inventory.Cost{Unit: money.MustParse("14.81"), Currency: "USD", OutboundShipping: optional.Some(money.MustParse("3.5"))}
	for currency, want := range map[string][]imports.Value{
		"EUR": nil,
		"USD": {
			{Field: imports.UnitCost, Old: optional.Some("14.81"), New: optional.Some("1481")},
			{Field: imports.Postage, Old: optional.Some("3.5")},
		},
	} {
		now := map[imports.Field]string{imports.UnitCost: "1481", imports.Currency: currency}
		require.Equal(t, want, replaced(was, func(f imports.Field) optional.Maybe[string] {
			if text, ok := now[f]; ok {
				return optional.Some(text)
			}
			return optional.None[string]()
		}), currency)
	}
}
