package service

import (
	"sync"
	"time"
)

// Clock advances only when it is moved.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock starts in the middle of a month, so that tests that move it by minutes stay in the
// month.
func NewClock() *Clock { return &Clock{now: time.Date(2026, 11, 17, 9, 30, 0, 0, time.UTC)} }

// Now implements the clock port.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Add moves the clock.
func (c *Clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}
