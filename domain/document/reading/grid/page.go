package grid

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// TextsOf returns the words of a chunk.
func (r *Row) TextsOf(c [2]int) []string { return TextsOf(r.Words[c[0] : c[1]+1]) }

// Apart reports a gap before a word, or the end of a row: a cell begins or ends there.
func (r *Row) Apart(at int) bool { return at == 0 || at == len(r.Words) || r.Gap(at-1) >= 0.8 }

// maxRow bounds the words of a row, because its labels and figures are compared with each other.
const maxRow = 1_000

// Row keeps a row of a page. It points to the words of the page, because a thousand pages have half
// a million.
type Row struct {
	Page    int
	At      int // its place among the rows of all pages
	Y, H    float64
	Words   []*Word
	Figures []Figure
	// borders has the places of bars between words: they part cells as gaps do.
	borders []float64
}

// RowsOf puts the words of the pages into rows, from top to bottom and left to right.
func RowsOf(pages []Page) []*Row {
	var rows []*Row
	drawn := barred(pages)
	for i, page := range pages {
		sorted, bars := withoutBars(page, drawn)
		slices.SortFunc(sorted, func(a, b *Word) int {
			return cmp.Or(cmp.Compare(a.Bottom, b.Bottom), cmp.Compare(a.Left, b.Left), cmp.Compare(a.Text, b.Text))
		})
		for len(sorted) > 0 {
			r := &Row{Page: i + 1, At: len(rows), Y: sorted[0].Bottom, H: sorted[0].height()}
			n := 1
			for ; n < min(len(sorted), maxRow) && sorted[n].Bottom-r.Y <= 0.35*r.H; n++ {
				r.H = max(r.H, sorted[n].height())
			}
			r.Words, sorted = sorted[:n], sorted[n:]
			slices.SortStableFunc(r.Words, func(a, b *Word) int {
				return cmp.Or(cmp.Compare(a.Left, b.Left), cmp.Compare(a.Text, b.Text))
			})
			r.partAmounts()
			r.border(bars)
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
	rules      = "-=_*~.+|\u00b7\u2013\u2014\u2500\u2501\u2550\u253c"
	ruleLength = 5
)

// Gap measures the space between two neighbouring words, in heights. A border between them makes it
// as wide as between cells.
func (r *Row) Gap(i int) float64 {
	gap := (r.Words[i+1].Left - r.Words[i].Right) / r.H
	for _, x := range r.borders {
		if x >= r.Words[i].Right && x <= r.Words[i+1].Left {
			return max(gap, bordered)
		}
	}
	return gap
}

// Text joins the words of the row.
func (r *Row) Text() string { return Joined(r.Words) }

// Texts returns the words of the row.
func (r *Row) Texts() []string { return TextsOf(r.Words) }

// TextsOf returns words without their places.
func TextsOf(words []*Word) []string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	return texts
}

// Joined joins words with spaces.
func Joined(words []*Word) string { return strings.Join(TextsOf(words), " ") }

// Chunks parts a row at its gaps. Each chunk has the places of its first and last word.
func (r *Row) Chunks() [][2]int {
	var list [][2]int
	first := 0
	for i := range r.Words {
		if i == len(r.Words)-1 || r.Gap(i) >= 0.8 {
			list = append(list, [2]int{first, i})
			first = i + 1
		}
	}
	return list
}

// Runs returns the rows of the pages from top to bottom, parted at their gaps.
func Runs(pages []Page) [][]string {
	var list [][]string
	for _, r := range RowsOf(pages) {
		var runs []string
		for _, c := range r.Chunks() {
			runs = append(runs, Joined(r.Words[c[0]:c[1]+1]))
		}
		list = append(list, runs)
	}
	return list
}
