package identity

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/id"
)

// Tokens stores the usage and reservations of the port, on both databases.
type Tokens struct{ store *db.Store }

func NewTokens(s *db.Store) *Tokens { return &Tokens{s} }

func (r *Tokens) Used(ctx context.Context, team id.Team, p identity.Period) (int64, error) {
	var used int64
	err := r.store.Hot(ctx).QueryRow(ctx, `SELECT used FROM token_usage WHERE team_id = $1 AND period = $2`,
		int64(team), int64(p)).Scan(&used)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return used, db.Fault(err)
}

// Lock locks the row by writing it, which also works for the first call of a month.
func (r *Tokens) Lock(ctx context.Context, team id.Team, p identity.Period) (int64, error) {
	var used int64
	err := r.store.HotWrite(ctx).QueryRow(ctx, `INSERT INTO token_usage (team_id, period, used) VALUES ($1, $2, 0)
		ON CONFLICT (team_id, period) DO UPDATE SET used = token_usage.used RETURNING used`,
		int64(team), int64(p)).Scan(&used)
	return used, db.Fault(err)
}

func (r *Tokens) Reserved(ctx context.Context, team id.Team, p identity.Period, now time.Time) (int64, error) {
	var n int64
	err := r.store.Hot(ctx).QueryRow(ctx, `SELECT CAST(COALESCE(SUM(tokens), 0) AS BIGINT) FROM token_reservations
		WHERE team_id = $1 AND period = $2 AND expires_at > $3`,
		int64(team), int64(p), db.Micros(now)).Scan(&n)
	return n, db.Fault(err)
}

func (r *Tokens) Reserve(ctx context.Context, v identity.Reservation) (int64, error) {
	row := reservationRow{TeamID: int64(v.Team), Period: int32(v.Period), Tokens: v.Tokens, ExpiresAt: db.Micros(v.ExpiresAt)}
	if _, err := r.store.Write(ctx).NewInsert().Model(&row).Exec(ctx); err != nil {
		return 0, db.Fault(err)
	}
	return row.ID, nil
}

func (r *Tokens) Drop(ctx context.Context, team id.Team, reservation int64) (bool, error) {
	n, err := r.store.Hot(ctx).Exec(ctx, `DELETE FROM token_reservations WHERE team_id = $1 AND id = $2`,
		int64(team), reservation)
	return n > 0, db.Fault(err)
}

func (r *Tokens) Spend(ctx context.Context, team id.Team, p identity.Period, tokens int64) error {
	_, err := r.store.Hot(ctx).Exec(ctx, `UPDATE token_usage SET used = used + $1 WHERE team_id = $2 AND period = $3`,
		tokens, int64(team), int64(p))
	return db.Fault(err)
}

func (r *Tokens) Sweep(ctx context.Context, team id.Team, before time.Time) error {
	_, err := r.store.Hot(ctx).Exec(ctx, `DELETE FROM token_reservations WHERE team_id = $1 AND id IN (
		SELECT id FROM token_reservations WHERE team_id = $1 AND expires_at < $2 ORDER BY id LIMIT 20)`,
		int64(team), db.Micros(before))
	return db.Fault(err)
}
