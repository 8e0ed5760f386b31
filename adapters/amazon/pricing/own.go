package pricing

import (
	"context"
	"net/url"
	"strings"
	"time"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
	port "sellingassistant/ports/repricer"
	sendingports "sellingassistant/ports/repricer/sending"
)

// OwnPrices calls getPricing (product pricing v0) and, where that has no price, reads the listings
// themselves.
func (c *Client) OwnPrices(ctx context.Context, s account.Seller, asked []port.SKUOrASIN) []sendingports.OwnPriceAnswer {
	list := answers(c.priced(ctx, s, asked), func(offers []sendingports.OwnPrice, err error) sendingports.OwnPriceAnswer {
		return sendingports.OwnPriceAnswer{Offers: offers, Err: err}
	})
	c.addListed(ctx, s, asked, list)
	return list
}

// priced requests SKUs or ASINs of one marketplace at a time, as getPricing requires.
func (c *Client) priced(ctx context.Context, s account.Seller, asked []port.SKUOrASIN) []result[[]sendingports.OwnPrice] {
	type kind struct {
		marketplace marketplace.ID
		bySKU       bool
	}
	return grouped(asked, func(q port.SKUOrASIN) kind { return kind{q.Marketplace, q.SKU != ""} },
		func(k kind, group []port.SKUOrASIN) []result[[]sendingports.OwnPrice] {
			i := inquiry[port.SKUOrASIN, []sendingports.OwnPrice]{
				client: c.client, seller: s, priority: c.priority, check: checkSubject,
				many: form[port.SKUOrASIN, []sendingports.OwnPrice]{
					op: spapi.GetPricing,
					ask: func(questions []port.SKUOrASIN) (spapi.Call, error) {
						return spapi.Call{Query: priceQuery(k.marketplace, k.bySKU, questions)}, nil
					},
					read: func(questions []port.SKUOrASIN, body []byte, _ time.Time) ([]entry[[]sendingports.OwnPrice], error) {
						return decodeOwnPrices(questions, body)
					},
				},
			}
			return i.run(ctx, group)
		})
}

func priceQuery(m marketplace.ID, bySKU bool, questions []port.SKUOrASIN) url.Values {
	names := make([]string, len(questions))
	for n, q := range questions {
		if names[n] = strings.ToUpper(q.ASIN); bySKU {
			names[n] = spapi.EscapeSKU(q.SKU)
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
