package manage

import (
	"context"
	"slices"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
)

// UpdateProducts changes up to MaxRows rows in the same way.
type UpdateProducts struct {
	IDs   []decision.ProductID
	Patch repricer.ProductPatch
}

// UpdateProduct changes one row.
type UpdateProduct struct {
	ID    decision.ProductID
	Patch repricer.ProductPatch
	// IfMatch is the version the caller saw, nil for whichever.
	IfMatch *int64
}

// BulkUpdate changes rows and answers one result per id, in order: an id named
// twice acts once and is answered at both places, and a row that is already as
// wanted is Unchanged. A row that is missing or whose rules forbid the change
// fails alone: not_found, invalid_limits, strategy_required. The whole call is
// refused, and nothing changed, for a patch that can hold for no row and for an
// unknown strategy (strategy_not_found).
func (p *Products) BulkUpdate(ctx context.Context, who caller.Caller, in UpdateProducts) ([]ProductResult, error) {
	return p.update(ctx, who.Team, in, nil)
}

// Update is BulkUpdate of one row: what would fail the row is the fault.
func (p *Products) Update(ctx context.Context, who caller.Caller, in UpdateProduct) (Product, error) {
	results, err := p.update(ctx, who.Team, UpdateProducts{IDs: []decision.ProductID{in.ID}, Patch: in.Patch}, in.IfMatch)
	if err != nil {
		return Product{}, err
	}
	if results[0].Err != nil {
		return Product{}, results[0].Err
	}
	return *results[0].Product, nil
}

func (p *Products) update(ctx context.Context, team id.Team, in UpdateProducts, ifMatch *int64) ([]ProductResult, error) {
	if err := counted(len(in.IDs), "/ids"); err != nil {
		return nil, err
	}
	if err := in.Patch.Check(); err != nil {
		return nil, err
	}
	now := p.clock.Now()
	var results []ProductResult
	err := p.tx.InTx(ctx, func(ctx context.Context) error {
		rules := repricer.Rules{}
		if err := p.holdNamed(ctx, team, in.Patch, &rules); err != nil {
			return err
		}
		rows, err := p.products.LoadLocked(ctx, team, id.Ascending(in.IDs))
		if err != nil {
			return err
		}
		if err := p.learn(ctx, team, rows, in.Patch, &rules); err != nil {
			return err
		}
		outcomes := make(map[decision.ProductID]ProductResult, len(rows))
		changed := make([]*repricer.Product, 0, len(rows))
		for _, row := range rows {
			if err := match(ifMatch, row.Version()); err != nil {
				return err
			}
			outcome := ProductResult{ID: row.ID(), Status: Unchanged}
			did, err := row.Change(in.Patch, rules, now)
			if err != nil {
				e, ok := fault.As(err)
				if !ok {
					return err
				}
				outcomes[row.ID()] = ProductResult{ID: row.ID(), Status: Failed, Err: e}
				continue
			}
			if did {
				changed = append(changed, row)
				outcome.Status = Updated
			}
			outcomes[row.ID()] = outcome
		}
		if len(changed) > 0 {
			if err := p.save(ctx, team, changed, in.Patch.Mode); err != nil {
				return err
			}
		}
		results, err = p.answer(ctx, team, in.IDs, rows, outcomes, rules.Default)
		return err
	})
	if err != nil {
		return nil, err
	}
	return results, nil
}

// answer makes one result per id, in order, of what became of the rows: those
// that did not fail are shown as they are stored now, with their turn.
func (p *Products) answer(ctx context.Context, team id.Team, ids []decision.ProductID, rows []*repricer.Product,
	outcomes map[decision.ProductID]ProductResult, standard optional.Maybe[strategy.ID],
) ([]ProductResult, error) {
	var shown []*Product
	for _, row := range rows {
		outcome := outcomes[row.ID()]
		if outcome.Err != nil {
			continue
		}
		s := row.Snapshot()
		outcome.Product = &Product{ProductSnapshot: s, EffectiveStrategyID: s.EffectiveStrategy(standard)}
		shown = append(shown, outcome.Product)
		outcomes[row.ID()] = outcome
	}
	results := make([]ProductResult, len(ids))
	for i, named := range ids {
		outcome, ok := outcomes[named]
		if !ok {
			outcome = ProductResult{ID: named, Status: Failed, Err: fault.Missing()}
		}
		results[i] = outcome
	}
	return results, p.recall(ctx, team, shown)
}

// save stores changed rows. Where they were given the mode off, their prices
// that have not left end as cancelled.
func (p *Products) save(ctx context.Context, team id.Team, changed []*repricer.Product, mode optional.Maybe[decision.Mode]) error {
	if err := p.products.Save(ctx, team, changed); err != nil || mode != optional.Some(decision.ModeOff) {
		return err
	}
	return p.prices.Rows(ctx, team, idsOf(changed), history.WithdrawnModeOff)
}

func idsOf(rows []*repricer.Product) []decision.ProductID {
	out := make([]decision.ProductID, len(rows))
	for i, row := range rows {
		out[i] = row.ID()
	}
	return out
}

// holdNamed keeps the strategy that the patch names from being deleted
// meanwhile.
func (p *Products) holdNamed(ctx context.Context, team id.Team, c repricer.ProductPatch, rules *repricer.Rules) error {
	named, ok := c.Strategy().Get()
	if !ok {
		return nil
	}
	var err error
	if rules.Reach, err = p.strategies.Reach(ctx, team, []strategy.ID{named}, true); err != nil {
		return err
	}
	if _, ok := rules.Reach[named]; !ok {
		return strategy.Unknown().At("/strategy_id")
	}
	return nil
}

// learn reads, in at most two calls, what the rules of all the rows ask about:
// the default strategy and where strategies serve. The rows' own strategies
// need no hold, since a row that is locked cannot lose its strategy.
func (p *Products) learn(ctx context.Context, team id.Team, rows []*repricer.Product, c repricer.ProductPatch, rules *repricer.Rules) error {
	// A strategy that the patch names is every row's own and known already, so
	// there are ids here only when rules.Reach is still empty.
	var ids []strategy.ID
	want := func(id strategy.ID) {
		if _, known := rules.Reach[id]; !known && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	standard, standardServes := false, false
	for _, row := range rows {
		need := row.Needs(c)
		own, has := need.Strategy.Get()
		switch {
		case !has:
			standard, standardServes = true, standardServes || need.Any
		case need.Any:
			want(own)
		}
	}
	if standard {
		var err error
		if rules.Default, err = p.settings.DefaultStrategy(ctx, team); err != nil {
			return err
		}
		if id, ok := rules.Default.Get(); ok && standardServes {
			want(id)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	slices.Sort(ids)
	var err error
	rules.Reach, err = p.strategies.Reach(ctx, team, ids, false)
	return err
}
