package purchasing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	"sellingassistant/ports/audit"
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

// UnitChange has the change of a product's units.
type UnitChange struct {
	Product              purchasing.ProductID
	OnOrder, InWarehouse int64
	// Direct counts units in warehouses that serve buyers themselves. They are on hand of products
	// that the seller ships, and in the warehouse of other products.
	Direct int64
}

// Units changes the units of products that the inventory stores for purchasing.
type Units interface {
	// Add locks products in the order of their ids and adds to their units. A product may occur
	// more than once. Absent products are left out. Versions stay, as they do in a sync of stock.
	Add(ctx context.Context, team id.Team, changes []UnitChange) error
}

// Taken has the targets of receipts that a transaction has locked.
type Taken interface {
	// Stock counts the units of each target: on hand, reserved, inbound and in warehouses, but not
	// on order. Absent targets are left out.
	Stock() map[purchasing.CostTarget]int64
	// Subject returns the data of a target for the product feed; false for an absent target.
	Subject(target purchasing.CostTarget) (audit.Subject, bool)
	// Receive finds the cost layers that begin on the days, at most 100 targets, each once. Write
	// writes them. average is the cost method weighted_average. The answer has an entry for each
	// receipt, except the receipts of absent targets. If a warehouse charges in another currency
	// than the cost's, it returns a Rule fault validation_failed at /apply_warehouse_costs.
	Receive(
		ctx context.Context, average bool, targets []purchasing.TargetCosts,
	) (map[purchasing.CostKey]purchasing.CostAnswer, error)
	// InForce returns the unit costs in force on a day after Write. Targets without a cost have no
	// value. It leaves out targets that Receive did not look at.
	InForce(day date.Date) map[purchasing.CostTarget]optional.Maybe[money.Sum]
	// Write adds to the units of taken products, and writes the layers of Receive. It also updates
	// the costs that lists show, the audit trail, and repricer rows with a changed cost.
	Write(ctx context.Context, changes []UnitChange) error
}

// Costs reads and writes the purchase costs in the inventory.
type Costs interface {
	// Take locks targets until the transaction ends: products, then SKUs, both in the order of
	// their ids. Receipts of the same targets wait, and so do all other writers of products. Absent
	// targets are left out.
	Take(ctx context.Context, who caller.Caller, targets []purchasing.CostTarget) (Taken, error)
	// Unprice removes the layers that a document began on a day, and updates the data that depends
	// on them. If a target's layer has changed since, it writes nothing and returns these targets.
	// Absent targets are left out. It takes the targets first.
	Unprice(ctx context.Context, who caller.Caller, document int64, day date.Date, targets []purchasing.CostTarget) ([]purchasing.CostTarget, error)
	// Next finds the next date after day on which a cost of each target begins. Targets without
	// such a date are left out. It takes the targets first.
	Next(ctx context.Context, team id.Team, targets []purchasing.CostTarget, day date.Date) (map[purchasing.CostTarget]date.Date, error)
}
