package market

import "sellingassistant/adapters/simulator/draw"

// steady has the level of prices in thousandths, where it does not drift.
const steady = 1000

// level returns the level of the prices in the session that is open. Before DriftBefore it moves
// slowly by up to an eighth, every 17 days by up to a tenth, and some of these stretches are
// sales. The stretches of products begin on different days.
func (k *market) level() int64 {
	if k.opened >= k.floor.DriftBefore {
		return steady
	}
	part := func(days, series int64) draw.Series {
		length := days * Day
		return k.floor.world.Draws(draw.OfLevel, k.Key, uint64((k.opened+k.Phase(length))/length)<<1|uint64(series))
	}
	slow, fast := part(119, 0), part(17, 1)
	level := int64(slow.Between(880, 1125)) * int64(fast.Between(920, 1100)) / steady
	if fast.Chance(120) {
		level = level * 4 / 5
	}
	return level
}

// drift sets the level of rivals: their prices follow from Base when they are invited.
func (k *market) drift() { k.Base = k.base * k.level() / steady }

// driftMine sets the level of own offers, which have their price of today.
func (k *market) driftMine() {
	level := k.level()
	for i := len(k.Contenders) - len(k.mine); level != steady && i < len(k.Contenders); i++ {
		k.Contenders[i].Listing = max(1, k.Contenders[i].Listing*level/steady)
	}
}
