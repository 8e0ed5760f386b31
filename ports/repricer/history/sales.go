package history

import (
	"context"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/sales"
)

// Sales keeps what rows sold, by the positions of orders. Locks come after those
// of products.
type Sales interface {
	// LoadLocked reads what is kept of an order of the team, by position, and keeps
	// other writers of it waiting until the transaction ends. While the caller has
	// a row loaded locked, no other writer stores its first position.
	LoadLocked(ctx context.Context, team id.Team, order string) ([]sales.Sale, error)
	// Save stores sales of one order loaded locked in the same transaction and
	// counts them by day. No moves: nothing, without a statement.
	Save(ctx context.Context, team id.Team, moves []sales.SaleChange) error
	// Units adds up, in one statement, what rows sold in their windows: after From,
	// up to To. Rows that sold nothing are left out. No windows: an empty map,
	// without a statement.
	Units(ctx context.Context, team id.Team, windows map[decision.ProductID]sales.Window) (map[decision.ProductID]int64, error)
}
