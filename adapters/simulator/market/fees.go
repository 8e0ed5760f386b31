package market

import (
	"encoding/json"
	"slices"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// feesRequest has a request for the fees of one product at one price. The members are sent back
// unchanged.
type feesRequest struct {
	MarketplaceID marketplace.ID `json:"MarketplaceId"`
	Fulfilled     bool           `json:"IsAmazonFulfilled,omitempty"`
	Price         *feesPrice     `json:"PriceToEstimateFees"`
	Identifier    string         `json:"Identifier"`
	Program       string         `json:"OptionalFulfillmentProgram,omitempty"`
}

type feesPrice struct {
	Listing  *sentCash   `json:"ListingPrice"`
	Shipping *sentCash   `json:"Shipping,omitempty"`
	Points   *sentPoints `json:"Points,omitempty"`
}

type sentPoints struct {
	Number json.Number `json:"PointsNumber"`
	Value  *sentCash   `json:"PointsMonetaryValue,omitempty"`
}

type sentCash struct {
	Currency string      `json:"CurrencyCode"`
	Amount   json.Number `json:"Amount"`
}

type feesItem struct {
	Request *feesRequest `json:"FeesEstimateRequest"`
	IDType  string       `json:"IdType"`
	IDValue string       `json:"IdValue"`
}

// feesPrograms lists the ways the marketplace can ship an item.
var feesPrograms = []string{"", "FBA_CORE", "FBA_SNL", "FBA_EFN"}

// mostFees bounds the products of one call.
const mostFees = 20

// fees estimates the fees of one product at one price.
func (flo *Floor) fees(c *gateway.Call) any {
	var item feesItem
	c.JSON(&item)
	item.IDType, item.IDValue = "ASIN", c.Path("Asin")
	if sku := c.Path("SellerSKU"); sku != "" {
		item.IDType, item.IDValue = "SellerSKU", sku
	}
	return gateway.Object{"payload": gateway.Object{"FeesEstimateResult": flo.feesOf(c, &item)}}
}

// feesList answers for each product separately; unknown products fail alone.
func (flo *Floor) feesList(c *gateway.Call) any {
	var items []feesItem
	c.JSON(&items)
	c.WrongIf(len(items) < 1 || len(items) > mostFees, "The list must have at least one and not too many entries.")
	for _, i := range items {
		c.WrongIf(i.IDType != "ASIN" && i.IDType != "SellerSKU", "'IdType' has an unknown value.")
		c.WrongIf(i.IDValue == "" || i.Request == nil, "'IdValue' and 'FeesEstimateRequest' are required.")
	}
	results := []any{}
	for i := range items {
		result, no := entry(func() any { return flo.feesOf(c, &items[i]) })
		if no != nil {
			result = items[i].failed(c, no)
		}
		results = append(results, result)
	}
	return results
}

// check ends the call if the request for fees is invalid.
func (i *feesItem) check(c *gateway.Call) *world.Shop {
	r := i.Request
	c.WrongIf(r == nil, "'FeesEstimateRequest' is required.")
	s := c.KnownShop("MarketplaceId", r.MarketplaceID)
	c.WrongIf(r.Identifier == "", "'Identifier' is required.")
	c.WrongIf(r.Price == nil || r.Price.Listing == nil, "'PriceToEstimateFees' with 'ListingPrice' is required.")
	c.WrongIf(!slices.Contains(feesPrograms, r.Program), "'OptionalFulfillmentProgram' has an unknown value.")
	for _, sum := range []*sentCash{r.Price.Listing, r.Price.Shipping} {
		if sum != nil {
			_, ok := s.MinorOf(sum.Amount)
			c.WrongIf(!ok || sum.Currency != string(s.Currency), "A price is not a sum in "+string(s.Currency)+".")
		}
	}
	return s
}

func (i *feesItem) result(c *gateway.Call, status string) gateway.Object {
	r := i.Request
	about := gateway.Object{
		"MarketplaceId": r.MarketplaceID, "SellerId": c.Token.Seller, "IdType": i.IDType, "IdValue": i.IDValue,
		"IsAmazonFulfilled": r.Fulfilled, "PriceToEstimateFees": r.Price, "SellerInputIdentifier": r.Identifier,
	}
	if r.Program != "" {
		about["OptionalFulfillmentProgram"] = r.Program
	}
	return gateway.Object{"Status": status, "FeesEstimateIdentifier": about}
}

func (i *feesItem) failed(c *gateway.Call, no *gateway.Refusal) gateway.Object {
	kind, side := gateway.Blame(no.Status)
	result := i.result(c, kind)
	result["Error"] = gateway.FeesError(side, no.Code, no.Words)
	return result
}

// feesOf estimates the fees of one product; an unknown product gives a failed estimate.
func (flo *Floor) feesOf(c *gateway.Call, i *feesItem) gateway.Object {
	s := i.check(c)
	asin, sku := i.IDValue, ""
	if i.IDType == "SellerSKU" {
		asin, sku = "", i.IDValue
	}
	catalog.FollowScript(asin)
	found, trouble := gateway.Attempt(func() any { return flo.subject(c.Token.Seller, asin, sku, s) })
	if trouble != nil {
		return i.failed(c, gateway.InvalidInput("The identifier is not known in the marketplace."))
	}
	p := found.(*catalog.Product)
	result := i.result(c, "Success")
	result["FeesEstimate"] = flo.estimate(p, s, i.Request)
	if p.Odd {
		// Clients must ignore an empty error beside a success.
		result["Error"] = gateway.FeesError("", "", "")
	}
	return result
}
