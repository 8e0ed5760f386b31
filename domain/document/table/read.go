package table

import (
	"slices"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// Each calls row for every row of a file. Read calls it twice.
type Each func(row func(sheet string, n int, cells []Cell) error) error

// Read reads a table to its end, by labels and contents. It calls delimiter if only the delimiter
// shows the decimal signs. The lines are not concluded, because the type of the document comes
// first. An error of each comes back as it is.
func Read(each Each, delimiter func() (rune, error)) (reading.Reading, Mapping, error) {
	return ReadAs(each, delimiter, Choice{})
}

// ReadAs works like Read, as the choice says. A mapping that does not fit the file is a problem of
// the document, and the table is read without it.
func ReadAs(each Each, delimiter func() (rune, error), choice Choice) (reading.Reading, Mapping, error) {
	var s Survey
	if err := each(func(sheet string, n int, cells []Cell) error { s.Add(sheet, n, cells); return nil }); err != nil {
		return reading.Reading{Method: reading.Table}, Mapping{}, err
	}
	if choice.Mapping != nil {
		m, fits := s.chosen(*choice.Mapping)
		if !fits {
			m = s.Choose()
		}
		r, err := s.read(each, delimiter, &m)
		if fits {
			r.Layout = m.layout(choice.Mapping.Decimal)
		} else {
			r.NoteFirst(reading.MappingUnfit)
		}
		return r, m, err
	}
	m := s.Choose()
	r, err := s.read(each, delimiter, &m)
	if err != nil || choice.Layouts == nil {
		return r, m, err
	}
	layouts, err := choice.Layouts(r.Header.Issuer)
	if err != nil {
		return r, m, err
	}
	if known, layout, ok := s.known(layouts); ok {
		m = known
		r, err = s.read(each, delimiter, &m)
		r.Layout = layout
	}
	return r, m, err
}

// read reads the lines of a table.
func (s *Survey) read(each Each, delimiter func() (rune, error), m *Mapping) (reading.Reading, error) {
	r := reading.Reading{Method: reading.Table}
	if m.Undecided() {
		between, err := delimiter()
		if err != nil {
			return r, err
		}
		m.Decide(between)
	}
	r.Sheet = m.shown()
	if m.Unsure() || m.unread() || m.retailOnly() {
		r.Note(reading.ColumnsUnsure)
	}
	if slices.ContainsFunc(s.bills(), func(other Mapping) bool { return other.Sheet != m.Sheet }) {
		r.Note(reading.SeveralDocuments)
	}
	lines := m.Lines()
	err := each(func(sheet string, n int, cells []Cell) error {
		if line, ok := lines.Row(sheet, n, cells); ok {
			r.Lines = append(r.Lines, line)
		}
		return nil
	})
	if at := m.Column(label.Pack); at >= 0 && label.NamesCase(m.Columns[at].Label) {
		cases := make([]*reading.Line, len(r.Lines))
		for i := range r.Lines {
			cases[i] = &r.Lines[i]
		}
		reading.OpenCases(cases)
	}
	before := lines.Header.Currency
	header, found := lines.Finish()
	r.Header, r.Lines = header, append(r.Lines, lines.Charges()...)
	for _, code := range found {
		r.Note(code)
	}
	for i := range r.Lines {
		l := &r.Lines[i]
		if lines.untaxed() {
			l.DoubtPrice()
		}
		if rounding(l) {
			signed(&r.Header, l)
		}
		mark := lines.marks[i]
		known := r.Header.Currency != ""
		if l.Currency == before && lines.around.dollars.Bare() {
			l.Currency = r.Header.Currency
		}
		switch {
		case l.Currency != "", !known && mark != number.Pence:
		case mark == "", known && slices.Contains(number.Currencies(mark), r.Header.Currency):
			l.Currency = r.Header.Currency
		default:
			l.Note(reading.CurrencyUnknown)
		}
	}
	return r, err
}
