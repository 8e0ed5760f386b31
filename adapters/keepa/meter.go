package keepa

import (
	"context"
	"sync"
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/patience"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/ports/clock"
)

// soon has the pause before the next look if the time of the next tokens is unknown.
const soon = time.Second

// Balance estimates Keepa's bucket: from the last answer, later refills, and calls that are under
// way. One process keeps it, or several share it.
type Balance interface {
	// Take reserves the expected cost of a call, unless it has to wait. An unreachable store is an
	// error, so the meter is never ignored.
	Take(ctx context.Context, lane lookup.Lane, cost, reserve int64) (Turn, error)
	// Settle ends a call that was taken; the meter of its answer replaces the estimate.
	Settle(ctx context.Context, t Turn, told Meter) error
}

// Turn has a call that may go, or the time it has to wait.
type Turn struct {
	// Wait has the time to wait; 0 lets the call go now.
	Wait time.Duration
	// Busy reports other calls under way, which may bring more tokens with their answers.
	Busy bool
	// ticket and cost identify the reservation, answers counts the answers known then.
	ticket        string
	cost, answers int64
}

// queue lets calls go in the order of their lanes.
type queue struct {
	clock   clock.Clock
	balance Balance
	// reserve has the share of the bucket, in percent, that only interactive calls may use.
	reserve int64

	mu      sync.Mutex
	waiting [lookup.Lanes]int
	// changed closes when a call may have become possible.
	changed chan struct{}
}

func newQueue(c clock.Clock, b Balance, reserve int64) *queue {
	return &queue{clock: c, balance: b, reserve: reserve, changed: make(chan struct{})}
}

// try takes a turn unless a call of a lower lane waits. changed is closed when another try may
// succeed.
func (q *queue) try(ctx context.Context, lane lookup.Lane, cost int64) (t Turn, changed <-chan struct{}, err error) {
	q.mu.Lock()
	changed = q.changed
	first := true
	for _, n := range q.waiting[:lane] {
		first = first && n == 0
	}
	q.mu.Unlock()
	if !first {
		return Turn{Wait: soon}, changed, nil
	}
	t, err = q.balance.Take(ctx, lane, cost, q.reserve)
	return t, changed, err
}

func (q *queue) wait(lane lookup.Lane, more int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting[lane] += more
	if more < 0 {
		q.wake()
	}
}

// take waits until a call of an expected cost may go. settle returns the turn.
func (q *queue) take(ctx context.Context, lane lookup.Lane, cost int64) (Turn, error) {
	begun := q.clock.Now()
	q.wait(lane, 1)
	defer q.wait(lane, -1)
	defer patience.Wait(ctx, q.clock.Now)()
	for {
		t, changed, err := q.try(ctx, lane, cost)
		if err != nil || t.Wait == 0 {
			return t, err
		}
		if limit := patienceOf(ctx, begun, q.clock.Now()); lane == lookup.Interactive && t.Wait > limit {
			// Calls under way may cost less than expected, so it waits for their answers.
			if !t.Busy || limit <= 0 {
				return t, limited(t.Wait)
			}
			t.Wait = limit
		}
		timer := time.NewTimer(t.Wait)
		select {
		case <-ctx.Done():
		case <-changed:
		case <-timer.C:
		}
		timer.Stop()
		if ctx.Err() != nil {
			return t, fault.InTime(ctx.Err())
		}
	}
}

// patienceOf bounds the wait of an interactive call. Calls of other lanes wait until their context
// ends.
func patienceOf(ctx context.Context, begun, now time.Time) time.Duration {
	limit := patience.Most - now.Sub(begun)
	if left, waits := patience.Left(ctx, now); waits {
		limit = min(limit, left)
	}
	return limit
}

// settle ends a call.
func (q *queue) settle(ctx context.Context, t Turn, told Meter) error {
	err := q.balance.Settle(ctx, t, told)
	q.mu.Lock()
	defer q.mu.Unlock()
	q.wake()
	return err
}

func (q *queue) wake() {
	close(q.changed)
	q.changed = make(chan struct{})
}

// limited returns the fault of a call without tokens, with the time of the next tokens.
func limited(after time.Duration) *fault.Error {
	return fault.New(fault.Limited, fault.CodeUpstreamRateLimited, "The price history provider allows no more calls now.").
		After(max(time.Second, (after+time.Second-1)/time.Second*time.Second))
}
