package pricelist

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/app/document/tablefile"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/document/table"
	"sellingassistant/domain/kernel/columns"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
	ports "sellingassistant/ports/pricelist"
)

// Tables reads the files of lists with the reader of documents.
type Tables struct{ files tablefile.Reader }

func NewTables(r tablefile.Reader) *Tables { return &Tables{r} }

var _ ports.Tables = (*Tables)(nil)

// fields maps kinds of columns to fields of a price list. The manufacturer's number has no field:
// it is not the supplier's SKU.
var fields = map[label.Column]pricelist.Field{
	label.GTIN: pricelist.FieldIdentifier, label.ASIN: pricelist.FieldIdentifier, label.Price: pricelist.FieldCost, label.Cost: pricelist.FieldCost,
	label.CasePrice: pricelist.FieldCaseCost, label.Pack: pricelist.FieldPackSize, label.Stock: pricelist.FieldQuantity, label.Minimum: pricelist.FieldMinimum,
	label.Text: pricelist.FieldTitle, label.Brand: pricelist.FieldBrand, label.SKU: pricelist.FieldSupplierSKU, label.Currency: pricelist.FieldCurrency,
	label.MAP: pricelist.FieldMAP, label.Base: pricelist.FieldUnit, label.Unit: pricelist.FieldUnit,
}

// Survey takes the first column of each kind, and all columns that identify products.
func (t *Tables) Survey(ctx context.Context, content []byte, w pricelist.Wanted) (pricelist.Table, error) {
	s, err := t.files.Survey(ctx, content)
	if err != nil {
		return pricelist.Table{}, err
	}
	m, ok := s.ChooseAt(w.Sheet, w.HeaderRow)
	if !ok {
		return pricelist.Table{}, fault.New(fault.Rule, fault.CodeValidationFailed, "The file has no such sheet, or no such row in its first 500.").At("/mapping/header_row")
	}
	if err := tablefile.Fits(m); err != nil {
		return pricelist.Table{}, err
	}
	open, err := t.files.Decide(content, &m)
	if err != nil {
		return pricelist.Table{}, err
	}
	out := pricelist.Table{
		Sheet: m.Sheet, HeaderRow: m.HeaderRow, Candidates: map[pricelist.Field][]int{}, Rows: int64(s.Rows(m)), Sample: tablefile.Sample(s, m), Open: open,
	}
	taken, measured := map[pricelist.Field]bool{}, []int(nil)
	based := m.Column(label.Base) >= 0
	for at, c := range m.Columns {
		f := fields[c.Kind]
		per := tablefile.Per(c.Units, number.Number{})
		switch {
		case based && c.Kind == label.Unit:
			f = "" // a number of items says more than their unit
		case f == pricelist.FieldCaseCost && label.Dozen(c.Label):
			f = pricelist.FieldCost
			c.Base, _ = number.Pieces("dozen")
		case f == pricelist.FieldCost && per == caseUnit:
			f = pricelist.FieldCaseCost
		case f == pricelist.FieldCost && (label.Measured(c.Label) || !whole(per)):
			f, measured = "", append(measured, at)
		}
		if taken[f] && f != pricelist.FieldIdentifier {
			f = ""
		}
		taken[f] = true
		out.Headers, out.Fields = append(out.Headers, c.Label), append(out.Fields, f)
		out.Signs, out.Bases = append(out.Signs, tablefile.Sign(c.Sign)), append(out.Bases, max(c.Base, 1))
		out.Marks = append(out.Marks, tablefile.Mark(m, at))
	}
	for kind, places := range m.Candidates {
		if f, ok := fields[kind]; ok {
			out.Candidates[f] = places
		}
	}
	if !taken[pricelist.FieldCost] && !taken[pricelist.FieldCaseCost] && len(measured) > 0 {
		out.Candidates[pricelist.FieldCost] = measured
	}
	doubt(&out, m.Columns)
	reduced(&out, m.Columns)
	dubious(&out, m.Columns)
	listed(&out, m.Columns)
	packed(&out, m.Columns)
	cased(&out, m.Columns)
	coded(&out)
	repeated(&out, m.Columns)
	return out, nil
}

