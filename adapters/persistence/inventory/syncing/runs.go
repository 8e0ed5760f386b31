package syncing

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"sellingassistant/domain/inventory/syncing"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
)

// Runs stores the sync runs of all teams.
type Runs struct{ store *db.Store }

func NewRuns(s *db.Store) *Runs { return &Runs{s} }

const (
	fixed    = `team_id, connection_id, seller_id, marketplace_id, kind, requested_at`
	changing = `state, phase, cursor_at, after_sku, stock_since, watermark, marked, seen, changed, closed, beyond,
		error_code, holder, lease_until, started_at, ended_at, updated_at, version`
	columns = `id, ` + fixed + `, ` + changing
)

// changingArgs returns the values of the changing columns.
func changingArgs(s *syncing.RunSnapshot) []any {
	return []any{
		string(s.State), string(s.Phase), db.NullMicros(s.Cursor), s.AfterSKU, db.NullMicros(s.StockSince),
		db.NullMicros(s.Watermark), s.Marked, s.Seen, s.Changed, s.Closed, s.Beyond, s.ErrorCode, s.Holder,
		db.NullMicros(s.LeaseUntil), db.NullMicros(s.StartedAt), db.NullMicros(s.EndedAt), db.Micros(s.UpdatedAt), s.Version,
	}
}

