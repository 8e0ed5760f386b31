package identity

import (
	"context"

	"sellingassistant/adapters/persistence/db"
)

// SecretChecks keeps the one value that ties a database to its master secret.
type SecretChecks struct{ store *db.Store }

// NewSecretChecks makes the store of that value.
func NewSecretChecks(s *db.Store) *SecretChecks { return &SecretChecks{s} }

// Keep stores the value if there is none yet, and returns the one there is.
func (r *SecretChecks) Keep(ctx context.Context, value []byte) ([]byte, error) {
	hot := r.store.Hot(ctx)
	_, err := hot.Exec(ctx, `INSERT INTO secret_check (id, value) VALUES (1, $1) ON CONFLICT (id) DO NOTHING`, value)
	if err != nil {
		return nil, db.Fault(err)
	}
	var kept []byte
	err = hot.QueryRow(ctx, `SELECT value FROM secret_check WHERE id = 1`).Scan(&kept)
	return kept, db.Fault(err)
}
