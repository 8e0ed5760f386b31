// Package clock provides the time.
package clock

import (
	"context"
	"time"
)

// Clock returns the time.
type Clock interface {
	// Now returns the present in UTC, cut to microseconds like stored times.
	Now() time.Time
}

// System uses the machine's clock.
type System struct{}

// Now returns the machine's time in UTC, cut to microseconds.
func (System) Now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// Rest waits. It returns false if ctx ends before the time is over.
func Rest(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
