package pricing

import (
	"context"
	"net/url"
	"slices"

	"sellingassistant/adapters/amazon/listings"
	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	port "sellingassistant/ports/repricer"
	sendingports "sellingassistant/ports/repricer/sending"
)

// addListed completes answers of getPricing, which only covers offers that buyers can buy. The
// price of a listing that is sold out or inactive is read from the listing itself
// (searchListingsItems, getListingsItem).
func (c *Client) addListed(ctx context.Context, s account.Seller, asked []port.SKUOrASIN, answers []sendingports.OwnPriceAnswer) {
	hidden := map[marketplace.ID][]int{}
	for n, a := range answers {
		if asked[n].SKU != "" && hidesOffer(a) {
			hidden[asked[n].Marketplace] = append(hidden[asked[n].Marketplace], n)
		}
	}
	for m, places := range hidden {
		for part := range slices.Chunk(places, spapi.SearchListingsItems.Items) {
			c.addListedIn(ctx, s, m, asked, answers, part)
		}
	}
}

// addListedIn completes some answers of one marketplace.
func (c *Client) addListedIn(ctx context.Context, s account.Seller, m marketplace.ID, asked []port.SKUOrASIN, answers []sendingports.OwnPriceAnswer, places []int) {
	skus := make([]string, len(places))
	for i, n := range places {
		skus[i] = asked[n].SKU
	}
	query := url.Values{"marketplaceIds": {string(m)}, "includedData": {"offers"}}
	rows, err := listings.NamedRows(ctx, c.client, s, c.priority, query, skus)
	for _, n := range places {
		if err != nil {
			answers[n] = sendingports.OwnPriceAnswer{Err: err}
			continue
		}
		at := slices.IndexFunc(rows, func(r listings.Row) bool { return r.SKU == asked[n].SKU })
		if at < 0 {
			continue
		}
		answers[n] = sendingports.OwnPriceAnswer{}
		if listed := rows[at].PriceIn(m); listed != nil {
			answers[n].Offers = []sendingports.OwnPrice{{PriceParts: port.PriceParts{Currency: listed.Currency, Price: listed.Amount}}}
		}
	}
}

// hidesOffer reports whether an answer of getPricing leaves the price of a listing open.
func hidesOffer(a sendingports.OwnPriceAnswer) bool {
	return a.Err == nil && len(a.Offers) == 0 || fault.Is(a.Err, fault.CodeUpstreamRejected) || fault.Is(a.Err, fault.CodeNotFound)
}
