// Package idempotency stores the answers to calls that carry an
// Idempotency-Key.
package idempotency

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/ports/idempotency"
)

const (
	// life limits the age of an answer.
	life = 24 * time.Hour
	// swept limits the old entries that a claim deletes. It exceeds 1, so that they cannot pile up.
	swept = 10
)

// Store implements the port.
type Store struct{ store *db.Store }

func New(s *db.Store) *Store { return &Store{s} }

func (r *Store) Lock(ctx context.Context, s idempotency.Scope) (bool, error) {
	return r.store.TryLock(ctx, "idempotency|"+strconv.FormatInt(int64(s.Team), 10)+"|"+s.Operation+"|"+s.Key)
}

func (r *Store) Find(ctx context.Context, s idempotency.Scope, now time.Time) (*idempotency.Entry, error) {
	var (
		e      idempotency.Entry
		lease  int64
		status *int64
		header db.JSON[map[string]string]
		body   []byte
	)
	err := r.store.Hot(ctx).QueryRow(ctx, `SELECT fingerprint, lease_until, status, header, body FROM idempotency_keys
		WHERE team_id = $1 AND operation = $2 AND key = $3 AND created_at > $4`,
		int64(s.Team), s.Operation, s.Key, db.Micros(now.Add(-life))).
		Scan(&e.Fingerprint, &lease, &status, &header, &body)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, db.Fault(err)
	}
	if lease != 0 {
		e.LeaseUntil = db.FromMicros(lease)
	}
	if status != nil {
		e.Answer = &idempotency.Answer{Status: int(*status), Header: header.V, Body: body}
	}
	return &e, nil
}

// Claim may replace an entry that is older than 24 hours, or that has no answer after its lease
// ended.
func (r *Store) Claim(ctx context.Context, s idempotency.Scope, e idempotency.Entry, now time.Time) (bool, error) {
	hot := r.store.Hot(ctx)
	var lease int64
	if !e.LeaseUntil.IsZero() {
		lease = db.Micros(e.LeaseUntil)
	}
	old := db.Micros(now.Add(-life))
	n, err := hot.Exec(ctx, `INSERT INTO idempotency_keys (team_id, operation, key, fingerprint, lease_until, created_at)
		VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (team_id, operation, key) DO UPDATE SET fingerprint = excluded.fingerprint,
			lease_until = excluded.lease_until, created_at = excluded.created_at, status = NULL, header = NULL, body = NULL
		WHERE idempotency_keys.created_at <= $7
			OR (idempotency_keys.status IS NULL AND idempotency_keys.lease_until <= $6)`,
		int64(s.Team), s.Operation, s.Key, e.Fingerprint, lease, db.Micros(now), old)
	if err != nil || n == 0 {
		return false, db.Fault(err)
	}
	_, err = hot.Exec(ctx, r.sweep(), int64(s.Team), old, int64(swept))
	return err == nil, db.Fault(err)
}

// sweep deletes some entries of a team that are too old to be found. Postgres skips entries that
// another claim is deleting, so that claims do not wait for each other. It selects the entries in a
// CTE, because a subquery with locks may run again for each compared row.
func (r *Store) sweep() string {
	const old = `SELECT operation, key FROM idempotency_keys WHERE team_id = $1 AND created_at <= $2 ORDER BY created_at LIMIT $3`
	const text = `DELETE FROM idempotency_keys WHERE team_id = $1 AND (operation, key) IN (`
	if r.store.Dialect() == db.Postgres {
		return `WITH old AS MATERIALIZED (` + old + ` FOR UPDATE SKIP LOCKED) ` + text + `SELECT operation, key FROM old)`
	}
	return text + old + `)`
}

func (r *Store) Complete(ctx context.Context, s idempotency.Scope, fingerprint string, a idempotency.Answer) error {
	header := a.Header
	if header == nil {
		header = map[string]string{}
	}
	n, err := r.store.Hot(ctx).Exec(ctx, `UPDATE idempotency_keys
		SET fingerprint = $1, status = $2, header = $3, body = $4
		WHERE team_id = $5 AND operation = $6 AND key = $7 AND status IS NULL`,
		fingerprint, int64(a.Status), db.JSONOf(header), a.Body, int64(s.Team), s.Operation, s.Key)
	if err != nil {
		return db.Fault(err)
	}
	if n == 0 {
		return errors.New("idempotency: the key to complete is not claimed")
	}
	return nil
}

func (r *Store) Release(ctx context.Context, s idempotency.Scope) error {
	_, err := r.store.Hot(ctx).Exec(ctx, `DELETE FROM idempotency_keys
		WHERE team_id = $1 AND operation = $2 AND key = $3 AND status IS NULL`, int64(s.Team), s.Operation, s.Key)
	return db.Fault(err)
}
