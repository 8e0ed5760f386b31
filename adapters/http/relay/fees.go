package relay

import (
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

const (
	groupFees = "sp-api-product-fees"
	feesPath  = "/products/fees/v0"

	feeRequest = `{"MarketplaceId":"ATVPDKIKX0DER","IsAmazonFulfilled":true,"Identifier":"q1",` +
		`"PriceToEstimateFees":{"ListingPrice":{"CurrencyCode":"USD","Amount":19.99}}}`
	feeResult = `{"Status":"Success",` +
		`"FeesEstimateIdentifier":{"MarketplaceId":"ATVPDKIKX0DER","SellerInputIdentifier":"q1"},` +
		`"FeesEstimate":{"TotalFeesEstimate":{"CurrencyCode":"USD","Amount":6.22},"FeeDetailList":[]}}`
)

// feesAt describes the request for the fees of a sale at a price.
func feesAt() *huma.Schema {
	return required(object("The sale.", members{
		"MarketplaceId": str("The marketplace; all of one call are of one region."),
		"IsAmazonFulfilled": {
			Type: huma.TypeBoolean, Description: "Whether Amazon stores and ships; else fees of fulfilment are absent.",
		},
		"PriceToEstimateFees": required(object("The price of the sale.", members{
			"ListingPrice": money("The price of the product."), "Shipping": money("The price of shipping."),
			"Points": open("Points of amazon.co.jp."),
		}), "ListingPrice"),
		"Identifier": str("Any text that the answer repeats."),
		"OptionalFulfillmentProgram": oneOf("The program of fulfilment; FBA_CORE when absent.",
			"FBA_CORE", "FBA_SNL", "FBA_EFN"),
	}), "MarketplaceId", "PriceToEstimateFees", "Identifier")
}

func money(doc string) *huma.Schema {
	return object(doc, members{
		"CurrencyCode": str("The currency, by ISO 4217."),
		// Amazon takes any number of decimals, so that sums of careless programs pass.
		"Amount": {Type: huma.TypeNumber, Description: "The amount, in units of the currency."},
	})
}

// feesFound describes the estimate for a sale.
func feesFound(doc string) *huma.Schema {
	return object(doc, members{
		"Status":                 str("Success, ClientError or ServiceError."),
		"FeesEstimateIdentifier": open("The sale as Amazon read it, with the text of Identifier in SellerInputIdentifier."),
		"FeesEstimate":           open("The fees, with their sum in TotalFeesEstimate."),
		"Error":                  open("The reason why there is no estimate."),
	})
}

// feesOf describes an operation with the fees of one product.
func feesOf(id, upstream, path, summary string, subject parameter) row {
	return row{
		id: id, upstream: upstream, method: http.MethodPost, path: path, group: groupFees, reads: true, beside: true,
		summary:     summary,
		description: "Returns Amazon's estimate of its fees for a sale at a price.",
		own:         []parameter{subject}, capitals: true,
		body:   required(object("", members{"FeesEstimateRequest": feesAt()}), "FeesEstimateRequest"),
		sent:   json.RawMessage(`{"FeesEstimateRequest":` + feeRequest + `}`),
		inside: pricedOne,
		answer: object("", members{"payload": object("The answer.", members{
			"FeesEstimateResult": feesFound("Status, and the fees or the error."),
		})}),
		example: json.RawMessage(`{"payload":{"FeesEstimateResult":` + feeResult + `}}`),
	}
}

func fees() []row {
	ownSKU := sku()
	ownSKU.theirs = "SellerSKU"
	least, most := 1, 20
	return []row{
		feesOf("spApiGetMyFeesEstimateForASIN", "getMyFeesEstimateForASIN", feesPath+"/items/{asin}/feesEstimate",
			"Estimate fees of a product", asin()),
		feesOf("spApiGetMyFeesEstimateForSKU", "getMyFeesEstimateForSKU", feesPath+"/listings/{sku}/feesEstimate",
			"Estimate fees of a SKU", ownSKU),
		{
			id: "spApiGetMyFeesEstimates", upstream: "getMyFeesEstimates", method: http.MethodPost,
			path: feesPath + "/feesEstimate", group: groupFees, reads: true, beside: true,
			summary:     "Estimate fees of several products",
			description: "Returns Amazon's estimate of its fees for up to 20 sales. Each has a status of its own.",
			body: &huma.Schema{
				Type: huma.TypeArray, MinItems: &least, MaxItems: &most, Description: "The sales.",
				Items: required(object("", members{
					"FeesEstimateRequest": feesAt(),
					"IdType":              oneOf("Kind of identifier.", "ASIN", "SellerSKU"),
					"IdValue":             str("The product or SKU."),
				}), "IdType", "IdValue"),
			},
			sent:   json.RawMessage(`[{"FeesEstimateRequest":` + feeRequest + `,"IdType":"ASIN","IdValue":"B0SIM000SC"}]`),
			inside: pricedMany,
			answer: &huma.Schema{
				Type: huma.TypeArray, Description: "One entry for each sale, in order.",
				Items: feesFound("Status of a sale, and the fees or the error."),
			},
			example: json.RawMessage(`[` + feeResult + `]`),
		},
	}
}

// priced has the marketplace of a request for fees.
type priced struct {
	Request struct {
		MarketplaceID string `json:"MarketplaceId"`
	} `json:"FeesEstimateRequest"`
}

// pricedOne returns the marketplace that a body names. The form of the body has been checked.
func pricedOne(text []byte) []string {
	var sale priced
	if json.Unmarshal(text, &sale) != nil {
		return nil
	}
	return []string{sale.Request.MarketplaceID}
}

// pricedMany returns the marketplaces that a list names.
func pricedMany(text []byte) []string {
	var sales []priced
	if json.Unmarshal(text, &sales) != nil {
		return nil
	}
	ids := make([]string, len(sales))
	for i := range sales {
		ids[i] = sales[i].Request.MarketplaceID
	}
	return ids
}
