package market

import (
	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/competition"
	"sellingassistant/adapters/simulator/draw"
	"sellingassistant/adapters/simulator/ledger"
	"sellingassistant/adapters/simulator/world"
)

// market simulates the competition for one product in one marketplace. Its state at any time
// follows from the seed, the time, and the changes of own offers until then. Reads do not change
// it.
//
// Until an own offer changes, the market opens anew every session, so a read costs at most a day of
// reactions, and stores nothing. From the first change on it is kept and continues forever.
type market struct {
	competition.Market // competing sellers first, then mine
	floor              *Floor
	product            *catalog.Product
	shop               *world.Shop
	// kept markets continue forever; listened markets report their changes.
	kept, listened bool
	opened         int64 // start of its session, in seconds since 1970
	mine           []ledger.OwnOffer
	base           int64  // price before competition and drift
	list           int64  // list price, 0 if unknown
	seen           uint64 // fingerprint of the last board that listeners know
	// past has the boards since the first change of an own offer.
	past []*Board
}

const (
	// Session has the seconds for which an unchanged market continues.
	Session = 24 * 3600
	// Day has 24 hours in seconds.
	Day = 24 * 3600
)

// newMarket opens a market for the time at: at the start of its session, with the initial own
// offers.
func (flo *Floor) newMarket(p *catalog.Product, s *world.Shop, at int64) *market {
	k := &market{floor: flo, product: p, shop: s, mine: flo.seededOffers(p, s)}
	k.Seed, k.Key, k.base = flo.world.Seed, MarketKey{p.Index, s.Index}.Number(), p.BasePrice(s.ID)
	if p.IsHead() || !p.SoldIn(s.ID) {
		k.base = 0
	}
	d := flo.world.Draws(draw.OfMarket, k.Key, 0)
	k.HasExternal, k.Split = d.Chance(700), d.Chance(120)
	if listed := k.base * int64(d.Between(1100, 1500)) / 1000; d.Chance(600) {
		k.list = listed
	}
	k.open(at)
	return k
}

func (k *market) sessionStart(at int64) int64 { return at - (at+k.Phase(Session))%Session }

// open starts the session of a time.
func (k *market) open(at int64) {
	k.opened = k.sessionStart(at)
	k.Contenders = k.Contenders[:0]
	k.drift()
	if k.Base > 0 {
		k.invite()
	}
	mine := k.mine
	k.mine = nil
	k.put(mine)
	k.driftMine()
	k.Open(k.opened)
}

// invite adds the competing sellers.
func (k *market) invite() {
	d := k.floor.world.Draws(draw.OfRival, k.Key, 0)
	for range rivals(&d) {
		k.Contenders = append(k.Contenders, k.floor.rival(k.shop, k.Base, &d))
	}
	if d.Chance(150) {
		k.Contenders = append(k.Contenders, competition.House(string(k.shop.ID), k.Base, &d))
	}
}

// bring advances the market to a time. A market with a listener never goes back.
func (k *market) bring(to int64) {
	if to < k.At && k.Changed != nil {
		return
	}
	for !k.kept {
		if to < k.At || (to >= k.opened+Session && k.Changed == nil) {
			k.open(to)
		}
		if to < k.opened+Session {
			break
		}
		// A listener must get the changes of every session between.
		k.Advance(k.opened + Session - 1)
		k.open(k.opened + Session)
		k.Changed(k.At, competition.ChangedInternal)
	}
	k.Advance(to)
}

// rivals draws the number of competing sellers of a product, 0 to 40: few for most.
func rivals(d *draw.Series) int {
	switch share := d.Below(100); {
	case share < 6:
		return 0
	case share < 60:
		return d.Between(1, 6)
	case share < 90:
		return d.Between(7, 18)
	default:
		return d.Between(19, 40)
	}
}

// put replaces the own offers.
func (k *market) put(mine []ledger.OwnOffer) {
	k.Contenders = k.Contenders[:len(k.Contenders)-len(k.mine)]
	k.mine = mine
	for _, o := range mine {
		c := competition.Contender{
			Seller: o.Seller, SKU: o.SKU, FBA: o.FBA, Prime: o.FBA, Standing: competition.Standing{Feedback: 1200, Positive: 97, Featured: true},
			Hours: [2]uint16{0, 24}, Listing: o.Price, Shipping: o.Shipping, Sub: subConditionOf(o.Condition),
			Away: !o.Buyable || o.Units <= 0,
		}
		if !o.FBA {
			c.Hours = [2]uint16{24, 48}
		}
		k.Contenders = append(k.Contenders, c)
	}
}

// subConditionOf reads a condition type such as used_good.
func subConditionOf(condition string) uint8 {
	for i, sub := range SubConditions {
		if i > 0 && len(condition) > len(sub) && condition[len(condition)-len(sub):] == sub && condition[len(condition)-len(sub)-1] == '_' {
			return uint8(i)
		}
	}
	return 0
}
