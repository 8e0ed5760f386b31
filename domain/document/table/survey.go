package table

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

const (
	// headerRows bounds the rows that are searched for a header. fitting bounds the rows below it
	// that are checked against it.
	headerRows, fitting = 50, 5
	// sampleRows and sampleBytes bound the rows of a sheet that are kept to examine their contents.
	sampleRows, sampleBytes = 500, 4 << 20
	// After allBytes in all sheets, further sheets keep fewRows.
	allBytes, fewRows = 32 << 20, 8
	// cellBytes counts the memory of a cell besides its text.
	cellBytes = 24
	// votingRows bounds the rows that show the decimal sign. Later rows count while a column shows
	// no sign.
	votingRows = 20_000
)

// Survey examines every row of a file.
type Survey struct {
	sheets []*sheet
	bytes  int
}

type sheet struct {
	name   string
	rows   int
	sample []row
	bytes  int
	votes  []number.Votes
	notes  []note
}

type row struct {
	n     int
	cells []Cell
}

// Add examines a row. The rows of a sheet must follow each other.
func (s *Survey) Add(name string, n int, cells []Cell) {
	if len(s.sheets) == 0 || s.sheets[len(s.sheets)-1].name != name {
		s.sheets = append(s.sheets, &sheet{name: name})
	}
	t := s.sheets[len(s.sheets)-1]
	t.rows++
	if len(t.sample) < sampleRows && t.bytes < sampleBytes && (s.bytes < allBytes || len(t.sample) < fewRows) {
		t.sample = append(t.sample, row{n, slices.Clone(cells)})
		held := cellBytes * len(cells)
		for _, c := range cells {
			held += len(c.Text)
		}
		t.bytes, s.bytes = t.bytes+held, s.bytes+held
	}
	if len(t.notes) < maxNotes {
		if found, ok := noteOf(n, cells, t.rows <= headerRows); ok {
			t.notes = append(t.notes, found)
		}
	}
	for len(t.votes) < len(cells) {
		t.votes = append(t.votes, number.Votes{})
	}
	for i, c := range cells {
		// After the first rows, only columns without a sign count.
		if c.Kind == Text && c.Text != "" && (t.rows <= votingRows || t.votes[i].Sign() == number.Undecided) {
			t.votes[i].Count(c.Text)
		}
	}
}

// Column has the kind of a column; Kind is empty if it is unknown.
type Column struct {
	Kind label.Column
	// Label has the text of the header. Units has the unit or currency in the row below it.
	Label, Units string
	// Sign has the decimal sign of its figures. If nothing shows it, Open has the first figure with
	// two readings.
	Sign number.Sign
	Open string
	// Base counts the units that a price is for.
	Base int64
	// Guessed marks a kind that comes from the contents and not from the label.
	Guessed bool
}

// Mapping has the place of the table in a file and the kinds of its columns.
type Mapping struct {
	Sheet string
	// HeaderRow has the number of the header in its sheet, 0 without a header.
	HeaderRow int
	Columns   []Column
	// taxed says that the totals of lines have their tax in them.
	taxed bool
	// Candidates lists by kind the columns that could have it, if no column was chosen.
	Candidates map[label.Column][]int
	// Stated has the currency that rows beside the table state, or several joined by a slash.
	Stated string
	// Surplus says that most rows have more cells than the header.
	Surplus bool

	// votes counts the decimal signs by column. amounts and others have the signs that columns of
	// amounts and other columns show.
	votes           []number.Votes
	amounts, others shown
}

// Unsure reports whether columns were left out because two could have the same kind.
func (m *Mapping) Unsure() bool { return len(m.Candidates) > 0 }

// Column returns the place of the first column of a kind, -1 if there is no such column.
func (m *Mapping) Column(kind label.Column) int {
	return slices.IndexFunc(m.Columns, func(c Column) bool { return c.Kind == kind })
}

// Choose finds the table in the longest sheet: a later sheet must be twice as long. A bill comes
// before a sheet without prices, such as its packing list. In the sheet Choose finds the header,
// else it decides by the contents.
func (s *Survey) Choose() Mapping {
	m, _ := s.ChooseAt("", 0)
	return m
}

