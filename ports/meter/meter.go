// Package meter has the port of the tokens in a team's plan.
package meter

import (
	"context"
	"errors"
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
)

// Meter reserves tokens of a team's plan. It returns a Payment fault: subscription_inactive if the
// plan is not active, quota_exhausted if fewer tokens are left.
type Meter func(ctx context.Context, team id.Team, tokens int64) (Hold, error)

// Hold has reserved tokens of a running call. End it once, by any of its methods; Release after a
// failed Commit is allowed.
type Hold interface {
	// Commit spends the tokens.
	Commit(ctx context.Context) error
	// Release returns the reserved tokens.
	Release(ctx context.Context) error
}

// nothing reserves no tokens, since work may turn out to be free.
type nothing struct{}

func (nothing) Commit(context.Context) error { return nil }

func (nothing) Release(context.Context) error { return nil }

// reserve reserves tokens; for 0 tokens it does not call the meter.
func reserve(ctx context.Context, m Meter, team id.Team, tokens int64) (Hold, error) {
	if tokens == 0 {
		return nothing{}, nil
	}
	return m(ctx, team, tokens)
}

// settleWithin bounds the release or spending of tokens, which must also happen after the caller
// has left.
const settleWithin = 5 * time.Second

// Spend runs work that costs tokens if it succeeds; failures and panics are free. If the tokens
// cannot be spent, it returns the error of the store instead of the answer.
func Spend[V any](ctx context.Context, m Meter, team id.Team, tokens int64, work func(ctx context.Context) (V, error)) (answer V, err error) {
	return SpendMeasured(ctx, m, team, tokens, func(ctx context.Context) (V, int64, error) {
		found, err := work(ctx)
		return found, tokens, err
	})
}

// SpendMeasured runs work that returns its own cost, with the expected tokens reserved meanwhile.
// If the plan cannot pay a different cost, it pays the expected tokens, since the work is done.
func SpendMeasured[V any](ctx context.Context, m Meter, team id.Team, expected int64, work func(ctx context.Context) (V, int64, error)) (answer V, err error) {
	hold, err := reserve(ctx, m, team, expected)
	if err != nil {
		return answer, err
	}
	settled := false
	defer func() {
		if settled {
			return
		}
		own, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleWithin)
		defer cancel()
		if released := hold.Release(own); released != nil {
			err = errors.Join(err, released)
		}
	}()
	found, cost, err := work(ctx)
	if err != nil {
		return answer, err
	}
	own, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleWithin)
	defer cancel()
	if cost != expected {
		exact, err := reserve(own, m, team, cost)
		f, refused := fault.As(err)
		switch {
		case err == nil:
			if err := hold.Release(own); err != nil {
				return answer, errors.Join(err, exact.Release(own))
			}
			hold = exact
		case !refused || f.Kind != fault.Payment:
			return answer, err
		}
	}
	if err := hold.Commit(own); err != nil {
		return answer, err
	}
	settled = true
	return found, nil
}
