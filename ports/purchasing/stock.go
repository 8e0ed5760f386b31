package purchasing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
)

// Stock stores the stock ledger: movements, and the balances that sum them up. Its writers first
// lock the team's products, or take the products that move. So the balances and the facts about
// warehouses cannot change afterwards.
type Stock interface {
	// Places reads warehouses of the team, deleted warehouses included. Unknown warehouses are left
	// out.
	Places(ctx context.Context, team id.Team, warehouses []purchasing.WarehouseID) (map[purchasing.WarehouseID]purchasing.StockPlace, error)
	// Balances locks and reads balances, by warehouse and product. Balances of 0 may be left out.
	// Without keys it does nothing.
	Balances(ctx context.Context, team id.Team, keys []purchasing.StockKey) (purchasing.Balances, error)
	// InWarehouses and OfProducts sum up the balances of warehouses and of products, with at most
	// 10 ids. Records without units are left out.
	InWarehouses(ctx context.Context, team id.Team, warehouses []purchasing.WarehouseID) (map[purchasing.WarehouseID]purchasing.Held, error)
	OfProducts(ctx context.Context, team id.Team, products []purchasing.ProductID) (map[purchasing.ProductID]purchasing.Held, error)
	// Moved reports whether a warehouse has had stock.
	Moved(ctx context.Context, team id.Team, warehouse purchasing.WarehouseID) (bool, error)
	// Units reads at most limit balances of a warehouse that are not 0, of products above
	// after, ascending.
	Units(ctx context.Context, team id.Team, warehouse purchasing.WarehouseID, after purchasing.ProductID, limit int) ([]purchasing.Balance, error)
	// List reads a page of the balances that are not 0. Order fields: id, created_at,
	// updated_at, units.
	List(ctx context.Context, team id.Team, f StockFilter, r page.Request) (page.Page[purchasing.StockLine], error)
	// Append adds movements, adds them to the balances, and returns the ids of the lines. No
	// movement may take a balance below 0. Without movements it does nothing.
	Append(ctx context.Context, who caller.Caller, movements []purchasing.Movement, at time.Time) ([]int64, error)
	// Arrive works like Append for movements of more than 0 units. It leaves out movements to
	// deleted and unknown warehouses, and to warehouses of type amazon. It returns the other
	// warehouses.
	Arrive(
		ctx context.Context, who caller.Caller, movements []purchasing.Movement, at time.Time,
	) (map[purchasing.WarehouseID]purchasing.StockPlace, error)
}

// StockFilter narrows a list of balances. Members that are empty do not narrow; of a
// slice any value fits.
type StockFilter struct {
	Warehouses []purchasing.WarehouseID
	Products   []purchasing.ProductID
	// Query matches text within title, brand, or a SKU, ASIN or GTIN of the product, in any letter
	// case.
	Query string
}
