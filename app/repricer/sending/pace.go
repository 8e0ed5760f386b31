package sending

import (
	"context"
	"crypto/rand"
	"time"

	"sellingassistant/domain/repricer"
	sendingports "sellingassistant/ports/repricer/sending"
)

// pace keeps the account's token bucket as saved-up time: a price costs sendEvery.
type pace struct {
	at    time.Time
	saved time.Duration
}

func newPace(now time.Time) pace { return pace{now, sendAtOnce * sendEvery} }

// tokens takes up to n tokens.
func (l *AccountSender) tokens(now time.Time, n int) int {
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

func (l *AccountSender) giveBack(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pace.saved = min(l.pace.saved+time.Duration(n)*sendEvery, sendAtOnce*sendEvery)
}

// rests reports whether the account pauses after a failure.
func (l *AccountSender) rests(now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.paused.After(now)
}

// went records the result of a call; repeated failures lengthen the pause.
func (l *AccountSender) went(well bool, least time.Duration, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if well {
		l.failures = 0
		return
	}
	// Parallel calls fail together; count that once.
	if !l.paused.After(now) {
		l.failures++
	}
	wait := max(least, min(restFirst<<min(max(l.failures-1, 0), 10), restLongest))
	if until := now.Add(wait + jitter(wait)); until.After(l.paused) {
		l.paused = until
	}
}

// maySend reports whether prices stored as sent, the oldest first, may all still be sent. It checks
// the switches, the settings and every row again, unless that was just done.
func (l *AccountSender) maySend(prices ...outgoing) sendingports.MaySend {
	first := prices[0]
	return func(ctx context.Context) bool {
		now := l.s.p.Clock.Now()
		if now.Sub(first.stored) <= onWithin {
			return true
		}
		invalidated, err := l.invalidated(ctx, prices)
		return err == nil && len(invalidated) == 0 && l.stillOn(ctx, first.settings, now)
	}
}

// stillOn reports whether prices may still be sent, by a recent read of the switches and settings.
// After a change of the settings every unsent price is checked again.
func (l *AccountSender) stillOn(ctx context.Context, with *repricer.SettingsSnapshot, now time.Time) bool {
	l.mu.Lock()
	seen := l.on
	l.mu.Unlock()
	if now.Sub(seen.at) > onWithin {
		var err error
		if seen, err = l.lookOn(ctx, now); err != nil {
			return false
		}
	}
	return seen.on && seen.version == with.Version
}

// lookOn reads the switches and settings of the team.
func (l *AccountSender) lookOn(ctx context.Context, now time.Time) (switchedOn, error) {
	stopped, err := l.s.stopped(ctx)
	if err != nil {
		return switchedOn{}, err
	}
	settings, err := l.s.p.Settings.Load(ctx, l.key.Team)
	if err != nil {
		return switchedOn{}, err
	}
	s := settings.Snapshot()
	seen := switchedOn{at: now, on: !stopped && s.State == repricer.SettingsPresent && s.Values.Enabled, version: s.Version}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.on = seen
	return seen, nil
}

// switchedOn has the last read of the switches, with the version of the settings.
type switchedOn struct {
	at      time.Time
	on      bool
	version int64
}

const (
	restFirst   = time.Second
	restLongest = 5 * time.Minute
)

// jitter returns up to a quarter of d, so that accounts do not retry at the same moment.
func jitter(d time.Duration) time.Duration {
	var b [1]byte
	_, _ = rand.Read(b[:])
	return d / 4 * time.Duration(b[0]) / 255
}
