// Package ratelimit is the port of the call limits.
package ratelimit

import (
	"context"
	"time"
)

// Limit allows so many accepted calls in any rolling window.
type Limit struct {
	Calls  int
	Window time.Duration
}

// State is the remaining quota of a limit.
type State struct {
	Allowed   bool
	Remaining int
	// Reset is how long until a further call is accepted (when none remain),
	// else until the oldest counted call leaves the window.
	Reset time.Duration
}

// Limiter counts accepted calls per key in a sliding log: never more than
// Limit.Calls in any window, exactly, however many callers race.
type Limiter interface {
	// Take counts one call if the limit allows it. A store of the limits that
	// is away is a fault of kind Unavailable: never unlimited.
	Take(ctx context.Context, key string, limit Limit) (State, error)
	// Peek returns the remaining quota without counting a call.
	Peek(ctx context.Context, key string, limit Limit) (State, error)
}
