package pricing

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/ports/clock"
	queueports "sellingassistant/ports/repricer/queue"
)

const (
	// claimAtOnce bounds the rows of a team that a worker claims.
	claimAtOnce = 40
	// soon and idle bound the wait between two polls of the queue: while it has entries, and while
	// it is empty.
	soon = 200 * time.Millisecond
	idle = 500 * time.Millisecond
	// leastWait prevents busy polling for a row that is about to be due.
	leastWait = 5 * time.Millisecond
	// tidyEvery sets how often waiting entries are promoted.
	tidyEvery = 5 * time.Second
	// mostBackoff bounds the wait after a failure.
	mostBackoff = 30 * time.Second
)

// turns lists the priority to try first, in the ratio 6 : 3 : 1.
var turns = [10]repricer.Priority{
	repricer.PriorityFast, repricer.PriorityNormal, repricer.PriorityFast, repricer.PriorityFast, repricer.PriorityNormal,
	repricer.PriorityFast, repricer.PriorityLow, repricer.PriorityFast, repricer.PriorityNormal, repricer.PriorityFast,
}

// Workers evaluate rows as they become due.
type Workers struct {
	engine *Engine
	n      int
	// turn counts the claims.
	turn int
	mu   sync.Mutex
	busy map[id.Team]int
}

// NewWorkers starts no goroutine; Run starts n of them.
func NewWorkers(e *Engine, n int) *Workers {
	return &Workers{engine: e, n: n, busy: map[id.Team]int{}}
}

// Run works until ctx ends, and returns when all workers have returned their rows.
func (w *Workers) Run(ctx context.Context) {
	var all sync.WaitGroup
	defer all.Wait()
	free := make(chan struct{}, w.n)
	pause, tidied := time.Duration(0), time.Time{}
	for {
		select {
		case <-ctx.Done():
			return
		case free <- struct{}{}:
		}
		owner := rand.Text()
		claimed, wait, err := w.next(ctx, owner, &tidied)
		if err != nil && ctx.Err() == nil {
			w.engine.p.Metrics.Failed(0, 0, err)
			pause = min(max(2*pause, time.Second), mostBackoff)
			wait = pause
		} else {
			pause = 0
		}
		if len(claimed) == 0 {
			<-free
			if !clock.Rest(ctx, wait) {
				return
			}
			continue
		}
		team := claimed[0].Team
		w.count(team, 1)
		all.Go(func() {
			defer func() {
				w.count(team, -1)
				<-free
			}()
			// Evaluate has counted the failure; the rows are retried.
			_ = w.evaluate(ctx, owner, claimed)
		})
	}
}

// Turn evaluates the rows of one claim, for programs that do not Run. It reports whether any row
// was due.
func (w *Workers) Turn(ctx context.Context) (bool, error) {
	owner := rand.Text()
	claimed, err := w.claim(ctx, owner, w.engine.p.Clock.Now())
	if err == nil {
		err = w.evaluate(ctx, owner, claimed)
	}
	return len(claimed) > 0, err
}

// evaluate decides the claimed rows. It starts with the rows that have offers already, because the
// others may have to wait for the marketplace.
func (w *Workers) evaluate(ctx context.Context, owner string, claimed []queueports.Claimed) error {
	var withOffers, withoutOffers []queueports.Claimed
	for _, c := range claimed {
		if c.Offers != nil {
			withOffers = append(withOffers, c)
		} else {
			withoutOffers = append(withoutOffers, c)
		}
	}
	return errors.Join(w.engine.Evaluate(ctx, owner, withOffers), w.engine.Evaluate(ctx, owner, withoutOffers))
}

// next claims rows, or returns how long to wait.
func (w *Workers) next(ctx context.Context, owner string, tidied *time.Time) ([]queueports.Claimed, time.Duration, error) {
	p := w.engine.p
	now := p.Clock.Now()
	if now.Sub(*tidied) >= tidyEvery {
		if err := p.Queue.Promote(ctx, now); err != nil {
			return nil, 0, err
		}
		*tidied = now
	}
	claimed, err := w.claim(ctx, owner, now)
	if err != nil || len(claimed) > 0 {
		return claimed, 0, err
	}
	at, err := p.Queue.NextDueAt(ctx)
	if err != nil {
		return nil, 0, err
	}
	next, ok := at.Get()
	if !ok {
		return nil, idle, nil
	}
	return nil, min(max(next.Sub(now), leastWait), soon), nil
}

// claim tries the priorities, starting with the priority of the current turn. A team gets more than
// half of the workers only if no other team's rows wait.
func (w *Workers) claim(ctx context.Context, owner string, now time.Time) ([]queueports.Claimed, error) {
	first := turns[w.turn%len(turns)]
	w.turn++
	order := []repricer.Priority{first}
	for _, next := range []repricer.Priority{repricer.PriorityFast, repricer.PriorityNormal, repricer.PriorityLow} {
		if next != first {
			order = append(order, next)
		}
	}
	busy := w.full()
	for _, spared := range [][]id.Team{busy, nil} {
		for _, priority := range order {
			claimed, err := w.engine.p.Queue.Claim(ctx, queueports.Claim{
				Owner: owner, Priority: priority, Limit: claimAtOnce, Now: now, Lease: leaseFor, Busy: spared,
			})
			if err != nil || len(claimed) > 0 {
				return claimed, err
			}
		}
		if len(spared) == 0 {
			break
		}
	}
	return nil, nil
}

func (w *Workers) count(team id.Team, n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.busy[team] += n; w.busy[team] == 0 {
		delete(w.busy, team)
	}
}

// full lists the teams that occupy half of the workers.
func (w *Workers) full() []id.Team {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []id.Team
	for team, n := range w.busy {
		if 2*n >= w.n {
			out = append(out, team)
		}
	}
	return out
}
