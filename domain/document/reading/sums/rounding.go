package sums

import (
	"slices"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/kernel/optional"
)

// Roundings lists the roundings, except 0.00.
func (sh *Sheet) Roundings() (all []Sum) {
	for _, s := range sh.Sums {
		if s.Field == label.Rounding && !s.open && !s.Value.IsZero() {
			all = append(all, s)
		}
	}
	return all
}

// RoundingLines makes lines of the roundings below the products. They are part of the total and no
// items.
func (sh *Sheet) RoundingLines(h reading.Header) (list []reading.Line) {
	for _, s := range sh.Roundings() {
		amount, part := h.Rounded(s.Value)
		if !part || s.After < sh.Lines.Len() {
			continue
		}
		l := s.line(amount)
		l.Description, l.Kind = l.RawText, reading.Fee
		list = append(list, l)
	}
	return list
}

// rounded reports an amount that differs from a total by a rounding.
func (sh *Sheet) rounded(totals []decimal.Decimal, amount decimal.Decimal) bool {
	return slices.ContainsFunc(sh.Roundings(), func(s Sum) bool {
		return slices.ContainsFunc(totals, func(t decimal.Decimal) bool {
			difference, err := t.Sub(amount)
			return err == nil && difference.CmpAbs(s.Value) == 0
		})
	})
}

// roundDown takes the last total where a rounding makes it lower than another total.
func (sh *Sheet) roundDown(h *reading.Header, totals []decimal.Decimal) {
	for _, s := range sh.Roundings() {
		rest, err := h.Total.Or(decimal.Zero).Sub(s.Value.Abs())
		if err == nil && len(totals) > 0 && rest.Equal(totals[len(totals)-1]) {
			h.Total = optional.Some(rest)
		}
	}
}
