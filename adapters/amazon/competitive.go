package amazon

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"sellingassistant/domain/kernel/marketplace"
	port "sellingassistant/ports/repricer"
)

// Prices implements ports of the repricer that do with fewer figures than the
// offers: OwnPrices with getPricing and, where that is silent, the listings
// themselves, BoxPrices with getCompetitivePricing (product pricing v0) and
// MarketSummaries with getCompetitiveSummary (product pricing 2022-05-01).
type Prices struct {
	client *Client
	lane   Lane
}

// NewPrices makes a reader over the client, whose calls wait in a lane.
func NewPrices(c *Client, lane Lane) *Prices { return &Prices{c, lane} }

// OwnPrices implements the port.
func (p *Prices) OwnPrices(ctx context.Context, s port.Seller, asked []port.Subject) []port.OwnPriceAnswer {
	results := readPrices(ctx, p, s, getPricing, asked, wirePriced.own)
	answers := make([]port.OwnPriceAnswer, len(results))
	for n, r := range results {
		answers[n] = port.OwnPriceAnswer{Offers: r.value, Err: r.err}
	}
	p.addListed(ctx, s, asked, answers)
	return answers
}

// BoxPrices implements the port.
func (p *Prices) BoxPrices(ctx context.Context, s port.Seller, asked []port.Subject) []port.BoxPricesAnswer {
	results := readPrices(ctx, p, s, getCompetitivePricing, asked, wirePriced.boxes)
	answers := make([]port.BoxPricesAnswer, len(results))
	for n, r := range results {
		answers[n] = port.BoxPricesAnswer{Facts: r.value, Err: r.err}
	}
	return answers
}

// readPrices asks for SKUs or ASINs of one marketplace at a time, which is how
// the two operations take them.
func readPrices[A any](ctx context.Context, p *Prices, s port.Seller, op *Operation, asked []port.Subject, read func(w wirePriced, at time.Time) (A, error)) []result[A] {
	type kind struct {
		marketplace marketplace.ID
		bySKU       bool
	}
	return grouped(asked, func(q port.Subject) kind { return kind{q.Marketplace, q.SKU != ""} },
		func(k kind, group []port.Subject) []result[A] {
			i := inquiry[port.Subject, A]{
				client: p.client, seller: repricerSeller(s), lane: p.lane, check: checkSubject,
				many: form[port.Subject, A]{
					op: op,
					ask: func(questions []port.Subject) (Call, error) {
						return Call{Query: priceQuery(k.marketplace, k.bySKU, questions)}, nil
					},
					read: func(questions []port.Subject, body []byte, at time.Time) ([]entry[A], error) {
						return decodePrices(op, questions, body, at, read)
					},
				},
			}
			return i.run(ctx, group)
		})
}

func priceQuery(m marketplace.ID, bySKU bool, questions []port.Subject) url.Values {
	names := make([]string, len(questions))
	for n, q := range questions {
		if names[n] = strings.ToUpper(q.ASIN); bySKU {
			names[n] = escapeSKU(q.SKU)
		}
	}
	query := url.Values{"MarketplaceId": {string(m)}, "ItemType": {"Asin"}}
	list := "Asins"
	if bySKU {
		query.Set("ItemType", "Sku")
		list = "Skus"
	}
	query.Set(list, strings.Join(names, ","))
	return query
}

// MarketSummaries implements the port.
func (p *Prices) MarketSummaries(ctx context.Context, s port.Seller, asked []port.Subject) []port.MarketSummaryAnswer {
	i := inquiry[port.Subject, *port.MarketSummary]{
		client: p.client, seller: repricerSeller(s), lane: p.lane,
		check: func(q port.Subject) error {
			return checkSubject(port.Subject{Marketplace: q.Marketplace, ASIN: q.ASIN})
		},
		many: form[port.Subject, *port.MarketSummary]{
			op: getCompetitiveSummary, ask: askSummaries,
			read: func(questions []port.Subject, body []byte, at time.Time) ([]entry[*port.MarketSummary], error) {
				return decodeSummaries(s.ID, questions, body, at)
			},
		},
	}
	results := i.run(ctx, asked)
	answers := make([]port.MarketSummaryAnswer, len(results))
	for n, r := range results {
		answers[n] = port.MarketSummaryAnswer{Summary: r.value, Err: r.err}
	}
	return answers
}

// Addresses of the operations that batches of 2022-05-01 are made of.
const (
	summaryURI  = "/products/pricing/2022-05-01/items/competitiveSummary"
	expectedURI = "/products/pricing/2022-05-01/offer/featuredOfferExpectedPrice"
)

type summaryRequest struct {
	ASIN          string        `json:"asin"`
	MarketplaceID string        `json:"marketplaceId"`
	IncludedData  []string      `json:"includedData"`
	Lowest        []lowestInput `json:"lowestPricedOffersInputs"`
	Method        string        `json:"method"`
	URI           string        `json:"uri"`
}

type lowestInput struct {
	ItemCondition string `json:"itemCondition"`
	OfferType     string `json:"offerType"`
}

func askSummaries(questions []port.Subject) (Call, error) {
	requests := make([]summaryRequest, len(questions))
	for n, q := range questions {
		requests[n] = summaryRequest{
			ASIN: strings.ToUpper(q.ASIN), MarketplaceID: string(q.Marketplace),
			IncludedData: []string{"featuredBuyingOptions", "referencePrices", "lowestPricedOffers"},
			Lowest:       []lowestInput{{"New", "Consumer"}}, Method: http.MethodGet, URI: summaryURI,
		}
	}
	return askBatch(requests)
}
