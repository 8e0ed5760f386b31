package card

import (
	"iter"
	"slices"

	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/number"
)

// piecesOf puts cards that are printed beside each other below each other. It parts the rows of
// each page at its gutters. Joined lets a card go on at the next page.
func piecesOf(rows []Row, columns map[int][]float64, joined bool) (list []piece) {
	for page := range pagesOf(rows) {
		begin := len(list)
		list = append(list, parted(page, columns[page[0].Page])...)
		list[begin].apart = list[begin].apart || !joined
	}
	return list
}

// pagesOf yields the rows of each page.
func pagesOf(rows []Row) iter.Seq[[]Row] {
	return func(yield func([]Row) bool) {
		for len(rows) > 0 {
			end := slices.IndexFunc(rows, func(r Row) bool { return r.Page != rows[0].Page })
			if end < 0 {
				end = len(rows)
			}
			if !yield(rows[:end]) {
				return
			}
			rows = rows[end:]
		}
	}
}

// parted parts the rows of a page at places: the left column of cards comes first.
func parted(rows []Row, places []float64) (list []piece) {
	columns := make([][]piece, len(places)+1)
	flush := func() {
		for i, column := range columns {
			if len(column) > 0 {
				column[0].apart = true
			}
			list = append(list, column...)
			columns[i] = nil
		}
	}
	for _, r := range rows {
		parts, ok := r.PartAt(places)
		if len(places) == 0 || r.Sum || !ok {
			flush()
			list = append(list, piece{row: r.Row, whole: r, apart: len(places) > 0})
			continue
		}
		for i, p := range parts {
			if p != nil {
				columns[i] = append(columns[i], piece{row: p, whole: r})
			}
		}
	}
	flush()
	return list
}

// space bounds the gap between two cards beside each other.
type space struct{ left, right float64 }

// gutters finds the places between cards beside each other on each page: rows have a count and an
// amount on both sides of them.
func gutters(rows []Row, sign number.Sign) map[int][]float64 {
	columns := map[int][]float64{}
	for page := range pagesOf(rows) {
		var spaces []space
		all := make([]*grid.Row, len(page))
		for i, r := range page {
			all[i] = r.Row
			for left := r.Row; len(left.Words) < maxBeside; {
				x, rest, ok := between(left, sign)
				if !ok {
					break
				}
				left = rest
				at := slices.IndexFunc(spaces, func(o space) bool { return o.left < x.right && x.left < o.right })
				if at < 0 {
					spaces = append(spaces, x)
					continue
				}
				spaces[at] = space{max(spaces[at].left, x.left), min(spaces[at].right, x.right)}
			}
		}
		var places []float64
		for _, x := range spaces {
			places = append(places, grid.Gutter(all, x.left, x.right))
		}
		if slices.Sort(places); len(places) > 0 {
			columns[page[0].Page] = places
		}
	}
	return columns
}

// maxBeside bounds the words of a row of cards beside each other.
const maxBeside = 60

// between finds the space before the last card of a row, and the part of the row before it.
func between(r *grid.Row, sign number.Sign) (space, *grid.Row, bool) {
	of := func(first, end int) (Card, bool) {
		k, ok := Of(r.Part(first, end), sign)
		return k, ok && (k.Named || k.Price.Known() || k.Total.Known() && !k.Weak)
	}
	if _, ok := Of(r, sign); !ok {
		return space{}, nil, false
	}
	for last := len(r.Words) - 1; last > 0; last-- {
		if !r.Apart(last) {
			continue
		}
		if _, ok := of(last, len(r.Words)); !ok {
			continue
		}
		whole, ok := of(0, last)
		if !ok {
			return space{}, nil, false
		}
		end := last
		for i := last - 1; i > 0; i-- {
			if k, ok := of(0, i); ok && r.Apart(i) && k.Quantity == whole.Quantity && k.Price == whole.Price &&
				k.Total == whole.Total {
				end = i
			}
		}
		return space{r.Words[end-1].Right, r.Words[last].Left}, r.Part(0, end), true
	}
	return space{}, nil, false
}
