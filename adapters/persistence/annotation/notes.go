package annotation

import (
	"context"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/annotation"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	ports "sellingassistant/ports/annotation"
)

// noteRow has a column for each value that lists filter or sort by. Merging records changes only
// target_id.
type noteRow struct {
	bun.BaseModel `bun:"table:annotation_notes"`

	record.Head
	Body        record.Document[annotation.NoteValues] `bun:"body"`
	Kind        annotation.TargetType                  `bun:"kind" record:"derived"`
	Target      *int64                                 `bun:"target_id"`
	ASIN        *string                                `bun:"asin" record:"derived"`
	Marketplace *string                                `bun:"marketplace_id" record:"derived"`
	Pinned      int64                                  `bun:"pinned" record:"derived"`
	Author      *int64                                 `bun:"author_id" record:"derived"`
	Search      string                                 `bun:"search" record:"derived"`
}

func noteRowOf(n annotation.Note) noteRow {
	v := n.Values
	return noteRow{
		Head: record.HeadOf(n), Body: record.DocumentOf(v), Kind: v.Target.Type, Target: v.Target.ID.Ptr(), ASIN: v.Target.ASIN.Ptr(),
		Marketplace: record.Text(v.Target.Marketplace), Pinned: *flag(&v.Pinned),
		Author: record.Whole(optional.Convert(v.Author, func(a annotation.Author) id.User { return a.ID })), Search: db.Fold(v.Body),
	}
}

func (r *noteRow) note() (annotation.Note, error) {
	v := r.Body.V
	v.Target.ID = optional.Of(r.Target)
	return record.Versioned[annotation.NoteID](r.Head, v)
}

// flag converts a flag to 0 or 1, so that lists can sort by it.
func flag(yes *bool) *int64 {
	switch {
	case yes == nil:
		return nil
	case *yes:
		return new(int64(1))
	}
	return new(int64(0))
}

func noteConditions(f annotation.NoteFilter) []record.Condition {
	return []record.Condition{
		record.In("kind", f.Types), record.In("target_id", f.Targets), record.In("asin", f.ASINs), record.In("marketplace_id", f.Marketplaces),
		record.In("author_id", f.Authors), record.Is("pinned", flag(f.Pinned)), record.Contains("search", f.Query),
	}
}

// Notes stores notes.
type Notes struct {
	*record.Kind[annotation.NoteID, annotation.NoteValues, annotation.NoteFilter, noteRow]
	store *db.Store
}

func NewNotes(s *db.Store) *Notes {
	return &Notes{record.NewKind(record.On(s), record.Table[noteRow, annotation.Note]{
		Row: noteRowOf, Snapshot: (*noteRow).note, Sorts: map[string]string{"pinned": "pinned", "created_at": "created_at", "updated_at": "updated_at"},
	}, noteConditions), s}
}

var _ ports.Notes = (*Notes)(nil)

// About returns the number of notes and the newest note of each ASIN, with two statements.
func (n *Notes) About(ctx context.Context, team id.Team, m marketplace.ID, asins []string) (map[string]annotation.About, error) {
	out := map[string]annotation.About{}
	if len(asins) == 0 {
		return out, nil
	}
	var asin string
	var count, newest int64
	var ids []int64
	rows, err := n.store.Rows(ctx, `SELECT asin, count(*), max(id) FROM annotation_notes
		WHERE team_id = ? AND kind = ? AND marketplace_id = ? AND asin IN (?) AND deleted_at IS NULL GROUP BY asin`,
		int64(team), string(annotation.TargetASIN), string(m), bun.List(asins))
	err = db.Each(rows, err)(func() {
		out[asin] = annotation.About{Count: count}
		ids = append(ids, newest)
	}, &asin, &count, &newest)
	if err != nil {
		return nil, err
	}
	notes, err := n.All.Named(ctx, team, ids)
	for _, one := range notes {
		asin := one.Values.Target.ASIN.Or("")
		out[asin] = annotation.About{Count: out[asin].Count, Newest: one}
	}
	return out, err
}
