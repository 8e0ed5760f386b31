package repricer

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
)

// Sales keeps what rows sold, by the positions of orders. Locks come after those
// of products.
type Sales interface {
	// LoadLocked reads what is kept of an order of the team, by position, and keeps
	// other writers of it waiting until the transaction ends. Nobody else stores the
	// first position of a row meanwhile whose row the caller has loaded locked.
	LoadLocked(ctx context.Context, team id.Team, order string) ([]repricer.Sale, error)
	// Save stores sales of one order loaded locked in the same transaction and
	// counts them by day. No moves: nothing, without a statement.
	Save(ctx context.Context, team id.Team, moves []repricer.SaleMove) error
	// Units adds up, in one statement, what rows sold in their windows: after From,
	// up to To. Rows that sold nothing are left out. No windows: an empty map,
	// without a statement.
	Units(ctx context.Context, team id.Team, windows map[repricer.ProductID]repricer.SalesWindow) (map[repricer.ProductID]int64, error)
}

// OrderNews knows since when the program is told of orders.
type OrderNews interface {
	// ToldSince tells from when on the program was told of all orders of the team's
	// connections; those of whose orders it is not told are left out.
	ToldSince(ctx context.Context, team id.Team) (map[id.Connection]time.Time, error)
}
