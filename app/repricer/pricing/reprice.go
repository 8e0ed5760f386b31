package pricing

import (
	"context"
	"slices"
	"time"

	"sellingassistant/app/repricer/history"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/sentence"
	repricerhistory "sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	queueports "sellingassistant/ports/repricer/queue"
)

// RepriceProduct asks for a row to be decided now.
type RepriceProduct struct {
	ID decision.ProductID
	// DryRun decides without writing anything, and ignores mode off, stops and prices in flight.
	DryRun bool
	// Apply sends the price even if it would only be suggested.
	Apply bool
	// Resume resumes a stopped row first.
	Resume    bool
	Overrides Overrides
}

// Overrides replace stored values in a dry run.
type Overrides struct {
	Limits optional.Maybe[repricer.LimitsPatch]
	// StrategyID or Strategy, not both.
	StrategyID optional.Maybe[strategy.ID]
	Strategy   optional.Maybe[strategy.Patch]
	// Offers count as seen now; nil means not given.
	Offers []decision.Offer
	// Cost has the row's currency.
	Cost optional.Maybe[money.Amount]
}

func (o Overrides) none() bool {
	return !o.Limits.Known() && !o.StrategyID.Known() && !o.Strategy.Known() && o.Offers == nil && !o.Cost.Known()
}

// Repriced has the result of Reprice.
type Repriced struct {
	Decision decision.Decision
	Currency money.Currency
	// Sentences explain the decision and its reasons in words.
	Sentences []string
	// Change has the history entry of the new price, nil without a new price.
	Change *history.Entry
	// OffersAt dates the offers that were used.
	OffersAt optional.Maybe[time.Time]
}

// Reprice decides one row now, from offers that are read again. Faults: not_found; invalid_state
// for absent settings and for overrides without a dry run; invalid_state without a dry run for a
// row that is off, stopped without resume, or has a price in flight; invalid_limits and
// strategy_not_found of overrides; integration_required and integration_needs_attention;
// upstream_unavailable.
func (e *Engine) Reprice(ctx context.Context, who caller.Caller, product RepriceProduct) (Repriced, error) {
	prepared, err := e.PrepareReprice(ctx, who, product)
	if err != nil {
		return Repriced{}, err
	}
	return prepared.Write(ctx)
}

// Repricing has a decision that is not stored yet.
type Repricing struct {
	e   *Engine
	in  RepriceProduct
	b   *batch
	out Repriced
}

// PrepareReprice does the first half of Reprice: it asks the marketplace and decides. It writes
// nothing.
func (e *Engine) PrepareReprice(ctx context.Context, who caller.Caller, product RepriceProduct) (*Repricing, error) {
	row, err := e.p.Products.Get(ctx, who.Team, product.ID)
	if err != nil {
		return nil, err
	}
	t, err := e.trial(ctx, who, product, row)
	if err != nil {
		return nil, err
	}
	// Read before everything else: the decision may not know an edit made from here on.
	edits, err := e.p.Queue.Edits(ctx, who.Team, product.ID)
	if err != nil {
		return nil, err
	}
	claim := queueports.Claimed{ID: product.ID, Team: who.Team, Priority: row.Priority, Trigger: repricerhistory.TriggerManual, Edits: edits}
	b, err := e.read(ctx, who.Team, []queueports.Claimed{claim}, t)
	if err != nil {
		return nil, err
	}
	if len(b.cases) == 0 {
		return nil, fault.Missing()
	}
	c := b.cases[0]
	if err := admit(b, c, product); err != nil {
		return nil, err
	}
	c.offers, c.fixed = t.offersAt(b.now), t.offers != nil
	if err := e.ask(ctx, b); err != nil {
		return nil, err
	}
	b.decide()
	if c.later != nil {
		return nil, notNow(c.later)
	}
	return &Repricing{e, product, b, Repriced{
		Decision: c.decision, Currency: c.row.Currency, Sentences: sentence.Of(&c.input, &c.decision), OffersAt: c.input.OffersAt,
	}}, nil
}

