package program_test

import (
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// TestListingsOnAMarketplace offers products under SKUs that are hard to
// carry, looks for them, and takes them back, on the simulated marketplace.
func TestListingsOnAMarketplace(t *testing.T) {
	t.Parallel()
	s := service.SQLite(t)
	m := s.Team(t, service.Wish{Kind: simulator.Empty})
	client := &checked.Client{Document: s.Document(t), Handler: s.Handler, Key: m.Key}
	call := func(method, sku, query string, body any) checked.Answer {
		t.Helper()
		return client.Do(t, checked.Call{Method: method, Path: "/api/v1/listings-items/" + url.PathEscape(sku) + query, Body: body})
	}
	names := []string{"A/B", "A%2FB", "A+B", "50%", "ä b", "a.b", "..", "日本🙂", "{id}", "A?B#C"}
	for i, sku := range names {
		offer := map[string]any{"asin": simulator.ASIN(10), "price": 20 + i, "minPrice": 15, "maxPrice": 40}
		if i%2 == 0 {
			offer["quantity"] = i
		} else {
			offer["fulfillmentChannel"] = "AFN"
		}
		a := call("PUT", sku, "?dryRun=true", offer)
		require.Equal(t, 200, a.Status, "%s: %s", sku, a.Body)
		require.Equal(t, "VALID", a.JSON(t).(map[string]any)["status"])
		a = call("PUT", sku, "", offer)
		require.Equal(t, "ACCEPTED", a.JSON(t).(map[string]any)["status"])
		require.Equal(t, 404, call("GET", sku, "", nil).Status, "not to be seen yet")
	}
	s.Market.Clock().Step(20 * time.Minute)
	for i, sku := range names {
		a := call("GET", sku, "?includedData=summaries,offers,attributes,fulfillmentAvailability", nil)
		require.Equal(t, 200, a.Status, "%s: %s", sku, a.Body)
		item := a.JSON(t).(map[string]any)
		require.Equal(t, sku, item["sku"])
		require.Equal(t, simulator.ASIN(10), item["summaries"].([]any)[0].(map[string]any)["asin"])
		require.Equal(t, map[string]any{"amount": float64(20 + i), "currency": "USD"}, item["offers"].([]any)[0].(map[string]any)["price"])
		channel := item["fulfillmentAvailability"].([]any)[0].(map[string]any)["fulfillmentChannelCode"]
		require.Equal(t, map[bool]string{true: "DEFAULT", false: "AMAZON_NA"}[i%2 == 0], channel)
	}
	found := client.Do(t, checked.Call{Method: "GET", Path: "/api/v1/listings-items?pageSize=20"}).JSON(t).(map[string]any)
	require.EqualValues(t, len(names), found["numberOfResults"])
	require.Len(t, found["items"], len(names))

	for _, sku := range names {
		require.Equal(t, 200, call("DELETE", sku, "", nil).Status)
	}
	s.Market.Clock().Step(20 * time.Minute)
	for _, sku := range names {
		require.Equal(t, 404, call("GET", sku, "", nil).Status, sku)
		require.Equal(t, 404, call("DELETE", sku, "", nil).Status, sku)
	}
	require.Equal(t, 404, call("PUT", "N", "", map[string]any{"asin": "B0NOSUCH00", "price": 1, "quantity": 1}).Status)
	require.Equal(t, 422, call("PUT", "N", "", map[string]any{"asin": simulator.CaseNotEligible, "price": 1, "quantity": 1}).Status)
}
