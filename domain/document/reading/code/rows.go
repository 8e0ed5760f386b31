package code

import (
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
)

// takeRows takes the text of the row of figures as the code, below a label of both, such as Product
// and description. All codes are in capitals, half of them have digits, and all lines have a text
// in the rows below.
func takeRows(lines []*Line) {
	digits := 0
	codes := make([][]*grid.Word, len(lines))
	for i, l := range lines {
		own, below := l.rowText()
		text := grid.Joined(own)
		if !l.namesBoth() || l.SupplierSKU != "" || len(l.Texts[label.SKU]) > 0 || len(own) == 0 || !below ||
			len(own) > mostWords || len([]rune(text)) > mostCode || text != strings.ToUpper(text) {
			return
		}
		if slices.ContainsFunc(own, codeWord) {
			digits++
		}
		codes[i] = own
	}
	if len(lines) < 2 || 2*digits < len(lines) {
		return
	}
	for i, l := range lines {
		l.SupplierSKU = grid.Joined(codes[i])
		l.Texts[label.Text] = slices.DeleteFunc(
			slices.Clone(l.Texts[label.Text]), func(w *grid.Word) bool { return slices.Contains(codes[i], w) })
	}
}

// mostWords bounds the words of a code in a row of its own.
const mostWords = 5

// rowText returns the words of text before the figures of the line, and whether rows below have
// text too.
func (l *Line) rowText() (own []*grid.Word, below bool) {
	first := len(l.Row.Words)
	for _, x := range l.Parts {
		if x != nil {
			first = min(first, x.First)
		}
	}
	for _, w := range l.Texts[label.Text] {
		switch at := slices.Index(l.Row.Words, w); {
		case at < 0:
			below = below || w.Top > l.Row.Words[0].Top
		case at < first:
			own = append(own, w)
		}
	}
	return own, below
}

// namesBoth reports a label that names codes before texts: Product and description. The row above
// may have its first word.
func (l *Line) namesBoth() bool {
	return slices.ContainsFunc(l.Table.Columns, func(c grid.Column) bool {
		words := strings.Fields(label.Fold(c.Text))
		and := slices.IndexFunc(words, func(w string) bool { return conjunctions[w] })
		return c.Kind == label.Text && and >= 0 && and == len(words)-2 && textNames[words[and+1]] &&
			(and == 0 || codeNames[words[0]])
	})
}

// Words of labels that name codes and texts.
var (
	conjunctions = map[string]bool{"and": true, "und": true, "et": true, "y": true, "e": true, "en": true}
	codeNames    = map[string]bool{
		"product": true, "part": true, "material": true, "produkt": true, "produit": true, "producto": true, "prodotto": true,
	}
	textNames = map[string]bool{
		"description": true, "bezeichnung": true, "beschreibung": true, "designation": true, "descripcion": true,
		"descrizione": true, "omschrijving": true,
	}
)
