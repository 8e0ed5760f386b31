package ledger

import (
	"net/http"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
)

const (
	listingsPath  = "/listings/2021-08-01/items/{sellerId}"
	listingPath   = listingsPath + "/{sku}"
	feedsPath     = "/feeds/2021-06-30/feeds"
	documentsPath = "/feeds/2021-06-30/documents"
)

// Ledger has the listings, submissions and feeds of sellers, with the changes applied so far.
type Ledger struct {
	world   *world.World
	gateway *gateway.Gateway
	catalog *catalog.Catalog
	// submission delays accepted changes before they are applied.
	submission Delay

	book book
}

// New returns the ledger of a world in its initial state.
func New(w *world.World, g *gateway.Gateway, c *catalog.Catalog, submission Delay) *Ledger {
	l := &Ledger{world: w, gateway: g, catalog: c, submission: submission}
	l.book.forget()
	return l
}

// Forget restores the initial state of the listings.
func (led *Ledger) Forget() { led.book.forget() }

// Paths returns the paths that the package serves besides its operations.
func (led *Ledger) Paths() map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{feedDocumentPath + "{id}": led.serveFeedDocument}
}

// Endpoints returns the operations of this package.
func (led *Ledger) Endpoints() []gateway.Endpoint {
	return []gateway.Endpoint{
		gateway.Get("searchListingsItems", listingsPath, 5, 5, led.searchListings).OfRole(),
		gateway.Get("getListingsItem", listingPath, 5, 10, led.listingsItem).OfRole(),
		gateway.Serving(http.MethodPut, "putListingsItem", listingPath, 5, 10, led.putListing).OfRole(),
		gateway.Serving(http.MethodPatch, "patchListingsItem", listingPath, 5, 5, led.patchListing).OfRole(),
		gateway.Delete("deleteListingsItem", listingPath, 5, 5, led.deleteListing).OfRole(),
		gateway.Get("getMarketplaceParticipations", "/sellers/v1/marketplaceParticipations", 0.016, 15, led.participations),
		gateway.Get("getAccount", "/sellers/v1/account", 0.016, 15, led.sellerAccount),
		gateway.Get("getOrders", ordersPath, 0.0167, 20, led.orders),
		gateway.Get("getOrderItems", ordersPath+"/{orderId}/orderItems", 0.5, 30, led.orderItems),
		gateway.Get("getInventorySummaries", "/fba/inventory/v1/summaries", 2, 2, led.inventory),
		gateway.Post("createFeedDocument", documentsPath, 0.5, 15, led.createFeedDocument).With(http.StatusCreated),
		gateway.Post("createFeed", feedsPath, 0.0083, 15, led.createFeed).OfRole().With(http.StatusAccepted),
		gateway.Get("getFeed", feedsPath+"/{feedId}", 2, 15, led.answerFeed),
		gateway.Delete("cancelFeed", feedsPath+"/{feedId}", 2, 15, led.cancelFeed),
		gateway.Get("getFeeds", feedsPath, 0.0222, 10, led.listFeeds),
		gateway.Get("getFeedDocument", documentsPath+"/{feedDocumentId}", 0.0222, 10, led.answerFeedDocument),
	}
}
