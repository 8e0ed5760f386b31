package repricing

import (
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

// TaxedAt returns VAT settings with the rate of a cost layer, in the standard scheme.
func TaxedAt(rate string) optional.Maybe[vat.Settings] {
	p := money.MustParsePercent(rate)
	return optional.Some(vat.Settings{Scheme: vat.SchemeStandard, Rate: p, Cost: p, Basis: vat.BasisCostLayer})
}

// everyVAT sets every member.
func everyVAT() optional.Maybe[vat.Settings] {
	all := TaxedAt("20").Or(vat.Settings{})
	all.Flat, all.Unsure, all.Doubt = money.MustParsePercent("7.5"), true, vat.NoteNoRegistration
	return optional.Some(all)
}
