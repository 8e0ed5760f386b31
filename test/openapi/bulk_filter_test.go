package openapi_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi/service"
)

// A program whose list of SKUs is empty means no row. Without the refusal it would change every row.
func TestAnEmptyListIsNoFilterOfBulkChanges(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		b := newTabler(t, s)
		b.Products(t, "A", 2)
		b.many(t, http.StatusOK, "bulk", `{"filter":{"sku":["none"]},"patch":{"mode":"off"}}`) // the first use of the key
		before := s.Dump(t)
		for _, member := range []string{
			"mode", "hold", "run_state", "strategy_id", "marketplace_id", "asin", "sku", "condition", "fulfillment",
			"buy_box_owner", "attention",
		} {
			answer := b.many(t, http.StatusBadRequest, "bulk", `{"filter":{"`+member+`":[]},"patch":{"mode":"off"}}`)
			require.Equal(t, []any{"too_few", "/filter/" + member}, firstFault(t, answer), member)
		}
		for _, member := range []string{"marketplace_id", "seller_id", "brand", "supplier_id", "tag_ids", "tag_ids_all"} {
			answer := b.many(t, http.StatusBadRequest, "from-skus", `{"filter":{"`+member+`":[]}}`)
			require.Equal(t, []any{"too_few", "/filter/" + member}, firstFault(t, answer), member)
		}
		require.Empty(t, before.Diff(s.Dump(t)))
	})
}

func firstFault(t *testing.T, answer map[string]any) []any {
	t.Helper()
	faults, ok := answer["errors"].([]any)
	require.True(t, ok)
	require.Len(t, faults, 1)
	return []any{at(faults[0], "code"), at(faults[0], "pointer")}
}
