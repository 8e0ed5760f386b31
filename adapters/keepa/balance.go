package keepa

import (
	"cmp"
	"context"
	"sync"
	"time"

	"sellingassistant/domain/research/lookup"
	"sellingassistant/ports/clock"
)

const (
	// refill is how often tokens come, and bucketMinutes for how many minutes they are kept.
	refill        = time.Minute
	bucketMinutes = 60
)

// local is the balance of one process.
type local struct {
	clock clock.Clock

	mu         sync.Mutex
	left, rate int64
	// next is when tokens come.
	next time.Time
	// reserved are the expected costs of calls under way, answers counts those that told the meter.
	reserved, answers int64
}

// NewLocal lets one call through, whose answer tells the meter.
func NewLocal(c clock.Clock) Balance { return &local{clock: c, left: 1} }

func (b *local) Take(_ context.Context, lane lookup.Lane, cost, reserve int64) (Turn, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t := Turn{Wait: b.wait(lane, cost, reserve, b.clock.Now()), Busy: b.reserved > 0, cost: cost, answers: b.answers}
	if t.Wait == 0 {
		b.reserved += cost
	}
	return t, nil
}

// wait is how long a call has to wait. One that costs more than is left goes alone: Keepa would refuse another that gets there after it.
func (b *local) wait(lane lookup.Lane, cost, reserve int64, now time.Time) time.Duration {
	if passed := now.Sub(b.next); b.rate > 0 && passed >= 0 {
		refills := int64(passed/refill) + 1
		b.left = min(max(b.left, b.rate*bucketMinutes), b.left+refills*b.rate)
		b.next = b.next.Add(time.Duration(refills) * refill)
	}
	floor := int64(0)
	if lane != lookup.Interactive {
		floor = b.rate * bucketMinutes * reserve / 100
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

// Settle believes an answer that is the newest for sure. Another came while others did, perhaps in another order than Keepa gave them: the
// lower balance counts then, after the refills since.
func (b *local) Settle(_ context.Context, t Turn, told Meter) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reserved -= t.cost
	left, ok := told.Left.Get()
	if !ok {
		return nil
	}
	next := b.clock.Now().Add(cmp.Or(told.RefillIn, refill) + time.Millisecond) // Keepa's are cut
	if since := int64(b.next.Sub(next).Round(refill) / refill); t.answers != b.answers && since >= 0 {
		left = min(b.left, left+since*b.rate)
		next = b.next
	}
	// Without a rate nothing would ever come: the smallest plan has one token a minute.
	b.left, b.rate, b.next, b.answers = left, max(1, cmp.Or(told.Rate, b.rate)), next, b.answers+1
	return nil
}
