package manage

import (
	"context"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer/strategy"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/repricer"
	"sellingassistant/ports/tx"
)

// Strategies reads and changes a team's strategies.
type Strategies struct {
	strategies ports.Strategies
	settings   ports.Settings
	products   ports.Products
	prices     Withdrawer
	tx         tx.Runner
	clock      clock.Clock
}

func NewStrategies(strategies ports.Strategies, settings ports.Settings, products ports.Products,
	prices Withdrawer, runner tx.Runner, clk clock.Clock) *Strategies {
	return &Strategies{strategies: strategies, settings: settings, products: products, prices: prices, tx: runner, clock: clk}
}

// Create makes a strategy; members not given have their defaults. A name that
// another strategy of the team has is a "duplicate".
func (s *Strategies) Create(ctx context.Context, who caller.Caller, p strategy.Patch) (strategy.Row, error) {
	made, err := strategy.New(who.Team, p, s.clock.Now())
	if err != nil {
		return strategy.Row{}, err
	}
	return tx.Value(ctx, s.tx, func(ctx context.Context) (strategy.Row, error) {
		out := strategy.Row{Snapshot: made.Snapshot()}
		out.ID, err = s.strategies.Insert(ctx, made)
		return out, err
	})
}

// Get reads one strategy.
func (s *Strategies) Get(ctx context.Context, who caller.Caller, id strategy.ID) (strategy.Row, error) {
	return s.strategies.Get(ctx, who.Team, id)
}

// List reads a page of strategies.
func (s *Strategies) List(ctx context.Context, who caller.Caller, f strategy.Filter, r page.Request) (page.Page[strategy.Row], error) {
	return s.strategies.List(ctx, who.Team, f, r)
}

// UpdateStrategy describes a change of one strategy by a user.
type UpdateStrategy struct {
	ID    strategy.ID
	Patch strategy.Patch
	// IfMatch has the version the caller saw, nil for any version.
	IfMatch *int64
}

// Update changes a strategy. Rows that it no longer serves keep it and are skipped until one of
// the two changes. So a strategy with a hundred thousand rows can be switched off and on without
// touching them.
func (s *Strategies) Update(ctx context.Context, who caller.Caller, change UpdateStrategy) (strategy.Row, error) {
	now := s.clock.Now()
	return tx.Value(ctx, s.tx, func(ctx context.Context) (out strategy.Row, err error) {
		found, err := s.strategies.LoadLocked(ctx, who.Team, []strategy.ID{change.ID})
		if err != nil {
			return out, err
		}
		one, err := edit.One(found, change.IfMatch)
		if err != nil {
			return out, err
		}
		changed, err := one.Patch(change.Patch, now)
		if err != nil {
			return out, err
		}
		if changed {
			if err := s.strategies.Save(ctx, one); err != nil {
				return out, err
			}
		}
		return s.strategies.Get(ctx, who.Team, change.ID)
	})
}
