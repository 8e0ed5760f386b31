package words

import (
	"context"
	"slices"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/head"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/document/reading/sums"
)

// Hints has facts known before a document is read.
type Hints struct {
	// Columns of earlier documents by fingerprint. Figures that disagree overrule them.
	Layouts map[string][]label.Column
	// Codes of the supplier, found anywhere in a line.
	SKUs map[string]bool
}

// reader walks over the rows of a document.
type reader struct {
	// returns the error of the context
	ended func() error
	hints Hints
	rows  []*grid.Row
	// the role of each row; text without another role
	roles      map[*grid.Row]role
	lines      []*found
	candidates []*found
	// charges has lines of charges and discounts below the lines.
	charges []reading.Line
	// rest has the rows of tables that were no lines.
	rest  []rest
	heads []headEnd
	sums  []sums.Sum
	taxes []sums.Sum
	lone  []sums.Lone
	// the first header, or nil
	first *grid.Table
	// named has the words of names in a price list. A currency among them is no currency of prices.
	named map[*grid.Word]bool
	// undated says that the date of issue was not taken because day and month could be swapped. Unsure
	// says that a figure was not taken because nothing shows the decimal sign.
	undated, unsure bool
	// unpriced says that the sign of amounts names no currency.
	unpriced bool
}

type role = head.Role

const (
	text      = head.Text
	heading   = head.Heading
	summing   = head.Summing
	recurring = head.Recurring
	lining    = head.Lining
)

// Read reads the lines and the header. The caller calls Conclude on the result. It returns the
// error of ctx when ctx ends.
func Read(ctx context.Context, pages []grid.Page, hints Hints) (reading.Reading, error) {
	rd := &reader{ended: ctx.Err, hints: hints, rows: grid.RowsOf(pages), roles: map[*grid.Row]role{},
		named: map[*grid.Word]bool{}}
	sign, open := grid.SignOf(rd.rows)
	for _, r := range rd.rows {
		if ctx.Err() != nil {
			break
		}
		r.ReadFigures(sign, open)
	}
	for _, r := range grid.Recurring(rd.rows) {
		rd.roles[r] = recurring
	}
	headed := rd.walk(false)
	carded := !headed && (rd.walkCards(sign, false) || rd.walkPriced(sign))
	if !headed && !carded {
		headed = rd.walk(true)
	}
	if headed {
		rd.againAsCards(sign)
	}
	if len(rd.lines) == 0 && (len(rd.candidates) == 0 || len(rd.sums) == 0) &&
		!rd.namelessCards(sign, headed) {
		rd.candidates = nil
		if !headed {
			rd.walkWithoutHeader()
		}
	}
	if len(rd.lines)+len(rd.candidates) == 0 {
		rd.walkTill(sign)
	}
	if !rd.tabled(sign) {
		rd.walkList(sign)
	}
	if len(rd.lines)+len(rd.candidates) == 0 {
		rd.walkCounted()
	}
	if err := ctx.Err(); err != nil {
		return reading.Reading{}, err
	}
	rd.endHeads()
	rd.takeReductions()
	rd.takeCharges()
	rd.makeBlocks()
	out := reading.Reading{Method: reading.PDF, Pages: len(pages), Header: rd.header(sign)}
	if rd.first != nil {
		out.Layout = layoutOf(rd.first, rd.lines)
	}
	rd.complete(rd.lines)
	below := slices.Concat(rd.charges, rd.printed().RoundingLines(out.Header))
	if len(rd.charges) == 0 {
		rd.chooseBySum(&out, below)
	}
	rd.noteUnread(&out)
	if rd.undated {
		out.Note(reading.DateUnsure)
	}
	if rd.unpriced {
		out.Note(reading.CurrencyUnknown)
	}
	taxed := !out.Header.Tax.Known() && slices.ContainsFunc(rd.lines, (*found).taxed)
	if rd.unsure || taxed || slices.ContainsFunc(rd.lines, func(f *found) bool {
		return slices.ContainsFunc(f.parts[:], (*grid.Figure).Unread)
	}) {
		out.Note(reading.ColumnsUnsure)
	}
	for i := range below {
		below[i].Currency = out.Header.Currency
	}
	out.Lines = slices.Grow(out.Lines, len(rd.lines))
	bare := rd.dollars().Bare()
	for _, f := range rd.lines {
		if f.Currency == "" || f.Currency == "USD" && bare {
			f.Currency = out.Header.Currency
		}
		if taxed {
			f.DoubtPrice()
		}
		out.Lines = append(out.Lines, f.Line)
	}
	out.Lines = append(out.Lines, below...)
	return out, nil
}

// taxed reports a line with its tax in the total, so that its cost is unknown without the tax.
func (f *found) taxed() bool {
	return f.Kind == reading.Product && label.Taxed(f.cells.Label(f.parts[2]))
}

// tabled reports lines with totals below their labels, or lines that the printed sums decide about.
func (rd *reader) tabled(sign number.Sign) bool {
	decided := func(s sums.Sum) bool { return printsMoney(s.Row, s.Value, sign) }
	return len(rd.candidates) > 0 && slices.ContainsFunc(rd.sums, decided) ||
		slices.ContainsFunc(rd.lines, func(f *found) bool {
			return f.LineTotal.Known() && (f.block != nil || f.Evidence != reading.ByProduct && f.Evidence != reading.Placed)
		})
}

