package pricing

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	port "sellingassistant/ports/repricer"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// ExpectedPrices implements the port with getFeaturedOfferExpectedPriceBatch
// (product pricing 2022-05-01).
func (c *Client) ExpectedPrices(ctx context.Context, s account.Seller, asked []port.Subject) []pricingports.ExpectedPriceAnswer {
	i := inquiry[port.Subject, *pricingports.ExpectedPrice]{
		client: c.client, seller: s, lane: c.lane, check: checkExpected,
		many: form[port.Subject, *pricingports.ExpectedPrice]{op: spapi.GetFeaturedOfferExpectedPriceBatch, ask: askExpected, read: decodeExpected},
	}
	return answers(i.run(ctx, asked), func(e *pricingports.ExpectedPrice, err error) pricingports.ExpectedPriceAnswer {
		return pricingports.ExpectedPriceAnswer{Expected: e, Err: err}
	})
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

func askExpected(questions []port.Subject) (spapi.Call, error) {
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

func (i wireOfferIdentifier) about(_ int, q port.Subject) bool {
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
func decodeExpected(questions []port.Subject, body []byte, at time.Time) ([]entry[*pricingports.ExpectedPrice], error) {
	rows, err := decodeEntries(body)
	if err != nil {
		return nil, err
	}
	return matched(questions, rows, expectedAbout, func(row wireEntry, _ port.Subject) (*pricingports.ExpectedPrice, *spapi.Error) {
		if e := row.failure(spapi.GetFeaturedOfferExpectedPriceBatch); e != nil {
			return nil, e
		}
		var w wireExpected
		if json.Unmarshal(row.Body, &w) != nil {
			return nil, unreadable(spapi.GetFeaturedOfferExpectedPriceBatch)
		}
		expected, err := w.expected(row.momentOf(at))
		if err != nil {
			return nil, unreadable(spapi.GetFeaturedOfferExpectedPriceBatch)
		}
		return expected, nil
	}), nil
}

// expectedAbout tells which questions an entry can be about: what it says was
// asked, else the offer in its body.
func expectedAbout(row wireEntry) func(int, port.Subject) bool {
	var id wireOfferIdentifier
	if json.Unmarshal(row.Request, &id) != nil || id.SKU == "" {
		var w wireExpected
		_ = json.Unmarshal(row.Body, &w)
		id = w.OfferIdentifier
	}
	return id.about
}

// expectedStates are the statuses of results; more may be added.
var expectedStates = map[string]pricingports.ExpectedState{
	"VALID_FOEP": pricingports.ExpectedKnown, "NO_COMPETING_OFFER": pricingports.ExpectedNoRival, "OFFER_NOT_ELIGIBLE": pricingports.ExpectedOfferBarred,
	"OFFER_NOT_FOUND": pricingports.ExpectedOfferMissing, "ASIN_NOT_ELIGIBLE": pricingports.ExpectedProductBarred,
}

// expected takes the first result that is a price, else the first. No results
// are no answer.
func (w *wireExpected) expected(at time.Time) (*pricingports.ExpectedPrice, error) {
	if len(w.Results) == 0 {
		return nil, spapi.ErrNotJSON
	}
	r := w.Results[0]
	for _, other := range w.Results {
		if expectedStates[other.ResultStatus] == pricingports.ExpectedKnown {
			r = other
			break
		}
	}
	e := &pricingports.ExpectedPrice{At: at, ASIN: spapi.Clean(w.OfferIdentifier.ASIN), State: expectedStates[r.ResultStatus]}
	if e.State == "" {
		e.State = pricingports.ExpectedSomethingOther
	}
	if e.State == pricingports.ExpectedKnown {
		tag, told, err := tagOf(r.FeaturedOfferExpectedPrice.ListingPrice, nil, r.FeaturedOfferExpectedPrice.Points)
		if err != nil || !told {
			return nil, spapi.ErrNotJSON
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
func (w *wireBoxOffer) offer() (*pricingports.BoxOffer, error) {
	if w == nil {
		return nil, nil
	}
	tag, told, err := tagOf(w.Price.ListingPrice, w.Price.ShippingPrice, w.Price.Points)
	if err != nil || !told {
		return nil, err
	}
	return &pricingports.BoxOffer{
		SellerID: spapi.Clean(w.OfferIdentifier.SellerID), Condition: conditionOf(w.Condition),
		Fulfillment: fulfillmentOf(w.OfferIdentifier.FulfillmentType), Tag: tag,
	}, nil
}
