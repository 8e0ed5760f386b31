package inventory

import (
	"context"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// CatalogueKeys has the keys of a search for products and SKUs. GTINs have 14 digits, ASINs are in
// capitals, and SKUs match letter for letter. MPNs and titles match in any letter case.
type CatalogueKeys struct {
	GTINs, ASINs, SKUs, MPNs, Titles []string
	Products                         []int64
}

// CatalogueProduct describes an active product. GTINs have 14 digits. ASINs has the product's own
// ASINs, and the wanted ASINs of its matches.
type CatalogueProduct struct {
	ID                int64
	Title, Brand, MPN string
	GTINs, ASINs      []string
	// UnitCost has the cost in force.
	UnitCost optional.Maybe[money.Sum]
	// SKUs lists the SKUs matched with the product.
	SKUs []int64
}

// CatalogueSKU describes a SKU that is not hidden. Product is 0 if the SKU belongs to no product or
// to several products.
type CatalogueSKU struct {
	ID, Product int64
	SKU, ASIN   string
}

// Catalogue finds products and SKUs by many keys at once.
type Catalogue interface {
	// Find runs one statement for each kind of given key, and reads the found records, without
	// matches.
	Find(ctx context.Context, team id.Team, keys CatalogueKeys) ([]CatalogueProduct, []CatalogueSKU, error)
}
