package table

import (
	"cmp"
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// note has the currency that a row with few cells states.
type note struct {
	row, filled int
	mark        string
}

// Bounds of notes beside a table. Rows above it may have more cells than rows below, which may be
// rows of the table.
const maxNotes, cellsAbove, cellsBelow = 20, 4, 2

// noteOf reads a row without figures that states a currency. Only the first rows can be above the
// header.
func noteOf(n int, cells []Cell, first bool) (note, bool) {
	most := cellsBelow
	if first {
		most = cellsAbove
	}
	var texts []string
	for _, c := range cells {
		if c.Text == "" {
			continue
		}
		if c.Kind != Text || len(texts) == most {
			return note{}, false
		}
		texts = append(texts, c.Text)
	}
	mark := label.Stated(strings.Join(texts, " "))
	return note{n, len(texts), mark}, mark != ""
}

// stated returns the currency that the rows beside a table state, joined by a slash if they state
// several, else the currency in the name of its sheet.
func (t *sheet) stated(header int) string {
	var marks []string
	for _, n := range t.notes {
		if n.row < header || n.row > header && n.filled <= cellsBelow {
			marks = append(marks, n.mark)
		}
	}
	return cmp.Or(label.JoinStated(marks...), label.SheetStates(t.name))
}

// Surplus reports figures in cells after the last one of a header with so many cells, 0 if unknown.
// The rows of a text have them if decimal commas or other delimiters are not in quotes.
func Surplus(cells []Cell, header int) bool {
	beyond := cells[min(header, len(cells)):]
	return header > 0 && slices.ContainsFunc(beyond, func(c Cell) bool { return number.HasDigit(c.Text) })
}

// surplus reports a text in which most rows below a header have more cells than it has.
func (t *sheet) surplus(at int) bool {
	if t.name != "" {
		return false // a workbook
	}
	longer := 0
	below := t.sample[at+1:]
	for _, r := range below {
		if Surplus(r.cells, len(t.sample[at].cells)) {
			longer++
		}
	}
	return 2*longer > len(below)
}
