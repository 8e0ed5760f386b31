package vault

import (
	"context"
	"crypto/hmac"
	"errors"
)

// ErrWrongSecret refuses a database that belongs to another master secret.
var ErrWrongSecret = errors.New("SA_SECRET_KEY is not the key this database was made with: " +
	"its API keys and seller tokens cannot be read; start with the original key")

// Checks keeps one value per database. It stores the value if the database has no value yet, and
// returns the stored value.
type Checks func(ctx context.Context, value []byte) ([]byte, error)

// Check makes sure that the database belongs to the present or an older master secret. An empty
// database is assigned to the present secret. A wrong secret is ErrWrongSecret.
func Check(ctx context.Context, checks Checks, master []byte, older ...[]byte) error {
	kept, err := checks(ctx, Derive(master, "check"))
	if err != nil {
		return err
	}
	// The stored value stays with the first secret. Data sealed with that secret stays sealed with
	// it, so it must remain among the older secrets.
	for _, m := range append([][]byte{master}, older...) {
		if hmac.Equal(kept, Derive(m, "check")) {
			return nil
		}
	}
	return ErrWrongSecret
}
