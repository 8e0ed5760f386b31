package message

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/kernel/optional"
)

// earlyPayment lists parts of reasons that name a discount for early payment.
var earlyPayment = []string{
	"skonto", "cash discount", "early payment", "prompt payment", "payment discount", "settlement discount",
	"financial discount", "escompte", "contantkorting", "betalingskorting", "financiele korting", "korting contant",
	"pronto pago", "sconto cassa", "kassarabatt", "kontantrabatt",
}

// Early adds up the charges and the allowances for early payment of a whole document.
type Early struct {
	charges, allowances decimal.Decimal
	// reason names the first charge.
	reason string
}

// Count adds an amount if its reason names early payment, and passes over others.
func (e *Early) Count(reason string, charge bool, amount reading.Figure) {
	folded := label.Fold(reason)
	if !slices.ContainsFunc(earlyPayment, func(part string) bool { return strings.Contains(folded, part) }) {
		return
	}
	to := &e.allowances
	if charge {
		to = &e.charges
		if e.reason == "" {
			e.reason = reason
		}
	}
	if sum, err := to.Add(amount.Or(decimal.Zero)); err == nil {
		*to = sum
	}
}

// Settle takes the charges out of the shipping, which has the sum of all charges. They take back
// allowances of the same kind, lower the amount due if they are below 0, and are a fee of their own
// otherwise.
func (e Early) Settle(r *reading.Reading) {
	h := &r.Header
	shipping, known := h.Shipping.Get()
	rest, err := shipping.Sub(e.charges)
	if !known || e.charges.IsZero() || err != nil {
		return
	}
	h.Shipping = optional.Some(rest)
	if e.charges.IsNeg() || e.charges.Cmp(e.allowances) <= 0 {
		if less, err := h.Discount.Or(decimal.Zero).Abs().Sub(e.charges); err == nil {
			h.Discount = optional.Some(less)
		}
		return
	}
	l := Begin(e.reason, "", "")
	l.Kind, l.LineTotal = reading.Fee, optional.Some(e.charges)
	r.Lines = append(r.Lines, l)
}
