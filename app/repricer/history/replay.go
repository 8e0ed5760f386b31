package history

import (
	"context"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
)

// ReplayResult compares a repeated decision with the recorded decision.
type ReplayResult string

// The results. other_rules and no_input mean that the decision cannot be repeated: its input was
// written for other rules, or was not kept.
const (
	ReplaySame       ReplayResult = "same"
	ReplayDifferent  ReplayResult = "different"
	ReplayOtherRules ReplayResult = "other_rules"
	ReplayNoInput    ReplayResult = "no_input"
)

// Replayed has a recorded decision next to the same decision made again.
type Replayed struct {
	Change history.ChangeSnapshot
	Result ReplayResult
	// Decision has its trace; it is absent if the decision cannot be repeated.
	Decision    optional.Maybe[decision.Decision]
	Differences []history.Difference
}

// Replay decides the stored input of an entry again. An unknown entry, or an entry of another team,
// is a NotFound fault; with team 0, for operators, entries of all teams are found.
func (h *History) Replay(ctx context.Context, team id.Team, change repricer.ChangeID) (Replayed, error) {
	if team == 0 {
		var err error
		if team, err = h.changes.TeamOf(ctx, change); err != nil {
			return Replayed{}, err
		}
	}
	e, err := h.changes.Load(ctx, team, change)
	if err != nil {
		return Replayed{}, err
	}
	evidence, err := h.changes.Evidence(ctx, team, []history.ChangeSnapshot{e})
	if err != nil {
		return Replayed{}, err
	}
	out := Replayed{Change: e, Result: ReplaySame}
	kept, there := evidence[change]
	input, readable := kept.Input.Get()
	switch {
	case !there:
		out.Result = ReplayNoInput
		return out, nil
	case !readable:
		out.Result = ReplayOtherRules
		return out, nil
	}
	d, differs := history.Replay(e, input)
	out.Decision, out.Differences = optional.Some(d), differs
	if len(differs) > 0 {
		out.Result = ReplayDifferent
	}
	return out, nil
}
