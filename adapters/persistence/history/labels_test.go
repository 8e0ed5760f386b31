package history

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/stores"
)

// TestLabelsAreFoundByIDs asks SQLite, which has no statistics, for its plan: no part reads all
// records of the team.
func TestLabelsAreFoundByIDs(t *testing.T) {
	s := stores.SQLite(t)
	rows, err := s.Hot(t.Context()).Query(t.Context(), "EXPLAIN QUERY PLAN "+labels(s), int64(1), "[]", "[]", "[]", "[1]", "[]")
	require.NoError(t, err)
	defer rows.Close()
	found := 0
	for rows.Next() {
		var step string
		require.NoError(t, rows.Scan(new(int), new(int), new(int), &step))
		require.False(t, strings.HasSuffix(step, "(team_id=?)"), step)
		found += strings.Count(step, "PRIMARY KEY (rowid=?)")
	}
	require.NoError(t, rows.Err())
	require.GreaterOrEqual(t, found, 5)
}
