package openapi

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/page"
)

func TestSchemaNames(t *testing.T) {
	for want, typ := range map[string]reflect.Type{
		"Problem":      reflect.TypeFor[body.Problem](),
		"ByAnswer":     reflect.TypeFor[body.One[page.By]](),
		"ListByAnswer": reflect.TypeFor[body.One[[]*page.By]](),
		"ByList":       reflect.TypeFor[body.List[page.By]](),
		"Caller":       reflect.TypeFor[*caller.Caller](),
		"Two":          reflect.StructOf(nil),
	} {
		require.Equal(t, want, schemaName(typ, "Two"))
	}
}

// TestTypeNames wants names that say what a type is of, and not in which package it stands.
func TestTypeNames(t *testing.T) {
	for _, c := range [][3]string{
		{"identity", "Account", "Account"},
		{"identity", "Limits", "AccountLimits"},
		{"listingitem", "Item", "ListingItem"},
		{"listingitem", "Offer", "ListingItemOffer"},
		{"inventory", "SKU", "Sku"},
		{"inventory", "SKUCostsPatch", "SkuCostsPatch"},
		{"inventory", "Listing", "Listing"},
		{"inventory", "ProductDetail", "InventoryProductDetail"},
		{"inventory", "NewProduct", "NewInventoryProduct"},
		{"pricelist", "PriceListRow", "PriceListRow"},
		{"pricelist", "RowPack", "PriceListRowPack"},
		{"pricelist", "Analysis", "Analysis"},
		{"repricer", "NewStrategy", "NewRepricerStrategy"},
		{"repricer", "UpdatedProduct", "UpdatedRepricerProduct"},
		{"repricer", "Settings", "RepricerSettings"},
		{"repricer", "RepricedDecision", "RepricedDecision"},
		{"document", "DocumentPatch", "DocumentPatch"},
		{"inbound", "Box", "InboundBox"},
		{"purchasing", "Supplier", "Supplier"},
	} {
		require.Equal(t, c[2], typeName(c[0], c[1]), c[0]+"."+c[1])
	}
}
