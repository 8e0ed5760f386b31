package bridge

import (
	"context"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/page"
	inventoryports "sellingassistant/ports/inventory"
	"sellingassistant/ports/research"
)

// OwnProducts tells product research what a team sells.
type OwnProducts struct{ skus inventoryports.SKUs }

// NewOwnProducts is the bridge from inventory to research.
func NewOwnProducts(skus inventoryports.SKUs) *OwnProducts { return &OwnProducts{skus} }

var _ research.OwnProducts = (*OwnProducts)(nil)

// Own lists active SKUs.
func (o *OwnProducts) Own(ctx context.Context, team id.Team, limit int) ([]research.Own, error) {
	const pageOf = 200
	var own []research.Own
	request := page.Request{Limit: pageOf, Order: []page.By{{Field: "sku"}}}
	for {
		found, err := o.skus.List(ctx, team, inventoryports.SKUFilter{Statuses: []inventory.SKUStatus{inventory.SKUActive}}, request)
		if err != nil {
			return nil, err
		}
		for _, s := range found.Items {
			price := s.Price.Or(money.Amount{})
			product, err := asin.Parse(s.ASIN)
			m, known := marketplace.ByID(s.Key.Marketplace)
			if err != nil || !known || !price.Positive() || len(own) == limit {
				continue
			}
			own = append(own, research.Own{SKU: s.Key.SKU, Marketplace: m, ASIN: product, Price: price, Merchant: s.Channel == inventory.FBM})
		}
		if request.After = found.Next; found.Next == nil || len(own) == limit {
			return own, nil
		}
	}
}
