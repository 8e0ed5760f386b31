package manage

import (
	"context"
	"maps"
	"slices"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
	"sellingassistant/ports/tx"
)

// UpdateProducts changes up to edit.MaxRows rows in the same way.
type UpdateProducts struct {
	IDs   []decision.ProductID
	Patch repricer.ProductPatch
}

// UpdateProduct changes one row.
type UpdateProduct struct {
	ID    decision.ProductID
	Patch repricer.ProductPatch
	// IfMatch has the version the caller saw, nil for any version.
	IfMatch *int64
}

// BulkUpdate changes rows and answers one result per id, in order. An id named twice acts once and
// is answered at both places; a row that already is as wanted is Unchanged. A row that is missing,
// or forbids the change by its rules, fails alone: not_found, invalid_limits, strategy_required.
// The whole call is refused, and nothing changed, for a patch that no row can accept and for an
// unknown strategy (strategy_not_found).
func (p *Products) BulkUpdate(ctx context.Context, who caller.Caller, change UpdateProducts) ([]ProductResult, error) {
	return p.alike(ctx, who.Team, change, nil, false)
}

// Update works like BulkUpdate for one row; the row's fault is the fault of the call. A mode
// resumes the row by name, which sends the price that the brake stopped.
func (p *Products) Update(ctx context.Context, who caller.Caller, change UpdateProduct) (Product, error) {
	only := UpdateProducts{IDs: []decision.ProductID{change.ID}, Patch: change.Patch}
	results, err := p.alike(ctx, who.Team, only, change.IfMatch, true)
	switch {
	case err != nil:
		return Product{}, err
	case results[0].Err != nil:
		return Product{}, results[0].Err
	}
	return *results[0].Product, nil
}

func (p *Products) alike(
	ctx context.Context, team id.Team, change UpdateProducts, ifMatch *int64, byName bool,
) ([]ProductResult, error) {
	if err := edit.Counted(len(change.IDs), "/ids"); err != nil {
		return nil, err
	}
	if err := change.Patch.Check(); err != nil {
		return nil, err
	}
	patches := make(map[decision.ProductID]ProductUpdate, len(change.IDs))
	for _, id := range change.IDs {
		patches[id] = ProductUpdate{ID: id, Patch: change.Patch}
	}
	return tx.Value(ctx, p.tx, func(ctx context.Context) ([]ProductResult, error) {
		var named map[strategy.ID]strategy.Coverage
		if strategyID, ok := change.Patch.Strategy().Get(); ok {
			var err error
			if named, err = held(ctx, p.strategies, team, strategyID, "/strategy_id"); err != nil {
				return nil, err
			}
		}
		rules := repricer.Rules{Strategies: named, ByName: byName}
		return p.patch(ctx, team, edit.Many[decision.ProductID]{IDs: change.IDs}, patches, rules, ifMatch)
	})
}

// ProductUpdate changes one row among others.
type ProductUpdate struct {
	ID    decision.ProductID
	Patch repricer.ProductPatch
	// When sees the row before the change, which it may refuse; nil refuses nothing.
	When func(before repricer.ProductSnapshot) *fault.Error
}

// UpdateEach changes up to edit.MaxRows rows, each in its own way, and returns a result per change,
// in order. A row fails alone as in BulkUpdate, and also for a patch that no row can accept and an
// unknown strategy (strategy_not_found). Of two changes of a row the later fails: duplicate.
func (p *Products) UpdateEach(ctx context.Context, who caller.Caller, u []ProductUpdate) ([]ProductResult, error) {
	if err := edit.Counted(len(u), "/updates"); err != nil {
		return nil, err
	}
	return p.UpdateMany(ctx, who, u)
}

