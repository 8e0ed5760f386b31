package sending

import (
	"context"
	"crypto/rand"
	"slices"
	"sync"
	"time"

	"sellingassistant/app/repricer/alerts"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/repricer"
	historyports "sellingassistant/ports/repricer/history"
	queueports "sellingassistant/ports/repricer/queue"
	sendingports "sellingassistant/ports/repricer/sending"
	"sellingassistant/ports/tx"
)

// SenderParts has the dependencies of a Sender.
type SenderParts struct {
	Outbox           sendingports.Outbox
	Changes          historyports.Changes
	Products         ports.Products
	Settings         ports.Settings
	Memories         ports.Memories
	Queue            queueports.EvaluationQueue
	Sellers          accounts.Sellers
	Submitter        sendingports.PriceSubmitter
	MarketplaceFeeds sendingports.Feeds
	OwnPrices        sendingports.OwnPrices
	Metrics          sendingports.Metrics
	Tx               tx.LazyRunner
	Clock            clock.Clock
	// Alerts stores alerts; nil stores nothing.
	Alerts *alerts.Alerts
	Off    ProcessStopped
}

// Sender sends the decided prices, each once: the open price of a row is the order to send it. It
// decides no price; it only checks once more whether a price may be sent.
//
// Each price is stored as sent before it is sent. A process that dies in between, and a call with a
// lost answer, leave a price that may have arrived. It is looked for at the marketplace before it
// is sent again, and always as the same price. So a price is never forgotten, and never overtaken
// by itself.
type Sender struct {
	p      SenderParts
	holder string
}

// NewSender gives the sender a random name, under which it leases accounts.
func NewSender(p SenderParts) *Sender { return &Sender{p, rand.Text()} }

const (
	// accountLease bounds how long an account stays with a process that does not renew it.
	accountLease = 6 * time.Second
	// sendAtOnce sends this many prices in parallel: the burst of the marketplace's limit.
	sendAtOnce = 5
	// cancelAtOnce bounds the prices that a statement cancels.
	cancelAtOnce = 1_000
	// sendEvery separates two prices of an account (patchListingsItem, 5 a second).
	sendEvery = 200 * time.Millisecond
	// sendWithin bounds the time from storing a price as sent to sending it. A price that is
	// delayed longer is looked for instead.
	sendWithin = 30 * time.Second
	// onWithin bounds how long a read of the switches is reused.
	onWithin = 100 * time.Millisecond
	// callWithin bounds one call; when the process stops, a call may go on for finishWithin.
	callWithin   = 20 * time.Second
	finishWithin = 5 * time.Second
	// answersWithin bounds how long an answer waits to be stored together with others.
	answersWithin = 25 * time.Millisecond
	// lookFirst delays the first look for a price after its answer was lost.
	lookFirst = 2 * time.Minute
	// lookAgain delays the next look after a failed look.
	lookAgain = time.Minute
	// repeatsUnsure bounds the submissions of a price if all answers are lost.
	repeatsUnsure = 4
)

// AccountsWithWork lists the accounts with something to do.
func (s *Sender) AccountsWithWork(ctx context.Context) ([]sendingports.AccountWork, error) {
	return s.p.Outbox.AccountsWithWork(ctx, s.p.Clock.Now())
}

// AccountSender sends for one account that this process has leased. Send and Confirm may run in
// parallel.
type AccountSender struct {
	s   *Sender
	key sendingports.Account
	// marking serialises the choice of prices and the building of a feed.
	marking sync.Mutex

	mu sync.Mutex
	// last caches the last known state of the account. No other process writes it during the lease,
	// so it is not read again.
	last   sendingports.AccountState
	pace   pace
	paused time.Time
	// on caches the last read of the switches.
	on       switchedOn
	failures int
}

// Acquire leases an account, and reports false while another process has it.
func (s *Sender) Acquire(ctx context.Context, k sendingports.Account) (*AccountSender, bool, error) {
	now := s.p.Clock.Now()
	state, ok, err := s.p.Outbox.Claim(ctx, k, s.holder, now, now.Add(accountLease))
	if err != nil || !ok {
		return nil, false, err
	}
	return &AccountSender{s: s, key: k, last: state, pace: newPace(now)}, true, nil
}

// Renew renews the lease; ErrAccountLost says that another process has the account.
func (l *AccountSender) Renew(ctx context.Context) error {
	return l.s.p.Tx.InLazyTx(ctx, func(ctx context.Context) error {
		_, err := l.renew(ctx)
		return err
	})
}

// Close gives up the lease.
func (l *AccountSender) Close(ctx context.Context) error {
	return l.s.p.Outbox.Release(ctx, l.key, l.s.holder)
}

func (l *AccountSender) renew(ctx context.Context) (sendingports.AccountState, error) {
	state, err := l.s.p.Outbox.Renew(ctx, l.key, l.s.holder, l.s.p.Clock.Now().Add(accountLease))
	if err == nil {
		l.saw(state)
	}
	return state, err
}

// save stores the state of a locked account. If the transaction is rolled back, the next Renew
// corrects last.
func (l *AccountSender) save(ctx context.Context, state sendingports.AccountState) error {
	err := l.s.p.Outbox.SaveAccount(ctx, l.key, state)
	if err == nil {
		l.saw(state)
	}
	return err
}

func (l *AccountSender) saw(state sendingports.AccountState) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = state
}

func (l *AccountSender) state() sendingports.AccountState {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last
}

// Send sends the allowed prices of the account, up to a burst of single prices or one feed, and
// waits for the answers. It reports whether there was anything to do.
func (l *AccountSender) Send(ctx context.Context) (bool, error) {
	prices, did, err := l.choose(ctx)
	if err != nil {
		return did, err
	}
	l.deliver(ctx, prices)
	return did, nil
}

