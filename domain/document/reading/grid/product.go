package grid

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// Product finds two numbers of a row that multiply to another number of the row: the rightmost with
// two decimals. Numbers below the labels of quantity and price come first.
func Product(r *Row, c Cells) (a, b, total *Figure, ok bool) {
	best := -1
	for k := len(r.Figures) - 1; k >= 2; k-- {
		s := &r.Figures[k]
		if s.Value.Scale() != 2 || s.Percent || s.Value.IsZero() || r.measured(s) {
			continue
		}
		for i := range k {
			for j := range k {
				x, y := &r.Figures[i], &r.Figures[j]
				if i == j || x.Percent || y.Percent || x.Decimals() > y.Decimals() || x.Value.IsZero() ||
					!Exact(x.Value, y.Value, s.Value) || tiny(s.Value) && !rounds(x.Value, y.Value, s.Value) {
					continue
				}
				if slices.Contains(noFactors, c.Below(x)) || slices.Contains(noFactors, c.Below(y)) {
					continue
				}
				if score := agreement(c, x, y, s, i < j); score > best {
					best, a, b, total = score, x, y, s
				}
			}
		}
		break
	}
	return a, b, total, best >= 0
}

// measured reports a size or a weight, which is no amount: 2 x 5.00 kg = 10.00 kg.
func (r *Row) measured(f *Figure) bool {
	text := strings.TrimLeft(Joined(r.Words[f.First:f.Last+1]), "0123456789.,' -(")
	if text == "" && f.Last+1 < len(r.Words) && !r.Apart(f.Last+1) {
		text = r.Words[f.Last+1].Text
	}
	return number.Measured(text)
}

// Reduced finds a quantity, a price, a rate of discount and their total, in this order:
// 8 pcs 4.55 10 % 32.76.
func Reduced(r *Row, c Cells) (q, p, rate, total *Figure, ok bool) {
	last := len(r.Figures) - 1
	if last < 3 {
		return nil, nil, nil, nil, false
	}
	total, rate, p = &r.Figures[last], &r.Figures[last-1], &r.Figures[last-2]
	if !rate.Percent || !rate.Value.IsPos() || total.Percent || p.Percent || total.Value.Scale() != 2 ||
		c.Below(rate) == label.TaxRate {
		return nil, nil, nil, nil, false
	}
	for i := range last - 2 {
		q = &r.Figures[i]
		net, fits := reading.Net(q.Value, p.Value, decimal.One, rate.Value)
		if !q.Percent && q.Value.IsPos() && fits && reading.Near(net, total.Value) && !tiny(total.Value) &&
			!slices.Contains(noFactors, c.Below(q)) {
			return q, p, rate, total, true
		}
	}
	return nil, nil, nil, nil, false
}

// tiny reports a total that a cent changes by more than 1 %.
func tiny(total decimal.Decimal) bool { return total.CmpAbs(decimal.One) < 0 }

// rounds reports a total that a x b rounds to.
func rounds(a, b, total decimal.Decimal) bool {
	product, err := a.Mul(b)
	if err != nil {
		return false
	}
	difference, err := product.SubAbs(total)
	return err == nil && difference.Cmp(halfCent) <= 0
}

var halfCent = decimal.MustParse("0.005")

// noFactors lists columns without quantities and prices.
var noFactors = []label.Column{label.TaxRate, label.TaxAmount, label.TaxBase, label.Discount, label.Position}

// agreement adds two points for each of quantity, price and total below its label, and one point if
// the quantity comes before the price.
func agreement(c Cells, q, p, total *Figure, inOrder bool) int {
	score := 0
	for _, x := range []struct {
		figure *Figure
		kinds  []label.Column
	}{{q, QuantityKinds}, {p, PriceKinds}, {total, TotalKinds}} {
		if f, ok := c.Get(x.kinds...); ok && f == x.figure {
			score += 2
		}
	}
	if inOrder {
		score++
	}
	if q.Unit != "" {
		score++
	}
	return score
}

// Levied returns quantity x price less the total. The labelled discount and all amounts without a
// label between price and total, such as duties, have to explain it. A duty may be close to the
// label of the discount.
func Levied(r *Row, c Cells, q, p, total *Figure) (less decimal.Decimal, ok bool) {
	levies, off := decimal.Zero, decimal.Zero
	for i := range r.Figures {
		x := &r.Figures[i]
		if x.First <= p.Last || x.First >= total.First {
			continue
		}
		sum := &levies
		switch c.Below(x) {
		case "":
		case label.Discount:
			sum = &off
		default:
			return less, false
		}
		next, err := sum.Add(x.Value.Abs())
		if err != nil || x.Percent || x.Open || x.Value.Scale() != 2 {
			return less, false
		}
		*sum = next
	}
	gross, ok := reading.Net(q.Value, p.Value, decimal.One, decimal.Zero)
	less, err := gross.Sub(total.Value)
	if !ok || err != nil || levies.IsZero() || !total.Value.IsPos() {
		return less, false
	}
	for _, taken := range []decimal.Decimal{off, off.Neg()} {
		net, err := taken.Sub(levies)
		if err != nil {
			return less, false
		}
		if difference, err := net.SubAbs(less); err == nil && difference.Cmp(reading.Cent) <= 0 {
			return less, true
		}
	}
	return less, false
}
