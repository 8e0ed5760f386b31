package message

import (
	"slices"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
)

// Rejected reports a status of a line, by UNTDID 1229 or by the words of UBL, that takes the item
// out of the order: it was deleted, or is not accepted.
func Rejected(status string) bool { return slices.Contains([]string{"2", "7", "Cancelled"}, status) }

// Refuse makes comments of all items, for an answer that rejects the order.
func Refuse(r *reading.Reading) {
	for i := range r.Lines {
		r.Lines[i].Kind = reading.Comment
	}
}

// unsold makes comments of items that are neither delivered nor charged: their quantity is 0.
func unsold(r *reading.Reading) {
	for i := range r.Lines {
		l := &r.Lines[i]
		quantity, counted := l.Quantity.Get()
		if l.Kind == reading.Product && counted && quantity.IsZero() && l.LineTotal.Or(decimal.Zero).IsZero() {
			l.Kind = reading.Comment
		}
	}
}
