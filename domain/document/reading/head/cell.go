package head

import (
	"regexp"
	"slices"

	"sellingassistant/domain/document/reading/grid"
)

// cellRow bounds the distance of the rows of a cell, in heights.
const cellRow = 1.3

// cellPart matches a part of a number.
var cellPart = regexp.MustCompile(`^[A-Z\d/_.-]+$`)

// cell returns the whole number of a narrow cell, which has a part above and a part below the row
// of its label, each centred: 11A_G over OPAL/2 over 6-27. It returns other words as they are.
func (v *values) cell(label segment, words []string) []string {
	if !numbers[label.name] || len(words) != 1 || !cellPart.MatchString(words[0]) {
		return words
	}
	r := label.row
	at := slices.IndexFunc(r.Words, func(w *grid.Word) bool { return w.Text == words[0] })
	if at < 0 {
		return words
	}
	above, below := v.partAt(label, r.Words[at], -1), v.partAt(label, r.Words[at], 1)
	if above == "" || below == "" {
		return words
	}
	return []string{above + words[0] + below}
}

// partAt returns the part of a number in the row above or below, "" for other texts.
func (v *values) partAt(label segment, w *grid.Word, step int) (text string) {
	at := label.row.At + step
	if at < 0 || at >= len(v.Rows) {
		return ""
	}
	r := v.Rows[at]
	if r.Page != label.row.Page || (r.Y-label.row.Y)*float64(step) > cellRow*label.row.H || !v.written(r) {
		return ""
	}
	for _, c := range r.Chunks() {
		first := r.Words[c[0]]
		switch {
		case first.Left < w.Left-label.row.H && r.Words[c[1]].Right > label.left():
			return "" // a label of another value
		case c[0] == c[1] && near(first.Left+first.Right, w.Left+w.Right, label.row.H) && cellPart.MatchString(first.Text):
			text = first.Text
		}
	}
	return text
}