// Write does the second half of Reprice, in one transaction; a dry run writes nothing. A row that
// has changed since is invalid_state. Write may be called again if the surrounding transaction
// failed.
func (r *Repricing) Write(ctx context.Context) (Repriced, error) {
	out := r.out
	if r.in.DryRun {
		return out, nil
	}
	w, done, err := r.e.writeOne(ctx, r.b, r.in.Resume)
	switch {
	case err != nil:
		return Repriced{}, err
	case !done:
		return Repriced{}, invalidState("The row changed while it was decided; call again.")
	}
	if out.Change, err = w.change(ctx); err != nil {
		return Repriced{}, err
	}
	return out, nil
}

func invalidState(message string) *fault.Error {
	return fault.New(fault.Rule, fault.CodeInvalidState, message)
}

// notNow returns the fault for something that is unavailable at the moment.
func notNow(err error) error {
	f, ok := fault.As(err)
	if !ok {
		return err
	}
	away := fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "The marketplace did not report the offers.").Because(err)
	away.RetryAfter = f.RetryAfter
	return away
}

// trial checks the request and resolves its overrides.
func (e *Engine) trial(ctx context.Context, who caller.Caller, r RepriceProduct, row repricer.ProductSnapshot) (*trial, error) {
	o := r.Overrides
	if !r.DryRun && !o.none() {
		return nil, invalidState("Overrides need dry_run.").At("/overrides")
	}
	t := &trial{preview: r.DryRun, resume: r.Resume, apply: r.Apply, limits: o.Limits, offers: o.Offers, cost: o.Cost}
	for i := range t.offers {
		t.offers[i].Amazon = t.offers[i].SellerID == marketplace.OwnSeller(row.Key.MarketplaceID)
	}
	if p, ok := o.Limits.Get(); ok {
		patch := repricer.ProductPatch{Limits: optional.Put(p)}
		if err := patch.Check(); err != nil {
			return nil, underOverrides(err)
		}
		if err := repricer.CheckLimits(p.Over(row.Limits), row.Currency, "/overrides/limits"); err != nil {
			return nil, err
		}
	}
	if o.StrategyID.Known() && o.Strategy.Known() {
		return nil, fault.New(fault.Invalid, fault.CodeConflictingParameters, "Give strategy_id or strategy, not both.").At("/overrides/strategy")
	}
	if named, ok := o.StrategyID.Get(); ok {
		found, err := e.p.Rows.Strategies(ctx, who.Team, []strategy.ID{named})
		if err != nil {
			return nil, err
		}
		s, there := found[named]
		if !there {
			return nil, strategy.Unknown().At("/overrides/strategy_id")
		}
		t.strategy = &s
	}
	if p, ok := o.Strategy.Get(); ok {
		made, err := strategy.New(who.Team, p, e.p.Clock.Now())
		if err != nil {
			return nil, underOverrides(err)
		}
		s := made.Snapshot()
		t.strategy = &s
	}
	return t, nil
}

// underOverrides moves a fault's pointer below /overrides.
func underOverrides(err error) error {
	f, ok := fault.As(err)
	if !ok {
		return err
	}
	moved := *f
	moved.Errors = slices.Clone(f.Errors)
	at := "/overrides"
	if len(f.Pointer) == 0 || f.Pointer[:min(len(f.Pointer), 7)] != "/limits" {
		at += "/strategy"
	}
	moved.Pointer = at + f.Pointer
	for i := range moved.Errors {
		moved.Errors[i].Pointer = at + moved.Errors[i].Pointer
	}
	return &moved
}

// offersAt returns the overridden offers as seen now, nil if they have to be read.
func (t *trial) offersAt(now time.Time) *decision.OfferSnapshot {
	if t.offers == nil {
		return nil
	}
	return &decision.OfferSnapshot{At: now, Offers: t.offers, Box: decision.BoxReport{Unknown: true}}
}

