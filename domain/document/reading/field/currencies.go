package field

import (
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/money"
)

// Spot says where a currency is printed.
type Spot int

// The places, the surest first: beside sums, beside other amounts or at a label, and in other
// texts.
const (
	AtSums Spot = iota
	AtAmounts
	InTexts
	Nowhere
)

// Printed counts the printed currencies by their places.
type Printed [Nowhere]map[money.Currency]int

// Add counts a currency.
func (p *Printed) Add(at Spot, c money.Currency) {
	if c == "" || at == Nowhere {
		return
	}
	if p[at] == nil {
		p[at] = map[money.Currency]int{}
	}
	p[at][c]++
}

// Decide returns the currency of the surest place. Two currencies beside the sums are decided by
// their number. Several reports currencies that nothing decides between.
func (p *Printed) Decide() (c money.Currency, several bool) {
	for at, list := range p {
		most, next := 0, 0
		for found, n := range list {
			switch {
			case n > most:
				c, most, next = found, n, most
			case n > next:
				next = n
			}
		}
		switch {
		case len(list) == 0:
			continue
		case len(list) == 1, Spot(at) == AtSums && most > next:
			return c, false
		case Spot(at) == InTexts:
			return "", false
		}
		return "", true
	}
	return "", false
}

// Settle counts a bare $ or ¥ for a currency of that sign if its code is printed.
func (p *Printed) Settle(prints func(word string) bool) {
	for _, sign := range []string{"$", "¥"} {
		all := number.Currencies(sign)
		for _, c := range all[1:] {
			if p[AtSums][c]+p[AtAmounts][c]+p[InTexts][c] == 0 || !prints(string(c)) || prints(string(all[0])) {
				continue
			}
			for _, list := range p {
				if n := list[all[0]]; n > 0 {
					list[c] += n
					delete(list, all[0])
				}
			}
		}
	}
}
