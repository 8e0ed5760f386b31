package identity

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"sellingassistant/domain/identity"
	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/event"
	ports "sellingassistant/ports/identity"
	"sellingassistant/ports/tx"
)

const (
	// reservationLife bounds how long a call may reserve tokens; far beyond any call's deadline.
	reservationLife = 2 * time.Minute
	// reservationKept bounds how long an ended reservation can still be committed, if the allowance
	// still has the tokens.
	reservationKept = time.Hour
)

// ErrReservationGone reports a reservation that was spent or given back before, or ended too long
// ago.
var ErrReservationGone = errors.New("identity: the reservation of tokens is gone")

// Tokens meters calls that spend upstream quota: reserve before the call, commit after a success,
// release after a failure. Used and reserved tokens together never exceed the monthly allowance,
// however many calls run in parallel. The tokens of a process that dies are released after two
// minutes.
type Tokens struct {
	tx     tx.Runner
	teams  ports.Teams
	tokens ports.Tokens
	clock  clock.Clock
	// A nil events reports nothing.
	events event.Log
}

// Reporting returns the same meter, which reports a low quota as an event.
func (s *Tokens) Reporting(events event.Log) *Tokens {
	reporting := *s
	reporting.events = events
	return &reporting
}

func NewTokens(run tx.Runner, teams ports.Teams, tokens ports.Tokens, clk clock.Clock) *Tokens {
	return &Tokens{tx: run, teams: teams, tokens: tokens, clock: clk}
}

// Reserve reserves n tokens, at least 1, of this month's allowance. Faults, both Payment:
// subscription_inactive without a running subscription, quota_exhausted with too few tokens left. A
// fault changes nothing.
func (s *Tokens) Reserve(ctx context.Context, team id.Team, n int64) (identity.Reservation, error) {
	if n < 1 || n > identity.MaxTokens {
		return identity.Reservation{}, fmt.Errorf("identity: cannot reserve %d tokens", n)
	}
	return tx.Value(ctx, s.tx, func(ctx context.Context) (out identity.Reservation, err error) {
		t, err := s.teams.Find(ctx, team)
		if err != nil {
			return out, err
		}
		if err := t.MaySpend(); err != nil {
			return out, err
		}
		period := identity.PeriodOf(s.clock.Now())
		a, now, err := s.lock(ctx, team, period, t.Limits().TokensMonth)
		if err != nil {
			return out, err
		}
		if err := a.Take(n, period); err != nil {
			return out, err
		}
		if err := s.tokens.Sweep(ctx, team, now.Add(-reservationKept)); err != nil {
			return out, err
		}
		out = identity.Reservation{Team: team, Period: period, Tokens: n, ExpiresAt: now.Add(reservationLife)}
		out.ID, err = s.tokens.Reserve(ctx, out)
		return out, err
	})
}

// Left returns how many tokens of this month are not spent. A team without a running subscription
// is subscription_inactive.
func (s *Tokens) Left(ctx context.Context, team id.Team) (int64, error) {
	t, err := s.teams.Find(ctx, team)
	if err != nil {
		return 0, err
	}
	if err := t.MaySpend(); err != nil {
		return 0, err
	}
	spent, err := s.tokens.Used(ctx, team, identity.PeriodOf(s.clock.Now()))
	if err != nil {
		return 0, err
	}
	_, left := identity.Allowance{Limit: t.Limits().TokensMonth, Used: spent}.Shown()
	return left, nil
}

// Commit spends a reservation. A reservation that ended in the meantime is spent if the allowance
// still has the tokens, else it is quota_exhausted (Payment). A reservation that was spent or
// released before is ErrReservationGone and spends nothing.
func (s *Tokens) Commit(ctx context.Context, r identity.Reservation) error {
	return s.tx.InTx(ctx, func(ctx context.Context) error {
		t, err := s.teams.Find(ctx, r.Team)
		if err != nil {
			return err
		}
		a, now, err := s.lock(ctx, r.Team, r.Period, t.Limits().TokensMonth)
		if err != nil {
			return err
		}
		there, err := s.tokens.Drop(ctx, r.Team, r.ID)
		if err != nil {
			return err
		}
		if !there {
			return ErrReservationGone
		}
		if !r.Live(now) {
			if err := a.Take(r.Tokens, r.Period); err != nil {
				return err
			}
		}
		if err := s.tokens.Spend(ctx, r.Team, r.Period, r.Tokens); err != nil {
			return err
		}
		return s.report(ctx, r, a.Limit, a.Used)
	})
}

// lowPercent of the month's tokens left is low.
const lowPercent = 20

// report writes an event if the tokens of a reservation are the first beyond a threshold.
func (s *Tokens) report(ctx context.Context, r identity.Reservation, limit, used int64) error {
	if s.events == nil {
		return nil
	}
	before, left := limit-used, max(0, limit-used-r.Tokens)
	e := event.Event{Team: r.Team, Details: map[string]string{
		"month": fmt.Sprintf("%04d-%02d", r.Period/100, r.Period%100),
		"left":  strconv.FormatInt(left, 10), "limit": strconv.FormatInt(limit, 10),
	}}
	switch {
	case left == 0 && before > 0:
		e.Type = kernel.QuotaExhausted
	case left*100 <= limit*lowPercent && before*100 > limit*lowPercent:
		e.Type = kernel.QuotaLow
	default:
		return nil
	}
	return s.events.Write(ctx, e)
}

// Release gives a reservation back. A missing reservation is no error.
func (s *Tokens) Release(ctx context.Context, r identity.Reservation) error {
	_, err := s.tokens.Drop(ctx, r.Team, r.ID)
	return err
}

// lock takes the month of the team and returns its state. The time is read after the lock: an
// earlier time could count a reservation as live after another transaction saw its end.
func (s *Tokens) lock(ctx context.Context, team id.Team, p identity.Period, limit int64) (identity.Allowance, time.Time, error) {
	used, err := s.tokens.Lock(ctx, team, p)
	if err != nil {
		return identity.Allowance{}, time.Time{}, err
	}
	now := s.clock.Now()
	reserved, err := s.tokens.Reserved(ctx, team, p, now)
	if err != nil {
		return identity.Allowance{}, time.Time{}, err
	}
	return identity.Allowance{Limit: limit, Used: used, Reserved: reserved}, now, nil
}
