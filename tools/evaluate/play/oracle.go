package play

import (
	"slices"

	"sellingassistant/adapters/simulator/competition"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

// mind has the state of an oracle.
type mind struct {
	// next has the time of its next look, changes the state of the market at the last look.
	next    int64
	changes uint64
}

const (
	// ponder sets the pause between looks of the oracle, foresight its horizon.
	ponder    = hour / 2
	foresight = 3 * hour
)

// foresee tries prices against the future behaviour of the rivals, and takes the most profitable.
// An oracle acts on the market at once: it needs no event, and its price is visible immediately.
func (r *row) foresee() {
	g, m := r.game, &r.mind
	m.next = g.now + ponder
	if m.changes == g.changes && g.now > start {
		return
	}
	k := g.market
	real, _ := g.product.costAt(g.now)
	floor := g.product.floor(real)
	live := k.Contenders[r.index].Listing
	best, most := live, int64(-1)
	for _, price := range r.ideas(floor) {
		if worth := r.worth(price, real); worth > most {
			best, most = price, worth
		}
	}
	if best != live {
		r.tally.Submissions++
		r.tally.Confirmed++
		r.course.moved(&r.tally, g.now, live, best)
		k.Contenders[r.index].Listing = best
		k.Settle()
	}
	m.changes = g.changes
}

// ideas returns prices worth a try: the bounds, the current price, and prices that just undercut a
// rival's price or floor.
func (r *row) ideas(floor int64) []int64 {
	k, most := r.game.market, r.game.product.Most
	own := &k.Contenders[r.index]
	all := []int64{own.Listing, floor, most}
	for i := range k.Contenders {
		c := &k.Contenders[i]
		if i == r.index || c.Sub > 0 || c.Away || !c.Featured {
			continue
		}
		for _, landed := range [...]int64{c.Landed(), c.Floor} {
			all = append(all, (landed*c.Weight()-1)*998/1000/own.Weight())
		}
	}
	for i := range all {
		all[i] = max(floor, min(most, all[i]))
	}
	slices.Sort(all)
	all = slices.Compact(all)
	for len(all) > 8 {
		// Takes every second of many prices, and both bounds.
		kept := all[:1]
		for i := 2; i < len(all)-1; i += 2 {
			kept = append(kept, all[i])
		}
		all = append(kept, all[len(all)-1])
	}
	return all
}

// worth returns the profit of a price within the foresight, at average demand. Its unit serves only
// for comparison.
func (r *row) worth(price, real int64) int64 {
	p := r.game.product
	margin := p.profit(price, real)
	wanted := p.Base*int64(p.settings.Demand.Most)/1000 - price
	if margin <= 0 || wanted <= 0 {
		return 0
	}
	k := *r.game.market
	k.Contenders = slices.Clone(k.Contenders)
	won, since := int64(0), k.At
	had := -1
	k.Changed = func(at int64, _ competition.Change) {
		if had == r.index {
			won += at - since
		}
		had, since = k.Winner, at
	}
	k.Contenders[r.index].Listing = price
	k.Settle()
	k.Advance(k.At + foresight)
	k.Changed(k.At, competition.ChangedInternal)
	return margin * wanted / 1000 * (won*850/foresight + 150*r.place(&k)/6)
}

// place returns the chance, in sixths, that a buyer takes this offer off the list.
func (r *row) place(k *competition.Market) int64 {
	ahead := 0
	for i := range k.Contenders {
		if c := &k.Contenders[i]; i != r.index && !c.Away && c.Sub == 0 && c.Price() > 0 && c.Landed() < k.Contenders[r.index].Landed() {
			ahead++
		}
	}
	if ahead < 3 {
		return int64(3 - ahead)
	}
	return 0
}

// sold returns the units sold in the strategy's window, if the strategy uses them.
func (r *row) sold() optional.Maybe[int] {
	if r.player.Plan.Type != decision.TypeVelocity {
		return optional.None[int]()
	}
	days := int64(r.player.Plan.WindowDays.Or(decision.UsualWindowDays))
	return optional.Some(within(r.sales, r.game.now-days*day))
}
