package purchasing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
)

// Stock keeps the stock ledger: movements, and the balances that are their sums. Its
// writers hold the team's products (Products.Hold) first, so that balances, and what
// warehouses tell of themselves, stand still from then on.
type Stock interface {
	// Places reads warehouses of the team, deleted ones too; unknown ones are left out.
	Places(ctx context.Context, team id.Team, warehouses []purchasing.WarehouseID) (map[purchasing.WarehouseID]purchasing.StockPlace, error)
	// Balances locks and reads balances, by warehouse and product; those that are 0
	// may be left out. Without keys it does nothing.
	Balances(ctx context.Context, team id.Team, keys []purchasing.StockKey) (purchasing.Balances, error)
	// InWarehouses and OfProducts sum up the balances of warehouses and of products, with
	// at most 10 ids; those without units are left out.
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
	// Append adds movements, of which none takes a balance below 0, and adds them to
	// the balances. It returns the ids of the lines. Without movements it does nothing.
	Append(ctx context.Context, who caller.Caller, movements []purchasing.Movement, at time.Time) ([]int64, error)
}

// StockFilter narrows a list of balances. Members that are empty do not narrow; of a
// slice any value fits.
type StockFilter struct {
	Warehouses []purchasing.WarehouseID
	Products   []purchasing.ProductID
	// Query is text contained in title, brand, or a SKU, ASIN or GTIN of the product,
	// in any letter case.
	Query string
}

// UnitChange is by how much the units of a product change.
type UnitChange struct {
	Product              purchasing.ProductID
	OnOrder, InWarehouse int64
}

// Units are the units of products that the inventory keeps for purchasing.
type Units interface {
	// Add holds the team's products (Products.Hold) and adds to their units, by one
	// statement. A product may be named more than once; absent ones are left out.
	// Versions stay, as they do when stock is synced.
	Add(ctx context.Context, team id.Team, changes []UnitChange) error
}

// Costs are the purchase costs that the inventory keeps.
type Costs interface {
	// Receive writes the cost layers that begin on the days, with what follows from
	// them: costs of products that lists show, audit lines, and repricer rows whose
	// cost changed. average is the cost method weighted_average. It is called in the
	// transaction of the receipts with at most 100 targets, each once, and holds the
	// team's products first. Absent targets are left out of the answer, which has an
	// entry for each receipt of the others. A warehouse that charges in another
	// currency than the cost's is a Rule fault validation_failed at
	// /apply_warehouse_costs; nothing is written then.
	Receive(ctx context.Context, who caller.Caller, average bool, targets []purchasing.TargetCosts) (map[purchasing.CostKey]purchasing.CostAnswer, error)
	// Unprice takes back the layers that a document began on a day, with what follows from that. Targets whose layer
	// is another one by now are answered, and nothing is written then; absent ones are left out.
	Unprice(ctx context.Context, who caller.Caller, document int64, day date.Date, targets []purchasing.CostTarget) ([]purchasing.CostTarget, error)
	// Next finds the first day behind a day on which a cost of the targets begins; those without one are left out. It
	// holds the team's products first.
	Next(ctx context.Context, team id.Team, targets []purchasing.CostTarget, day date.Date) (map[purchasing.CostTarget]date.Date, error)
	// Stock counts the units there are of targets, on hand, reserved, inbound and in
	// warehouses, not those on order; absent targets are left out. It holds the team's
	// products first.
	Stock(ctx context.Context, team id.Team, targets []purchasing.CostTarget) (map[purchasing.CostTarget]int64, error)
}
