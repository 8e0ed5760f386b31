package catalogue

import (
	"context"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/vat"
	ports "sellingassistant/ports/inventory"
)

var _ ports.VATs = (*Catalogue)(nil)

// classed joins a table of ASINs with the VAT classes of their products.
const classed = " JOIN inventory_products AS p ON p.team_id = a.team_id AND p.id = a.product_id" +
	" WHERE a.team_id = ? AND a.marketplace_id = ? AND a.asin IN (?) AND p.vat_class IS NOT NULL AND p.deleted_at IS NULL"

// Classes reads classes by the ASINs of products and of their matches.
func (c *Catalogue) Classes(
	ctx context.Context, team id.Team, m marketplace.ID, asins []string,
) (out []ports.ClassOfASIN, err error) {
	if len(asins) == 0 {
		return nil, nil
	}
	var found ports.ClassOfASIN
	var class string
	err = db.Each(c.store.Rows(ctx, "SELECT a.asin, p.vat_class FROM inventory_product_asins AS a"+classed+
		" UNION SELECT a.asin, p.vat_class FROM inventory_matches AS a"+classed,
		int64(team), string(m), bun.List(asins), int64(team), string(m), bun.List(asins)))(func() {
		found.Class = vat.Class(class)
		out = append(out, found)
	}, &found.ASIN, &class)
	return out, err
}

// SKUs reads SKUs by their ASINs.
func (c *Catalogue) SKUs(
	ctx context.Context, team id.Team, m marketplace.ID, asins []string,
) (out []ports.SKUOfASIN, err error) {
	if len(asins) == 0 {
		return nil, nil
	}
	found := ports.SKUOfASIN{Key: inventory.SKUKey{Marketplace: m}}
	err = db.Each(c.store.Rows(ctx, "SELECT asin, seller_id, sku FROM inventory_skus"+
		" WHERE team_id = ? AND marketplace_id = ? AND asin IN (?)", int64(team), string(m), bun.List(asins)))(func() {
		out = append(out, found)
	}, &found.ASIN, &found.Key.Seller, &found.Key.SKU)
	return out, err
}
