package purchasing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/purchasing/order"
)

// Documents reads and moves the documents of suppliers and orders.
type Documents interface {
	// OfSuppliers counts the live documents of each supplier. Suppliers without documents are left
	// out.
	OfSuppliers(ctx context.Context, team id.Team, suppliers []int64) (map[int64]int64, error)
	// OfOrders reads the newest order.MaxPapers documents of each order, deleted documents included,
	// and counts the live documents. Orders without documents are left out.
	OfOrders(ctx context.Context, team id.Team, orders []int64) (map[int64]order.Papers, error)
	// Move replaces suppliers by another supplier on the live documents that belong to them, or
	// were recognised as theirs.
	Move(ctx context.Context, team id.Team, from []int64, into int64, at time.Time) error
}
