package research

import (
	"context"

	inventoryfacade "sellingassistant/app/inventory/facade"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/ports/research"
)

// OwnProducts gives product research the products that a team sells.
type OwnProducts struct{ inventory *inventoryfacade.Facade }

func NewOwnProducts(f *inventoryfacade.Facade) *OwnProducts { return &OwnProducts{f} }

// Own lists active SKUs.
func (o *OwnProducts) Own(ctx context.Context, team id.Team, limit int) ([]research.Own, error) {
	var own []research.Own
	q := inventoryfacade.SKUQuery{Statuses: []inventory.SKUStatus{inventory.SKUActive}}
	for s, err := range o.inventory.SKUs(ctx, team, q) {
		if err != nil {
			return nil, err
		}
		price := s.Price.Or(money.Amount{})
		product, broken := asin.Parse(s.ASIN)
		m, known := marketplace.ByID(s.Key.Marketplace)
		if broken != nil || !known || !price.Positive() {
			continue
		}
		if len(own) == limit {
			break
		}
		own = append(own, research.Own{
			SKU: s.Key.SKU, Marketplace: m, ASIN: product, Price: price, Merchant: s.Channel == inventory.FBM,
		})
	}
	return own, nil
}
