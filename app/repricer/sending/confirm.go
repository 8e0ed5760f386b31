package sending

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/schedule"
	ports "sellingassistant/ports/repricer"
	sendingports "sellingassistant/ports/repricer/sending"
)

// lookAtOnce bounds the prices that a read of own offers names.
const lookAtOnce = 20

// Confirm looks for sent prices that were not seen live yet, and follows the open feed of the
// account. It reports whether there was anything to do.
func (l *AccountSender) Confirm(ctx context.Context) (bool, error) {
	if due, err := l.watches(ctx); err != nil || !due {
		return false, err
	}
	from, err := l.look(ctx)
	if err != nil {
		return false, err
	}
	did, err := l.follow(ctx, from)
	if err != nil {
		return did, err
	}
	now := l.s.p.Clock.Now()
	ids, err := l.s.p.Outbox.Unconfirmed(ctx, l.key, now, lookAtOnce)
	if err != nil || len(ids) == 0 {
		return did, err
	}
	seen, err := l.ownPrices(ctx, from, ids)
	if err != nil {
		return true, err
	}
	again, err := l.settle(ctx, from, seen)
	if err != nil {
		return true, err
	}
	l.deliver(ctx, again)
	return true, nil
}

// watches reports, without taking a lock, whether there is anything to look for.
func (l *AccountSender) watches(ctx context.Context) (bool, error) {
	now := l.s.p.Clock.Now()
	feed, err := l.s.p.Outbox.Open(ctx, l.key)
	if err != nil || feed != nil && !feed.NextAt.After(now) {
		return err == nil, err
	}
	ids, err := l.s.p.Outbox.Unconfirmed(ctx, l.key, now, 1)
	return len(ids) > 0, err
}

// found has the marketplace's report about a row's own offer.
type found struct {
	offers []sendingports.OwnPrice
	// failed says that the offer could not be read.
	failed bool
}

// ownPrices reads the prices of the rows' own offers.
func (l *AccountSender) ownPrices(ctx context.Context, from view, ids []decision.ProductID) (map[decision.ProductID]found, error) {
	p := l.s.p
	var open []*history.PriceChange
	err := p.Tx.InTx(ctx, func(ctx context.Context) (err error) {
		open, err = p.Changes.LoadOpenLocked(ctx, l.key.Team, id.Ascending(ids))
		return err
	})
	if err != nil {
		return nil, err
	}
	out := make(map[decision.ProductID]found, len(open))
	asked := make([]ports.SKUOrASIN, len(open))
	for i, c := range open {
		s := c.Snapshot()
		asked[i] = ports.SKUOrASIN{Marketplace: s.MarketplaceID, SKU: s.SKU}
		out[c.ProductID()] = found{failed: true}
	}
	if !from.connected {
		return out, nil
	}
	call, end := context.WithTimeout(ctx, feedWithin)
	defer end()
	for i, a := range p.OwnPrices(call, from.seller, asked) {
		f := found{offers: a.Offers}
		if e, ok := fault.As(a.Err); a.Err != nil {
			// A SKU that is unknown, or cannot be asked for, is certainly not offered at the
			// price.
			f.failed = !ok || e.Kind != fault.NotFound && e.Kind != fault.Invalid
		}
		out[open[i].ProductID()] = f
	}
	return out, nil
}

