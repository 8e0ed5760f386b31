package relay

import (
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/domain/relay"
)

const (
	groupPricing = "sp-api-product-pricing"
	// summaryPath receives the batch; each of its requests names summaryURI.
	summaryPath = "/batches/products/pricing/2022-05-01/items/competitiveSummary"
	summaryURI  = "/products/pricing/2022-05-01/items/competitiveSummary"
)

func pricing() []row {
	one, twenty := 1, 20
	request := object("", members{
		"asin": str("The product."), "marketplaceId": str("The marketplace; all of one call are of one region."),
		"includedData":             {Type: huma.TypeArray, Description: "Data to return.", Items: str("")},
		"lowestPricedOffersInputs": list("Which offers."),
		"method":                   str("GET."), "uri": str("The path of a single summary."),
	})
	return []row{
		{
			id: "spApiGetCompetitivePricing", upstream: "getCompetitivePricing", method: http.MethodGet, path: "/products/pricing/v0/competitivePrice",
			group:       groupPricing,
			summary:     "Get competitive prices",
			description: "Returns the prices a seller competes with, and the sales ranks, for up to 20 products or own SKUs.",
			own: []parameter{
				word("itemType", "Kind of identifiers: Asin goes with asins, Sku with skus.", "Asin", "Sku").must().shown("Asin"),
				texts("asins", 20, 10, "Products.").shown([]string{"B0SIM000SC"}),
				texts("skus", 20, 100, "SKUs of the seller account."),
				word("customerType", "Kind of customers that prices are for; Consumer when absent.", "Consumer", "Business"),
			},
			capitals: true, fill: []string{"MarketplaceId"},
			rules: []relay.Rule{
				relay.Excludes("asins", "skus"), relay.With("itemType", "Asin", "asins"), relay.With("itemType", "Sku", "skus"),
			},
			answer:  object("", members{"payload": list("One entry for each product, with a status of its own.")}),
			example: json.RawMessage(`{"payload":[{"status":"Success","ASIN":"B0SIM000SC","Product":{"CompetitivePricing":{"CompetitivePrices":[]},"SalesRankings":[]}}]}`),
		},
		{
			id: "spApiGetCompetitiveSummary", upstream: "getCompetitiveSummary", method: http.MethodPost, path: summaryPath, group: groupPricing, reads: true,
			summary: "Get competitive summaries",
			description: "Returns featured offers, reference prices and lowest priced offers of up to 20 products. Each request in the body has an answer " +
				"with a status of its own. Amazon takes one such call in 30 seconds.",
			body: required(object("", members{
				"requests": {Type: huma.TypeArray, MinItems: &one, MaxItems: &twenty, Description: "The requests.", Items: request},
			}), "requests"),
			sent: json.RawMessage(`{"requests":[{"asin":"B0SIM000SC","marketplaceId":"ATVPDKIKX0DER","includedData":["featuredBuyingOptions"],` +
				`"method":"GET","uri":"` + summaryURI + `"}]}`),
			inside:  requested,
			answer:  object("", members{"responses": list("Status and body for each request.")}),
			example: json.RawMessage(`{"responses":[{"status":{"statusCode":200,"reasonPhrase":"OK"},"body":{"asin":"B0SIM000SC","marketplaceId":"ATVPDKIKX0DER"}}]}`),
		},
	}
}

// requested returns the marketplaces of the requests in a batch, in both spellings of the member.
// The form of the body has been checked.
func requested(body []byte) []string {
	var batch struct {
		Requests []struct {
			MarketplaceID string `json:"marketplaceId"`
		} `json:"requests"`
	}
	if json.Unmarshal(body, &batch) != nil {
		return nil
	}
	ids := make([]string, len(batch.Requests))
	for i, r := range batch.Requests {
		ids[i] = r.MarketplaceID
	}
	return ids
}
