package pricelist

import (
	"maps"
	"slices"
	"strconv"

	"sellingassistant/domain/kernel/columns"
	"sellingassistant/domain/kernel/fault"
)

// Field names a possible meaning of a column.
type Field string

// The fields. Several columns can be identifiers: the first that has a valid one counts.
const (
	FieldIdentifier  Field = "identifier"
	FieldCost        Field = "cost"
	FieldPackSize    Field = "pack_size"
	FieldCaseCost    Field = "case_cost"
	FieldQuantity    Field = "quantity_available"
	FieldMinimum     Field = "moq"
	FieldTitle       Field = "title"
	FieldBrand       Field = "brand"
	FieldSupplierSKU Field = "supplier_sku"
	FieldMAP         Field = "map_price"
	FieldCurrency    Field = "currency"
	// FieldUnit says how many items the cost is for: a number, or a unit such as EA, DZ or CS.
	FieldUnit Field = "cost_unit"
)

func (Field) Words() []Field {
	return []Field{
		FieldIdentifier, FieldCost, FieldPackSize, FieldCaseCost, FieldQuantity, FieldMinimum, FieldTitle, FieldBrand,
		FieldSupplierSKU, FieldMAP, FieldCurrency, FieldUnit,
	}
}

// Table describes the table found in a file.
type Table struct {
	Sheet string
	// HeaderRow has the number of the header in its sheet, or 0.
	HeaderRow int
	// The texts of the header, a text for each column. Fields has the probable meaning of each
	// column, or "".
	Headers []string
	Fields  []Field
	// Candidates lists columns that headers and contents do not decide between.
	Candidates map[Field][]int
	Sample     [][]string
	// Signs has the decimal signs of the columns' figures: "." or ",", or "" if undecided. Bases
	// has the number of units that their prices are for. Marks has currencies from beside the
	// table or from a row of units.
	Signs, Marks []string
	Bases        []int64
	// Open has a figure of each column without a decimal sign, by the place of the column.
	Open map[int]columns.Open
	// Rows counts the rows below the header.
	Rows int64
}

// Wanted has a mapping as a caller gives it: columns by the text of their header, their letter or
// their number from 1.
type Wanted struct {
	// Sheet "" means the longest sheet, HeaderRow 0 the probable header.
	Sheet       string
	HeaderRow   int
	Columns     map[Field][]string
	Type        IdentifierType
	Decimal     columns.Decimal
	Passthrough []string
}

// Column has a column with a meaning; At counts from 0.
type Column struct {
	Field  Field
	At     int
	Header string
	// Sign has the decimal sign, Base the number of units that a price is for. Mark has the currency
	// of figures where neither they nor the header name one.
	Sign string
	Base int64
	Mark string
}

// Mapping says where the figures of a file are.
type Mapping struct {
	Sheet       string
	HeaderRow   int64
	Columns     []Column
	Type        IdentifierType
	Decimal     columns.Decimal
	Passthrough []Column
}

// Fingerprint returns equal texts for tables with the same header, and "" for a table without a
// header.
func (t Table) Fingerprint() string {
	if t.HeaderRow == 0 {
		return ""
	}
	return columns.Fingerprint(t.Headers)
}

