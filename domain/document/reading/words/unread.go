package words

import (
	"fmt"
	"slices"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// rest has a row between a header and the sums that is no line, and the columns above it.
type rest struct {
	table *grid.Table
	row   *grid.Row
}

// noteUnread notes rows that fill the columns of lines and were not read, and a printed number of
// pieces that the quantities miss. Lines that make the printed sum are complete.
func (rd *reader) noteUnread(out *reading.Reading) {
	if len(rd.lines) == 0 || rd.sumMade(out) {
		return
	}
	if rows := rd.unread(); len(rows) == 1 {
		out.NoteAs(reading.RowsNotRead, "A row of the table looks like a line and was not read: "+rowText(rows[0]))
	} else if len(rows) > 1 {
		out.NoteAs(reading.RowsNotRead, fmt.Sprintf("%d rows of the table look like lines and were not read. The first: %s",
			len(rows), rowText(rows[0])))
	}
	if printed, counted, ok := rd.miscounted(); ok {
		out.NoteAs(reading.RowsNotRead, fmt.Sprintf("The document counts %s pieces, its lines have %s.",
			printed.Trim(0), counted.Trim(0)))
	}
}

// rowText cuts the text of a row for a message.
func rowText(r *grid.Row) string { return reading.Cut(r.Text(), maxRowText) }

const maxRowText = 200

// sumMade reports lines with totals that make the printed sum.
func (rd *reader) sumMade(out *reading.Reading) bool {
	want, printed := out.LinesShouldBe()
	sum, known := rd.printed().LinesTotal()
	return printed && known && reading.Near(sum, want)
}

// unread lists the rows that fill the columns which all lines of their table fill. One column may
// be empty where lines fill at least four. A figure below a label of quantities or totals has to be
// among them.
func (rd *reader) unread() (rows []*grid.Row) {
	used, shapes := map[*grid.Row]bool{}, map[string][]int{}
	for _, f := range rd.lines {
		if used[f.row] = true; len(f.table.Columns) == 0 || f.parts[0] == nil {
			continue
		}
		name, own := f.table.Fingerprint(), filled(f.table, f.row)
		if common, ok := shapes[name]; ok {
			own = slices.DeleteFunc(common, func(at int) bool { return !slices.Contains(own, at) })
		}
		shapes[name] = own
	}
	for _, x := range rd.rest {
		common, ok := shapes[x.table.Fingerprint()]
		if !ok || used[x.row] || !x.texts() || len(common) < leastFilled ||
			rd.roles[x.row] == heading || rd.roles[x.row] == summing {
			continue
		}
		own, missing := filled(x.table, x.row), 0
		for _, at := range common {
			if !slices.Contains(own, at) {
				missing++
			}
		}
		if (missing == 0 || missing == 1 && len(common) > leastFilled+1) && x.figured(common) {
			rows = append(rows, x.row)
		}
	}
	return rows
}

// leastFilled bounds the columns that show the shape of lines.
const leastFilled = 2

// filled lists the columns with words of a row.
func filled(t *grid.Table, r *grid.Row) (columns []int) {
	add := func(at int) {
		if at >= 0 && !slices.Contains(columns, at) {
			columns = append(columns, at)
		}
	}
	for at, f := range t.Cells(r).ByColumn {
		if f != nil {
			add(at)
		}
	}
	for _, chunk := range r.Chunks() {
		for i := chunk[0]; i <= chunk[1]; i++ {
			if !r.Figured(i) {
				add(t.TextColumn(r.Words[i].Left, r.Words[chunk[1]].Right, r.H))
				break
			}
		}
	}
	return columns
}

// figured reports a figure of a row below a label of quantities or totals that lines have a figure
// below too.
func (x rest) figured(common []int) bool {
	cells := x.table.Cells(x.row)
	return slices.ContainsFunc(common, func(at int) bool {
		f, kind := cells.ByColumn[at], x.table.Columns[at].Kind
		return f != nil && (slices.Contains(grid.QuantityKinds, kind) || slices.Contains(grid.TotalKinds, kind))
	})
}

// texts reports a word beside the figures that is no currency, known or not.
func (x rest) texts() bool {
	for i, w := range x.row.Words {
		if !x.row.Figured(i) && !number.Odd(w.Text) && label.Fold(w.Text) != "" {
			return true
		}
	}
	return false
}

// pieces lists labels of the number of all pieces.
var pieces = label.Names(map[string]string{"pieces": `total qty, total quantity, total pieces, total pcs, total units,
	total qty ordered, total quantity ordered, total qty shipped, total quantity shipped, qty total, quantity total,
	pieces total, total items shipped, gesamtmenge, gesamtanzahl, menge gesamt, anzahl gesamt, gesamtstückzahl,
	stück gesamt, quantité totale, qté totale, total pièces, cantidad total, total unidades, total piezas, quantità totale, totale pezzi, totaal aantal,
	aantal totaal, totaal stuks`})

// mostBetween bounds the words between such a label and its number.
const mostBetween = 3

// miscounted returns a printed number of pieces below the lines and the sum of their quantities, if
// they differ. The number may also count cases, units of cases, or the lines.
func (rd *reader) miscounted() (printed, counted decimal.Decimal, differs bool) {
	var cases, units decimal.Decimal
	for _, f := range rd.lines {
		q, ok := f.Quantity.Get()
		if !ok {
			return printed, counted, false
		}
		counted, _ = counted.Add(q)
		if n, ok := f.cells.Get(label.Cases); ok {
			cases, _ = cases.Add(n.Value)
		}
		size, _ := q.Mul(decimal.MustNew(max(1, f.UnitsPerCase), 0))
		units, _ = units.Add(size)
	}
	fits := []decimal.Decimal{counted, cases, units, decimal.MustNew(int64(len(rd.lines)), 0)}
	for _, r := range rd.rows[rd.lines[len(rd.lines)-1].row.At+1:] {
		n, ok := piecesOf(r)
		if !ok {
			continue
		}
		if slices.ContainsFunc(fits, n.Equal) {
			return printed, counted, false
		}
		printed, differs = n, true
	}
	return printed, counted, differs
}

// piecesOf reads a number of all pieces after its label.
func piecesOf(r *grid.Row) (n decimal.Decimal, ok bool) {
	for _, chunk := range r.Chunks() {
		_, words := pieces.At(grid.TextsOf(r.Words[chunk[0]:]))
		if words == 0 {
			continue
		}
		for i := range r.Figures {
			f := &r.Figures[i]
			if f.First < chunk[0]+words {
				continue
			}
			counts := f.Currency == "" && f.Mark == "" && !f.Percent && f.Value.IsInt() && f.Value.IsPos()
			return f.Value, counts && !f.Open && f.First-chunk[0]-words <= mostBetween
		}
	}
	return n, false
}
