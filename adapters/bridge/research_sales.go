package bridge

import (
	"context"
	"slices"
	"time"

	"sellingassistant/app/repricer/history"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/research/sales"
	inventoryports "sellingassistant/ports/inventory"
	"sellingassistant/ports/research"
)

// OwnSales gives product research a team's sales, by the orders of its repricer rows.
type OwnSales struct {
	sold *history.OwnSales
	skus inventoryports.SKUs
}

// NewOwnSales makes the bridge from the repricer to research.
func NewOwnSales(sold *history.OwnSales, skus inventoryports.SKUs) *OwnSales {
	return &OwnSales{sold, skus}
}

var _ research.OwnSales = (*OwnSales)(nil)

// Sold leaves out products that the team also sells by SKUs without a row, since orders of such
// SKUs are not stored.
func (o *OwnSales) Sold(ctx context.Context, team id.Team, m marketplace.Marketplace, asins []asin.ASIN) (map[asin.ASIN]sales.OwnSales, error) {
	names := make([]string, len(asins))
	for i, a := range asins {
		names[i] = a.String()
	}
	sold, err := o.sold.Of(ctx, team, m.ID, names, sales.Days*24*time.Hour)
	if err != nil || len(sold) == 0 {
		return nil, err
	}
	names = names[:0]
	for name := range sold {
		names = append(names, name)
	}
	const pageOf = 200
	request := page.Request{Limit: pageOf, Order: []page.By{{Field: "sku"}}}
	for {
		found, err := o.skus.List(ctx, team, inventoryports.SKUFilter{ASINs: names, Marketplaces: []marketplace.ID{m.ID}}, request)
		if err != nil {
			return nil, err
		}
		for _, s := range found.Items {
			if !slices.Contains(sold[s.ASIN].Rows, repricer.Key{SellerID: s.Key.Seller, MarketplaceID: s.Key.Marketplace, SKU: s.Key.SKU}) {
				delete(sold, s.ASIN)
			}
		}
		if request.After = found.Next; found.Next == nil {
			break
		}
	}
	out := map[asin.ASIN]sales.OwnSales{}
	for _, a := range asins {
		if s, ok := sold[a.String()]; ok && s.Box.Known > 0 {
			out[a] = sales.OwnSales{
				Units: s.Units, Share: float64(s.Box.Own) / float64(s.Box.Known), Known: time.Duration(s.Box.Known) * time.Second,
			}
		}
	}
	return out, nil
}
