package imports

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/imports"
)

type importRow struct {
	bun.BaseModel `bun:"table:imports"`

	record.Head
	Body   record.Document[imports.Values] `bun:"body"`
	Kind   string                          `bun:"kind" record:"derived"`
	Stage  string                          `bun:"stage" record:"derived"`
	DryRun bool                            `bun:"dry_run" record:"derived"`
	Busy   bool                            `bun:"busy" record:"derived"`
	Ends   *int64                          `bun:"ends_at" record:"derived"`
	// Fingerprint has null for tables without a header.
	Fingerprint *string `bun:"fingerprint" record:"derived"`
}

// Imports stores imports.
type Imports struct {
	*record.Kind[imports.ID, imports.Values, imports.Filter, importRow]
}

func NewImports(s *db.Store) *Imports {
	return &Imports{record.NewKind(record.On(s), record.Table[importRow, imports.Import]{
		Row: func(i imports.Import) importRow {
			v := i.Values
			r := importRow{
				Head: record.HeadOf(i), Body: record.DocumentOf(v), Kind: string(v.Kind), Stage: string(v.Stage), DryRun: v.DryRun, Busy: v.Stage.Busy(),
				Ends: optional.Convert(v.Ends(), db.Micros).Ptr(),
			}
			if v.Fingerprint != "" {
				r.Fingerprint = &v.Fingerprint
			}
			return r
		},
		Snapshot: func(r *importRow) (imports.Import, error) { return record.Versioned[imports.ID](r.Head, r.Body.V) },
		Sorts:    map[string]string{"id": "id", "created_at": "created_at"},
	}, func(f imports.Filter) []record.Condition {
		return []record.Condition{record.In("kind", f.Kinds), record.In("stage", f.Stages), record.Is("dry_run", f.DryRun)}
	})}
}

var _ ports.Imports = (*Imports)(nil)

// Locked finds the import and locks it.
func (i *Imports) Locked(ctx context.Context, team id.Team, one imports.ID) (imports.Import, error) {
	return i.All.FindLocked(ctx, team, int64(one))
}

// Busy counts the unfinished imports of a team.
func (i *Imports) Busy(ctx context.Context, team id.Team) (int64, error) {
	return i.All.Count(ctx, team, record.Is("busy", new(true)))
}

// LastMapping also considers imports that were read with their own mapping.
func (i *Imports) LastMapping(ctx context.Context, team id.Team, k imports.Kind, fingerprint string) (imports.Mapping, bool, error) {
	found, err := i.All.Select(ctx, record.Query{
		Team: team, Where: []record.Condition{record.Is("fingerprint", &fingerprint), record.Is("kind", new(string(k)))},
		Order: []page.By{{Field: "id", Desc: true}}, Limit: 1,
	})
	if err != nil || len(found) == 0 {
		return imports.Mapping{}, false, err
	}
	return found[0].Values.Mapping, true, nil
}

// Unended lists unfinished imports of all teams, in any order.
func (i *Imports) Unended(ctx context.Context, limit int) ([]imports.Import, error) {
	return i.All.Select(ctx, record.Query{Where: []record.Condition{record.Is("busy", new(true))}, Limit: limit})
}

// Ended lists imports of all teams that ended by a time, in any order.
func (i *Imports) Ended(ctx context.Context, at time.Time, limit int) ([]imports.Import, error) {
	return i.All.Select(ctx, record.Query{Where: []record.Condition{record.AtMost("ends_at", new(db.Micros(at)))}, Limit: limit})
}