// Bounds of texts of a row in characters, the same as for rows in calls.
const maxIdentifier, maxTitle, maxBrand, maxExtra, maxExtras = 100, 500, 200, 500, 30

func (t *Tables) Rows(
	ctx context.Context, content []byte, m pricelist.Mapping, list money.Currency, row func(in pricelist.Input) error,
) error {
	r := rows{m: m, list: list}
	for _, c := range m.Columns {
		r.pesos = r.pesos || label.Pesos([]string{c.Header})
	}
	return t.files.Rows(ctx, content, func(sheet string, n int, cells []table.Cell) error {
		if sheet == "" && int64(n) == m.HeaderRow {
			r.width = len(cells)
		}
		if sheet != m.Sheet || int64(n) <= m.HeaderRow || r.header(cells) {
			return nil
		}
		if in, ok := r.input(cells); ok {
			return row(in)
		}
		return nil
	})
}

// rows reads the cells of rows by their columns. list is the default currency of costs.
type rows struct {
	m    pricelist.Mapping
	list money.Currency
	// pesos marks a list in which a dollar sign may mean pesos.
	pesos bool
	// width counts the cells of the header of a text. It stays 0 for a workbook.
	width int
}

// header reports a repeated header row. It moves the columns to their new places; a column that is
// gone has no cells any more.
func (r *rows) header(cells []table.Cell) bool {
	columns, same := moved(r.m.Columns, cells)
	if same < 2 {
		return false
	}
	r.m.Columns = columns
	r.m.Passthrough, _ = moved(r.m.Passthrough, cells)
	return true
}

// moved places columns by the texts of a row, and counts the headers that it has.
func moved(columns []pricelist.Column, cells []table.Cell) (to []pricelist.Column, same int) {
	to = slices.Clone(columns)
	for i, c := range to {
		if c.Header != "" && cell(cells, c).Text != c.Header {
			to[i].At = slices.IndexFunc(cells, func(at table.Cell) bool { return at.Text == c.Header })
		}
		if c.Header != "" && to[i].At >= 0 {
			same++
		}
	}
	return to, same
}

func cell(cells []table.Cell, c pricelist.Column) table.Cell {
	if c.At < 0 || c.At >= len(cells) {
		return table.Cell{}
	}
	return cells[c.At]
}

// text returns the first non-empty cell of a field.
func (r rows) text(cells []table.Cell, f pricelist.Field, most int) string {
	for _, c := range r.m.Of(f) {
		if text := cell(cells, c).Text; text != "" {
			return tablefile.Short(tablefile.Clean(text), most)
		}
	}
	return ""
}

// printed has the figure of a cell, its currency, the items that it is for, and their unit.
type printed struct {
	value    decimal.Decimal
	currency money.Currency
	base     int64
	unit     string
}

// figure returns the figure of the first column of a field that has a figure.
func (r rows) figure(cells []table.Cell, f pricelist.Field) (p printed, ok bool) {
	for _, c := range r.m.Of(f) {
		sign, text := tablefile.SignOf(r.m.SignOf(c)), cell(cells, c)
		n, ok := text.Figure(sign)
		amount := slices.Contains(costs, f)
		if amount {
			n, ok = text.Amount(sign)
		}
		if !ok || n.Percent {
			continue
		}
		named, mark := label.MarkIn(c.Header), n.Mark
		if r.pesos && mark == "$" {
			mark = cmp.Or(named, mark) // Precio (US$)
		}
		p = printed{value: n.Value, base: max(c.Base, 1)}
		switch {
		case mark != "" || !amount:
		case inPence(c.Header):
			mark, p.base = number.Pence, 100*p.base
		case inCents(c.Header):
			if n.Value.Scale() > 1 {
				return p, false // may be no cents
			}
			p.base *= 100
		}
		if p.currency = r.currency(cmp.Or(mark, named, c.Mark)); amount {
			p.unit = tablefile.Per(text.Text, n)
			if items, counts := number.Pieces(p.unit); counts {
				p.base, p.unit = items, ""
			}
		}
		return p, true
	}
	return p, false
}

