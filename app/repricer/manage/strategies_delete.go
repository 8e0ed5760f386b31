package manage

import (
	"context"
	"slices"
	"time"

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
)

// moveBatch bounds the rows in memory while their strategy is replaced.
const moveBatch = 500

// Replacement chooses the fate of the rows and the default that name a strategy when it is deleted.
// The zero value refuses the deletion of a strategy in use.
type Replacement struct {
	// ReassignTo gives its rows, and the settings' default, another strategy.
	ReassignTo optional.Maybe[strategy.ID]
	// Unassign leaves its rows without a strategy and off, and the settings
	// without a default.
	Unassign bool
}

// DeleteStrategy deletes one strategy.
type DeleteStrategy struct {
	ID          strategy.ID
	Replacement Replacement
	// IfMatch has the version the caller saw, nil for any version.
	IfMatch *int64
}

// DeleteStrategies deletes up to edit.MaxRows strategies.
type DeleteStrategies struct {
	edit.Many[strategy.ID]
	Replacement Replacement
}

// StrategyResult has the result of one strategy of a bulk call.
type StrategyResult = edit.Result[strategy.ID]

// Delete deletes one strategy. A strategy in use is "in_use" with the detail blockers, unless
// Replacement covers its rows. Faults of the replacement: strategy_not_found if unknown,
// strategy_required if it does not serve the rows' marketplaces, invalid_state if it is the
// strategy itself.
func (s *Strategies) Delete(ctx context.Context, who caller.Caller, request DeleteStrategy) error {
	many := DeleteStrategies{Many: edit.This(request.ID), Replacement: request.Replacement}
	return edit.Alone(s.delete(ctx, who.Team, many, request.IfMatch))
}

// DeleteMany deletes strategies and answers one result per id, in order. The
// faults of Delete that concern one strategy fail its row only.
func (s *Strategies) DeleteMany(ctx context.Context, who caller.Caller, r DeleteStrategies) ([]StrategyResult, error) {
	return s.delete(ctx, who.Team, r, nil)
}

func (s *Strategies) delete(ctx context.Context, team id.Team, request DeleteStrategies, ifMatch *int64) ([]StrategyResult, error) {
	if err := request.check(); err != nil {
		return nil, err
	}
	now := s.clock.Now()
	var settings *repricer.Settings
	var to *strategy.Strategy
	var usage map[strategy.ID]ports.Usage
	return edit.Bulk[strategy.ID, *strategy.Strategy]{
		Lock: func(ctx context.Context, ids []strategy.ID) (found []*strategy.Strategy, err error) {
			load := s.settings.LoadLocked
			if request.DryRun {
				// Locking may store a first record; a dry run stores nothing.
				load = s.settings.Load
			}
			if settings, err = load(ctx, team); err != nil {
				return nil, err
			}
			if found, to, err = s.lock(ctx, team, ids, request.Replacement); err != nil {
				return nil, err
			}
			usage, err = s.products.Usage(ctx, team, ids)
			return found, err
		},
		Verb: func(its *strategy.Strategy) (edit.Outcome, error) {
			standard := settings.DefaultStrategy() == optional.Some(its.ID())
			return edit.Deleted, request.Replacement.permits(usage[its.ID()], standard, to)
		},
		Write: func(ctx context.Context, doomed []*strategy.Strategy) error {
			ids := edit.IDs[strategy.ID](doomed)
			used := slices.DeleteFunc(slices.Clone(ids), func(named strategy.ID) bool { return usage[named].Count == 0 })
			// Move rows first: saving the settings queues all rows, and rows are locked before
			// their queue entries.
			if err := s.move(ctx, team, used, request.Replacement, now); err != nil {
				return err
			}
			changed := false
			for _, named := range ids {
				changed = settings.ReplaceDefaultStrategy(named, request.Replacement.ReassignTo, now) || changed
			}
			if changed {
				if err := s.settings.Save(ctx, settings); err != nil {
					return err
				}
			}
			return s.strategies.Delete(ctx, team, ids, now)
		},
	}.Run(ctx, s.tx, request.Many, ifMatch)
}

func (request DeleteStrategies) check() error {
	to, reassign := request.Replacement.ReassignTo.Get()
	if reassign && request.Replacement.Unassign {
		return fault.New(fault.Invalid, fault.CodeConflictingParameters,
			"reassign_to and unassign cannot be given together.").In("reassign_to")
	}
	if reassign && slices.Contains(request.IDs, to) {
		return fault.New(fault.Rule, fault.CodeInvalidState, "The strategy to reassign to is itself to be deleted.").In("reassign_to")
	}
	return nil
}

// lock locks the strategies to be deleted and their replacement; to is nil without a replacement.
func (s *Strategies) lock(ctx context.Context, team id.Team, ids []strategy.ID, r Replacement) (found []*strategy.Strategy, to *strategy.Strategy, err error) {
	named, reassign := r.ReassignTo.Get()
	if reassign {
		ids = append([]strategy.ID{named}, ids...)
	}
	if found, err = s.strategies.LoadLocked(ctx, team, id.Ascending(ids)); err != nil || !reassign {
		return found, nil, err
	}
	at := slices.IndexFunc(found, func(s *strategy.Strategy) bool { return s.ID() == named })
	if at < 0 {
		return nil, nil, strategy.Unknown().In("reassign_to")
	}
	to = found[at]
	return slices.Delete(found, at, at+1), to, nil
}

// permits decides whether a strategy may be deleted, given its users and its replacement.
func (r Replacement) permits(used ports.Usage, standard bool, to *strategy.Strategy) error {
	switch {
	case used.Count == 0 && !standard, r.Unassign:
		return nil
	case to == nil:
		return fault.New(fault.Rule, fault.CodeInUse, "The strategy is in use.").With("blockers", blockers(used, standard))
	}
	for _, m := range used.Marketplaces {
		if !to.Coverage().Serves(m) {
			return fault.Newf(fault.Rule, fault.CodeStrategyRequired,
				"The strategy to reassign to does not serve marketplace %s.", m).In("reassign_to")
		}
	}
	return nil
}

// blockers lists who uses a strategy, in the shape of the answer.
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

// move replaces the strategy of its rows, batch by batch. A moved row is not found again; after
// only keeps the store from scanning it again.
func (s *Strategies) move(ctx context.Context, team id.Team, from []strategy.ID, r Replacement, now time.Time) error {
	if len(from) == 0 {
		return nil
	}
	var after decision.ProductID
	for {
		rows, err := s.products.LoadByStrategyLocked(ctx, team, from, after, moveBatch)
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
			if err := s.prices.Rows(ctx, team, edit.IDs[decision.ProductID](rows), history.WithdrawnModeOff); err != nil {
				return err
			}
		}
		if len(rows) < moveBatch {
			return nil
		}
		after = rows[len(rows)-1].ID()
	}
}
