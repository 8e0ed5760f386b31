package openapi_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// Members that change without their record are marked, also where no mirror is tested: names of
// other records in the stock, and the way of a price after its decision.
func TestLiveMembersAreMarked(t *testing.T) {
	t.Parallel()
	s := service.SQLite(t)
	client := &checked.Client{Handler: s.Handler, Document: s.Document(t)}
	a := client.Do(t, checked.Call{Method: http.MethodGet, Path: "/openapi.json"})
	var doc struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]map[string]any
			}
		}
	}
	require.NoError(t, json.Unmarshal(a.Body, &doc))
	for schema, want := range map[string]map[string]bool{
		"StockBalance":   {"units": false, "warehouse_name": true, "title": true},
		"RepricerChange": {"reason": false, "submission": true, "outcome": true, "cancel_reason": true},
	} {
		members := doc.Components.Schemas[schema].Properties
		require.NotEmpty(t, members, schema)
		for name, live := range want {
			_, marked := members[name]["x-live"]
			require.Equal(t, live, marked, "%s.%s", schema, name)
		}
	}
}
