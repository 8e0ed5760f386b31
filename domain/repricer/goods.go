package repricer

import (
	"time"

	"sellingassistant/domain/kernel/optional"
)

// goodsAge bounds the age of facts about a product. Packages hardly ever change.
const goodsAge = 30 * 24 * time.Hour

// Goods has the facts about a product that fees in Amazon's warehouses follow.
type Goods struct {
	// Package has lengths in nanometres and a weight in nanograms, all 0 while a figure is unknown.
	Package   Package
	Dangerous bool
	// At dates the answer.
	At time.Time
}

// Package has the size of a packed unit.
type Package struct{ Length, Width, Height, Weight int64 }

// Known reports whether the size is complete.
func (p Package) Known() bool { return p.Length > 0 && p.Width > 0 && p.Height > 0 && p.Weight > 0 }

// WantsGoods reports whether the facts are unknown or old.
func (m *Memory) WantsGoods(now time.Time) bool {
	g, known := m.Goods.Get()
	return !known || now.Sub(g.At) > goodsAge
}

// NoteGoods remembers an answer. An answer without a size keeps the size of the answer before.
func (m *Memory) NoteGoods(g Goods) {
	if !g.Package.Known() {
		g.Package = m.Goods.Or(Goods{}).Package
	}
	m.Goods = optional.Some(g)
}
