package pricing

import (
	"context"
	"time"

	"sellingassistant/app/repricer/alerts"
	"sellingassistant/app/repricer/sending"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/breaker"
	"sellingassistant/domain/repricer/decision/sentence"
	"sellingassistant/domain/repricer/history"
	historyports "sellingassistant/ports/repricer/history"
	queueports "sellingassistant/ports/repricer/queue"
)

// runWindow bounds the time in which a team's falling prices are counted together.
const runWindow = 10 * time.Minute

// write stores the decisions in one transaction. It skips rows with a lost lease, and returns rows
// that changed since they were read, for another decision. After a failure it returns all rows. If
// a failure of the database's machine loses the commit, the decision is made again, because its
// price was not sent.
func (e *Engine) write(ctx context.Context, b *batch, owner string) (again []queueports.Claimed, err error) {
	var w *writing
	err = e.p.Tx.InLazyTx(ctx, func(ctx context.Context) error {
		w = &writing{e: e, b: b, memories: map[decision.ProductID]repricer.Memory{}}
		return w.run(ctx, owner)
	})
	if err != nil {
		return claims(b.cases), err
	}
	w.count()
	if w.tripped > 0 {
		e.p.Metrics.Tripped(b.team, w.tripped)
		err = e.freezeFalling(ctx, b, w.tripped)
	}
	return w.again, err
}

func claims(cases []*evaluation) []queueports.Claimed {
	out := make([]queueports.Claimed, len(cases))
	for i, c := range cases {
		out[i] = c.claim
	}
	return out
}

// writing has one attempt of the transaction.
type writing struct {
	e *Engine
	b *batch
	// rows has the locked rows of the decisions.
	rows     []*repricer.Product
	decided  []historyports.Decided
	ids      []optional.Maybe[repricer.ChangeID]
	cases    []*evaluation
	memories map[decision.ProductID]repricer.Memory
	done     []queueports.Finished
	cancel   map[decision.ProductID]bool
	// resumed has rows with falls that no longer count, because the seller resumed the row before
	// this decision or arranged the change.
	resumed []*repricer.Product
	again   []queueports.Claimed
	// informed has postponed rows with updated fees.
	informed []*repricer.Product
	tripped  int
	// alerts has the alerts to store with the decisions.
	alerts []repricer.Alert
	// changed has the decided rows before and after.
	changed []alerts.Decided
}

func (w *writing) run(ctx context.Context, owner string) error {
	ids := make([]decision.ProductID, len(w.b.cases))
	for i, c := range w.b.cases {
		ids[i] = c.row.ID
	}
	locked, err := w.e.p.Products.LoadLocked(ctx, w.b.team, id.Ascending(ids))
	if err != nil {
		return err
	}
	held, err := w.e.p.Queue.LockClaimed(ctx, w.b.team, owner, append(ids, w.b.gone...))
	if err != nil {
		return err
	}
	memories, err := w.e.p.Memories.Load(ctx, w.b.team, ids)
	if err != nil {
		return err
	}
	rows := make(map[decision.ProductID]*repricer.Product, len(locked))
	for _, row := range locked {
		rows[row.ID()] = row
	}
	for _, c := range w.b.cases {
		if !held[c.row.ID] {
			continue
		}
		if err := w.settle(c, rows[c.row.ID], memories[c.row.ID]); err != nil {
			return err
		}
	}
	for _, gone := range w.b.gone {
		if held[gone] {
			w.done = append(w.done, queueports.Finished{ID: gone, Now: w.b.now})
		}
	}
	if err := w.store(ctx); err != nil {
		return err
	}
	return w.e.p.Queue.Finish(ctx, w.b.team, owner, w.done)
}

// settle stores the result of one row with a valid lease.
func (w *writing) settle(c *evaluation, row *repricer.Product, m repricer.Memory) error {
	f := queueports.Finished{ID: c.row.ID, Now: w.b.now, Edits: c.claim.Edits}
	switch {
	case row == nil:
		w.done = append(w.done, f)
		return nil
	case c.waits || row.RunState().PriceInFlight():
		f.PriceInFlight, f.Keep = true, true
		w.done = append(w.done, f)
		return nil
	case row.Version() != c.row.Version:
		w.again = append(w.again, c.claim)
		return nil
	case c.later != nil:
		w.keepFees(c, row, m)
		f.At = optional.Some(w.b.now.Add(max(againAfter, c.claim.MinInterval)))
		w.done = append(w.done, f)
		return nil //nolint:nilerr // the row comes again
	}
	if err := row.Transition(repricer.RunWoken); err != nil {
		return err
	}
	if err := w.conclude(c, row, m); err != nil {
		// A decision that cannot be recorded is a bug. The row is retried, and the other rows do
		// not wait for it.
		w.e.p.Metrics.Failed(w.b.team, 1, err)
		f.At = optional.Some(w.b.now.Add(max(againAfter, c.claim.MinInterval)))
		w.done = append(w.done, f)
		return nil
	}
	if c.offers != nil {
		f.OffersAt = optional.Some(c.offers.At)
	}
	s := row.Snapshot()
	unsure := c.offers != nil && c.offers.Incomplete && s.Mode != decision.ModeOff && !s.Hold.Known() && s.RunState != repricer.RunSubmitting
	switch {
	case c.decision.Reason == decision.ReasonWaitingForFees:
		f.At = optional.Some(w.b.now.Add(againAfter))
	case unsure:
		f.At = optional.Some(w.b.now.Add(max(againAfter, c.claim.MinInterval)))
	}
	f.ScheduleAt, f.Priority = c.next, c.row.Priority
	f.PriceInFlight = row.RunState() == repricer.RunSubmitting
	w.done = append(w.done, f)
	return nil
}

