package head

import (
	"strings"

	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
)

// letterDate bounds the words before the date of a letter: Bad Homburg, den 20.03.2026. A text
// farther away than letterGap, in heights, labels no date.
const letterDate, letterGap = 4, 25

// dateOfLetter finds the only date without a label above the lines of page 1: below or beside the
// title, or after a town.
func (v *values) dateOfLetter() (found optional.Maybe[date.Date]) {
	for i, r := range v.Rows[:min(v.Start, len(v.Rows))] {
		if v.Roles[r] != Text || r.Page != 1 {
			continue
		}
		for _, c := range r.Chunks() {
			day, town, ok := v.dated(r.TextsOf(c))
			comma := town && strings.Contains(grid.Joined(r.Words[c[0]:min(c[0]+townWords, c[1])]), ",")
			beside := besideTitle(r, c)
			if !ok || !v.apart(i, c, comma || beside) || !town && !beside && !v.belowTitle(i, c) {
				continue
			}
			if other, known := found.Get(); known && other != day {
				return optional.Maybe[date.Date]{}
			}
			found = optional.Some(day)
		}
	}
	return found
}

// townWords counts the words of a town that may be printed beside a number.
const townWords = 2

// dated reads a text that is a date, also after its preposition, or a town and a date.
func (v *values) dated(words []string) (day date.Date, town, ok bool) {
	for n := range min(letterDate, len(words)) {
		if name, _, ok := label.Fields.In(words[:n]); ok && name != label.IssueDate {
			return date.Date{}, false, false // Fällig am 20.03.2026
		}
		dated := n == 1 && of[label.Fold(words[0])]
		if n > 0 && !dated {
			before := words[n-1]
			town := strings.HasSuffix(before, ",") || n > 1 && letterWords[label.Fold(before)]
			if !town || number.HasDigit(before) {
				continue
			}
		}
		day, ok := field.Day(words[n:], v.order)
		if ok && (field.Whole(words[n:]) || dated) {
			return day, n > 0 && !dated, true
		}
	}
	return date.Date{}, false, false
}

// letterWords come between a town and a date.
var letterWords = map[string]bool{"den": true, "le": true, "the": true, "li": true, "a": true, "il": true, "am": true}

// besideTitle reports a text to the right of a title that begins the row, such as Beitragsrechnung.
func besideTitle(r *grid.Row, c [2]int) bool {
	first := r.Chunks()[0]
	title := label.Fold(grid.Joined(r.Words[first[0] : first[1]+1]))
	word, _, _ := strings.Cut(title, " ")
	return first != c && (titles[title] || len(word) > len("rechnung") && strings.HasSuffix(word, "rechnung"))
}

// belowTitle reports a text below the title of the document, or below its number.
func (v *values) belowTitle(i int, c [2]int) bool {
	if i == 0 || v.Rows[i-1].Page != v.Rows[i].Page {
		return false
	}
	left, right := v.Rows[i].Words[c[0]].Left, v.Rows[i].Words[c[1]].Right
	for at := i - 1; at >= 0 && v.Rows[at].Page == v.Rows[i].Page && v.Rows[i].Y-v.Rows[at].Y <= 3*v.Rows[i].H; at-- {
		for _, s := range segmentsOf(v.Rows[at]) {
			over := s.left() < right && left < s.right()
			if over && (s.name == label.InvoiceNumber && s.digits() || at == i-1 && titles[s.text()]) {
				return true
			}
		}
	}
	return false
}

// apart reports a text with neither a label on its left nor one above it. A text that belongs to a
// town or a title needs no gap on its left.
func (v *values) apart(i int, c [2]int, placed bool) bool {
	r := v.Rows[i]
	left, right := r.Words[c[0]].Left, r.Words[c[1]].Right
	if c[0] > 0 && !placed && left-r.Words[c[0]-1].Right < letterGap*r.H {
		return false
	}
	if i == 0 || v.Rows[i-1].Page != r.Page || r.Y-v.Rows[i-1].Y > 2.5*r.H {
		return true
	}
	above := v.Rows[i-1]
	for _, b := range above.Chunks() {
		s := segment{row: above, first: b[0], last: b[1]}
		if s.left() < right && left < s.right() && !s.digits() && !titles[s.text()] {
			return false
		}
	}
	return true
}
