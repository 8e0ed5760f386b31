package repricer

import (
	"context"
	"crypto/rand"
	"slices"
	"sync"
	"time"

	"sellingassistant/domain/kernel/gather"
	"sellingassistant/domain/repricer"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/repricer"
	"sellingassistant/ports/tx"
)

// SenderParts are what a Sender works with.
type SenderParts struct {
	Outbox   ports.Outbox
	Feeds    ports.FeedRuns
	Switch   ports.Switch
	Changes  ports.Changes
	Products ports.Products
	Settings ports.Settings
	Memories ports.Memories
	Due      ports.Due
	Sellers  ports.Sellers
	Sink     ports.PriceSink
	FeedSink ports.Feeds
	Prices   ports.OwnPrices
	Watch    ports.SendWatch
	Tx       tx.Runner
	Clock    clock.Clock
	// Off is the switch of this process: it sends nothing.
	Off bool
}

// Sender sends the prices that were decided, each once: the open price of a row
// is the order to send it. It decides no price, it only looks once more whether
// one may leave.
//
// That a price leaves is stored before it does. A process that dies in between,
// and a call whose answer is lost, leave a price that may have arrived: it is
// looked for at the marketplace before it is sent again, and always as the same
// price. So a price is never forgotten, and never overtaken by itself.
type Sender struct {
	p      SenderParts
	holder string
}

// NewSender makes a sender, which is a holder of lanes of its own.
func NewSender(p SenderParts) *Sender { return &Sender{p, rand.Text()} }

const (
	// laneLease is how long a lane stays with a process that says nothing.
	laneLease = 6 * time.Second
	// sendAtOnce is how many prices are sent side by side: the burst of the
	// marketplace's limit.
	sendAtOnce = 5
	// cancelAtOnce is how many prices are withdrawn by one statement.
	cancelAtOnce = 1_000
	// sendEvery is the time between two prices of an account (patchListingsItem,
	// 5 a second).
	sendEvery = 200 * time.Millisecond
	// sendWithin is how long after it was stored as sent a price may leave. What
	// was held up for longer is looked for instead.
	sendWithin = 30 * time.Second
	// callWithin bounds one call; a stop lets it go on for finishWithin.
	callWithin   = 20 * time.Second
	finishWithin = 5 * time.Second
	// lookFirst is when a price whose answer is lost is looked for.
	lookFirst = 2 * time.Minute
	// lookAgain is when to look again after that failed.
	lookAgain = time.Minute
	// repeatsUnsure bounds how often a price is sent whose answers are all lost.
	repeatsUnsure = 4
)

// Busy lists the lanes with something to do.
func (s *Sender) Busy(ctx context.Context) ([]ports.LaneKey, error) {
	return s.p.Outbox.Busy(ctx, s.p.Clock.Now())
}

// Lane is the lane of an account, held by this process. Its turns may run side
// by side.
type Lane struct {
	s   *Sender
	key ports.LaneKey
	// marking is held by whoever chooses prices, and while a feed is made.
	marking sync.Mutex

	// answers are stored together when several come at a time.
	answers *gather.Desk[*posted]

	mu       sync.Mutex
	pace     pace
	paused   time.Time
	failures int
}

// Take takes a lane, and reports false while another process has it.
func (s *Sender) Take(ctx context.Context, k ports.LaneKey) (*Lane, bool, error) {
	now := s.p.Clock.Now()
	if _, ok, err := s.p.Outbox.Claim(ctx, k, s.holder, now, now.Add(laneLease)); err != nil || !ok {
		return nil, false, err
	}
	return &Lane{s: s, key: k, answers: gather.NewDesk[*posted](1), pace: newPace(now)}, true, nil
}

// Keep prolongs the lease; ErrLaneLost when the lane is somebody else's by now.
func (l *Lane) Keep(ctx context.Context) error {
	return l.s.p.Tx.InTx(ctx, func(ctx context.Context) error {
		_, err := l.prolong(ctx)
		return err
	})
}