// choose decides under the account's mutex which prices are sent, and stores them as sent.
func (l *AccountSender) choose(ctx context.Context) ([]outgoing, bool, error) {
	l.marking.Lock()
	defer l.marking.Unlock()
	next, err := l.next(ctx, sendAtOnce+1)
	if err != nil || len(next) == 0 {
		return nil, false, err
	}
	from, err := l.look(ctx)
	if err != nil {
		return nil, false, err
	}
	if from.stopped || !from.connected {
		if next, err = l.next(ctx, cancelAtOnce); err != nil {
			return nil, false, err
		}
		prices, err := l.mark(ctx, from, history.RoutePatch, next, nil)
		return prices, err == nil, err
	}
	now := l.s.p.Clock.Now()
	if l.rests(now) || from.state.StoppedUntil.After(now) {
		return nil, false, nil
	}
	route := history.RoutePatch
	// With at most one burst waiting, an account on the patch route stays on it.
	if len(next) > sendAtOnce || from.state.Route != route {
		if route, err = l.route(ctx, from); err != nil {
			return nil, false, err
		}
	}
	if route == history.RouteFeed {
		did, err := l.feed(ctx, from)
		return nil, did, err
	}
	n := l.tokens(now, sendAtOnce)
	if n == 0 {
		return nil, false, nil
	}
	prices, err := l.mark(ctx, from, history.RoutePatch, next[:min(n, len(next))], nil)
	l.giveBack(n - len(prices))
	return prices, err == nil, err
}

// next lists the rows of the most urgent prices.
func (l *AccountSender) next(ctx context.Context, limit int) ([]decision.ProductID, error) {
	return l.s.p.Outbox.Next(ctx, l.key, l.s.p.Clock.Now(), limit)
}

// view has the state of an account at the start of a turn.
type view struct {
	seller    account.Seller
	connected bool
	stopped   bool
	state     sendingports.AccountState
}

func (l *AccountSender) look(ctx context.Context) (v view, err error) {
	v.state = l.state()
	sellers, err := l.s.p.Sellers.OfTeam(ctx, l.key.Team)
	if err != nil {
		return v, err
	}
	for _, s := range sellers {
		if !v.connected && s.Active && s.ID == l.key.SellerID && s.Region == l.key.Region {
			v.seller, v.connected = s, true
		}
	}
	v.stopped, err = l.s.stopped(ctx)
	return v, err
}

// stopped reads the switches for all teams.
func (s *Sender) stopped(ctx context.Context) (bool, error) {
	if s.p.Off {
		return true, nil
	}
	state, err := s.p.Outbox.LoadSwitch(ctx)
	return state.Stopped, err
}

// route picks the account's route and stores a change.
func (l *AccountSender) route(ctx context.Context, from view) (history.Route, error) {
	waiting, err := l.s.p.Outbox.Waiting(ctx, l.key, history.FeedAbove+1)
	if err != nil {
		return "", err
	}
	next := history.NextRoute(from.state.Route, waiting)
	if next == from.state.Route {
		return next, nil
	}
	return next, l.s.p.Tx.InTx(ctx, func(ctx context.Context) error {
		state, err := l.renew(ctx)
		if err != nil {
			return err
		}
		state.Route = next
		return l.save(ctx, state)
	})
}

// mark checks the prices of rows again and stores each as sent, cancelled or superseded, with the
// rows. It returns those to be sent. Prices of a feed get message numbers.
func (l *AccountSender) mark(ctx context.Context, from view, route history.Route, ids []decision.ProductID, feed *feedDraft) (prices []outgoing, err error) {
	now := l.s.p.Clock.Now()
	var moved tally
	err = l.s.p.Tx.InTx(ctx, func(ctx context.Context) error {
		prices, moved = nil, tally{}
		if _, err := l.renew(ctx); err != nil {
			return err
		}
		d, err := l.openToSend(ctx, ids, from.connected, now)
		if err != nil {
			return err
		}
		if err := d.readOutOfDate(ctx); err != nil {
			return err
		}
		plans := map[repricer.ChangeID]sendingports.Plan{}
		for _, c := range d.changes {
			if c.Outcome() != optional.Some(history.OutcomeProposed) {
				continue
			}
			band, check := c.Snapshot().CheckSend(d.sendContext(c.ProductID()))
			if check != history.SendAllowed {
				if err := d.drop(c, check); err != nil {
					return err
				}
				continue
			}
			if err := c.Submit(route, now); err != nil {
				return err
			}
			d.rows[c.ProductID()].PriceSent()
			plan := sendingports.Plan{SentAt: optional.Some(now), NextAt: now.Add(lookFirst)}
			price := d.outgoing(c, band, from.seller)
			if feed != nil {
				price.number = feed.next + int64(len(prices))
				plan.Feed, plan.Number = optional.Some(feed.run.ID), optional.Some(price.number)
			}
			plans[c.ID()] = plan
			prices = append(prices, price)
		}
		moved, err = d.save(ctx, plans)
		return err
	})
	if err != nil {
		return nil, err
	}
	l.count(route, moved)
	return prices, nil
}

// tally counts prices by outcome.
type tally map[history.Outcome]int

func (l *AccountSender) count(route history.Route, t tally) {
	for o, n := range t {
		l.s.p.Metrics.Outcome(route, o, n)
	}
}

// productIDs returns the row ids of changes.
func productIDs(changes []*history.PriceChange) []decision.ProductID {
	out := make([]decision.ProductID, len(changes))
	for i, c := range changes {
		out[i] = c.ProductID()
	}
	slices.Sort(out)
	return out
}