// keepFees stores the fees found for a row before it was postponed.
func (w *writing) keepFees(c *evaluation, row *repricer.Product, m repricer.Memory) {
	if !c.observed.Fees.Known() && !c.observed.FloorFees.Known() {
		return
	}
	m.Estimates, m.Goods = c.memory.Estimates, c.memory.Goods
	row.Observe(repricer.Observation{
		Cost: c.observed.Cost, Postage: c.observed.Postage, VAT: c.observed.VAT, MapPrice: c.observed.MapPrice, Fees: c.observed.Fees, FloorFees: c.observed.FloorFees,
		Variation: c.observed.Variation,
	})
	if c.feesAt.Known() {
		m.FeesAt = c.feesAt
	}
	w.informed, w.memories[c.row.ID] = append(w.informed, row), m
}

// conclude updates the row and its memory by the decision.
func (w *writing) conclude(c *evaluation, row *repricer.Product, m repricer.Memory) error {
	d := c.decision
	next, err := c.turns(w.b)
	if err != nil {
		return err
	}
	c.next = next
	n := history.NewChange{Row: row.Snapshot(), Trigger: c.claim.Trigger, Input: c.input, Decision: d}
	if c.plan != nil {
		n.Strategy = optional.Some(history.StrategyUsed{ID: c.plan.ID, Version: c.plan.Version})
	}
	change, err := history.NewPriceChange(n)
	if err != nil {
		return err
	}
	pardoned := row.Snapshot().ResumedFrom(decision.HoldCircuitBreaker)
	tripped := !pardoned && w.b.settings.Values.CircuitBreaker.Trips(d, c.input.Row)
	event := repricer.RunKept
	if d.Verdict == decision.VerdictChange && !tripped {
		event = repricer.RunPriced
	}
	for _, step := range []repricer.RunEvent{repricer.RunClaimed, event} {
		if err := row.Transition(step); err != nil {
			return err
		}
	}
	before := row.Snapshot()
	c.observe(row, &m, w.b)
	if d.Verdict == decision.VerdictChange && d.Reason == decision.ReasonRestockMax {
		row.AcceptReturn(c.input.Row.Price, w.b.now)
	}
	if row.ConsumeResume(d.Verdict, w.b.now) || d.Verdict == decision.VerdictChange && breaker.Exempt(d, c.input.Row) && row.AcceptFalls(w.b.now) {
		w.resumed = append(w.resumed, row)
	}
	if tripped {
		row.PutOnHold(repricer.Hold{
			Reason: decision.HoldCircuitBreaker, Since: w.b.now,
			Details: "One change would have lowered the price from " + c.input.Row.Price.String() + " to " + d.Price.String() + ".",
			Price:   optional.Some(d.Price),
		})
		w.withdraw(c.row.ID)
	}
	w.alerts = append(w.alerts, alerts.HoldAlerts([]*repricer.Product{row}, w.b.now)...)
	w.changed = append(w.changed, alerts.Decided{Before: before})
	w.rows, w.cases, w.memories[c.row.ID] = append(w.rows, row), append(w.cases, c), m
	w.decided = append(w.decided, historyports.Decided{
		Change: change, Input: c.input, Trace: d.Trace, Last: row.LastReason(),
	})
	return nil
}

func (w *writing) withdraw(row decision.ProductID) {
	if w.cancel == nil {
		w.cancel = map[decision.ProductID]bool{}
	}
	w.cancel[row] = true
}

