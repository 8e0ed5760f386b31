package einvoice

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/message"
	"sellingassistant/domain/kernel/optional"
)

// earlyPayment lists parts of reasons that name a discount for early payment.
var earlyPayment = []string{
	"skonto", "cash discount", "early payment", "prompt payment", "payment discount", "settlement discount",
	"financial discount", "escompte", "contantkorting", "betalingskorting", "financiele korting", "korting contant",
	"pronto pago", "sconto cassa", "kassarabatt", "kontantrabatt",
}

// early takes charges for early payment out of the shipping, which has the sum of all charges. Such
// a charge takes back an allowance of the same kind, lowers the amount due if it is below 0, and is
// a fee of its own otherwise.
func early(r *reading.Reading, root *node) {
	h := &r.Header
	due, given, reason := earlyCharges(root)
	shipping, known := h.Shipping.Get()
	rest, err := shipping.Sub(due)
	if !known || due.IsZero() || err != nil {
		return
	}
	h.Shipping = optional.Some(rest)
	if due.IsNeg() || due.Cmp(given) <= 0 {
		if less, err := h.Discount.Or(decimal.Zero).Abs().Sub(due); err == nil {
			h.Discount = optional.Some(less)
		}
		return
	}
	l := message.Begin(reason, "", "")
	l.Kind, l.LineTotal = reading.Fee, optional.Some(due)
	r.Lines = append(r.Lines, l)
}

// earlyCharges adds up the charges and the allowances for early payment, and returns the reason of
// the first charge.
func earlyCharges(root *node) (charges, allowances decimal.Decimal, first string) {
	const settlement = "SupplyChainTradeTransaction|SpecifiedSupplyChainTradeTransaction/" +
		"ApplicableHeaderTradeSettlement|ApplicableSupplyChainTradeSettlement/SpecifiedTradeAllowanceCharge"
	for _, a := range slices.Concat(root.all("AllowanceCharge"), root.all(settlement)) {
		reason := a.words("AllowanceChargeReason", "Reason")
		folded := label.Fold(reason)
		if !slices.ContainsFunc(earlyPayment, func(part string) bool { return strings.Contains(folded, part) }) {
			continue
		}
		amount := a.figure("Amount|ActualAmount").Or(decimal.Zero)
		to := &allowances
		if raises(a.words("ChargeIndicator/Indicator", "ChargeIndicator")) {
			to = &charges
			if first == "" {
				first = reason
			}
		}
		if sum, err := to.Add(amount); err == nil {
			*to = sum
		}
	}
	return charges, allowances, first
}

// raises reads the indicator of a charge.
func raises(indicator string) bool { return strings.EqualFold(indicator, "true") || indicator == "1" }
