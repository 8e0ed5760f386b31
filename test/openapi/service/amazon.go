package service

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"sellingassistant/adapters/simulator"
)

// Amazon has identifiers of the team's seller account in North America that the marketplace knows.
type Amazon struct {
	SellerID, SKU, ASIN, ProductType string
	// Plan has shipments and packing groups; Shipment, Group and Placement belong to it. Confirmed
	// is a shipment by the id of the older interface.
	Plan, Shipment, Group, Placement, Confirmed string
}

// Amazon finds them by asking the marketplace through the service.
func (m *Team) Amazon(t testing.TB) Amazon {
	t.Helper()
	a := Amazon{SellerID: m.Seller.ID, SKU: simulator.SKU(0), ASIN: simulator.ASIN(0), ProductType: "PRODUCT"}
	const plans = "/api/v1/sp-api/inbound/fba/2024-03-20/inboundPlans"
	var list struct {
		InboundPlans []struct{ InboundPlanID string }
	}
	m.read(t, plans+"?pageSize=30&sortBy=CREATION_TIME", &list)
	for _, p := range list.InboundPlans {
		var plan struct {
			Shipments        []struct{ ShipmentID string }
			PlacementOptions []struct{ PlacementOptionID string }
		}
		m.read(t, plans+"/"+p.InboundPlanID, &plan)
		var packing struct {
			PackingOptions []struct{ PackingGroups []string }
		}
		m.read(t, plans+"/"+p.InboundPlanID+"/packingOptions", &packing)
		if len(plan.Shipments) == 0 || len(plan.PlacementOptions) == 0 || len(packing.PackingOptions) == 0 ||
			len(packing.PackingOptions[0].PackingGroups) == 0 {
			continue
		}
		var shipment struct{ ShipmentConfirmationID string }
		m.read(t, plans+"/"+p.InboundPlanID+"/shipments/"+plan.Shipments[0].ShipmentID, &shipment)
		if shipment.ShipmentConfirmationID == "" {
			continue
		}
		a.Plan, a.Shipment, a.Placement = p.InboundPlanID, plan.Shipments[0].ShipmentID, plan.PlacementOptions[0].PlacementOptionID
		a.Group, a.Confirmed = packing.PackingOptions[0].PackingGroups[0], shipment.ShipmentConfirmationID
		return a
	}
	t.Fatal("the seller account has no inbound plan with everything")
	return a
}

// read asks the service for JSON.
func (m *Team) read(t testing.TB, path string, into any) {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("X-Api-Key", m.Key)
	w := httptest.NewRecorder()
	m.service.Handler.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	if err := json.Unmarshal(w.Body.Bytes(), into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// Named returns the value of a parameter on a path, "" for a parameter that is independent of the
// seller account.
func (a Amazon) Named(name, path string) string {
	switch name {
	case "sellerId":
		return a.SellerID
	case "sku":
		return a.SKU
	case "asin", "asins":
		return a.ASIN
	case "productType":
		return a.ProductType
	case "inboundPlanId":
		return a.Plan
	case "packingGroupId":
		return a.Group
	case "orderId", "amazonOrderIds":
		return "111-0000000-0000001" // the first of each account
	case "placementOptionId":
		return a.Placement
	case "shipmentId":
		if strings.HasPrefix(path, "/api/v1/sp-api/fba/inbound/v0/") {
			return a.Confirmed
		}
		return a.Shipment
	}
	return ""
}
