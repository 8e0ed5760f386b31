package imports

import (
	"slices"
	"strings"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/columns"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/words"
)

// Table describes the table found in a file.
type Table struct {
	Sheet string
	// HeaderRow has the number of the header in its sheet, or 0.
	HeaderRow int
	// The texts of the header, a text for each column. Signs has the decimal signs of their
	// figures: "." or ",", or "" if undecided. Marks has currencies from beside the table or from a
	// row of units.
	Headers, Signs, Marks []string
	// Open has a figure of each column without a decimal sign, by the place of the column.
	Open   map[int]columns.Open
	Sample [][]string
	// Rows counts the rows below the header.
	Rows int64
}

// Wanted has a mapping as a caller gives it: columns by the text of their header, their letter or
// their number from 1.
type Wanted struct {
	// Sheet "" means the longest sheet, HeaderRow 0 the probable header.
	Sheet     string
	HeaderRow int
	Columns   map[Field]string
	// Ignore lists columns to leave out.
	Ignore  []string
	Decimal columns.Decimal
	// Create says that the keys alone are enough, as for rows that create records.
	Create bool
}

// Column has a column with a meaning; At counts from 0.
type Column struct {
	Field  Field
	At     int64
	Header string
	// Sign has the decimal sign of its figures. Mark has their currency where neither they nor the
	// header name one.
	Sign, Mark string
}

// Mapping says where the members of records are in a file.
type Mapping struct {
	Sheet     string
	HeaderRow int64
	Columns   []Column
	// Unused lists columns that no member was found for.
	Unused  []Column
	Decimal columns.Decimal
}

// Fingerprint returns equal texts for tables with the same header, and "" for a table without one.
func (t Table) Fingerprint() string {
	if t.HeaderRow == 0 {
		return ""
	}
	return columns.Fingerprint(t.Headers)
}

// Map decides the meaning of the columns: as the caller says, else as in the last import of the
// kind with this header, else by the header. It guesses nothing. A doubtful column, two columns
// with the same meaning, and a table without a key or a member are the Rule fault mapping_required.
// The fault has the table, the candidates and sample rows.
func (t Table) Map(k Kind, w Wanted, last *Mapping) (Mapping, error) {
	m := Mapping{Sheet: t.Sheet, HeaderRow: int64(t.HeaderRow), Decimal: w.Decimal.Plain()}
	said, taken := map[Field]bool{}, map[int]bool{}
	for _, f := range Field("").Words() {
		name, ok := w.Columns[f]
		if !ok {
			continue
		}
		at, err := columns.Place(t.Headers, name)
		if err != nil {
			return m, err.At("/mapping/columns/" + string(f))
		}
		if k.of([]Field{f}) == "" {
			return m, fault.Newf(fault.Rule, fault.CodeNotSupported, "An import of the kind %s has no %s.", k, f).At("/mapping/columns/" + string(f))
		}
		said[f], taken[at] = true, true
		m.Columns = append(m.Columns, t.column(f, at))
	}
	for i, name := range w.Ignore {
		at, err := columns.Place(t.Headers, name)
		if err != nil {
			return m, err.At(check.Item("/mapping/ignore", i))
		}
		taken[at] = true
	}
	open := map[Field][]int{}
	if last != nil && len(w.Columns)+len(w.Ignore) == 0 {
		for _, c := range last.Columns {
			taken[int(c.At)] = true
			m.Columns = append(m.Columns, t.column(c.Field, int(c.At)))
		}
	} else {
		t.exported(k, &m, said, taken)
		open = t.find(k, &m, said, taken)
	}
	for at, h := range t.Headers {
		if !taken[at] && h != "" {
			m.Unused = append(m.Unused, t.column("", at))
		}
	}
	switch {
	case len(open) > 0:
		return m, t.unsure(m, open, "The meaning of these columns is not sure: give it with mapping, or leave them out with "+
			"mapping.ignore.")
	case !m.has(FieldID) && !m.has(FieldSKU):
		return m, t.unsure(m, m.near(k), "Say with mapping which column has the SKU, or the id.")
	case !w.Create && !slices.ContainsFunc(m.Columns, func(c Column) bool {
		return !slices.Contains(Keys(), c.Field) && (c.Field != Currency || said[Currency])
	}):
		return m, t.unsure(m, m.near(k), "No column has anything to import: name such a column with mapping.")
	}
	return m, t.decide(m, last)
}

