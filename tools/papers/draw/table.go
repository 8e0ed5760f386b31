package draw

import (
	"strconv"
	"strings"

	"github.com/govalues/decimal"
)

func itoa(n int) string { return strconv.Itoa(n) }

// table prints the lines, and starts a new page for a line that would cross the end of the page.
func (s *sheet) table() {
	s.labels()
	var sum, group decimal.Decimal
	inGroup := 0
	for n, i := range s.items {
		rows := s.block(n, i)
		if s.Heading != "" && n%5 == 0 {
			s.heading(n)
		}
		if s.y+float64(len(rows)+3)*s.high > bottom {
			s.carry(s.Carried[0], sum)
			s.next()
			if s.Every {
				s.labels()
			}
			s.carry(s.Carried[1], sum)
		}
		for _, row := range rows {
			x := margin
			for at, c := range s.columns {
				s.put(x, s.y, c.width, c.align, false, row[at])
				x += c.width
			}
			s.y += s.high
		}
		if s.Rule {
			s.pdf.Line(margin, s.y+0.1*s.high, margin+width, s.y+0.1*s.high)
		}
		s.y += (0.25 + s.Spread) * s.high
		sum, group = must(sum.Add(i.total)), must(group.Add(i.total))
		if inGroup++; s.Groups != "" && (inGroup == 4 || n == len(s.items)-1) && len(s.items) > 4 {
			s.carry(s.Groups, group)
			group, inGroup = decimal.Zero, 0
		}
	}
}

// labels prints the head of the table, labels of several rows one below the other.
func (s *sheet) labels() {
	deepest := 1
	for _, c := range s.columns {
		deepest = max(deepest, strings.Count(c.label, "~")+1)
	}
	x := s.left
	for _, c := range s.columns {
		for n, text := range strings.Split(c.label, "~") {
			s.put(x, s.y+float64(n)*s.high, c.width, c.align, true, text)
		}
		x += c.width
	}
	s.y += (float64(deepest) + 0.4) * s.high
	s.pdf.Line(s.left, s.y-0.2*s.high, s.left+s.wide, s.y-0.2*s.high)
}

// carry prints a sum between lines.
func (s *sheet) carry(word string, sum decimal.Decimal) {
	if word == "" {
		return
	}
	x := margin
	for at, c := range s.columns {
		if c.kind == "total" {
			s.put(x, s.y, c.width, c.align, true, s.Figures.amount(sum, 2))
		}
		if c.kind == "desc" || at == 0 && !has(s.columns, "desc") {
			s.put(x, s.y, c.width, "L", true, word)
		}
		x += c.width
	}
	s.y += 1.3 * s.high
}

// block returns the rows of a line, with a text for each column.
func (s *sheet) block(n int, i item) []map[int]string {
	desc := 0
	for at, c := range s.columns {
		if c.kind == "desc" {
			desc = at
		}
	}
	s.font(false, s.size)
	var texts []string
	for _, t := range append([]string{i.name}, i.below...) {
		texts = append(texts, s.wrapped(t, s.columns[desc].width)...)
	}
	figures := 0
	switch s.Figure {
	case Last:
		figures = len(texts) - 1
	case Middle:
		figures = (len(texts) - 1) / 2
	}
	total := figures
	if s.Figure == Split {
		total++
	}
	less := -1
	if i.discounted && (s.Less == Beneath || s.Less == BeneathPercent) {
		less = len(texts)
		texts = append(texts, s.Reduction+" "+s.Figures.figure(i.percent, 0)+" %")
	}
	for _, a := range i.allowances {
		texts = append(texts, a.word+" "+s.Figures.figure(a.percent, 0)+" %")
	}
	if s.NetLast {
		total = len(texts) - 1
	}
	rows := make([]map[int]string, max(len(texts), total+1))
	for at := range rows {
		rows[at] = map[int]string{}
		if at < len(texts) {
			rows[at][desc] = texts[at]
		}
	}
	for at, c := range s.columns {
		where := figures
		switch c.kind {
		case "desc":
			continue
		case "pos", "sku", "gtin":
			if s.Figure == Last {
				where = 0
			}
		case "total":
			where = total
		case "price":
			if less >= 0 && s.Less == Beneath {
				rows[less][at] = s.Figures.amount(i.less.Neg(), 2)
			}
			for k, a := range i.allowances {
				rows[len(texts)-len(i.allowances)+k][at] = s.Figures.amount(a.amount.Neg(), 2)
			}
		}
		for k, part := range s.parts(i, n, c) {
			if where+k == len(rows) {
				rows = append(rows, map[int]string{})
			}
			rows[where+k][at] = part
		}
	}
	return rows
}
