package amazon

import (
	"context"
	"net/url"
	"strings"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
	port "sellingassistant/ports/repricer"
)

// OwnPrices implements the port of the repricer with getPricing (product pricing
// v0) and, where that is silent, the listings themselves.
type OwnPrices struct {
	client *Client
	lane   Lane
}

// NewOwnPrices makes a reader over the client, whose calls wait in a lane.
func NewOwnPrices(c *Client, lane Lane) *OwnPrices { return &OwnPrices{c, lane} }

// OwnPrices implements the port.
func (p *OwnPrices) OwnPrices(ctx context.Context, s account.Seller, asked []port.Subject) []port.OwnPriceAnswer {
	results := p.priced(ctx, s, asked)
	answers := make([]port.OwnPriceAnswer, len(results))
	for n, r := range results {
		answers[n] = port.OwnPriceAnswer{Offers: r.value, Err: r.err}
	}
	p.addListed(ctx, s, asked, answers)
	return answers
}

// priced asks for SKUs or ASINs of one marketplace at a time, which is how
// getPricing takes them.
func (p *OwnPrices) priced(ctx context.Context, s account.Seller, asked []port.Subject) []result[[]port.OwnPrice] {
	type kind struct {
		marketplace marketplace.ID
		bySKU       bool
	}
	return grouped(asked, func(q port.Subject) kind { return kind{q.Marketplace, q.SKU != ""} },
		func(k kind, group []port.Subject) []result[[]port.OwnPrice] {
			i := inquiry[port.Subject, []port.OwnPrice]{
				client: p.client, seller: s, lane: p.lane, check: checkSubject,
				many: form[port.Subject, []port.OwnPrice]{
					op: getPricing,
					ask: func(questions []port.Subject) (Call, error) {
						return Call{Query: priceQuery(k.marketplace, k.bySKU, questions)}, nil
					},
					read: func(questions []port.Subject, body []byte, _ time.Time) ([]entry[[]port.OwnPrice], error) {
						return decodeOwnPrices(questions, body)
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
