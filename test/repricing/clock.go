package repricing

import (
	"sync"
	"time"
)

// Clock is a clock that is set.
type Clock struct {
	mu sync.Mutex
	At time.Time
}

// Now returns the time that the test has set.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.At
}

// Add moves the time forward.
func (c *Clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.At = c.At.Add(d)
}
