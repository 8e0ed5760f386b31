package simulator

import "sellingassistant/adapters/simulator/draw"

// draws begins a series of this world.
func (m *Marketplace) draws(e draw.Entity, key, tick uint64) draw.Series {
	return draw.From(m.cfg.Seed, e, key, tick)
}
