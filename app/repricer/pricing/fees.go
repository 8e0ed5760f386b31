package pricing

import (
	"context"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// floorAsks is how often fees at the floor are asked for in one evaluation: where the
// other fees lead to, and where those lead to.
const floorAsks = 2

// askFees asks for the fees of rows whose floor needs them: at the live price, by
// which a floor is found first and which are shown, and then at the floor itself,
// where a limit of the marketplace may lie between the two.
func (e *Engine) askFees(ctx context.Context, b *batch) {
	groups := b.bySeller(func(c *evaluation) bool { return c.wantsFees(b) })
	for s, cases := range groups {
		for i, a := range e.feesOf(ctx, *s, cases, (*evaluation).live) {
			cases[i].fee(a, b)
		}
	}
	for _, c := range b.cases {
		c.aim(b)
	}
	for range floorAsks {
		for s, cases := range b.bySeller(func(c *evaluation) bool { return c.feesFor.Known() }) {
			for i, a := range e.feesOf(ctx, *s, cases, (*evaluation).aimed) {
				cases[i].floorFee(a, b)
			}
		}
	}
}

// wantsFees tells whether the fees at the live price are not known, or old: earlier
// where the floor is made of them.
func (c *evaluation) wantsFees(b *batch) bool {
	at, known := c.memory.FeesAt.Get()
	age := feesAge
	if c.row.Observed.FloorFees.Known() {
		age = shownFeesAge
	}
	old := !known || b.now.Sub(at) > age || !c.row.Observed.Fees.Known()
	return c.calculated() && old && c.live().Positive()
}

// calculated tells whether the floor of the row is made of its cost and fees.
func (c *evaluation) calculated() bool {
	return c.row.Limits.MinPriceMode != decision.MinPriceManual && c.learnt.Cost.Known()
}

func (c *evaluation) live() money.Amount {
	return c.learnt.ApplyTo(c.row).Observed.CurrentPrice.Or(money.Amount{})
}

func (c *evaluation) aimed() money.Amount { return c.feesFor.Or(money.Amount{}) }

// feesOf asks for the fees of rows of one account at a price, by what is known of
// the rows now.
func (e *Engine) feesOf(ctx context.Context, s account.Seller, cases []*evaluation, price func(*evaluation) money.Amount) []pricingports.FeeAnswer {
	asked := make([]pricingports.FeeQuestion, len(cases))
	for i, c := range cases {
		row := c.learnt.ApplyTo(c.row)
		m, _ := marketplace.ByID(row.Key.MarketplaceID)
		asked[i] = pricingports.FeeQuestion{
			Marketplace: m, SKU: row.Key.SKU, Fulfillment: row.Observed.Fulfillment.Or(decision.FBM),
			Price: price(c), Shipping: row.Observed.Shipping.Or(money.Amount{}),
		}
	}
	return e.p.Fees.Fees(ctx, s, asked)
}

// feesIn are the fees of an answer that can be counted with. The rate and the fixed
// part are kept; the least fee is not told.
func (c *evaluation) feesIn(a pricingports.FeeAnswer) (decision.Fees, bool) {
	f := a.Estimate
	if f == nil || f.Currency != c.row.Currency || f.ReferralRate == nil {
		return decision.Fees{}, false
	}
	return decision.Fees{ReferralPercent: *f.ReferralRate, Fixed: f.Fixed()}, true
}

// fee takes over an estimate at the live price.
func (c *evaluation) fee(a pricingports.FeeAnswer, b *batch) {
	fees, ok := c.feesIn(a)
	if !ok {
		c.wait(a, c.row.Observed.Fees.Known() || c.row.Observed.FloorFees.Known())
		return
	}
	c.learnt.Fees, c.feesAt = optional.Some(fees), optional.Some(b.now)
}

// wait puts the row off where fees are not told now and may be later, unless others
// do. What was found out until then is kept, so that it is not asked for again.
func (c *evaluation) wait(a pricingports.FeeAnswer, others bool) {
	if a.Err != nil && comesAgain(a.Err) && !others {
		c.later = a.Err
	}
}

// aim finds the floor for which fees are to be asked for: fees at it are not known,
// old, or were found for another floor, such as before the cost changed.
func (c *evaluation) aim(b *batch) {
	if c.waits || c.later != nil || !c.calculated() || !c.learnt.ApplyTo(c.row).Observed.Fees.Known() {
		return
	}
	floor, reason := c.floor(b)
	f, known := c.row.Observed.FloorFees.Get()
	old := known && b.now.Sub(f.At) > feesAge
	at, ok := floor.Get()
	if !ok && old && reason == decision.ReasonTargetUnreachable {
		// The rate may be another one by now.
		c.feesFor = optional.Some(money.FromUnits(f.Total.Units() - c.total(money.Amount{}).Units()))
	}
	if !ok || known && !old && f.ValidFor(c.total(at), c.row.Currency) {
		return
	}
	c.feesFor = floor
	if now := c.atFloor(c.learnt.Fees.Or(decision.Fees{}), c.live(), b); !known && c.feesAt.Known() && now.ValidFor(c.total(at), c.row.Currency) {
		// The row is at its floor, for which they have just been asked.
		c.learnt.FloorFees, c.feesFor = optional.Some(now), optional.None[money.Amount]()
	}
}

// floor is the lowest price by what is known of the row now, or why there is none.
func (c *evaluation) floor(b *batch) (optional.Maybe[money.Amount], decision.Reason) {
	if c.build(b); c.later != nil {
		return optional.None[money.Amount](), ""
	}
	d := decision.Decide(c.input)
	return d.Floor, d.Reason
}

// total is what a buyer pays at a price of the row.
func (c *evaluation) total(price money.Amount) money.Amount {
	return money.FromUnits(price.Units() + c.learnt.ApplyTo(c.row).Observed.Shipping.Or(money.Amount{}).Units())
}

func (c *evaluation) atFloor(f decision.Fees, floor money.Amount, b *batch) repricer.FloorFees {
	return repricer.FloorFees{ReferralPercent: f.ReferralPercent, Fixed: f.Fixed, Total: c.total(floor), At: b.now}
}

// floorFee takes over an estimate at the floor. Where it leads to another floor that
// one is asked for once more. Fees that lead away from each other, as they do on both
// sides of a limit above which the marketplace takes less, leave the higher floor:
// there is no loss at it.
func (c *evaluation) floorFee(a pricingports.FeeAnswer, b *batch) {
	asked := c.aimed()
	c.feesFor = optional.None[money.Amount]()
	fees, ok := c.feesIn(a)
	if !ok {
		// Those of another floor may be of another bracket.
		known, there := c.learnt.ApplyTo(c.row).Observed.FloorFees.Get()
		c.wait(a, there && known.ValidFor(c.total(asked), c.row.Currency))
		return
	}
	first, again := c.learnt.FloorFees.Get()
	now := c.atFloor(fees, asked, b)
	c.learnt.FloorFees = optional.Some(now)
	floor, _ := c.floor(b)
	to, ok := floor.Get()
	switch {
	case !ok || now.ValidFor(c.total(to), c.row.Currency):
		return
	case !again:
		c.feesFor = floor
		return
	case to.Cmp(asked) < 0:
		// The floor that was asked for is that of the first answer.
		now, to = first, asked
	}
	now.Total = c.total(to)
	c.learnt.FloorFees = optional.Some(now)
}
