package manage

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
)

// moveBatch is how many rows are held in memory while their strategy is
// replaced; a strategy may have very many.
const moveBatch = 500

// Release says what happens to the rows and the default that name a strategy when it
// is deleted. The zero value refuses the deletion of a strategy in use.
type Release struct {
	// ReassignTo gives its rows, and the settings' default, another strategy.
	ReassignTo optional.Maybe[strategy.ID]
	// Unassign leaves its rows without a strategy and off, and the settings
	// without a default.
	Unassign bool
}

// DeleteStrategy deletes one strategy.
type DeleteStrategy struct {
	ID      strategy.ID
	Release Release
	// IfMatch is the version the caller saw, nil for whichever.
	IfMatch *int64
}

// DeleteStrategies deletes up to MaxRows strategies.
type DeleteStrategies struct {
	IDs     []strategy.ID
	Release Release
	// DryRun decides everything and writes nothing.
	DryRun bool
}

// StrategyResult is what became of one strategy of a bulk call.
type StrategyResult struct {
	ID     strategy.ID
	Status Status
	// Err is set when the status is Failed.
	Err *fault.Error
}

// Delete deletes one strategy. One in use is "in_use" with the detail
// blockers, unless Release says what to do; a replacement that is unknown is
// strategy_not_found, one that does not serve the rows' marketplaces
// strategy_required, the strategy itself invalid_state.
func (s *Strategies) Delete(ctx context.Context, who caller.Caller, in DeleteStrategy) error {
	results, err := s.delete(ctx, who.Team, DeleteStrategies{IDs: []strategy.ID{in.ID}, Release: in.Release}, in.IfMatch)
	if err != nil {
		return err
	}
	if results[0].Err != nil {
		return results[0].Err
	}
	return nil
}

// DeleteMany deletes strategies and answers one result per id, in order: an id
// named twice acts once and is answered at both places. The faults of Delete
// that concern one strategy fail its row only.
func (s *Strategies) DeleteMany(ctx context.Context, who caller.Caller, in DeleteStrategies) ([]StrategyResult, error) {
	return s.delete(ctx, who.Team, in, nil)
}

func (s *Strategies) delete(ctx context.Context, team id.Team, in DeleteStrategies, ifMatch *int64) ([]StrategyResult, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	now := s.clock.Now()
	var results []StrategyResult
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		d, err := s.plan(ctx, team, in, ifMatch)
		if err != nil {
			return err
		}
		results = d.results(in.IDs)
		if in.DryRun || len(d.doomed) == 0 {
			return nil
		}
		return s.carryOut(ctx, team, d, in.Release, now)
	})
	if err != nil {
		return nil, err
	}
	return results, nil
}

func (in DeleteStrategies) check() error {
	if err := counted(len(in.IDs), "/ids"); err != nil {
		return err
	}
	to, reassign := in.Release.ReassignTo.Get()
	if reassign && in.Release.Unassign {
		return fault.New(fault.Invalid, fault.CodeConflictingParameters,
			"reassign_to and unassign cannot stand together.").In("reassign_to")
	}
	for _, named := range in.IDs {
		if reassign && named == to {
			return fault.New(fault.Rule, fault.CodeInvalidState,
				"The strategy to reassign to is itself to be deleted.").In("reassign_to")
		}
	}
	return nil
}

// deletion is a decided deletion, of which nothing is written yet.
type deletion struct {
	settings *repricer.Settings
	failed   map[strategy.ID]*fault.Error
	doomed   []strategy.ID
	// used are those of the doomed that rows name.
	used []strategy.ID
}

func (d deletion) results(ids []strategy.ID) []StrategyResult {
	out := make([]StrategyResult, len(ids))
	for i, named := range ids {
		out[i] = StrategyResult{ID: named, Status: Deleted}
		if e := d.failed[named]; e != nil {
			out[i].Status, out[i].Err = Failed, e
		}
	}
	return out
}