// decide gives open columns the decimal sign of the last import with this header. It refuses
// a column of amounts or counts that stays open. A percentage below 100 has a single
// reading.
func (t Table) decide(m Mapping, last *Mapping) error {
	if m.Decimal != columns.Auto {
		return nil
	}
	for i := range m.Columns {
		c := &m.Columns[i]
		open, ok := t.Open[int(c.At)]
		if !ok {
			continue
		}
		c.Sign = last.sign(c.At)
		switch form := c.Field.Form(); {
		case c.Sign != "":
		case form == Percentage:
			c.Sign = open.Sign()
		case form == Amount, form == Count && c.Field != FieldID:
			return t.asked(m, nil, open.Undecided(int(c.At), c.Header))
		}
	}
	return nil
}

// sign returns the decimal sign of a column, "" if it has no sign.
func (m *Mapping) sign(at int64) string {
	if m == nil {
		return ""
	}
	for _, c := range m.Columns {
		if c.At == at {
			return m.Decimal.Sign(c.Sign)
		}
	}
	return ""
}

// find maps the columns that are not taken by their headers, and returns the columns between which
// a caller has to choose.
func (t Table) find(k Kind, m *Mapping, said map[Field]bool, taken map[int]bool) map[Field][]int {
	sure, maybe := map[Field][]int{}, map[Field][]int{}
	for at, h := range t.Headers {
		f, yes := k.Heads(h)
		switch {
		case taken[at] || f == "" || said[f]:
		case yes:
			sure[f] = append(sure[f], at)
		default:
			maybe[f] = append(maybe[f], at)
		}
	}
	open := map[Field][]int{}
	for _, f := range Field("").Words() {
		switch {
		case len(sure[f]) == 1:
			taken[sure[f][0]] = true
			m.Columns = append(m.Columns, t.column(f, sure[f][0]))
		case len(sure[f]) > 1:
			open[f] = sure[f]
		case len(maybe[f]) > 0:
			open[f] = maybe[f]
		}
	}
	return open
}

func (t Table) column(f Field, at int) Column {
	c := Column{Field: f, At: int64(at)}
	if at < len(t.Headers) {
		c.Header = t.Headers[at]
	}
	if at < len(t.Signs) {
		c.Sign = t.Signs[at]
	}
	if at < len(t.Marks) {
		c.Mark = t.Marks[at]
	}
	return c
}

// Misspelt returns unused columns with nearly the header of a field that has no column. Each has
// this field.
func (m Mapping) Misspelt(k Kind) []Column {
	var found []Column
	for _, c := range m.Unused {
		field, ok := words.Nearest(columns.Fold(c.Header), func(yield func(string, Field) bool) {
			for _, f := range k.fields() {
				if m.has(f) {
					continue
				}
				for label := range strings.SplitSeq(string(f)+", "+labels[f], ", ") {
					if !yield(label, f) {
						return
					}
				}
			}
		})
		if ok {
			c.Field = field
			found = append(found, c)
		}
	}
	return found
}

// dates lists headers of the day from which a cost counts.
var dates = []string{
	"from", "from date", "date from", "start date", "cost start date", "effective date", "effective from", "valid from",
	"gültig ab", "valable à partir du", "válido desde", "valido dal",
}

// Dated returns the unused columns with the day from which the costs of the table count. Each has
// the field UnitCost.
func (m Mapping) Dated() []Column {
	var found []Column
	for _, c := range m.Unused {
		if m.has(UnitCost) && slices.Contains(dates, columns.Fold(c.Header)) {
			c.Field = UnitCost
			found = append(found, c)
		}
	}
	return found
}

// near lists misspelt columns by their fields.
func (m Mapping) near(k Kind) map[Field][]int {
	list := map[Field][]int{}
	for _, c := range m.Misspelt(k) {
		list[c.Field] = append(list[c.Field], int(c.At))
	}
	return list
}

func (m Mapping) has(f Field) bool {
	return slices.ContainsFunc(m.Columns, func(c Column) bool { return c.Field == f })
}

// unsure refuses a table if a caller has to name columns.
func (t Table) unsure(m Mapping, open map[Field][]int, message string) error {
	return t.asked(m, open, fault.New(fault.Rule, fault.CodeMappingRequired, message).At("/mapping"))
}

// asked adds the members to a refusal that a caller needs for a decision.
func (t Table) asked(m Mapping, open map[Field][]int, refusal *fault.Error) error {
	candidates := map[string][]map[string]any{}
	for _, f := range Field("").Words() {
		for _, at := range open[f] {
			candidates[string(f)] = append(candidates[string(f)], map[string]any{"column": columns.Letter(at), "header": t.column(f, at).Header})
		}
	}
	suggestion := map[string]string{}
	for _, c := range m.Columns {
		suggestion[string(c.Field)] = columns.Letter(int(c.At))
	}
	return refusal.With("sheet", t.Sheet).With("header_row", t.HeaderRow).
		With("suggestion", suggestion).With("candidates", candidates).With("sample", t.Sample)
}
