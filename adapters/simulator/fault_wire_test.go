package simulator_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
)

// Tests faults of batches and big answers over HTTP.
func TestFaultsOfAnswers(t *testing.T) {
	w := unlimited(t, simulator.Full)
	type batch struct {
		Responses []struct {
			Status  struct{ StatusCode int }
			Body    struct{ Errors []struct{ Code string } }
			Request struct{ URI string }
		}
	}
	requests := make([]string, 4)
	for i := range requests {
		requests[i] = `{"uri":"/products/pricing/v0/items/` + simulator.ASIN(i) + `/offers","method":"GET","MarketplaceId":"ATVPDKIKX0DER","ItemCondition":"New"}`
	}
	ask := func() (b batch) {
		w.call("POST", "/batches/products/pricing/v0/itemOffers", `{"requests":[`+strings.Join(requests, ",")+`]}`, 200, &b)
		return b
	}
	good := ask()
	require.Len(t, good.Responses, 4)
	w.m.Inject(simulator.Fault{Mode: simulator.ItemFail, Items: 1, Status: 429, Times: 1})
	for i, r := range ask().Responses {
		require.Equal(t, 429, r.Status.StatusCode)
		require.Equal(t, "TooManyRequests", r.Body.Errors[0].Code)
		require.Equal(t, good.Responses[i].Request, r.Request)
	}
	w.m.Heal()
	w.m.Inject(simulator.Fault{Mode: simulator.ItemReorder})
	require.Equal(t, good.Responses[0], ask().Responses[3])
	w.m.Heal()
	w.m.Inject(simulator.Fault{Mode: simulator.ItemMissing, Items: 0.0001})
	require.Len(t, ask().Responses, 3)
	w.m.Heal()

	var plans struct {
		InboundPlans []struct{ InboundPlanID string }
	}
	w.call("GET", "/inbound/fba/2024-03-20/inboundPlans?pageSize=30", "", 200, &plans)
	w.m.Inject(simulator.Fault{Mode: simulator.BigPage, Operation: "listInboundPlanItems"})
	var page struct{ Items []struct{ MSKU string } }
	w.call("GET", "/inbound/fba/2024-03-20/inboundPlans/"+plans.InboundPlans[0].InboundPlanID+"/items", "", 200, &page)
	require.Len(t, page.Items, 1000)
	w.m.Inject(simulator.Fault{Mode: simulator.BigAttributes, Operation: "getListingsItem"})
	var item struct {
		SKU        string
		Attributes struct{ Bulk []struct{ Value string } }
	}
	w.call("GET", "/listings/2021-08-01/items/"+w.ID+"/SIM-0000?marketplaceIds=ATVPDKIKX0DER&includedData=attributes", "", 200, &item)
	require.Equal(t, "SIM-0000", item.SKU)
	require.Len(t, item.Attributes.Bulk[0].Value, 2<<20)
}
