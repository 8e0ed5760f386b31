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
		mark.Product:  {Live: i.LiveProducts, Touch: i.TouchProducts},
		mark.SKU:      {Live: i.LiveSKUs, Touch: i.TouchSKUs},
		mark.Listing:  {Live: i.LiveListings, Touch: i.TouchListings},
		mark.Supplier: {Live: p.LiveSuppliers, Touch: p.TouchSuppliers},
		mark.Order:    {Live: p.LiveOrders, Touch: p.TouchOrders},
		mark.Offer:    {Live: p.LiveOffers}, mark.Warehouse: {Live: p.LiveWarehouses}, mark.Document: {Live: d.Live},
	}
}
