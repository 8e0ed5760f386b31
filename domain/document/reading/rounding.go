package reading

import (
	"github.com/govalues/decimal"

	"sellingassistant/domain/kernel/optional"
)

// Rounded returns a rounding with the sign that makes the printed total. It is false for a rounding
// that the total has no part in.
func (h *Header) Rounded(amount decimal.Decimal) (decimal.Decimal, bool) {
	with := func(amount decimal.Decimal) bool {
		other := *h
		sum, err := h.Shipping.Or(decimal.Zero).Add(amount)
		other.Shipping = optional.Some(sum)
		return err == nil && other.AddsUp()
	}
	switch {
	case with(amount):
		return amount, true
	case with(amount.Neg()):
		return amount.Neg(), true
	}
	return amount, !h.AddsUp()
}
