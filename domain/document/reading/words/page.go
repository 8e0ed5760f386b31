package words

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/number"
)

// Word is a word and the box of its font on the page.
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

// maxRow is how many words a row has at most: labels and figures of a row are compared with each other.
const maxRow = 1_000

// FromText lays a text out as a grid: a form feed begins a page.
func FromText(text string) []Page {
	var g Grid
	for line := range strings.Lines(text) {
		g.Add(line)
	}
	return g.Pages()
}

// Grid lays a text out line by line.
type Grid struct {
	pages []Page
	page  Page
	row   int
	// Words counts the words of all pages.
	Words int
}

// Add lays out the next line.
func (g *Grid) Add(line string) {
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
func (g *Grid) Pages() []Page { return append(g.pages, g.page) }

func wordsOf(line string, row int) []Word {
	var list []Word
	var text strings.Builder
	at, begin := 0, 0
	end := func() {
		if text.Len() > 0 {
			list = append(list, Word{text.String(), reading.Box{
				Left: float64(begin * charWidth), Right: float64(at * charWidth), Top: float64(row * rowHeight), Bottom: float64((row + 1) * rowHeight),
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

// row is what stands on one line of a page. Its words are those of the page: a thousand pages have half a million.
type row struct {
	page    int
	at      int // its place among the rows of all pages
	y, h    float64
	words   []*Word
	figures []figure
}

// figure is a number of a row, its sides, and the words it is made of.
type figure struct {
	number.Number
	Left, Right float64
	// signed says that a sign of its currency is printed, not the code.
	signed bool
	// open says that nothing shows which of two readings the figure has.
	open        bool
	first, last int
}

// rowsOf puts the words of the pages into rows, from top to bottom and left to right.
func rowsOf(pages []Page) []*row {
	var rows []*row
	for i, page := range pages {
		sorted := make([]*Word, 0, len(page))
		for k := range page {
			if w := &page[k]; w.printed() {
				sorted = append(sorted, w)
			}
		}
		slices.SortFunc(sorted, func(a, b *Word) int {
			return cmp.Or(cmp.Compare(a.Bottom, b.Bottom), cmp.Compare(a.Left, b.Left), cmp.Compare(a.Text, b.Text))
		})
		for len(sorted) > 0 {
			r := &row{page: i + 1, at: len(rows), y: sorted[0].Bottom, h: sorted[0].height()}
			n := 1
			for ; n < min(len(sorted), maxRow) && sorted[n].Bottom-r.y <= 0.35*r.h; n++ {
				r.h = max(r.h, sorted[n].height())
			}
			r.words, sorted = sorted[:n], sorted[n:]
			slices.SortStableFunc(r.words, func(a, b *Word) int { return cmp.Or(cmp.Compare(a.Left, b.Left), cmp.Compare(a.Text, b.Text)) })
			rows = append(rows, r)
		}
	}
	return rows
}

func (w *Word) height() float64 { return w.Bottom - w.Top }

// printed reports a word that has letters and a place. It leaves out rules such as -----.
func (w *Word) printed() bool {
	h := w.height()
	return h > 0 && !math.IsInf(h, 0) && !math.IsNaN(w.Left) && !math.IsNaN(w.Right) && strings.TrimSpace(w.Text) != "" &&
		(len(w.Text) < ruleLength || strings.Trim(w.Text, rules) != "")
}

// A rule repeats these signs at least so often.
const (
	rules      = "-=_*~.\u00b7\u2013\u2014\u2500\u2501\u2550"
	ruleLength = 5
)

// gap is the space between two neighbouring words, in heights.
func (r *row) gap(i int) float64 { return (r.words[i+1].Left - r.words[i].Right) / r.h }

func (r *row) text() string { return joined(r.words) }

func (r *row) texts() []string { return textsOf(r.words) }

func textsOf(words []*Word) []string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	return texts
}

func joined(words []*Word) string { return strings.Join(textsOf(words), " ") }

// chunks are runs of words with less than the gap between them, as first and
// last word.
func (r *row) chunks() [][2]int {
	var list [][2]int
	first := 0
	for i := range r.words {
		if i == len(r.words)-1 || r.gap(i) >= 0.8 {
			list = append(list, [2]int{first, i})
			first = i + 1
		}
	}
	return list
}

// readFigures finds the numbers of a row. Digits that were torn apart join, and
// sign, currency, percent sign and unit beside a number belong to it.
func (r *row) readFigures(sign number.Sign, open bool) {
	r.figures = nil
	for i := 0; i < len(r.words); {
		f, ok := r.figureAt(i, sign)
		if !ok {
			i++
			continue
		}
		f.open = open && number.Doubtful(joined(r.words[f.first:f.last+1]))
		r.figures = append(r.figures, f)
		i = f.last + 1
	}
}

func (r *row) figureAt(i int, sign number.Sign) (figure, bool) {
	best, ok := figure{}, false
	text := ""
	for j := i; j < len(r.words) && j < i+5; j++ {
		word := r.words[j].Text
		if j > i {
			previous := r.words[j-1].Text
			digits := startsWithFigure(word) && endsWithDigit(previous)
			if digits && r.gap(j-1) >= 0.45 || r.gap(j-1) > 1.2 {
				break
			}
			if !digits || word[0] != ',' && word[0] != '.' {
				text += " "
			}
		}
		text += word
		n, good := number.Parse(text, sign)
		if !good && j > i && strings.ContainsAny(word, "0123456789") && strings.ContainsAny(text[:len(text)-len(word)], "0123456789") {
			break
		}
		if good {
			best, ok = figure{
				Number: n, Left: r.words[i].Left, Right: r.words[j].Right, signed: strings.ContainsAny(text, signs), first: i, last: j,
			}, true
		}
	}
	if ok && best.first < best.last && startsWithFigure(r.words[i].Text) {
		best.Right = r.words[best.first].Right
		for k := best.first; k <= best.last; k++ { // the place is that of the digits
			if strings.ContainsAny(r.words[k].Text, "0123456789") {
				best.Right = r.words[k].Right
			}
		}
	}
	return best, ok
}

func startsWithFigure(s string) bool { return s != "" && strings.IndexByte("0123456789.,", s[0]) >= 0 }

func endsWithDigit(s string) bool {
	return s != "" && strings.IndexByte("0123456789.,", s[len(s)-1]) >= 0
}

// Runs are the rows of the pages from top to bottom, in runs of words that stand together.
func Runs(pages []Page) [][]string {
	var list [][]string
	for _, r := range rowsOf(pages) {
		var runs []string
		for _, c := range r.chunks() {
			runs = append(runs, joined(r.words[c[0]:c[1]+1]))
		}
		list = append(list, runs)
	}
	return list
}

// Print reports whether the pages have the total of one of the lines on them, or no line has a total. Signs do not
// count.
func Print(pages []Page, lines []reading.Line) bool {
	summed := false
	figures := Figures(pages)
	for _, l := range lines {
		total, ok := l.LineTotal.Get()
		if ok && figures[total.Abs().Trim(0).String()] {
			return true
		}
		summed = summed || ok
	}
	return !summed
}

// Figures are the numbers on the pages, without signs and without zeros behind their decimals.
func Figures(pages []Page) map[string]bool {
	figures := map[string]bool{}
	rows := rowsOf(pages)
	sign, open := signOf(rows)
	for _, r := range rows {
		r.readFigures(sign, open)
		for _, f := range r.figures {
			figures[f.Value.Abs().Trim(0).String()] = true
			if f.open {
				point, comma := number.Readings(joined(r.words[f.first : f.last+1]))
				figures[point.Value.Abs().Trim(0).String()], figures[comma.Value.Abs().Trim(0).String()] = true, true
			}
		}
	}
	return figures
}
