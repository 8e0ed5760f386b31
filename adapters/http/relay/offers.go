package relay

import (
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/domain/relay"
)

const (
	offersPath   = "/products/pricing/v0/items/{asin}/offers"
	expectedPath = "/batches/products/pricing/2022-05-01/offer/featuredOfferExpectedPrice"
	expectedURI  = "/products/pricing/2022-05-01/offer/featuredOfferExpectedPrice"
)

// itemConditions lists the conditions of offers.
var itemConditions = []string{"New", "Used", "Collectible", "Refurbished", "Club"}

func asin() parameter {
	return formed("asin", "^[0-9A-Za-z]{10}$", "10 letters or digits", "Amazon's identifier of the product.").
		shown("B0SIM000SC")
}

func customerType() parameter {
	return word("customerType", "Kind of customers that prices are for; Consumer when absent.", "Consumer", "Business")
}

// batch describes a body with several requests.
func batch(most int, request *huma.Schema) *huma.Schema {
	least := 1
	return required(object("", members{
		"requests": {Type: huma.TypeArray, MinItems: &least, MaxItems: &most, Description: "The requests.", Items: request},
	}), "requests")
}

// answered describes the answer to a batch.
func answered() *huma.Schema {
	return object("", members{"responses": list("Status and body for each request.")})
}

func offers() []row {
	return []row{
		{
			id: "spApiGetPricing", upstream: "getPricing", method: http.MethodGet, path: "/products/pricing/v0/price",
			group: groupPricing, beside: true,
			summary:     "Get own prices",
			description: "Returns the seller's own offers for up to 20 products or own SKUs.",
			own: []parameter{
				word("itemType", "Kind of identifiers: Asin goes with asins, Sku with skus.", "Asin", "Sku").must().shown("Asin"),
				texts("asins", 20, 10, "Products.").shown([]string{"B0SIM000SC"}),
				texts("skus", 20, 100, "SKUs of the seller account."),
				word("itemCondition", "Offers in this condition; in all conditions when absent.", itemConditions...),
				word("offerType", "Kind of offers; B2C when absent.", "B2C", "B2B"),
			},
			capitals: true, fill: []string{"MarketplaceId"},
			rules: []relay.Rule{
				relay.Excludes("asins", "skus"), relay.With("itemType", "Asin", "asins"), relay.With("itemType", "Sku", "skus"),
			},
			answer:  object("", members{"payload": list("One entry for each product, with a status of its own.")}),
			example: json.RawMessage(`{"payload":[{"status":"Success","ASIN":"B0SIM000SC","Product":{"Offers":[]}}]}`),
		},
		{
			id: "spApiGetItemOffers", upstream: "getItemOffers", method: http.MethodGet, path: offersPath, group: groupPricing,
			beside:      true,
			summary:     "Get offers of a product",
			description: "Returns up to 20 offers of a product in one condition, with the lowest and the featured prices.",
			own: []parameter{
				asin(),
				word("itemCondition", "The condition of the offers.", itemConditions...).must().shown("New"),
				customerType(),
			},
			capitals: true, fill: []string{"MarketplaceId"},
			answer: object("", members{"payload": object("The offers.", members{
				"ASIN": str("The product."), "marketplaceId": str("The marketplace."), "ItemCondition": str("Their condition."),
				"status": str("Success, or why there are no offers."), "Identifier": open("Product, condition and time."),
				"Summary": open("Numbers of offers, lowest and featured prices."), "Offers": list("The offers."),
			})}),
			example: json.RawMessage(`{"payload":{"ASIN":"B0SIM000SC","marketplaceId":"ATVPDKIKX0DER","ItemCondition":"new",` +
				`"status":"Success","Identifier":{"MarketplaceId":"ATVPDKIKX0DER","ASIN":"B0SIM000SC","ItemCondition":"new"},` +
				`"Summary":{"TotalOfferCount":0},"Offers":[]}}`),
		},
		{
			id: "spApiGetItemOffersBatch", upstream: "getItemOffersBatch", method: http.MethodPost,
			path: "/batches/products/pricing/v0/itemOffers", group: groupPricing, reads: true, beside: true,
			summary: "Get offers of several products",
			description: "Returns the offers of up to 20 products. Each request in the body has an answer with a status of " +
				"its own. Amazon takes one such call in ten seconds.",
			body: batch(20, object("", members{
				"uri":           str("The path of a single request: /products/pricing/v0/items/B0SIM000SC/offers."),
				"method":        str("GET."),
				"MarketplaceId": str("The marketplace; all of one call are of one region."),
				"ItemCondition": str("The condition of the offers: New, Used, Collectible, Refurbished or Club."),
				"CustomerType":  str("Consumer or Business; Consumer when absent."),
			})),
			sent: json.RawMessage(`{"requests":[{"uri":"/products/pricing/v0/items/B0SIM000SC/offers","method":"GET",` +
				`"MarketplaceId":"ATVPDKIKX0DER","ItemCondition":"New"}]}`),
			inside: requested,
			answer: answered(),
			example: json.RawMessage(`{"responses":[{"status":{"statusCode":200,"reasonPhrase":"OK"},` +
				`"request":{"MarketplaceId":"ATVPDKIKX0DER","Asin":"B0SIM000SC","ItemCondition":"New"},` +
				`"body":{"payload":{"ASIN":"B0SIM000SC","status":"Success","Offers":[]}}}]}`),
		},
		{
			id: "spApiGetFeaturedOfferExpectedPriceBatch", upstream: "getFeaturedOfferExpectedPriceBatch",
			method: http.MethodPost, path: expectedPath, group: groupPricing, reads: true, beside: true,
			summary: "Get expected prices of the featured offer",
			description: "Returns the price at which Amazon expects each of up to 40 own SKUs to be the featured offer. " +
				"Each request in the body has an answer with a status of its own. Amazon takes one such call in 30 seconds.",
			body: batch(40, object("", members{
				"uri": str("The path of a single request."), "method": str("GET."),
				"marketplaceId": str("The marketplace; all of one call are of one region."), "sku": str("The SKU."),
				"segment": open("The customers that prices are for."),
			})),
			sent: json.RawMessage(`{"requests":[{"uri":"` + expectedURI + `","method":"GET",` +
				`"marketplaceId":"ATVPDKIKX0DER","sku":"SIM-0000"}]}`),
			inside: requested,
			answer: answered(),
			example: json.RawMessage(`{"responses":[{"status":{"statusCode":200,"reasonPhrase":"OK"},` +
				`"request":{"marketplaceId":"ATVPDKIKX0DER","sku":"SIM-0000"},` +
				`"body":{"featuredOfferExpectedPriceResults":[{"resultStatus":"VALID_FOEP"}]}}]}`),
		},
	}
}
