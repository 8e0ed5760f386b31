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
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/canon"
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
	// leaseFor bounds how long a worker keeps claimed rows.
	leaseFor = 60 * time.Second
	// askWithin bounds questions to the marketplace; writeWithin is the rest of the lease, for
	// storing.
	askWithin   = 30 * time.Second
	writeWithin = 10 * time.Second
	// feesAge bounds how long a fee estimate is used.
	feesAge = 24 * time.Hour
	// againAfter delays the retry of a row that could not be evaluated.
	againAfter = time.Minute
)

// EngineParts has the dependencies of the engine.
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
	ExchangeRates  pricingports.ExchangeRates
	Expenses       pricingports.TeamExpenses
	FeeBands       pricingports.FeeBands
	Goods          pricingports.Goods
	Market         pricingports.Market
	Sales          historyports.Sales
	OrderCoverage  pricingports.OrderCoverage
	FeeRequests    queueports.FeeRequests
	SourceBreakers pricingports.SourceBreakers
	Sweeps         pricingports.Sweeps
	Tx             tx.LazyRunner
	Clock          clock.Clock
	Metrics        pricingports.Metrics
	KillSwitch     KillSwitch
	// Alerts stores alerts; nil stores nothing.
	Alerts *alerts.Alerts
}

// KillSwitch stops repricing for all teams. It reports whether repricing is stopped.
type KillSwitch func(ctx context.Context) (bool, error)

// Engine decides the prices of due rows.
type Engine struct{ p EngineParts }

func NewEngine(p EngineParts) *Engine { return &Engine{p} }

// Evaluate decides claimed rows of one team and returns them to the queue, all in one transaction.
// Rows that changed during the evaluation are decided once more; rows that could not be evaluated
// are retried later.
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
			if ctx.Err() == nil {
				e.p.Metrics.Failed(team, len(left), err)
			}
			return errors.Join(err, e.giveBack(ctx, team, owner, left))
		}
	}
	return e.giveBack(ctx, team, owner, left)
}

// giveBack postpones rows. If that fails, their lease runs out.
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

// batch has a group of rows of one team that are decided together.
type batch struct {
	team     id.Team
	now      time.Time
	killed   bool
	settings repricer.SettingsSnapshot
	expenses pricingports.Expenses
	policy   *decision.Policy
	sellers  []account.Seller
	plans    map[strategy.ID]strategy.Snapshot
	// withSiblings has the rows of the batch and the other rows of their offers.
	withSiblings map[decision.ProductID]*repricer.ProductSnapshot
	cases        []*evaluation
	// gone lists claimed rows that no longer exist.
	gone  []decision.ProductID
	trial *trial
}

// evaluation has one row being decided.
type evaluation struct {
	claim    queueports.Claimed
	row      repricer.ProductSnapshot
	plan     *strategy.Snapshot
	memory   repricer.Memory
	observed repricer.Observation
	hold     optional.Maybe[repricer.Hold]
	// fx has the conversion of the cost, absent for a cost in the row's currency.
	fx     optional.Maybe[repricer.CostFX]
	feesAt optional.Maybe[time.Time]
	// feesFor needs its fees requested. asks counts the requests at floors.
	feesFor optional.Maybe[money.Amount]
	asks    int
	// unanswered has the error after which fees may come later.
	unanswered error
	// given has the facts about the VAT of a sale.
	given vat.Given
	// feeSchedule follows the fees over all prices, bounds is its last solution.
	feeSchedule   pricingports.FeeSchedule
	storageMonths int64
	monthsAssumed bool
	bounds        *solution
	feesBy        decision.FeesBasis
	// awaitedSince dates the beginning of a wait for fees.
	awaitedSince optional.Maybe[time.Time]
	seenAt       optional.Maybe[time.Time]
	offers       *decision.OfferSnapshot
	// fromEvent marks offers of an event, which must be newer than the offers of the last decision;
	// fixed marks offers that must not be read again.
	fromEvent, fixed bool
	expected         optional.Maybe[ports.PriceParts]
	// feeBands gives the referral fee by price.
	feeBands []decision.FeeBand
	// sold counts the units that the row sold in the window of its strategy.
	sold     optional.Maybe[int]
	input    decision.Input
	decision decision.Decision
	// waits says that a price of the row is in flight: the row is not decided.
	waits bool
	// next dates the next begin or end of a schedule window of the row.
	next optional.Maybe[time.Time]
	// later says why the row is postponed, nil if it can be decided.
	later error
}

