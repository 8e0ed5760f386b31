package sales_test

import (
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// earning is a row with all that its returns follow from.
func earning(price, shipping, cost, vat, rate, least, fixed string) repricer.ProductSnapshot {
	var s repricer.ProductSnapshot
	o := &s.Observed
	o.CurrentPrice, o.Shipping = optional.Some(money.MustParse(price)), optional.Some(money.MustParse(shipping))
	o.Cost, o.VATPercent = optional.Some(money.MustParse(cost)), optional.Some(money.MustParsePercent(vat))
	o.Fees = optional.Some(decision.Fees{
		ReferralPercent: money.MustParsePercent(rate), ReferralMin: money.MustParse(least), Fixed: money.MustParse(fixed),
	})
	return s
}
