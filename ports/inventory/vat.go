package inventory

import (
	"context"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/vat"
)

// VATs finds products and SKUs by the ASINs of one marketplace, in any order. Without ASINs it does
// nothing.
type VATs interface {
	// Classes lists the classes of products by their own ASINs and by the ASINs of their matches.
	// Products without a class are left out.
	Classes(ctx context.Context, team id.Team, m marketplace.ID, asins []string) ([]ClassOfASIN, error)
	// SKUs lists the SKUs of the ASINs.
	SKUs(ctx context.Context, team id.Team, m marketplace.ID, asins []string) ([]SKUOfASIN, error)
}

// ClassOfASIN has the VAT class of a product.
type ClassOfASIN struct {
	ASIN  string
	Class vat.Class
}

// SKUOfASIN names a SKU of a product.
type SKUOfASIN struct {
	ASIN string
	Key  inventory.SKUKey
}