// Close gives the lane back.
func (l *Lane) Close(ctx context.Context) error {
	return l.s.p.Outbox.Release(ctx, l.key, l.s.holder)
}

func (l *Lane) prolong(ctx context.Context) (ports.LaneState, error) {
	return l.s.p.Outbox.Prolong(ctx, l.key, l.s.holder, l.s.p.Clock.Now().Add(laneLease))
}

// Send sends what may be sent of the lane, up to a burst of single prices or
// one feed, and waits for the answers. It reports whether it did anything.
func (l *Lane) Send(ctx context.Context) (bool, error) {
	letters, did, err := l.choose(ctx)
	if err != nil {
		return did, err
	}
	l.deliver(ctx, letters)
	return did, nil
}

// choose decides under the lane's mutex what leaves, and stores that it does.
func (l *Lane) choose(ctx context.Context) ([]letter, bool, error) {
	l.marking.Lock()
	defer l.marking.Unlock()
	next, err := l.s.p.Outbox.Next(ctx, l.key, l.s.p.Clock.Now(), 1)
	if err != nil || len(next) == 0 {
		return nil, false, err
	}
	from, err := l.look(ctx)
	if err != nil {
		return nil, false, err
	}
	if from.stopped || !from.connected {
		m, err := l.mark(ctx, from, repricer.LanePatch, cancelAtOnce, nil)
		return m.letters, m.did, err
	}
	now := l.s.p.Clock.Now()
	if l.rests(now) || from.lane.StoppedUntil.After(now) {
		return nil, false, nil
	}
	lane, err := l.lane(ctx, from)
	if err != nil {
		return nil, false, err
	}
	if lane == repricer.LaneFeed {
		did, err := l.feed(ctx, from)
		return nil, did, err
	}
	n := l.tokens(now, sendAtOnce)
	if n == 0 {
		return nil, false, nil
	}
	m, err := l.mark(ctx, from, repricer.LanePatch, n, nil)
	l.giveBack(n - len(m.letters))
	return m.letters, m.did, err
}

// view is how a lane stands at the beginning of a turn.
type view struct {
	seller    ports.Seller
	connected bool
	stopped   bool
	lane      ports.LaneState
}

func (l *Lane) look(ctx context.Context) (v view, err error) {
	if v.seller, v.connected, err = l.s.p.Sellers.Seller(ctx, l.key.Team, l.key.SellerID, l.key.Region); err != nil {
		return v, err
	}
	if v.lane, err = l.s.p.Outbox.Held(ctx, l.key, l.s.holder); err != nil {
		return v, err
	}
	v.stopped, err = l.s.stopped(ctx)
	return v, err
}

// stopped reads the switches that hold for all teams.
func (s *Sender) stopped(ctx context.Context) (bool, error) {
	if s.p.Off {
		return true, nil
	}
	state, err := s.p.Switch.LoadSwitch(ctx)
	return state.Stopped, err
}

// lane says by which lane the account sends now, and stores when that changes.
func (l *Lane) lane(ctx context.Context, from view) (repricer.Lane, error) {
	waiting, err := l.s.p.Outbox.Waiting(ctx, l.key, repricer.FeedAbove+1)
	if err != nil {
		return "", err
	}
	next := repricer.NextLane(from.lane.Lane, waiting)
	if next == from.lane.Lane {
		return next, nil
	}
	return next, l.s.p.Tx.InTx(ctx, func(ctx context.Context) error {
		state, err := l.prolong(ctx)
		if err != nil {
			return err
		}
		state.Lane = next
		return l.s.p.Outbox.SaveLane(ctx, l.key, state)
	})
}

// letter is a price that is stored as sent and has to leave.
type letter struct {
	change repricer.ChangeSnapshot
	band   repricer.Band
	seller ports.Seller
	// stored is when that was.
	stored time.Time
	number int64
}

func (l letter) price() ports.PriceChange {
	m, _ := marketOf(l.change.MarketplaceID)
	c := ports.PriceChange{SKU: l.change.SKU, Marketplace: m, Price: l.change.NewPrice, Min: &l.band.Floor}
	if ceiling, ok := l.band.Ceiling.Get(); ok {
		c.Max = &ceiling
	}
	return c
}

