package bridge

import (
	"context"
	"slices"
	"time"

	annotationapp "sellingassistant/app/annotation"
	documentapp "sellingassistant/app/document"
	"sellingassistant/domain/document"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing/order"
	annotationports "sellingassistant/ports/annotation"
	documentports "sellingassistant/ports/document"
	inventoryports "sellingassistant/ports/inventory"
	purchasingports "sellingassistant/ports/purchasing"
)

// NewDocumentTargets lists the kinds of records that documents can be attached to.
func NewDocumentTargets(r inventoryports.LiveRecords, suppliers purchasingports.Suppliers, warehouses purchasingports.Warehouses,
	orders purchasingports.Orders,
) documentports.Targets {
	return documentapp.TargetsByKind{
		document.TargetSKU:              r.SKUs,
		document.TargetInventoryProduct: r.Products,
		document.TargetListing:          r.Listings,
		document.TargetSupplier:         suppliers.Live,
		document.TargetWarehouse:        warehouses.Live,
		document.TargetPurchaseOrder:    orders.Live,
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

// SupplierDocuments counts the documents of suppliers.
type SupplierDocuments struct{ documents documentports.Documents }

// NewSupplierDocuments makes the bridge from document to purchasing.
func NewSupplierDocuments(d documentports.Documents) *SupplierDocuments { return &SupplierDocuments{d} }

// Count counts the live documents of each supplier.
func (s *SupplierDocuments) Count(ctx context.Context, team id.Team, suppliers []int64) (map[int64]int64, error) {
	return s.documents.CountOf(ctx, team, document.TargetSupplier, suppliers)
}

// moved bounds the documents that are changed at once.
const moved = 100

// Move replaces suppliers by another supplier on documents.
func (s *SupplierDocuments) Move(ctx context.Context, team id.Team, from []int64, into int64, at time.Time) error {
	for _, f := range []documentports.Filter{
		{TargetKinds: []document.TargetKind{document.TargetSupplier}, TargetIDs: from}, {SupplierIDs: from},
	} {
		for {
			found, err := s.documents.List(ctx, team, f, page.Request{Limit: moved, Order: []page.By{{Field: "id"}}})
			if err != nil {
				return err
			}
			if len(found.Items) == 0 {
				break
			}
			named := make([]document.ID, len(found.Items))
			for i, one := range found.Items {
				named[i] = one.ID()
			}
			locked, err := s.documents.Lock(ctx, team, named)
			if err != nil {
				return err
			}
			for _, one := range locked {
				if err := one.Reassign(document.TargetSupplier, from, into, at); err != nil {
					return err
				}
			}
			if err := s.documents.Save(ctx, slices.DeleteFunc(locked, func(one *document.Document) bool { return !one.Changed() })); err != nil {
				return err
			}
		}
	}
	return nil
}

// OrderDocuments reads the documents of purchase orders.
type OrderDocuments struct{ documents documentports.Attachments }

// NewOrderDocuments makes the bridge from document to purchase orders.
func NewOrderDocuments(d documentports.Attachments) *OrderDocuments { return &OrderDocuments{d} }

// Of reads the documents of each order.
func (o *OrderDocuments) Of(ctx context.Context, team id.Team, orders []int64) (map[int64]order.Papers, error) {
	found, err := o.documents.Of(ctx, team, document.TargetPurchaseOrder, orders, order.MaxPapers)
	out := map[int64]order.Papers{}
	for _, a := range found {
		papers := out[a.Target]
		papers.Count = a.Count
		papers.List = append(papers.List, order.Paper{ID: int64(a.ID), Type: string(a.Type), Name: a.OriginalName, Deleted: a.Deleted})
		out[a.Target] = papers
	}
	return out, err
}

// NewMarkTargets lists the kinds of records that notes and tags can be attached to.
func NewMarkTargets(r inventoryports.LiveRecords, suppliers purchasingports.Suppliers, offers purchasingports.Offers,
	warehouses purchasingports.Warehouses, orders purchasingports.Orders, documents documentports.Documents,
) annotationports.Targets {
	return annotationapp.TargetsByKind{
		mark.Product: r.Products, mark.SKU: r.SKUs, mark.Listing: r.Listings, mark.Supplier: suppliers.Live, mark.Offer: offers.Live,
		mark.Warehouse: warehouses.Live, mark.Order: orders.Live, mark.Document: documents.Live,
	}
}
