package simulator

import (
	"net/http"

	"sellingassistant/adapters/simulator/gateway"
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

// table is what is served, with the published limits: calls a second and burst.
func (m *Marketplace) table() []gateway.Endpoint {
	type row = func(id, path string, perSecond, burst float64, answer func(*gateway.Call) any) gateway.Endpoint
	by := func(method string) row {
		return func(id, path string, perSecond, burst float64, answer func(*gateway.Call) any) gateway.Endpoint {
			return gateway.Endpoint{ID: id, Method: method, Path: gateway.Segments(path), Rate: gateway.Rate{PerSecond: perSecond, Burst: burst}, Answer: answer, Status: http.StatusOK}
		}
	}
	get, post, remove := by(http.MethodGet), by(http.MethodPost), by(http.MethodDelete)
	ofRole := func(o gateway.Endpoint) gateway.Endpoint {
		o.Role = gateway.RoleListing
		return o
	}
	ofApplication := func(o gateway.Endpoint) gateway.Endpoint {
		o.Scope = gateway.ScopeNotifications
		return o
	}
	with := func(status int, o gateway.Endpoint) gateway.Endpoint {
		o.Status = status
		return o
	}
	restrictions := ofRole(get("getListingsRestrictions", "/listings/2021-08-01/restrictions", 5, 10, m.restrictions))
	restrictions.Shape = gateway.ShapeList
	return []gateway.Endpoint{
		restrictions,
		get("searchCatalogItems", catalogPath, 2, 2, m.searchItems),
		get("getCatalogItem", catalogPath+"/{asin}", 2, 2, m.catalogItem),
		get("searchDefinitionsProductTypes", definitionsPath, 5, 10, m.searchTypes),
		get("getDefinitionsProductType", definitionsPath+"/{productType}", 5, 10, m.productType),
		get("getCompetitivePricing", pricingPath+"/competitivePrice", 0.5, 1, m.pricesOf(fillCompetitive)),
		get("getPricing", pricingPath+"/price", 0.5, 1, m.pricesOf(fillOwn)),
		get("getItemOffers", itemsPath+"{Asin}/offers", 0.5, 1, m.offers),
		get("getListingOffers", skusPath+"{SellerSKU}/offers", 1, 2, m.offers),
		post("getItemOffersBatch", "/batches"+pricingPath+"/itemOffers", 0.1, 1, m.offersBatch(itemsPath, "Asin")),
		post("getListingOffersBatch", "/batches"+pricingPath+"/listingOffers", 0.5, 1, m.offersBatch(skusPath, "SellerSKU")),
		post("getCompetitiveSummary", "/batches"+summaryURI, 0.033, 1, m.summaries),
		post("getFeaturedOfferExpectedPriceBatch", "/batches"+expectedURI, 0.033, 1, m.expectedPrices),
		post("getMyFeesEstimateForASIN", feesPath+"/items/{Asin}/feesEstimate", 1, 2, m.fees),
		post("getMyFeesEstimateForSKU", feesPath+"/listings/{SellerSKU}/feesEstimate", 1, 2, m.fees),
		post("getMyFeesEstimates", feesPath+"/feesEstimate", 0.5, 1, m.feesList),
		ofRole(get("searchListingsItems", listingsPath, 5, 5, m.searchListings)),
		ofRole(get("getListingsItem", listingPath, 5, 10, m.listingsItem)),
		ofRole(by(http.MethodPut)("putListingsItem", listingPath, 5, 10, m.putListing)),
		ofRole(by(http.MethodPatch)("patchListingsItem", listingPath, 5, 5, m.patchListing)),
		ofRole(remove("deleteListingsItem", listingPath, 5, 5, m.deleteListing)),
		get("getMarketplaceParticipations", "/sellers/v1/marketplaceParticipations", 0.016, 15, m.participations),
		get("getAccount", "/sellers/v1/account", 0.016, 15, m.sellerAccount),
		get("getInventorySummaries", "/fba/inventory/v1/summaries", 2, 2, m.inventory),
		get("listInboundPlans", inboundPath, 2, 6, m.inboundPlans),
		get("getInboundPlan", planPath, 2, 6, m.answerPlan),
		get("listInboundPlanBoxes", planPath+"/boxes", 2, 6, m.partsOf("boxes", 1000)),
		get("listInboundPlanItems", planPath+"/items", 2, 6, m.partsOf("items", 1000)),
		get("listInboundPlanPallets", planPath+"/pallets", 2, 6, m.partsOf("pallets", 1000)),
		get("listPlacementOptions", planPath+"/placementOptions", 2, 6, m.partsOf("placementOptions", 20)),
		get("listPackingOptions", planPath+"/packingOptions", 2, 6, m.partsOf("packingOptions", 20)),
		get(transportations, planPath+"/transportationOptions", 2, 6, m.partsOf("transportationOptions", 20)),
		get("listPackingGroupBoxes", groupPath+"/boxes", 2, 30, m.partsOf("boxes", 100)),
		get("listPackingGroupItems", groupPath+"/items", 2, 30, m.partsOf("items", 100)),
		get("getShipment", shipmentPath, 2, 6, m.answerShipment),
		get("listShipmentBoxes", shipmentPath+"/boxes", 2, 30, m.partsOf("boxes", 1000)),
		get("listShipmentItems", shipmentPath+"/items", 2, 30, m.partsOf("items", 1000)),
		get("listShipmentPallets", shipmentPath+"/pallets", 2, 30, m.partsOf("pallets", 1000)),
		get("getShipments", oldInboundPath+"/shipments", 2, 30, m.oldShipments),
		get("getShipmentItemsByShipmentId", oldInboundPath+"/shipments/{shipmentId}/items", 2, 30, m.oldItemsOfShipment),
		get(oldItems, oldInboundPath+"/shipmentItems", 2, 30, m.oldItems),
		with(http.StatusCreated, post("createFeedDocument", documentsPath, 0.5, 15, m.createFeedDocument)),
		with(http.StatusAccepted, ofRole(post("createFeed", feedsPath, 0.0083, 15, m.createFeed))),
		get("getFeed", feedsPath+"/{feedId}", 2, 15, m.answerFeed),
		remove("cancelFeed", feedsPath+"/{feedId}", 2, 15, m.cancelFeed),
		get("getFeeds", feedsPath, 0.0222, 10, m.listFeeds),
		get("getFeedDocument", documentsPath+"/{feedDocumentId}", 0.0222, 10, m.answerFeedDocument),
		ofApplication(post("createDestination", destinations, 1, 5, m.mailing(m.createDestination))),
		ofApplication(get("getDestinations", destinations, 1, 5, m.mailing(m.getDestinations))),
		ofApplication(get("getDestination", destinations+"/{destinationId}", 1, 5, m.mailing(m.getDestination))),
		ofApplication(remove("deleteDestination", destinations+"/{destinationId}", 1, 5, m.mailing(m.deleteDestination))),
		get("getSubscriptions", subscriptions, 1, 5, m.mailing(m.getSubscriptions)),
		get("getSubscription", subscriptions+"/{notificationType}", 1, 5, m.mailing(m.getSubscription)),
		post("createSubscription", subscriptions+"/{notificationType}", 1, 5, m.mailing(m.createSubscription)),
		ofApplication(get("getSubscriptionById", subscriptions+"/{notificationType}/{subscriptionId}", 1, 5, m.mailing(m.getSubscriptionByID))),
		ofApplication(remove("deleteSubscriptionById", subscriptions+"/{notificationType}/{subscriptionId}", 1, 5, m.mailing(m.deleteSubscription))),
		ofApplication(post("sendTestNotification", subscriptions+"/{notificationType}/testNotification", 1, 5, m.mailing(m.sendTestNotification))),
	}
}
