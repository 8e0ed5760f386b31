package spapi

import (
	"net/http"
	"time"
)

const (
	// tryTimeout bounds one try; batches take longer.
	tryTimeout   = 10 * time.Second
	batchTimeout = 20 * time.Second
	// scopeNotifications names the scope of notification operations that belong to the application.
	scopeNotifications = "sellingpartnerapi::notifications"
)

// operations has the table. Each row adds itself; only the relay uses rows without a variable.
var operations []*Operation

// The makers decide whether a call may be retried if its outcome is unknown: reads may, and writes
// that set or delete a whole resource.
var (
	reads   = maker(http.MethodGet, true, tryTimeout)
	sets    = maker(http.MethodPut, true, tryTimeout)
	removes = maker(http.MethodDelete, true, tryTimeout)
	creates = maker(http.MethodPost, false, tryTimeout)
	// asks sends a POST that only reads; asksMany reads several records.
	asks     = maker(http.MethodPost, true, tryTimeout)
	asksMany = maker(http.MethodPost, true, batchTimeout)
	// changes sends a PATCH. Its effect depends on its body, so it is not retried.
	changes = maker(http.MethodPatch, false, tryTimeout)
)

// maker returns a function that adds a row to the table.
func maker(method string, repeatable bool, timeout time.Duration) func(id, path string, perSecond float64, burst int) *Operation {
	return func(id, path string, perSecond float64, burst int) *Operation {
		o := &Operation{ID: id, Method: method, Path: path, Rate: Rate{perSecond, burst}, Repeatable: repeatable, Timeout: timeout, Items: 1}
		operations = append(operations, o)
		return o
	}
}

// byApplication makes an operation grantless.
func byApplication(o *Operation) *Operation {
	o.Scope = scopeNotifications
	return o
}

// Restrictions and catalogue.
var (
	GetListingsRestrictions = reads("getListingsRestrictions", "/listings/2021-08-01/restrictions", 5, 10).listed()
	SearchCatalogItems      = reads("searchCatalogItems", "/catalog/2022-04-01/items", 2, 2).of(20).paged(20)
	GetCatalogItem          = reads("getCatalogItem", "/catalog/2022-04-01/items/{asin}", 2, 2)
)

// Prices, offers and fees.
var (
	GetCompetitivePricing = reads("getCompetitivePricing", "/products/pricing/v0/competitivePrice", 0.5, 1).of(20).enveloped().perItem()
	GetPricing            = reads("getPricing", "/products/pricing/v0/price", 0.5, 1).of(20).enveloped().perItem()
	GetItemOffers         = reads("getItemOffers", "/products/pricing/v0/items/{Asin}/offers", 0.5, 1).enveloped()
	GetListingOffers      = reads("getListingOffers", "/products/pricing/v0/listings/{SellerSKU}/offers", 1, 2).enveloped()
	GetItemOffersBatch    = asksMany("getItemOffersBatch", "/batches/products/pricing/v0/itemOffers", 0.1, 1).of(20).perItem()
	GetListingOffersBatch = asksMany("getListingOffersBatch", "/batches/products/pricing/v0/listingOffers", 0.5, 1).of(20).perItem()
	_                     = asksMany("getCompetitiveSummary",
		"/batches/products/pricing/2022-05-01/items/competitiveSummary", 0.033, 1).of(20).perItem()
	GetFeaturedOfferExpectedPriceBatch = asksMany("getFeaturedOfferExpectedPriceBatch",
		"/batches/products/pricing/2022-05-01/offer/featuredOfferExpectedPrice", 0.033, 1).of(40).perItem()
	GetMyFeesEstimateForASIN = asks("getMyFeesEstimateForASIN", "/products/fees/v0/items/{Asin}/feesEstimate", 1, 2).enveloped()
	GetMyFeesEstimateForSKU  = asks("getMyFeesEstimateForSKU", "/products/fees/v0/listings/{SellerSKU}/feesEstimate", 1, 2).enveloped()
	GetMyFeesEstimates       = asksMany("getMyFeesEstimates", "/products/fees/v0/feesEstimate", 0.5, 1).of(20).perItem()
)

// Listings, their definitions and their stock.
var (
	SearchListingsItems       = reads("searchListingsItems", "/listings/2021-08-01/items/{sellerId}", 5, 5).of(20).paged(20)
	GetListingsItem           = reads("getListingsItem", "/listings/2021-08-01/items/{sellerId}/{sku}", 5, 10)
	PutListingsItem           = sets("putListingsItem", "/listings/2021-08-01/items/{sellerId}/{sku}", 5, 10)
	PatchListingsItem         = changes("patchListingsItem", "/listings/2021-08-01/items/{sellerId}/{sku}", 5, 5)
	DeleteListingsItem        = removes("deleteListingsItem", "/listings/2021-08-01/items/{sellerId}/{sku}", 5, 5)
	_                         = reads("searchDefinitionsProductTypes", "/definitions/2020-09-01/productTypes", 5, 10)
	GetDefinitionsProductType = reads("getDefinitionsProductType", "/definitions/2020-09-01/productTypes/{productType}", 5, 10)
	GetInventorySummaries     = reads("getInventorySummaries", "/fba/inventory/v1/summaries", 2, 2).of(50).enveloped()
)

