package document

import (
	"context"
	"slices"

	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/id"
)

// Finder returns those of the ids that are live records of the team.
type Finder func(ctx context.Context, team id.Team, ids []int64) ([]int64, error)

// TargetsByKind answers for targets through one finder per kind. A kind without
// a finder has no records.
type TargetsByKind map[document.TargetKind]Finder

// Known implements the port Targets.
func (t TargetsByKind) Known(ctx context.Context, team id.Team, targets []document.Target) ([]bool, error) {
	known := make([]bool, len(targets))
	for _, kind := range document.TargetKinds() {
		find := t[kind]
		var ids []int64
		for _, target := range targets {
			if target.Kind == kind {
				ids = append(ids, target.ID)
			}
		}
		if find == nil || len(ids) == 0 {
			continue
		}
		found, err := find(ctx, team, ids)
		if err != nil {
			return nil, err
		}
		for i, target := range targets {
			known[i] = known[i] || (target.Kind == kind && slices.Contains(found, target.ID))
		}
	}
	return known, nil
}
