package sales_test

import (
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// earning makes a row with all figures that its returns need.
func earning(price, shipping, cost, rateOfSale, rate, least, fixed string) repricer.ProductSnapshot {
	var s repricer.ProductSnapshot
	o := &s.Observed
	o.CurrentPrice, o.Shipping = optional.Some(money.MustParse(price)), optional.Some(money.MustParse(shipping))
	o.Cost, o.VAT = optional.Some(money.MustParse(cost)), taxed(money.MustParsePercent(rateOfSale))
	o.Fees = optional.Some(decision.Fees{
		ReferralPercent: money.MustParsePercent(rate), ReferralMin: money.MustParse(least), Fixed: money.MustParse(fixed),
	})
	return s
}

func taxed(rate money.Percent) optional.Maybe[vat.Settings] {
	return optional.Some(vat.Settings{Scheme: vat.SchemeStandard, Rate: rate, Cost: rate, Basis: vat.BasisCostLayer})
}
