package imports

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"sellingassistant/app/document/tablefile"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/document/table"
	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	ports "sellingassistant/ports/imports"
)

// Tables reads the files of imports with the reader of documents.
type Tables struct{ files tablefile.Reader }

func NewTables(r tablefile.Reader) *Tables { return &Tables{r} }

var _ ports.Tables = (*Tables)(nil)

// Survey reads all rows. The header is the row with the most names of members, or else the row that
// would be the header of a price list.
func (t *Tables) Survey(ctx context.Context, content []byte, k imports.Kind, w imports.Wanted) (imports.Table, error) {
	s, err := t.files.Survey(ctx, content)
	if err != nil {
		return imports.Table{}, err
	}
	header := w.HeaderRow
	if header == 0 {
		header = s.Header(w.Sheet, func(text string) string { f, _ := k.Heads(text); return string(f) })
	}
	m, ok := s.ChooseAt(w.Sheet, header)
	if !ok {
		return imports.Table{}, fault.New(fault.Rule, fault.CodeValidationFailed, "The file has no such sheet, or no such row in its first 500.").At("/mapping/header_row")
	}
	if err := tablefile.Fits(m); err != nil {
		return imports.Table{}, err
	}
	m.Amounts(func(text string) bool { f, _ := k.Heads(text); return f.Form() == imports.Amount })
	open, err := t.files.Decide(content, &m)
	if err != nil {
		return imports.Table{}, err
	}
	out := imports.Table{
		Sheet: m.Sheet, HeaderRow: m.HeaderRow, Rows: int64(s.Rows(m)), Sample: tablefile.Sample(s, m), Open: open,
	}
	for at, c := range m.Columns {
		out.Marks = append(out.Marks, tablefile.Mark(m, at))
		out.Headers = append(out.Headers, tablefile.Short(tablefile.Clean(c.Label), maxText))
		out.Signs = append(out.Signs, tablefile.Sign(c.Sign))
	}
	return out, nil
}

// maxText bounds the texts of a row in characters.
const maxText = 200

// Lines skips other sheets, rows up to the header, and rows without content in the mapped columns.
func (t *Tables) Lines(ctx context.Context, content []byte, m imports.Mapping, line func(imports.Line) error) error {
	width := 0
	return t.files.Rows(ctx, content, func(sheet string, n int, cells []table.Cell) error {
		if sheet == "" && int64(n) == m.HeaderRow {
			width = len(cells)
		}
		if sheet != m.Sheet || int64(n) <= m.HeaderRow {
			return nil
		}
		if columns, ok := repeated(m.Columns, cells); ok {
			m.Columns = columns
			return nil
		}
		l, ok := lineOf(m, int64(n), cells)
		if table.Surplus(cells, width) && l.Err == nil {
			l.Err = fault.New(fault.Rule, fault.CodeValidationFailed,
				"The row has more cells than the header: write decimal commas and delimiters in quotes.")
		}
		if ok {
			return line(l)
		}
		return nil
	})
}

// repeated places columns by a row that repeats the header, perhaps in another order. Such a row
// has the header of a key and no figures. A column that is gone has no cells any more.
func repeated(columns []imports.Column, cells []table.Cell) (to []imports.Column, ok bool) {
	if slices.ContainsFunc(cells, func(c table.Cell) bool { return number.HasDigit(c.Text) }) {
		return nil, false
	}
	to = slices.Clone(columns)
	for i, c := range to {
		same := func(cell table.Cell) bool {
			return c.Header != "" && tablefile.Short(tablefile.Clean(cell.Text), maxText) == c.Header
		}
		if c.At < 0 || c.At >= int64(len(cells)) || !same(cells[c.At]) {
			to[i].At = int64(slices.IndexFunc(cells, same))
		}
		ok = ok || to[i].At >= 0 && slices.Contains([]imports.Field{imports.FieldSKU, imports.FieldID}, c.Field)
	}
	return to, ok
}

// lineOf reads a row; false for a row without content in the columns of the mapping.
func lineOf(m imports.Mapping, n int64, cells []table.Cell) (imports.Line, bool) {
	l, any := imports.Line{Number: n}, false
	filled := func(c imports.Column) bool { return c.At >= 0 && c.At < int64(len(cells)) && cells[c.At].Text != "" }
	currency := slices.ContainsFunc(m.Columns, func(c imports.Column) bool {
		return c.Field == imports.Currency && filled(c)
	})
	for _, c := range m.Columns {
		if !filled(c) {
			continue
		}
		any = true
		if currency {
			c.Mark = "" // the row has its own
		}
		if err := put(&l, c, m.Decimal.Sign(c.Sign), cells[c.At]); err != nil && l.Err == nil {
			l.Err = err
		}
	}
	return l, any
}

