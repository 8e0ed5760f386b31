package pricing

import (
	"context"
	"errors"
	"slices"
	"time"

	"sellingassistant/app/repricer/alerts"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/repricer"
	historyports "sellingassistant/ports/repricer/history"
	pricingports "sellingassistant/ports/repricer/pricing"
	queueports "sellingassistant/ports/repricer/queue"
	"sellingassistant/ports/tx"
)

const (
	// leaseFor is how long claimed rows belong to a worker.
	leaseFor = 60 * time.Second
	// askWithin bounds questions to the marketplace, and writeWithin is what is left
	// of the lease after them.
	askWithin   = 30 * time.Second
	writeWithin = 10 * time.Second
	// feesAge is how long an estimate of fees is used.
	feesAge = 24 * time.Hour
	// againAfter is when a row that could not be evaluated is tried again.
	againAfter = time.Minute
)

// EngineParts are what the engine works with.
type EngineParts struct {
	Queue          queueports.EvaluationQueue
	Rows           pricingports.Rows
	Products       ports.Products
	Settings       ports.Settings
	Changes        historyports.Changes
	Memories       ports.Memories
	Sellers        accounts.Sellers
	Listings       ports.Listings
	Costs          pricingports.Costs
	Fees           pricingports.Fees
	Offers         pricingports.Offers
	Expected       pricingports.ExpectedPrices
	Sales          historyports.Sales
	OrderCoverage  pricingports.OrderCoverage
	FeeRequests    queueports.FeeRequests
	SourceBreakers pricingports.SourceBreakers
	Sweeps         pricingports.Sweeps
	Tx             tx.LazyRunner
	Clock          clock.Clock
	Metrics        pricingports.Metrics
	KillSwitch     KillSwitch
	// Market is nil for the program's own clock.
	Market MarketClock
	// Alerts stores alerts; nil stores none.
	Alerts *alerts.Alerts
}

// KillSwitch stops the repricing of all teams.
type KillSwitch interface {
	// Off reports whether nothing is to be repriced.
	Off(ctx context.Context) (bool, error)
}

// Engine decides the prices of rows that are due.
type Engine struct{ p EngineParts }

// NewEngine uses the program's clock as the marketplace's where none is given.
func NewEngine(p EngineParts) *Engine {
	if p.Market == nil {
		p.Market = p.Clock
	}
	return &Engine{p}
}

// Evaluate decides rows of one team that the owner has claimed, and gives them
// back: nothing is half written. Rows whose decision met a change of the row
// are decided once more; rows that could not be evaluated come again later.
func (e *Engine) Evaluate(ctx context.Context, owner string, claimed []queueports.Claimed) error {
	if len(claimed) == 0 {
		return nil
	}
	team := claimed[0].Team
	left := claimed
	for try := 0; try < 2 && len(left) > 0; try++ {
		b, err := e.read(ctx, team, left, nil)
		if err == nil {
			err = e.ask(ctx, b)
		}
		if err == nil {
			b.decide()
			left, err = e.write(ctx, b, owner)
		}
		if err != nil {
			e.p.Metrics.Failed(team, len(left), err)
			return errors.Join(err, e.giveBack(ctx, team, owner, left))
		}
	}
	return e.giveBack(ctx, team, owner, left)
}

// giveBack puts rows off. Where even that fails their lease ends by itself.
func (e *Engine) giveBack(ctx context.Context, team id.Team, owner string, left []queueports.Claimed) error {
	if len(left) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	now := e.p.Clock.Now()
	return e.p.Tx.InTx(ctx, func(ctx context.Context) error {
		ids := make([]decision.ProductID, len(left))
		for i, c := range left {
			ids[i] = c.ID
		}
		held, err := e.p.Queue.LockClaimed(ctx, team, owner, ids)
		if err != nil {
			return err
		}
		var done []queueports.Finished
		for _, c := range left {
			if held[c.ID] {
				done = append(done, queueports.Finished{ID: c.ID, At: optional.Some(now.Add(againAfter)), Now: now})
			}
		}
		return e.p.Queue.Finish(ctx, team, owner, done)
	})
}

// batch are rows of one team on their way to a decision.
type batch struct {
	team     id.Team
	now      time.Time
	killed   bool
	settings repricer.SettingsSnapshot
	policy   *decision.Policy
	sellers  []account.Seller
	plans    map[strategy.ID]strategy.Snapshot
	// around are the rows and their siblings.
	around map[decision.ProductID]*repricer.ProductSnapshot
	cases  []*evaluation
	// gone are claimed rows that are not there any more.
	gone  []decision.ProductID
	trial *trial
}

// evaluation is one row on its way to a decision.
type evaluation struct {
	claim  queueports.Claimed
	row    repricer.ProductSnapshot
	plan   *strategy.Snapshot
	memory repricer.Memory
	learnt repricer.Observation
	hold   optional.Maybe[repricer.Hold]
	feesAt optional.Maybe[time.Time]
	// feesFor is the floor for which fees are still to be asked for.
	feesFor  optional.Maybe[money.Amount]
	seenAt   optional.Maybe[time.Time]
	sighting *decision.OfferSnapshot
	// told is true for offers of an event, which have to be newer than those
	// decided last, and fixed for offers that are not to be read anew.
	told, fixed bool
	expected    optional.Maybe[ports.PriceParts]
	// sold are the units that the row sold in the window of its strategy.
	sold     optional.Maybe[int]
	input    decision.Input
	decision decision.Decision
	// waits is true while a price of the row is on its way: nothing is decided.
	waits bool
	// next is when the schedule of the row turns next.
	next optional.Maybe[time.Time]
	// later is why the row has to come again, nil for a row that can be decided.
	later error
}

