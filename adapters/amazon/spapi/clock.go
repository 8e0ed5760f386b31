package spapi

import (
	"context"
	"time"
)

// Clock reads the time and times waits, so that tests run hours instantly.
type Clock interface {
	Now() time.Time
	// After sends once after d; stop frees the timer.
	After(d time.Duration) (c <-chan time.Time, stop func())
}

// System reads the machine's clock. Its readings keep Go's monotonic part, so a jump of the wall
// clock moves no bucket.
type System struct{}

func (System) Now() time.Time { return time.Now() }

func (System) After(d time.Duration) (<-chan time.Time, func()) {
	t := time.NewTimer(d)
	return t.C, func() { t.Stop() }
}

// sleep waits for d, or returns the error of ctx.
func sleep(ctx context.Context, c Clock, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	done, stop := c.After(d)
	defer stop()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
