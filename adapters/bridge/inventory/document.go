package inventory

import (
	"context"

	documentfacade "sellingassistant/app/document/facade"
	"sellingassistant/domain/document"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
)

// ProductDocuments counts the documents of inventory products.
type ProductDocuments struct{ documents *documentfacade.Facade }

func NewProductDocuments(f *documentfacade.Facade) *ProductDocuments { return &ProductDocuments{f} }

func (p *ProductDocuments) Count(
	ctx context.Context, team id.Team, products []inventory.ProductID,
) (map[inventory.ProductID]int64, error) {
	found, err := p.documents.Count(ctx, team, document.TargetInventoryProduct, id.Convert[int64](products))
	if err != nil {
		return nil, err
	}
	out := make(map[inventory.ProductID]int64, len(found))
	for product, n := range found {
		out[inventory.ProductID(product)] = n
	}
	return out, nil
}
