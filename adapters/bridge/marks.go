package bridge

import (
	annotationapp "sellingassistant/app/annotation"
	"sellingassistant/domain/kernel/mark"
	annotationports "sellingassistant/ports/annotation"
	documentports "sellingassistant/ports/document"
	inventoryports "sellingassistant/ports/inventory"
	purchasingports "sellingassistant/ports/purchasing"
)

// NewMarkTargets says which records notes and tags can be attached to.
func NewMarkTargets(r inventoryports.LiveRecords, suppliers purchasingports.Suppliers, offers purchasingports.Offers,
	warehouses purchasingports.Warehouses, orders purchasingports.Orders, documents documentports.Documents,
) annotationports.Targets {
	return annotationapp.TargetsByKind{
		mark.Product: r.Products, mark.SKU: r.SKUs, mark.Listing: r.Listings, mark.Supplier: suppliers.Live, mark.Offer: offers.Live,
		mark.Warehouse: warehouses.Live, mark.Order: orders.Live, mark.Document: documents.Live,
	}
}
