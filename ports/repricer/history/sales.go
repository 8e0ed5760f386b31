package history

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/sales"
)

// Sales stores the sales of rows, by order item. Take its locks after the locks of products.
type Sales interface {
	// LoadLocked reads and locks the stored sales of an order of the team, by item. A first sale
	// cannot be locked; the caller prevents a second writer by locking a row.
	LoadLocked(ctx context.Context, team id.Team, order string) ([]sales.Sale, error)
	// Save stores sales of one order that were loaded locked in the same transaction, and counts
	// them by day. Without changes it runs no statement.
	Save(ctx context.Context, team id.Team, moves []sales.SaleChange) error
	// Sellers reads the live rows of a team by key, with the time from which their sales are
	// stored.
	Sellers(ctx context.Context, team id.Team) (map[repricer.Key]Seller, error)
	// Units adds up, in one statement, the units that rows sold after From, up to To. Rows without
	// sales are left out. Without windows it runs no statement.
	Units(ctx context.Context, team id.Team, windows map[decision.ProductID]sales.Window) (map[decision.ProductID]int64, error)
}

// Seller has a row, and the time from which its sales are stored.
type Seller struct {
	Row   decision.ProductID
	Since time.Time
}
