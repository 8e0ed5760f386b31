package table

import (
	"slices"
	"strings"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/gtin"
)

// codes reads the identifiers; it leaves out damaged codes and notes a problem.
func (r *rowReader) codes(l *reading.Line) {
	for i, c := range r.Columns {
		if c.Kind != label.GTIN || i >= len(r.cells) || !number.HasDigit(r.cells[i].Text) || l.GTIN != (gtin.Code{}) {
			continue
		}
		code, repaired, err := gtin.Mend(r.cells[i].Text)
		switch {
		case err != nil:
			l.Note(reading.InvalidIdentifier)
		case repaired:
			l.Note(reading.IdentifierRepaired)
		}
		l.GTIN = code
	}
	if text := r.text(label.ASIN, maxCode); text != "" {
		code, err := asin.Parse(text)
		if err != nil {
			l.Note(reading.InvalidIdentifier)
		}
		l.ASIN = code
	}
	if l.GTIN == (gtin.Code{}) && l.ASIN == (asin.ASIN{}) && l.SupplierSKU == "" && l.MPN == "" &&
		says(r.text(label.GTIN, maxCode)) {
		l.Note(reading.InvalidIdentifier)
	}
}

// says reports words in the place of a code, such as not in the database. Words for no code say
// nothing.
func says(text string) bool {
	words := strings.Fields(label.Fold(text))
	return len(words) > 1 && !number.HasDigit(text) && !slices.ContainsFunc(words, func(w string) bool { return empty[w] })
}

// empty lists words for a missing code.
var empty = map[string]bool{
	"a": true, "none": true, "no": true, "without": true, "kein": true, "keine": true, "ohne": true, "sans": true,
	"sin": true, "senza": true, "geen": true, "tbd": true, "tbc": true,
}
