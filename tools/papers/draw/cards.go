package draw

import (
	"regexp"
	"strconv"
	"strings"
)

var places = regexp.MustCompile(`\{(\w+)\}`)

// cards prints a block for each line.
func (s *sheet) cards() {
	const gap = 8
	across := max(1, s.Across)
	wide := (width - gap*float64(across-1)) / float64(across)
	high := (float64(len(s.Card)) + 0.8 + s.Spread) * s.high
	for n, i := range s.items {
		at := n % across
		if at == 0 && s.y+high > bottom {
			s.next()
		}
		for row, text := range s.Card {
			said := places.ReplaceAllStringFunc(text, func(place string) string {
				return s.cell(i, n, strings.Trim(place, "{}"))
			})
			s.cells(margin+float64(at)*(wide+gap), s.y+float64(row)*s.high, wide, said)
		}
		if at < across-1 && n < len(s.items)-1 {
			continue
		}
		s.y += high
		if s.Rule {
			s.pdf.Line(margin, s.y-0.5*s.high, margin+width, s.y-0.5*s.high)
		}
	}
}

// cells prints the cells of a card's row.
func (s *sheet) cells(x, y, wide float64, row string) {
	for text := range strings.SplitSeq(row, "|") {
		align, from := "L", 0.0
		if rest, ok := strings.CutPrefix(text, ">"); ok {
			align, text = "R", rest
		}
		if rest, ok := strings.CutPrefix(text, "+"); ok {
			name, after, _ := strings.Cut(rest, " ")
			if n, err := strconv.ParseFloat(name, 64); err == nil {
				from, text = n, after
			}
		}
		text, bold := strings.CutPrefix(text, "*")
		s.put(x+from, y, wide-from, align, bold, text)
	}
}

// list prints the lines down columns of the page, each under its labels.
func (s *sheet) list() {
	s.wide = width / float64(s.Across)
	for n := 0; n < len(s.items); {
		top := s.y
		fit := min(int((bottom-top)/s.high)-2, (len(s.items)-n+s.Across-1)/s.Across)
		for at := range s.Across {
			s.y, s.left = top, margin+float64(at)*s.wide
			s.labels()
			for range fit {
				if n == len(s.items) {
					break
				}
				s.row(n)
				n++
			}
		}
		s.y = top + float64(fit+2)*s.high
		if n < len(s.items) {
			s.next()
		}
	}
	s.left, s.wide = margin, width
}

// row prints a line of a list.
func (s *sheet) row(n int) {
	x := s.left
	for _, c := range s.columns {
		text := s.cell(s.items[n], n, c.kind)
		if c.kind == "desc" {
			text = s.items[n].name
		}
		s.put(x, s.y, c.width, c.align, false, text)
		x += c.width
	}
	s.y += s.high
}

// heading prints a row above a group of lines.
func (s *sheet) heading(n int) {
	if s.y+5*s.high > bottom {
		s.next()
	}
	text := strings.ReplaceAll(s.fill(s.Heading), "{note}", strconv.Itoa(81_204+n*3))
	s.put(margin, s.y, width, "L", true, text)
	s.y += 1.2 * s.high
}
