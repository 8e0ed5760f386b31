package document

import (
	"context"

	inventoryfacade "sellingassistant/app/inventory/facade"
	"sellingassistant/domain/document/importing"
	"sellingassistant/domain/inventory/view"
	"sellingassistant/domain/kernel/id"
)

// DocumentCatalogue searches the inventory for documents.
type DocumentCatalogue struct{ inventory *inventoryfacade.Facade }

func NewDocumentCatalogue(f *inventoryfacade.Facade) *DocumentCatalogue { return &DocumentCatalogue{f} }

func (c *DocumentCatalogue) Find(ctx context.Context, team id.Team, keys importing.Keys) ([]importing.Product, []importing.SKU, error) {
	products, skus, err := c.inventory.Catalogue(ctx, team, view.Keys(keys))
	if err != nil {
		return nil, nil, err
	}
	out, named := make([]importing.Product, len(products)), make([]importing.SKU, len(skus))
	for i, p := range products {
		out[i] = importing.Product(p)
	}
	for i, s := range skus {
		named[i] = importing.SKU{ID: s.ID, Product: s.Product, Name: s.SKU, ASIN: s.ASIN}
	}
	return out, named, nil
}