// costs lists the fields of amounts.
var costs = []pricelist.Field{pricelist.FieldCost, pricelist.FieldCaseCost, pricelist.FieldMAP}

// currency converts a sign or a code to a currency. A sign means the list's currency if it can, or
// else its usual currency. A sign that is unknown or has no usual currency is unknown.
func (r rows) currency(mark string) money.Currency {
	all := number.Currencies(mark)
	switch {
	case label.Fold(mark) == "" && !number.Symbol(mark): // nothing, or a dash
		return ""
	case slices.Contains(all, r.list):
		return r.list
	case len(all) == 0, all[0] == "", r.pesos && mark == "$":
		return money.Unknown
	}
	return all[0]
}

// amount returns a figure as an amount for one unit, if it is a valid amount above 0: lists write 0
// where they have no price. A row with more cells than the header has no amounts.
func (r rows) amount(cells []table.Cell, f pricelist.Field, currency *money.Currency) (a pricelist.Maybe, unit string) {
	p, ok := r.figure(cells, f)
	if !ok || !p.value.IsPos() || table.Surplus(cells, r.width) || !whole(p.unit) && p.unit != caseUnit {
		return pricelist.Maybe{}, ""
	}
	a = perItem(p.value, p.base)
	if a.Known() && *currency == "" {
		*currency = p.currency
	}
	return a, p.unit
}

// amounts reads the cost, the cost of a case and the lowest price. A cost with the unit of a case
// becomes a case cost.
func (r rows) amounts(cells []table.Cell, input *pricelist.Input) {
	var unit string
	input.Cost, unit = r.amount(cells, pricelist.FieldCost, &input.Currency)
	input.CaseCost, _ = r.amount(cells, pricelist.FieldCaseCost, &input.Currency)
	input.MAP, _ = r.amount(cells, pricelist.FieldMAP, &input.Currency)
	if unit != caseUnit {
		r.divide(cells, input)
		return
	}
	if !input.CaseCost.Known() {
		input.CaseCost = input.Cost
	}
	input.Cost = pricelist.Maybe{}
}

// divide divides the cost by the items in its unit. The cost of a case becomes a case cost. If a
// header names the items, the cost stays unchanged.
func (r rows) divide(cells []table.Cell, input *pricelist.Input) {
	cost := r.m.Of(pricelist.FieldCost)
	printed := r.text(cells, pricelist.FieldUnit, maxIdentifier)
	text := strings.ToLower(printed)
	total, ok := input.Cost.Get()
	if !ok || text == "" || len(cost) != 1 || cost[0].Base > 1 {
		return
	}
	kind, _, _ := label.Filed(r.m.Of(pricelist.FieldUnit)[0].Header)
	items, err := strconv.ParseInt(text, 10, 64)
	unit, pack := unitOf(text)
	switch {
	case err == nil:
		if kind == label.Unit {
			items = 1 // it may count anything
		}
	case (text == "c" || printed == "M") && kind == label.Unit:
		input.Cost = pricelist.Maybe{} // a hundred or a case, a thousand or a metre
		return
	case text == "c":
		items = 100
	case text == "m" && kind != label.Unit:
		items = 1000
	case label.Each(cost[0].Header):
	case unit == caseUnit || pack.Case:
		if len(r.m.Of(pricelist.FieldCaseCost)) > 0 {
			return
		}
		input.Cost, input.CaseCost = pricelist.Maybe{}, input.Cost
		if pack.Case && !input.PackSize.Known() && pack.Units <= pricelist.MaxPack {
			input.PackSize = optional.Some(pack.Units)
		}
	default:
		pieces, _ := number.Pieces(unit)
		items = max(pieces, pack.Units)
	}
	if items > 1 {
		input.Cost = perItem(total.Decimal(), items)
	}
}

