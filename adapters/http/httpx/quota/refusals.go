package quota

import (
	"context"
	"strconv"
	"sync"
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/ratelimit"
)

// heldBack is how long the fault of a barred team waits. Refusals before that wait
// for a part of it, as large as the part of the quota that is used up: a client that
// sends on without a pause gets the fewer of them the longer it does.
const heldBack = 500 * time.Millisecond

// refusedPerCall is how many refused calls a team may make for each one that is accepted.
const refusedPerCall = 10

// Refusals counts the calls of each team that were refused for what they are, and
// bars a team that has used up its quota of them.
//
// Whether a team is barred is known in the process, so the calls of all others do
// not ask the limiter twice. A process learns it from the limiter with the next
// refused call of the team, at the latest.
type Refusals struct {
	Quota
	limiter ratelimit.Limiter
	now     func() time.Time

	mu     sync.RWMutex
	barred map[id.Team]time.Time // until when
}

// NewRefusals counts on a limiter; limit is that of accepted calls.
func NewRefusals(l ratelimit.Limiter, now func() time.Time, limit ratelimit.Limit) *Refusals {
	limit.Calls *= refusedPerCall
	return &Refusals{Quota: Of("refused", limit), limiter: l, now: now, barred: map[id.Team]time.Time{}}
}

// Barred returns the fault of a team without refused calls left, of kind Limited,
// after a while, and its state.
func (r *Refusals) Barred(ctx context.Context, team id.Team) (ratelimit.State, error) {
	r.mu.RLock()
	until, ok := r.barred[team]
	r.mu.RUnlock()
	if !ok {
		return ratelimit.State{}, nil
	}
	if left := (ratelimit.State{Reset: until.Sub(r.now())}); left.Reset > 0 {
		return left, r.beyond(ctx, left)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.barred[team].Equal(until) {
		delete(r.barred, team)
	}
	return ratelimit.State{}, nil
}

// Count counts a refused call, and waits. One beyond the quota is a fault as Barred returns it. A
// limiter that cannot be reached counts nothing: the call is refused anyhow.
func (r *Refusals) Count(ctx context.Context, team id.Team) (ratelimit.State, error) {
	left, err := r.limiter.Take(ctx, "refused|"+strconv.FormatInt(int64(team), 10), r.Limit)
	if err != nil {
		return ratelimit.State{}, nil //nolint:nilerr // see above
	}
	if left.Remaining == 0 {
		r.mu.Lock()
		r.barred[team] = r.now().Add(left.Reset)
		r.mu.Unlock()
	}
	if !left.Allowed {
		return left, r.beyond(ctx, left)
	}
	wait(ctx, heldBack*time.Duration(r.Limit.Calls-left.Remaining)/time.Duration(r.Limit.Calls))
	return left, nil
}

func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

func (r *Refusals) beyond(ctx context.Context, left ratelimit.State) error {
	wait(ctx, heldBack)
	return r.over("At most %d refused calls in %d seconds are read.", left)
}

// Refused reports whether an error refuses a call for what it is. What the service
// itself lacks is no refusal.
func Refused(err error) bool {
	f, ok := fault.As(err)
	return ok && f.Kind != fault.Unavailable && f.Kind != fault.Internal
}
