package demo

import (
	"context"
	"sync/atomic"
	"time"

	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/ports/clock"
)

// setBack is the program's clock, which the first start sets back to live through the past.
type setBack struct {
	by atomic.Int64
	// moved is told how far a wait moved the clock.
	moved func(time.Duration)
}

// Now is the machine's time, less what the clock is set back by.
func (c *setBack) Now() time.Time { return clock.System{}.Now().Add(-time.Duration(c.by.Load())) }

// After waits. In the past a wait moves the clock instead.
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

// goTo sets the program's clock and the marketplace's to a moment of the past. The marketplace is a little behind, so that it is never ahead.
func (d *Demo) goTo(at time.Time) {
	d.clock.set(at)
	d.world.Clock().Set(d.clock.Now().Add(-time.Millisecond))
}

// comeBack ends the past.
func (d *Demo) comeBack(context.Context, *compose.Operator, *state) error {
	d.goTo(time.Now())
	return nil
}
