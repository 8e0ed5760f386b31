package amazon

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	port "sellingassistant/ports/repricer"
)

// ExpectedPrices implements the port of the repricer with
// getFeaturedOfferExpectedPriceBatch (product pricing 2022-05-01).
type ExpectedPrices struct {
	client *Client
	lane   Lane
}

// NewExpectedPrices makes a reader over the client, whose calls wait in a lane.
func NewExpectedPrices(c *Client, lane Lane) *ExpectedPrices { return &ExpectedPrices{c, lane} }

// ExpectedPrices implements the port.
func (p *ExpectedPrices) ExpectedPrices(ctx context.Context, s account.Seller, asked []port.Subject) []port.ExpectedPriceAnswer {
	i := inquiry[port.Subject, *port.ExpectedPrice]{
		client: p.client, seller: s, lane: p.lane, check: checkExpected,
		many: form[port.Subject, *port.ExpectedPrice]{op: getFeaturedOfferExpectedPriceBatch, ask: askExpected, read: decodeExpected},
	}
	results := i.run(ctx, asked)
	answers := make([]port.ExpectedPriceAnswer, len(results))
	for n, r := range results {
		answers[n] = port.ExpectedPriceAnswer{Expected: r.value, Err: r.err}
	}
	return answers
}

func checkExpected(q port.Subject) error {
	if q.SKU == "" {
		return fault.New(fault.Invalid, fault.CodeValidationFailed, "a SKU is required")
	}
	return checkSubject(q)
}

// expectedURI is the address that the entries of a batch are for.
const expectedURI = "/products/pricing/2022-05-01/offer/featuredOfferExpectedPrice"

type expectedRequest struct {
	URI           string `json:"uri"`
	Method        string `json:"method"`
	MarketplaceID string `json:"marketplaceId"`
	SKU           string `json:"sku"`
}

func askExpected(questions []port.Subject) (Call, error) {
	requests := make([]expectedRequest, len(questions))
	for n, q := range questions {
		requests[n] = expectedRequest{expectedURI, http.MethodGet, string(q.Marketplace), q.SKU}
	}
	return askBatch(requests)
}

// wireExpected is the body of an entry.
type wireExpected struct {
	OfferIdentifier wireOfferIdentifier `json:"offerIdentifier"`
	Results         []struct {
		FeaturedOfferExpectedPrice struct {
			ListingPrice *wireSum    `json:"listingPrice"`
			Points       *wirePoints `json:"points"`
		} `json:"featuredOfferExpectedPrice"`
		ResultStatus           string        `json:"resultStatus"`
		CompetingFeaturedOffer *wireBoxOffer `json:"competingFeaturedOffer"`
		CurrentFeaturedOffer   *wireBoxOffer `json:"currentFeaturedOffer"`
	} `json:"featuredOfferExpectedPriceResults"`
}

// wireOfferIdentifier says which offer is meant, and what was asked.
type wireOfferIdentifier struct {
	MarketplaceID   string `json:"marketplaceId"`
	SellerID        string `json:"sellerId"`
	SKU             string `json:"sku"`
	ASIN            string `json:"asin"`
	FulfillmentType string `json:"fulfillmentType"`
}

func (i wireOfferIdentifier) about(q port.Subject) bool {
	return (i.MarketplaceID == "" || i.MarketplaceID == string(q.Marketplace)) && isSubject(i.SKU, "", q)
}

type wireBoxOffer struct {
	OfferIdentifier wireOfferIdentifier `json:"offerIdentifier"`
	Condition       string              `json:"condition"`
	Price           struct {
		ListingPrice  *wireSum    `json:"listingPrice"`
		ShippingPrice *wireSum    `json:"shippingPrice"`
		Points        *wirePoints `json:"points"`
	} `json:"price"`
}

// decodeExpected reads getFeaturedOfferExpectedPriceBatch.
func decodeExpected(questions []port.Subject, body []byte, at time.Time) ([]entry[*port.ExpectedPrice], error) {
	rows, err := decodeEntries(body)
	if err != nil {
		return nil, err
	}
	var entries []entry[*port.ExpectedPrice]
	answered := make([]bool, len(questions))
	for _, row := range rows {
		var w wireExpected
		readable := json.Unmarshal(row.Body, &w) == nil
		var asked wireOfferIdentifier
		if json.Unmarshal(row.Request, &asked) != nil || asked.SKU == "" {
			asked = w.OfferIdentifier
		}
		n, ok := only(questions, answered, asked.about)
		if !ok {
			continue
		}
		answered[n] = true
		e := entry[*port.ExpectedPrice]{question: n, err: row.failure(getFeaturedOfferExpectedPriceBatch)}
		if e.err == nil {
			if e.value, err = w.expected(row.momentOf(at)); err != nil || !readable {
				e.value, e.err = nil, unreadable(getFeaturedOfferExpectedPriceBatch)
			}
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// expectedStates are the statuses of results; more may be added.
var expectedStates = map[string]port.ExpectedState{
	"VALID_FOEP": port.ExpectedKnown, "NO_COMPETING_OFFER": port.ExpectedNoRival, "OFFER_NOT_ELIGIBLE": port.ExpectedOfferBarred,
	"OFFER_NOT_FOUND": port.ExpectedOfferMissing, "ASIN_NOT_ELIGIBLE": port.ExpectedProductBarred,
}

// expected takes the first result that is a price, else the first. No results
// are no answer.
func (w *wireExpected) expected(at time.Time) (*port.ExpectedPrice, error) {
	if len(w.Results) == 0 {
		return nil, errNotJSON
	}
	r := w.Results[0]
	for _, other := range w.Results {
		if expectedStates[other.ResultStatus] == port.ExpectedKnown {
			r = other
			break
		}
	}
	e := &port.ExpectedPrice{At: at, ASIN: clean(w.OfferIdentifier.ASIN), State: expectedStates[r.ResultStatus]}
	if e.State == "" {
		e.State = port.ExpectedSomethingOther
	}
	if e.State == port.ExpectedKnown {
		tag, told, err := tagOf(r.FeaturedOfferExpectedPrice.ListingPrice, nil, r.FeaturedOfferExpectedPrice.Points)
		if err != nil || !told {
			return nil, errNotJSON
		}
		e.Price = &tag
	}
	var err error
	if e.Rival, err = r.CompetingFeaturedOffer.offer(); err != nil {
		return nil, err
	}
	e.Current, err = r.CurrentFeaturedOffer.offer()
	return e, err
}

// offer is nil where there is none, or none with a price.
func (w *wireBoxOffer) offer() (*port.BoxOffer, error) {
	if w == nil {
		return nil, nil
	}
	tag, told, err := tagOf(w.Price.ListingPrice, w.Price.ShippingPrice, w.Price.Points)
	if err != nil || !told {
		return nil, err
	}
	return &port.BoxOffer{
		SellerID: clean(w.OfferIdentifier.SellerID), Condition: conditionOf(w.Condition),
		Fulfillment: fulfillmentOf(w.OfferIdentifier.FulfillmentType), Tag: tag,
	}, nil
}
