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

// Catalog has the products, what is told of them and what sellers need approval for.
type Catalog struct {
	world *world.World
	// Rank is the present rank of a product in a marketplace.
	Rank func(p *Product, s *world.Shop) int
	// Listed is the product of a seller's SKU, false for none.
	Listed func(seller, sku string) (asin string, ok bool)

	words wordIndex
}

// New makes the catalogue of a world.
func New(w *world.World) *Catalog {
	return &Catalog{world: w}
}

// Endpoints are the operations this room answers.
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

// Paths are what the room serves beside its operations.
func (cat *Catalog) Paths() map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{"GET " + schemaPath + "{name}": cat.serveSchema}
}