// walk reads the rows below headers; false where there is no header.
func (rd *reader) walk(slip bool) bool {
	var t *grid.Table
	rd.sums, rd.taxes = nil, nil
	rd.rest, rd.heads = nil, nil
	seen, ended, taxes := false, false, false
	for i := 0; i < len(rd.rows) && rd.ended() == nil; i++ {
		r := rd.rows[i]
		if list, n := rd.printed().Below(i); n > 0 {
			for _, r := range rd.rows[i : i+1+n] {
				rd.roles[r] = summing
			}
			rd.sums, ended = append(rd.sums, list...), true
			i += n
			continue
		}
		if h := rd.headed(i, slip); h != nil {
			if rd.learn(h); !seen {
				rd.first = h
			}
			t, seen, ended, taxes = h, true, false, false
			for range h.Rows {
				rd.roles[rd.rows[i]] = heading
				i++
			}
			rd.heads = append(rd.heads, headEnd{h, i})
			i--
			continue
		}
		if rd.roles[r] == recurring || rd.roles[r] == lining {
			if t != nil && !ended && rd.roles[r] == recurring {
				rd.rest = append(rd.rest, rest{t, r})
			}
			continue
		}
		if grid.TaxTable(r) {
			t, taxes = nil, true
			rd.roles[r] = heading
			continue
		}
		if taxes {
			if tax, ok := sums.TaxOf(r); ok {
				rd.roles[r], rd.taxes = summing, append(rd.taxes, tax)
			}
		}
		var f *found
		if t != nil {
			f = readLine(t, r, rd.rows[i+1:], ended)
		}
		list := rd.printed().In(r)
		if len(list) > 0 && list[0].Field == label.Carried {
			if tax, ok := sums.TaxOf(r); ok { // Steuerbasisbetrag USt. 19 % 198,00 37,62
				rd.taxes = append(rd.taxes, tax)
			}
		}
		if len(list) > 0 && !f.names(list) && !f.outweighs(list[0].Field, ended) {
			rd.roles[r] = summing
			rd.sums = append(rd.sums, list...)
			ended = ended || slices.ContainsFunc(list, func(s sums.Sum) bool { return s.Field == label.Sum })
			continue
		}
		if f == nil {
			if t != nil && !ended {
				rd.rest = append(rd.rest, rest{t, r})
			}
			rd.candidate(t, r, ended)
			continue
		}
		rd.roles[r] = lining
		if f.also != nil {
			rd.roles[f.also] = lining
		}
		for _, less := range f.less {
			rd.roles[less] = lining
		}
		rd.lines = append(rd.lines, f)
	}
	rd.doubt()
	return seen
}

// headed returns the header that begins at the row, either confirmed by an import or found by
// labels.
func (rd *reader) headed(i int, slip bool) *grid.Table {
	if t := rd.known(i); t != nil {
		return t
	}
	return grid.HeaderOf(rd.rows[i:], slip)
}

// readLine tries lineOf with the learnt columns first.
func readLine(t *grid.Table, r *grid.Row, next []*grid.Row, ended bool) *found {
	if t.Taught != nil {
		if f := widened(t.Taught, r, next, ended); f != nil && f.Evidence == reading.Columns {
			return f
		}
	}
	return widened(t, r, next, ended)
}

// candidate keeps a row with a total and either quantity or price, which may be the line that the
// printed sum misses.
func (rd *reader) candidate(t *grid.Table, r *grid.Row, ended bool) {
	if t == nil || ended {
		return
	}
	f := &found{row: r, table: t, cells: t.Cells(r)}
	q, counted := f.cells.Get(grid.QuantityKinds...)
	p, priced := f.cells.Get(grid.PriceKinds...)
	total, summed := f.cells.Get(grid.TotalKinds...)
	if counted && priced && !summed {
		total, summed = rd.totalBelow(f)
	}
	if summed && (counted || priced) {
		f.Kind, f.PriceBase = reading.Product, decimal.One
		if f.with(q, p, total, reading.Placed) != nil {
			rd.roles[r] = lining
			if f.also != nil {
				rd.roles[f.also] = lining
			}
			rd.candidates = append(rd.candidates, f)
		}
	}
}

// walkWithoutHeader takes rows with quantity x price = total, if there are at least two.
func (rd *reader) walkWithoutHeader() {
	t := &grid.Table{}
	var lines []*found
	rd.sums = nil
	for i, r := range rd.rows {
		if rd.ended() != nil {
			return
		}
		if rd.roles[r] == recurring {
			continue
		}
		if list := rd.printed().In(r); len(list) > 0 {
			rd.roles[r] = summing
			for _, s := range list {
				s.After = len(lines)
				rd.sums = append(rd.sums, s)
			}
			continue
		}
		if f := widened(t, r, rd.rows[i+1:], false); f != nil && f.Evidence == reading.ByProduct {
			if q, p := f.parts[0], f.parts[1]; q.Unit == "" && q.Decimals() == p.Decimals() {
				f.Evidence = reading.Placed // nothing says which of the two is the price
			}
			lines = append(lines, f)
		}
	}
	if len(lines) < 2 {
		return
	}
	for _, f := range lines {
		rd.roles[f.row] = lining
	}
	rd.lines, rd.first = lines, rd.head(lines[0].row)
}

// outweighs reports a line that is more than the sum of its label: freight with a quantity and a
// price, or other words beside the label.
func (f *found) outweighs(field label.Field, ended bool) bool {
	switch {
	case f == nil:
		return false
	case field == label.Shipping:
		return f.Evidence == reading.Columns || f.Evidence == reading.ByProduct && !ended
	}
	return f.Evidence == reading.Columns && saysMore(f.row)
}

// saysMore reports words beside the label of a sum, which make the row a line.
func saysMore(r *grid.Row) bool {
	_, n := label.Fields.At(r.Texts())
	return n == 0 || len(r.Figures) > 0 && r.Figures[0].First > n
}
