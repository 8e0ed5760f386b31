package grid

import (
	"math"
	"strings"
	"unicode/utf8"
)

const (
	// barSigns lists the signs that draw borders between cells.
	barSigns = "|\u00a6\u2502\u2503\u2551"
	// bordered sets the least gap between cells with a border between them, in heights.
	bordered = 2.0
	// barredRows and rowBars bound the rows of a table with borders, and the bars in each. A line of
	// a letterhead has bars between its parts too.
	barredRows, rowBars = 3, 2
)

// bar has the place of a border on a page.
type bar struct{ x, top, bottom float64 }

// withoutBars returns the printed words of a page. The bars of barred pages are borders and no
// words, also beside a word without a space: 2000|.
func withoutBars(page Page, barred bool) (words []*Word, bars []bar) {
	words = make([]*Word, 0, len(page))
	for k := range page {
		w := &page[k]
		switch {
		case !w.printed():
		case barred && strings.ContainsAny(w.Text, barSigns):
			parts, at := w.split()
			words, bars = append(words, parts...), append(bars, at...)
		default:
			words = append(words, w)
		}
	}
	return words, bars
}

// barred reports pages with several rows of several bars without text.
func barred(pages []Page) bool {
	rows := 0
	for _, page := range pages {
		bars := map[int]int{}
		for i := range page {
			if w := &page[i]; w.printed() && strings.Trim(w.Text, barSigns) == "" {
				bars[int(math.Round(w.Bottom))]++
			}
		}
		for _, n := range bars {
			if n >= rowBars {
				rows++
			}
		}
	}
	return rows >= barredRows
}

func isBar(c rune) bool { return strings.ContainsRune(barSigns, c) }

// split parts a word at its bars. Its letters have equal widths.
func (w *Word) split() (parts []*Word, bars []bar) {
	width := (w.Right - w.Left) / float64(utf8.RuneCountInString(w.Text))
	at, begin := 0, 0
	var text strings.Builder
	end := func() {
		if text.Len() > 0 {
			part := *w
			part.Text = text.String()
			part.Left, part.Right = w.Left+width*float64(begin), w.Left+width*float64(at)
			parts = append(parts, &part)
			text.Reset()
		}
	}
	for _, c := range w.Text {
		switch {
		case isBar(c):
			end()
			bars = append(bars, bar{w.Left + width*(float64(at)+0.5), w.Top, w.Bottom})
		case text.Len() == 0:
			begin = at
			fallthrough
		default:
			text.WriteRune(c)
		}
		at++
	}
	end()
	return parts, bars
}

// border takes the bars at the height of the row.
func (r *Row) border(bars []bar) {
	for _, b := range bars {
		if middle := (b.top + b.bottom) / 2; middle <= r.Y && middle >= r.Y-r.H {
			r.borders = append(r.borders, b.x)
		}
	}
}
