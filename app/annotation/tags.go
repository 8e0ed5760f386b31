package annotation

import (
	"context"
	"maps"
	"slices"
	"time"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/annotation"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	ports "sellingassistant/ports/annotation"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/tx"
)

// Tags provides the use cases of tags.
type Tags struct {
	edit.Kind[annotation.TagID, annotation.TagValues, annotation.TagPatch, annotation.TagFilter]
	store   ports.Tags
	targets ports.Targets
}

func NewTags(store ports.Tags, targets ports.Targets, trail audit.Log, runner tx.Runner, clk clock.Clock) *Tags {
	t := &Tags{store: store, targets: targets}
	t.Store, t.On, t.Clock, t.Trail, t.Noun = store, runner, clk, trail, "tag"
	t.Hold, t.Complete, t.Look, t.Stored, t.Removed = store.Hold, t.complete, t.look, t.stored, t.removed
	return t
}

// complete limits the number of tags of a team.
func (t *Tags) complete(ctx context.Context, before, next annotation.Tag) (annotation.TagValues, error) {
	if before.Version > 0 {
		return next.Values, nil
	}
	n, err := t.store.Count(ctx, next.Team)
	if err == nil && n >= annotation.MaxTags {
		err = fault.Newf(fault.Rule, fault.CodeLimitReached, "A team has at most %d tags. Delete an unused tag.", annotation.MaxTags)
	}
	return next.Values, err
}

// stored marks the records that have a changed tag as changed.
func (t *Tags) stored(ctx context.Context, _ caller.Caller, before, after annotation.Tag) error {
	if before.Version == 0 {
		return nil
	}
	return t.touch(ctx, after.Team, []annotation.TagID{after.ID}, after.UpdatedAt)
}

// removed takes deleted tags from all records, which changes these.
func (t *Tags) removed(ctx context.Context, who caller.Caller, gone []annotation.Tag) error {
	ids := make([]annotation.TagID, len(gone))
	for i, tag := range gone {
		ids[i] = tag.ID
	}
	if err := t.touch(ctx, who.Team, ids, t.Clock.Now()); err != nil {
		return err
	}
	return t.store.Detach(ctx, who.Team, ids)
}

// touch marks the records that have any of the tags as changed.
func (t *Tags) touch(ctx context.Context, team id.Team, tags []annotation.TagID, at time.Time) error {
	linked, err := t.store.Linked(ctx, team, tags)
	if err != nil {
		return err
	}
	for _, kind := range slices.Sorted(maps.Keys(linked)) {
		if err := t.targets.Touch(ctx, team, kind, linked[kind], at); err != nil {
			return err
		}
	}
	return nil
}

func (t *Tags) look(ctx context.Context, team id.Team, found []annotation.Tag, _ bool) error {
	ids := make([]annotation.TagID, len(found))
	for i, one := range found {
		ids[i] = one.ID
	}
	links, err := t.store.Links(ctx, team, ids)
	for i := range found {
		found[i].Values.Links = links[ids[i]]
	}
	return err
}

// DeletedTag has the result of a tag, and the number of records that it was or would be removed
// from.
type DeletedTag struct {
	edit.Result[annotation.TagID]
	Detached int64
}

// DeleteMany deletes tags and removes them from all records. It answers one result per id, in
// order.
func (t *Tags) DeleteMany(ctx context.Context, who caller.Caller, in edit.Many[annotation.TagID]) ([]DeletedTag, error) {
	return tx.Value(ctx, t.On, func(ctx context.Context) ([]DeletedTag, error) {
		if err := t.store.Hold(ctx, who.Team); err != nil {
			return nil, err
		}
		links, err := t.store.Links(ctx, who.Team, in.IDs)
		if err != nil {
			return nil, err
		}
		results, err := t.Kind.DeleteMany(ctx, who, in)
		out := make([]DeletedTag, len(results))
		for i, r := range results {
			if out[i].Result = r; r.Err == nil {
				out[i].Detached = links[r.ID].All()
			}
		}
		return out, err
	})
}