// marked is what became of prices that were chosen.
type marked struct {
	letters []letter
	did     bool
}

// mark looks at the most urgent prices once more and stores that they leave,
// are withdrawn or superseded, with the rows as they are stored now. A feed
// numbers its messages.
func (l *Lane) mark(ctx context.Context, from view, lane repricer.Lane, limit int, feed *filling) (marked, error) {
	p := l.s.p
	now := p.Clock.Now()
	var out marked
	var moved tally
	err := p.Tx.InTx(ctx, func(ctx context.Context) error {
		out, moved = marked{}, tally{}
		if _, err := l.prolong(ctx); err != nil {
			return err
		}
		ids, err := p.Outbox.Next(ctx, l.key, now, limit)
		if err != nil || len(ids) == 0 {
			return err
		}
		d, err := l.openToSend(ctx, ids, from.connected, now)
		if err != nil {
			return err
		}
		plans := map[repricer.ChangeID]ports.Plan{}
		for _, c := range d.changes {
			if c.Outcome() != repricer.Some(repricer.OutcomeProposed) {
				continue
			}
			band, departure := c.Snapshot().Depart(d.standing(c.ProductID()))
			if departure != repricer.DepartureSend {
				if err := d.drop(c, departure); err != nil {
					return err
				}
				continue
			}
			if err := c.Submit(lane, now); err != nil {
				return err
			}
			d.rows[c.ProductID()].PriceLeft()
			plan := ports.Plan{SentAt: repricer.Some(now), NextAt: now.Add(lookFirst)}
			letter := letter{change: c.Snapshot(), band: band, seller: from.seller, stored: now}
			if feed != nil {
				letter.number = feed.next + int64(len(out.letters))
				plan.Feed, plan.Number = repricer.Some(feed.run.ID), repricer.Some(letter.number)
			}
			plans[c.ID()] = plan
			out.letters = append(out.letters, letter)
		}
		out.did = true
		if moved, err = d.save(ctx); err != nil {
			return err
		}
		return p.Outbox.Plan(ctx, l.key.Team, plans)
	})
	if err != nil {
		return marked{}, err
	}
	l.count(lane, moved)
	return out, nil
}

// tally counts what became of prices.
type tally map[repricer.Outcome]int

func (l *Lane) count(lane repricer.Lane, t tally) {
	for o, n := range t {
		l.s.p.Watch.Moved(lane, o, n)
	}
}

// deliver sends letters side by side and waits for what becomes of them.
func (l *Lane) deliver(ctx context.Context, letters []letter) {
	var all sync.WaitGroup
	for _, one := range letters {
		all.Go(func() { l.post(ctx, one) })
	}
	all.Wait()
}

// post sends one price and stores the answer. A stop lets it finish.
func (l *Lane) post(ctx context.Context, one letter) {
	if l.s.p.Clock.Now().Sub(one.stored) > sendWithin {
		return
	}
	own, cancel := outlasting(ctx, finishWithin)
	defer cancel()
	call, end := context.WithTimeout(own, callWithin)
	receipt, err := l.s.p.Sink.Submit(call, one.seller, one.price(), false)
	end()
	if err := l.record(own, one, answerOf(receipt, err)); err != nil {
		// The price is looked for later, like any whose answer is lost.
		l.s.p.Watch.Failed(l.key, err)
	}
}

// outlasting is a context that ends a while after ctx does.
func outlasting(ctx context.Context, by time.Duration) (context.Context, context.CancelFunc) {
	own, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(by, cancel) })
	return own, func() { stop(); cancel() }
}

// productIDs are the rows of changes.
func productIDs(changes []*repricer.PriceChange) []repricer.ProductID {
	out := make([]repricer.ProductID, len(changes))
	for i, c := range changes {
		out[i] = c.ProductID()
	}
	slices.Sort(out)
	return out
}
