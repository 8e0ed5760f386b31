package world

import (
	"sync"
	"time"
)

// Clock has the simulated time. It can run fast, stop, be set and be stepped. Only faults about
// real waiting (slow, stall) do not follow it.
type Clock struct {
	mu      sync.Mutex
	real    time.Time
	sim     time.Time
	speed   float64
	changed chan struct{}
}

// NewClock starts a clock. Speed 1 follows real time; at speed 0 the clock only moves by steps.
func NewClock(start time.Time, speed float64) *Clock {
	return &Clock{real: time.Now(), sim: start, speed: speed, changed: make(chan struct{})}
}

// Now returns the simulated time.
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

// Set jumps to a time, forward or back.
func (c *Clock) Set(t time.Time) {
	c.change(func() { c.sim = t })
}

// Step moves the clock on by d.
func (c *Clock) Step(d time.Duration) {
	c.change(func() { c.sim = c.sim.Add(d) })
}

// SetSpeed changes how fast the clock runs.
func (c *Clock) SetSpeed(speed float64) {
	c.change(func() { c.speed = speed })
}

// change wakes all waits for a simulated time.
func (c *Clock) change(how func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now()
	how()
	close(c.changed)
	c.changed = make(chan struct{})
}

// Until returns the real time until the clock shows t, at most limit. The channel closes when a
// change of the clock makes that wrong.
func (c *Clock) Until(t time.Time, limit time.Duration) (time.Duration, <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	left := t.Sub(c.now())
	switch real := float64(left) / c.speed; {
	case left <= 0:
		return 0, c.changed
	case c.speed <= 0, real > float64(limit):
		return limit, c.changed
	default:
		return time.Duration(real), c.changed
	}
}

// ClockChange changes the clock; a nil or 0 member changes nothing.
type ClockChange struct {
	Set         *time.Time `json:"set,omitempty"`
	StepSeconds float64    `json:"step_seconds,omitempty"`
	Speed       *float64   `json:"speed,omitempty"`
}

// ChangeClock sets the clock, steps it and changes its speed, in that order.
func (w *World) ChangeClock(c ClockChange) {
	if c.Set != nil {
		w.Clock.Set(*c.Set)
	}
	if c.StepSeconds != 0 {
		w.Clock.Step(Seconds(c.StepSeconds))
	}
	if c.Speed != nil {
		w.Clock.SetSpeed(*c.Speed)
	}
}

// Day lasts 24 hours: no clock is put forward or back in it.
const Day = 24 * time.Hour

// Seconds converts a number of seconds.
func Seconds(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }
