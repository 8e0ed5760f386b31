package simulator

import (
	"encoding/json"
	"net/http"
	"slices"

	"sellingassistant/domain/kernel/marketplace"
)

const feesPath = "/products/fees/v0"

// feesRequest asks for the fees of one product at one price. The members are
// sent back as they came.
type feesRequest struct {
	MarketplaceID marketplace.ID `json:"MarketplaceId"`
	Fulfilled     *bool          `json:"IsAmazonFulfilled,omitempty"`
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

// feesPrograms are the ways an item can be shipped by the marketplace.
var feesPrograms = []string{"", "FBA_CORE", "FBA_SNL", "FBA_EFN"}

// mostFees is how many products one call may ask for.
const mostFees = 20

// oneFees reads the operations about a single product.
func oneFees(a *asked) feesItem {
	var in feesItem
	a.json(&in)
	in.IDType, in.IDValue = "ASIN", a.path("Asin")
	if sku := a.path("SellerSKU"); sku != "" {
		in.IDType, in.IDValue = "SellerSKU", sku
	}
	if no := in.refuse(a.call); no != nil {
		a.wrong(no.words)
	}
	return in
}

func manyFees(a *asked) []feesItem {
	var in []feesItem
	a.json(&in)
	if len(in) < 1 || len(in) > mostFees {
		a.wrong("The list must have at least one and not too many entries.")
	}
	for i := range in {
		if in[i].IDType != "ASIN" && in[i].IDType != "SellerSKU" {
			a.wrong("'IdType' has an unknown value.")
		}
		if in[i].IDValue == "" || in[i].Request == nil {
			a.wrong("'IdValue' and 'FeesEstimateRequest' are required.")
		}
	}
	return in
}

// refuse finds what is wrong with a question for fees.
func (i *feesItem) refuse(c *call) *refusal {
	r := i.Request
	if r == nil {
		return badRequest("'FeesEstimateRequest' is required.")
	}
	s := shops[r.MarketplaceID]
	switch {
	case s == nil || s.Region != c.region:
		return badRequest("'MarketplaceId' is not a marketplace of this region.")
	case r.Identifier == "":
		return badRequest("'Identifier' is required.")
	case r.Price == nil || r.Price.Listing == nil:
		return badRequest("'PriceToEstimateFees' with 'ListingPrice' is required.")
	case !slices.Contains(feesPrograms, r.Program):
		return badRequest("'OptionalFulfillmentProgram' has an unknown value.")
	}
	for _, sum := range []*sentCash{r.Price.Listing, r.Price.Shipping} {
		if sum == nil {
			continue
		}
		if _, ok := s.minorOf(sum.Amount); !ok || sum.Currency != string(s.Currency) {
			return badRequest("A price is not a sum in " + string(s.Currency) + ".")
		}
	}
	return nil
}

type feesResult struct {
	Status     string         `json:"Status"`
	Identifier feesIdentifier `json:"FeesEstimateIdentifier"`
	Estimate   *feesEstimate  `json:"FeesEstimate,omitempty"`
	Error      *feesError     `json:"Error,omitempty"`
}

type feesIdentifier struct {
	MarketplaceID marketplace.ID `json:"MarketplaceId"`
	SellerID      string         `json:"SellerId"`
	IDType        string         `json:"IdType"`
	IDValue       string         `json:"IdValue"`
	Fulfilled     bool           `json:"IsAmazonFulfilled"`
	Price         *feesPrice     `json:"PriceToEstimateFees"`
	SellerInput   string         `json:"SellerInputIdentifier"`
	Program       string         `json:"OptionalFulfillmentProgram,omitempty"`
}

type feesError struct {
	Type    string `json:"Type"`
	Code    string `json:"Code"`
	Message string `json:"Message"`
	Detail  []any  `json:"Detail"`
}

type feesEstimate struct {
	At    string      `json:"TimeOfFeesEstimation"`
	Total cash        `json:"TotalFeesEstimate"`
	List  []feeDetail `json:"FeeDetailList"`
}

type feeDetail struct {
	Type      string      `json:"FeeType"`
	Amount    cash        `json:"FeeAmount"`
	Promotion *cash       `json:"FeePromotion,omitempty"`
	Final     cash        `json:"FinalFee"`
	Included  []feeDetail `json:"IncludedFeeDetailList,omitempty"`
}

func (m *Marketplace) answerFees(c *call, in feesItem) (int, any) {
	result, no := m.feesOf(c, &in)
	if no != nil {
		return 0, no
	}
	return http.StatusOK, map[string]any{"payload": map[string]any{"FeesEstimateResult": result}}
}

// answerFeesList answers for each product on its own; those that are not known
// fail alone.
func (m *Marketplace) answerFeesList(c *call, in []feesItem) (int, any) {
	results := make([]feesResult, 0, len(in))
	for i := range in {
		if no := in[i].refuse(c); no != nil {
			results = append(results, in[i].failed(c, no))
			continue
		}
		result, trouble := m.feesOf(c, &in[i])
		if trouble != nil {
			no, ok := asItem(trouble)
			if !ok {
				return 0, trouble
			}
			result = in[i].failed(c, no)
		}
		results = append(results, result)
	}
	return http.StatusOK, results
}

func (i *feesItem) identify(c *call) feesIdentifier {
	r := i.Request
	return feesIdentifier{
		r.MarketplaceID, c.token.seller, i.IDType, i.IDValue, r.Fulfilled != nil && *r.Fulfilled, r.Price, r.Identifier, r.Program,
	}
}

func (i *feesItem) failed(c *call, no *refusal) feesResult {
	kind, side := "ClientError", "Sender"
	if no.status >= http.StatusInternalServerError {
		kind, side = "ServerError", "Receiver"
	}
	return feesResult{Status: kind, Identifier: i.identify(c), Error: &feesError{side, no.code, no.words, []any{}}}
}

// feesOf estimates the fees of one product. What is no answer concerns the
// products with a fixed behaviour; an unknown product is an estimate that failed.
func (m *Marketplace) feesOf(c *call, i *feesItem) (feesResult, any) {
	s := shops[i.Request.MarketplaceID]
	asin, sku := i.IDValue, ""
	if i.IDType == "SellerSKU" {
		asin, sku = "", i.IDValue
	}
	if fixed := scripted(asin); fixed != nil {
		return feesResult{}, fixed
	}
	p, no := m.subject(c.token.seller, asin, sku, s)
	if no != nil {
		return i.failed(c, badRequest("The identifier is not known in the marketplace.")), nil
	}
	result := feesResult{Status: "Success", Identifier: i.identify(c), Estimate: m.estimate(p, s, i.Request)}
	if p.odd {
		// An empty error beside a success is nothing to worry about.
		result.Error = &feesError{Detail: []any{}}
	}
	return result, nil
}
