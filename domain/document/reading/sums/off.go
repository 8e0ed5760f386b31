package sums

import (
	"slices"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
)

// OffLines returns the amounts that are printed below lines with the label of a discount, by the
// place of the line: less 10 % rebate -2.00. The printed sum of the lines has to be lower by all of
// these amounts. Amounts after the last line count only beside others between the lines. Rest has
// the other sums.
func (sh *Sheet) OffLines() (off map[int]decimal.Decimal, rest []Sum) {
	lines, whole := sh.LinesTotal()
	if !whole {
		return nil, sh.Sums
	}
	for _, sum := range sh.Sums {
		if sum.Field != label.Subtotal || !sum.certain() || sum.After < sh.Lines.Len() {
			continue
		}
		if reading.Near(sum.Value, lines) {
			return nil, sh.Sums
		}
		above := func(s Sum) bool {
			return s.Field == label.Reduction && s.certain() && s.After > 0 && s.Row.At < sum.Row.At
		}
		between := func(s Sum) bool { return above(s) && s.After < sh.Lines.Len() }
		if !slices.ContainsFunc(sh.Sums, between) {
			continue
		}
		for _, taken := range []func(Sum) bool{between, above} {
			if off := sh.off(taken, lines, sum.Value); off != nil {
				return off, slices.DeleteFunc(slices.Clone(sh.Sums), taken)
			}
		}
	}
	return nil, sh.Sums
}

// certain reports an amount beside its label, with one reading.
func (s Sum) certain() bool { return !s.loose && !s.open }

// off returns the taken amounts by the lines above them, nil if the lines less the amounts miss a
// sum.
func (sh *Sheet) off(taken func(Sum) bool, lines, want decimal.Decimal) map[int]decimal.Decimal {
	amounts := map[int]decimal.Decimal{}
	for _, s := range sh.Sums {
		if !taken(s) {
			continue
		}
		f, less := sh.Lines.Line(s.After-1), s.Value.Abs()
		sum, err := amounts[s.After-1].Add(less)
		rest, fault := lines.Sub(less)
		if err != nil || fault != nil || f.Reduced || f.Total.Or(decimal.Zero).Cmp(sum) <= 0 {
			return nil
		}
		amounts[s.After-1], lines = sum, rest
	}
	if !reading.Near(lines, want) {
		return nil
	}
	return amounts
}
