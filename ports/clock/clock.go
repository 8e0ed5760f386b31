// Package clock is where time comes from.
package clock

import "time"

// Clock tells the time.
type Clock interface {
	// Now is the present in UTC, cut to microseconds as the stores keep it.
	Now() time.Time
}

// System is the machine's clock.
type System struct{}

// Now implements Clock.
func (System) Now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }
