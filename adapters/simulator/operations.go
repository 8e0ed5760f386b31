package simulator

import (
	"net/http"
	"strings"
)

const (
	catalogPath     = "/catalog/2022-04-01/items"
	definitionsPath = "/definitions/2020-09-01/productTypes"
	pricingPath     = "/products/pricing/v0"
	itemsPath       = pricingPath + "/items/"
	skusPath        = pricingPath + "/listings/"
	pricingPath2022 = "/products/pricing/2022-05-01"
	summaryURI      = pricingPath2022 + "/items/competitiveSummary"
	expectedURI     = pricingPath2022 + "/offer/featuredOfferExpectedPrice"
	feesPath        = "/products/fees/v0"
	listingsPath    = "/listings/2021-08-01/items/{sellerId}"
	listingPath     = listingsPath + "/{sku}"
	feedsPath       = "/feeds/2021-06-30/feeds"
	documentsPath   = "/feeds/2021-06-30/documents"
	inboundPath     = "/inbound/fba/2024-03-20/inboundPlans"
	planPath        = inboundPath + "/{inboundPlanId}"
	shipmentPath    = planPath + "/shipments/{shipmentId}"
	groupPath       = planPath + "/packingGroups/{packingGroupId}"
	oldInboundPath  = "/fba/inbound/v0"
	subscriptions   = "/notifications/v1/subscriptions"
	destinations    = "/notifications/v1/destinations"
)

// oldItems and its like are called by name.
const (
	oldItems        = "getShipmentItems"
	transportations = "listTransportationOptions"
)

// operation is one row of the table of what is served.
type operation struct {
	id     string
	method string
	path   []string // {name} stands for one segment
	rate   rate
	// answer is the body of a success. It panics with what ends the call otherwise,
	// a *refusal or a *Fault.
	answer func(m *Marketplace, c *call) any
	status int // of a success
	shape  shape
	role   role
	scope  string // set for operations that take the application's own token
}

// table is what is served, with the published limits: calls a second and burst.
func table() []operation {
	type row = func(id, path string, perSecond, burst float64, answer func(*Marketplace, *call) any) operation
	by := func(method string) row {
		return func(id, path string, perSecond, burst float64, answer func(*Marketplace, *call) any) operation {
			return operation{id: id, method: method, path: segments(path), rate: rate{perSecond, burst}, answer: answer, status: http.StatusOK}
		}
	}
	get, post, remove := by(http.MethodGet), by(http.MethodPost), by(http.MethodDelete)
	ofRole := func(o operation) operation {
		o.role = roleListing
		return o
	}
	ofApplication := func(o operation) operation {
		o.scope = scopeNotifications
		return o
	}
	with := func(status int, o operation) operation {
		o.status = status
		return o
	}
	restrictions := ofRole(get("getListingsRestrictions", "/listings/2021-08-01/restrictions", 5, 10, (*Marketplace).restrictions))
	restrictions.shape = shapeList
	return []operation{
		restrictions,
		get("searchCatalogItems", catalogPath, 2, 2, (*Marketplace).searchItems),
		get("getCatalogItem", catalogPath+"/{asin}", 2, 2, (*Marketplace).catalogItem),
		get("searchDefinitionsProductTypes", definitionsPath, 5, 10, (*Marketplace).searchTypes),
		get("getDefinitionsProductType", definitionsPath+"/{productType}", 5, 10, (*Marketplace).productType),
		get("getCompetitivePricing", pricingPath+"/competitivePrice", 0.5, 1, pricesOf(fillCompetitive)),
		get("getPricing", pricingPath+"/price", 0.5, 1, pricesOf(fillOwn)),
		get("getItemOffers", itemsPath+"{Asin}/offers", 0.5, 1, (*Marketplace).offers),
		get("getListingOffers", skusPath+"{SellerSKU}/offers", 1, 2, (*Marketplace).offers),
		post("getItemOffersBatch", "/batches"+pricingPath+"/itemOffers", 0.1, 1, offersBatch(itemsPath, "Asin")),
		post("getListingOffersBatch", "/batches"+pricingPath+"/listingOffers", 0.5, 1, offersBatch(skusPath, "SellerSKU")),
		post("getCompetitiveSummary", "/batches"+summaryURI, 0.033, 1, (*Marketplace).summaries),
		post("getFeaturedOfferExpectedPriceBatch", "/batches"+expectedURI, 0.033, 1, (*Marketplace).expectedPrices),
		post("getMyFeesEstimateForASIN", feesPath+"/items/{Asin}/feesEstimate", 1, 2, (*Marketplace).fees),
		post("getMyFeesEstimateForSKU", feesPath+"/listings/{SellerSKU}/feesEstimate", 1, 2, (*Marketplace).fees),
		post("getMyFeesEstimates", feesPath+"/feesEstimate", 0.5, 1, (*Marketplace).feesList),
		ofRole(get("searchListingsItems", listingsPath, 5, 5, (*Marketplace).searchListings)),
		ofRole(get("getListingsItem", listingPath, 5, 10, (*Marketplace).listingsItem)),
		ofRole(by(http.MethodPut)("putListingsItem", listingPath, 5, 10, (*Marketplace).putListing)),
		ofRole(by(http.MethodPatch)("patchListingsItem", listingPath, 5, 5, (*Marketplace).patchListing)),
		ofRole(remove("deleteListingsItem", listingPath, 5, 5, (*Marketplace).deleteListing)),
		get("getMarketplaceParticipations", "/sellers/v1/marketplaceParticipations", 0.016, 15, (*Marketplace).participations),
		get("getAccount", "/sellers/v1/account", 0.016, 15, (*Marketplace).sellerAccount),
		get("getInventorySummaries", "/fba/inventory/v1/summaries", 2, 2, (*Marketplace).inventory),
		get("listInboundPlans", inboundPath, 2, 6, (*Marketplace).inboundPlans),
		get("getInboundPlan", planPath, 2, 6, (*Marketplace).answerPlan),
		get("listInboundPlanBoxes", planPath+"/boxes", 2, 6, partsOf("boxes", 1000)),
		get("listInboundPlanItems", planPath+"/items", 2, 6, partsOf("items", 1000)),
		get("listInboundPlanPallets", planPath+"/pallets", 2, 6, partsOf("pallets", 1000)),
		get("listPlacementOptions", planPath+"/placementOptions", 2, 6, partsOf("placementOptions", 20)),
		get("listPackingOptions", planPath+"/packingOptions", 2, 6, partsOf("packingOptions", 20)),
		get(transportations, planPath+"/transportationOptions", 2, 6, partsOf("transportationOptions", 20)),
		get("listPackingGroupBoxes", groupPath+"/boxes", 2, 30, partsOf("boxes", 100)),
		get("listPackingGroupItems", groupPath+"/items", 2, 30, partsOf("items", 100)),
		get("getShipment", shipmentPath, 2, 6, (*Marketplace).answerShipment),
		get("listShipmentBoxes", shipmentPath+"/boxes", 2, 30, partsOf("boxes", 1000)),
		get("listShipmentItems", shipmentPath+"/items", 2, 30, partsOf("items", 1000)),
		get("listShipmentPallets", shipmentPath+"/pallets", 2, 30, partsOf("pallets", 1000)),
		get("getShipments", oldInboundPath+"/shipments", 2, 30, (*Marketplace).oldShipments),
		get("getShipmentItemsByShipmentId", oldInboundPath+"/shipments/{shipmentId}/items", 2, 30, (*Marketplace).oldItemsOfShipment),
		get(oldItems, oldInboundPath+"/shipmentItems", 2, 30, (*Marketplace).oldItems),
		with(http.StatusCreated, post("createFeedDocument", documentsPath, 0.5, 15, (*Marketplace).createFeedDocument)),
		with(http.StatusAccepted, ofRole(post("createFeed", feedsPath, 0.0083, 15, (*Marketplace).createFeed))),
		get("getFeed", feedsPath+"/{feedId}", 2, 15, (*Marketplace).answerFeed),
		remove("cancelFeed", feedsPath+"/{feedId}", 2, 15, (*Marketplace).cancelFeed),
		get("getFeeds", feedsPath, 0.0222, 10, (*Marketplace).listFeeds),
		get("getFeedDocument", documentsPath+"/{feedDocumentId}", 0.0222, 10, (*Marketplace).answerFeedDocument),
		ofApplication(post("createDestination", destinations, 1, 5, mailing((*Marketplace).createDestination))),
		ofApplication(get("getDestinations", destinations, 1, 5, mailing((*Marketplace).getDestinations))),
		ofApplication(get("getDestination", destinations+"/{destinationId}", 1, 5, mailing((*Marketplace).getDestination))),
		ofApplication(remove("deleteDestination", destinations+"/{destinationId}", 1, 5, mailing((*Marketplace).deleteDestination))),
		get("getSubscriptions", subscriptions, 1, 5, mailing((*Marketplace).getSubscriptions)),
		get("getSubscription", subscriptions+"/{notificationType}", 1, 5, mailing((*Marketplace).getSubscription)),
		post("createSubscription", subscriptions+"/{notificationType}", 1, 5, mailing((*Marketplace).createSubscription)),
		ofApplication(get("getSubscriptionById", subscriptions+"/{notificationType}/{subscriptionId}", 1, 5, mailing((*Marketplace).getSubscriptionByID))),
		ofApplication(remove("deleteSubscriptionById", subscriptions+"/{notificationType}/{subscriptionId}", 1, 5, mailing((*Marketplace).deleteSubscription))),
		ofApplication(post("sendTestNotification", subscriptions+"/{notificationType}/testNotification", 1, 5, mailing((*Marketplace).sendTestNotification))),
	}
}

// Operation is a row of the table of what the marketplace serves.
type Operation struct {
	ID, Method string
	// Path has {name} for each segment that is a parameter.
	Path string
	// Rate is calls per second, Burst the size of the bucket, as published.
	Rate, Burst float64
	// Scope is set for operations that take the application's own token.
	Scope string
}

// Operations lists what the regions serve.
func (m *Marketplace) Operations() []Operation {
	all := make([]Operation, len(m.operations))
	for i, op := range m.operations {
		all[i] = Operation{op.id, op.method, "/" + strings.Join(op.path, "/"), op.rate.perSecond, op.rate.burst, op.scope}
	}
	return all
}
