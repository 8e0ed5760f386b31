package market

import (
	"sync"
	"time"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/ledger"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

const (
	pricingPath     = "/products/pricing/v0"
	itemsPath       = pricingPath + "/items/"
	skusPath        = pricingPath + "/listings/"
	pricingPath2022 = "/products/pricing/2022-05-01"
	summaryURI      = pricingPath2022 + "/items/competitiveSummary"
	expectedURI     = pricingPath2022 + "/offer/featuredOfferExpectedPrice"
	feesPath        = "/products/fees/v0"
)

// Floor has a market for each product in each marketplace, with the offers of all sellers.
type Floor struct {
	world   *world.World
	gateway *gateway.Gateway
	catalog *catalog.Catalog
	ledger  *ledger.Ledger
	// selling simulates purchases of own offers.
	selling bool
	// DriftBefore has a second of trading time. In sessions before it the level of prices moves from
	// one stretch of weeks to the next; 0 keeps the level.
	DriftBefore int64
	// WantsOrders reports whether a seller is notified of orders.
	WantsOrders func(seller string, shop marketplace.ID) bool

	shards [shardCount]marketShard

	once     sync.Once
	accounts []account // competing sellers

	advancing sync.Mutex    // keeps the order of events from Advance
	heard     []heardMarket // markets of the last Advance
	sales     salesBook
	// Ordered receives orders, in their state at a moment.
	Ordered   func(o Order, at time.Time, status string)
	mu        sync.Mutex
	listeners []offerListener
	advanced  int64        // time that Advance has reached
	only      map[int]bool // products that Advance runs; nil for all
}

// New makes the markets of a world; with selling, buyers come to them.
func New(w *world.World, g *gateway.Gateway, c *catalog.Catalog, l *ledger.Ledger, selling bool) *Floor {
	f := &Floor{world: w, gateway: g, catalog: c, ledger: l, selling: selling}
	f.WantsOrders = func(string, marketplace.ID) bool { return false }
	f.Ordered = func(Order, time.Time, string) {}
	l.OnListingChange(f.ownOfferChanged)
	return f
}

// Endpoints returns the operations of this package.
func (flo *Floor) Endpoints() []gateway.Endpoint {
	return []gateway.Endpoint{
		gateway.Get("getCompetitivePricing", pricingPath+"/competitivePrice", 0.5, 1, flo.pricesOf(fillCompetitive)),
		gateway.Get("getPricing", pricingPath+"/price", 0.5, 1, flo.pricesOf(fillOwn)),
		gateway.Get("getItemOffers", itemsPath+"{Asin}/offers", 0.5, 1, flo.offers),
		gateway.Get("getListingOffers", skusPath+"{SellerSKU}/offers", 1, 2, flo.offers),
		gateway.Post("getItemOffersBatch", "/batches"+pricingPath+"/itemOffers", 0.1, 1, flo.offersBatch(itemsPath, "Asin")),
		gateway.Post("getListingOffersBatch", "/batches"+pricingPath+"/listingOffers", 0.5, 1, flo.offersBatch(skusPath, "SellerSKU")),
		gateway.Post("getCompetitiveSummary", "/batches"+summaryURI, 0.033, 1, flo.summaries),
		gateway.Post("getFeaturedOfferExpectedPriceBatch", "/batches"+expectedURI, 0.033, 1, flo.expectedPrices),
		gateway.Post("getMyFeesEstimateForASIN", feesPath+"/items/{Asin}/feesEstimate", 1, 2, flo.fees),
		gateway.Post("getMyFeesEstimateForSKU", feesPath+"/listings/{SellerSKU}/feesEstimate", 1, 2, flo.fees),
		gateway.Post("getMyFeesEstimates", feesPath+"/feesEstimate", 0.5, 1, flo.feesList),
	}
}
