package sending

import (
	"context"
	"errors"
	"sync"
	"time"

	"sellingassistant/ports/clock"
	sendingports "sellingassistant/ports/repricer/sending"
)

const (
	// senders bounds the bursts of an account in flight. One slow answer does not delay the others.
	senders = 2
	// sendPause separates two looks at the outbox.
	sendPause = 250 * time.Millisecond
	// accountIdle bounds how long an account without work is kept.
	accountIdle = 5 * time.Second
	// keepEvery renews the lease of an account.
	keepEvery = 2 * time.Second
	// accountsAtOnce bounds the accounts that a process sends for.
	accountsAtOnce = 200
	// firstPause and longestPause bound the wait after failures.
	firstPause, longestPause = time.Second, 30 * time.Second
)

// Dispatcher sends prices of all accounts that no other process has leased. One read of the outbox
// serves all accounts, so accounts without work cost nothing.
type Dispatcher struct {
	sender *Sender
	mu     sync.Mutex
	at     map[sendingports.Account]*accountWorkers
}

func NewDispatcher(s *Sender) *Dispatcher {
	return &Dispatcher{sender: s, at: map[sendingports.Account]*accountWorkers{}}
}

// Run sends until ctx ends, and returns when no call is in flight.
func (d *Dispatcher) Run(ctx context.Context) {
	var all sync.WaitGroup
	defer all.Wait()
	pause := sendPause
	for {
		err := d.look(ctx, &all)
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			pause = sendPause
		} else {
			d.sender.p.Metrics.Failed(sendingports.Account{}, err)
			pause = min(max(2*pause, firstPause), longestPause)
		}
		if !clock.Rest(ctx, pause) {
			return
		}
	}
}

// look finds the accounts with work and wakes them, starting with those without workers.
func (d *Dispatcher) look(ctx context.Context, all *sync.WaitGroup) error {
	busy, err := d.sender.AccountsWithWork(ctx)
	if err != nil {
		return err
	}
	for _, w := range busy {
		k, t := w.Account, d.begin(w)
		if t == nil {
			continue
		}
		sender, ok, err := d.sender.Acquire(ctx, k)
		if err != nil || !ok {
			d.end(k)
			if err != nil {
				return err
			}
			continue
		}
		all.Go(func() {
			defer d.end(k)
			d.work(ctx, k, sender, t)
		})
	}
	return nil
}

// begin returns the workers to start for an account; nil if it has workers already or must wait.
func (d *Dispatcher) begin(w sendingports.AccountWork) *accountWorkers {
	d.mu.Lock()
	defer d.mu.Unlock()
	if t := d.at[w.Account]; t != nil {
		t.wake(w)
		return nil
	}
	if len(d.at) >= accountsAtOnce {
		return nil
	}
	t := &accountWorkers{
		clock: d.sender.p.Clock, working: senders + 1, last: d.sender.p.Clock.Now(),
		send: make(chan struct{}, 1), watch: make(chan struct{}, 1),
	}
	d.at[w.Account] = t
	return t
}

func (d *Dispatcher) end(k sendingports.Account) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.at, k)
}

// work sends and confirms until there is nothing to do for a while, the account is lost, or ctx
// ends.
func (d *Dispatcher) work(ctx context.Context, k sendingports.Account, sender *AccountSender, t *accountWorkers) {
	own, stop := context.WithCancel(ctx)
	defer stop()
	var all sync.WaitGroup
	worker := func(woken <-chan struct{}, turn func(context.Context) (bool, error)) {
		all.Go(func() {
			t.take(own, woken, turn, func(err error) { d.sender.p.Metrics.Failed(k, err) })
			if t.sent() {
				stop()
			}
		})
	}
	for range senders {
		worker(t.send, sender.Send)
	}
	worker(t.watch, sender.Confirm)
	all.Go(func() {
		for clock.Rest(own, keepEvery) {
			if err := sender.Renew(own); errors.Is(err, sendingports.ErrAccountLost) {
				stop()
			}
		}
	})
	all.Wait()
	// Without Close other processes would have to wait until the lease runs out.
	if err := sender.Close(context.WithoutCancel(ctx)); err != nil {
		d.sender.p.Metrics.Failed(k, err)
	}
}

// accountWorkers runs the goroutines of one account.
type accountWorkers struct {
	clock clock.Clock
	// send wakes a sending worker, watch the confirming worker.
	send, watch chan struct{}

	mu      sync.Mutex
	working int
	last    time.Time
}

// wake signals the waiting work to the workers. One sending worker is enough: while it is busy, the
// next look wakes another.
func (t *accountWorkers) wake(w sendingports.AccountWork) {
	tell := func(c chan<- struct{}, there bool) {
		if !there {
			return
		}
		select {
		case c <- struct{}{}:
		default:
		}
	}
	tell(t.send, w.Send)
	tell(t.watch, w.Confirm)
}

// take runs a worker's turns: repeatedly while there is something to do, and then whenever it is
// woken.
func (t *accountWorkers) take(ctx context.Context, woken <-chan struct{}, turn func(context.Context) (bool, error), failed func(error)) {
	for {
		did, err := turn(ctx)
		if err != nil && ctx.Err() == nil {
			failed(err)
		}
		if ctx.Err() != nil || errors.Is(err, sendingports.ErrAccountLost) || t.idle(did) {
			return
		}
		switch {
		case err != nil:
			if !clock.Rest(ctx, firstPause) {
				return
			}
		case !did && !t.sleep(ctx, woken):
			return
		}
	}
}

// idle notes whether there was work, and reports whether there was no work for long.
func (t *accountWorkers) idle(did bool) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.clock.Now()
	if did {
		t.last = now
	}
	return now.Sub(t.last) > accountIdle
}

// sleep waits until the worker is woken, at most accountIdle. It reports false when ctx ends.
func (t *accountWorkers) sleep(ctx context.Context, woken <-chan struct{}) bool {
	timer := time.NewTimer(accountIdle)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-woken:
	case <-timer.C:
	}
	return true
}

// sent reports whether the calling worker is the last.
func (t *accountWorkers) sent() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.working--
	return t.working == 0
}
