package annotation

import (
	"context"
	"slices"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	ports "sellingassistant/ports/annotation"
)

// Target asks the owner of a kind of records.
type Target struct {
	Live func(ctx context.Context, team id.Team, ids []int64) ([]int64, error)
	// Touch has nil for a kind that shows no tags.
	Touch func(ctx context.Context, team id.Team, ids []int64, at time.Time) error
}

// TargetsByKind asks one target per kind. A kind without a target has no records.
type TargetsByKind map[mark.Kind]Target

var _ ports.Targets = TargetsByKind{}

// Live returns the ids of live records of the team.
func (t TargetsByKind) Live(ctx context.Context, team id.Team, kind mark.Kind, ids []int64) ([]int64, error) {
	find := t[kind].Live
	if find == nil || len(ids) == 0 {
		return nil, nil
	}
	return find(ctx, team, ids)
}

// touchedAtOnce limits the records of one statement.
const touchedAtOnce = 1000

// Touch marks records as changed, in a fixed order, which prevents deadlocks.
func (t TargetsByKind) Touch(ctx context.Context, team id.Team, kind mark.Kind, ids []int64, at time.Time) error {
	touch := t[kind].Touch
	if touch == nil {
		return nil
	}
	for part := range slices.Chunk(slices.Sorted(slices.Values(ids)), touchedAtOnce) {
		if err := touch(ctx, team, part, at); err != nil {
			return err
		}
	}
	return nil
}
