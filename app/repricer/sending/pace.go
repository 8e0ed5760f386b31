package sending

import (
	"context"
	"crypto/rand"
	"time"

	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	sendingports "sellingassistant/ports/repricer/sending"
)

// pace is the account's share of the marketplace's limit, as time that was
// saved up: a price costs sendEvery.
type pace struct {
	at    time.Time
	saved time.Duration
}

func newPace(now time.Time) pace { return pace{now, sendAtOnce * sendEvery} }

// tokens takes up to n prices' worth.
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

// rests reports whether the account waits after a failure.
func (l *AccountSender) rests(now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.paused.After(now)
}

// went notes how a call went: failures in a row make the account wait longer and
// longer.
func (l *AccountSender) went(well bool, least time.Duration, now time.Time) {
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

// mayLeave tells whether a price may leave that was stored as sent: it looks at the
// switches, the settings and the row once more, unless that was only just done.
func (l *AccountSender) mayLeave(one outgoing) sendingports.MaySend {
	return func(ctx context.Context) bool {
		now := l.s.p.Clock.Now()
		if now.Sub(one.stored) <= onWithin {
			return true
		}
		outlived, err := l.s.p.Outbox.Invalidated(ctx, l.key.Team, []decision.ProductID{one.change.ProductID}, now)
		return err == nil && len(outlived) == 0 && l.stillOn(ctx, one.settings, now)
	}
}

// stillOn tells whether prices that left with settings may still leave, by what was
// read of the switches and the settings not long ago. Other settings may want other
// prices: those that have not left are looked at anew.
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

// lookOn looks at the switches that hold for all prices of the team.
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

// switchedOn is what was seen of the switches at a moment, and the version of the
// settings.
type switchedOn struct {
	at      time.Time
	on      bool
	version int64
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
