package play

import (
	"cmp"
	"slices"

	"sellingassistant/adapters/simulator/draw"
)

// blow names a kind of shock.
type blow uint8

const (
	soldOut  blow = iota // the rival in the buy box sells out
	restock              // and has stock again
	costMove             // the cost of the product changes
	costLost             // the cost becomes unknown for a while
	costBack
	byHand // a person changes the live price
	reset  // someone removes the settings
	patch  // someone restores them
	kill   // someone turns the kill switch on
	revive // and off again
)

// shock has an event besides rivals and shoppers. Size counts thousandths.
type shock struct {
	at   int64
	what blow
	size int64
}

// blows returns the shocks of a product. Each kind occurs at most once in a play.
func (p *Product) blows() []shock {
	length := int64(p.settings.Days) * day
	var all []shock
	for _, kind := range []struct {
		what, end  blow
		chance     int // in thousandths
		from, to   int // hours until the end; 0 for no end
		least, top int // size
	}{
		{soldOut, restock, 600, 12, 48, 0, 0},
		{costMove, 0, 400, 0, 0, 900, 1100},
		{costLost, costBack, 150, 4, 12, 0, 0},
		{byHand, 0, 200, 0, 0, 600, 1600},
		{reset, patch, 100, 12, 36, 0, 0},
		{kill, revive, 100, 4, 12, 0, 0},
	} {
		d := draw.From(p.seed, ofShock, p.key, uint64(kind.what))
		if !d.Chance(kind.chance) {
			continue
		}
		at := start + length*int64(d.Between(100, 800))/1000
		all = append(all, shock{at: at, what: kind.what, size: int64(d.Between(kind.least, kind.top))})
		if kind.to > 0 {
			all = append(all, shock{at: at + int64(d.Between(kind.from, kind.to))*hour, what: kind.end})
		}
	}
	slices.SortStableFunc(all, func(a, b shock) int { return cmp.Compare(a.at, b.at) })
	return all
}

// stopped reports whether nothing may be submitted at a time. It uses only the plan of shocks, not
// the row's knowledge.
func (p *Product) stopped(at int64) bool {
	off, killed := p.off(at)
	return off || killed
}

// off reports whether the settings are absent, and whether the kill switch is on.
func (p *Product) off(at int64) (off, killed bool) {
	for _, s := range p.shocks {
		if s.at > at {
			break
		}
		switch s.what {
		case reset, patch:
			off = s.what == reset
		case kill, revive:
			killed = s.what == kill
		}
	}
	return off, killed
}

// costAt returns the real cost at a time, and whether the row knows it.
func (p *Product) costAt(at int64) (real int64, known bool) {
	real, known = p.cost, true
	for _, s := range p.shocks {
		if s.at > at {
			break
		}
		switch s.what {
		case costMove:
			real = p.cost * s.size / 1000
		case costLost, costBack:
			known = s.what == costBack
		}
	}
	return real, known
}
