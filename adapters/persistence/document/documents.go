package document

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/document"
)

// Documents stores the documents of all teams.
type Documents struct {
	record.Engine
	documents *record.Records[row, document.Snapshot]
	targets   *record.Records[targetRow, targetRow]
}

var _ ports.Documents = (*Documents)(nil)

func NewDocuments(on record.Engine) *Documents {
	return &Documents{
		Engine: on,
		documents: record.New(on, record.Table[row, document.Snapshot]{
			Row: rowOf, Snapshot: (*row).snapshot,
			Sorts: map[string]string{
				document.SortCreatedAt: "created_at", document.SortUpdatedAt: "updated_at", document.SortOriginalName: "name_key",
				document.SortFileSize: "file_size", document.SortConfidence: "ai_confidence",
			},
			// A separate statement for the notes would cost a tenth of a call.
			Counted: map[string]string{"notes_count": "SELECT count(*) FROM annotation_notes AS n WHERE n.team_id = documents.team_id" +
				" AND n.kind = 'document' AND n.target_id = documents.id AND n.deleted_at IS NULL"},
		}),
		targets: record.New(on, record.Plain[targetRow]()),
	}
}

func (r *Documents) Find(ctx context.Context, team id.Team, docID document.ID) (*document.Document, error) {
	return record.Restored(document.Restore)(r.documents.Find(ctx, team, int64(docID)))
}

func (r *Documents) Lock(ctx context.Context, team id.Team, ids []document.ID) ([]*document.Document, error) {
	return record.RestoredAll(document.Restore)(r.documents.Lock(ctx, team, db.Plain(ids)))
}

func (r *Documents) List(ctx context.Context, team id.Team, f document.Filter, req page.Request) (page.Page[*document.Document], error) {
	return record.RestoredPage(document.Restore)(r.documents.Page(ctx, team, conditions(f), req))
}

// Live returns the ids that belong to live documents.
func (r *Documents) Live(ctx context.Context, team id.Team, ids []int64) ([]int64, error) {
	found, err := r.documents.Named(ctx, team, ids)
	out := make([]int64, len(found))
	for i, one := range found {
		out[i] = int64(one.ID)
	}
	return out, err
}

func conditions(f document.Filter) []record.Condition {
	return []record.Condition{
		record.In("type", f.Types), record.In("ai_classified_type", f.AITypes), record.In("status", f.Statuses),
		record.In("mime_type", f.Medias), record.In("supplier_id", f.SupplierIDs), record.In("reference_number", f.References),
		record.Is("has_parsed_data", f.HasParsedData), record.Below("ai_confidence", (*int64)(f.ConfidenceBelow)),
		linked(f), record.Contains("search", f.Q),
		record.Between("applied_at", db.NullMicros(f.AppliedFrom), db.NullMicros(f.AppliedTo)),
		record.Between("file_size", f.FileSizeFrom, f.FileSizeTo),
	}
}

// linked matches documents with a target that has both a wanted kind and a wanted id.
func linked(f document.Filter) record.Condition {
	target := record.All(record.In("t.kind", f.TargetKinds), record.In("t.target_id", f.TargetIDs))
	if target.Text == "" {
		return target
	}
	return record.Condition{
		Text: "id IN (SELECT t.document_id FROM document_targets AS t WHERE t.team_id = documents.team_id AND " + target.Text + ")",
		Args: target.Args,
		Holds: func(value func(string) db.Cell) bool {
			var all []targetJSON
			return json.Unmarshal([]byte(value("targets").S), &all) == nil && slices.ContainsFunc(all, func(t targetJSON) bool {
				return target.Holds(func(column string) db.Cell {
					if column == "t.kind" {
						return db.Cell{Known: true, S: t.Kind}
					}
					return db.Cell{Known: true, N: t.ID}
				})
			})
		},
	}
}

func (r *Documents) CountOf(ctx context.Context, team id.Team, kind document.TargetKind, targets []int64) (map[int64]int64, error) {
	if len(targets) == 0 {
		return map[int64]int64{}, nil
	}
	return r.targets.CountBy(ctx, team, "target_id", record.Is("kind", &kind), record.In("target_id", targets), record.Is("live", new(true)))
}

func (r *Documents) SameBytes(ctx context.Context, team id.Team, sum document.Digest) (document.ID, error) {
	found, _, err := r.documents.First(ctx, record.Query{Team: team, Where: []record.Condition{record.Is("sha256", &sum)}})
	return found.ID, err
}

