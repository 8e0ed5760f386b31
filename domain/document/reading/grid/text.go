package grid

import (
	"strings"
	"unicode"

	"sellingassistant/domain/document/reading"
)

// Word has a text and the box of its font on the page.
type Word struct {
	Text string
	reading.Box
}

// Page has the words of a page, in any order.
type Page []Word

// Size of a character and a row of a text, in points.
const (
	charWidth = 6
	rowHeight = 12
)

// FromText lays a text out as a grid: a form feed begins a page.
func FromText(text string) []Page {
	var g Text
	for line := range strings.Lines(text) {
		g.Add(line)
	}
	return g.Pages()
}

// Text lays a text out line by line.
type Text struct {
	pages []Page
	page  Page
	row   int
	// Words counts the words of all pages.
	Words int
}

// Add lays out the next line.
func (g *Text) Add(line string) {
	for {
		part, rest, found := strings.Cut(line, "\f")
		if part != "" {
			list := wordsOf(strings.TrimRight(part, "\r\n"), g.row)
			g.page, g.Words = append(g.page, list...), g.Words+len(list)
			g.row++
		}
		if !found {
			return
		}
		g.pages, g.page, g.row, line = append(g.pages, g.page), nil, 0, rest
	}
}

// Pages returns at least one page.
func (g *Text) Pages() []Page { return append(g.pages, g.page) }

func wordsOf(line string, row int) []Word {
	var list []Word
	var text strings.Builder
	at, begin := 0, 0
	end := func() {
		if text.Len() > 0 {
			list = append(list, Word{text.String(), reading.Box{
				Left: float64(begin * charWidth), Right: float64(at * charWidth),
				Top: float64(row * rowHeight), Bottom: float64((row + 1) * rowHeight),
			}})
			text.Reset()
		}
	}
	for _, r := range line {
		switch {
		case r == '\t':
			end()
			at += 8 - at%8
			continue
		case unicode.IsSpace(r):
			end()
		case !unicode.IsControl(r) && r != '\ufeff':
			if text.Len() == 0 {
				begin = at
			}
			text.WriteRune(r)
		}
		at++
	}
	end()
	return list
}
