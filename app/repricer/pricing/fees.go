package pricing

import (
	"context"
	"slices"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/profit"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	pricingports "sellingassistant/ports/repricer/pricing"
)

const (
	// floorAsks bounds the requests for fees at the floor in one evaluation: at the floor from the
	// other fees, and once more at the floor that follows.
	floorAsks = 2
	// awaitFees bounds the time that a row waits for fees before the tables count.
	awaitFees = 10 * time.Minute
)

// askFees requests fees for rows if their floor depends on them: first at the live price, then at
// the floor that follows from these and the fee tables.
func (e *Engine) askFees(ctx context.Context, b *batch) error {
	if err := e.askSchedules(ctx, b, func(c *evaluation) bool { return c.observed.Cost.Known() }); err != nil {
		return err
	}
	e.askGoods(ctx, b)
	for s, cases := range b.bySeller(func(c *evaluation) bool { return c.wantsFees(b) }) {
		for i, a := range e.feesOf(ctx, *s, cases, (*evaluation).live) {
			cases[i].fee(a, b)
		}
	}
	for range floorAsks {
		groups := b.bySeller(func(c *evaluation) bool { return c.aim(b) })
		for s, cases := range groups {
			for i, a := range e.feesOf(ctx, *s, cases, (*evaluation).aimed) {
				cases[i].floorFee(a, b)
			}
		}
	}
	for _, c := range b.cases {
		c.await(b)
	}
	return nil
}

// askSchedules reads how the fees of rows follow the price.
func (e *Engine) askSchedules(ctx context.Context, b *batch, wanted func(*evaluation) bool) error {
	var keys []repricer.Key
	for _, c := range b.cases {
		if !c.waits && wanted(c) {
			keys = append(keys, c.row.Key)
		}
	}
	if len(keys) == 0 {
		return nil
	}
	schedules, err := e.p.FeeBands.Schedules(ctx, b.team, keys)
	if err != nil {
		return err
	}
	for _, c := range b.cases {
		c.feeSchedule = schedules[c.row.Key]
		c.storageMonths = profit.Months(b.expenses.StorageMonths, c.fulfillment() != decision.FBA)
		c.monthsAssumed = !b.expenses.StorageMonths.Known()
	}
	return nil
}

// goodsAtOnce bounds the products of one question.
const goodsAtOnce = 20

// askGoods reads packages, which fees of storage and of the tables follow in Amazon's warehouses,
// and variations. Unanswered products are asked for again in the next evaluation.
func (e *Engine) askGoods(ctx context.Context, b *batch) {
	type product struct {
		at   marketplace.ID
		asin string
	}
	rows := map[product][]*evaluation{}
	asked := map[marketplace.ID][]string{}
	for _, c := range b.cases {
		if c.waits || c.row.ASIN == "" || !c.memory.WantsGoods(b.now) {
			continue
		}
		p := product{c.row.Key.MarketplaceID, c.row.ASIN}
		if len(rows[p]) == 0 {
			asked[p.at] = append(asked[p.at], p.asin)
		}
		rows[p] = append(rows[p], c)
	}
	for at, asins := range asked {
		for part := range slices.Chunk(asins, goodsAtOnce) {
			found, err := e.p.Goods.Goods(ctx, b.team, at, part)
			for asin, g := range found {
				g.At = b.now
				for _, c := range rows[product{at, asin}] {
					c.memory.NoteGoods(g.Goods)
					c.observed.Variation = g.Variation
				}
			}
			if err != nil {
				break
			}
		}
	}
}

// question asks the schedule of the row.
func (c *evaluation) question() pricingports.FeeScheduleQuestion {
	q := pricingports.FeeScheduleQuestion{
		Fulfillment: c.fulfillment(), Shipping: c.shipping(), Estimates: c.estimates(),
	}
	if q.Fulfillment == decision.FBA {
		q.Goods, q.StorageMonths, q.MonthsAssumed = c.memory.Goods, c.storageMonths, c.monthsAssumed
	}
	return q
}

// besideReferral sums the other fees of an estimate and storage, which estimates do not contain.
func (c *evaluation) besideReferral(e repricer.FeeEstimate) money.Amount {
	units := e.Fixed().Units()
	if c.feeSchedule != nil {
		units += c.feeSchedule.Storage(c.question()).Units()
	}
	return money.FromUnits(units)
}

// counts reports whether the floor depends on cost and fees: it is calculated, or guarded against a
// loss.
func (c *evaluation) counts(b *batch) bool {
	return c.calculated() || c.guarded(b) && c.observed.Cost.Known()
}

// calculated reports whether the floor is calculated from cost and fees.
func (c *evaluation) calculated() bool {
	return c.row.Limits.MinPriceMode != decision.MinPriceManual && c.observed.Cost.Known()
}

