package table

import (
	"slices"
	"strings"

	"sellingassistant/domain/document/mapping"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/columns"
)

// Choice says how a table is read: by a user's mapping, else by the layouts that imports confirmed
// for its issuer. Without both, by labels and contents.
type Choice struct {
	Mapping *mapping.Mapping
	Layouts func(reading.Issuer) ([]reading.Layout, error)
}

// families lists kinds that read the same figure: a named column replaces all others.
var families = [][]label.Column{
	{label.Price, label.Cost}, {label.Quantity, label.Ordered, label.Open}, {label.Total, label.Gross},
}

func related(a, b label.Column) bool {
	return a == b || slices.ContainsFunc(families, func(f []label.Column) bool {
		return slices.Contains(f, a) && slices.Contains(f, b)
	})
}

// chosen finds the table of a mapping. It returns false if the file lacks its sheet, its header row
// or a column, or if a column has two meanings.
func (s *Survey) chosen(w mapping.Mapping) (Mapping, bool) {
	header := w.HeaderRow
	if header == 0 {
		header = s.named(w)
	}
	m, ok := s.ChooseAt(w.Sheet, header)
	if !ok {
		return m, false
	}
	kinds, ok := m.wanted(w)
	if !ok {
		return m, false
	}
	m.assign(kinds)
	if sign := w.Decimal.Sign(""); sign != "" {
		for i := range m.Columns {
			m.Columns[i].Sign, m.Columns[i].Open = number.Sign(sign[0]), ""
		}
	}
	return m, true
}

// named returns the row with most texts that the mapping names as columns, 0 without such a row.
func (s *Survey) named(w mapping.Mapping) int {
	names := map[string]bool{}
	for _, name := range w.Columns {
		names[columns.Fold(name)] = true
	}
	return s.Header(w.Sheet, func(text string) string {
		// Shorter texts may be the letter or the number of a column.
		if folded := columns.Fold(text); names[folded] && len(folded) > 2 {
			return folded
		}
		return ""
	})
}

// wanted returns the kinds of the columns that a mapping names, "" for ignored columns.
func (m *Mapping) wanted(w mapping.Mapping) (map[int]label.Column, bool) {
	headers := make([]string, len(m.Columns))
	for i, c := range m.Columns {
		headers[i] = c.Label
	}
	kinds, fits := map[int]label.Column{}, true
	add := func(name string, kind label.Column) {
		at, err := columns.Place(headers, name)
		_, twice := kinds[at]
		if fits = fits && err == nil && !twice; fits {
			kinds[at] = kind
		}
	}
	for _, f := range mapping.Field("").Words() {
		if name, ok := w.Columns[f]; ok {
			add(name, f.Kind())
		}
	}
	for _, name := range w.Ignore {
		add(name, "")
	}
	return kinds, fits
}

// assign gives columns their kinds. Other columns lose these kinds, and a question between columns
// ends if it is answered, or if one of them is left.
func (m *Mapping) assign(kinds map[int]label.Column) {
	answered := func(kind label.Column) bool {
		for _, k := range kinds {
			if k != "" && related(k, kind) {
				return true
			}
		}
		return false
	}
	for at := range m.Columns {
		c := &m.Columns[at]
		kind, named := kinds[at]
		switch {
		case named:
			c.Kind, c.Guessed = kind, false
		case c.Kind != "" && answered(c.Kind):
			c.Kind, c.Guessed = "", false
		}
	}
	for kind, places := range m.Candidates {
		left := slices.DeleteFunc(slices.Clone(places), func(at int) bool { _, named := kinds[at]; return named })
		switch {
		case answered(kind) || len(left) == 0:
			delete(m.Candidates, kind)
		case len(left) == 1 && len(places) > 1:
			m.Columns[left[0]].Kind = kind
			delete(m.Candidates, kind)
		default:
			m.Candidates[kind] = left
		}
	}
}

// headed begins the fingerprints of tables. Fingerprints of pages have no colon.
const headed = "table: "

// fingerprint returns equal texts for equal headers, and "" for a header without texts.
func fingerprint(labels []string) string {
	for len(labels) > 0 && labels[len(labels)-1] == "" {
		labels = labels[:len(labels)-1]
	}
	if len(labels) == 0 {
		return ""
	}
	folded := make([]string, len(labels))
	for i, text := range labels {
		folded[i] = columns.Fold(text)
	}
	return headed + strings.Join(folded, "|")
}

// layout returns the meanings of the columns for later files with the same header. Decimal has the
// decimal sign that the user chose.
func (m *Mapping) layout(decimal columns.Decimal) reading.Layout {
	if m.HeaderRow == 0 {
		return reading.Layout{}
	}
	labels := make([]string, len(m.Columns))
	l := reading.Layout{Columns: make([]label.Column, len(m.Columns)), Decimal: decimal.Sign("")}
	for i, c := range m.Columns {
		labels[i], l.Columns[i] = c.Label, c.Kind
	}
	l.Fingerprint = fingerprint(labels)
	return l
}

// known finds the table below a header of the layouts, in the longest sheet.
func (s *Survey) known(layouts []reading.Layout) (Mapping, reading.Layout, bool) {
	t := s.sheetOf("")
	if t == nil || len(layouts) == 0 {
		return Mapping{}, reading.Layout{}, false
	}
	for i, r := range t.sample[:min(headerRows, len(t.sample))] {
		texts := make([]string, len(r.cells))
		for at, c := range r.cells {
			texts[at] = c.Text
		}
		header := fingerprint(texts)
		at := slices.IndexFunc(layouts, func(l reading.Layout) bool { return header != "" && l.Fingerprint == header })
		if at < 0 {
			continue
		}
		m, l := t.mappingBelow(i), layouts[at]
		kinds := make(map[int]label.Column, len(l.Columns))
		for at := range min(len(l.Columns), len(m.Columns)) {
			kinds[at] = l.Columns[at]
		}
		m.assign(kinds)
		m.close(l.Decimal)
		return m, l, true
	}
	return Mapping{}, reading.Layout{}, false
}

// close gives open columns a decimal sign; "" leaves them open.
func (m *Mapping) close(sign string) {
	for i := range m.Columns {
		if c := &m.Columns[i]; sign != "" && c.Open != "" {
			c.Sign, c.Open = number.Sign(sign[0]), ""
		}
	}
}

// mostShown bounds the text of a header that is shown.
const mostShown = 200

// shown returns the columns and their meanings for people.
func (m *Mapping) shown() reading.Sheet {
	s := reading.Sheet{Name: m.Sheet, HeaderRow: m.HeaderRow}
	for _, c := range m.Columns {
		s.Columns = append(s.Columns, reading.SheetColumn{Header: reading.Cut(c.Label, mostShown), Kind: c.Kind})
	}
	return s
}
