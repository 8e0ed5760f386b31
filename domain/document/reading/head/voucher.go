package head

import (
	"strings"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/label"
)

// mostRunning bounds the digits of a running number.
const mostRunning = 4

// running reports a value below the label Voucher No. that is a few digits: an accounting program
// counts its papers. The order has another number, if any.
func (v *values) running(c segment) bool {
	words := c.values()
	if len(words) == 0 || len(words[0]) > mostRunning || strings.Trim(words[0], "0123456789") != "" {
		return false
	}
	for at := c.row.At - 1; at >= 0; at-- {
		above := v.Rows[at]
		if above.Page != c.row.Page || c.row.Y-above.Y > reach*c.row.H {
			return false
		}
		for _, b := range above.Chunks() {
			s := segment{row: above, first: b[0], last: b[1]}
			if s.left() < c.right() && c.left() < s.right() {
				found := strings.HasPrefix(s.text(), "voucher n")
				v.vouched = v.vouched || found
				return found
			}
		}
	}
	return false
}

// reference reads the number of an order below the label of its reference, "" without one.
func (v *values) reference() string {
	for i, r := range v.Rows[:min(v.Start, len(v.Rows))] {
		for _, b := range r.Chunks() {
			s := segment{row: r, first: b[0], last: b[1]}
			if !strings.HasPrefix(s.text(), "reference no") {
				continue
			}
			for _, below := range v.Rows[i+1:] {
				if below.Page != r.Page || below.Y-r.Y > reach*r.H {
					break
				}
				for _, b := range below.Chunks() {
					c := segment{row: below, first: b[0], last: b[1]}
					if c.left() >= s.right() || s.left() >= c.right() {
						continue
					}
					var h reading.Header
					if _, n := label.Fields.At(below.TextsOf(b)); n > 0 ||
						!field.Take(&h, label.PONumber, c.values(), v.order) {
						return ""
					}
					return h.PONumber
				}
			}
		}
	}
	return ""
}
