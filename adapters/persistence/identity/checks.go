package identity

import (
	"context"
	"database/sql"
	"errors"

	"sellingassistant/adapters/persistence/db"
)

// SecretChecks stores the value that ties a database to its master secret.
type SecretChecks struct{ store *db.Store }

func NewSecretChecks(s *db.Store) *SecretChecks { return &SecretChecks{s} }

// Keep stores the value if the database has no value yet, and returns the stored value. It reads
// first, because a write at every start would wait for other writers, and would fail while another
// process locks the file for long.
func (r *SecretChecks) Keep(ctx context.Context, value []byte) (kept []byte, err error) {
	if kept, err = r.kept(ctx); !errors.Is(err, sql.ErrNoRows) {
		return kept, db.Fault(err)
	}
	err = r.store.InTx(ctx, func(ctx context.Context) error {
		_, err := r.store.Hot(ctx).Exec(ctx, `INSERT INTO secret_check (id, value) VALUES (1, $1) ON CONFLICT (id) DO NOTHING`, value)
		if err != nil {
			return err
		}
		kept, err = r.kept(ctx)
		return err
	})
	return kept, err
}

func (r *SecretChecks) kept(ctx context.Context) (value []byte, err error) {
	err = r.store.Hot(ctx).QueryRow(ctx, `SELECT value FROM secret_check WHERE id = 1`).Scan(&value)
	return value, err
}
