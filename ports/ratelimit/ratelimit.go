// Package ratelimit has the port of the call limits.
package ratelimit

import (
	"context"
	"time"
)

// Limit bounds the accepted calls in any rolling window.
type Limit struct {
	Calls  int
	Window time.Duration
}

// State has the remaining quota of a limit.
type State struct {
	Allowed   bool
	Remaining int
	// Reset has the time until a further call is accepted (if no calls remain), else until the
	// oldest counted call leaves the window.
	Reset time.Duration
}

// Limiter counts accepted calls per key in a sliding log. Never more than Limit.Calls pass in any
// window, exactly, even if callers race.
type Limiter interface {
	// Take counts one call if the limit allows it. An unreachable store is a fault of kind
	// Unavailable: calls are never unlimited.
	Take(ctx context.Context, key string, limit Limit) (State, error)
	// Peek returns the remaining quota without counting a call.
	Peek(ctx context.Context, key string, limit Limit) (State, error)
}