// guarded reports whether the row is repriced under the loss guard.
func (c *evaluation) guarded(b *batch) bool {
	off := c.row.Mode == decision.ModeOff && b.trial == nil
	if b.policy == nil || !b.policy.Enabled || b.killed || c.plan == nil || off {
		return false
	}
	return b.settings.Values.Guards(c.row.AllowLoss, &c.plan.Values)
}

// wantsFees reports whether the fees at the live price are unknown or too old; they expire earlier
// if the floor depends on them.
func (c *evaluation) wantsFees(b *batch) bool {
	at, known := c.memory.FeesAt.Get()
	age := feesAge
	if c.row.Observed.FloorFees.Known() {
		age = shownFeesAge
	}
	old := !known || b.now.Sub(at) > age || !c.row.Observed.Fees.Known() || len(c.estimates()) == 0
	return c.counts(b) && old && c.live().Positive()
}

func (c *evaluation) live() money.Amount {
	return c.observed.ApplyTo(c.row).Observed.CurrentPrice.Or(money.Amount{})
}

func (c *evaluation) aimed() money.Amount { return c.feesFor.Or(money.Amount{}) }

func (c *evaluation) fulfillment() decision.Fulfillment {
	return c.observed.ApplyTo(c.row).Observed.Fulfillment.Or(decision.FBM)
}

// estimates lists the estimates for the row's fulfilment, the newest first. Rows that were stored
// before there were estimates have fees at the live price and at the floor.
func (c *evaluation) estimates() []repricer.FeeEstimate {
	if len(c.memory.Estimates) > 0 || c.row.Observed.Fulfillment.Or(decision.FBM) != c.fulfillment() {
		return c.memory.EstimatesFor(c.fulfillment())
	}
	return c.row.Observed.Estimates(c.memory.FeesAt.Or(time.Time{}))
}

// feesOf requests fees for rows of one account at a given price.
func (e *Engine) feesOf(ctx context.Context, s account.Seller, cases []*evaluation, price func(*evaluation) money.Amount) []pricingports.FeeAnswer {
	asked := make([]pricingports.FeeQuestion, len(cases))
	for i, c := range cases {
		row := c.observed.ApplyTo(c.row)
		m, _ := marketplace.ByID(row.Key.MarketplaceID)
		asked[i] = pricingports.FeeQuestion{
			Marketplace: m, SKU: row.Key.SKU, Fulfillment: c.fulfillment(),
			Price: price(c), Shipping: row.Observed.Shipping.Or(money.Amount{}),
		}
	}
	return e.p.Market.Fees(ctx, s, asked)
}

// learn remembers an estimate for a price, if it can be used.
func (c *evaluation) learn(a pricingports.FeeAnswer, price money.Amount, now time.Time) (repricer.FeeEstimate, bool) {
	f := a.Estimate
	if f == nil || f.Currency != c.row.Currency || f.ReferralRate == nil {
		if a.Err != nil && comesAgain(a.Err) {
			c.unanswered = a.Err
		}
		return repricer.FeeEstimate{}, false
	}
	made := f.Remembered(repricer.FeeEstimate{At: now, Fulfillment: c.fulfillment(), Price: price, Shipping: c.shipping()})
	c.memory.NoteEstimate(made)
	c.bounds = nil
	return made, true
}

// fee takes over an estimate at the live price.
func (c *evaluation) fee(a pricingports.FeeAnswer, b *batch) {
	f, ok := c.learn(a, c.live(), b.now)
	if !ok {
		return
	}
	c.observed.Fees = optional.Some(decision.Fees{ReferralPercent: f.Rate, Fixed: c.besideReferral(f)})
	c.feesAt = optional.Some(b.now)
	c.atFloor(b)
}

// aim finds the floor for which fees have to be requested. It reports whether it found any: then
// the fees at the floor are unknown, or old.
func (c *evaluation) aim(b *batch) bool {
	c.feesFor = optional.None[money.Amount]()
	if !c.counts(b) || c.unanswered != nil || len(c.estimates()) == 0 || c.asks >= floorAsks {
		return false
	}
	at, ok := c.floor(b).Get()
	if !ok {
		return false
	}
	if e, known := c.estimateFor(at); known && b.now.Sub(e.At) <= feesAge {
		return false
	}
	c.feesFor = optional.Some(at)
	return true
}

// estimateFor returns the newest estimate for a listing price.
func (c *evaluation) estimateFor(price money.Amount) (repricer.FeeEstimate, bool) {
	for _, e := range c.estimates() {
		if e.ValidFor(c.total(price), c.row.Currency) {
			return e, true
		}
	}
	return repricer.FeeEstimate{}, false
}

// floor returns the lowest allowed price by the known fees.
func (c *evaluation) floor(b *batch) optional.Maybe[money.Amount] {
	if c.build(b); c.later != nil {
		return optional.None[money.Amount]()
	}
	return decision.Decide(c.input).Floor
}

