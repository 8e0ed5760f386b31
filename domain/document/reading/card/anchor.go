package card

import (
	"math"
	"slices"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/optional"
)

// anchored reads cards without a word for quantities. The totals of the cards are in a column of
// amounts; each card prints its quantity and, in most cards, its price: both make the total.
func anchored(rows []Row, sign number.Sign, accept func([]*Product, []int) bool) bool {
	for _, column := range columnsOf(rows, sign) {
		pieces := piecesOf(rows, nil, true)
		at := 0
		for i := range pieces {
			p := &pieces[i]
			if at == len(column) || p.row != column[at].row {
				continue
			}
			k := &Product{Row: p.row, Pages: []*grid.Row{p.whole.Row}}
			k.Used = map[*grid.Word]bool{}
			k.Total = column[at].figure.Known()
			k.use(p.row, column[at].figure)
			p.count = k
			at++
		}
		if at < len(column) {
			continue
		}
		for _, reach := range []int{maxText, longText} {
			if read(pieces, reach, accept, func(cards []*Product) bool { return counts(cards, sign) }) ||
				len(column) >= leastPriced && read(pieces, reach, accept, pricedOnly) {
				return true
			}
		}
	}
	return false
}

// leastPriced counts the cards without totals that need no word for quantities: the printed sum
// shows that the numbers are quantities.
const leastPriced = 3

// pricedOnly takes the amounts for prices, and the whole numbers at one place for quantities.
func pricedOnly(cards []*Product) bool {
	for _, r := range cards[0].Rows {
		for i := range r.Figures {
			q := &r.Figures[i]
			if !whole(q) || q.Value.Scale() > 0 || cards[0].Used[r.Words[q.First]] {
				continue
			}
			missing := func(k *Product) bool { return k.Quantity.Known() || !k.countAt([]float64{q.Left}) }
			if !slices.ContainsFunc(cards, missing) {
				for _, k := range cards {
					k.Price, k.Total = k.Total, optional.None[decimal.Decimal]()
				}
				return true
			}
			for _, k := range cards {
				k.forget()
			}
		}
	}
	return false
}

// forget gives up the quantity, and its words.
func (k *Product) forget() {
	if k.counted != nil {
		for _, w := range k.counted {
			delete(k.Used, w)
		}
		k.Quantity, k.counted = optional.None[decimal.Decimal](), nil
	}
}

// columnsOf lists the columns of at least two amounts, by their right and by their left sides. They
// are above the first sum, above the last sum, below it, or on all pages. Each row has one amount
// of a column.
func columnsOf(rows []Row, sign number.Sign) (list [][]amount) {
	isSum := func(r Row) bool { return r.Sum }
	first, last := slices.IndexFunc(rows, isSum), len(rows)-1
	if first < 0 {
		return nil
	}
	for !rows[last].Sum {
		last--
	}
	parts := [][]Row{rows[:first], rows[:last], rows[last:], rows}
	if first == last {
		parts = parts[1:]
	}
	for _, part := range parts {
		for _, side := range []func(*grid.Figure) float64{
			func(f *grid.Figure) float64 { return f.Right }, func(f *grid.Figure) float64 { return f.Left },
		} {
			list = append(list, aligned(part, side, sign)...)
		}
	}
	return list
}

// aligned groups the amounts of rows by the place of a side.
func aligned(rows []Row, side func(*grid.Figure) float64, sign number.Sign) (list [][]amount) {
	var places []float64
	for _, r := range rows {
		if r.Sum {
			continue
		}
		for _, f := range amounts(r.Row, sign, nil) {
			if f.Value.IsZero() || f.Currency == "" && !f.Signed && !r.Apart(f.First) {
				continue
			}
			x := side(f)
			at := slices.IndexFunc(places, func(place float64) bool { return math.Abs(place-x) <= beside*r.H })
			if at < 0 {
				places, list = append(places, x), append(list, nil)
				at = len(list) - 1
			}
			if n := len(list[at]); n == 0 || list[at][n-1].row != r.Row {
				list[at] = append(list[at], amount{r.Row, f})
			}
		}
	}
	return slices.DeleteFunc(list, func(column []amount) bool { return len(column) < 2 || len(column) > maxCards })
}

// beside bounds the distance of sides in a column, in heights, maxCards the cards of a document.
const (
	beside   = 0.5
	maxCards = 500
)

// counts finds the quantity of each card. At least two cards, and half of all, print a price that
// makes the total with it. The others have their quantity below those.
func counts(cards []*Product, sign number.Sign) bool {
	var places []float64
	proved := 0
	for _, k := range cards {
		if x, ok := k.count(sign); ok {
			places = append(places, x)
			proved++
		}
	}
	if proved < 2 || 2*proved < len(cards) {
		return false
	}
	for _, k := range cards {
		if !k.Quantity.Known() && !k.countAt(places) {
			return false
		}
	}
	return true
}

// count finds a quantity and a price that make the total, and the place of the quantity. A quantity
// of 1 needs another amount that equals the total.
func (k *Product) count(sign number.Sign) (place float64, ok bool) {
	total := k.Total.Or(decimal.Zero)
	for _, priced := range k.Rows {
		for _, p := range amounts(priced, sign, k.Used) {
			for _, r := range k.Rows {
				for i := range r.Figures {
					q := &r.Figures[i]
					if whole(q) && !(r == priced && q.First == p.First) && q.Value.Scale() < 2 &&
						grid.Exact(q.Value, p.Value, total) {
						k.Quantity, k.Price = q.Known(), p.Known()
						k.use(r, q)
						k.use(priced, p)
						k.Unit = q.Unit
						return q.Left, true
					}
				}
			}
		}
	}
	return 0, false
}

// countAt takes a whole number at a place of other quantities.
func (k *Product) countAt(places []float64) bool {
	for _, r := range k.Rows {
		for i := range r.Figures {
			q := &r.Figures[i]
			near := func(x float64) bool { return math.Abs(x-q.Left) <= beside*r.H }
			if whole(q) && q.Value.Scale() == 0 && !k.Used[r.Words[q.First]] && slices.ContainsFunc(places, near) {
				k.Quantity, k.counted = optional.Some(q.Value), r.Words[q.First:q.Last+1]
				k.use(r, q)
				return true
			}
		}
	}
	return false
}
