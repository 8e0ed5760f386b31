package spapi

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"sellingassistant/domain/kernel/patience"
)

// Pacer lets single callers through, as fast as their bucket allows and by priority. Only the first
// in a line asks the bucket; the others compute their turn from its last answer. So a caller
// without a turn within its budget is refused at once.
type Pacer struct {
	clock   Clock
	buckets Buckets

	mu    sync.Mutex
	lines bounded[string, *line]
}

// NewPacer makes a pacer over buckets; a nil clock uses the machine's.
func NewPacer(c Clock, b Buckets) *Pacer {
	if c == nil {
		c = System{}
	}
	return &Pacer{clock: c, buckets: b, lines: newBounded[string, *line]()}
}

// line queues the callers of one key, with the bucket's last answer.
type line struct {
	waiting  []*waiter
	at       time.Time
	left     float64
	interval time.Duration
}

type waiter struct {
	priority Priority
	wake     chan struct{}
}

// tooLate refuses a caller if its turn comes after its budget ends.
type tooLate struct{ wait time.Duration }

func (tooLate) Error() string { return "no turn within the budget" }

// callShare reserves a share of the budget for the call itself: a quarter, and callAtMost at most.
const (
	callShare  = 4
	callAtMost = time.Second
)

// Wait returns nil once the caller has taken a token. It returns tooLate as soon as the turn is
// certain to come too late: after the deadline of ctx, less the time of the call, or after the
// caller's patience.
func (p *Pacer) Wait(ctx context.Context, key string, r Rate, l Priority) error {
	latest, bounded := ctx.Deadline()
	if bounded {
		left := latest.Sub(p.clock.Now())
		latest = latest.Add(-min(callAtMost, max(0, left/callShare)))
	}
	if left, waits := patience.Left(ctx, p.clock.Now()); waits {
		if until := p.clock.Now().Add(left); !bounded || until.Before(latest) {
			latest, bounded = until, true
		}
		// A line that moves slower than computed ends the wait too.
		var end context.CancelFunc
		ctx, end = context.WithTimeout(ctx, left+callAtMost)
		defer end()
	}
	refuse := func(wait time.Duration) bool { return bounded && p.clock.Now().Add(wait).After(latest) }

	w := p.join(key, r, l)
	defer p.leave(key, w)
	for {
		first, wait := p.place(key, w)
		if !first {
			if refuse(wait) {
				return tooLate{wait}
			}
			select {
			case <-w.wake:
				continue
			case <-ctx.Done():
				return p.ended(ctx, key, w)
			}
		}
		turn, err := p.buckets.Take(ctx, key, r, l)
		if err != nil {
			return err
		}
		p.learn(key, turn)
		if turn.OK {
			return nil
		}
		if refuse(turn.Wait) {
			return tooLate{turn.Wait}
		}
		if err := sleep(ctx, p.clock, turn.Wait); err != nil {
			return p.ended(ctx, key, w)
		}
	}
}

// ended distinguishes an exhausted budget from a cancelled call.
func (p *Pacer) ended(ctx context.Context, key string, w *waiter) error {
	if errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
		_, wait := p.place(key, w)
		return tooLate{wait}
	}
	return ctx.Err()
}

// Refused passes a 429 on to the bucket and to all callers in the line.
func (p *Pacer) Refused(ctx context.Context, key string, r Rate, retryAfter time.Duration) error {
	err := p.buckets.Refused(ctx, key, r, retryAfter)
	p.mu.Lock()
	defer p.mu.Unlock()
	if q, ok := p.lines.kept[key]; ok {
		q.left, q.at = min(q.left, 0), p.clock.Now()
		for _, w := range q.waiting {
			w.nudge()
		}
	}
	return err
}

// Answered passes the rate of an answer on to the bucket.
func (p *Pacer) Answered(ctx context.Context, key string, r Rate, told float64) error {
	return p.buckets.Answered(ctx, key, r, told)
}

func (p *Pacer) join(key string, r Rate, l Priority) *waiter {
	p.mu.Lock()
	defer p.mu.Unlock()
	q, ok := p.lines.kept[key]
	if !ok {
		q = &line{at: p.clock.Now(), left: r.size(), interval: r.interval(r.PerSecond)}
		p.lines.put(key, q, func(q *line) bool { return len(q.waiting) == 0 })
	}
	w := &waiter{priority: l, wake: make(chan struct{}, 1)}
	i := len(q.waiting)
	for i > 0 && q.waiting[i-1].priority > l {
		i--
	}
	q.waiting = slices.Insert(q.waiting, i, w)
	return w
}

func (p *Pacer) leave(key string, w *waiter) {
	p.mu.Lock()
	defer p.mu.Unlock()
	q := p.lines.kept[key]
	i := slices.Index(q.waiting, w)
	q.waiting = slices.Delete(q.waiting, i, i+1)
	if i == 0 && len(q.waiting) > 0 {
		q.waiting[0].nudge()
	}
}

func (w *waiter) nudge() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// place returns whether w is first in its line, and the time until its turn.
func (p *Pacer) place(key string, w *waiter) (first bool, wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	q := p.lines.kept[key]
	i := slices.Index(q.waiting, w)
	missing := float64(i+1) - q.left
	due := q.at.Add(time.Duration(missing * float64(q.interval)))
	return i == 0, max(0, due.Sub(p.clock.Now()))
}

func (p *Pacer) learn(key string, t Turn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	q := p.lines.kept[key]
	q.at, q.left, q.interval = p.clock.Now(), t.Left, t.Interval
}
