package foreign

import (
	"strings"

	"sellingassistant/tools/papers/foreign/notation"
)

// column places the cells of a table. Only left-aligned cells wrap.
type column struct {
	x, w        float64
	align, head string
}

func (c column) anchor() float64 {
	switch c.align {
	case "R":
		return c.x + c.w
	case "C":
		return c.x + c.w/2
	}
	return c.x
}

// heads writes the names of the columns, each in its own alignment.
func (j *job) heads(cols []column, y, lead float64) {
	for _, c := range cols {
		for n, text := range strings.Split(c.head, "\n") {
			j.Put(c.anchor(), y+lead*float64(n), c.align, text)
		}
	}
}

// table says how rows are drawn.
type table struct {
	cols      []column
	family    string
	size      float64
	lead, pad float64
	bottom    float64
	last      bool // puts figures on the last line of a row
	cells     func(n int, i item) []string
	under     func(n int, i item, y, h float64)
	between   func(n int, i item, y float64) float64
	turn      func(carried string) float64
	// carriedIn writes the sum at the end of a page.
	carriedIn notation.Style
}

// rows draws items from y and returns the place after them.
func (j *job) rows(t table, y float64, items []item) float64 {
	for n, i := range items {
		j.Font(t.family, "", t.size)
		texts := t.cells(n, i)
		var parts [][]string
		most := 1
		for at, c := range t.cols {
			part := []string{texts[at]}
			if c.align == "L" {
				part = j.Wrapped(texts[at], c.w)
			}
			parts, most = append(parts, part), max(most, len(part))
		}
		h := t.lead*float64(most) + t.pad
		if y+h > t.bottom {
			sum := ""
			if t.carriedIn != (notation.Style{}) {
				sum = carried(t.carriedIn, items[:n])
			}
			y = t.turn(sum)
		}
		if t.between != nil {
			y = t.between(n, i, y)
		}
		if t.under != nil {
			t.under(n, i, y, h)
		}
		j.Font(t.family, "", t.size)
		for at, c := range t.cols {
			down := 0.0
			if t.last && c.align != "L" {
				down = t.lead * float64(most-1)
			}
			j.Block(c.anchor(), y+down+t.lead*0.8+t.pad/2, t.lead, c.align, parts[at]...)
		}
		y += h
	}
	return y
}

// carried adds up the items of finished pages.
func carried(n notation.Style, items []item) string {
	sum := whole(0)
	for _, i := range items {
		sum = plus(sum, i.total)
	}
	return n.Money(sum)
}