// Add inserts a run or returns the open run of the same target. The unique index covers only open
// runs, so a conflict is always with an open run.
func (r *Runs) Add(ctx context.Context, run syncing.Run) (syncing.Run, bool, error) {
	s := run.Snapshot()
	args := append([]any{
		int64(s.Team), int64(s.Connection), s.Seller, string(s.Marketplace), string(s.Kind), db.Micros(s.RequestedAt),
	}, changingArgs(&s)...)
	err := r.store.HotWrite(ctx).QueryRow(ctx, `INSERT INTO inventory_sync_runs (`+fixed+`, `+changing+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)
		ON CONFLICT (team_id, connection_id, marketplace_id, kind) WHERE ended_at IS NULL DO NOTHING
		RETURNING id`, args...).Scan(&s.ID)
	if err == nil {
		stored, err := syncing.RestoreRun(s)
		return stored, true, err
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return run, false, db.Fault(err)
	}
	open, err := r.one(ctx, `SELECT `+columns+` FROM inventory_sync_runs
		WHERE team_id = $1 AND connection_id = $2 AND marketplace_id = $3 AND kind = $4 AND ended_at IS NULL`,
		int64(s.Team), int64(s.Connection), string(s.Marketplace), string(s.Kind))
	if fault.Is(err, fault.CodeNotFound) {
		// It ended between the two statements.
		err = fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "The service is busy.").After(time.Second).Because(err)
	}
	return open, false, err
}

func (r *Runs) Find(ctx context.Context, team id.Team, run int64) (syncing.Run, error) {
	return r.one(ctx, `SELECT `+columns+` FROM inventory_sync_runs WHERE team_id = $1 AND id = $2`, int64(team), run)
}

func (r *Runs) Save(ctx context.Context, run *syncing.Run) error {
	s := run.Snapshot()
	args := append(append([]any{int64(s.Team), s.ID}, changingArgs(&s)...), run.Stored())
	n, err := r.store.Hot(ctx).Exec(ctx, `UPDATE inventory_sync_runs SET (`+changing+`) =
		($3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
		WHERE team_id = $1 AND id = $2 AND version = $21`, args...)
	if err != nil {
		return db.Fault(err)
	}
	if n == 0 {
		return fault.New(fault.Conflict, fault.CodeConflict, "Another process is working on the sync run.")
	}
	run.Saved()
	return nil
}

func (r *Runs) Base(ctx context.Context, t syncing.Target) (*syncing.Base, error) {
	var done, started, watermark *int64
	err := r.store.Hot(ctx).QueryRow(ctx, `SELECT MAX(ended_at), MAX(started_at), MAX(watermark) FROM inventory_sync_runs
		WHERE team_id = $1 AND connection_id = $2 AND marketplace_id = $3 AND state = 'done' AND seller_id = $4`,
		int64(t.Team), int64(t.Connection), string(t.Marketplace), t.Seller).Scan(&done, &started, &watermark)
	if err != nil || done == nil {
		return nil, db.Fault(err)
	}
	return &syncing.Base{
		Done: db.FromMicros(*done), Started: db.FromMicros(*started), Watermark: db.FromNullMicros(watermark),
	}, nil
}

func (r *Runs) Latest(ctx context.Context, team id.Team) ([]syncing.Run, error) {
	rows, err := r.store.Hot(ctx).Query(ctx, `SELECT `+columns+` FROM inventory_sync_runs
		WHERE team_id = $1 AND id IN (SELECT MAX(id) FROM inventory_sync_runs
			WHERE team_id = $1 GROUP BY connection_id, marketplace_id, kind)
		ORDER BY connection_id, marketplace_id, kind`, int64(team))
	if err != nil {
		return nil, db.Fault(err)
	}
	defer rows.Close()
	var all []syncing.Run
	for rows.Next() {
		run, err := scanRun(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, run)
	}
	return all, db.Fault(rows.Err())
}

func (r *Runs) Synced(ctx context.Context, team id.Team) (map[id.Connection]time.Time, error) {
	all := map[id.Connection]time.Time{}
	var c, at int64
	return all, db.Each(r.store.Hot(ctx).Query(ctx, `SELECT connection_id, MAX(ended_at) FROM inventory_sync_runs
		WHERE team_id = $1 AND state = 'done' GROUP BY connection_id`, int64(team)))(
		func() { all[id.Connection(c)] = db.FromMicros(at) }, &c, &at)
}

func (r *Runs) Histories(ctx context.Context) (map[syncing.Target]syncing.History, error) {
	all := map[syncing.Target]syncing.History{}
	var target syncing.Target
	var full *int64
	var last int64
	return all, db.Each(r.store.Hot(ctx).Query(ctx, `SELECT team_id, connection_id, seller_id, marketplace_id,
			MAX(CASE WHEN kind = 'full' THEN requested_at END), MAX(requested_at)
		FROM inventory_sync_runs GROUP BY team_id, connection_id, seller_id, marketplace_id`))(func() {
		h := syncing.History{Any: db.FromMicros(last)}
		if full != nil {
			h.Full = db.FromMicros(*full)
		}
		all[target] = h
	}, (*int64)(&target.Team), (*int64)(&target.Connection), &target.Seller, (*string)(&target.Marketplace), &full, &last)
}

func (r *Runs) Sweep(ctx context.Context, before time.Time) (int64, error) {
	n, err := r.store.Hot(ctx).Exec(ctx, `DELETE FROM inventory_sync_runs WHERE ended_at < $1
		AND id NOT IN (SELECT MAX(id) FROM inventory_sync_runs GROUP BY team_id, connection_id, marketplace_id, kind, state)`,
		db.Micros(before))
	return n, db.Fault(err)
}

func (r *Runs) one(ctx context.Context, query string, args ...any) (syncing.Run, error) {
	return scanRun(r.store.Hot(ctx).QueryRow(ctx, query, args...))
}

func scanRun(row db.Row) (syncing.Run, error) {
	var s syncing.RunSnapshot
	var cursor, since, watermark, lease, began, ended *int64
	var requested, updated int64
	err := row.Scan(&s.ID, (*int64)(&s.Team), (*int64)(&s.Connection), &s.Seller, (*string)(&s.Marketplace),
		(*string)(&s.Kind), &requested, (*string)(&s.State), (*string)(&s.Phase), &cursor, &s.AfterSKU,
		&since, &watermark, &s.Marked, &s.Seen, &s.Changed, &s.Closed, &s.Beyond, &s.ErrorCode, &s.Holder, &lease,
		&began, &ended, &updated, &s.Version)
	if errors.Is(err, sql.ErrNoRows) {
		return syncing.Run{}, fault.Missing()
	}
	if err != nil {
		return syncing.Run{}, db.Fault(err)
	}
	s.RequestedAt, s.UpdatedAt = db.FromMicros(requested), db.FromMicros(updated)
	s.Cursor, s.StockSince, s.Watermark = db.FromNullMicros(cursor), db.FromNullMicros(since), db.FromNullMicros(watermark)
	s.LeaseUntil, s.StartedAt, s.EndedAt = db.FromNullMicros(lease), db.FromNullMicros(began), db.FromNullMicros(ended)
	return syncing.RestoreRun(s)
}
