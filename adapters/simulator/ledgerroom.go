package simulator

import (
	"net/http"

	"sellingassistant/adapters/simulator/gateway"
)

const (
	listingsPath  = "/listings/2021-08-01/items/{sellerId}"
	listingPath   = listingsPath + "/{sku}"
	feedsPath     = "/feeds/2021-06-30/feeds"
	documentsPath = "/feeds/2021-06-30/documents"
)

// ledgerEndpoints are the operations this room answers.
func (m *Marketplace) ledgerEndpoints() []gateway.Endpoint {
	return []gateway.Endpoint{
		gateway.Get("searchListingsItems", listingsPath, 5, 5, m.searchListings).OfRole(),
		gateway.Get("getListingsItem", listingPath, 5, 10, m.listingsItem).OfRole(),
		gateway.Serving(http.MethodPut, "putListingsItem", listingPath, 5, 10, m.putListing).OfRole(),
		gateway.Serving(http.MethodPatch, "patchListingsItem", listingPath, 5, 5, m.patchListing).OfRole(),
		gateway.Delete("deleteListingsItem", listingPath, 5, 5, m.deleteListing).OfRole(),
		gateway.Get("getMarketplaceParticipations", "/sellers/v1/marketplaceParticipations", 0.016, 15, m.participations),
		gateway.Get("getAccount", "/sellers/v1/account", 0.016, 15, m.sellerAccount),
		gateway.Get("getInventorySummaries", "/fba/inventory/v1/summaries", 2, 2, m.inventory),
		gateway.Post("createFeedDocument", documentsPath, 0.5, 15, m.createFeedDocument).With(http.StatusCreated),
		gateway.Post("createFeed", feedsPath, 0.0083, 15, m.createFeed).OfRole().With(http.StatusAccepted),
		gateway.Get("getFeed", feedsPath+"/{feedId}", 2, 15, m.answerFeed),
		gateway.Delete("cancelFeed", feedsPath+"/{feedId}", 2, 15, m.cancelFeed),
		gateway.Get("getFeeds", feedsPath, 0.0222, 10, m.listFeeds),
		gateway.Get("getFeedDocument", documentsPath+"/{feedDocumentId}", 0.0222, 10, m.answerFeedDocument),
	}
}
