package repricing

import (
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

// TaxedAt counts the rate of a cost layer in the scheme standard.
func TaxedAt(rate string) optional.Maybe[vat.Settings] {
	p := money.MustParsePercent(rate)
	return optional.Some(vat.Settings{Scheme: vat.SchemeStandard, Rate: p, Cost: p, Basis: vat.BasisCostLayer})
}

// everyVAT has every member set.
func everyVAT() optional.Maybe[vat.Settings] {
	all := TaxedAt("20").Or(vat.Settings{})
	all.Flat, all.Unsure = money.MustParsePercent("7.5"), true
	return optional.Some(all)
}
