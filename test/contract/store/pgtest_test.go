package store_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
)

// TestDatabasesComeEmpty: databases pass from test to test, and must not have data of an earlier
// test.
func TestDatabasesComeEmpty(t *testing.T) {
	before := ""
	for n := range 4 {
		t.Run("", func(t *testing.T) {
			url := pgtest.URL(t)
			s := stores.Open(t, url)
			ctx := t.Context()
			var id int64
			err := s.Hot(ctx).QueryRow(ctx, "INSERT INTO users (email, email_folded, name, created_at) VALUES ($1, $1, $1, 1) RETURNING id", "x").Scan(&id)
			require.NoError(t, err)
			require.Equal(t, int64(1), id)
			switch n {
			case 1:
				// The next test must not get this database.
				_, err := s.DB().ExecContext(ctx, "CREATE TABLE extra (x BIGINT)")
				require.NoError(t, err)
			case 2:
				require.NotEqual(t, before, url)
			}
			before = url
		})
	}
}