// settle stores the observed prices, and returns the prices that have to be sent again.
func (l *AccountSender) settle(ctx context.Context, from view, seen map[decision.ProductID]found) ([]outgoing, error) {
	p := l.s.p
	now := p.Clock.Now()
	ids := make([]decision.ProductID, 0, len(seen))
	for product := range seen {
		ids = append(ids, product)
	}
	room := 0
	if !l.rests(now) && !from.stopped && !from.state.StoppedUntil.After(now) {
		room = l.tokens(now, sendAtOnce)
	}
	var again []outgoing
	var moved tally
	err := p.Tx.InTx(ctx, func(ctx context.Context) error {
		again, moved = nil, nil
		if _, err := l.renew(ctx); err != nil {
			return err
		}
		d, err := l.openToSend(ctx, ids, from.connected, now)
		if err != nil {
			return err
		}
		if err := d.readPlans(ctx); err != nil {
			return err
		}
		if err := d.readOutOfDate(ctx); err != nil {
			return err
		}
		plans := map[repricer.ChangeID]sendingports.Plan{}
		for _, c := range d.changes {
			if !c.Outcome().Or("").Unresolved() {
				continue
			}
			v := d.verdict(c, seen[c.ProductID()])
			if v.repeat && room == len(again) {
				v = verdict{plan: v.plan}
				v.plan.NextAt = now.Add(lookAgain)
			}
			if err := d.carryOut(c, v); err != nil {
				return err
			}
			if v.repeat {
				v.plan = sendingports.Plan{SentAt: optional.Some(now), NextAt: now.Add(lookFirst)}
				again = append(again, d.outgoing(c, v.band, from.seller))
			}
			if c.Outcome().Or("").Open() {
				plans[c.ID()] = v.plan
			}
		}
		moved, err = d.save(ctx, plans)
		return err
	})
	if err != nil {
		again, moved = nil, nil
	}
	l.giveBack(room - len(again))
	l.count(history.RoutePatch, moved)
	return again, err
}

// verdict has the next action for a price that was looked for.
type verdict struct {
	live, repeat, fail, stale bool
	band                      history.Band
	plan                      sendingports.Plan
}

func (d *locked) verdict(c *history.PriceChange, f found) verdict {
	s := c.Snapshot()
	sub := s.Submission.Or(history.Submission{})
	v := verdict{plan: d.plans[c.ProductID()]}
	switch {
	case f.failed:
		v.plan.NextAt = d.now.Add(lookAgain)
		v.fail = d.now.Sub(sub.SubmittedAt) > history.GiveUpAfter
		return v
	case f.shows(s):
		v.live = true
		return v
	}
	sent := v.plan.SentAt.Or(sub.SubmittedAt)
	next, more := history.NextCheckAt(sent, d.now)
	v.plan.NextAt = next
	band, check := s.CheckResubmit(d.sendContext(c.ProductID()))
	lost := s.Outcome == optional.Some(history.OutcomeSubmitted)
	// The answer was lost and the price is not live, so it is sent again. A price in a feed may
	// still be processed.
	again := lost && sub.Attempts < repeatsUnsure && (!more || !v.plan.Feed.Known()) ||
		!lost && !more && sub.Attempts < history.MaxSubmissions
	switch {
	case d.now.Sub(sent) > history.ResubmitWithin && (lost || sub.Attempts < history.MaxSubmissions),
		again && check == history.SendSuperseded:
		v.stale = true
	case again && check == history.SendAllowed:
		v.repeat, v.band = true, band
	case !more:
		v.fail = true
	}
	return v
}

// shows reports whether the offer has the price that was sent, possibly below an active sale
// price.
func (f found) shows(s history.ChangeSnapshot) bool {
	for _, o := range f.offers {
		if o.Currency == s.Currency && (o.Price == s.NewPrice || o.Regular != nil && *o.Regular == s.NewPrice) {
			return true
		}
	}
	return false
}

func (d *locked) carryOut(c *history.PriceChange, v verdict) error {
	switch {
	case v.live:
		return d.live(c)
	case v.repeat:
		d.row(c, (*repricer.Product).PriceSent)
		return c.Resubmit()
	case v.stale:
		d.row(c, (*repricer.Product).PriceAbandoned)
		d.outdated[c.ProductID()] = true
		return c.Expire()
	case v.fail:
		return d.fail(c, "The price was sent and not seen live in time.")
	}
	return nil
}

// live notes that the own offer was read at the price.
func (d *locked) live(c *history.PriceChange) error {
	s := c.Snapshot()
	if s.Outcome == optional.Some(history.OutcomeSubmitted) {
		if err := d.sent(c); err != nil {
			return err
		}
	}
	live, err := c.ObservePrice(repricer.PriceSeen{At: d.now, Price: money.Sum{Amount: s.NewPrice, Currency: s.Currency}})
	if err != nil || !live {
		return err
	}
	d.confirmed = append(d.confirmed, s)
	d.remember(c, func(m *repricer.Memory) { m.NoteConfirmed(s.NewPrice, d.now) })
	d.row(c, func(row *repricer.Product) { row.PriceLive(s.NewPrice) })
	return nil
}

