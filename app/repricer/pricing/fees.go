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

// floorAsks is how often fees at the floor are requested in one evaluation: at the floor from the
// other fees, and once more at the floor from those.
const floorAsks = 2

// askFees requests fees for rows whose floor is calculated: first at the live price, from which a
// first floor follows, then at that floor, because a fee bracket of the marketplace may lie
// between the two.
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

// wantsFees reports whether the fees at the live price are unknown or too old; they expire earlier
// if the floor depends on them.
func (c *evaluation) wantsFees(b *batch) bool {
	at, known := c.memory.FeesAt.Get()
	age := feesAge
	if c.row.Observed.FloorFees.Known() {
		age = shownFeesAge
	}
	old := !known || b.now.Sub(at) > age || !c.row.Observed.Fees.Known()
	return c.calculated() && old && c.live().Positive()
}

// calculated reports whether the floor is calculated from cost and fees.
func (c *evaluation) calculated() bool {
	return c.row.Limits.MinPriceMode != decision.MinPriceManual && c.observed.Cost.Known()
}

func (c *evaluation) live() money.Amount {
	return c.observed.ApplyTo(c.row).Observed.CurrentPrice.Or(money.Amount{})
}

func (c *evaluation) aimed() money.Amount { return c.feesFor.Or(money.Amount{}) }

// feesOf requests fees for rows of one account at a given price.
func (e *Engine) feesOf(ctx context.Context, s account.Seller, cases []*evaluation, price func(*evaluation) money.Amount) []pricingports.FeeAnswer {
	asked := make([]pricingports.FeeQuestion, len(cases))
	for i, c := range cases {
		row := c.observed.ApplyTo(c.row)
		m, _ := marketplace.ByID(row.Key.MarketplaceID)
		asked[i] = pricingports.FeeQuestion{
			Marketplace: m, SKU: row.Key.SKU, Fulfillment: row.Observed.Fulfillment.Or(decision.FBM),
			Price: price(c), Shipping: row.Observed.Shipping.Or(money.Amount{}),
		}
	}
	return e.p.Fees.Fees(ctx, s, asked)
}

// feesIn extracts the referral rate and the fixed fees of an answer that can be used. The minimum
// referral fee is not part of answers.
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
	c.observed.Fees, c.feesAt = optional.Some(fees), optional.Some(b.now)
}

// wait postpones the row if its fees may be available later, unless usable fees are known. What
// was found out so far is kept, so that it is not requested again.
func (c *evaluation) wait(a pricingports.FeeAnswer, others bool) {
	if a.Err != nil && comesAgain(a.Err) && !others {
		c.later = a.Err
	}
}

// aim computes the floor for which fees have to be requested: those at the floor are unknown, old,
// or were found for another floor, for example before the cost changed.
func (c *evaluation) aim(b *batch) {
	if c.waits || c.later != nil || !c.calculated() || !c.observed.ApplyTo(c.row).Observed.Fees.Known() {
		return
	}
	floor, reason := c.floor(b)
	f, known := c.row.Observed.FloorFees.Get()
	old := known && b.now.Sub(f.At) > feesAge
	at, ok := floor.Get()
	if !ok && old && reason == decision.ReasonTargetUnreachable {
		// The referral rate may have changed.
		c.feesFor = optional.Some(money.FromUnits(f.Total.Units() - c.total(money.Amount{}).Units()))
	}
	if !ok || known && !old && f.ValidFor(c.total(at), c.row.Currency) {
		return
	}
	c.feesFor = floor
	if now := c.atFloor(c.observed.Fees.Or(decision.Fees{}), c.live(), b); !known && c.feesAt.Known() && now.ValidFor(c.total(at), c.row.Currency) {
		// The live price is the floor, and its fees have just been requested.
		c.observed.FloorFees, c.feesFor = optional.Some(now), optional.None[money.Amount]()
	}
}

// floor is the lowest allowed price by what is known now, or the reason why there is none.
func (c *evaluation) floor(b *batch) (optional.Maybe[money.Amount], decision.Reason) {
	if c.build(b); c.later != nil {
		return optional.None[money.Amount](), ""
	}
	d := decision.Decide(c.input)
	return d.Floor, d.Reason
}

// total is the landed price of the row at a listing price.
func (c *evaluation) total(price money.Amount) money.Amount {
	return money.FromUnits(price.Units() + c.observed.ApplyTo(c.row).Observed.Shipping.Or(money.Amount{}).Units())
}

func (c *evaluation) atFloor(f decision.Fees, floor money.Amount, b *batch) repricer.FloorFees {
	return repricer.FloorFees{ReferralPercent: f.ReferralPercent, Fixed: f.Fixed, Total: c.total(floor), At: b.now}
}

// floorFee takes over an estimate at the floor. If it leads to another floor, fees are requested
// there once more. If two estimates lead to each other's floor, as on both sides of a bracket
// above which the marketplace takes less, the higher floor is used: it has no loss.
func (c *evaluation) floorFee(a pricingports.FeeAnswer, b *batch) {
	asked := c.aimed()
	c.feesFor = optional.None[money.Amount]()
	fees, ok := c.feesIn(a)
	if !ok {
		// Fees of another floor may belong to another bracket.
		known, there := c.observed.ApplyTo(c.row).Observed.FloorFees.Get()
		c.wait(a, there && known.ValidFor(c.total(asked), c.row.Currency))
		return
	}
	first, again := c.observed.FloorFees.Get()
	now := c.atFloor(fees, asked, b)
	c.observed.FloorFees = optional.Some(now)
	floor, _ := c.floor(b)
	to, ok := floor.Get()
	switch {
	case !ok || now.ValidFor(c.total(to), c.row.Currency):
		return
	case !again:
		c.feesFor = floor
		return
	case to.Cmp(asked) < 0:
		// Fees were requested at the floor of the first answer.
		now, to = first, asked
	}
	now.Total = c.total(to)
	c.observed.FloorFees = optional.Some(now)
}
