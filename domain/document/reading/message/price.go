package message

import (
	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/optional"
)

// counts returns the pieces of a code of units, 0 for other units.
func counts(code string) int64 {
	switch u := units[code]; u {
	case "piece":
		return 1
	case "pair":
		return 2
	default:
		n, _ := number.Pieces(u)
		return n
	}
}

// Pieces returns how many of the second unit the first unit has, both by their codes.
func Pieces(priceUnit, unit string) (int64, bool) {
	of, per := counts(priceUnit), counts(unit)
	if of == 0 || per == 0 || of%per != 0 {
		return 0, false
	}
	return of / per, true
}

// Settle reads a price for as many units as make the net of its line. A price of 0 with a net is
// no price. A line without a quantity that costs its price counts 1.
func Settle(l *reading.Line, priceUnit, unit string) {
	total, ok := l.LineTotal.Get()
	if !ok {
		return
	}
	price, priced := l.UnitPrice.Get()
	if !l.Quantity.Known() && !total.IsZero() && (!priced || price.Equal(total)) {
		l.Quantity = optional.Some(decimal.One)
	}
	if !priced || l.Arithmetic().Result != reading.Fail {
		return
	}
	if price.IsZero() {
		l.UnitPrice = reading.Figure{}
		return
	}
	bases := []decimal.Decimal{decimal.One}
	if n, ok := Pieces(priceUnit, unit); ok {
		if base, err := l.PriceBase.Mul(decimal.MustNew(n, 0)); err == nil {
			bases = append(bases, base)
		}
	}
	for _, base := range bases {
		other := *l
		if other.PriceBase = base; other.Arithmetic().Result == reading.Pass {
			l.PriceBase = base
			return
		}
	}
}

// believe drops prices that do not make the net of their line where the nets add up to the printed
// sum: a unit then costs its share of the net.
func believe(r *reading.Reading) {
	want, ok := r.LinesShouldBe()
	if !ok {
		return
	}
	var sum decimal.Decimal
	for _, l := range r.Lines {
		next, err := sum.Add(l.LineTotal.Or(decimal.Zero))
		if err != nil {
			return
		}
		sum = next
	}
	if !reading.Near(sum, want) {
		return
	}
	for i := range r.Lines {
		l := &r.Lines[i]
		if l.Kind == reading.Product && l.Arithmetic().Result == reading.Fail && l.Quantity.Known() {
			l.UnitPrice, l.PriceBase = reading.Figure{}, decimal.One
			l.DiscountPercent, l.DiscountAmount = reading.Figure{}, reading.Figure{}
		}
	}
}