// UpdateMany works like UpdateEach for any number of rows, in the transaction of ctx or in a
// transaction of its own.
func (p *Products) UpdateMany(ctx context.Context, who caller.Caller, u []ProductUpdate) ([]ProductResult, error) {
	refused := make([]*fault.Error, len(u))
	var asked edit.Many[decision.ProductID]
	patches := make(map[decision.ProductID]ProductUpdate, len(u))
	var strategies []strategy.ID
	for i, update := range u {
		if _, twice := patches[update.ID]; twice {
			refused[i] = fault.New(fault.Rule, fault.CodeDuplicate, "The row is named above.")
			continue
		}
		err := update.Patch.Check()
		broken, ok := fault.As(err)
		switch {
		case err == nil:
		case !ok:
			return nil, err
		default:
			refused[i] = broken
			continue
		}
		patches[update.ID], asked.IDs = update, append(asked.IDs, update.ID)
		if named, ok := update.Patch.Strategy().Get(); ok {
			strategies = append(strategies, named)
		}
	}
	return tx.Value(ctx, p.tx, func(ctx context.Context) ([]ProductResult, error) {
		var named map[strategy.ID]strategy.Coverage
		if len(strategies) > 0 {
			var err error
			if named, err = p.strategies.Coverage(ctx, who.Team, edit.Once(strategies), true); err != nil {
				return nil, err
			}
		}
		results, err := p.patch(ctx, who.Team, asked, patches, repricer.Rules{Strategies: named}, nil)
		if err != nil {
			return nil, err
		}
		out := make([]ProductResult, len(u))
		for i, update := range u {
			if refused[i] != nil {
				out[i].Result = edit.Result[decision.ProductID]{ID: update.ID, Outcome: edit.Failed, Err: refused[i]}
				continue
			}
			out[i], results = results[0], results[1:]
		}
		return out, nil
	})
}

// patch changes rows, each by its patch. The rules have the strategies that patches name, locked
// against deletion.
func (p *Products) patch(
	ctx context.Context, team id.Team, many edit.Many[decision.ProductID], patches map[decision.ProductID]ProductUpdate,
	rules repricer.Rules, ifMatch *int64,
) ([]ProductResult, error) {
	rows, err := p.products.LoadLocked(ctx, team, id.Ascending(many.IDs))
	if err != nil {
		return nil, err
	}
	named := rules.Strategies
	if err := p.learn(ctx, team, rows, patches, &rules); err != nil {
		return nil, err
	}
	now := p.clock.Now()
	return p.write(ctx, team, change{many, rows, ifMatch, rules.Default, func(row *repricer.Product) optional.Maybe[decision.Mode] {
		return patches[row.ID()].Patch.Mode
	}}, func(row *repricer.Product) (bool, error) {
		update := patches[row.ID()]
		if update.When != nil {
			if err := update.When(row.Snapshot()); err != nil {
				return false, err
			}
		}
		if strategyID, ok := update.Patch.Strategy().Get(); ok {
			if _, ok := named[strategyID]; !ok {
				return false, strategy.Unknown().At("/strategy_id")
			}
		}
		return row.Change(update.Patch, rules, now)
	})
}

// AssignStrategy assigns a strategy to up to edit.MaxRows rows.
type AssignStrategy struct {
	Strategy strategy.ID
	IDs      []decision.ProductID
	// Mode may be absent: the rows then keep their modes.
	Mode optional.Maybe[decision.Mode]
}

// Assign makes a strategy the rows' own and answers one result per id, in order, as BulkUpdate
// does. An unknown strategy is a NotFound fault. A row fails alone: not_found, invalid_limits,
// strategy_required if the strategy does not serve its marketplace.
func (p *Products) Assign(ctx context.Context, who caller.Caller, request AssignStrategy) ([]ProductResult, error) {
	if err := edit.Counted(len(request.IDs), "/ids"); err != nil {
		return nil, err
	}
	now := p.clock.Now()
	return tx.Value(ctx, p.tx, func(ctx context.Context) ([]ProductResult, error) {
		reach, err := p.strategies.Coverage(ctx, who.Team, []strategy.ID{request.Strategy}, true)
		if err != nil {
			return nil, err
		}
		plan, ok := reach[request.Strategy]
		if !ok {
			return nil, fault.Missing()
		}
		rows, err := p.products.LoadLocked(ctx, who.Team, id.Ascending(request.IDs))
		if err != nil {
			return nil, err
		}
		mode := func(*repricer.Product) optional.Maybe[decision.Mode] { return request.Mode }
		return p.write(ctx, who.Team, change{in: edit.Many[decision.ProductID]{IDs: request.IDs}, rows: rows, mode: mode}, func(row *repricer.Product) (bool, error) {
			return row.Assign(plan, request.Mode, repricer.Rules{Strategies: reach}, now)
		})
	})
}

