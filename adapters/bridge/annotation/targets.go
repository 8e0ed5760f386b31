package annotation

import (
	annotationapp "sellingassistant/app/annotation"
	documentfacade "sellingassistant/app/document/facade"
	inventoryfacade "sellingassistant/app/inventory/facade"
	purchasingfacade "sellingassistant/app/purchasing/facade"
	"sellingassistant/domain/kernel/mark"
	annotationports "sellingassistant/ports/annotation"
)

// NewMarkTargets lists the kinds of records that notes and tags can be attached to.
func NewMarkTargets(
	i *inventoryfacade.Facade, p *purchasingfacade.Facade, d *documentfacade.Facade,
) annotationports.Targets {
	return annotationapp.TargetsByKind{
		mark.Product: i.LiveProducts, mark.SKU: i.LiveSKUs, mark.Listing: i.LiveListings,
		mark.Supplier: p.LiveSuppliers, mark.Offer: p.LiveOffers, mark.Warehouse: p.LiveWarehouses,
		mark.Order: p.LiveOrders, mark.Document: d.Live,
	}
}