// TagRecords changes the tags of up to edit.MaxRows records of a kind.
type TagRecords struct {
	Kind    mark.Kind
	Records []int64
	annotation.Tagging
}

// TaggedRecord has the result of one record.
type TaggedRecord struct {
	edit.Result[int64]
	// Tags has the tags after the call; it is nil if the record failed.
	Tags []annotation.TagID
}

// Apply changes the tags of records and answers one result per id, in order. Versions of the
// records stay. It returns the faults of Tagging.Check, and not_found (Rule) for a tag; a record
// that would have too many tags fails alone.
func (t *Tags) Apply(ctx context.Context, who caller.Caller, in TagRecords) ([]TaggedRecord, error) {
	if err := in.Check(); err != nil {
		return nil, err
	}
	if err := edit.Counted(len(in.Records), "/product_ids"); err != nil {
		return nil, err
	}
	return tx.Value(ctx, t.On, func(ctx context.Context) ([]TaggedRecord, error) {
		if err := t.store.Hold(ctx, who.Team); err != nil {
			return nil, err
		}
		for _, named := range in.Named() {
			if err := known(ctx, t.store, who.Team, named.Pointer, named.Tags); err != nil {
				return nil, err
			}
		}
		once := edit.Once(in.Records)
		live, err := t.targets.Live(ctx, who.Team, in.Kind, once)
		if err != nil {
			return nil, err
		}
		has, err := t.store.Tagged(ctx, who.Team, in.Kind, live)
		if err != nil {
			return nil, err
		}
		return t.apply(ctx, who, in, live, has)
	})
}

// apply decides about each record that is live, and writes the changes.
func (t *Tags) apply(ctx context.Context, who caller.Caller, in TagRecords, live []int64, has map[int64][]annotation.TagID) ([]TaggedRecord, error) {
	changed, done := map[int64][]annotation.TagID{}, map[int64]TaggedRecord{}
	var lines []audit.Entry
	now := t.Clock.Now()
	for _, record := range slices.Sorted(slices.Values(live)) {
		next, err := in.Over(has[record])
		row := TaggedRecord{edit.Result[int64]{ID: record, Outcome: edit.Unchanged}, next}
		switch refusal, refused := fault.As(err); {
		case refused:
			row.Outcome, row.Err = edit.Failed, refusal
		case err != nil:
			return nil, err
		case !slices.Equal(next, has[record]):
			row.Outcome, changed[record] = edit.Updated, next
			lines = append(lines, tagLines(audit.For(who, string(in.Kind), record, "", now), has[record], next)...)
		}
		done[record] = row
	}
	if err := t.store.Relink(ctx, who.Team, in.Kind, changed); err != nil {
		return nil, err
	}
	if err := t.targets.Touch(ctx, who.Team, in.Kind, slices.Collect(maps.Keys(changed)), now); err != nil {
		return nil, err
	}
	out := make([]TaggedRecord, len(in.Records))
	for i, record := range in.Records {
		row, ok := done[record]
		if !ok {
			row = TaggedRecord{Result: edit.Result[int64]{ID: record, Outcome: edit.Failed, Err: fault.Missing()}}
		}
		out[i] = row
	}
	return out, t.Trail.Write(ctx, lines...)
}

// tagLines returns the lines of the audit trail for added and removed tags of a record.
func tagLines(line audit.Entry, before, after []annotation.TagID) (out []audit.Entry) {
	for _, c := range []struct {
		verb        string
		more, other []annotation.TagID
	}{{"tagged", after, before}, {"untagged", before, after}} {
		if slices.ContainsFunc(c.more, func(tag annotation.TagID) bool { return !slices.Contains(c.other, tag) }) {
			line.Verb, line.Changes = c.verb, map[string]audit.Change{"tag_ids": {Old: listed(before), New: listed(after)}}
			out = append(out, line)
		}
	}
	return out
}

// listed returns a list that is empty, not nil, without tags.
func listed(tags []annotation.TagID) []annotation.TagID { return append([]annotation.TagID{}, tags...) }