// unitOf reads the unit of a cost: dozen, per hundred, pack of 12 and case of 24.
func unitOf(text string) (unit string, pack number.Pack) {
	words := strings.Fields(text)
	if len(words) > 1 && slices.Contains([]string{"per", "1", "je", "pro", "par", "por"}, words[0]) {
		words = words[1:]
	}
	unit, _ = number.Unit(words[0])
	if pack, ok := number.PackOf(text); ok {
		return unit, pack
	}
	return unit, number.Pack{}
}

// perItem divides a figure by items and rounds to four decimals; no value if the result is not a
// valid amount.
func perItem(figure decimal.Decimal, items int64) pricelist.Maybe {
	each, err := figure.Quo(decimal.MustNew(items, 0))
	if err != nil {
		return pricelist.Maybe{}
	}
	a, err := money.Parse(each.Round(4).Trim(0).String())
	if err != nil {
		return pricelist.Maybe{}
	}
	return optional.Some(a)
}

// count returns a figure if it is a whole number from least to most.
func (r rows) count(cells []table.Cell, f pricelist.Field, least, most int64) optional.Maybe[int64] {
	p, ok := r.figure(cells, f)
	if !ok {
		return optional.None[int64]()
	}
	whole, fraction, ok := p.value.Int64(0)
	if !ok || fraction != 0 || whole < least || whole > most {
		return optional.None[int64]()
	}
	return optional.Some(whole)
}

// input reads a row; false for a row with neither an identifier nor a cost, such as the name of a
// group.
func (r rows) input(cells []table.Cell) (pricelist.Input, bool) {
	in := pricelist.Input{
		Type: r.m.Type, Title: r.text(cells, pricelist.FieldTitle, maxTitle), Brand: r.text(cells, pricelist.FieldBrand, maxBrand),
		SupplierSKU: r.text(cells, pricelist.FieldSupplierSKU, maxIdentifier),
		PackSize:    r.count(cells, pricelist.FieldPackSize, 1, pricelist.MaxPack), Minimum: r.count(cells, pricelist.FieldMinimum, 1, 1_000_000_000),
		Quantity: r.count(cells, pricelist.FieldQuantity, 0, 1_000_000_000),
	}
	in.Currency = r.currency(r.text(cells, pricelist.FieldCurrency, maxIdentifier))
	r.amounts(cells, &in)
	for _, c := range r.m.Of(pricelist.FieldIdentifier) {
		text := tablefile.Short(tablefile.Clean(cell(cells, c).Text), maxIdentifier)
		try := in
		try.Identifier = text
		if _, _, err := try.Identity(); err == nil {
			in.Identifier = text
			break
		}
		if in.Identifier == "" {
			in.Identifier = text
		}
	}
	for i, c := range r.m.Passthrough {
		if text := cell(cells, c).Text; text != "" && i < maxExtras {
			if in.Extra == nil {
				in.Extra = map[string]string{}
			}
			name := c.Header
			if name == "" {
				name = columns.Letter(c.At)
			}
			in.Extra[tablefile.Short(tablefile.Clean(name), maxIdentifier)] = tablefile.Short(tablefile.Clean(text), maxExtra)
		}
	}
	return in, in.Identifier != "" && (r.hasDigits(in.Identifier) || in.Cost.Known() || in.CaseCost.Known()) || in.Cost.Known() && in.Title != ""
}

// hasDigits distinguishes an identifier from the name of a group.
func (rows) hasDigits(text string) bool { return strings.ContainsAny(text, "0123456789") }
