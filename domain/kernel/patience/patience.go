// Package patience bounds how long callers wait.
package patience

import (
	"context"
	"sync"
	"time"
)

// Most bounds all waits of one call together. A call that would wait longer is refused at once,
// with the time until it may be repeated.
const Most = 5 * time.Second

// key finds the patience of a context.
type key struct{}

// caller counts waits. Waits side by side count once.
type caller struct {
	mu      sync.Mutex
	waiting int
	since   time.Time
	waited  time.Duration
}

// With makes the calls in a context wait for at most Most.
func With(ctx context.Context) context.Context { return context.WithValue(ctx, key{}, &caller{}) }

// Left returns how long the caller of ctx still waits; false if no caller waits.
func Left(ctx context.Context, now time.Time) (time.Duration, bool) {
	c, ok := ctx.Value(key{}).(*caller)
	if !ok {
		return 0, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	left := Most - c.waited
	if c.waiting > 0 {
		left -= now.Sub(c.since)
	}
	return max(0, left), true
}

// Wait counts a wait, up to the call of the function that it returns.
func Wait(ctx context.Context, now func() time.Time) (done func()) {
	c, ok := ctx.Value(key{}).(*caller)
	if !ok {
		return func() {}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waiting++; c.waiting == 1 {
		c.since = now()
	}
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.waiting--; c.waiting == 0 {
			c.waited += now().Sub(c.since)
		}
	}
}
