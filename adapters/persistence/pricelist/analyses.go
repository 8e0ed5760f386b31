package pricelist

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/pricelist"
	ports "sellingassistant/ports/pricelist"
)

// analysisRow has columns for what is counted.
type analysisRow struct {
	bun.BaseModel `bun:"table:pricelist_analyses"`

	record.Head
	Body    record.Document[pricelist.Values] `bun:"body"`
	Running bool                              `bun:"running" record:"derived"`
	Rows    int64                             `bun:"rows_total" record:"derived"`
}

// Analyses stores analyses.
type Analyses struct {
	*record.Kind[pricelist.ID, pricelist.Values, struct{}, analysisRow]
	store *db.Store
}

// NewAnalyses opens the analyses of all teams.
func NewAnalyses(s *db.Store) *Analyses {
	return &Analyses{record.NewKind(record.On(s), record.Table[analysisRow, pricelist.Analysis]{
		Row: func(a pricelist.Analysis) analysisRow {
			return analysisRow{Head: record.HeadOf(a), Body: record.DocumentOf(a.Values), Running: a.Values.Stage.Running(), Rows: a.Values.Rows}
		},
		Snapshot: func(r *analysisRow) (pricelist.Analysis, error) {
			return record.Versioned[pricelist.ID](r.Head, r.Body.V)
		},
	}, func(struct{}) []record.Condition { return nil }), s}
}

var _ ports.Analyses = (*Analyses)(nil)

// Locked is Find that holds the analysis.
func (a *Analyses) Locked(ctx context.Context, team id.Team, one pricelist.ID) (pricelist.Analysis, error) {
	return a.All.FindLocked(ctx, team, int64(one))
}

// Running counts them.
func (a *Analyses) Running(ctx context.Context, team id.Team) (int64, error) {
	return a.All.Count(ctx, team, record.Is("running", new(true)))
}

// RowsSince counts rows, also those of analyses that were forgotten since.
func (a *Analyses) RowsSince(ctx context.Context, team id.Team, since time.Time) (n int64, err error) {
	rows, err := a.store.Hot(ctx).Query(ctx, "SELECT coalesce(CAST(sum(rows_total) AS BIGINT), 0) FROM pricelist_analyses WHERE team_id = $1 AND created_at >= $2",
		int64(team), db.Micros(since))
	return n, db.TryEach(rows, err)(func() error { return nil }, &n)
}
