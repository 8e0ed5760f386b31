package document

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
)

// Finder returns the ids that are live records of the team.
type Finder func(ctx context.Context, team id.Team, ids []int64) ([]int64, error)

// TargetsByKind answers for targets through one finder per kind. A kind without
// a finder has no records.
type TargetsByKind map[document.TargetKind]Finder

// Known reports for each target whether it is a live record of the team.
func (t TargetsByKind) Known(ctx context.Context, team id.Team, targets []document.Target) ([]bool, error) {
	known := make([]bool, len(targets))
	for kind, find := range t {
		places := map[int64][]int{}
		for i, target := range targets {
			if target.Kind == kind {
				places[target.ID] = append(places[target.ID], i)
			}
		}
		if len(places) == 0 {
			continue
		}
		found, err := find(ctx, team, slices.Sorted(maps.Keys(places)))
		if err != nil {
			return nil, err
		}
		for _, live := range found {
			for _, i := range places[live] {
				known[i] = true
			}
		}
	}
	return known, nil
}

// seen marks targets that no longer exist. Documents without targets cost no lookup of theirs.
func (d *Documents) seen(ctx context.Context, team id.Team, docs ...*document.Document) ([]*document.Document, error) {
	var targets []document.Target
	for _, doc := range docs {
		targets = append(targets, doc.Targets()...)
	}
	if len(targets) == 0 {
		return docs, nil
	}
	known, err := d.targets(ctx, team, targets)
	if err != nil {
		return nil, err
	}
	live := make(map[document.Target]bool, len(targets))
	for i, t := range targets {
		live[t] = known[i]
	}
	out := make([]*document.Document, len(docs))
	for i, doc := range docs {
		out[i] = doc.Seen(func(t document.Target) bool { return live[t] })
	}
	return out, nil
}

// numbers returns the ids of documents.
func numbers(docs []*document.Document) []int64 {
	out := make([]int64, len(docs))
	for i, doc := range docs {
		out[i] = int64(doc.ID())
	}
	return out
}

// seenOne works like seen for one document.
func (d *Documents) seenOne(ctx context.Context, team id.Team, doc *document.Document) (*document.Document, error) {
	seen, err := d.seen(ctx, team, doc)
	if err != nil {
		return nil, err
	}
	return seen[0], nil
}

// known refuses targets that are not the team's. places are their places in
// the request.
func (d *Documents) known(ctx context.Context, who caller.Caller, places []int, targets []document.Target) error {
	if len(targets) == 0 {
		return nil
	}
	known, err := d.targets(ctx, who.Team, targets)
	if err != nil {
		return err
	}
	var refusal *fault.Error
	for i, ok := range known {
		if ok {
			continue
		}
		pointer := "/targets/" + strconv.Itoa(places[i])
		if refusal == nil {
			refusal = fault.New(fault.Rule, fault.CodeNotFound, "The target does not exist.").At(pointer)
		}
		refusal.Errors = append(refusal.Errors, fault.Item{Code: fault.CodeNotFound, Message: "does not exist", Pointer: pointer})
	}
	if refusal != nil {
		return refusal
	}
	return nil
}
