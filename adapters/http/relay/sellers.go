package relay

import (
	"encoding/json"
	"net/http"
)

const (
	groupSellers      = "sp-api-sellers"
	groupRestrictions = "sp-api-listings-restrictions"
)

func sellers() []row {
	return []row{{
		id: "spApiGetMarketplaceParticipations", upstream: "getMarketplaceParticipations", method: http.MethodGet,
		path: "/sellers/v1/marketplaceParticipations", group: groupSellers, beside: true,
		summary: "List the account's marketplaces",
		description: "Lists the marketplaces of the seller account, and whether it takes part in them. " +
			"Amazon takes one such call a minute after the first 15.",
		answer: object("", members{"payload": list("One entry for each marketplace.")}),
		example: json.RawMessage(`{"payload":[{"marketplace":{"id":"ATVPDKIKX0DER","name":"Amazon.com","countryCode":"US",` +
			`"defaultCurrencyCode":"USD","defaultLanguageCode":"en_US","domainName":"www.amazon.com"},` +
			`"participation":{"isParticipating":true,"hasSuspendedListings":false},"storeName":"Example"}]}`),
	}}
}

func restrictions() []row {
	return []row{{
		id: "spApiGetListingsRestrictions", upstream: "getListingsRestrictions", method: http.MethodGet,
		path: "/listings/2021-08-01/restrictions", group: groupRestrictions, beside: true,
		summary: "Get restrictions of a product",
		description: "Returns the reasons why the seller may not offer a product; without reasons it may. " +
			"The operation of this service, GET /products/{asin}/restriction-status, judges them.",
		own: []parameter{
			asin().must(), seller().must(),
			word("conditionType", "The condition to ask for; all conditions when absent.",
				"new_new", "new_open_box", "new_oem", "refurbished_refurbished", "used_like_new", "used_very_good", "used_good",
				"used_acceptable", "collectible_like_new", "collectible_very_good", "collectible_good", "collectible_acceptable",
				"club_club"),
			locale("reasonLocale", "The language of the reasons."),
			text("productType", 100, "The product type of the listing to make.").shown("LUGGAGE"),
		},
		several: true, fill: []string{"marketplaceIds"},
		answer: object("", members{"restrictions": list("One entry for each marketplace and condition with reasons.")}),
		example: json.RawMessage(`{"restrictions":[{"marketplaceId":"ATVPDKIKX0DER","conditionType":"new_new",` +
			`"reasons":[{"reasonCode":"APPROVAL_REQUIRED","message":"You need approval to list this product."}]}]}`),
	}}
}