func (r *Documents) Insert(ctx context.Context, d *document.Document) (*document.Document, error) {
	var stored *document.Document
	err := r.InTx(ctx, func(ctx context.Context) error {
		ids, err := r.documents.Insert(ctx, d.Snapshot())
		if err != nil {
			return err
		}
		if stored, err = d.Identified(document.ID(ids[0])); err != nil {
			return err
		}
		return r.link(ctx, stored.Snapshot())
	})
	if err != nil {
		return nil, err
	}
	return stored, nil
}

func (r *Documents) Save(ctx context.Context, docs []*document.Document) error {
	if len(docs) == 0 {
		return nil
	}
	all := make([]document.Snapshot, len(docs))
	for i, d := range docs {
		all[i] = d.Snapshot()
	}
	return r.InTx(ctx, func(ctx context.Context) error {
		err := r.documents.Save(ctx, all...)
		if errors.Is(err, db.ErrNotLoaded) {
			return fault.StaleVersion()
		}
		if err != nil {
			return err
		}
		for _, s := range all {
			if _, err := r.targets.Drop(ctx, s.Team, record.Is("document_id", &s.ID)); err != nil {
				return err
			}
			if err := r.link(ctx, s); err != nil {
				return err
			}
		}
		return nil
	})
}

// link writes the targets of a document to the table that is searched by target.
func (r *Documents) link(ctx context.Context, s document.Snapshot) error {
	links := make([]targetRow, len(s.Targets))
	for i, t := range s.Targets {
		links[i] = targetRow{Team: s.Team, Kind: t.Kind, Target: t.ID, Document: int64(s.ID), Live: s.DeletedAt == nil}
	}
	_, err := r.targets.Insert(ctx, links...)
	return err
}

func (r *Documents) InUse(ctx context.Context, team id.Team, sums []document.Digest, deletedAfter time.Time) ([]document.Digest, error) {
	used := []document.Digest{}
	if len(sums) == 0 {
		return used, nil
	}
	kept := record.Any(record.Known("deleted_at", new(false)), record.Above("deleted_at", new(db.Micros(deletedAfter))))
	found, err := r.documents.Select(ctx, record.Query{Team: team, Removed: true, Where: []record.Condition{record.In("sha256", sums), kept}})
	for _, s := range found {
		if !slices.Contains(used, s.SHA256) {
			used = append(used, s.SHA256)
		}
	}
	return used, err
}

func (r *Documents) Linked(ctx context.Context, team id.Team, docID document.ID) (*document.Document, error) {
	found, ok, err := r.documents.First(ctx, record.Query{Team: team, Removed: true, Where: []record.Condition{record.Is("id", &docID)}})
	if err != nil || !ok {
		return nil, err
	}
	return document.Restore(found)
}

// Usage counts the stored bytes of teams.
type Usage struct {
	usage *record.Records[usageRow, usageRow]
}

type usageRow struct {
	bun.BaseModel `bun:"table:document_usage"`

	Team  id.Team `bun:"team_id,pk"`
	Bytes int64   `bun:"bytes"`
}

var _ ports.Usage = (*Usage)(nil)

func NewUsage(on record.Engine) *Usage { return &Usage{record.New(on, record.Plain[usageRow]())} }

func (u *Usage) Stored(ctx context.Context, team id.Team) (int64, error) {
	found, _, err := u.usage.First(ctx, record.Query{Team: team})
	return found.Bytes, err
}

func (u *Usage) Lock(ctx context.Context, team id.Team) (int64, error) {
	found, ok, err := u.usage.First(ctx, record.Query{Team: team, Lock: true})
	if err != nil || ok {
		return found.Bytes, err
	}
	// Only an existing row can be locked.
	if _, err := u.usage.Insert(ctx, usageRow{Team: team}); err != nil {
		return 0, err
	}
	found, _, err = u.usage.First(ctx, record.Query{Team: team, Lock: true})
	return found.Bytes, err
}

func (u *Usage) Add(ctx context.Context, team id.Team, bytes int64) error {
	now, err := u.Lock(ctx, team)
	if err != nil {
		return err
	}
	return u.usage.Save(ctx, usageRow{Team: team, Bytes: now + bytes})
}
