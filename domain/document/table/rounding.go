package table

import (
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/kernel/optional"
)

// rounding reports whether a line rounds the total.
func rounding(l *reading.Line) bool {
	name, _ := label.Fields.Whole(l.Description)
	return name == label.Rounding && l.Kind == reading.Fee && l.LineTotal.Known()
}

// payable takes a total that differs from the previous total by the rounding between them.
func (l *Lines) payable(values []Cell) bool {
	total, known := l.Header.Total.Get()
	all := l.amounts(values)
	if !known || l.rounded.IsZero() || len(all) == 0 {
		return false
	}
	difference, err := all[0].Sub(total)
	if err != nil || difference.CmpAbs(l.rounded) != 0 {
		return false
	}
	l.Header.Total = optional.Some(all[0])
	return true
}

// signed gives a rounding the sign of its words, or the sign that makes the printed total.
func signed(h *reading.Header, l *reading.Line) {
	amount := l.LineTotal.Or(decimal.Zero)
	if strings.HasPrefix(label.Fold(l.Description), "less ") {
		amount = amount.Abs().Neg()
	}
	amount, _ = h.Rounded(amount)
	l.LineTotal = optional.Some(amount)
}
