package sums

import (
	"slices"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/head"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/kernel/optional"
)

// Charges lists the amounts below the lines that change the total beside the usual sums, such as
// packing or a second discount. The lines and all amounts between them and a printed sum
// have to make that sum. Their values have the signs that make it.
func (sh *Sheet) Charges() []Sum {
	running, whole := sh.LinesTotal()
	var h reading.Header
	sh.Settle(&h)
	made := h
	made.Subtotal = optional.Some(running)
	if !whole || !running.IsPos() || made.AddsUp() {
		return nil
	}
	var waiting, proved []Sum
	for _, r := range sh.Rows[sh.end()+1:] {
		for _, s := range sh.rowsOf(r) {
			switch s.Field {
			case label.Subtotal, label.Sum, label.Carried:
				if reading.Near(s.Value, running) {
					proved, waiting = append(proved, waiting...), nil
				}
				continue
			case label.Paid:
				continue
			}
			next, err := running.Add(s.Value)
			if err != nil {
				return nil
			}
			if running = next; s.Field != label.Tax && s.Field != label.Rounding {
				waiting = append(waiting, s)
			}
		}
	}
	return slices.DeleteFunc(proved, func(s Sum) bool {
		switch {
		case s.Field == label.Shipping && h.Shipping.Known() && s.Value.Equal(h.Shipping.Or(decimal.Zero)):
			h.Shipping = reading.Figure{} // once
			return true
		case s.Field == label.Reduction && h.Discount.Known() && reading.Near(s.Value, h.Discount.Or(decimal.Zero)):
			h.Discount = reading.Figure{}
			return true
		}
		return false
	})
}

// rowsOf lists the sums of a row, with the signs of changes. Without a label the last amount of the
// row counts, after its words.
func (sh *Sheet) rowsOf(r *grid.Row) (list []Sum) {
	for _, s := range sh.Sums {
		if s.Row != r || s.open {
			continue
		}
		if s.Field == label.Reduction {
			s.Value = s.Value.Abs().Neg()
		}
		change := s.Field != label.Subtotal && s.Field != label.Sum && s.Field != label.Carried
		if change && slices.ContainsFunc(list, func(other Sum) bool { return other.Field == s.Field }) {
			continue
		}
		list = append(list, s)
	}
	if len(list) > 0 || sh.Roles[r] != head.Text {
		return list
	}
	var amounts []*grid.Figure
	for i := range r.Figures {
		if f := &r.Figures[i]; !f.Percent && sh.paid(f) {
			amounts = append(amounts, f)
		}
	}
	if len(amounts) != 1 {
		return nil
	}
	f := amounts[0]
	if f.Last != len(r.Words)-1 || f.First == 0 || f.First > mostWords || f.Open || f.Unit != "" {
		return nil
	}
	s := Sum{Value: f.Value, After: sh.Lines.Len(), Row: r}
	switch rated := slices.ContainsFunc(r.Figures, func(f grid.Figure) bool { return f.Percent }); {
	case label.NamesTax(s.Text()):
		s.Field = label.Tax
	case label.Lessens(s.Text()):
		s.Value = s.Value.Abs().Neg()
	case rated && s.Value.IsPos():
		return nil // may be a tax in an unknown language
	}
	return []Sum{s}
}

// mostWords bounds the words before an amount without the label of a sum.
const mostWords = 8

// Text returns the words of a row before its amount.
func (s Sum) Text() string {
	at := slices.IndexFunc(s.Row.Figures, func(f grid.Figure) bool { return f.Value.CmpAbs(s.Value) == 0 })
	if at < 0 {
		return s.Row.Text()
	}
	return grid.Joined(s.Row.Words[:s.Row.Figures[at].First])
}

// Charge makes a line of a charge or a discount.
func (s Sum) Charge() reading.Line {
	l := s.line(s.Value)
	if l.Sort(); l.Kind == reading.Product {
		l.Kind = reading.Fee
	}
	return l
}

// line makes a line of an amount below the lines.
func (s Sum) line(amount decimal.Decimal) reading.Line {
	return reading.Line{
		Page: s.Row.Page, RawText: reading.Cut(s.Row.Text(), maxText), Description: reading.Cut(s.Text(), maxText),
		PriceBase: decimal.One, LineTotal: optional.Some(amount), Evidence: reading.Columns,
	}
}

// maxText bounds texts of a line in bytes.
const maxText = 2_000
