package catalog

import (
	"sellingassistant/adapters/simulator/draw"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// SoldIn reports whether a marketplace has the product.
func (p *Product) SoldIn(id marketplace.ID) bool {
	s, ok := world.Shops[id]
	return ok && (s.Core || p.absent>>(4*s.Index%60)&15 != 0)
}

// BasePrice returns the product's price in a marketplace before any competition, in the smallest
// unit of the marketplace's currency (yen for Japan).
func (p *Product) BasePrice(id marketplace.ID) int64 {
	s, ok := world.Shops[id]
	if !ok {
		return 0
	}
	d := draw.At(p.prices + uint64(s.Index))
	local := max(s.Minor(p.cents)*int64(d.Between(920, 1120))/1000, 100)
	if s.Decimals == 0 {
		return local - local%10
	}
	return local - local%10 + 9
}