// admit decides whether the row may be decided at all.
func admit(b *batch, c *evaluation, product RepriceProduct) error {
	_, held := c.row.Hold.Get()
	switch {
	case b.policy == nil:
		return invalidState("The team has no repricer settings.")
	case product.DryRun:
	case c.row.Mode == decision.ModeOff:
		return invalidState("The row's mode is off; use dry_run for a preview.")
	case held && !product.Resume:
		return invalidState("The row is on hold; send resume to end it.")
	case c.row.RunState.PriceInFlight():
		return invalidState("A price of the row is on its way.")
	}
	if product.Overrides.Offers != nil {
		return nil
	}
	if b.seller(c.row) != nil {
		return nil
	}
	for _, s := range b.sellers {
		if s.ID == c.row.Key.SellerID {
			return fault.New(fault.Forbidden, fault.CodeIntegrationNeedsAttention, "The seller account of the row has to be connected again.")
		}
	}
	return fault.New(fault.Forbidden, fault.CodeIntegrationRequired, "The seller account of the row is not connected.")
}

// writeOne stores the decision of a row that was not claimed from the queue; done is false if the
// row changed since it was read.
func (e *Engine) writeOne(ctx context.Context, b *batch, resume bool) (w *writing, done bool, err error) {
	c := b.cases[0]
	err = e.p.Tx.InTx(ctx, func(ctx context.Context) error {
		w, done = &writing{e: e, b: b, memories: map[decision.ProductID]repricer.Memory{}}, false
		rows, err := e.p.Products.LoadLocked(ctx, b.team, []decision.ProductID{c.row.ID})
		if err != nil {
			return err
		}
		if len(rows) == 0 || rows[0].Version() != c.row.Version || rows[0].RunState().PriceInFlight() {
			return nil
		}
		memories, err := e.p.Memories.Load(ctx, b.team, []decision.ProductID{c.row.ID})
		if err != nil {
			return err
		}
		if resume {
			rows[0].Resume(b.now)
		}
		if err := rows[0].Transition(repricer.RunWoken); err != nil {
			return err
		}
		if err := w.conclude(c, rows[0], memories[c.row.ID]); err != nil {
			return err
		}
		done = true
		if err := w.store(ctx); err != nil {
			return err
		}
		return e.p.Queue.MarkEditsSeen(ctx, b.team, c.row.ID, c.claim.Edits)
	})
	if err != nil || !done {
		return w, done, err
	}
	w.count()
	if w.tripped > 0 {
		e.p.Metrics.Tripped(b.team, w.tripped)
		err = e.freezeFalling(ctx, b, w.tripped)
	}
	return w, true, err
}

// change returns the history entry of the new price, nil without a new price. For a repeated
// suggestion it is the entry of the open suggestion.
func (w *writing) change(ctx context.Context) (*history.Entry, error) {
	if w == nil || len(w.ids) != 1 || !w.ids[0].Known() {
		return nil, nil
	}
	s := w.decided[0].Change.Snapshot()
	if !s.Outcome.Known() {
		return nil, nil
	}
	s.ID = w.ids[0].Or(0)
	if s.Outcome == optional.Some(repricerhistory.OutcomeSuggested) {
		stored, err := w.e.p.Changes.Load(ctx, w.b.team, s.ID)
		if err != nil {
			return nil, err
		}
		if !stored.CreatedAt.Equal(s.CreatedAt) {
			return &history.Entry{ChangeSnapshot: stored}, nil
		}
	}
	if w.cancel[s.ProductID] {
		s.Outcome, s.Withdrawn = optional.Some(repricerhistory.OutcomeCancelled), repricerhistory.WithdrawnBreaker
	}
	return &history.Entry{ChangeSnapshot: s, Trace: w.decided[0].Trace}, nil
}
