package pricelist

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/pricelist"
	ports "sellingassistant/ports/pricelist"
)

// analysisRow has columns for the values that are counted.
type analysisRow struct {
	bun.BaseModel `bun:"table:pricelist_analyses"`

	record.Head
	Body       record.Document[pricelist.Values] `bun:"body"`
	Running    bool                              `bun:"running" record:"derived"`
	Recounting bool                              `bun:"recounting" record:"derived"`
	Rows       int64                             `bun:"rows_total" record:"derived"`
	Ends       *int64                            `bun:"ends_at" record:"derived"`
	// Supplier and Fingerprint belong to lists with known columns.
	Supplier    *int64  `bun:"supplier_id" record:"derived"`
	Fingerprint *string `bun:"fingerprint" record:"derived"`
}

// Analyses stores analyses.
type Analyses struct {
	*record.Kind[pricelist.ID, pricelist.Values, pricelist.ListFilter, analysisRow]
	store *db.Store
}

func NewAnalyses(s *db.Store) *Analyses {
	return &Analyses{record.NewKind(record.On(s), record.Table[analysisRow, pricelist.Analysis]{
		Row: func(a pricelist.Analysis) analysisRow {
			v := a.Values
			r := analysisRow{
				Head: record.HeadOf(a), Body: record.DocumentOf(v), Running: v.Stage.Running(), Recounting: v.Recounting(), Rows: v.Rows,
				Ends: optional.Convert(v.Ends(), db.Micros).Ptr(), Supplier: v.Supplier.Ptr(),
			}
			if v.Fingerprint != "" {
				r.Fingerprint = &v.Fingerprint
			}
			return r
		},
		Snapshot: func(r *analysisRow) (pricelist.Analysis, error) {
			return record.Versioned[pricelist.ID](r.Head, r.Body.V)
		},
		Sorts: map[string]string{"id": "id", "created_at": "created_at"},
	}, func(f pricelist.ListFilter) []record.Condition {
		return []record.Condition{record.In("supplier_id", f.Suppliers), record.Is("running", f.Running)}
	}), s}
}

var _ ports.Analyses = (*Analyses)(nil)

// Locked finds the analysis and locks it.
func (a *Analyses) Locked(ctx context.Context, team id.Team, one pricelist.ID) (pricelist.Analysis, error) {
	return a.All.FindLocked(ctx, team, int64(one))
}

// Running counts the running analyses of a team.
func (a *Analyses) Running(ctx context.Context, team id.Team) (int64, error) {
	return a.All.Count(ctx, team, record.Is("running", new(true)))
}

// Ahead counts the running analyses of a team with a lower id.
func (a *Analyses) Ahead(ctx context.Context, team id.Team, one pricelist.ID) (int64, error) {
	return a.All.Count(ctx, team, record.Is("running", new(true)), record.Below("id", new(int64(one))))
}

// LastMapping also considers lists that were read with their own mapping.
func (a *Analyses) LastMapping(ctx context.Context, team id.Team, supplier int64, fingerprint string) (pricelist.Mapping, bool, error) {
	found, err := a.All.Select(ctx, record.Query{
		Team: team, Where: []record.Condition{record.Is("supplier_id", &supplier), record.Is("fingerprint", &fingerprint)},
		Order: []page.By{{Field: "id", Desc: true}}, Limit: 1,
	})
	if err != nil || len(found) == 0 {
		return pricelist.Mapping{}, false, err
	}
	m, ok := found[0].Values.Mapping.Get()
	return m, ok, nil
}

// Unended lists running analyses of all teams, in any order.
func (a *Analyses) Unended(ctx context.Context, limit int) ([]pricelist.Analysis, error) {
	return a.All.Select(ctx, record.Query{Where: []record.Condition{record.Is("running", new(true))}, Limit: limit})
}

// Recounting lists analyses of all teams to be counted again, in any order.
func (a *Analyses) Recounting(ctx context.Context, limit int) ([]pricelist.Analysis, error) {
	return a.All.Select(ctx, record.Query{Where: []record.Condition{record.Is("recounting", new(true)), record.Is("running", new(false))}, Limit: limit})
}

// Ended lists analyses of all teams that expired by a time, the earliest first.
func (a *Analyses) Ended(ctx context.Context, at time.Time, limit int) ([]pricelist.Analysis, error) {
	return a.All.Select(ctx, record.Query{Where: []record.Condition{record.AtMost("ends_at", new(db.Micros(at)))}, Limit: limit})
}

// RowsSince counts rows, including rows of analyses deleted since.
func (a *Analyses) RowsSince(ctx context.Context, team id.Team, since time.Time) (n int64, err error) {
	rows, err := a.store.Hot(ctx).Query(ctx, "SELECT coalesce(CAST(sum(rows_total) AS BIGINT), 0) FROM pricelist_analyses WHERE team_id = $1 AND created_at >= $2",
		int64(team), db.Micros(since))
	return n, db.TryEach(rows, err)(func() error { return nil }, &n)
}
