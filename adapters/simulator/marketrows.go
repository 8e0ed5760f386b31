package simulator

import "net/http"

// marketRows are the operations about products, prices and fees.
func (m *Marketplace) marketRows() []operation {
	row := func(id, method, path string, r rate) operation {
		return operation{id: id, method: method, path: segments(path), rate: r}
	}
	get := func(id, path string, r rate) operation { return row(id, http.MethodGet, path, r) }
	post := func(id, path string, r rate) operation { return row(id, http.MethodPost, path, r) }
	const batches = "/batches"
	return []operation{
		reading(m, get("searchCatalogItems", catalogPath, rate{2, 2}), readItemSearch, m.answerItemSearch),
		reading(m, get("getCatalogItem", catalogPath+"/{asin}", rate{2, 2}), readItem, m.answerItem),
		reading(m, get("searchDefinitionsProductTypes", definitionsPath, rate{5, 10}), readTypeSearch, m.answerTypeSearch),
		reading(m, get("getDefinitionsProductType", definitionsPath+"/{productType}", rate{5, 10}), readType, m.answerType),
		reading(m, get("getCompetitivePricing", pricingPath+"/competitivePrice", rate{0.5, 1}), readPrices, m.pricesOf(fillCompetitive)),
		reading(m, get("getPricing", pricingPath+"/price", rate{0.5, 1}), readPrices, m.pricesOf(fillOwn)),
		reading(m, get("getItemOffers", itemsPath+"{Asin}/offers", rate{0.5, 1}), readOffers, m.answerOffers),
		reading(m, get("getListingOffers", skusPath+"{SellerSKU}/offers", rate{1, 2}), readOffers, m.answerOffers),
		reading(m, post("getItemOffersBatch", batches+pricingPath+"/itemOffers", rate{0.1, 1}), readOffersBatch, m.offersBatch(itemsPath, "Asin")),
		reading(m, post("getListingOffersBatch", batches+pricingPath+"/listingOffers", rate{0.5, 1}), readOffersBatch, m.offersBatch(skusPath, "SellerSKU")),
		reading(m, post("getCompetitiveSummary", batches+summaryURI, rate{0.033, 1}), readSummaries, m.answerSummaries),
		reading(m, post("getFeaturedOfferExpectedPriceBatch", batches+expectedURI, rate{0.033, 1}), readExpected, m.answerExpected),
		reading(m, post("getMyFeesEstimateForASIN", feesPath+"/items/{Asin}/feesEstimate", rate{1, 2}), oneFees, m.answerFees),
		reading(m, post("getMyFeesEstimateForSKU", feesPath+"/listings/{SellerSKU}/feesEstimate", rate{1, 2}), oneFees, m.answerFees),
		reading(m, post("getMyFeesEstimates", feesPath+"/feesEstimate", rate{0.5, 1}), manyFees, m.answerFeesList),
	}
}