// trial changes what a row is decided from: a call by hand.
type trial struct {
	preview  bool
	limits   optional.Maybe[repricer.LimitsPatch]
	strategy *strategy.Snapshot
	offers   []decision.Offer
	cost     optional.Maybe[money.Amount]
	// resume takes a hold away, apply sends what would only be suggested.
	resume, apply bool
}

// onto puts a row in the place of the stored one that has other limits and
// another strategy.
func (t *trial) onto(c *evaluation) {
	if p, ok := t.limits.Get(); ok {
		c.row.Limits = p.Over(c.row.Limits)
	}
	if t.strategy != nil {
		c.plan = t.strategy
	}
}

// read loads what is stored of the rows. t is nil for rows of the queue.
func (e *Engine) read(ctx context.Context, team id.Team, claimed []queueports.Claimed, t *trial) (*batch, error) {
	b := &batch{team: team, now: e.p.Clock.Now(), trial: t, around: map[decision.ProductID]*repricer.ProductSnapshot{}}
	if err := e.readTeam(ctx, b); err != nil {
		return nil, err
	}
	ids := make([]decision.ProductID, len(claimed))
	for i, c := range claimed {
		ids[i] = c.ID
	}
	rows, err := e.p.Rows.WithSiblings(ctx, team, ids)
	if err != nil {
		return nil, err
	}
	for i := range rows {
		b.around[rows[i].ID] = &rows[i]
	}
	memories, err := e.p.Memories.Load(ctx, team, ids)
	if err != nil {
		return nil, err
	}
	var plans []strategy.ID
	for _, c := range claimed {
		row, ok := b.around[c.ID]
		if !ok {
			b.gone = append(b.gone, c.ID)
			continue
		}
		one := &evaluation{claim: c, row: *row, memory: memories[c.ID], learnt: repricer.Observation{MapPrice: row.Observed.MapPrice}}
		one.unpack(c.Offers)
		one.forgetOld()
		one.waits = t == nil && row.RunState.PriceInFlight()
		b.cases = append(b.cases, one)
		if plan, ok := row.EffectiveStrategy(b.settings.Values.DefaultStrategyID).Get(); ok {
			plans = append(plans, plan)
		}
	}
	if b.plans, err = e.p.Rows.Strategies(ctx, team, id.Ascending(plans)); err != nil {
		return nil, err
	}
	for _, c := range b.cases {
		if plan, ok := c.row.EffectiveStrategy(b.settings.Values.DefaultStrategyID).Get(); ok {
			if s, there := b.plans[plan]; there {
				c.plan = &s
			}
		}
		if t != nil {
			t.onto(c)
		}
	}
	return b, nil
}

// readTeam loads what holds for all rows of a team.
func (e *Engine) readTeam(ctx context.Context, b *batch) error {
	settings, err := e.p.Settings.Load(ctx, b.team)
	if err != nil {
		return err
	}
	b.settings = settings.Snapshot()
	if b.sellers, err = e.p.Sellers.OfTeam(ctx, b.team); err != nil {
		return err
	}
	if b.settings.State == repricer.SettingsPresent {
		sellers := make([]string, 0, len(b.sellers))
		for _, s := range b.sellers {
			if !slices.Contains(sellers, s.ID) {
				sellers = append(sellers, s.ID)
			}
		}
		policy := repricer.PolicyOf(b.settings.Values, sellers)
		b.policy = &policy
	}
	if e.p.KillSwitch != nil {
		b.killed, err = e.p.KillSwitch.Off(ctx)
	}
	return err
}

// comesAgain tells whether what a question failed for may be gone later.
func comesAgain(err error) bool {
	f, ok := fault.As(err)
	return !ok || f.Kind == fault.Unavailable || f.Kind == fault.Limited
}

// unpack takes what was told of the offers. What an earlier version of the program
// packed is read anew instead.
func (c *evaluation) unpack(p decision.PackedOffers) {
	if p == nil {
		return
	}
	if s, err := p.Unpack(); err == nil {
		c.sighting, c.told = &s, true
	}
}

// forgetOld lets go of what was told of the offers where it is not newer than what
// was decided on and more than the event wants the row to be looked at: an edit
// that came with an old event would end as out of order. So does what is older than
// the row's own price: who had the box then had it at another price.
func (c *evaluation) forgetOld() {
	if !c.told {
		return
	}
	at, never := c.sighting.At, time.Time{}
	last, decided := c.memory.OffersAt.Get()
	old := at.Before(c.memory.SeenAt.Or(never)) || at.Before(c.memory.ChangedAt.Or(never))
	if decided && !at.After(last) {
		old = c.claim.Trigger != history.TriggerNotification
	}
	if old {
		c.sighting, c.told = nil, false
	}
}
