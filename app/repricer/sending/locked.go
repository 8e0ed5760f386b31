package sending

import (
	"context"
	"maps"
	"slices"
	"time"

	"sellingassistant/app/repricer/alerts"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/schedule"
	sendingports "sellingassistant/ports/repricer/sending"
)

// locked has locked rows and their open prices while their next step is decided.
type locked struct {
	p       SenderParts
	team    id.Team
	now     time.Time
	changes []*history.PriceChange
	rows    map[decision.ProductID]*repricer.Product
	// were has the rows as they were read.
	were      map[decision.ProductID]repricer.ProductSnapshot
	plans     map[decision.ProductID]sendingports.Plan
	settings  *repricer.SettingsSnapshot
	stopped   bool
	connected bool
	outOfDate map[decision.ProductID]bool
	// remembered has the pending changes of the rows' memories.
	remembered map[decision.ProductID][]func(*repricer.Memory)
	// outdated has the rows that have to be decided again.
	outdated map[decision.ProductID]bool
	// alerts has alerts to store with the alerts of newly stopped rows.
	alerts []repricer.Alert
	// confirmed has the prices that were seen live.
	confirmed []history.ChangeSnapshot
}

// open reads the settings after locking rows and prices. So a reset that waits for these locks has
// not happened yet, and an earlier reset is seen.
func (l *AccountSender) open(ctx context.Context, ids []decision.ProductID, now time.Time) (*locked, error) {
	d, err := l.lock(ctx, ids, now)
	if err != nil {
		return nil, err
	}
	settings, err := l.s.p.Settings.Load(ctx, d.team)
	if err != nil {
		return nil, err
	}
	s := settings.Snapshot()
	d.settings = &s
	return d, nil
}

// lock locks rows and then their prices. To store the outcome of sent prices no current settings
// are needed.
func (l *AccountSender) lock(ctx context.Context, ids []decision.ProductID, now time.Time) (*locked, error) {
	p := l.s.p
	d := &locked{
		p: p, team: l.key.Team, now: now, rows: map[decision.ProductID]*repricer.Product{}, were: map[decision.ProductID]repricer.ProductSnapshot{},
		remembered: map[decision.ProductID][]func(*repricer.Memory){}, outdated: map[decision.ProductID]bool{},
	}
	found, err := p.Products.LoadLocked(ctx, d.team, id.Ascending(ids))
	if err != nil {
		return nil, err
	}
	for _, row := range found {
		d.rows[row.ID()], d.were[row.ID()] = row, row.Snapshot()
	}
	d.changes, err = p.Changes.LoadOpenLocked(ctx, d.team, id.Ascending(ids))
	return d, err
}

// openToSend extends open with the facts that decide whether prices may be sent.
func (l *AccountSender) openToSend(ctx context.Context, ids []decision.ProductID, connected bool, now time.Time) (*locked, error) {
	d, err := l.open(ctx, ids, now)
	if err != nil {
		return nil, err
	}
	d.connected = connected
	d.stopped, err = l.s.stopped(ctx)
	return d, err
}

// readOutOfDate reads which prices became out of date before they were sent.
func (d *locked) readOutOfDate(ctx context.Context) (err error) {
	d.outOfDate, err = d.p.Queue.OutOfDate(ctx, d.team, productIDs(d.changes), d.now)
	return err
}

// readPlans reads the plans of the prices.
func (d *locked) readPlans(ctx context.Context) (err error) {
	d.plans, err = d.p.Outbox.Plans(ctx, d.team, productIDs(d.changes))
	return err
}

// sendContext returns the current situation of a row.
func (d *locked) sendContext(product decision.ProductID) history.SendContext {
	at := history.SendContext{Now: d.now, Settings: *d.settings, Stopped: d.stopped, Connected: d.connected, OutOfDate: d.outOfDate[product]}
	if row := d.rows[product]; row != nil {
		at.Row = optional.Some(row.Snapshot())
	}
	return at
}

// row applies do to the row of a price, unless the row was deleted.
func (d *locked) row(c *history.PriceChange, do func(*repricer.Product)) {
	if row := d.rows[c.ProductID()]; row != nil {
		do(row)
	}
}

// outgoing returns a price about to be sent.
func (d *locked) outgoing(c *history.PriceChange, band history.Band, to account.Seller) outgoing {
	return outgoing{change: c.Snapshot(), band: band, seller: to, settings: d.settings, stored: d.now}
}

