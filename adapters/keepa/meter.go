package keepa

import (
	"cmp"
	"context"
	"sync"
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/ports/clock"
)

// Lane says how soon a call is needed: lower ones go first.
type Lane uint8

// The lanes.
const (
	Interactive Lane = iota
	Analyzer
	Calibration
	lanes = 3
)

// String is the lane in metrics.
func (l Lane) String() string { return [lanes]string{"interactive", "analyzer", "calibration"}[l] }

const (
	// patience is how long an interactive call waits for tokens. The others wait for as long as their context lasts.
	patience = 5 * time.Second
	// refill is how often tokens come, and bucketMinutes for how many minutes they are kept.
	refill        = time.Minute
	bucketMinutes = 60
	// soon is when to look again where nothing says when tokens come.
	soon = time.Second
)

// bucket is what is believed of Keepa's: as the last answer told it, later refills, and calls that are under way.
type bucket struct {
	clock clock.Clock
	// reserve is the share of the bucket, in percent, that only interactive calls may use.
	reserve int64

	mu   sync.Mutex
	left int64
	rate int64
	// next is when tokens come.
	next time.Time
	// reserved are the expected costs of calls under way.
	reserved int64
	// answers counts those that told the meter.
	answers int64
	waiting [lanes]int
	// changed is closed when a call may have become possible.
	changed chan struct{}
}

// newBucket lets one call through, whose answer tells the meter.
func newBucket(c clock.Clock, reserve int64) *bucket {
	return &bucket{clock: c, reserve: reserve, left: 1, changed: make(chan struct{})}
}

// wait is how long a call of a lane has to wait; 0 when it may go now. A call that costs more than is left goes alone: Keepa would refuse
// another that gets there after it.
func (b *bucket) wait(lane Lane, cost int64, now time.Time) time.Duration {
	if passed := now.Sub(b.next); b.rate > 0 && passed >= 0 {
		refills := int64(passed/refill) + 1
		b.left = min(max(b.left, b.rate*bucketMinutes), b.left+refills*b.rate)
		b.next = b.next.Add(time.Duration(refills) * refill)
	}
	floor := int64(0)
	if lane != Interactive {
		floor = b.rate * bucketMinutes * b.reserve / 100
	}
	for _, n := range b.waiting[:lane] {
		if n > 0 {
			return soon
		}
	}
	free := b.left - b.reserved
	missing := floor + 1 - free
	switch {
	case missing <= 0 && b.reserved > 0 && free < cost:
		return soon
	case missing <= 0:
		return 0
	case b.rate <= 0:
		return soon
	}
	return b.next.Sub(now) + time.Duration((missing-1)/b.rate)*refill
}

// take waits until a call of an expected cost may go, and reserves that. It is given back by settle, which is told the answers that were
// known when the call went.
func (b *bucket) take(ctx context.Context, lane Lane, cost int64) (answers int64, err error) {
	begun := b.clock.Now()
	b.mu.Lock()
	b.waiting[lane]++
	defer func() {
		b.waiting[lane]--
		b.wake()
		b.mu.Unlock()
	}()
	for {
		now := b.clock.Now()
		wait, changed := b.wait(lane, cost, now), b.changed
		if wait == 0 {
			b.reserved += cost
			return b.answers, nil
		}
		if limit := patience - now.Sub(begun); lane == Interactive && wait > limit {
			// Calls under way may cost less than expected: their answers are waited for.
			if b.reserved == 0 || limit <= 0 {
				return 0, limited(wait)
			}
			wait = limit
		}
		b.mu.Unlock()
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-changed:
		case <-timer.C:
		}
		timer.Stop()
		b.mu.Lock()
		if ctx.Err() != nil {
			return 0, fault.InTime(ctx.Err())
		}
	}
}

// settle ends a call that was taken when so many answers were known: what its answer told replaces what was believed.
func (b *bucket) settle(cost, answers int64, told Meter) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reserved -= cost
	if left, ok := told.Left.Get(); ok {
		b.believe(left, told, answers == b.answers)
		b.answers++
	}
	b.wake()
}

// believe takes over a meter. One that is not the newest for sure came while others did, perhaps in another order than Keepa gave them:
// the lower balance counts then, after the refills since.
func (b *bucket) believe(left int64, told Meter, newest bool) {
	next := b.clock.Now().Add(cmp.Or(told.RefillIn, refill) + time.Millisecond) // Keepa's are cut
	if since := int64(b.next.Sub(next).Round(refill) / refill); !newest && since >= 0 {
		left = min(b.left, left+since*b.rate)
		next = b.next
	}
	// Without a rate nothing would ever come: the smallest plan has one token a minute.
	b.left, b.rate, b.next = left, max(1, cmp.Or(told.Rate, b.rate)), next
}

func (b *bucket) wake() {
	close(b.changed)
	b.changed = make(chan struct{})
}

// limited says when tokens come.
func limited(after time.Duration) *fault.Error {
	return fault.New(fault.Limited, fault.CodeUpstreamRateLimited, "The price history provider allows no more calls now.").
		After(max(time.Second, (after+time.Second-1)/time.Second*time.Second))
}
