package spapi

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// published lists Amazon's published facts about each operation in use: its address, and its limit
// per application and seller. It adds the client's flags: R may be repeated, G has the
// application's own token, L may take longer. The numbers are the most records of a call, and the
// largest page (0 without pages or a choice). The last is the shape of a refusal: an object (1),
// the envelope (2) or a list (3), with + if entries fail alone.
var published = []struct {
	id, call string
	rate     float64
	burst    int
	flags    string
	items    int
	page     int
	shape    string
}{
	{"getListingsRestrictions", "GET /listings/2021-08-01/restrictions", 5, 10, "R", 1, 0, "E3"},
	{"searchCatalogItems", "GET /catalog/2022-04-01/items", 2, 2, "R", 20, 20, "E1"},
	{"getCatalogItem", "GET /catalog/2022-04-01/items/{asin}", 2, 2, "R", 1, 0, "E1"},
	{"getCompetitivePricing", "GET /products/pricing/v0/competitivePrice", 0.5, 1, "R", 20, 0, "E2+"},
	{"getPricing", "GET /products/pricing/v0/price", 0.5, 1, "R", 20, 0, "E2+"},
	{"getItemOffers", "GET /products/pricing/v0/items/{Asin}/offers", 0.5, 1, "R", 1, 0, "E2"},
	{"getListingOffers", "GET /products/pricing/v0/listings/{SellerSKU}/offers", 1, 2, "R", 1, 0, "E2"},
	{"getItemOffersBatch", "POST /batches/products/pricing/v0/itemOffers", 0.1, 1, "RL", 20, 0, "E1+"},
	{"getListingOffersBatch", "POST /batches/products/pricing/v0/listingOffers", 0.5, 1, "RL", 20, 0, "E1+"},
	{"getCompetitiveSummary", "POST /batches/products/pricing/2022-05-01/items/competitiveSummary", 0.033, 1, "RL", 20, 0, "E1+"},
	{"getFeaturedOfferExpectedPriceBatch", "POST /batches/products/pricing/2022-05-01/offer/featuredOfferExpectedPrice", 0.033, 1, "RL", 40, 0, "E1+"},
	{"getMyFeesEstimateForASIN", "POST /products/fees/v0/items/{Asin}/feesEstimate", 1, 2, "R", 1, 0, "E2"},
	{"getMyFeesEstimateForSKU", "POST /products/fees/v0/listings/{SellerSKU}/feesEstimate", 1, 2, "R", 1, 0, "E2"},
	{"getMyFeesEstimates", "POST /products/fees/v0/feesEstimate", 0.5, 1, "RL", 20, 0, "E1+"},
	{"searchListingsItems", "GET /listings/2021-08-01/items/{sellerId}", 5, 5, "R", 20, 20, "E1"},
	{"getListingsItem", "GET /listings/2021-08-01/items/{sellerId}/{sku}", 5, 10, "R", 1, 0, "E1"},
	{"putListingsItem", "PUT /listings/2021-08-01/items/{sellerId}/{sku}", 5, 10, "R", 1, 0, "E1"},
	{"patchListingsItem", "PATCH /listings/2021-08-01/items/{sellerId}/{sku}", 5, 5, "", 1, 0, "E1"},
	{"deleteListingsItem", "DELETE /listings/2021-08-01/items/{sellerId}/{sku}", 5, 5, "R", 1, 0, "E1"},
	{"searchDefinitionsProductTypes", "GET /definitions/2020-09-01/productTypes", 5, 10, "R", 1, 0, "E1"},
	{"getDefinitionsProductType", "GET /definitions/2020-09-01/productTypes/{productType}", 5, 10, "R", 1, 0, "E1"},
	{"getInventorySummaries", "GET /fba/inventory/v1/summaries", 2, 2, "R", 50, 0, "E2"},
	{"getShipments", "GET /fba/inbound/v0/shipments", 2, 30, "R", 999, 0, "E2"},
	{"getShipmentItemsByShipmentId", "GET /fba/inbound/v0/shipments/{shipmentId}/items", 2, 30, "R", 1, 0, "E2"},
	{"getShipmentItems", "GET /fba/inbound/v0/shipmentItems", 2, 30, "R", 1, 0, "E2"},
	{"listInboundPlans", "GET /inbound/fba/2024-03-20/inboundPlans", 2, 6, "R", 1, 30, "E1"},
	{"getInboundPlan", "GET /inbound/fba/2024-03-20/inboundPlans/{inboundPlanId}", 2, 6, "R", 1, 0, "E1"},
	{"getShipment", "GET /inbound/fba/2024-03-20/inboundPlans/{inboundPlanId}/shipments/{shipmentId}", 2, 6, "R", 1, 0, "E1"},
	{"listInboundPlanBoxes", "GET /inbound/fba/2024-03-20/inboundPlans/{inboundPlanId}/boxes", 2, 6, "R", 1, 1000, "E1"},
	{"listInboundPlanItems", "GET /inbound/fba/2024-03-20/inboundPlans/{inboundPlanId}/items", 2, 6, "R", 1, 1000, "E1"},
	{"listPlacementOptions", "GET /inbound/fba/2024-03-20/inboundPlans/{inboundPlanId}/placementOptions", 2, 6, "R", 1, 20, "E1"},
	{"listPackingOptions", "GET /inbound/fba/2024-03-20/inboundPlans/{inboundPlanId}/packingOptions", 2, 6, "R", 1, 20, "E1"},
	{"listTransportationOptions", "GET /inbound/fba/2024-03-20/inboundPlans/{inboundPlanId}/transportationOptions", 2, 6, "R", 1, 20, "E1"},
	{"listPackingGroupBoxes", "GET /inbound/fba/2024-03-20/inboundPlans/{inboundPlanId}/packingGroups/{packingGroupId}/boxes", 2, 30, "R", 1, 100, "E1"},
	{"listPackingGroupItems", "GET /inbound/fba/2024-03-20/inboundPlans/{inboundPlanId}/packingGroups/{packingGroupId}/items", 2, 30, "R", 1, 100, "E1"},
	{"listShipmentBoxes", "GET /inbound/fba/2024-03-20/inboundPlans/{inboundPlanId}/shipments/{shipmentId}/boxes", 2, 30, "R", 1, 1000, "E1"},
	{"listShipmentItems", "GET /inbound/fba/2024-03-20/inboundPlans/{inboundPlanId}/shipments/{shipmentId}/items", 2, 30, "R", 1, 1000, "E1"},
	{"getOrders", "GET /orders/v0/orders", 0.0167, 20, "R", 50, 100, "E2"},
	{"getOrderItems", "GET /orders/v0/orders/{orderId}/orderItems", 0.5, 30, "R", 1, 0, "E2"},
	{"createFeedDocument", "POST /feeds/2021-06-30/documents", 0.5, 15, "", 1, 0, "E1"},
	{"createFeed", "POST /feeds/2021-06-30/feeds", 0.0083, 15, "", 25_000, 0, "E1"},
	{"getFeed", "GET /feeds/2021-06-30/feeds/{feedId}", 2, 15, "R", 1, 0, "E1"},
	{"getFeeds", "GET /feeds/2021-06-30/feeds", 0.0222, 10, "R", 1, 100, "E1"},
	{"getFeedDocument", "GET /feeds/2021-06-30/documents/{feedDocumentId}", 0.0222, 10, "R", 1, 0, "E1"},
	{"getSubscription", "GET /notifications/v1/subscriptions/{notificationType}", 1, 5, "R", 1, 0, "E2"},
	{"createSubscription", "POST /notifications/v1/subscriptions/{notificationType}", 1, 5, "", 1, 0, "E2"},
	{"deleteSubscriptionById", "DELETE /notifications/v1/subscriptions/{notificationType}/{subscriptionId}", 1, 5, "RG", 1, 0, "E2"},
	{"getDestinations", "GET /notifications/v1/destinations", 1, 5, "RG", 1, 0, "E2"},
	{"createDestination", "POST /notifications/v1/destinations", 1, 5, "G", 1, 0, "E2"},
	{"getMarketplaceParticipations", "GET /sellers/v1/marketplaceParticipations", 0.016, 15, "R", 1, 0, "E2"},
}

