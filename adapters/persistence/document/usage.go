package document

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/document"
)

// Usage implements ports.Usage with one counting row per team.
type Usage struct{ store *db.Store }

var _ ports.Usage = (*Usage)(nil)

// NewUsage makes the repository.
func NewUsage(s *db.Store) *Usage { return &Usage{store: s} }

const (
	storedSQL = "SELECT bytes FROM document_usage WHERE team_id = $1"
	// An update that changes nothing still locks the row on Postgres; on SQLite
	// any write takes the only writer.
	lockUsageSQL = "INSERT INTO document_usage (team_id, bytes) VALUES ($1, 0) " +
		"ON CONFLICT (team_id) DO UPDATE SET bytes = document_usage.bytes RETURNING bytes"
	addUsageSQL = "INSERT INTO document_usage (team_id, bytes) VALUES ($1, $2) " +
		"ON CONFLICT (team_id) DO UPDATE SET bytes = document_usage.bytes + excluded.bytes"
)

// Stored implements ports.Usage.
func (u *Usage) Stored(ctx context.Context, team id.Team) (int64, error) {
	var bytes int64
	err := u.store.Hot(ctx).QueryRow(ctx, storedSQL, int64(team)).Scan(&bytes)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("read the storage of a team: %w", db.Fault(err))
	}
	return bytes, nil
}

// Lock implements ports.Usage.
func (u *Usage) Lock(ctx context.Context, team id.Team) (int64, error) {
	var bytes int64
	if err := u.store.Hot(ctx).QueryRow(ctx, lockUsageSQL, int64(team)).Scan(&bytes); err != nil {
		return 0, fmt.Errorf("lock the storage of a team: %w", db.Fault(err))
	}
	return bytes, nil
}

// Add implements ports.Usage.
func (u *Usage) Add(ctx context.Context, team id.Team, bytes int64) error {
	if _, err := u.store.Hot(ctx).Exec(ctx, addUsageSQL, int64(team), bytes); err != nil {
		return fmt.Errorf("count the storage of a team: %w", db.Fault(err))
	}
	return nil
}
