package head

import (
	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/label"
)

// titled takes number and date of a row that begins with the title of the document. The date may
// be in the next row.
func (v *values) titled(i int) {
	r := v.Rows[i]
	for _, c := range r.Chunks() {
		t, ok := field.Titled(r.TextsOf(c))
		if !ok {
			continue
		}
		day := datedBy(t.Rest)
		if len(day) == 0 && len(t.Rest) < 2 && i+1 < len(v.Rows) {
			day = v.dateBelow(i, c, len(t.Rest) == 1 && of[label.Fold(t.Rest[0])])
		}
		if len(t.Rest) > 0 && len(day) == 0 {
			continue // a sentence
		}
		sure := likely
		if len(day) > 0 {
			sure = certain
		}
		v.take(label.InvoiceNumber, []string{t.Number}, sure)
		v.take(label.IssueDate, day, likely)
	}
}

// dateBelow returns the words of a date below a title, at its edge. The word before it may end the
// title's row.
func (v *values) dateBelow(i int, c [2]int, begun bool) []string {
	r, next := v.Rows[i], v.Rows[i+1]
	if next.Page != r.Page || next.Y-r.Y > titleRows*r.H {
		return nil
	}
	for _, b := range next.Chunks() {
		if words := next.TextsOf(b); near(next.Words[b[0]].Left, r.Words[c[0]].Left, r.H) {
			if begun && field.Whole(words) {
				return words
			}
			return datedBy(words)
		}
	}
	return nil
}

// datedBy returns the words of a date after the words that begin it: vom 05.06.2018, issued at
// 2026-03-20.
func datedBy(words []string) []string {
	n := 1
	switch {
	case len(words) > 2 && label.Fold(words[0]) == "issued":
		n = 2
	case len(words) < 2 || !of[label.Fold(words[0])] && label.Fold(words[0]) != "von":
		return nil
	}
	if _, ok := field.Day(words[n:], field.DayFirst); !ok {
		return nil
	}
	return words[n:]
}
