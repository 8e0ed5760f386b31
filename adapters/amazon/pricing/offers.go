package pricing

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/repricer/decision"
	port "sellingassistant/ports/repricer"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// Offers calls getListingOffersBatch and getItemOffersBatch, and for single questions
// getListingOffers and getItemOffers (product pricing v0).
func (c *Client) Offers(ctx context.Context, s account.Seller, asked []pricingports.OfferQuestion) []pricingports.OfferAnswer {
	results := grouped(asked, func(q pricingports.OfferQuestion) bool { return q.SKU != "" },
		func(bySKU bool, group []pricingports.OfferQuestion) []result[*pricingports.OfferData] {
			many, one := spapi.GetItemOffersBatch, spapi.GetItemOffers
			if bySKU {
				many, one = spapi.GetListingOffersBatch, spapi.GetListingOffers
			}
			i := inquiry[pricingports.OfferQuestion, *pricingports.OfferData]{
				client: c.client, seller: s, priority: c.priority, check: checkOffers,
				many: form[pricingports.OfferQuestion, *pricingports.OfferData]{
					op:  many,
					ask: func(q []pricingports.OfferQuestion) (spapi.Call, error) { return askOffers(one, q) },
					read: func(q []pricingports.OfferQuestion, body []byte, at time.Time) ([]entry[*pricingports.OfferData], error) {
						return decodeOffersBatch(many, one, s.ID, q, body, at)
					},
				},
				one: &form[pricingports.OfferQuestion, *pricingports.OfferData]{
					op: one,
					ask: func(q []pricingports.OfferQuestion) (spapi.Call, error) {
						return spapi.Call{
							Segments: offerSegments(q[0]),
							Query:    url.Values{"MarketplaceId": {string(q[0].Marketplace)}, "ItemCondition": {conditionNames[q[0].Condition]}},
						}, nil
					},
					read: func(q []pricingports.OfferQuestion, body []byte, at time.Time) ([]entry[*pricingports.OfferData], error) {
						facts, err := decodeOffers(one, s.ID, q[0], body, at)
						return []entry[*pricingports.OfferData]{{value: facts, err: err}}, nil
					},
				},
			}
			return i.run(ctx, group)
		})
	return answers(results, func(f *pricingports.OfferData, err error) pricingports.OfferAnswer {
		return pricingports.OfferAnswer{Offers: f, Err: err}
	})
}

// conditionNames maps conditions to Amazon's names.
var conditionNames = map[decision.Condition]string{
	decision.ConditionNew: "New", decision.ConditionUsed: "Used", decision.ConditionCollectible: "Collectible",
	decision.ConditionRefurbished: "Refurbished", decision.ConditionClub: "Club",
}

// maxSKU has Amazon's maximum length of a SKU.
const maxSKU = 40

// checkSubject refuses a SKU or ASIN that cannot be sent.
func checkSubject(s port.SKUOrASIN) error {
	refuse := func(words string) error { return fault.New(fault.Invalid, fault.CodeValidationFailed, words) }
	_, err := asin.Parse(s.ASIN)
	switch {
	case s.Marketplace == "":
		return refuse("a marketplace is required")
	case (s.SKU == "") == (s.ASIN == ""):
		return refuse("either a SKU or an ASIN is required")
	case s.SKU == "" && err != nil:
		return refuse("the ASIN must be 10 letters or digits")
	case s.SKU != "" && !spapi.IsName(s.SKU, 4*maxSKU):
		return refuse("the SKU must be 1 to 40 characters of text")
	}
	return nil
}

func checkOffers(q pricingports.OfferQuestion) error {
	if conditionNames[q.Condition] == "" {
		return fault.New(fault.Invalid, fault.CodeValidationFailed, "the condition must be one of the marketplace's")
	}
	return checkSubject(q.SKUOrASIN)
}

func offerSegments(q pricingports.OfferQuestion) map[string]string {
	if q.SKU != "" {
		return map[string]string{"SellerSKU": q.SKU}
	}
	return map[string]string{"Asin": strings.ToUpper(q.ASIN)}
}

// offersRequest encodes a question in the body of a batch; its address names the SKU or ASIN.
type offersRequest struct {
	URI           string `json:"uri"`
	Method        string `json:"method"`
	MarketplaceID string `json:"MarketplaceId"`
	ItemCondition string `json:"ItemCondition"`
}

// askOffers batches questions of one operation.
func askOffers(one *spapi.Operation, questions []pricingports.OfferQuestion) (spapi.Call, error) {
	requests := make([]offersRequest, len(questions))
	for n, q := range questions {
		uri, err := one.URI(offerSegments(q))
		if err != nil {
			return spapi.Call{}, err
		}
		requests[n] = offersRequest{uri, http.MethodGet, string(q.Marketplace), conditionNames[q.Condition]}
	}
	return askBatch(requests)
}

// askBatch builds the call of an operation that takes a list of requests.
func askBatch[R any](requests []R) (spapi.Call, error) {
	body, err := json.Marshal(struct {
		Requests []R `json:"requests"`
	}{requests})
	return spapi.Call{Body: body}, err
}

// winners returns the sellers with the buy box of a condition, each once.
func winners(f *pricingports.OfferData, c decision.Condition) []string {
	var list []string
	add := func(seller string) {
		if seller != "" && !slices.Contains(list, seller) {
			list = append(list, seller)
		}
	}
	for _, b := range f.Boxes {
		if b.Condition == c {
			add(b.SellerID)
		}
	}
	for _, o := range f.Offers {
		if o.Winner != nil && *o.Winner {
			add(o.SellerID)
		}
	}
	return list
}
