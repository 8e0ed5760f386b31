package catalogue

import (
	"context"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	ports "sellingassistant/ports/inventory"
)

// ListingProducts reads the products of listings, on both databases.
type ListingProducts struct {
	store *db.Store
	text  string
}

func NewListingProducts(s *db.Store) *ListingProducts {
	return &ListingProducts{store: s, text: "SELECT p.id, c.unit_cost, c.currency, COALESCE(p.default_supplier_id, 0) FROM inventory_products AS p" +
		" LEFT JOIN inventory_cost_layers AS c ON c.team_id = p.team_id AND c.owner_kind = 'product' AND c.owner_id = p.id" +
		" AND c.starts <= $3 AND COALESCE(c.ends, $3) >= $3" +
		" WHERE p.team_id = $1 AND p.deleted_at IS NULL AND " + s.IDsIn("p.id", 2)}
}

func (p *ListingProducts) ForListings(ctx context.Context, team id.Team, products []int64, day date.Date) (map[int64]ports.ListingProduct, error) {
	out := map[int64]ports.ListingProduct{}
	if len(products) == 0 {
		return out, nil
	}
	var n, supplier int64
	var cost *int64
	var currency *string
	err := db.Each(p.store.Hot(ctx).Query(ctx, p.text, int64(team), p.store.IDsArg(products), day.Days()))(func() {
		found := ports.ListingProduct{SupplierID: supplier}
		if cost != nil && currency != nil {
			amount := money.FromUnits(*cost)
			found.UnitCost, found.Currency = &amount, money.Currency(*currency)
		}
		out[n] = found
	}, &n, &cost, &currency, &supplier)
	return out, err
}
