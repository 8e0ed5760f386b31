package annotation

import (
	"context"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/annotation"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/optional"
	ports "sellingassistant/ports/annotation"
)

type tagRow struct {
	bun.BaseModel `bun:"table:annotation_tags"`

	record.Head
	Name    string  `bun:"name"`
	NameKey string  `bun:"name_key" record:"derived"`
	Color   *string `bun:"color"`
}

func tagRowOf(t annotation.Tag) tagRow {
	return tagRow{Head: record.HeadOf(t), Name: t.Values.Name, NameKey: record.Key(t.Values.Name), Color: t.Values.Color.Ptr()}
}

func (r *tagRow) tag() (annotation.Tag, error) {
	return record.Versioned[annotation.TagID](r.Head, annotation.TagValues{Name: r.Name, Color: optional.Of(r.Color)})
}

func tagConditions(f annotation.TagFilter) []record.Condition {
	return []record.Condition{record.Contains("name_key", f.Query), record.Whether(f.Used, record.Condition{
		Text: "EXISTS (SELECT 1 FROM annotation_tag_links AS l WHERE l.team_id = annotation_tags.team_id AND l.tag_id = annotation_tags.id)",
	})}
}

// linkRow records that a target has a tag.
type linkRow struct {
	bun.BaseModel `bun:"table:annotation_tag_links"`

	Team   id.Team   `bun:"team_id,pk"`
	Tag    int64     `bun:"tag_id,pk"`
	Kind   mark.Kind `bun:"kind,pk"`
	Target int64     `bun:"target_id,pk"`
}

// Tags stores tags and their links to records.
type Tags struct {
	*record.Kind[annotation.TagID, annotation.TagValues, annotation.TagFilter, tagRow]
	store *db.Store
	links *record.Records[linkRow, linkRow]
}

func NewTags(s *db.Store) *Tags {
	on := record.On(s)
	return &Tags{
		record.NewKind(on, record.Table[tagRow, annotation.Tag]{
			Row: tagRowOf, Snapshot: (*tagRow).tag, Sorts: map[string]string{"name": "name_key", "created_at": "created_at"},
		}, tagConditions, record.Unique{Column: "name_key", Pointer: "/name", Message: "Another tag has this name."}),
		s, record.New(on, record.Plain[linkRow]()),
	}
}

var _ ports.Tags = (*Tags)(nil)

// Linked reads the records that have any of the tags.
func (t *Tags) Linked(ctx context.Context, team id.Team, tags []annotation.TagID) (map[mark.Kind][]int64, error) {
	out := map[mark.Kind][]int64{}
	if len(tags) == 0 {
		return out, nil
	}
	found, err := t.links.Select(ctx, record.Query{Team: team, Where: []record.Condition{record.In("tag_id", tags)}})
	for _, l := range found {
		out[l.Kind] = append(out[l.Kind], l.Target)
	}
	return out, err
}

// Detach deletes the links of tags.
func (t *Tags) Detach(ctx context.Context, team id.Team, tags []annotation.TagID) error {
	if len(tags) == 0 {
		return nil
	}
	_, err := t.links.Drop(ctx, team, record.In("tag_id", tags))
	return err
}

// Count counts live tags.
func (t *Tags) Count(ctx context.Context, team id.Team) (int64, error) { return t.All.Count(ctx, team) }

// Links counts records by tag and kind.
func (t *Tags) Links(ctx context.Context, team id.Team, tags []annotation.TagID) (map[annotation.TagID]annotation.Links, error) {
	out := map[annotation.TagID]annotation.Links{}
	if len(tags) == 0 {
		return out, nil
	}
	var tag, n int64
	var kind string
	err := db.Each(t.store.Hot(ctx).Query(ctx, "SELECT tag_id, kind, count(*) FROM annotation_tag_links WHERE team_id = $1 AND "+
		t.store.IDsIn("tag_id", 2)+" GROUP BY tag_id, kind", int64(team), t.store.IDsArg(db.Plain(tags))))(func() {
		links := out[annotation.TagID(tag)]
		if links == nil {
			links = annotation.Links{}
			out[annotation.TagID(tag)] = links
		}
		links[mark.Kind(kind)] = n
	}, &tag, &kind, &n)
	return out, err
}

// Tagged reads the tags of records.
func (t *Tags) Tagged(ctx context.Context, team id.Team, kind mark.Kind, records []int64) (map[int64][]annotation.TagID, error) {
	out := map[int64][]annotation.TagID{}
	if len(records) == 0 {
		return out, nil
	}
	found, err := t.links.Select(ctx, record.Query{Team: team, Where: []record.Condition{record.Is("kind", &kind), record.In("target_id", records)}})
	for _, l := range found {
		out[l.Target] = append(out[l.Target], annotation.TagID(l.Tag))
	}
	for target, tags := range out {
		out[target] = mark.Sorted(tags)
	}
	return out, err
}

// Relink replaces the tags of records.
func (t *Tags) Relink(ctx context.Context, team id.Team, kind mark.Kind, tags map[int64][]annotation.TagID) error {
	if len(tags) == 0 {
		return nil
	}
	var records []int64
	var rows []linkRow
	for target, all := range tags {
		records = append(records, target)
		for _, tag := range all {
			rows = append(rows, linkRow{Team: team, Tag: int64(tag), Kind: kind, Target: target})
		}
	}
	if err := t.unlink(ctx, team, kind, records); err != nil {
		return err
	}
	_, err := t.links.Insert(ctx, rows...)
	return err
}

func (t *Tags) unlink(ctx context.Context, team id.Team, kind mark.Kind, records []int64) error {
	_, err := t.links.Drop(ctx, team, record.Is("kind", &kind), record.In("target_id", records))
	return err
}
