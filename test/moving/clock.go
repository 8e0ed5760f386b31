// Package moving has a clock that advances only when a test moves it.
package moving

import (
	"sync"
	"time"
)

// Clock may be used from several goroutines. It begins at At.
type Clock struct {
	mu sync.Mutex
	At time.Time
}

// Now implements the clock port.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.At
}

// Add moves the clock.
func (c *Clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.At = c.At.Add(d)
}
