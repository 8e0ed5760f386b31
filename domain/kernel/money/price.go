package money

import (
	"errors"
	"math/big"
)

// priceScale counts the decimals of a written price per unit.
const priceScale = 6

// WrittenUnits adds the two decimals that a written price has beyond an amount.
const WrittenUnits = 100

// Price costs Amount for Units units together, so that one unit may cost less than the smallest
// amount: 1.23 for 1,000.
type Price struct {
	Amount Amount
	Units  int64
}

// PriceOf makes the price of one unit from an amount.
func PriceOf(a Amount) Price { return Price{a, 1} }

// ParsePrice reads the price of one unit: an amount, or a number of fourteen digits with six
// decimals. A price below 0 is ErrRange.
func ParsePrice(s string) (Price, error) {
	p := Price{Units: 1}
	var err error
	if p.Amount, err = Parse(s); errors.Is(err, ErrScale) {
		p.Units = WrittenUnits
		if p.Amount.units, err = parse(s, priceScale); errors.Is(err, ErrScale) {
			err = ErrPrice
		}
	}
	if err == nil && p.Amount.units < 0 {
		err = ErrRange
	}
	if err != nil {
		return Price{}, err
	}
	return p, nil
}

// Exact returns the price of one unit as a fraction.
func (p Price) Exact() *big.Rat {
	return new(big.Rat).Quo(p.Amount.Exact(), big.NewRat(max(1, p.Units), 1))
}

// Each rounds the price of one unit half up to an amount.
func (p Price) Each() Amount {
	a, _ := HalfUp(p.Exact(), Amount{1})
	return a
}

// String prints the price of one unit, rounded half up to six decimals, in its shortest form.
func (p Price) String() string {
	if p.Units <= 1 {
		return p.Amount.String()
	}
	return format(p.millionths(), priceScale)
}

// millionths rounds the price of one unit half up to six decimals. A price of several units stays
// below MaxUnits millionths.
func (p Price) millionths() int64 {
	n := new(big.Int).Mul(big.NewInt(p.Amount.units), big.NewInt(2*WrittenUnits))
	n.Add(n, big.NewInt(p.Units))
	return n.Div(n, big.NewInt(2*p.Units)).Int64()
}
