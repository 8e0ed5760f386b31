package amazon

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// published is what Amazon publishes about each operation in use: how it is
// called and its limit per application and seller, and what the client makes
// of it: R may be repeated, G is the application's own, L may take longer.
var published = []struct {
	id, call string
	rate     float64
	burst    int
	flags    string
}{
	{"getListingsRestrictions", "GET /listings/2021-08-01/restrictions", 5, 10, "R"},
	{"searchCatalogItems", "GET /catalog/2022-04-01/items", 2, 2, "R"},
	{"getCatalogItem", "GET /catalog/2022-04-01/items/{asin}", 2, 2, "R"},
	{"getCompetitivePricing", "GET /products/pricing/v0/competitivePrice", 0.5, 1, "R"},
	{"getPricing", "GET /products/pricing/v0/price", 0.5, 1, "R"},
	{"getItemOffers", "GET /products/pricing/v0/items/{Asin}/offers", 0.5, 1, "R"},
	{"getListingOffers", "GET /products/pricing/v0/listings/{SellerSKU}/offers", 1, 2, "R"},
	{"getItemOffersBatch", "POST /batches/products/pricing/v0/itemOffers", 0.1, 1, "RL"},
	{"getListingOffersBatch", "POST /batches/products/pricing/v0/listingOffers", 0.5, 1, "RL"},
	{"getCompetitiveSummary", "POST /batches/products/pricing/2022-05-01/items/competitiveSummary", 0.033, 1, "RL"},
	{"getFeaturedOfferExpectedPriceBatch", "POST /batches/products/pricing/2022-05-01/offer/featuredOfferExpectedPrice", 0.033, 1, "RL"},
	{"getMyFeesEstimateForASIN", "POST /products/fees/v0/items/{Asin}/feesEstimate", 1, 2, "R"},
	{"getMyFeesEstimateForSKU", "POST /products/fees/v0/listings/{SellerSKU}/feesEstimate", 1, 2, "R"},
	{"getMyFeesEstimates", "POST /products/fees/v0/feesEstimate", 0.5, 1, "RL"},
	{"searchListingsItems", "GET /listings/2021-08-01/items/{sellerId}", 5, 5, "R"},
	{"getListingsItem", "GET /listings/2021-08-01/items/{sellerId}/{sku}", 5, 10, "R"},
	{"putListingsItem", "PUT /listings/2021-08-01/items/{sellerId}/{sku}", 5, 10, "R"},
	{"patchListingsItem", "PATCH /listings/2021-08-01/items/{sellerId}/{sku}", 5, 5, ""},
	{"deleteListingsItem", "DELETE /listings/2021-08-01/items/{sellerId}/{sku}", 5, 5, "R"},
	{"searchDefinitionsProductTypes", "GET /definitions/2020-09-01/productTypes", 5, 10, "R"},
	{"getDefinitionsProductType", "GET /definitions/2020-09-01/productTypes/{productType}", 5, 10, "R"},
	{"getInventorySummaries", "GET /fba/inventory/v1/summaries", 2, 2, "R"},
	{"getShipments", "GET /fba/inbound/v0/shipments", 2, 30, "R"},
	{"getShipmentItemsByShipmentId", "GET /fba/inbound/v0/shipments/{shipmentId}/items", 2, 30, "R"},
	{"getShipmentItems", "GET /fba/inbound/v0/shipmentItems", 2, 30, "R"},
	{"listInboundPlans", "GET /inbound/fba/2024-03-20/inboundPlans", 2, 6, "R"},
	{"getInboundPlan", "GET /inbound/fba/2024-03-20/inboundPlans/{inboundPlanId}", 2, 6, "R"},
	{"getShipment", "GET /inbound/fba/2024-03-20/inboundPlans/{inboundPlanId}/shipments/{shipmentId}", 2, 6, "R"},
	{"listInboundPlanBoxes", "GET /inbound/fba/2024-03-20/inboundPlans/{inboundPlanId}/boxes", 2, 6, "R"},
	{"listInboundPlanItems", "GET /inbound/fba/2024-03-20/inboundPlans/{inboundPlanId}/items", 2, 6, "R"},
	{"listInboundPlanPallets", "GET /inbound/fba/2024-03-20/inboundPlans/{inboundPlanId}/pallets", 2, 6, "R"},
	{"listPlacementOptions", "GET /inbound/fba/2024-03-20/inboundPlans/{inboundPlanId}/placementOptions", 2, 6, "R"},
	{"listPackingOptions", "GET /inbound/fba/2024-03-20/inboundPlans/{inboundPlanId}/packingOptions", 2, 6, "R"},
	{"listTransportationOptions", "GET /inbound/fba/2024-03-20/inboundPlans/{inboundPlanId}/transportationOptions", 2, 6, "R"},
	{"listPackingGroupBoxes", "GET /inbound/fba/2024-03-20/inboundPlans/{inboundPlanId}/packingGroups/{packingGroupId}/boxes", 2, 30, "R"},
	{"listPackingGroupItems", "GET /inbound/fba/2024-03-20/inboundPlans/{inboundPlanId}/packingGroups/{packingGroupId}/items", 2, 30, "R"},
	{"listShipmentBoxes", "GET /inbound/fba/2024-03-20/inboundPlans/{inboundPlanId}/shipments/{shipmentId}/boxes", 2, 30, "R"},
	{"listShipmentItems", "GET /inbound/fba/2024-03-20/inboundPlans/{inboundPlanId}/shipments/{shipmentId}/items", 2, 30, "R"},
	{"listShipmentPallets", "GET /inbound/fba/2024-03-20/inboundPlans/{inboundPlanId}/shipments/{shipmentId}/pallets", 2, 30, "R"},
	{"createFeedDocument", "POST /feeds/2021-06-30/documents", 0.5, 15, ""},
	{"createFeed", "POST /feeds/2021-06-30/feeds", 0.0083, 15, ""},
	{"getFeed", "GET /feeds/2021-06-30/feeds/{feedId}", 2, 15, "R"},
	{"cancelFeed", "DELETE /feeds/2021-06-30/feeds/{feedId}", 2, 15, "R"},
	{"getFeeds", "GET /feeds/2021-06-30/feeds", 0.0222, 10, "R"},
	{"getFeedDocument", "GET /feeds/2021-06-30/documents/{feedDocumentId}", 0.0222, 10, "R"},
	{"getSubscriptions", "GET /notifications/v1/subscriptions", 1, 5, "R"},
	{"getSubscription", "GET /notifications/v1/subscriptions/{notificationType}", 1, 5, "R"},
	{"createSubscription", "POST /notifications/v1/subscriptions/{notificationType}", 1, 5, ""},
	{"getSubscriptionById", "GET /notifications/v1/subscriptions/{notificationType}/{subscriptionId}", 1, 5, "RG"},
	{"deleteSubscriptionById", "DELETE /notifications/v1/subscriptions/{notificationType}/{subscriptionId}", 1, 5, "RG"},
	{"sendTestNotification", "POST /notifications/v1/subscriptions/{notificationType}/testNotification", 1, 5, "G"},
	{"getDestinations", "GET /notifications/v1/destinations", 1, 5, "RG"},
	{"createDestination", "POST /notifications/v1/destinations", 1, 5, "G"},
	{"getDestination", "GET /notifications/v1/destinations/{destinationId}", 1, 5, "RG"},
	{"deleteDestination", "DELETE /notifications/v1/destinations/{destinationId}", 1, 5, "RG"},
	{"getMarketplaceParticipations", "GET /sellers/v1/marketplaceParticipations", 0.016, 15, "R"},
	{"getAccount", "GET /sellers/v1/account", 0.016, 15, "R"},
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
	}
	require.Len(t, operations, len(published))
	require.Len(t, operationsByID, len(published), "an id is given twice")
	_, ok := OperationByID("getOrders")
	require.False(t, ok)
}
