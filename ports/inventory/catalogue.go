package inventory

import (
	"context"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// CatalogueKeys are what products and SKUs are looked up by. GTINs have 14 digits, ASINs are in capitals, SKUs are letter for
// letter; MPNs and titles are compared in any letter case.
type CatalogueKeys struct {
	GTINs, ASINs, SKUs, MPNs, Titles []string
	Products                         []int64
}

// CatalogueProduct is an active product. GTINs have 14 digits; ASINs are its own, and those of its matches that were looked for.
type CatalogueProduct struct {
	ID                int64
	Title, Brand, MPN string
	GTINs, ASINs      []string
	// UnitCost is the cost in force.
	UnitCost optional.Maybe[money.Sum]
	// SKUs are matched with it.
	SKUs []int64
}

// CatalogueSKU is a SKU that is not hidden. Product is 0 where it belongs to none, or to several.
type CatalogueSKU struct {
	ID, Product int64
	SKU, ASIN   string
}

// Catalogue finds products and SKUs by many keys at once.
type Catalogue interface {
	// Find runs one statement for each kind of key that is given, and reads what they found, without matches.
	Find(ctx context.Context, team id.Team, keys CatalogueKeys) ([]CatalogueProduct, []CatalogueSKU, error)
}