func (s *Strategies) plan(ctx context.Context, team id.Team, in DeleteStrategies, ifMatch *int64) (deletion, error) {
	d := deletion{failed: map[strategy.ID]*fault.Error{}}
	load := s.settings.LoadLocked
	if in.DryRun {
		// Locking may store a first record; a dry run stores nothing.
		load = s.settings.Load
	}
	var err error
	if d.settings, err = load(ctx, team); err != nil {
		return d, err
	}
	ids := id.Ascending(in.IDs)
	to, reassign := in.Release.ReassignTo.Get()
	wanted := ids
	if reassign {
		wanted = id.Ascending(append([]strategy.ID{to}, ids...))
	}
	found, err := s.strategies.LoadLocked(ctx, team, wanted)
	if err != nil {
		return d, err
	}
	live := make(map[strategy.ID]*strategy.Strategy, len(found))
	for _, f := range found {
		live[f.ID()] = f
	}
	if reassign && live[to] == nil {
		return d, strategy.Unknown().In("reassign_to")
	}
	usage, err := s.products.Usage(ctx, team, ids)
	if err != nil {
		return d, err
	}
	for _, named := range ids {
		its := live[named]
		if its == nil {
			d.failed[named] = fault.Missing()
			continue
		}
		if err := match(ifMatch, its.Version()); err != nil {
			return d, err
		}
		if e := d.release(named, usage[named], in.Release, live[to]); e != nil {
			d.failed[named] = e
			continue
		}
		d.doomed = append(d.doomed, named)
		if usage[named].Count > 0 {
			d.used = append(d.used, named)
		}
	}
	return d, nil
}

// release decides whether a strategy may go, given who uses it.
func (d deletion) release(named strategy.ID, used ports.Usage, r Release, to *strategy.Strategy) *fault.Error {
	standard := d.settings.DefaultStrategy() == optional.Some(named)
	switch {
	case used.Count == 0 && !standard, r.Unassign:
		return nil
	case to == nil:
		return fault.New(fault.Rule, fault.CodeInUse, "The strategy is in use.").With("blockers", blockers(used, standard))
	}
	for _, m := range used.Marketplaces {
		if !to.Reach().Serves(m) {
			return fault.Newf(fault.Rule, fault.CodeStrategyRequired,
				"The strategy to reassign to does not serve marketplace %s.", m).In("reassign_to")
		}
	}
	return nil
}

// blockers names who uses a strategy, as the answer shows it.
func blockers(used ports.Usage, standard bool) []map[string]any {
	var out []map[string]any
	if used.Count > 0 {
		out = append(out, map[string]any{"type": "repricer_product", "count": used.Count, "ids": used.First})
	}
	if standard {
		out = append(out, map[string]any{"type": "repricer_settings", "count": int64(1), "ids": []decision.ProductID{}})
	}
	return out
}

func (s *Strategies) carryOut(ctx context.Context, team id.Team, d deletion, r Release, now time.Time) error {
	// Rows come first: other settings put all of them on the queue, whose entries are
	// locked after rows.
	if err := s.move(ctx, team, d.used, r, now); err != nil {
		return err
	}
	changed := false
	for _, named := range d.doomed {
		changed = d.settings.ReplaceDefaultStrategy(named, r.ReassignTo, now) || changed
	}
	if changed {
		if err := s.settings.Save(ctx, d.settings); err != nil {
			return err
		}
	}
	return s.strategies.Delete(ctx, team, d.doomed, now)
}

// move takes the strategies from the rows that use them, batch by batch. A row
// that was moved is found no more; after only spares the store the way past it.
func (s *Strategies) move(ctx context.Context, team id.Team, from []strategy.ID, r Release, now time.Time) error {
	if len(from) == 0 {
		return nil
	}
	var after decision.ProductID
	for {
		rows, err := s.products.LoadUsersLocked(ctx, team, from, after, moveBatch)
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, row := range rows {
			if to, ok := r.ReassignTo.Get(); ok {
				row.Reassign(to, now)
			} else {
				row.Unassign(now)
			}
		}
		if err := s.products.Save(ctx, team, rows); err != nil {
			return err
		}
		if !r.ReassignTo.Known() {
			if err := s.prices.Rows(ctx, team, idsOf(rows), history.WithdrawnModeOff); err != nil {
				return err
			}
		}
		if len(rows) < moveBatch {
			return nil
		}
		after = rows[len(rows)-1].ID()
	}
}
