package grid

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// single matches quantities of a case that was split: 2S. Zeroed matches quantities that begin with
// a zero: 05.
var (
	single = regexp.MustCompile(`^(\d{1,5})(?:S|SP|E|EA|U)$`)
	zeroed = regexp.MustCompile(`^0[1-9]$`)
)

// SplitQuantity finds the missing quantity in a word: below its label with a letter for single
// units, or at the end of the word before the price, where price and total say so. It changes the
// words of the row.
func (t *Table) SplitQuantity(r *Row, c Cells) bool {
	digits := ""
	at, unit := -1, ""
	for i, w := range r.Words {
		if m := single.FindStringSubmatch(w.Text); m != nil && t.KindBelow(w, r.H) == label.Quantity {
			at, digits, unit = i, m[1], "piece"
			break
		}
		if zeroed.MatchString(w.Text) && t.KindBelow(w, r.H) == label.Quantity {
			at, digits = i, w.Text
			break
		}
	}
	if p, ok := c.Get(PriceKinds...); ok && at < 0 && p.First > 0 && p.Value.IsPos() {
		total, summed := c.Get(TotalKinds...)
		w := r.Words[p.First-1]
		if summed {
			n, err := total.Value.Quo(p.Value)
			reaches := func(column Column) bool {
				return column.Kind == label.Quantity && w.Right > column.Left-0.5*r.H && w.Left < column.Left-r.H
			}
			digits = n.Trim(0).String()
			if err == nil && n.IsInt() && n.IsPos() && t.splitFront(r, digits) {
				return true
			}
			if err == nil && n.IsInt() && n.IsPos() && len(w.Text) > len(digits) && strings.HasSuffix(w.Text, digits) &&
				slices.ContainsFunc(t.Columns, reaches) {
				at = p.First - 1
			}
		}
	}
	if at < 0 {
		return false
	}
	value, err := decimal.Parse(digits)
	if err != nil {
		return false
	}
	r.Split(at, digits, Figure{Number: number.Number{Value: value, Unit: unit}})
	return true
}

// splitFront parts the digits of a quantity from a code that touches it: 110OIL-5W30. The word is
// below the label of quantities, or the first of its row if no column has such a label.
func (t *Table) splitFront(r *Row, digits string) bool {
	labelled := slices.ContainsFunc(QuantityKinds, t.Has)
	if slices.ContainsFunc(r.Figures, func(x Figure) bool { return x.Value.Trim(0).String() == digits }) {
		return false
	}
	for i, w := range r.Words {
		code, touches := strings.CutPrefix(w.Text, digits)
		first, _ := utf8.DecodeRuneInString(code)
		reaches := func(column Column) bool {
			return column.Kind == label.Quantity && w.Left < column.Right && w.Right > column.Right+r.H
		}
		if touches && !strings.HasSuffix(code, digits) && unicode.IsUpper(first) && len(code) > 2 &&
			(slices.ContainsFunc(t.Columns, reaches) || !labelled && i == 0 && len(digits) > 1) {
			value, err := decimal.Parse(digits)
			if err == nil {
				r.Split(i, digits, Figure{Number: number.Number{Value: value}})
			}
			return err == nil
		}
	}
	return false
}
