package identity

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/identity"
)

const keyColumns = `k.id, k.team_id, k.user_id, k.name, k.prefix, k.last4, k.digest, k.scopes,
	k.last_used_at, k.expires_at, k.revoked_at, k.created_at`

func (r *keyRow) places() []any {
	return []any{
		&r.ID, &r.TeamID, &r.UserID, &r.Name, &r.Prefix, &r.Last4, &r.Digest, &r.Scopes,
		&r.LastUsedAt, &r.ExpiresAt, &r.RevokedAt, &r.CreatedAt,
	}
}

// Keys implements the port of that name.
type Keys struct{ store *db.Store }

// NewKeys makes the store of keys.
func NewKeys(s *db.Store) *Keys { return &Keys{s} }

// Access implements the port.
func (r *Keys) Access(ctx context.Context, digests []identity.Digest) (*identity.Access, error) {
	if len(digests) == 0 {
		return nil, nil
	}
	// One text for one digest and for two, so that it is prepared once.
	first, last := digests[0], digests[len(digests)-1]
	var row keyRow
	var role string
	err := r.store.Hot(ctx).QueryRow(ctx, `SELECT `+keyColumns+`, m.role
		FROM api_keys k JOIN memberships m ON m.team_id = k.team_id AND m.user_id = k.user_id
		WHERE k.digest IN ($1, $2)`, first[:], last[:]).
		Scan(append(row.places(), &role)...)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, db.Fault(err)
	}
	k, err := row.key()
	if err != nil {
		return nil, err
	}
	return &identity.Access{Key: k, Role: caller.Role(role)}, nil
}

// Add implements the port.
func (r *Keys) Add(ctx context.Context, k identity.Key) (id.Key, error) {
	row := keyRowOf(k.Snapshot())
	if _, err := r.store.Write(ctx).NewInsert().Model(&row).Exec(ctx); err != nil {
		return 0, db.Fault(err)
	}
	return id.Key(row.ID), nil
}

// Find implements the port.
func (r *Keys) Find(ctx context.Context, team id.Team, key id.Key) (identity.Key, error) {
	return r.find(ctx, team, key, "")
}

// FindLocked implements the port.
func (r *Keys) FindLocked(ctx context.Context, team id.Team, key id.Key) (identity.Key, error) {
	return r.find(ctx, team, key, r.store.ForUpdate())
}

func (r *Keys) find(ctx context.Context, team id.Team, key id.Key, lock string) (identity.Key, error) {
	var row keyRow
	err := r.store.Hot(ctx).QueryRow(ctx,
		`SELECT `+keyColumns+` FROM api_keys k WHERE k.team_id = $1 AND k.id = $2`+lock, int64(team), int64(key)).
		Scan(row.places()...)
	if err != nil {
		return identity.Key{}, absent(err)
	}
	return row.key()
}

// List implements the port.
func (r *Keys) List(ctx context.Context, team id.Team, limit int64) ([]identity.Key, error) {
	var rows []keyRow
	err := r.store.Read(ctx).NewSelect().Model(&rows).
		Where("team_id = ?", int64(team)).OrderExpr("id DESC").Limit(limit).Scan(ctx)
	if err != nil {
		return nil, db.Fault(err)
	}
	out := make([]identity.Key, len(rows))
	for i, row := range rows {
		if out[i], err = row.key(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// SaveRevoked implements the port.
func (r *Keys) SaveRevoked(ctx context.Context, k identity.Key) error {
	s := k.Snapshot()
	res, err := r.store.Write(ctx).NewUpdate().Table("api_keys").
		Set("revoked_at = ?", db.NullMicros(s.RevokedAt)).
		Where("team_id = ?", int64(s.Team)).Where("id = ?", int64(s.ID)).Exec(ctx)
	return changedOne(res, err)
}

// Used implements the port.
func (r *Keys) Used(ctx context.Context, u ports.Use) (bool, error) {
	hot := r.store.Hot(ctx)
	at := db.Micros(u.At)
	first, err := hot.Exec(ctx, `UPDATE api_keys SET last_used_at = $1, digest = $2
		WHERE team_id = $3 AND id = $4 AND last_used_at IS NULL`, at, u.Digest[:], int64(u.Team), int64(u.Key))
	if err != nil || first > 0 {
		return err == nil, db.Fault(err)
	}
	_, err = hot.Exec(ctx, `UPDATE api_keys SET last_used_at = $1, digest = $2
		WHERE team_id = $3 AND id = $4 AND last_used_at <= $5`,
		at, u.Digest[:], int64(u.Team), int64(u.Key), at-time.Minute.Microseconds())
	return false, db.Fault(err)
}
