package simulator

import (
	"sync"
	"time"
)

// Clock is the simulated time. It can run fast, stand still, be set and be
// stepped. Only faults that are about real waiting (slow, stall) do not follow it.
type Clock struct {
	mu    sync.Mutex
	real  time.Time
	sim   time.Time
	speed float64
}

// NewClock starts a clock. Speed 1 is real time, 0 stands still until it is stepped.
func NewClock(start time.Time, speed float64) *Clock {
	return &Clock{real: time.Now(), sim: start, speed: speed}
}

// Now is the simulated time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now()
}

func (c *Clock) now() time.Time {
	real := time.Now()
	c.sim = c.sim.Add(time.Duration(float64(real.Sub(c.real)) * c.speed))
	c.real = real
	return c.sim
}

// Set jumps to a time, back or forth.
func (c *Clock) Set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now()
	c.sim = t
}

// Step moves on by d.
func (c *Clock) Step(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sim = c.now().Add(d)
}

// SetSpeed changes how fast the clock runs.
func (c *Clock) SetSpeed(speed float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now()
	c.speed = speed
}
