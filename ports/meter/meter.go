// Package meter is the port of the tokens in a team's plan.
package meter

import (
	"context"
	"errors"
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
)

// Meter counts the tokens of a team's plan.
type Meter interface {
	// Reserve sets tokens aside. It returns a Payment fault:
	// subscription_inactive when the plan does not run, else quota_exhausted
	// when fewer tokens are left.
	Reserve(ctx context.Context, team id.Team, tokens int64) (Hold, error)
}

// Hold is a number of tokens set aside for a call that runs. It is ended once,
// by one of its methods; Release after a Commit that failed is fine.
type Hold interface {
	// Commit spends the tokens.
	Commit(ctx context.Context) error
	// Release gives them back.
	Release(ctx context.Context) error
}

// nothing reserves no tokens: work may turn out to be free.
type nothing struct{}

func (nothing) Commit(context.Context) error { return nil }

func (nothing) Release(context.Context) error { return nil }

// reserve asks the meter for at least one token.
func reserve(ctx context.Context, m Meter, team id.Team, tokens int64) (Hold, error) {
	if tokens == 0 {
		return nothing{}, nil
	}
	return m.Reserve(ctx, team, tokens)
}

// settleWithin bounds giving tokens back or spending them, which has to happen
// also when the caller has gone.
const settleWithin = 5 * time.Second

// Spend runs work that costs tokens if it succeeds; a failure and a panic cost nothing. An answer
// that cannot be paid is not returned, but the error of the store.
func Spend[V any](ctx context.Context, m Meter, team id.Team, tokens int64, work func(ctx context.Context) (V, error)) (answer V, err error) {
	return SpendMeasured(ctx, m, team, tokens, func(ctx context.Context) (V, int64, error) {
		found, err := work(ctx)
		return found, tokens, err
	})
}

// SpendMeasured is Spend of work that tells what it cost. As many tokens as expected are set aside meanwhile. A plan that
// cannot pay another cost pays what was expected: the work is done.
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
