package spapi

import (
	"sync"
	"time"
)

// The breaker of a region and operation counts the calls within 30 s. It opens if there are at
// least 20 and half of them failed. After 10 s one trial call passes; its outcome closes the
// breaker or opens it again.
const (
	breakerWindow  = 30 * time.Second
	breakerSlots   = 30
	breakerCalls   = 20
	breakerOpenFor = 10 * time.Second
)

type outcome uint8

const (
	succeeded outcome = iota
	failed
	unknown // the caller cancelled, or the answer does not show the upstream's health
)

type breaker struct {
	clock Clock

	mu    sync.Mutex
	slots [breakerSlots]slot
	// until has the time of the next trial call of an open breaker; zero when closed.
	until  time.Time
	trying bool
}

// slot counts the calls of one second.
type slot struct {
	second     int64
	calls, bad int
}

// wait returns how long an open breaker still refuses; 0 if a call may go on to acquire.
func (b *breaker) wait() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.refusal()
}

func (b *breaker) refusal() time.Duration {
	if b.until.IsZero() {
		return 0
	}
	if left := b.until.Sub(b.clock.Now()); left > 0 {
		return left
	}
	if b.trying {
		return time.Second
	}
	return 0
}

// acquire lets a call through or returns the time to wait. The caller must report the outcome once,
// and whether it was the trial call.
func (b *breaker) acquire() (trial bool, wait time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if left := b.refusal(); left > 0 {
		return false, left
	}
	b.trying = !b.until.IsZero()
	return b.trying, 0
}

// report records the outcome of a call and returns whether it opened the breaker.
func (b *breaker) report(trial bool, o outcome) (opened bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.clock.Now()
	if trial {
		b.trying = false
		switch o {
		case succeeded:
			b.until, b.slots = time.Time{}, [breakerSlots]slot{}
		case failed:
			b.until = now.Add(breakerOpenFor)
			return true
		}
		return false
	}
	if o == unknown || !b.until.IsZero() { // a late outcome from before it opened
		return false
	}
	second := now.Unix()
	s := &b.slots[((second%breakerSlots)+breakerSlots)%breakerSlots]
	if s.second != second {
		*s = slot{second: second}
	}
	s.calls++
	if o == failed {
		s.bad++
	}
	calls, bad := 0, 0
	for _, s := range b.slots {
		if age := second - s.second; age >= 0 && age < int64(breakerWindow/time.Second) {
			calls, bad = calls+s.calls, bad+s.bad
		}
	}
	if o != failed || calls < breakerCalls || bad*2 < calls {
		return false
	}
	b.until = now.Add(breakerOpenFor)
	return true
}

// breakers has one breaker per name.
type breakers struct {
	clock Clock
	mu    sync.Mutex
	all   map[string]*breaker
}

func (b *breakers) of(name string) *breaker {
	b.mu.Lock()
	defer b.mu.Unlock()
	found, ok := b.all[name]
	if !ok {
		found = &breaker{clock: b.clock}
		b.all[name] = found
	}
	return found
}