// put reads a cell into a line.
func put(l *imports.Line, c imports.Column, sign string, cell table.Cell) *fault.Error {
	text := tablefile.Clean(cell.Text)
	wrong := func(what string) *fault.Error {
		return fault.Newf(fault.Rule, fault.CodeValidationFailed, "%s: %q is %s.", c.Field, tablefile.Short(text, maxText), what)
	}
	if len([]rune(text)) > maxText {
		return wrong("too long")
	}
	switch c.Field {
	case imports.FieldID:
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n <= 0 {
			return wrong("no id, which is a whole number above 0")
		}
		l.Key.ID = optional.Some(n)
		return nil
	case imports.FieldSKU:
		l.Key.SKU = text
		return nil
	case imports.FieldSeller:
		l.Key.Seller = strings.TrimSpace(text)
		return nil
	case imports.FieldASIN:
		l.Key.ASIN = strings.ToUpper(strings.TrimSpace(text))
		return nil
	case imports.FieldMarketplace:
		m, ok := marketplace.Named(text)
		if !ok {
			return wrong("not a marketplace: write amazon.de, DE or its id")
		}
		l.Key.Marketplace = m.ID
		return nil
	}
	if dash(text) {
		l.Cells = append(l.Cells, imports.Cell{Field: c.Field, Clear: true})
		return nil
	}
	read := imports.Cell{Field: c.Field}
	switch c.Field.Form() {
	case imports.Amount:
		a, mark, ok := amount(cell, sign)
		if !ok && tooLong(cell, sign) {
			return above(c.Field, text)
		}
		if !ok {
			return wrong("not an amount of 0 or above with at most 4 decimals")
		}
		text, read.Currencies = a.String(), number.Currencies(cmp.Or(mark, label.MarkIn(c.Header), c.Mark))
		if read.Currencies == nil && c.Mark != "" {
			return wrong("an amount beside several currencies: name the currency in a column or in the header")
		}
	case imports.Percentage:
		p, signed, ok := percentage(cell, sign)
		if c.Field == imports.VATRate && p.Units() > 100*percent {
			ok = false
		}
		if !ok {
			return wrong("not a percentage of 0 or above")
		}
		if !signed && p.Units() > 0 && p.Units() < percent {
			return wrong("below 1: write 20 for twenty percent, and 0.2% for less than one percent")
		}
		text = p.String()
	case imports.Count:
		n, ok := count(cell, sign)
		if !ok && tooLong(cell, sign) {
			return above(c.Field, text)
		}
		if !ok {
			return wrong("not a whole number of 0 or above")
		}
		text = strconv.FormatInt(n, 10)
	case imports.Word:
		text = strings.TrimSpace(text)
		if code, ok := number.Code(text); ok && code != "" && c.Field == imports.Currency {
			text = string(code) // such as zł for PLN
		}
	}
	read.Text = text
	l.Cells = append(l.Cells, read)
	return nil
}

// dash reports a cell that clears its member.
func dash(text string) bool { return text == "-" || text == "\u2013" || text == "\u2014" }

// above refuses a figure above the limit.
func above(f imports.Field, text string) *fault.Error {
	return fault.Newf(fault.Rule, fault.CodeOutOfRange, "%s: %q has too many digits.", f, tablefile.Short(text, maxText))
}

// tooLong reports a figure with more digits than any amount or count can have.
func tooLong(cell table.Cell, sign string) bool {
	n, ok := cell.Figure(tablefile.SignOf(sign))
	if !ok {
		return len(cell.Text) > maxWhole && strings.Trim(cell.Text, "0123456789") == ""
	}
	_, err := money.Parse(n.Value.Trim(0).String())
	return errors.Is(err, money.ErrRange)
}

// maxWhole bounds the digits of a whole number.
const maxWhole = 10

func figure(cell table.Cell, sign string) (number.Number, bool) {
	n, ok := cell.Figure(tablefile.SignOf(sign))
	return n, ok && !n.Percent && !n.Value.IsNeg()
}

// amount returns an amount and the sign or code of a currency beside it.
func amount(cell table.Cell, sign string) (a money.Amount, mark string, ok bool) {
	const decimals = 4
	n, ok := figure(cell, sign)
	if unit := tablefile.Per(cell.Text, n); !ok || unit != "" && unit != "piece" {
		return money.Amount{}, "", false
	}
	v := n.Value.Trim(0)
	if v.Scale() > decimals {
		return money.Amount{}, "", false
	}
	a, err := money.Parse(v.String())
	return a, n.Mark, err == nil
}

// percent has 1 % in ten-thousandths.
const percent = 10_000

// percentage reads 19, 19 % and the share that a spreadsheet stores, and reports a percent sign.
func percentage(cell table.Cell, sign string) (p money.Percent, signed, ok bool) {
	n, ok := cell.Figure(tablefile.SignOf(sign))
	if !ok || n.Currency != "" {
		return p, false, false
	}
	p, err := money.ParsePercent(n.Value.Trim(0).String())
	return p, n.Percent, err == nil && p.Units() >= 0
}

func count(cell table.Cell, sign string) (int64, bool) {
	n, ok := figure(cell, sign)
	if !ok || n.Currency != "" {
		return 0, false
	}
	whole, fraction, ok := n.Value.Int64(0)
	return whole, ok && fraction == 0
}
