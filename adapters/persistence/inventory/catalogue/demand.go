package catalogue

import (
	"context"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/inventory/view"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	ports "sellingassistant/ports/inventory"
)

// Demand reads products and the SKUs that sell them.
type Demand struct{ store *db.Store }

func NewDemand(s *db.Store) *Demand { return &Demand{s} }

var _ ports.Demand = (*Demand)(nil)

const activeProducts = "inventory_products AS p WHERE p.team_id = $1 AND p.deleted_at IS NULL" +
	" AND p.status = '" + string(inventory.ProductActive) + "'"

// Stocked reads the active products.
func (d *Demand) Stocked(ctx context.Context, team id.Team) ([]view.Stocked, error) {
	var found view.Stocked
	var supplier, lead *int64
	var out []view.Stocked
	err := db.Each(d.store.Hot(ctx).Query(ctx, "SELECT id, default_supplier_id,"+
		" CAST(body ->> 'lead_time_days' AS BIGINT), on_hand + inbound + in_warehouse + on_order,"+
		" COALESCE(reorder_point, 0) FROM "+activeProducts+
		" ORDER BY id", int64(team)))(func() {
		found.Supplier, found.LeadTimeDays = optional.Of(supplier), optional.Of(lead)
		out = append(out, found)
	}, &found.Product, &supplier, &lead, &found.Position, &found.ReorderPoint)
	return out, err
}

// SoldAs reads the SKUs of active products.
func (d *Demand) SoldAs(ctx context.Context, team id.Team) ([]view.SoldAs, error) {
	var found view.SoldAs
	var out []view.SoldAs
	err := db.Each(d.store.Hot(ctx).Query(ctx, "SELECT m.product_id, s.seller_id, s.marketplace_id, s.sku,"+
		" s.connection_id, m.units_per_sale FROM inventory_matches AS m"+
		" JOIN inventory_skus AS s ON s.team_id = m.team_id AND s.id = m.target_id"+
		" WHERE m.team_id = $1 AND m.target_type = $2 AND NOT s.hidden"+
		" AND m.product_id IN (SELECT p.id FROM "+activeProducts+") ORDER BY m.product_id, m.id", int64(team),
		string(inventory.MatchSKU)))(func() { out = append(out, found) },
		&found.Product, &found.SKU.Seller, (*string)(&found.SKU.Marketplace), &found.SKU.SKU, (*int64)(&found.Connection),
		&found.Units)
	return out, err
}
