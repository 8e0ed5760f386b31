package imports

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/imports"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
)

func TestTheFirstAmountsOfASKUReplaceOthers(t *testing.T) {
	cost := inventory.Cost{Unit: money.MustParse("14.81"), Currency: "USD"}
	cost.OutboundShipping = optional.Some(money.MustParse("3.5"))
	row := repricer.ProductSnapshot{}
	row.Limits.MinPrice = optional.Some(money.MustParse("29"))
	of := elsewhere{optional.Some(cost), optional.Some(row)}
	var own inventory.SKUSnapshot
	own.MinPrice, own.MaxPrice = optional.Some(money.MustParse("25")), optional.Some(money.MustParse("50"))
	type values = map[imports.Field]string
	for why, c := range map[string]struct {
		was  inventory.SKUSnapshot
		is   values
		from values
	}{
		"another currency": {own, values{imports.UnitCost: "1481", imports.Currency: "EUR"}, values{}},
		"the same currency": {own, values{imports.UnitCost: "1481", imports.Currency: "USD"}, values{
			imports.UnitCost: "14.81", imports.Postage: "3.5",
		}},
		"limits":        {inventory.SKUSnapshot{}, values{imports.MinPrice: "2900"}, values{imports.MinPrice: "29"}},
		"limits before": {own, values{imports.MinPrice: "2900"}, values{}},
	} {
		found := values{}
		for _, v := range of.replaced(c.was, func(f imports.Field) optional.Maybe[string] {
			if text, ok := c.is[f]; ok {
				return optional.Some(text)
			}
			return optional.None[string]()
		}) {
			if old, known := v.Old.Get(); known {
				found[v.Field] = old
			}
		}
		require.Equal(t, c.from, found, why)
	}
	require.Empty(t, elsewhere{}.replaced(inventory.SKUSnapshot{}, nil))
}
