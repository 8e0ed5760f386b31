package purchasing

import (
	"context"
	"time"

	documentfacade "sellingassistant/app/document/facade"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/purchasing/order"
	purchasingports "sellingassistant/ports/purchasing"
)

// Documents reads and moves the documents of suppliers and orders.
type Documents struct{ documents *documentfacade.Facade }

// NewDocuments makes the bridge from documents to purchasing.
func NewDocuments(f *documentfacade.Facade) *Documents { return &Documents{f} }

var _ purchasingports.Documents = (*Documents)(nil)

// OfSuppliers counts the live documents of each supplier.
func (d *Documents) OfSuppliers(ctx context.Context, team id.Team, suppliers []int64) (map[int64]int64, error) {
	return d.documents.Count(ctx, team, document.TargetSupplier, suppliers)
}

// OfOrders reads the documents of purchase orders.
func (d *Documents) OfOrders(ctx context.Context, team id.Team, orders []int64) (map[int64]order.Papers, error) {
	found, err := d.documents.Attached(ctx, team, document.TargetPurchaseOrder, orders, order.MaxPapers)
	out := map[int64]order.Papers{}
	for _, a := range found {
		papers := out[a.Target]
		papers.Count = a.Count
		papers.List = append(papers.List, order.Paper{
			ID: int64(a.ID), Type: string(a.Type), Name: a.OriginalName, Deleted: a.Deleted,
		})
		out[a.Target] = papers
	}
	return out, err
}

// Move replaces suppliers by another supplier on documents.
func (d *Documents) Move(ctx context.Context, team id.Team, from []int64, into int64, at time.Time) error {
	return d.documents.MoveSuppliers(ctx, team, from, into, at)
}
