package table

import (
	"slices"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
)

// figured lists the kinds of figures of a line.
var figured = []label.Column{
	label.Quantity, label.Cases, label.Ordered, label.Price, label.Cost, label.CasePrice, label.Total,
}

// believe rates the evidence that the figures belong together. Lines of a table without columns of
// figures are a guess.
func (r *rowReader) believe(l *reading.Line) {
	check := l.Arithmetic().Result
	guessed := false
	for _, kind := range []label.Column{label.Quantity, label.Price, label.Total} {
		if at := r.Column(kind); at >= 0 && r.Columns[at].Guessed {
			guessed = true
		}
	}
	switch {
	case !slices.ContainsFunc(figured, func(kind label.Column) bool { return r.Column(kind) >= 0 }),
		check == reading.Fail, r.Column(label.Total) >= 0 && check == reading.Unknown, guessed && check != reading.Pass:
		l.Evidence = reading.Placed
	case guessed:
		l.Evidence = reading.ByProduct
	}
}
