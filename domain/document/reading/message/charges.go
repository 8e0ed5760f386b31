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

// Charges adds up charges and allowances of a whole document that are no shipping and no discount:
// those for early payment, and deposits.
type Charges struct {
	charges, allowances decimal.Decimal
	// reason names the first charge for early payment.
	reason string
	// charged and returned list the deposits among the charges and among the allowances.
	charged, returned []reading.Line
}

// Count adds an amount if its reason names early payment or a deposit, and passes over others.
func (c *Charges) Count(reason string, charge bool, amount reading.Figure) {
	folded := label.Fold(reason)
	if !slices.ContainsFunc(earlyPayment, func(part string) bool { return strings.Contains(folded, part) }) {
		c.deposit(reason, charge, amount)
		return
	}
	to := &c.allowances
	if charge {
		to = &c.charges
		if c.reason == "" {
			c.reason = reason
		}
	}
	if sum, err := to.Add(amount.Or(decimal.Zero)); err == nil {
		*to = sum
	}
}

// deposit adds a line for an amount if its reason names a deposit.
func (c *Charges) deposit(reason string, charge bool, amount reading.Figure) {
	l := Begin(reason, "", "")
	l.LineTotal = amount
	switch l.Sort(); {
	case l.Kind != reading.Deposit || !amount.Known():
	case charge:
		c.charged = append(c.charged, l)
	default:
		l.LineTotal = optional.Convert(amount, func(d decimal.Decimal) decimal.Decimal { return d.Abs().Neg() })
		c.returned = append(c.returned, l)
	}
}

// Settle takes the charges out of the shipping, which has the sum of all charges. Those for early
// payment take back allowances of the same kind, lower the amount due if they are below 0, and are
// a fee of their own otherwise. Deposits become lines.
func (c Charges) Settle(r *reading.Reading) {
	h := &r.Header
	move(r, &h.Shipping, c.charged)
	if len(c.returned) > 0 {
		off := optional.Convert(h.Discount, func(d decimal.Decimal) decimal.Decimal { return d.Abs().Neg() })
		move(r, &off, c.returned)
		h.Discount = optional.Convert(off, decimal.Decimal.Neg)
	}
	shipping, known := h.Shipping.Get()
	rest, err := shipping.Sub(c.charges)
	if !known || c.charges.IsZero() || err != nil {
		return
	}
	h.Shipping = optional.Some(rest)
	if c.charges.IsNeg() || c.charges.Cmp(c.allowances) <= 0 {
		if less, err := h.Discount.Or(decimal.Zero).Abs().Sub(c.charges); err == nil {
			h.Discount = optional.Some(less)
		}
		return
	}
	l := Begin(c.reason, "", "")
	l.Kind, l.LineTotal = reading.Fee, optional.Some(c.charges)
	r.Lines = append(r.Lines, l)
}

// move takes the totals of lines out of a sum that has them, and adds the lines.
func move(r *reading.Reading, sum *reading.Figure, lines []reading.Line) {
	for _, l := range lines {
		value, known := sum.Get()
		if rest, err := value.Sub(l.LineTotal.Or(decimal.Zero)); known && err == nil {
			*sum = optional.Some(rest)
			r.Lines = append(r.Lines, l)
		}
	}
}
