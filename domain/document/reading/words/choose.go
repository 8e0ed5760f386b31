package words

import (
	"slices"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
)

// takeAll takes all candidates if they and the lines make the printed sum, as below an empty column
// of prices.
func (rd *reader) takeAll(sum, want decimal.Decimal) bool {
	for _, f := range rd.candidates {
		next, err := sum.Add(f.LineTotal.Or(decimal.Zero))
		if err != nil || !f.Quantity.Known() {
			return false
		}
		sum = next
	}
	if len(rd.candidates) == 0 || !reading.Near(sum, want) {
		return false
	}
	rd.completeAlone(rd.candidates)
	rd.lines = append(rd.lines, rd.candidates...)
	slices.SortStableFunc(rd.lines, func(a, b *found) int { return a.row.At - b.row.At })
	return true
}

// completeAlone completes lines that have a block, or one row each.
func (rd *reader) completeAlone(lines []*found) {
	for _, f := range lines {
		if f.block == nil {
			f.block = []*grid.Row{f.row}
		}
	}
	rd.complete(lines)
}

// chooseBySum leaves out one placed line or takes one candidate, if the lines
// miss the printed sum and then meet it.
func (rd *reader) chooseBySum(out *reading.Reading, roundings []reading.Line) {
	want, ok := out.LinesShouldBe()
	if !ok || len(rd.lines)+len(rd.candidates) == 0 {
		return
	}
	var all decimal.Decimal
	for _, f := range rd.lines {
		all, _ = all.Add(f.LineTotal.Or(decimal.Zero))
	}
	if !out.Header.Subtotal.Known() { // then the printed total has the roundings in it
		for _, l := range roundings {
			all, _ = all.Add(l.LineTotal.Or(decimal.Zero))
		}
	}
	if reading.Near(all, want) {
		return
	}
	if rd.takeAll(all, want) {
		out.Note(reading.SumResolved)
		return
	}
	for i, f := range rd.lines {
		rest, err := all.Sub(f.LineTotal.Or(decimal.Zero))
		if err == nil && f.Evidence == reading.Placed && f.LineTotal.Known() && reading.Near(rest, want) {
			rd.lines = slices.Delete(rd.lines, i, i+1)
			out.Note(reading.SumResolved)
			return
		}
	}
	for _, f := range rd.candidates {
		more, err := all.Add(f.LineTotal.Or(decimal.Zero))
		if err != nil || !reading.Near(more, want) {
			continue
		}
		rd.completeAlone([]*found{f})
		at := slices.IndexFunc(rd.lines, func(g *found) bool { return g.row.At > f.row.At })
		if at < 0 {
			at = len(rd.lines)
		}
		rd.lines = slices.Insert(rd.lines, at, f)
		out.Note(reading.SumResolved)
		return
	}
}