// Inbound shipments, the older API.
var (
	GetShipments                 = reads("getShipments", "/fba/inbound/v0/shipments", 2, 30).of(999).enveloped()
	GetShipmentItemsByShipmentID = reads("getShipmentItemsByShipmentId", "/fba/inbound/v0/shipments/{shipmentId}/items", 2, 30).enveloped()
	GetShipmentItems             = reads("getShipmentItems", "/fba/inbound/v0/shipmentItems", 2, 30).enveloped()
)

const (
	inboundPlans = "/inbound/fba/2024-03-20/inboundPlans"
	inboundPlan  = inboundPlans + "/{inboundPlanId}"
)

// Inbound shipments, the newer API.
var (
	ListInboundPlans          = reads("listInboundPlans", inboundPlans, 2, 6).paged(30)
	GetInboundPlan            = reads("getInboundPlan", inboundPlan, 2, 6)
	GetShipment               = reads("getShipment", inboundPlan+"/shipments/{shipmentId}", 2, 6)
	ListInboundPlanBoxes      = reads("listInboundPlanBoxes", inboundPlan+"/boxes", 2, 6).paged(1000)
	_                         = reads("listInboundPlanItems", inboundPlan+"/items", 2, 6).paged(1000)
	ListPlacementOptions      = reads("listPlacementOptions", inboundPlan+"/placementOptions", 2, 6).paged(20)
	_                         = reads("listPackingOptions", inboundPlan+"/packingOptions", 2, 6).paged(20)
	ListTransportationOptions = reads("listTransportationOptions", inboundPlan+"/transportationOptions", 2, 6).paged(20)
	_                         = reads("listPackingGroupBoxes", inboundPlan+"/packingGroups/{packingGroupId}/boxes", 2, 30).paged(100)
	_                         = reads("listPackingGroupItems", inboundPlan+"/packingGroups/{packingGroupId}/items", 2, 30).paged(100)
	ListShipmentBoxes         = reads("listShipmentBoxes", inboundPlan+"/shipments/{shipmentId}/boxes", 2, 30).paged(1000)
	ListShipmentItems         = reads("listShipmentItems", inboundPlan+"/shipments/{shipmentId}/items", 2, 30).paged(1000)
)

// Orders. Their answers have data of buyers, which the relay removes.
var (
	_ = reads("getOrders", "/orders/v0/orders", 0.0167, 20).of(50).paged(100).enveloped()
	_ = reads("getOrderItems", "/orders/v0/orders/{orderId}/orderItems", 0.5, 30).enveloped()
)

// Feeds.
var (
	CreateFeedDocument = creates("createFeedDocument", "/feeds/2021-06-30/documents", 0.5, 15)
	CreateFeed         = creates("createFeed", "/feeds/2021-06-30/feeds", 0.0083, 15).of(25_000)
	GetFeed            = reads("getFeed", "/feeds/2021-06-30/feeds/{feedId}", 2, 15)
	GetFeeds           = reads("getFeeds", "/feeds/2021-06-30/feeds", 0.0222, 10).paged(100)
	GetFeedDocument    = reads("getFeedDocument", "/feeds/2021-06-30/documents/{feedDocumentId}", 0.0222, 10)
)

// Notifications. Subscriptions belong to the seller; everything else to the application.
var (
	GetSubscription        = reads("getSubscription", "/notifications/v1/subscriptions/{notificationType}", 1, 5).enveloped()
	CreateSubscription     = creates("createSubscription", "/notifications/v1/subscriptions/{notificationType}", 1, 5).enveloped()
	DeleteSubscriptionByID = byApplication(removes("deleteSubscriptionById", "/notifications/v1/subscriptions/{notificationType}/{subscriptionId}", 1, 5)).enveloped()
	GetDestinations        = byApplication(reads("getDestinations", "/notifications/v1/destinations", 1, 5)).enveloped()
	CreateDestination      = byApplication(creates("createDestination", "/notifications/v1/destinations", 1, 5)).enveloped()
)

// The seller account itself.
var (
	GetMarketplaceParticipations = reads("getMarketplaceParticipations", "/sellers/v1/marketplaceParticipations", 0.016, 15).enveloped()
)

// OperationByID finds an operation by Amazon's name for it.
func OperationByID(id string) (*Operation, bool) {
	for _, o := range operations {
		if o.ID == id {
			return o, true
		}
	}
	return nil, false
}
