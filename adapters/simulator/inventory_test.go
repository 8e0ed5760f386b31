package simulator_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/domain/kernel/marketplace"
)

const inventoryOf = "/fba/inventory/v1/summaries?granularityType=Marketplace&granularityId=" + usa + "&marketplaceIds=" + usa

func TestInventory(t *testing.T) {
	a := unlimited(t, simulator.Full)
	body := a.read(inventoryOf + "&details=true")
	require.Equal(t, map[string]any{"granularityType": "Marketplace", "granularityId": usa}, dig(body, "payload", "granularity"))
	rows, _ := dig(body, "payload", "inventorySummaries").([]any)
	require.Len(t, rows, 50)
	require.Equal(t, []any{}, dig(rows, 0, "stores"))
	for _, row := range rows {
		require.Regexp(t, "^X00[0-9A-Z]{7}$", dig(row, "fnSku"))
		require.Equal(t, "NewItem", dig(row, "condition"))
		details, _ := dig(row, "inventoryDetails").(map[string]any)
		total := details["fulfillableQuantity"].(float64) + details["inboundShippedQuantity"].(float64) + details["inboundReceivingQuantity"].(float64)
		for _, part := range []string{"reserved", "researching", "unfulfillable"} {
			total += dig(details, part+"Quantity", "total"+strings.ToUpper(part[:1])+part[1:]+"Quantity").(float64)
		}
		require.Equal(t, total, dig(row, "totalQuantity"))
	}
	sku := fmt.Sprint(dig(rows, 7, "sellerSku"))
	for query, count := range map[string]int{
		"&sellerSku=" + url.QueryEscape(sku): 1, "&sellerSkus=" + url.QueryEscape(sku) + ",nobody's": 1, "&sellerSkus=nobody's": 0,
		"&startDateTime=2026-11-01T12:00:00Z&sellerSkus=" + url.QueryEscape(sku): 0,
	} {
		found := a.read(inventoryOf + query)
		require.Len(t, dig(found, "payload", "inventorySummaries"), count, query)
		require.Nil(t, dig(found, "payload", "inventorySummaries", 0, "inventoryDetails"))
		require.Nil(t, found["pagination"])
	}
	for _, query := range []string{
		"", "granularityType=World&granularityId=" + usa + "&marketplaceIds=" + usa, "granularityType=Marketplace&marketplaceIds=" + usa,
		"granularityType=Marketplace&granularityId=" + usa, "granularityType=Marketplace&granularityId=" + usa + "&marketplaceIds=" + usa + "," + canada,
		"granularityType=Marketplace&granularityId=" + canada + "&marketplaceIds=" + usa,
	} {
		rec := a.get("/fba/inventory/v1/summaries?" + query)
		require.Equal(t, 400, rec.Code, query)
		require.Contains(t, rec.Body.String(), `{"errors":[{"code":"InvalidInput"`)
	}
	for _, query := range []string{"&details=maybe", "&startDateTime=x", "&startDateTime=2025-04-30T12:00:00Z", "&nextToken=x", "&sellerSkus=" + strings.Repeat("A,", 50) + "A"} {
		require.Equal(t, 400, a.get(inventoryOf+query).Code, query)
	}
	require.Equal(t, 200, a.get(inventoryOf+"&startDateTime=2025-05-02T12:00:00Z").Code)
}

// Pages have to be asked for within thirty seconds.
func TestInventoryPages(t *testing.T) {
	a := unlimited(t, simulator.Full)
	var seen []string
	path := inventoryOf
	for {
		body := a.read(path)
		rows, _ := dig(body, "payload", "inventorySummaries").([]any)
		for _, row := range rows {
			seen = append(seen, fmt.Sprint(dig(row, "sellerSku")))
		}
		token, more := dig(body, "pagination", "nextToken").(string)
		if !more {
			break
		}
		a.m.Clock().Step(30 * time.Second)
		path = inventoryOf + "&nextToken=" + url.QueryEscape(token)
	}
	require.True(t, slices.IsSorted(seen))
	require.InDelta(t, 180, len(seen), 40)
	require.Equal(t, 200, a.get(path).Code, "no time has passed")
	a.m.Clock().Step(time.Second)
	require.Equal(t, 400, a.get(path).Code, "31 seconds later")
	token := fmt.Sprint(dig(a.read(inventoryOf), "pagination", "nextToken"))
	require.Equal(t, 400, a.get(inventoryOf+"&details=true&nextToken="+url.QueryEscape(token)).Code, "a token of another query")
	other := as(t, a.m, a.h, a.m.Seller(marketplace.NA, simulator.Enormous))
	require.Equal(t, 400, other.get(inventoryOf+"&nextToken="+url.QueryEscape(token)).Code, "a token of another seller")
}
