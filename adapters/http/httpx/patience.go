package httpx

import (
	"context"
	"sync"
	"time"
)

// patience is a context with a deadline. It sets its timer only when somebody
// waits for its end: most calls are over before anybody does, and a timer for
// each costs more than many of them.
type patience struct {
	context.Context //nolint:containedctx // it is a context itself
	until           time.Time

	mu    sync.Mutex
	timed context.Context //nolint:containedctx // the same, with its timer
	stop  context.CancelFunc
	over  bool
}

func newPatience(ctx context.Context, d time.Duration) *patience {
	until := time.Now().Add(d)
	if earlier, ok := ctx.Deadline(); ok && earlier.Before(until) {
		until = earlier
	}
	return &patience{Context: ctx, until: until}
}

// Deadline implements context.Context.
func (p *patience) Deadline() (time.Time, bool) { return p.until, true }

// Done implements context.Context.
func (p *patience) Done() <-chan struct{} { return p.timer().Done() }

// Err implements context.Context.
func (p *patience) Err() error {
	p.mu.Lock()
	untimed := p.timed == nil && !p.over && time.Now().Before(p.until)
	p.mu.Unlock()
	if untimed {
		return p.Context.Err()
	}
	return p.timer().Err()
}

// Value implements context.Context. Contexts made from this one find the one
// with the timer, which they called Done for.
func (p *patience) Value(key any) any {
	p.mu.Lock()
	timed := p.timed
	p.mu.Unlock()
	if timed != nil {
		return timed.Value(key)
	}
	return p.Context.Value(key)
}

func (p *patience) timer() context.Context {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timed == nil {
		p.timed, p.stop = context.WithDeadline(p.Context, p.until)
		if p.over {
			p.stop()
		}
	}
	return p.timed
}

// end is for the end of the call, after which the context is cancelled.
func (p *patience) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over = true
	if p.stop != nil {
		p.stop()
	}
}
