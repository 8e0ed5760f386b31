package store_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/test/stores"
)

// bothCurrencies names, for each table with two currencies, the package and the test that adds
// amounts in both.
var bothCurrencies = map[string][2]string{
	"purchasing_orders": {"app/purchasing/orders", "TestCostsThatOthersBillHaveAnyCurrency"},
}

const twoCurrencies = `SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
	WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0
		AND NOT a.attisdropped AND a.attname LIKE '%currency%'
	GROUP BY c.relname HAVING COUNT(*) > 1 ORDER BY 1`

// TestTablesWithTwoCurrenciesAreAddedUp fails for a table that gets a second currency before a test
// adds amounts in both.
func TestTablesWithTwoCurrenciesAreAddedUp(t *testing.T) {
	s := stores.Postgres(t)
	list := func() (found []string) {
		var name string
		require.NoError(t, db.Each(s.Hot(t.Context()).Query(t.Context(), twoCurrencies))(func() { found = append(found, name) }, &name))
		return found
	}
	var want []string
	for name, by := range bothCurrencies {
		want = append(want, name)
		require.True(t, tested(t, by[0], by[1]), "%s has no test %s", by[0], by[1])
	}
	require.ElementsMatch(t, want, list(), "write a test that adds amounts in both currencies, and name it in bothCurrencies")

	_, err := s.DB().ExecContext(t.Context(), "CREATE TABLE x_two (id BIGINT, currency TEXT, paid_currency TEXT)")
	require.NoError(t, err)
	require.ElementsMatch(t, append(want, "x_two"), list())
}

// tested reports whether a package has a test.
func tested(t *testing.T, folder, test string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "..", folder, "*_test.go"))
	require.NoError(t, err)
	for _, path := range files {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		if strings.Contains(string(text), "func "+test+"(") {
			return true
		}
	}
	return false
}
