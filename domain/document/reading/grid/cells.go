package grid

import (
	"math"
	"slices"

	"sellingassistant/domain/document/reading/label"
)

// TextKinds lists columns of text. Columns of numbers between them end them.
var TextKinds = []label.Column{
	label.Position, label.SKU, label.Own, label.GTIN, label.ASIN, label.MPN, label.Text, label.Brand, label.Unit,
	label.Currency, label.Day, "",
}

// TextColumn finds the column of text of a run of words: it has the same left side, else it
// overlaps, else it comes before.
func (t *Table) TextColumn(left, right, h float64) int {
	overlaps, before := -1, -1
	for i, c := range t.Columns {
		if !slices.Contains(TextKinds, c.Kind) {
			continue
		}
		if d := c.Left - left; d < 0.6*h && d > -0.6*h {
			return i
		}
		if left < c.Right && c.Left < right && overlaps < 0 {
			overlaps = i
		}
		if c.Left <= left {
			before = i
		}
	}
	if overlaps >= 0 {
		return overlaps
	}
	return before
}

// KindBelow returns the kind of the label above a word.
func (t *Table) KindBelow(w *Word, h float64) label.Column {
	if at := t.NearestTo(w.Left, w.Right, h); at >= 0 {
		return t.Columns[at].Kind
	}
	return ""
}

// distance returns the cost of a figure below a label, in heights. A figure too far away costs
// infinitely much.
func distance(c Column, left, right, h float64) float64 {
	if left < c.Right && c.Left < right {
		centre := math.Abs(c.Left + c.Right - left - right)
		return 0.2 * min(math.Abs(c.Left-left), math.Abs(c.Right-right), centre/2) / h
	}
	cost := max(c.Left-right, left-c.Right)/h + 0.4
	if cost > 5 {
		return math.Inf(1)
	}
	return cost
}

// Cells puts the figures of a row below the labels: the cheapest first, one
// figure a label, in their order.
func (t *Table) Cells(r *Row) Cells {
	type pair struct {
		cost           float64
		figure, column int
	}
	var pairs []pair
	for f := range r.Figures {
		for c := range t.Columns {
			if cost := distance(t.Columns[c], r.Figures[f].Left, r.Figures[f].Right, r.H); !math.IsInf(cost, 0) {
				pairs = append(pairs, pair{cost, f, c})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int {
		switch {
		case a.cost < b.cost:
			return -1
		case a.cost > b.cost:
			return 1
		}
		return 0
	})
	below := make([]*Figure, len(t.Columns))
	for _, p := range pairs {
		f := &r.Figures[p.figure]
		fits := below[p.column] == nil
		for column, other := range below {
			fits = fits && (other == nil || other != f && (other.First < f.First) == (column < p.column))
		}
		if fits {
			below[p.column] = f
		}
	}
	return Cells{below, t}
}

// Nearest finds the column above a figure, -1 without a column or a figure.
func (t *Table) Nearest(f *Figure, h float64) int {
	if f == nil {
		return -1
	}
	return t.NearestTo(f.Left, f.Right, h)
}

// NearestTo finds the column above a place, -1 without a column.
func (t *Table) NearestTo(left, right, h float64) int {
	best, least := -1, 5.0
	for i, c := range t.Columns {
		if cost := distance(c, left, right, h); cost < least {
			best, least = i, cost
		}
	}
	return best
}

// Cells has the figures of a row below the labels of a table, nil below labels without a figure.
type Cells struct {
	ByColumn []*Figure
	table    *Table
}

// Get returns the figure below the first label of the kinds that has a figure.
func (c Cells) Get(kinds ...label.Column) (*Figure, bool) {
	for _, kind := range kinds {
		for i, column := range c.table.Columns {
			if f := c.ByColumn[i]; f != nil && column.Kind == kind &&
				!(f.Percent && kind != label.Discount && kind != label.TaxRate) {
				return f, true
			}
		}
	}
	return nil, false
}

// All lists the figures below labels of the kinds.
func (c Cells) All(kinds ...label.Column) (list []*Figure) {
	for _, kind := range kinds {
		for i, column := range c.table.Columns {
			if f := c.ByColumn[i]; f != nil && column.Kind == kind && !f.Percent {
				list = append(list, f)
			}
		}
	}
	return list
}

// Below returns the kind of the label above a figure, "" without one.
func (c Cells) Below(f *Figure) label.Column { return c.above(f).Kind }

// Label returns the text of the label above a figure, "" without one.
func (c Cells) Label(f *Figure) string { return c.above(f).Text }

// above returns the column of a figure, an empty one without a label.
func (c Cells) above(f *Figure) Column {
	if at := slices.Index(c.ByColumn, f); f != nil && at >= 0 {
		return c.table.Columns[at]
	}
	return Column{}
}

// Kinds of columns that give the same figure, the surest first.
var (
	QuantityKinds = []label.Column{label.Quantity, label.Cases, label.Ordered}
	PriceKinds    = []label.Column{label.Price, label.Cost, label.CasePrice}
	TotalKinds    = []label.Column{label.Total, label.Gross}
)
