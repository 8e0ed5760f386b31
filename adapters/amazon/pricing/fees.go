package pricing

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer/decision"
	port "sellingassistant/ports/repricer"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// Fees calls getMyFeesEstimates, and for single questions getMyFeesEstimateForSKU and
// getMyFeesEstimateForASIN (product fees v0).
func (c *Client) Fees(ctx context.Context, s account.Seller, asked []pricingports.FeeQuestion) []pricingports.FeeAnswer {
	results := grouped(asked, func(q pricingports.FeeQuestion) bool { return q.SKU != "" },
		func(bySKU bool, group []pricingports.FeeQuestion) []result[*pricingports.FeeEstimate] {
			one := spapi.GetMyFeesEstimateForASIN
			if bySKU {
				one = spapi.GetMyFeesEstimateForSKU
			}
			i := inquiry[pricingports.FeeQuestion, *pricingports.FeeEstimate]{
				client: c.client, seller: s, priority: c.priority, check: checkFees,
				many: form[pricingports.FeeQuestion, *pricingports.FeeEstimate]{op: spapi.GetMyFeesEstimates, ask: askFees, read: decodeFeesList},
				one: &form[pricingports.FeeQuestion, *pricingports.FeeEstimate]{
					op: one, ask: askFeesOf,
					read: func(q []pricingports.FeeQuestion, body []byte, _ time.Time) ([]entry[*pricingports.FeeEstimate], error) {
						return decodeFees(one, q, body)
					},
				},
			}
			return i.run(ctx, group)
		})
	return answers(results, func(e *pricingports.FeeEstimate, err error) pricingports.FeeAnswer {
		return pricingports.FeeAnswer{Estimate: e, Err: err}
	})
}

func checkFees(q pricingports.FeeQuestion) error {
	refuse := func(words string) error { return fault.New(fault.Invalid, fault.CodeValidationFailed, words) }
	switch {
	case !q.Price.Positive() || !q.Price.Fits(q.Marketplace.Currency):
		return refuse("the price must be above 0 and have no more decimals than its currency")
	case q.Shipping.Units() < 0 || q.Points.Units() < 0:
		return refuse("shipping and points must not be below 0")
	case q.Fulfillment != decision.FBA && q.Fulfillment != decision.FBM:
		return refuse("who ships is required")
	}
	return checkSubject(port.SKUOrASIN{Marketplace: q.Marketplace.ID, SKU: q.SKU, ASIN: q.ASIN})
}

// feesItem encodes a question in the body of a call. Single operations have the SKU or ASIN in
// their path.
type feesItem struct {
	Request feesRequest `json:"FeesEstimateRequest"`
	IDType  string      `json:"IdType,omitempty"`
	IDValue string      `json:"IdValue,omitempty"`
}

type feesRequest struct {
	MarketplaceID string    `json:"MarketplaceId"`
	ByAmazon      bool      `json:"IsAmazonFulfilled"`
	Price         feesPrice `json:"PriceToEstimateFees"`
	Identifier    string    `json:"Identifier"`
}

type feesPrice struct {
	Listing  sentSum     `json:"ListingPrice"`
	Shipping *sentSum    `json:"Shipping,omitempty"`
	Points   *sentPoints `json:"Points,omitempty"`
}

type sentPoints struct {
	Number json.Number `json:"PointsNumber"`
	Value  sentSum     `json:"PointsMonetaryValue"`
}

// sentSum keeps the amount as a number's text, so that no float rounds it.
type sentSum struct {
	Currency money.Currency `json:"CurrencyCode"`
	Amount   json.Number    `json:"Amount"`
}

// feeIdentifier identifies a question within a call; its entry repeats it.
func feeIdentifier(place int) string { return "q" + strconv.Itoa(place) }

func feesItemOf(place int, q pricingports.FeeQuestion) feesItem {
	sum := func(a money.Amount) sentSum { return sentSum{q.Marketplace.Currency, json.Number(a.String())} }
	price := feesPrice{Listing: sum(q.Price)}
	if q.Shipping.Positive() {
		shipping := sum(q.Shipping)
		price.Shipping = &shipping
	}
	if q.Marketplace.Currency == "JPY" && q.Points.Positive() {
		price.Points = &sentPoints{json.Number(q.Points.String()), sum(q.Points)}
	}
	return feesItem{Request: feesRequest{string(q.Marketplace.ID), q.Fulfillment == decision.FBA, price, feeIdentifier(place)}}
}

func askFees(questions []pricingports.FeeQuestion) (spapi.Call, error) {
	items := make([]feesItem, len(questions))
	for n, q := range questions {
		items[n] = feesItemOf(n, q)
		if items[n].IDType, items[n].IDValue = "ASIN", strings.ToUpper(q.ASIN); q.SKU != "" {
			items[n].IDType, items[n].IDValue = "SellerSKU", q.SKU
		}
	}
	body, err := json.Marshal(items)
	return spapi.Call{Body: body}, err
}

func askFeesOf(questions []pricingports.FeeQuestion) (spapi.Call, error) {
	body, err := json.Marshal(feesItemOf(0, questions[0]))
	return spapi.Call{
		Segments: offerSegments(pricingports.OfferQuestion{SKUOrASIN: port.SKUOrASIN{SKU: questions[0].SKU, ASIN: questions[0].ASIN}}), Body: body,
	}, err
}
