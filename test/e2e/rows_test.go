package e2e_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
)

// makeRows creates repricer rows, at most 100, and returns their ids.
func makeRows(t *testing.T, c client, prefix string, n int) []string {
	t.Helper()
	rows := make([]string, n)
	for i := range rows {
		rows[i] = fmt.Sprintf(`{"sku":"%s-%03d","marketplace_id":"%s","asin":"%s"}`, prefix, i, usa, simulator.ASIN(i))
	}
	made := c.want(200, "POST", "/api/v1/sa/repricer/products", `{"products":[`+strings.Join(rows, ",")+`]}`)
	data, _ := made["data"].([]any)
	require.Len(t, data, n)
	ids := make([]string, n)
	for i, entry := range data {
		row, _ := entry.(map[string]any)
		require.Equal(t, "created", row["status"], row)
		ids[i] = text(row["id"])
	}
	return ids
}

// rowState has the members of a row that a write changes.
type rowState struct {
	version  int64
	minPrice string
}

// stateOf reads version and lowest price of a row as it is answered.
func stateOf(t testing.TB, row any) rowState {
	t.Helper()
	m, ok := row.(map[string]any)
	require.True(t, ok, "not a row: %v", row)
	limits, ok := m["limits"].(map[string]any)
	require.True(t, ok, "a row without limits: %v", row)
	var version int64
	_, err := fmt.Sscan(text(m["version"]), &version)
	require.NoError(t, err)
	return rowState{version, text(limits["min_price"])}
}