func (c *evaluation) shipping() money.Amount {
	return c.observed.ApplyTo(c.row).Observed.Shipping.Or(money.Amount{})
}

// total returns the landed price of the row at a listing price.
func (c *evaluation) total(price money.Amount) money.Amount {
	return money.FromUnits(price.Units() + c.shipping().Units())
}

// floorFee takes over an estimate at the floor.
func (c *evaluation) floorFee(a pricingports.FeeAnswer, b *batch) {
	c.asks++
	if _, ok := c.learn(a, c.aimed(), b.now); !ok {
		c.asks = floorAsks
		return
	}
	c.atFloor(b)
}

// atFloor shows the fees at the floor.
func (c *evaluation) atFloor(b *batch) {
	at, ok := c.floor(b).Get()
	if !ok {
		return
	}
	if e, known := c.estimateFor(at); known {
		fees := repricer.FloorFees{ReferralPercent: e.Rate, Fixed: c.besideReferral(e), Total: c.total(at), At: e.At}
		c.observed.FloorFees = optional.Some(fees)
	}
}

// await decides which fees the floor uses. Without an answer at the floor the row waits for some
// time. Then it uses the tables; without them the row continues to wait.
func (c *evaluation) await(b *batch) {
	c.feesFor = optional.None[money.Amount]()
	if c.waits || c.later != nil || !c.counts(b) || b.seller(c.row) == nil {
		return
	}
	solved := c.solve().Known()
	if at, ok := c.floor(b).Get(); ok && solved && len(c.estimates()) > 0 {
		if _, known := c.estimateFor(at); known || c.asks >= floorAsks && c.unanswered == nil {
			return
		}
	} else if solved && len(c.estimates()) > 0 {
		// Every price misses the aim, with any fees.
		return
	}
	since := c.memory.AwaitedSince.Or(b.now)
	c.awaitedSince = optional.Some(since)
	switch {
	case c.unanswered != nil && b.now.Sub(since) < awaitFees:
		c.feesBy = decision.FeesAwaited
	case solved:
		c.feesBy = decision.FeesByTables
	case c.calculated() && c.unanswered == nil:
		// The row's fallback decides.
	default:
		c.feesBy = decision.FeesAwaited
	}
}

// solution keeps the bounds of a row with the values that they follow from.
type solution struct {
	of     solved
	bounds optional.Maybe[decision.Bounds]
	fees   profit.Fees
}

type solved struct {
	cost, postage optional.Maybe[money.Amount]
	vat           vat.Settings
	shipping      money.Amount
	fulfillment   decision.Fulfillment
	limits        decision.Limits
	goods         optional.Maybe[repricer.Goods]
	months        int64
}

// solve returns the bounds of the row by the fees that are known.
func (c *evaluation) solve() optional.Maybe[decision.Bounds] {
	if c.feeSchedule == nil || !c.observed.Cost.Known() {
		return optional.None[decision.Bounds]()
	}
	row := repricer.DecisionRow(c.observed.ApplyTo(c.row))
	row.Cost = c.observed.Cost
	s := solved{
		row.Cost, row.Postage, c.observed.VAT.Or(vat.Settings{}), row.Shipping, row.Fulfillment, row.Limits,
		c.memory.Goods, c.storageMonths,
	}
	if c.bounds != nil && c.bounds.of == s {
		return c.bounds.bounds
	}
	fees, err := c.feeSchedule.Fees(c.question())
	if err != nil {
		return optional.None[decision.Bounds]()
	}
	c.bounds = &solution{s, repricer.BoundsOf(&row, fees), fees}
	return c.bounds.bounds
}

// boundBy sets the bounds of the decision, and the fees at its floor.
func (c *evaluation) boundBy(row *decision.Row) {
	row.FeesBy, row.FeesTraced = c.feesBy, true
	bounds := c.solve()
	found, ok := bounds.Get()
	if !ok {
		return
	}
	row.Bounds = bounds
	at, ok := row.BoundedBy().Get()
	if !ok {
		at, ok = found.BreakEven.Safe.Get()
	}
	if !ok {
		at = row.Price
	}
	if e, known := c.estimateFor(at); known {
		row.Fees = optional.Some(decision.FeeTerms{Fees: decision.Fees{ReferralPercent: e.Rate, Fixed: c.besideReferral(e)}})
		row.FeesTotal = optional.Some(e.Total())
		return
	}
	if row.Fees.Known() {
		return
	}
	charged, missing := c.bounds.fees.At(at, row.Shipping)
	if len(missing) == 0 {
		row.Fees = optional.Some(decision.FeeTerms{Fees: decision.Fees{Fixed: charged}})
		row.FeesTotal = optional.Some(c.total(at))
	}
}
