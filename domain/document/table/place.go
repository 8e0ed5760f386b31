package table

import (
	"slices"

	"sellingassistant/domain/document/reading/label"
)

// ChooseAt finds the table of a sheet ("" for the longest) below a header row (0 to detect it). It
// returns false for an unknown sheet, and for a header row outside the sample.
func (s *Survey) ChooseAt(name string, header int) (Mapping, bool) {
	t := s.sheetOf(name)
	if t == nil {
		return Mapping{}, false
	}
	if header == 0 {
		m := t.mapping()
		if bills := s.bills(); name == "" && len(bills) > 0 && !m.priced() {
			m = bills[0]
		}
		return m, true
	}
	at := slices.IndexFunc(t.sample, func(r row) bool { return r.n == header })
	if at < 0 {
		return Mapping{}, false
	}
	return t.mappingBelow(at), true
}

func (s *Survey) sheetOf(name string) *sheet {
	var best *sheet
	for _, t := range s.sheets {
		if name != "" && t.name == name || name == "" && (best == nil || t.rows >= 2*best.rows) {
			best = t
		}
	}
	return best
}

// bills returns the tables with labels of quantities, prices and totals, of a file with several
// sheets.
func (s *Survey) bills() (found []Mapping) {
	for _, t := range s.sheets {
		if len(s.sheets) < 2 {
			break
		}
		m := t.mapping()
		if m.HeaderRow > 0 && m.Column(label.Quantity) >= 0 && m.Column(label.Price) >= 0 && m.Column(label.Total) >= 0 {
			found = append(found, m)
		}
	}
	return found
}

// priced reports columns of prices or totals, or columns that could be.
func (m *Mapping) priced() bool {
	return m.Unsure() || slices.ContainsFunc([]label.Column{label.Price, label.Cost, label.CasePrice, label.Total},
		func(kind label.Column) bool { return m.Column(kind) >= 0 })
}

// Rows counts the rows below the header of a table.
func (s *Survey) Rows(m Mapping) int {
	t := s.sheetOf(m.Sheet)
	if t == nil {
		return 0
	}
	above := 0
	for _, r := range t.sample {
		if r.n <= m.HeaderRow {
			above++
		}
	}
	return t.rows - above
}

// Sample returns the first rows below the header of a table, at most so many.
func (s *Survey) Sample(m Mapping, most int) [][]string {
	t := s.sheetOf(m.Sheet)
	out := [][]string{}
	if t == nil {
		return out
	}
	for _, r := range t.sample {
		if r.n <= m.HeaderRow || len(out) == most {
			continue
		}
		texts := make([]string, len(m.Columns))
		for i, c := range r.cells {
			texts[i] = c.Text
		}
		out = append(out, texts)
	}
	return out
}

// Header returns the number of the row with most different meanings among the first rows of a
// sheet, 0 if no text has a meaning.
func (s *Survey) Header(name string, meaning func(text string) string) int {
	t := s.sheetOf(name)
	if t == nil {
		return 0
	}
	best, most := 0, 0
	for _, r := range t.sample[:min(headerRows, len(t.sample))] {
		found := map[string]bool{}
		for _, c := range r.cells {
			if m := meaning(c.Text); m != "" && c.Kind == Text {
				found[m] = true
			}
		}
		if len(found) > most {
			best, most = r.n, len(found)
		}
	}
	return best
}
