package research

import (
	"context"
	"slices"
	"time"

	inventoryfacade "sellingassistant/app/inventory/facade"
	"sellingassistant/app/repricer/history"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/research/sales"
)

// OwnSales gives product research a team's sales, by the orders of its repricer rows.
type OwnSales struct {
	sold      *history.OwnSales
	inventory *inventoryfacade.Facade
}

func NewOwnSales(sold *history.OwnSales, f *inventoryfacade.Facade) *OwnSales {
	return &OwnSales{sold, f}
}

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
	q := inventoryfacade.SKUQuery{ASINs: names, Marketplaces: []marketplace.ID{m.ID}}
	for s, err := range o.inventory.SKUs(ctx, team, q) {
		if err != nil {
			return nil, err
		}
		key := repricer.Key{SellerID: s.Key.Seller, MarketplaceID: s.Key.Marketplace, SKU: s.Key.SKU}
		if !slices.Contains(sold[s.ASIN].Rows, key) {
			delete(sold, s.ASIN)
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
