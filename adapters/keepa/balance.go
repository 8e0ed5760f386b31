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
	// refill has the time between two refills, and bucketMinutes bounds the minutes for which
	// tokens are kept.
	refill        = time.Minute
	bucketMinutes = 60
)

// local keeps the balance of one process.
type local struct {
	clock clock.Clock

	mu         sync.Mutex
	left, rate int64
	// next has the time of the next refill.
	next time.Time
	// reserved sums the expected costs of calls under way, answers counts the answers with a meter.
	reserved, answers int64
}

// NewLocal returns a balance with a single token: the first answer brings the meter.
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

// wait returns how long a call has to wait. A call that costs more than is left goes alone: Keepa
// would refuse another call that arrives after it.
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

// Settle takes over the meter of an answer that is certainly the newest. If other answers came
// meanwhile, Keepa may have given them in another order: then the lower balance counts, with the
// refills since.
func (b *local) Settle(_ context.Context, t Turn, told Meter) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reserved -= t.cost
	left, ok := told.Left.Get()
	if !ok {
		return nil
	}
	next := b.clock.Now().Add(cmp.Or(told.RefillIn, refill) + time.Millisecond) // Keepa cuts its times to milliseconds
	if since := int64(b.next.Sub(next).Round(refill) / refill); t.answers != b.answers && since >= 0 {
		left = min(b.left, left+since*b.rate)
		next = b.next
	}
	// A rate of 0 would never refill: the smallest plan has one token a minute.
	b.left, b.rate, b.next, b.answers = left, max(1, cmp.Or(told.Rate, b.rate)), next, b.answers+1
	return nil
}
