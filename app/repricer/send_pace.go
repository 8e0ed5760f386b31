package repricer

import (
	"context"
	"crypto/rand"
	"time"

	ports "sellingassistant/ports/repricer"
)

// pace is the account's share of the marketplace's limit, as time that was
// saved up: a price costs sendEvery.
type pace struct {
	at    time.Time
	saved time.Duration
}

func newPace(now time.Time) pace { return pace{now, sendAtOnce * sendEvery} }

// tokens takes up to n prices' worth.
func (l *Lane) tokens(now time.Time, n int) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.After(l.pace.at) {
		l.pace.saved = min(l.pace.saved+now.Sub(l.pace.at), sendAtOnce*sendEvery)
		l.pace.at = now
	}
	n = min(n, int(l.pace.saved/sendEvery))
	l.pace.saved -= time.Duration(n) * sendEvery
	return n
}

func (l *Lane) giveBack(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pace.saved = min(l.pace.saved+time.Duration(n)*sendEvery, sendAtOnce*sendEvery)
}

// rests reports whether the lane waits after a failure.
func (l *Lane) rests(now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.paused.After(now)
}

// went notes how a call went: failures in a row make the lane wait longer and
// longer.
func (l *Lane) went(well bool, least time.Duration, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if well {
		l.failures = 0
		return
	}
	// Calls made side by side fail together: that counts once.
	if !l.paused.After(now) {
		l.failures++
	}
	wait := max(least, min(restFirst<<min(max(l.failures-1, 0), 10), restLongest))
	if until := now.Add(wait + jitter(wait)); until.After(l.paused) {
		l.paused = until
	}
}

// mayLeave tells whether what was stored as sent at a moment may still leave. It
// looks at the switches once more, unless they were only just looked at.
func (l *Lane) mayLeave(stored time.Time) ports.May {
	return func(ctx context.Context) bool {
		now := l.s.p.Clock.Now()
		l.mu.Lock()
		seen := l.on
		l.mu.Unlock()
		if now.Sub(seen) <= onWithin || now.Sub(stored) <= onWithin {
			return true
		}
		if on, err := l.stillOn(ctx); err != nil || !on {
			return false
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		l.on = now
		return true
	}
}

const (
	restFirst   = time.Second
	restLongest = 5 * time.Minute
)

// jitter is up to a quarter, so that accounts do not come back together.
func jitter(d time.Duration) time.Duration {
	var b [1]byte
	_, _ = rand.Read(b[:])
	return d / 4 * time.Duration(b[0]) / 255
}
