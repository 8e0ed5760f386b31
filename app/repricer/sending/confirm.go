package sending

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/schedule"
	ports "sellingassistant/ports/repricer"
	sendingports "sellingassistant/ports/repricer/sending"
)

// lookAtOnce is how many prices one question to the marketplace names.
const lookAtOnce = 20

// Confirm looks for prices that were sent and not seen yet, and follows the feed
// of the account. It reports whether it did anything.
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

// watches tells, without taking a lock, whether there is something to look for.
func (l *AccountSender) watches(ctx context.Context) (bool, error) {
	now := l.s.p.Clock.Now()
	feed, err := l.s.p.Feeds.Open(ctx, l.key)
	if err != nil || feed != nil && !feed.NextAt.After(now) {
		return err == nil, err
	}
	ids, err := l.s.p.Outbox.Unconfirmed(ctx, l.key, now, 1)
	return len(ids) > 0, err
}

// found is what the marketplace says about the offer of a row.
type found struct {
	offers []sendingports.OwnPrice
	// failed is set when it could not be asked.
	failed bool
}

// ownPrices asks at which prices the rows are offered.
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
	for i, a := range p.OwnPrices.OwnPrices(call, from.seller, asked) {
		f := found{offers: a.Offers}
		if e, ok := fault.As(a.Err); a.Err != nil {
			// A SKU that is not there, or cannot be asked for, is not offered at the price.
			f.failed = !ok || e.Kind != fault.NotFound && e.Kind != fault.Invalid
		}
		out[open[i].ProductID()] = f
	}
	return out, nil
}

// settle notes what was seen, and returns the prices that are to be sent again.
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
		if _, err := l.prolong(ctx); err != nil {
			return err
		}
		d, err := l.openToSend(ctx, ids, from.connected, now)
		if err != nil {
			return err
		}
		if err := d.readPlans(ctx); err != nil {
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

// verdict is what is to be done about a price that was looked for.
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
	band, may := s.CheckResubmit(d.standing(c.ProductID()))
	lost := s.Outcome == optional.Some(history.OutcomeSubmitted)
	switch {
	case d.now.Sub(sent) > history.ResubmitWithin && (lost || sub.Attempts < history.MaxSubmissions):
		v.stale = true
	// The answer is lost: the price is not there, so it is sent again. One in a
	// feed may still be on its way.
	case lost && may && sub.Attempts < repeatsUnsure && (!more || !v.plan.Feed.Known()),
		!lost && may && !more && sub.Attempts < history.MaxSubmissions:
		v.repeat, v.band = true, band
	case !more:
		v.fail = true
	}
	return v
}

// shows reports whether an offer has the price that was sent, with or without a
// sale that lies over it.
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
		if err := d.left(c); err != nil {
			return err
		}
	}
	live, err := c.ObservePrice(repricer.PriceSeen{At: d.now, Price: repricer.Price{Amount: s.NewPrice, Currency: s.Currency}})
	if err != nil || !live {
		return err
	}
	d.remember(c, func(m *repricer.Memory) { m.NoteConfirmed(s.NewPrice, d.now) })
	d.row(c, func(row *repricer.Product) { row.PriceLive(s.NewPrice) })
	return nil
}

// Confirmations let prices that were sent be seen in what events tell.
type Confirmations struct{ p SenderParts }

// NewConfirmations makes the use case.
func NewConfirmations(p SenderParts) *Confirmations { return &Confirmations{p} }

// SeenPrice is a row whose own offer an event shows.
type SeenPrice struct {
	row   *repricer.Product
	price repricer.PriceSeen
}

// FindSeenPrice finds the own offer of a row that waits for its price. Of several rows
// it is not known whose offer it is: their prices are read one by one.
func FindSeenPrice(rows []*repricer.Product, m repricer.MarketState) (SeenPrice, bool) {
	if len(rows) != 1 || !rows[0].RunState().PriceInFlight() {
		return SeenPrice{}, false
	}
	price, ok := rows[0].OwnPrice(m).Get()
	return SeenPrice{rows[0], price}, ok
}

// Offers confirms the prices of a team's rows whose own offers events show, in
// the transaction of ctx, in which the rows are locked and will be stored.
func (c *Confirmations) Offers(ctx context.Context, team id.Team, all []SeenPrice, now time.Time) error {
	ids := make([]decision.ProductID, len(all))
	by := make(map[decision.ProductID]SeenPrice, len(all))
	for i, s := range all {
		ids[i], by[s.row.ID()] = s.row.ID(), s
	}
	open, err := c.p.Changes.LoadOpenLocked(ctx, team, id.Ascending(ids))
	if err != nil {
		return err
	}
	var seen []*history.PriceChange
	var were []history.ChangeSnapshot
	var rows []*repricer.Product
	for _, change := range open {
		s, was := by[change.ProductID()], change.Snapshot()
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
	if err := c.remember(ctx, team, were, by); err != nil {
		return err
	}
	if err := c.p.Changes.Save(ctx, team, seen, nil); err != nil {
		return err
	}
	for _, was := range were {
		c.p.Metrics.Outcome(was.Submission.Or(history.Submission{}).Route, history.OutcomeConfirmed, 1)
	}
	return free(ctx, c.p.Queue, team, repricer.SettingsValues{}, rows, nil, now)
}

// FeedDone lets a feed that an event tells to be over be asked for at once, instead
// of when its turn comes: events get lost.
func (c *Confirmations) FeedDone(ctx context.Context, team id.Team, sellerID string, feed sendingports.FeedID) error {
	return c.p.Feeds.MakeDue(ctx, team, sellerID, feed, c.p.Clock.Now())
}

// remember notes prices as live since they were seen so. What is told of the offers
// along with it is as old, and counts.
func (c *Confirmations) remember(ctx context.Context, team id.Team, were []history.ChangeSnapshot, by map[decision.ProductID]SeenPrice) error {
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
		m, at := memories[was.ProductID], by[was.ProductID].price.At
		if was.Outcome == optional.Some(history.OutcomeSubmitted) { // that it left is not noted yet
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
