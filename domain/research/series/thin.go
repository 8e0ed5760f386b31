package series

import "slices"

// perSpan bounds the points that are kept of a span: the first, the lowest, the highest, the last
// and a gap.
const perSpan = 5

// Thin returns the window with at most n points, n at least 5. A larger window is cut into n/5
// equal spans. Of each span the first, lowest, highest and last point are kept, and a gap unless
// one of these is a gap. A chart of n/5 pixels therefore looks the same as a chart of all points.
func (s Series) Thin(from, to Minute, n int) (thinned Series, fewer bool) {
	s = s.Window(from, to)
	if len(s.Points) <= n {
		return s, false
	}
	all, spans := s.Points, int64(max(1, n/perSpan))
	s.Points = make([]Point, 0, n)
	for len(all) > 0 {
		span := spanOf(all[0].At, from, to, spans)
		size := slices.IndexFunc(all, func(p Point) bool { return spanOf(p.At, from, to, spans) > span })
		if size < 0 {
			size = len(all)
		}
		s.Points = appendKept(s.Points, all[:size])
		all = all[size:]
	}
	return s, true
}

// spanOf returns the span that a minute falls in; the end of the window belongs to the last span.
func spanOf(m, from, to Minute, spans int64) int64 {
	return min(spans-1, int64(m-from)*spans/max(1, int64(to-from)))
}

func appendKept(to, span []Point) []Point {
	lowest, highest, gap := -1, -1, -1
	for i, p := range span {
		switch {
		case p.Gap():
			if gap < 0 {
				gap = i
			}
			continue
		case lowest < 0:
			lowest, highest = i, i
		}
		if p.Value < span[lowest].Value {
			lowest = i
		}
		if p.Value > span[highest].Value {
			highest = i
		}
	}
	last := len(span) - 1
	places := []int{0, last, lowest, highest}
	if !span[0].Gap() && !span[last].Gap() {
		places = append(places, gap)
	}
	slices.Sort(places)
	for _, i := range slices.Compact(places) {
		if i >= 0 {
			to = append(to, span[i])
		}
	}
	return to
}
