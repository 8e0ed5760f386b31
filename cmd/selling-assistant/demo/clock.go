package demo

import (
	"context"
	"sync/atomic"
	"time"

	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/ports/clock"
)

// setBack has the program's clock. The first start sets it back, to run the past.
type setBack struct {
	by atomic.Int64
	// moved receives the duration by which a wait moved the clock.
	moved func(time.Duration)
}

// Now returns the machine's time, less the time that the clock is set back.
func (c *setBack) Now() time.Time { return clock.System{}.Now().Add(-time.Duration(c.by.Load())) }

// After waits. In the past it moves the clock instead.
func (c *setBack) After(d time.Duration) (<-chan time.Time, func()) {
	if left := time.Duration(c.by.Load()); left <= d {
		t := time.NewTimer(d)
		return t.C, func() { t.Stop() }
	}
	c.by.Add(-int64(d))
	c.moved(d)
	done := make(chan time.Time, 1)
	done <- c.Now()
	return done, func() {}
}

// set makes the clock show a moment of the past.
func (c *setBack) set(at time.Time) { c.by.Store(int64(max(clock.System{}.Now().Sub(at), 0))) }

// goTo sets the program's clock and the marketplace's to a moment of the past. The marketplace's is
// a little slow, so that it is never ahead.
func (d *Demo) goTo(at time.Time) {
	d.clock.set(at)
	d.world.Clock().Set(d.clock.Now().Add(-time.Millisecond))
}

// comeBack sets the clocks to the present.
func (d *Demo) comeBack(context.Context, *compose.Operator, *state) error {
	d.goTo(time.Now())
	return nil
}
