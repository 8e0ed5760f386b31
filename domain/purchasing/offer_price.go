package purchasing

import (
	"slices"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// PriceFor returns the unit cost of an ordered quantity: the cost of the last break that the
// quantity reaches.
func (v OfferValues) PriceFor(quantity int) money.Amount {
	price := v.UnitCost
	for _, b := range v.PriceBreaks {
		if quantity >= b.MinQuantity {
			price = b.UnitCost
		}
	}
	return price
}

// rises returns the first break with a higher price than a smaller quantity, -1 if prices only
// fall.
func (v OfferValues) rises() int {
	price := v.UnitCost
	for i, b := range v.PriceBreaks {
		if b.UnitCost.Cmp(price) > 0 {
			return i
		}
		price = b.UnitCost
	}
	return -1
}

// Repriced changes the price of the break that the quantity reaches, else the unit cost. It returns
// false if the price stays, rises above a smaller quantity's or falls below a larger quantity's.
func (v OfferValues) Repriced(quantity int, cost money.Amount) (p OfferPatch, changed bool) {
	at := -1
	for i, b := range v.PriceBreaks {
		if quantity >= b.MinQuantity {
			at = i
		}
	}
	if at < 0 {
		p.UnitCost = optional.Put(cost)
		changed, v.UnitCost = cost != v.UnitCost, cost
		return p, changed && v.rises() < 0
	}
	v.PriceBreaks = slices.Clone(v.PriceBreaks)
	changed = v.PriceBreaks[at].UnitCost != cost
	v.PriceBreaks[at].UnitCost = cost
	p.PriceBreaks = optional.Put(v.PriceBreaks)
	return p, changed && v.rises() < 0
}
