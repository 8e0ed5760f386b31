package manage

import (
	"context"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

// AssignStrategy gives up to MaxRows rows a strategy.
type AssignStrategy struct {
	Strategy strategy.ID
	IDs      []decision.ProductID
	// Mode is None where the rows keep theirs.
	Mode optional.Maybe[decision.Mode]
}

// Assign makes a strategy the rows' own and answers one result per id, in order,
// as BulkUpdate does. An unknown strategy is a NotFound fault. A row fails
// alone: not_found, invalid_limits, strategy_required where the strategy does
// not serve its marketplace.
func (p *Products) Assign(ctx context.Context, who caller.Caller, in AssignStrategy) ([]ProductResult, error) {
	if err := counted(len(in.IDs), "/ids"); err != nil {
		return nil, err
	}
	now := p.clock.Now()
	var results []ProductResult
	err := p.tx.InTx(ctx, func(ctx context.Context) error {
		reach, err := p.strategies.Reach(ctx, who.Team, []strategy.ID{in.Strategy}, true)
		if err != nil {
			return err
		}
		plan, ok := reach[in.Strategy]
		if !ok {
			return fault.Missing()
		}
		rows, err := p.products.LoadLocked(ctx, who.Team, id.Ascending(in.IDs))
		if err != nil {
			return err
		}
		outcomes := make(map[decision.ProductID]ProductResult, len(rows))
		var changed []*repricer.Product
		for _, row := range rows {
			did, err := row.Assign(plan, in.Mode, repricer.Rules{Reach: reach}, now)
			if err != nil {
				e, ok := fault.As(err)
				if !ok {
					return err
				}
				outcomes[row.ID()] = ProductResult{ID: row.ID(), Status: Failed, Err: e}
				continue
			}
			outcome := ProductResult{ID: row.ID(), Status: Unchanged}
			if did {
				changed, outcome.Status = append(changed, row), Updated
			}
			outcomes[row.ID()] = outcome
		}
		if err := p.save(ctx, who.Team, changed, in.Mode); err != nil {
			return err
		}
		results, err = p.answer(ctx, who.Team, in.IDs, rows, outcomes, optional.None[strategy.ID]())
		return err
	})
	if err != nil {
		return nil, err
	}
	return results, nil
}
