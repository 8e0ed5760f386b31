package grid

import (
	"cmp"
	"slices"
)

// Part returns the words from first up to end as a row of its own, with the figures inside.
func (r *Row) Part(first, end int) *Row {
	p := &Row{Page: r.Page, At: r.At, Y: r.Y, H: r.H, Words: r.Words[first:end:end], borders: r.borders}
	for _, f := range r.Figures {
		if f.First >= first && f.Last < end {
			f.First, f.Last, f.Wide = f.First-first, f.Last-first, nil
			p.Figures = append(p.Figures, f)
		}
	}
	return p
}

// PartAt parts a row at places from left to right. Parts without words are nil. It is false for a
// row with a word across a place.
func (r *Row) PartAt(places []float64) ([]*Row, bool) {
	parts := make([]*Row, len(places)+1)
	first := 0
	for n, x := range append(slices.Clone(places), r.Words[len(r.Words)-1].Right+1) {
		end := first
		for end < len(r.Words) && r.Words[end].Left < x {
			end++
		}
		if end > first {
			if r.Words[end-1].Right > x+across*r.H {
				return nil, false
			}
			parts[n] = r.Part(first, end)
		}
		first = end
	}
	return parts, true
}

// across bounds how far a word may reach over a place, in heights.
const across = 0.3

// Gutter finds the place between two others that the fewest words of rows cover: the middle of the
// widest gap.
func Gutter(rows []*Row, left, right float64) float64 {
	type edge struct {
		at float64
		by int
	}
	edges := []edge{{left, 0}, {right, 0}}
	for _, r := range rows {
		for _, w := range r.Words {
			if w.Right > left && w.Left < right {
				edges = append(edges, edge{max(left, w.Left), 1}, edge{min(right, w.Right), -1})
			}
		}
	}
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.by, b.by)) })
	best, width, fewest, covered := (left+right)/2, 0.0, len(edges), 0
	for i, e := range edges[:len(edges)-1] {
		covered += e.by
		wide := edges[i+1].at - e.at
		if wide > 0 && (covered < fewest || covered == fewest && wide > width) {
			best, width, fewest = (e.at+edges[i+1].at)/2, wide, covered
		}
	}
	return best
}
