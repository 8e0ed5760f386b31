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

// identifiers finds columns of codes by their contents. Ten characters below an unknown label make
// no ASIN, because shops have such ids.
func (d *decision) identifiers() {
	for at, c := range d.Columns {
		if c.Kind == label.GTIN && label.Fold(c.Label) == "upc" && d.share(at, isPack) >= most {
			d.Columns[at].Kind = label.Pack // units per case
		}
	}
	for kind, is := range map[label.Column]func(content) bool{label.GTIN: isGTIN, label.ASIN: isASIN} {
		if len(d.of(kind)) > 0 {
			continue
		}
		var found []int
		for at, c := range d.Columns {
			if c.Kind == "" && (kind == label.GTIN || c.Label == "") && d.share(at, is) >= most {
				found = append(found, at)
			}
		}
		if found = d.ofUnits(found); len(found) > 1 && kind == label.GTIN {
			d.Candidates[kind] = found
		} else if len(found) > 0 {
			d.Columns[found[0]].Kind, d.Columns[found[0]].Guessed = kind, true
		}
	}
}

// ofUnits leaves out codes of cases beside codes of units, and codes that the first column has too.
func (d *decision) ofUnits(columns []int) []int {
	units := slices.DeleteFunc(slices.Clone(columns), func(at int) bool {
		return label.CaseCode(d.Columns[at].Label) || d.share(at, isCase) >= most
	})
	if len(units) == 0 {
		return columns
	}
	return slices.DeleteFunc(units, func(at int) bool {
		same := func(r []content) bool { return r[at].Text == "" || r[at].Text == r[units[0]].Text }
		return at != units[0] && !slices.ContainsFunc(d.body, func(r []content) bool { return !same(r) })
	})
}

func isCase(c content) bool {
	code, _, err := gtin.Mend(c.Text)
	_, inside := code.Unit()
	return err == nil && inside
}

// packs leaves out contents, which may be millilitres, beside units per case.
func (d *decision) packs() {
	packs := d.of(label.Pack)
	isContent := func(at int) bool { return label.Content(d.Columns[at].Label) }
	if !slices.ContainsFunc(packs, func(at int) bool { return !isContent(at) }) {
		return
	}
	for _, at := range packs {
		if isContent(at) {
			d.Columns[at].Kind = ""
		}
	}
}