// Confirmations confirm sent prices from offer events.
type Confirmations struct{ p SenderParts }

func NewConfirmations(p SenderParts) *Confirmations { return &Confirmations{p} }

// SeenPrice has a row and the price of its own offer in an event.
type SeenPrice struct {
	row   *repricer.Product
	price repricer.PriceSeen
}

// FindSeenPrice finds the row in flight that the own offer of an event belongs to. If several rows
// are in flight, the event does not identify the row; their prices are read singly.
func FindSeenPrice(rows []*repricer.Product, m repricer.MarketState) (SeenPrice, bool) {
	if len(rows) != 1 || !rows[0].RunState().PriceInFlight() {
		return SeenPrice{}, false
	}
	price, ok := rows[0].OwnPrice(m).Get()
	return SeenPrice{rows[0], price}, ok
}

// Offers confirms prices of a team's rows by their own offers in events. It runs in the transaction
// of ctx, in which the rows are locked and will be stored.
func (c *Confirmations) Offers(ctx context.Context, team id.Team, all []SeenPrice, now time.Time) error {
	ids := make([]decision.ProductID, len(all))
	prices := make(map[decision.ProductID]SeenPrice, len(all))
	for i, s := range all {
		ids[i], prices[s.row.ID()] = s.row.ID(), s
	}
	open, err := c.p.Changes.LoadOpenLocked(ctx, team, id.Ascending(ids))
	if err != nil {
		return err
	}
	var seen []*history.PriceChange
	var were []history.ChangeSnapshot
	var rows []*repricer.Product
	for _, change := range open {
		s, was := prices[change.ProductID()], change.Snapshot()
		live, err := change.ObservePrice(s.price)
		if err != nil {
			return err
		}
		if live {
			s.row.PriceLive(was.NewPrice)
			seen, were, rows = append(seen, change), append(were, was), append(rows, s.row)
		}
	}
	if len(seen) == 0 {
		return nil
	}
	if err := c.remember(ctx, team, were, prices); err != nil {
		return err
	}
	if err := c.p.Changes.Save(ctx, team, seen, nil); err != nil {
		return err
	}
	if err := c.p.Alerts.Priced(ctx, team, were); err != nil {
		return err
	}
	for _, was := range were {
		c.p.Metrics.Outcome(was.Submission.Or(history.Submission{}).Route, history.OutcomeConfirmed, 1)
	}
	return free(ctx, c.p.Queue, team, repricer.SettingsValues{}, rows, nil, now)
}

// FeedDone makes a feed due that an event reports as processed, instead of waiting for the next
// poll. Polling remains, because events get lost.
func (c *Confirmations) FeedDone(ctx context.Context, team id.Team, sellerID string, feed sendingports.FeedID) error {
	return c.p.Outbox.MakeDue(ctx, team, sellerID, feed, c.p.Clock.Now())
}

// remember records when prices went live. The offers of the same event have that time too, so they
// count.
func (c *Confirmations) remember(ctx context.Context, team id.Team, were []history.ChangeSnapshot, prices map[decision.ProductID]SeenPrice) error {
	ids := make([]decision.ProductID, len(were))
	for i, was := range were {
		ids[i] = was.ProductID
	}
	memories, err := c.p.Memories.Load(ctx, team, ids)
	if err != nil {
		return err
	}
	zone := ""
	for _, was := range were {
		m, at := memories[was.ProductID], prices[was.ProductID].price.At
		if was.Outcome == optional.Some(history.OutcomeSubmitted) { // the submission has no note yet
			if zone == "" {
				settings, err := c.p.Settings.Load(ctx, team)
				if err != nil {
					return err
				}
				zone = settings.Snapshot().Values.Timezone
			}
			day, err := schedule.DayIn(at, zone)
			if err != nil {
				return err
			}
			m.NoteSent(was.SentPrice(at, day))
		}
		m.NoteConfirmed(was.NewPrice, at)
		memories[was.ProductID] = m
	}
	return c.p.Memories.Save(ctx, team, memories)
}
