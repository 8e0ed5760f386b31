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

// ExpectedPrices calls getFeaturedOfferExpectedPriceBatch (product pricing 2022-05-01).
func (c *Client) ExpectedPrices(ctx context.Context, s account.Seller, asked []port.SKUOrASIN) []pricingports.ExpectedPriceAnswer {
	i := inquiry[port.SKUOrASIN, *port.PriceParts]{
		client: c.client, seller: s, priority: c.priority, check: checkExpected,
		many: form[port.SKUOrASIN, *port.PriceParts]{op: spapi.GetFeaturedOfferExpectedPriceBatch, ask: askExpected, read: decodeExpected},
	}
	return answers(i.run(ctx, asked), func(price *port.PriceParts, err error) pricingports.ExpectedPriceAnswer {
		return pricingports.ExpectedPriceAnswer{Price: price, Err: err}
	})
}

func checkExpected(q port.SKUOrASIN) error {
	if q.SKU == "" {
		return fault.New(fault.Invalid, fault.CodeValidationFailed, "a SKU is required")
	}
	return checkSubject(q)
}

// expectedURI has the address that the entries of a batch request.
const expectedURI = "/products/pricing/2022-05-01/offer/featuredOfferExpectedPrice"

type expectedRequest struct {
	URI           string `json:"uri"`
	Method        string `json:"method"`
	MarketplaceID string `json:"marketplaceId"`
	SKU           string `json:"sku"`
}

func askExpected(questions []port.SKUOrASIN) (spapi.Call, error) {
	requests := make([]expectedRequest, len(questions))
	for n, q := range questions {
		requests[n] = expectedRequest{expectedURI, http.MethodGet, string(q.Marketplace), q.SKU}
	}
	return askBatch(requests)
}

// wireExpected decodes the body of an entry.
type wireExpected struct {
	OfferIdentifier wireOfferIdentifier `json:"offerIdentifier"`
	Results         []struct {
		FeaturedOfferExpectedPrice struct {
			ListingPrice *wireSum    `json:"listingPrice"`
			Points       *wirePoints `json:"points"`
		} `json:"featuredOfferExpectedPrice"`
		ResultStatus string `json:"resultStatus"`
	} `json:"featuredOfferExpectedPriceResults"`
}

// wireOfferIdentifier identifies the offer and the request.
type wireOfferIdentifier struct {
	MarketplaceID string `json:"marketplaceId"`
	SKU           string `json:"sku"`
}

func (i wireOfferIdentifier) about(_ int, q port.SKUOrASIN) bool {
	return (i.MarketplaceID == "" || i.MarketplaceID == string(q.Marketplace)) && isSubject(i.SKU, "", q)
}

// decodeExpected reads getFeaturedOfferExpectedPriceBatch.
func decodeExpected(questions []port.SKUOrASIN, body []byte, _ time.Time) ([]entry[*port.PriceParts], error) {
	rows, err := decodeEntries(body)
	if err != nil {
		return nil, err
	}
	return matched(questions, rows, expectedAbout, func(row wireEntry, _ port.SKUOrASIN) (*port.PriceParts, *spapi.Error) {
		if e := row.failure(spapi.GetFeaturedOfferExpectedPriceBatch); e != nil {
			return nil, e
		}
		var w wireExpected
		if json.Unmarshal(row.Body, &w) != nil {
			return nil, unreadable(spapi.GetFeaturedOfferExpectedPriceBatch)
		}
		price, err := w.price()
		if err != nil {
			return nil, unreadable(spapi.GetFeaturedOfferExpectedPriceBatch)
		}
		return price, nil
	}), nil
}

// expectedAbout matches an entry to questions: by the request it repeats, else by the offer in its
// body.
func expectedAbout(row wireEntry) func(int, port.SKUOrASIN) bool {
	var id wireOfferIdentifier
	if json.Unmarshal(row.Request, &id) != nil || id.SKU == "" {
		var w wireExpected
		_ = json.Unmarshal(row.Body, &w)
		id = w.OfferIdentifier
	}
	return id.about
}

// price returns the first result's price with a valid status, or nil. A missing list of results is
// an error.
func (w *wireExpected) price() (*port.PriceParts, error) {
	if len(w.Results) == 0 {
		return nil, spapi.ErrNotJSON
	}
	for _, r := range w.Results {
		if r.ResultStatus != "VALID_FOEP" {
			continue
		}
		tag, told, err := tagOf(r.FeaturedOfferExpectedPrice.ListingPrice, nil, r.FeaturedOfferExpectedPrice.Points)
		if err != nil || !told {
			return nil, spapi.ErrNotJSON
		}
		return &tag, nil
	}
	return nil, nil
}