// change describes a change of locked rows.
type change struct {
	in      edit.Many[decision.ProductID]
	rows    []*repricer.Product
	ifMatch *int64
	// standard names the default strategy; it is absent if no row needs it.
	standard optional.Maybe[strategy.ID]
	// mode returns the new mode of a row; it is absent if the row keeps its own.
	mode func(*repricer.Product) optional.Maybe[decision.Mode]
}

// write runs a verb on locked rows and stores those that changed. It answers one result per id, in
// order; rows that succeeded are shown as stored, with the time of their next evaluation.
func (p *Products) write(ctx context.Context, team id.Team, c change, verb func(*repricer.Product) (bool, error)) ([]ProductResult, error) {
	results, changed, err := edit.Each(c.in, c.rows, c.ifMatch, func(row *repricer.Product) (edit.Outcome, error) {
		return edit.Change(verb(row))
	})
	if err != nil {
		return nil, err
	}
	if err := p.save(ctx, team, changed, c.mode); err != nil {
		return nil, err
	}
	rows := make(map[decision.ProductID]*repricer.Product, len(c.rows))
	for _, row := range c.rows {
		rows[row.ID()] = row
	}
	out, shown := make([]ProductResult, len(results)), make([]*Product, 0, len(rows))
	after := make(map[decision.ProductID]*Product, len(rows))
	for i, r := range results {
		out[i].Result = r
		if r.Err != nil {
			continue
		}
		if after[r.ID] == nil {
			s := rows[r.ID].Snapshot()
			after[r.ID] = &Product{ProductSnapshot: s, EffectiveStrategyID: s.EffectiveStrategy(c.standard)}
			shown = append(shown, after[r.ID])
		}
		out[i].Product = after[r.ID]
	}
	return out, p.addLastChanges(ctx, team, shown)
}

// save stores changed rows. Unsent prices of rows that were switched off are cancelled.
func (p *Products) save(ctx context.Context, team id.Team, changed []*repricer.Product, mode func(*repricer.Product) optional.Maybe[decision.Mode]) error {
	if len(changed) == 0 {
		return nil
	}
	if err := p.products.Save(ctx, team, changed); err != nil {
		return err
	}
	if err := p.alerts.Released(ctx, changed); err != nil {
		return err
	}
	off := slices.DeleteFunc(slices.Clone(changed), func(row *repricer.Product) bool { return mode(row) != optional.Some(decision.ModeOff) })
	if len(off) == 0 {
		return nil
	}
	return p.prices.Rows(ctx, team, edit.IDs[decision.ProductID](off), history.WithdrawnModeOff)
}

// Locks the strategy that a member names against deletion, and returns where it applies.
func held(ctx context.Context, s ports.Strategies, team id.Team, named strategy.ID, pointer string) (map[strategy.ID]strategy.Coverage, error) {
	reach, err := s.Coverage(ctx, team, []strategy.ID{named}, true)
	if err != nil {
		return nil, err
	}
	if _, ok := reach[named]; !ok {
		return nil, strategy.Unknown().At(pointer)
	}
	return reach, nil
}

// learn reads, in at most two calls, the facts that the rules of all rows need: the default
// strategy and where strategies apply. The rows' own strategies need no lock, because a locked row
// cannot lose its strategy.
func (p *Products) learn(ctx context.Context, team id.Team, rows []*repricer.Product, patches map[decision.ProductID]ProductUpdate, rules *repricer.Rules) error {
	var ids []strategy.ID
	want := func(id strategy.ID) {
		if _, known := rules.Strategies[id]; !known && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	standard, standardServes := false, false
	for _, row := range rows {
		need := row.StrategyNeed(patches[row.ID()].Patch)
		own, has := need.Strategy.Get()
		switch {
		case !has:
			standard, standardServes = true, standardServes || need.Required
		case need.Required:
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
	found, err := p.strategies.Coverage(ctx, team, ids, false)
	if err != nil {
		return err
	}
	maps.Copy(found, rules.Strategies)
	rules.Strategies = found
	return nil
}
