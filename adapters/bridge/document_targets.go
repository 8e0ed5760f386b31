package bridge

import (
	"context"

	documentapp "sellingassistant/app/document"
	"sellingassistant/domain/document"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	documentports "sellingassistant/ports/document"
	inventoryports "sellingassistant/ports/inventory"
	purchasingports "sellingassistant/ports/purchasing"
)

// NewDocumentTargets says which records documents can be attached to. Orders do not exist yet.
func NewDocumentTargets(r inventoryports.LiveRecords, suppliers purchasingports.Suppliers, warehouses purchasingports.Warehouses,
) documentports.Targets {
	return documentapp.TargetsByKind{
		document.TargetSKU:              r.SKUs,
		document.TargetInventoryProduct: r.Products,
		document.TargetListing:          r.Listings,
		document.TargetSupplier:         suppliers.Live,
		document.TargetWarehouse:        warehouses.Live,
	}
}

// ProductDocuments counts the documents of inventory products.
type ProductDocuments struct{ documents documentports.Documents }

// NewProductDocuments makes the bridge from document to inventory.
func NewProductDocuments(d documentports.Documents) *ProductDocuments { return &ProductDocuments{d} }

var _ inventoryports.ProductDocuments = (*ProductDocuments)(nil)

func (p *ProductDocuments) Count(ctx context.Context, team id.Team, products []inventory.ProductID) (map[inventory.ProductID]int64, error) {
	ids := make([]int64, len(products))
	for i, product := range products {
		ids[i] = int64(product)
	}
	found, err := p.documents.CountOf(ctx, team, document.TargetInventoryProduct, ids)
	if err != nil {
		return nil, err
	}
	out := make(map[inventory.ProductID]int64, len(found))
	for product, n := range found {
		out[inventory.ProductID(product)] = n
	}
	return out, nil
}

// SupplierDocuments tells suppliers how many documents they have.
type SupplierDocuments struct{ documents documentports.Documents }

// NewSupplierDocuments is the bridge from document to purchasing.
func NewSupplierDocuments(d documentports.Documents) *SupplierDocuments { return &SupplierDocuments{d} }

// Count counts the live documents of each supplier.
func (s *SupplierDocuments) Count(ctx context.Context, team id.Team, suppliers []int64) (map[int64]int64, error) {
	return s.documents.CountOf(ctx, team, document.TargetSupplier, suppliers)
}
