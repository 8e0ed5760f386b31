package catalog

import (
	"net/http"

	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
)

const (
	catalogPath     = "/catalog/2022-04-01/items"
	definitionsPath = "/definitions/2020-09-01/productTypes"
)

// Catalog has the products, the answers about them and the approvals that sellers need.
type Catalog struct {
	world *world.World
	// Rank returns the present rank of a product in a marketplace.
	Rank func(p *Product, s *world.Shop) int
	// Listed returns the product of a seller's SKU, or false.
	Listed func(seller, sku string) (asin string, ok bool)

	words wordIndex
}

func New(w *world.World) *Catalog {
	return &Catalog{world: w}
}

// Endpoints returns the operations of this package.
func (cat *Catalog) Endpoints() []gateway.Endpoint {
	restrictions := gateway.Get("getListingsRestrictions", "/listings/2021-08-01/restrictions", 5, 10, cat.restrictions).OfRole()
	restrictions.Shape = gateway.ShapeList
	return []gateway.Endpoint{
		restrictions,
		gateway.Get("searchCatalogItems", catalogPath, 2, 2, cat.searchItems),
		gateway.Get("getCatalogItem", catalogPath+"/{asin}", 2, 2, cat.catalogItem),
		gateway.Get("searchDefinitionsProductTypes", definitionsPath, 5, 10, cat.searchTypes),
		gateway.Get("getDefinitionsProductType", definitionsPath+"/{productType}", 5, 10, cat.productType),
	}
}

// Paths returns the paths that the package serves besides its operations.
func (cat *Catalog) Paths() map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{"GET " + schemaPath + "{name}": cat.serveSchema}
}
