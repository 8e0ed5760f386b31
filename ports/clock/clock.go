// Package clock is where time comes from.
package clock

import (
	"context"
	"time"
)

// Clock tells the time.
type Clock interface {
	// Now is the present in UTC, cut to microseconds as the stores keep it.
	Now() time.Time
}

// System is the machine's clock.
type System struct{}

// Now is the machine's time in UTC, to the microsecond, which is what is stored.
func (System) Now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// Rest waits. It reports false when ctx ends before the time is over.
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
