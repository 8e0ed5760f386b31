package document

import (
	documentapp "sellingassistant/app/document"
	inventoryfacade "sellingassistant/app/inventory/facade"
	purchasingfacade "sellingassistant/app/purchasing/facade"
	"sellingassistant/domain/document"
	documentports "sellingassistant/ports/document"
)

// NewDocumentTargets lists the kinds of records that documents can be attached to.
func NewDocumentTargets(i *inventoryfacade.Facade, p *purchasingfacade.Facade) documentports.Targets {
	return documentapp.TargetsByKind{
		document.TargetSKU:              i.LiveSKUs,
		document.TargetInventoryProduct: i.LiveProducts,
		document.TargetListing:          i.LiveListings,
		document.TargetSupplier:         p.LiveSuppliers,
		document.TargetWarehouse:        p.LiveWarehouses,
		document.TargetPurchaseOrder:    p.LiveOrders,
	}.Known
}