// observe stores the findings of the evaluation in row and memory.
func (c *evaluation) observe(row *repricer.Product, m *repricer.Memory, b *batch) {
	d, live := c.decision, c.input.Row.Price
	observed := c.observed
	if d.Competitors.Known() {
		observed.OffersAt, observed.BuyBox, observed.Competitors = c.input.OffersAt, d.BuyBox, d.Competitors
	}
	row.Observe(observed)
	row.ClearDue()
	if at, ok := c.next.Get(); ok {
		row.SetDueAt(at)
	}
	if h, ok := c.hold.Get(); ok {
		row.PutOnHold(h)
	} else {
		row.EndHold(decision.HoldCurrencyMismatch)
	}
	switch {
	case d.Reason == decision.ReasonExternalChange:
		row.PutOnHold(repricer.Hold{
			Reason: decision.HoldExternalChange, Since: b.now,
			Details: "The live price " + live.String() + " is far from the last price sent, " + m.LastSubmitted.Or(live).String() + ".",
		})
	case passedGates(d):
		m.NoteAdoptedPrice(live)
	}
	if d.Reason == decision.ReasonCircuitBreaker {
		row.PutOnHold(repricer.Hold{
			Reason: decision.HoldCircuitBreaker, Since: b.now, Details: sentence.Braked(&c.input, &d), Price: d.Grounds.Reached,
		})
	}
	if d.Verdict != decision.VerdictSkip && d.Verdict != decision.VerdictError && d.Verdict != decision.VerdictHold {
		m.NoteDecision(c.input.OffersAt, live, d.BuyBox.Owner)
	}
	if c.plan != nil {
		m.NotePriceWar(c.plan.Values.PriceWar, b.now)
	}
	m.NoteStock(c.input.Row.Quantity, d.Verdict)
	m.NoteWindow(c.input.Window, live)
	if c.feesAt.Known() {
		m.FeesAt = c.feesAt
	}
	m.Estimates, m.AwaitedSince, m.Goods = c.memory.Estimates, c.awaitedSince, c.memory.Goods
	m.FX = c.fx
	if c.seenAt.Known() {
		m.SeenAt = c.seenAt
	}
}

// passedGates reports whether the gates accepted the live price.
func passedGates(d decision.Decision) bool {
	return d.Floor.Known() && d.Reason != decision.ReasonMissingPrice
}

// store writes the decisions and cancels the prices that a breaker stopped.
func (w *writing) store(ctx context.Context) error {
	p := w.e.p
	if err := p.Products.SaveObserved(ctx, w.informed); err != nil {
		return err
	}
	if len(w.decided) == 0 {
		return p.Memories.Save(ctx, w.b.team, w.memories)
	}
	var err error
	if w.ids, err = p.Changes.Record(ctx, w.b.team, w.decided); err != nil {
		return err
	}
	for i, row := range w.rows {
		w.decided[i].Change.RecordIn(row, w.cases[i].input.Row, w.ids[i])
		w.changed[i].After = row.Snapshot()
	}
	// Save these first, so that their falls are not counted.
	if err := p.Products.SaveObserved(ctx, w.resumed); err != nil {
		return err
	}
	if err := w.watchRun(ctx); err != nil {
		return err
	}
	if err := w.cancelled(ctx); err != nil {
		return err
	}
	if err := p.Products.SaveDecided(ctx, w.rows); err != nil {
		return err
	}
	if err := p.Memories.Save(ctx, w.b.team, w.memories); err != nil {
		return err
	}
	if err := p.FeeRequests.Add(ctx, w.b.team, w.needsFeeRefresh(), w.b.now); err != nil {
		return err
	}
	if err := p.Alerts.Decided(ctx, w.changed); err != nil {
		return err
	}
	if err := p.Alerts.Released(ctx, w.rows); err != nil {
		return err
	}
	return p.Alerts.Add(ctx, w.b.team, w.b.settings.Values.Notify, w.alerts)
}

func (w *writing) needsFeeRefresh() []decision.ProductID {
	var out []decision.ProductID
	for _, c := range w.cases {
		if c.needsFeeRefresh(w.b.now) {
			out = append(out, c.row.ID)
		}
	}
	return id.Ascending(out)
}

// cancelled cancels the prices that must not be sent.
func (w *writing) cancelled(ctx context.Context) error {
	var ids []decision.ProductID
	for _, row := range w.rows {
		if w.cancel[row.ID()] {
			ids = append(ids, row.ID())
		}
	}
	open, err := w.e.p.Changes.LoadOpenLocked(ctx, w.b.team, id.Ascending(ids))
	if err != nil {
		return err
	}
	ended, err := sending.Withdraw(open, history.WithdrawnBreaker)
	if err != nil {
		return err
	}
	return w.e.p.Changes.Save(ctx, w.b.team, ended, nil)
}

// count updates the metrics after the commit.
func (w *writing) count() {
	type kind struct {
		v decision.Verdict
		r decision.Reason
	}
	counts := map[kind]int{}
	for _, c := range w.cases {
		counts[kind{c.decision.Verdict, c.decision.Reason}]++
		w.e.p.Metrics.Waited(c.claim.Priority, w.b.now.Sub(c.claim.EnqueuedAt))
	}
	for k, n := range counts {
		w.e.p.Metrics.Decided(k.v, k.r, n)
	}
}
