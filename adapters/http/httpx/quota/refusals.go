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

// heldBack delays the refusals of a barred team. Before the bar, refusals wait a part of it, in
// proportion to the used quota. A client that sends without pause therefore gets fewer refusals
// over time.
const heldBack = 500 * time.Millisecond

// refusedPerCall sets how many refused calls a team may make for each accepted call.
const refusedPerCall = 10

// Refusals counts the refused calls of each team, and bars a team that has used up its quota of
// them.
//
// The process stores which teams are barred, so that calls of other teams do not ask the limiter
// twice. It learns about a bar from the limiter at the latest with the next refused call of the
// team.
type Refusals struct {
	Quota
	limiter ratelimit.Limiter
	now     func() time.Time

	mu     sync.RWMutex
	barred map[id.Team]time.Time // end of the bar
}

// NewRefusals counts on a limiter; limit applies to accepted calls.
func NewRefusals(l ratelimit.Limiter, now func() time.Time, limit ratelimit.Limit) *Refusals {
	limit.Calls *= refusedPerCall
	return &Refusals{Quota: Of("refused", limit), limiter: l, now: now, barred: map[id.Team]time.Time{}}
}

// Barred waits and then returns a Limited fault if the team has no refused calls left. It also
// returns the state of the quota.
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

// Count counts a refused call, and waits. Beyond the quota it returns the same fault as Barred. If
// the limiter cannot be reached it counts nothing, since the call is refused anyway.
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

// Refused reports whether an error refuses a call because of the call itself. Unavailable and
// Internal faults do not count.
func Refused(err error) bool {
	f, ok := fault.As(err)
	return ok && f.Kind != fault.Unavailable && f.Kind != fault.Internal
}