func (t *sheet) mapping() Mapping {
	m := Mapping{Columns: make([]Column, t.width()), votes: t.votes}
	m.signs(anyColumn)
	return t.mappingBelow(t.header(m.Columns))
}

// mappingBelow finds the kinds of columns below a row of the sample, -1 without a header.
func (t *sheet) mappingBelow(at int) Mapping {
	m := Mapping{Sheet: t.name, Columns: make([]Column, t.width()), Candidates: map[label.Column][]int{}, votes: t.votes}
	m.signs(anyColumn)
	body, kinds := t.sample, make([]label.Column, len(m.Columns))
	if at >= 0 {
		m.HeaderRow, body = t.sample[at].n, t.sample[at+1:]
		m.Surplus = t.surplus(at)
		texts := make([]string, len(m.Columns))
		for i, c := range t.sample[at].cells {
			m.Columns[i].Label, texts[i] = c.Text, c.Text
			kinds[i], m.Columns[i].Base, _ = columnOf(c.Text)
		}
		label.Settle(kinds, texts)
		for i, k := range kinds {
			m.Columns[i].Kind = k
		}
		for i, text := range t.units(at, kinds) {
			m.Columns[i].Units = text
		}
	}
	d := decision{Mapping: &m, body: figures(m.Columns, body)}
	d.settle()
	m.Stated = t.stated(m.HeaderRow)
	m.signs(func(at int) bool { return m.Columns[at].amount() || slices.Contains(amounts, kinds[at]) })
	return m
}

func (t *sheet) width() int {
	width := 0
	for _, r := range t.sample {
		width = max(width, len(r.cells))
	}
	return width
}

// numeric lists the kinds of columns with figures.
var numeric = []label.Column{
	label.Quantity, label.Cases, label.Ordered, label.Open, label.Minimum, label.Stock, label.Pack, label.CasePrice, label.Price, label.Cost,
	label.Retail, label.MAP,
	label.Base, label.Discount, label.TaxRate, label.TaxAmount, label.TaxBase, label.Total, label.Gross,
}

// amounts lists the kinds of columns with amounts.
var amounts = []label.Column{
	label.CasePrice, label.Price, label.Cost, label.Retail, label.MAP, label.TaxAmount, label.TaxBase, label.Total,
	label.Gross,
}

// header finds the row with most kinds of labels, at least two, if most cells below labels of
// figures are figures.
func (t *sheet) header(columns []Column) int {
	best, most := -1, 1
	for i, r := range t.sample[:min(headerRows, len(t.sample))] {
		kinds, below := labels(r)
		if len(kinds) > most && fits(columns, t.below(i, r), below) {
			best, most = i, len(kinds)
		}
	}
	if best < 0 {
		return t.titles(columns)
	}
	return best
}

// labels returns the different kinds of labels in a row, and the columns below which only figures
// fit.
func labels(r row) (kinds map[label.Column]bool, below []int) {
	found, texts := make([]label.Column, len(r.cells)), make([]string, len(r.cells))
	for at, c := range r.cells {
		if kind, _, ok := columnOf(c.Text); ok && c.Kind == Text {
			found[at], texts[at] = kind, c.Text
		}
	}
	label.Settle(found, texts)
	kinds = map[label.Column]bool{}
	for at, kind := range found {
		if kind == "" {
			continue
		}
		kinds[kind] = true
		if slices.Contains(numeric, kind) && !label.Nombre(texts[at]) {
			below = append(below, at)
		}
	}
	return kinds, below
}

// below returns the rows below a header, without a row of units.
func (t *sheet) below(at int, header row) []row {
	rows := t.sample[at+1 : min(at+2+fitting, len(t.sample))]
	kinds := make([]label.Column, len(header.cells))
	for i, c := range header.cells {
		kinds[i], _, _ = columnOf(c.Text)
	}
	if len(t.units(at, kinds)) > 0 {
		rows = rows[1:]
	}
	return rows[:min(fitting, len(rows))]
}

