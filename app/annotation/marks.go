package annotation

import (
	"context"
	"time"

	"sellingassistant/domain/annotation"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	ports "sellingassistant/ports/annotation"
	marks "sellingassistant/ports/mark"
)

// Marks shows tags and notes to the contexts of the records, and changes tags for
// them.
type Marks struct {
	ports.Marks
	tags ports.Tags
}

func NewMarks(store ports.Marks, tags ports.Tags) *Marks { return &Marks{store, tags} }

var _ marks.Marks = (*Marks)(nil)

// Tag replaces the tags of a record.
func (m *Marks) Tag(ctx context.Context, team id.Team, kind mark.Kind, record int64, tags []int64) error {
	if err := m.tags.Hold(ctx, team); err != nil {
		return err
	}
	named := make([]annotation.TagID, len(tags))
	for i, tag := range tags {
		named[i] = annotation.TagID(tag)
	}
	if err := known(ctx, m.tags, team, "/tag_ids", named); err != nil {
		return err
	}
	return m.tags.Relink(ctx, team, kind, map[int64][]annotation.TagID{record: mark.Sorted(named)})
}

// Forget removes deleted records from tags and hides their notes.
func (m *Marks) Forget(ctx context.Context, team id.Team, kind mark.Kind, records []int64, at time.Time) error {
	if err := m.tags.Hold(ctx, team); err != nil {
		return err
	}
	return m.Marks.Forget(ctx, team, kind, records, at)
}

// known refuses tags that are not the team's, after the team's tags were locked.
func known(ctx context.Context, store ports.Tags, team id.Team, pointer string, tags []annotation.TagID) error {
	if len(tags) == 0 {
		return nil
	}
	found, err := store.Lock(ctx, team, mark.Sorted(tags))
	if err != nil {
		return err
	}
	live := make(map[annotation.TagID]bool, len(found))
	for _, one := range found {
		live[one.ID] = true
	}
	for i, tag := range tags {
		if !live[tag] {
			return check.Rule(fault.CodeNotFound, check.Item(pointer, i), "There is no such tag.")
		}
	}
	return nil
}
