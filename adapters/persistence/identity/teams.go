// Package identity stores teams, users, keys and tokens.
package identity

import (
	"context"
	"database/sql"
	"errors"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
)

// Teams implements the port of that name.
type Teams struct{ store *db.Store }

// NewTeams makes the store of teams.
func NewTeams(s *db.Store) *Teams { return &Teams{s} }

// Add implements the port.
func (r *Teams) Add(ctx context.Context, t identity.Team) (id.Team, error) {
	row := teamRowOf(t.Snapshot())
	if _, err := r.store.Write(ctx).NewInsert().Model(&row).Exec(ctx); err != nil {
		return 0, db.Fault(err)
	}
	return id.Team(row.ID), nil
}

// Find implements the port.
func (r *Teams) Find(ctx context.Context, team id.Team) (identity.Team, error) {
	return r.find(ctx, team, "")
}

// FindLocked implements the port.
func (r *Teams) FindLocked(ctx context.Context, team id.Team) (identity.Team, error) {
	return r.find(ctx, team, r.store.ForUpdate())
}

func (r *Teams) find(ctx context.Context, team id.Team, lock string) (identity.Team, error) {
	var row teamRow
	err := r.store.Hot(ctx).QueryRow(ctx, `SELECT id, name, plan_code, plan_status, plan_renews_at, tokens_month,
		currency, timezone, default_marketplace_id, settings, features, version, created_at, updated_at
		FROM teams WHERE id = $1`+lock, int64(team)).
		Scan(&row.ID, &row.Name, &row.PlanCode, &row.PlanStatus, &row.PlanRenewsAt, &row.TokensMonth,
			&row.Currency, &row.Timezone, &row.DefaultMarketplaceID, &row.Settings, &row.Features,
			&row.Version, &row.CreatedAt, &row.UpdatedAt)
	if err != nil {
		return identity.Team{}, absent(err)
	}
	return row.team()
}

// Save implements the port.
func (r *Teams) Save(ctx context.Context, t identity.Team) error {
	row := teamRowOf(t.Snapshot())
	res, err := r.store.Write(ctx).NewUpdate().Model(&row).ExcludeColumn("created_at").WherePK().Exec(ctx)
	return changedOne(res, err)
}

// absent makes the fault Missing of a row that is not there.
func absent(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return fault.Missing()
	}
	return db.Fault(err)
}

func changedOne(res sql.Result, err error) error {
	if err != nil {
		return db.Fault(err)
	}
	n, err := res.RowsAffected()
	if err != nil {
		return db.Fault(err)
	}
	if n == 0 {
		return fault.Missing()
	}
	return nil
}