// units returns the units and currencies in the row below a header, by column: MT, USD/MT, USD. All
// cells below labels of figures have them, and any names a currency or a known unit.
func (t *sheet) units(at int, kinds []label.Column) map[int]string {
	if at+1 >= len(t.sample) {
		return nil
	}
	found, known := map[int]string{}, false
	for i, c := range t.sample[at+1].cells {
		if c.Text == "" || i >= len(kinds) || !slices.Contains(numeric, kinds[i]) {
			continue
		}
		text := strings.Trim(c.Text, " ()[]")
		if c.Kind != Text || !unitForm.MatchString(text) {
			return nil
		}
		_, unit := number.Unit(text)
		found[i], known = text, known || unit || label.MarkIn(text) != ""
	}
	if !known {
		return nil
	}
	return found
}

// unitForm matches a unit, a currency, or a currency per unit.
var unitForm = regexp.MustCompile(`^(?:\p{L}{1,6}|\p{Sc})\.?(?: ?/ ?(?:\p{L}{1,6}|\p{Sc})\.?)?$`)

// numbering matches the number of a box of a form before its label: 13.Description of goods.
var numbering = regexp.MustCompile(`^\s*\d{1,2}\s?[.)]\s*(\p{L}.*)$`)

// unnumbered cuts the number of a box off its label.
func unnumbered(text string) string {
	if m := numbering.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return text
}

// bracketed matches an addition in brackets to a label: Unit price (JPY/MT).
var bracketed = regexp.MustCompile(`\s*\([^()]*\)\s*$`)

// columnOf reads the label of a column, also in a form with numbered boxes.
func columnOf(text string) (kind label.Column, base int64, ok bool) {
	if kind, base, ok = label.Filed(text); ok || !numbering.MatchString(text) {
		return kind, base, ok
	}
	plain := unnumbered(text)
	if kind, base, ok = label.Filed(plain); ok {
		return kind, base, true
	}
	return label.Filed(bracketed.ReplaceAllString(plain, ""))
}

// titles finds a header with a single known label: the first row that fills all columns with
// different texts and no figure, above rows with figures.
func (t *sheet) titles(columns []Column) int {
	for i, r := range t.sample[:min(headerRows, len(t.sample))] {
		if len(r.cells) < len(columns) || len(columns) < 3 {
			continue
		}
		texts, known := map[string]bool{}, false
		for at, c := range r.cells {
			_, figure := c.Figure(columns[at].Sign)
			if c.Text == "" || c.Kind != Text || figure || number.HasDigit(c.Text[:1]) {
				break
			}
			_, _, label := columnOf(c.Text)
			known, texts[c.Text] = known || label, true
		}
		if known && len(texts) == len(columns) && t.figuresBelow(columns, i) {
			return i
		}
	}
	return -1
}

// figuresBelow reports whether a column has figures in the rows below a row.
func (t *sheet) figuresBelow(columns []Column, row int) bool {
	below := t.sample[row+1 : min(row+1+fitting, len(t.sample))]
	for at := range columns {
		if len(below) > 0 && fits(columns, below, []int{at}) && below[0].has(at) {
			return true
		}
	}
	return false
}

func (r row) has(at int) bool { return at < len(r.cells) && r.cells[at].Text != "" }

// fits reports whether most cells of the columns are figures. Odd figures such as 2/$5.00 count for
// neither side.
func fits(columns []Column, rows []row, below []int) bool {
	good, bad := 0, 0
	for _, r := range rows {
		for _, at := range below {
			if at >= len(r.cells) || r.cells[at].Text == "" {
				continue
			}
			if _, ok := r.cells[at].Figure(columns[at].Sign); ok {
				good++
			} else if !odd(r.cells[at].Text) {
				bad++
			}
		}
	}
	return good >= bad
}

// odd reports whether a text is short, with digits and few letters: a price for two, or a price
// with an unknown sign.
func odd(text string) bool {
	letters, digits := 0, 0
	for _, r := range text {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
		}
	}
	return digits > 0 && letters <= maxOdd && utf8.RuneCountInString(text) <= 4*maxOdd
}

// maxOdd limits the letters of an odd figure.
const maxOdd = 6
