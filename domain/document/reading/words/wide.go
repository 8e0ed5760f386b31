package words

import (
	"slices"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
)

// widened reads a row with thousands that a wide space may part. Longer figures that agree win,
// because they leave no digits out. Without agreement the figures have two readings.
func widened(t *grid.Table, r *grid.Row, next []*grid.Row, ended bool) *found {
	wide := r.Widened()
	if wide == nil {
		return lineOf(t, r, next, ended)
	}
	longer := func(x *grid.Figure) bool {
		same := func(f grid.Figure) bool { return f.First == x.First && f.Last == x.Last }
		return x != nil && !slices.ContainsFunc(r.Figures, same)
	}
	if f := lineOf(t, wide, next, ended); f.proven() && slices.ContainsFunc(f.parts[:], longer) {
		*r = *wide
		f.row = r
		return f
	}
	f := lineOf(t, r, next, ended)
	if f == nil || f.proven() || !slices.ContainsFunc(f.parts[:], r.Torn) {
		return f
	}
	for i := range r.Figures {
		if x := &r.Figures[i]; r.Torn(x) {
			x.Open = true
		}
	}
	return lineOf(t, r, next, ended)
}

// proven reports a line with figures that agree.
func (f *found) proven() bool {
	return f != nil && f.Evidence != reading.Placed && !slices.Contains(f.parts[:], nil) && !f.parts[2].Value.IsZero()
}
