package repricer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
)

// Postgres keeps the plans of an empty table until it has statistics. Such plans compare each row
// of a team with each key that is looked up, so thousands of new rows bring their statistics along.
func TestManyNewRowsBringTheirStatistics(t *testing.T) {
	s := stores.Open(t, pgtest.URL(t))
	// The server's own rounds would write their figures over those of the insert.
	_, err := s.DB().ExecContext(t.Context(), "ALTER TABLE repricer_products SET (autovacuum_enabled = false)")
	require.NoError(t, err)
	stored(s).Rows(t, ours, plainRows(600)...)
	var rows int64
	var teams string
	require.NoError(t, s.DB().QueryRowContext(t.Context(), `SELECT c.reltuples::bigint, s.most_common_vals::text
		FROM pg_class AS c JOIN pg_stats AS s ON s.schemaname = 'public' AND s.tablename = c.relname
		WHERE c.oid = 'repricer_products'::regclass AND s.attname = 'team_id'`).Scan(&rows, &teams))
	require.Equal(t, int64(600), rows)
	require.Equal(t, "{1}", teams)
}
