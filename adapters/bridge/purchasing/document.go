package purchasing

import (
	"context"
	"time"

	documentfacade "sellingassistant/app/document/facade"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/purchasing/order"
)

// SupplierDocuments counts and moves the documents of suppliers.
type SupplierDocuments struct{ documents *documentfacade.Facade }

func NewSupplierDocuments(f *documentfacade.Facade) *SupplierDocuments { return &SupplierDocuments{f} }

// Count counts the live documents of each supplier.
func (s *SupplierDocuments) Count(ctx context.Context, team id.Team, suppliers []int64) (map[int64]int64, error) {
	return s.documents.Count(ctx, team, document.TargetSupplier, suppliers)
}

// Move replaces suppliers by another supplier on documents.
func (s *SupplierDocuments) Move(ctx context.Context, team id.Team, from []int64, into int64, at time.Time) error {
	return s.documents.MoveSuppliers(ctx, team, from, into, at)
}

// OrderDocuments reads the documents of purchase orders.
type OrderDocuments struct{ documents *documentfacade.Facade }

func NewOrderDocuments(f *documentfacade.Facade) *OrderDocuments { return &OrderDocuments{f} }

func (o *OrderDocuments) Of(ctx context.Context, team id.Team, orders []int64) (map[int64]order.Papers, error) {
	found, err := o.documents.Attached(ctx, team, document.TargetPurchaseOrder, orders, order.MaxPapers)
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