func TestTheTableIsWhatAmazonPublishes(t *testing.T) {
	for _, want := range published {
		o, ok := OperationByID(want.id)
		require.True(t, ok, want.id)
		require.Equal(t, want.id, o.ID)
		require.Equal(t, want.call, o.Method+" "+o.Path)
		require.Equal(t, Rate{want.rate, want.burst}, o.Rate, want.id)
		flags, scope, timeout := "", "", 10*time.Second
		if o.Repeatable {
			flags += "R"
		}
		if o.Scope != "" {
			flags, scope = flags+"G", "sellingpartnerapi::notifications"
		}
		if o.Timeout > timeout {
			flags, timeout = flags+"L", 20*time.Second
		}
		require.Equal(t, want.flags, flags, want.id)
		require.Equal(t, scope, o.Scope, want.id)
		require.Equal(t, timeout, o.Timeout, want.id)
		require.Equal(t, want.items, o.Items, want.id)
		require.Equal(t, want.page, o.Page, want.id)
		shape := map[Shape]string{ErrorsObject: "E1", ErrorsInEnvelope: "E2", ErrorsList: "E3"}[o.Shape]
		if o.PerItem {
			shape += "+"
		}
		require.Equal(t, want.shape, shape, want.id)
	}
	require.Len(t, operations, len(published))
	ids := map[string]bool{}
	for _, o := range operations {
		ids[o.ID] = true
	}
	require.Len(t, ids, len(published), "an id is given twice")
	_, ok := OperationByID("getOrderAddress")
	require.False(t, ok)
}
