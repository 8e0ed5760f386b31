package reading

import (
	"github.com/govalues/decimal"

	"sellingassistant/domain/kernel/optional"
)

// grandTotal compares the printed sums. Lines outside of the subtotal count beside it.
func (r *Reading) grandTotal() Check {
	c := r.Header.grandTotal()
	if c.Result != Fail {
		return c
	}
	sum, products, charged, ok := r.sums()
	subtotal := r.Header.Subtotal.Or(decimal.Zero)
	if !ok || near(sum, subtotal) || !near(products, subtotal) && !near(charged, subtotal) {
		return c
	}
	h := r.Header
	if h.Subtotal = optional.Some(sum); h.AddsUp() {
		return h.grandTotal()
	}
	return c
}

// AddsUp says that the printed sums make the printed total.
func (h *Header) AddsUp() bool { return h.grandTotal().Result == Pass }

func (h *Header) grandTotal() Check {
	c := Check{Code: GrandTotal, Result: Unknown}
	subtotal, ok := h.Subtotal.Get()
	total, known := h.Total.Get()
	if !ok || !known {
		return c
	}
	want, ok := add(subtotal, h.Shipping.Or(decimal.Zero), h.Tax.Or(decimal.Zero), h.Discount.Or(decimal.Zero).Abs().Neg())
	difference, _ := total.Abs().Sub(want.Abs())
	switch {
	case !ok:
		return c
	case Near(total, want):
		c.Result = Pass
	case !h.Tax.Known() && untaxed(want, difference):
		return c
	default:
		c.Result = Fail
	}
	c.Difference = optional.Some(difference)
	return c
}

// mostTax bounds the share of a tax in a subtotal.
var mostTax = decimal.MustParse("0.35")

// untaxed reports a total above the other sums by no more than an unread tax explains.
func untaxed(want, difference decimal.Decimal) bool {
	most, err := want.Abs().Mul(mostTax)
	return err == nil && difference.IsPos() && difference.Cmp(most) <= 0
}

func add(first decimal.Decimal, others ...decimal.Decimal) (decimal.Decimal, bool) {
	for _, o := range others {
		sum, err := first.Add(o)
		if err != nil {
			return first, false
		}
		first = sum
	}
	return first, true
}

// IsHundredth reports whether an amount is a hundredth of a product, to a cent.
func IsHundredth(amount, product decimal.Decimal) bool {
	share, err := product.Quo(hundred)
	return err == nil && Near(amount, share)
}