// Map decides the meaning of the columns: as the caller says, else as in the last list of the
// supplier with this header, else by the header and the contents. It chooses nothing between two
// equal candidates. Such a list is Rule mapping_required, with the table, the candidates and sample
// rows.
func (t Table) Map(w Wanted, last *Mapping) (Mapping, error) {
	m := Mapping{Sheet: t.Sheet, HeaderRow: int64(t.HeaderRow), Type: w.Type, Decimal: w.Decimal.Plain()}
	if m.Type == "" {
		m.Type = Auto
	}
	said := map[Field]bool{}
	for _, f := range Field("").Words() {
		for i, name := range w.Columns[f] {
			at, err := columns.Place(t.Headers, name)
			if err != nil {
				return Mapping{}, err.At("/mapping/columns/" + string(f) + "/" + strconv.Itoa(i))
			}
			said[f] = true
			m.Columns = append(m.Columns, t.column(f, at))
		}
	}
	for i, name := range w.Passthrough {
		at, err := columns.Place(t.Headers, name)
		if err != nil {
			return Mapping{}, err.At("/mapping/passthrough/" + strconv.Itoa(i))
		}
		m.Passthrough = append(m.Passthrough, t.column("", at))
	}
	open := map[Field][]int{}
	if last != nil && len(said) == 0 {
		// Takes the remembered mapping; the decimal signs come from this file.
		for _, c := range last.Columns {
			m.Columns = append(m.Columns, t.column(c.Field, c.At))
		}
		if w.Type == "" {
			m.Type = last.Type
		}
	} else {
		for f, places := range t.Candidates {
			if !said[f] && (len(places) > 1 || len(w.Columns) == 0) && (f != FieldCost || !said[FieldCaseCost]) {
				open[f] = places
			}
		}
		for at, f := range t.Fields {
			if f != "" && !said[f] && !m.uses(at) {
				m.Columns = append(m.Columns, t.column(f, at))
			}
		}
	}
	if len(open) > 0 || !m.has(FieldIdentifier) {
		return Mapping{}, t.unsure(m, open)
	}
	return m, t.decide(m, last)
}

// Fields of amounts and counts.
var figures = []Field{FieldCost, FieldCaseCost, FieldMAP, FieldPackSize, FieldQuantity, FieldMinimum}

// decide gives open columns the decimal sign of the supplier's last list with this header.
// It refuses a column of figures that stays open.
func (t Table) decide(m Mapping, last *Mapping) error {
	if m.Decimal != columns.Auto {
		return nil
	}
	for i := range m.Columns {
		c := &m.Columns[i]
		open, ok := t.Open[c.At]
		if !ok || !slices.Contains(figures, c.Field) {
			continue
		}
		if c.Sign = last.sign(c.At); c.Sign == "" {
			return t.asked(m, nil, open.Undecided(c.At, c.Header))
		}
	}
	return nil
}

// sign returns the decimal sign of a column, "" if it has no sign.
func (m *Mapping) sign(at int) string {
	if m == nil {
		return ""
	}
	for _, c := range m.Columns {
		if c.At == at {
			return m.SignOf(c)
		}
	}
	return ""
}

func (t Table) column(f Field, at int) Column {
	c := Column{Field: f, At: at, Base: 1}
	if at < len(t.Headers) {
		c.Header = t.Headers[at]
	}
	if at < len(t.Signs) {
		c.Sign, c.Base = t.Signs[at], t.Bases[at]
	}
	if at < len(t.Marks) {
		c.Mark = t.Marks[at]
	}
	return c
}

func (m Mapping) has(f Field) bool {
	return slices.ContainsFunc(m.Columns, func(c Column) bool { return c.Field == f })
}

func (m Mapping) uses(at int) bool {
	return slices.ContainsFunc(m.Columns, func(c Column) bool { return c.At == at })
}

// unsure refuses a list if a caller has to name columns.
func (t Table) unsure(m Mapping, open map[Field][]int) error {
	message := "Say with mapping which column has the identifiers."
	if m.has(FieldIdentifier) {
		message = "A column may be the cost, and its label does not say so: say with mapping which one it is, " +
			"or name the other columns."
	}
	if slices.ContainsFunc(slices.Collect(maps.Values(open)), func(places []int) bool { return len(places) > 1 }) {
		message = "Two columns could be the same: say with mapping which one it is."
	}
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
	suggestion := map[string][]string{}
	for _, c := range m.Columns {
		suggestion[string(c.Field)] = append(suggestion[string(c.Field)], columns.Letter(c.At))
	}
	return refusal.With("sheet", t.Sheet).With("header_row", t.HeaderRow).
		With("suggestion", suggestion).With("candidates", candidates).With("sample", t.Sample)
}

// SignOf returns the decimal sign of a column.
func (m Mapping) SignOf(c Column) string { return m.Decimal.Sign(c.Sign) }

// Of lists the columns of a field, in the order in which they count.
func (m Mapping) Of(f Field) []Column {
	var out []Column
	for _, c := range m.Columns {
		if c.Field == f {
			out = append(out, c)
		}
	}
	return out
}