// drop ends a price that may not be sent.
func (d *locked) drop(c *history.PriceChange, why history.SendCheck) error {
	d.row(c, (*repricer.Product).PriceCancelled)
	if why == history.SendSuperseded {
		d.outdated[c.ProductID()] = true
		return c.Supersede()
	}
	return c.Cancel(c.Snapshot().Withdrawal(d.sendContext(c.ProductID())))
}

// fail ends a price that was never seen live.
func (d *locked) fail(c *history.PriceChange, details string) error {
	d.row(c, func(row *repricer.Product) { row.PriceFailed(details, d.now) })
	d.alerts = append(d.alerts, c.Alert(repricer.AlertTimedOut, details, d.now))
	return c.Expire()
}

// save stores prices, plans and rows, and counts the outcomes.
func (d *locked) save(ctx context.Context, plans map[repricer.ChangeID]sendingports.Plan) (tally, error) {
	moved := tally{}
	for _, c := range d.changes {
		if c.Outcome() != c.StoredOutcome() {
			moved[c.Outcome().Or("")]++
		}
	}
	if err := d.p.Changes.Save(ctx, d.team, d.changes, plans); err != nil {
		return nil, err
	}
	var rows, over []*repricer.Product
	for _, c := range d.changes {
		row := d.rows[c.ProductID()]
		if row == nil {
			continue
		}
		rows = append(rows, row)
		if !c.Outcome().Or("").Open() {
			over = append(over, row)
		}
	}
	if err := free(ctx, d.p.Queue, d.team, d.settings.Values, over, d.outdated, d.now); err != nil {
		return nil, err
	}
	if err := d.saveRows(ctx, rows); err != nil {
		return nil, err
	}
	if err := d.saveMemories(ctx); err != nil {
		return nil, err
	}
	if err := d.p.Alerts.Priced(ctx, d.team, d.confirmed); err != nil {
		return nil, err
	}
	return moved, d.p.Alerts.Add(ctx, d.team, d.settings.Values.Notify, append(alerts.HoldAlerts(rows, d.now), d.alerts...))
}

// saveRows stores the changes of the rows: often nothing, mostly only the run state.
func (d *locked) saveRows(ctx context.Context, rows []*repricer.Product) error {
	var stepped, observed []*repricer.Product
	for _, row := range rows {
		is, was := row.Snapshot(), d.were[row.ID()]
		if is == was {
			continue
		}
		was.RunState = is.RunState
		if is == was {
			stepped = append(stepped, row)
		} else {
			observed = append(observed, row)
		}
	}
	if err := d.p.Products.SaveRunState(ctx, stepped); err != nil {
		return err
	}
	return d.p.Products.SaveObserved(ctx, observed)
}

// sent updates the row's memory once the marketplace has the price.
func (d *locked) sent(c *history.PriceChange) error {
	day, err := schedule.DayIn(d.now, d.settings.Values.Timezone)
	if err != nil {
		return err
	}
	d.remember(c, func(m *repricer.Memory) { m.NoteSent(c.Snapshot().SentPrice(d.now, day)) })
	return nil
}

func (d *locked) remember(c *history.PriceChange, what func(*repricer.Memory)) {
	if d.rows[c.ProductID()] != nil {
		d.remembered[c.ProductID()] = append(d.remembered[c.ProductID()], what)
	}
}

func (d *locked) saveMemories(ctx context.Context) error {
	if len(d.remembered) == 0 {
		return nil
	}
	ids := slices.Sorted(maps.Keys(d.remembered))
	memories, err := d.p.Memories.Load(ctx, d.team, ids)
	if err != nil {
		return err
	}
	for _, product := range ids {
		m := memories[product]
		for _, what := range d.remembered[product] {
			what(&m)
		}
		memories[product] = m
	}
	return d.p.Memories.Save(ctx, d.team, memories)
}

func marketOf(m marketplace.ID) (marketplace.Marketplace, bool) { return marketplace.ByID(m) }

// answer has the marketplace's answer to a price.
type answer struct {
	kind  answerKind
	reply history.Answer
	// after has the wait until the next attempt for a price that was not processed.
	after time.Duration
}

type answerKind int

const (
	// answerLost: it is unknown whether the price was accepted.
	answerLost answerKind = iota
	// answerTaken: the price is in the marketplace's queue.
	answerTaken
	// answerRefused: the price was rejected for good.
	answerRefused
	// answerNotNow: the price was not processed.
	answerNotNow
)

func issuesOf(list []sendingports.PriceIssue) []history.Issue {
	out := make([]history.Issue, len(list))
	for i, v := range list {
		out[i] = history.Issue{Code: v.Code, Message: v.Message, Severity: v.Severity}
	}
	return out
}
