package simulator

import "sellingassistant/adapters/simulator/gateway"

const (
	pricingPath     = "/products/pricing/v0"
	itemsPath       = pricingPath + "/items/"
	skusPath        = pricingPath + "/listings/"
	pricingPath2022 = "/products/pricing/2022-05-01"
	summaryURI      = pricingPath2022 + "/items/competitiveSummary"
	expectedURI     = pricingPath2022 + "/offer/featuredOfferExpectedPrice"
	feesPath        = "/products/fees/v0"
)

// marketEndpoints are the operations this room answers.
func (m *Marketplace) marketEndpoints() []gateway.Endpoint {
	return []gateway.Endpoint{
		gateway.Get("getCompetitivePricing", pricingPath+"/competitivePrice", 0.5, 1, m.pricesOf(fillCompetitive)),
		gateway.Get("getPricing", pricingPath+"/price", 0.5, 1, m.pricesOf(fillOwn)),
		gateway.Get("getItemOffers", itemsPath+"{Asin}/offers", 0.5, 1, m.offers),
		gateway.Get("getListingOffers", skusPath+"{SellerSKU}/offers", 1, 2, m.offers),
		gateway.Post("getItemOffersBatch", "/batches"+pricingPath+"/itemOffers", 0.1, 1, m.offersBatch(itemsPath, "Asin")),
		gateway.Post("getListingOffersBatch", "/batches"+pricingPath+"/listingOffers", 0.5, 1, m.offersBatch(skusPath, "SellerSKU")),
		gateway.Post("getCompetitiveSummary", "/batches"+summaryURI, 0.033, 1, m.summaries),
		gateway.Post("getFeaturedOfferExpectedPriceBatch", "/batches"+expectedURI, 0.033, 1, m.expectedPrices),
		gateway.Post("getMyFeesEstimateForASIN", feesPath+"/items/{Asin}/feesEstimate", 1, 2, m.fees),
		gateway.Post("getMyFeesEstimateForSKU", feesPath+"/listings/{SellerSKU}/feesEstimate", 1, 2, m.fees),
		gateway.Post("getMyFeesEstimates", feesPath+"/feesEstimate", 0.5, 1, m.feesList),
	}
}