// trial has the changes of the input by a manual call.
type trial struct {
	preview  bool
	limits   optional.Maybe[repricer.LimitsPatch]
	strategy *strategy.Snapshot
	offers   []decision.Offer
	cost     optional.Maybe[money.Amount]
	// resume resumes a stopped row; apply sends a price that would only be suggested.
	resume, apply bool
}

// onto replaces the limits and the strategy of the stored row.
func (t *trial) onto(c *evaluation) {
	if p, ok := t.limits.Get(); ok {
		c.row.Limits = p.Over(c.row.Limits)
	}
	if t.strategy != nil {
		c.plan = t.strategy
	}
}

// read loads the stored data of the rows. t is nil for rows of the queue.
func (e *Engine) read(ctx context.Context, team id.Team, claimed []queueports.Claimed, t *trial) (*batch, error) {
	b := &batch{team: team, now: e.p.Clock.Now(), trial: t, withSiblings: map[decision.ProductID]*repricer.ProductSnapshot{}}
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
		b.withSiblings[rows[i].ID] = &rows[i]
	}
	memories, err := e.p.Memories.Load(ctx, team, ids)
	if err != nil {
		return nil, err
	}
	var plans []strategy.ID
	for _, c := range claimed {
		row, ok := b.withSiblings[c.ID]
		if !ok {
			b.gone = append(b.gone, c.ID)
			continue
		}
		e := &evaluation{claim: c, row: *row, memory: memories[c.ID], observed: repricer.Observation{MapPrice: row.Observed.MapPrice}}
		e.unpack(c.Offers)
		e.forgetOld()
		e.waits = t == nil && row.RunState.PriceInFlight()
		b.cases = append(b.cases, e)
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

// readTeam loads the data that all rows of a team share.
func (e *Engine) readTeam(ctx context.Context, b *batch) error {
	settings, err := e.p.Settings.Load(ctx, b.team)
	if err != nil {
		return err
	}
	b.settings = settings.Snapshot()
	if b.expenses, err = e.p.Expenses(ctx, b.team); err != nil {
		return err
	}
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
		b.killed, err = e.p.KillSwitch(ctx)
	}
	return err
}

// comesAgain reports whether a failed question may succeed later.
func comesAgain(err error) bool {
	f, ok := fault.As(err)
	return !ok || f.Kind == fault.Unavailable || f.Kind == fault.Limited
}

// unpack decodes the offers of the event. Offers that an earlier version of the program packed are
// read again instead.
func (c *evaluation) unpack(p canon.Offers) {
	if p == nil {
		return
	}
	if s, err := p.Unpack(); err == nil {
		c.offers, c.fromEvent = &s, true
	}
}

// forgetOld drops the event's offers if they are not newer than the offers of the last decision,
// and the row was also woken by something else, such as an edit. With old offers that decision
// would end as out of order. It also drops offers older than the row's own price, because the buy
// box owner in them was determined at another price.
func (c *evaluation) forgetOld() {
	if !c.fromEvent {
		return
	}
	at, never := c.offers.At, time.Time{}
	last, decided := c.memory.OffersAt.Get()
	old := at.Before(c.memory.SeenAt.Or(never)) || at.Before(c.memory.ChangedAt.Or(never))
	if decided && !at.After(last) {
		old = c.claim.Trigger != history.TriggerNotification
	}
	if old {
		c.offers, c.fromEvent = nil, false
	}
}
