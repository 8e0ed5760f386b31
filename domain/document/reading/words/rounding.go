package words

import (
	"slices"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/kernel/optional"
)

// rounds lists the roundings, except 0.00.
func (rd *reader) rounds() (all []sum) {
	for _, s := range rd.sums {
		if s.field == label.Rounding && !s.open && !s.value.IsZero() {
			all = append(all, s)
		}
	}
	return all
}

// rounded reports an amount that differs from a total by a rounding.
func (rd *reader) rounded(totals []decimal.Decimal, amount decimal.Decimal) bool {
	return slices.ContainsFunc(rd.rounds(), func(s sum) bool {
		return slices.ContainsFunc(totals, func(t decimal.Decimal) bool {
			difference, err := t.Sub(amount)
			return err == nil && difference.CmpAbs(s.value) == 0
		})
	})
}

// roundDown takes the last total where a rounding makes it lower than another total.
func (rd *reader) roundDown(h *reading.Header, totals []decimal.Decimal) {
	for _, s := range rd.rounds() {
		rest, err := h.Total.Or(decimal.Zero).Sub(s.value.Abs())
		if err == nil && len(totals) > 0 && rest.Equal(totals[len(totals)-1]) {
			h.Total = optional.Some(rest)
		}
	}
}

// linesTotal adds the lines up; false if the total of any is missing.
func (rd *reader) linesTotal() (lines decimal.Decimal, known bool) {
	known = len(rd.lines) > 0
	for _, l := range rd.lines {
		next, err := lines.Add(l.LineTotal.Or(decimal.Zero))
		known = known && err == nil && l.LineTotal.Known()
		lines = next
	}
	return lines, known
}

// roundings makes lines of the roundings below the products. They are part of the total and no
// items.
func (rd *reader) roundings(h *reading.Header) (lines []reading.Line) {
	for _, s := range rd.rounds() {
		amount, part := h.Rounded(s.value)
		if !part || s.after < len(rd.lines) {
			continue
		}
		text := reading.Cut(s.row.Text(), maxText)
		lines = append(lines, reading.Line{
			Page: s.row.Page, RawText: text, Description: text, PriceBase: decimal.One, LineTotal: optional.Some(amount),
			Currency: h.Currency, Kind: reading.Fee, Evidence: reading.Columns,
		})
	}
	return lines
}
