package einvoice

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/message"
	"sellingassistant/domain/kernel/optional"
)

// charges reads the allowances and charges of the whole invoice. A sum of them that the message
// leaves out is added where it leads from the subtotal to the total.
func charges(root *node, h *reading.Header) (apart message.Charges) {
	const settlement = "SupplyChainTradeTransaction|SpecifiedSupplyChainTradeTransaction/" +
		"ApplicableHeaderTradeSettlement|ApplicableSupplyChainTradeSettlement/"
	var raised, reduced decimal.Decimal
	count := func(reason string, charge bool, amount reading.Figure) {
		apart.Count(reason, charge, amount)
		to := &reduced
		if charge {
			to = &raised
		}
		if sum, err := to.Add(amount.Or(decimal.Zero)); err == nil {
			*to = sum
		}
	}
	for _, a := range slices.Concat(root.all("AllowanceCharge"), root.all(settlement+"SpecifiedTradeAllowanceCharge")) {
		charge := raises(a.words("ChargeIndicator/Indicator", "ChargeIndicator"))
		count(a.words("AllowanceChargeReason", "Reason"), charge, a.figure("Amount|ActualAmount"))
	}
	for _, a := range root.all(settlement + "SpecifiedLogisticsServiceCharge") {
		count(a.word("Description"), true, a.figure("AppliedAmount"))
	}
	with := *h
	with.Shipping, with.Discount = optional.Some(h.Shipping.Or(raised)), optional.Some(h.Discount.Or(reduced))
	if !closes(*h) && closes(with) {
		*h = with
	}
	return apart
}

// closes reports sums that lead from the subtotal to the total.
func closes(h reading.Header) bool {
	subtotal, known := h.Subtotal.Get()
	total, summed := h.Total.Get()
	left, err := subtotal.Sub(total)
	for _, f := range []reading.Figure{h.Shipping, h.Tax, optional.Convert(h.Discount, decimal.Decimal.Neg)} {
		if err == nil {
			left, err = left.Add(f.Or(decimal.Zero))
		}
	}
	return known && summed && err == nil && left.CmpAbs(decimal.MustNew(2, 2)) <= 0
}

// raises reports whether an indicator says that an amount is a charge.
func raises(indicator string) bool { return strings.EqualFold(indicator, "true") || indicator == "1" }
