package play

import (
	"strconv"

	"sellingassistant/adapters/simulator/competition"
)

// game has one product, its market, and the rows that play in it.
type game struct {
	product *Product
	market  *competition.Market
	wire    wire
	rows    []*row
	kin     Kin
	// now has the current time of the game.
	now      int64
	shoppers []shopper
	shocks   []shock
	sold     int64
	// changes counts the changes of the market; listens says that a player receives them.
	changes uint64
	listens bool
	// absent names the rival that is sold out, -1 if no rival is.
	absent int
	watch  func(*game)
}

// Play lets a player price one product.
func Play(p *Product, who Player) Tally {
	g := newGame(p, Strangers, who)
	g.run(start + int64(p.settings.Days)*day)
	return g.rows[0].tally
}

// Watch plays as Play, and reports every moment at which something changed.
func Watch(p *Product, who Player, tell func(Moment)) Tally {
	g := newGame(p, Strangers, who)
	g.watch = func(g *game) { tell(g.rows[0].moment()) }
	g.run(start + int64(p.settings.Days)*day)
	return g.rows[0].tally
}

func newGame(p *Product, kin Kin, who ...Player) *game {
	g := &game{kin: kin, product: p, now: start, shoppers: p.shoppers, shocks: p.shocks, absent: -1}
	var own []competition.Contender
	for i := range who {
		own = append(own, competition.Contender{
			Behaviour: competition.Own, Seller: g.account(i), SKU: strconv.Itoa(i), FBA: p.FBA, Prime: p.FBA, Hours: [2]uint16{0, 24},
			Standing: competition.Standing{Feedback: 1200, Positive: 97, Featured: true}, Listing: p.First * int64(100+3*i) / 100,
		})
	}
	g.market = p.open(own)
	g.wire = wire{feed: &p.settings.Feed, seed: p.seed, key: p.key}
	for i := range who {
		g.rows = append(g.rows, newRow(g, who[i], i))
		g.listens = g.listens || who[i].Plan != nil || who[i].rule != nil
	}
	g.market.Changed = func(int64, competition.Change) {
		g.changes++
		if g.listens {
			g.wire.tell(g.market)
		}
	}
	return g
}

var ownSellers = [...]string{"ME1", "ME2"}

// run plays until a time. At each moment the market advances first, so that everybody sees its
// current state.
func (g *game) run(end int64) {
	for {
		next := min(end, g.market.Next(), g.wire.next(), g.nextShopper(), g.nextShock())
		for _, r := range g.rows {
			next = min(next, r.next())
		}
		g.count(next)
		g.market.Advance(next)
		if next >= end {
			g.finish()
			return
		}
		g.step()
		if g.watch != nil {
			g.watch(g)
		}
	}
}

// step does everything that is due now, except the market.
func (g *game) step() {
	for g.nextShock() <= g.now {
		s := g.shocks[0]
		g.shocks = g.shocks[1:]
		g.strike(s)
	}
	for g.nextShopper() <= g.now {
		g.serve(&g.shoppers[0])
		g.shoppers = g.shoppers[1:]
	}
	for g.wire.next() <= g.now {
		n := g.wire.take()
		for _, r := range g.rows {
			r.hear(n)
		}
		g.wire.done(n)
	}
	for _, r := range g.rows {
		r.work()
	}
}

// count adds the time since the last count to all rows, and to the Box of the row with the buy box.
// Then it advances the time.
func (g *game) count(now int64) {
	for _, r := range g.rows {
		if g.market.Winner == r.index {
			r.tally.Box += now - g.now
		}
		r.tally.Time += now - g.now
	}
	g.now = now
}

func (g *game) finish() {
	for _, r := range g.rows {
		r.tally.Sold, r.tally.Shoppers, r.tally.Rows = g.sold, int64(len(g.product.shoppers)-len(g.shoppers)), 1
	}
}

func (g *game) nextShopper() int64 {
	if len(g.shoppers) == 0 {
		return competition.Never
	}
	return g.shoppers[0].at
}

func (g *game) nextShock() int64 {
	if len(g.shocks) == 0 {
		return competition.Never
	}
	return g.shocks[0].at
}

func (g *game) serve(s *shopper) {
	who := s.buys(g.market)
	if who < 0 {
		return
	}
	g.sold++
	for _, r := range g.rows {
		if r.index == who {
			real, _ := g.product.costAt(g.now)
			r.sales = append(r.sales, g.now)
			r.tally.Units++
			r.tally.Profit += g.product.profit(g.market.Contenders[who].Landed(), real)
		}
	}
}

// strike applies a shock.
func (g *game) strike(s shock) {
	k := g.market
	switch s.what {
	case soldOut:
		if w := k.Winner; w >= len(g.rows) && k.Contenders[w].Behaviour != competition.Stocker && k.Contenders[w].Behaviour != competition.Retailer {
			g.absent = w
			k.Contenders[w].Away = true
			k.Settle()
		}
	case restock:
		if g.absent >= 0 {
			k.Contenders[g.absent].Away = false
			g.absent = -1
			k.Settle()
		}
	case byHand:
		c := &k.Contenders[0]
		before := c.Listing
		c.Listing = c.Listing * s.size / 1000
		if c.Listing != before {
			k.Settle()
		}
	case costMove, costLost, costBack, patch:
		for _, r := range g.rows {
			r.read()
		}
	case reset, kill, revive:
		// Read from the plan whenever it matters.
	}
}
