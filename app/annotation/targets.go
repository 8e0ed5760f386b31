package annotation

import (
	"context"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	ports "sellingassistant/ports/annotation"
)

// TargetsByKind finds records through one finder per kind. A kind without a finder
// has no records.
type TargetsByKind map[mark.Kind]func(ctx context.Context, team id.Team, ids []int64) ([]int64, error)

var _ ports.Targets = TargetsByKind{}

// Live returns the ids of live records of the team.
func (t TargetsByKind) Live(ctx context.Context, team id.Team, kind mark.Kind, ids []int64) ([]int64, error) {
	find := t[kind]
	if find == nil || len(ids) == 0 {
		return nil, nil
	}
	return find(ctx, team, ids)
}
