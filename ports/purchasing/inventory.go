package purchasing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/ports/audit"
)

// Inventory reads and changes the products, SKUs, units and purchase costs of the inventory.
type Inventory interface {
	// Locks the team's products, their matches and the preferred offers for other writers
	// until the transaction ends. So no product is deleted meanwhile.
	Hold(ctx context.Context, team id.Team) error
	// Live returns the ids that belong to products of the team.
	Live(ctx context.Context, team id.Team, products []purchasing.ProductID) ([]purchasing.ProductID, error)
	// Goods reads live products, SKUs and the products that SKUs are matched with. Absent records
	// are left out.
	Goods(ctx context.Context, team id.Team, products, skus []int64) (order.Goods, error)
	// Create makes a product, after the team's products were locked. It returns the faults of the
	// inventory, with pointers to its members.
	Create(ctx context.Context, who caller.Caller, p NewProduct) (purchasing.ProductID, error)
	// Match matches offers with products, or removes their matches, in the table of matches. A
	// product that is not the team's is a Rule fault not_found.
	Match(ctx context.Context, who caller.Caller, products map[purchasing.OfferID]optional.Maybe[purchasing.ProductID]) error
	// Forget removes deleted suppliers and warehouses from products and SKUs.
	Forget(
		ctx context.Context, team id.Team, suppliers []purchasing.SupplierID, warehouses []purchasing.WarehouseID, at time.Time,
	) error
	// Resupply replaces suppliers by another supplier on products and SKUs. Versions stay.
	Resupply(
		ctx context.Context, team id.Team, from []purchasing.SupplierID, into purchasing.SupplierID, at time.Time,
	) error

	// AddUnits locks products in the order of their ids and adds to their units. A product may
	// occur more than once. Absent products are left out. Versions stay, as they do in a sync of
	// stock.
	AddUnits(ctx context.Context, team id.Team, changes []UnitChange) error

	// Costs reads the unit costs in force on a day. Targets without a cost are left out.
	Costs(ctx context.Context, team id.Team, targets []purchasing.CostTarget, day date.Date) (map[purchasing.CostTarget]money.Sum, error)
	// NextCosts finds the next date after day on which a cost of each target begins. Targets
	// without such a date are left out. It takes the targets first.
	NextCosts(ctx context.Context, team id.Team, targets []purchasing.CostTarget, day date.Date) (map[purchasing.CostTarget]date.Date, error)
	// Take locks targets until the transaction ends: products, then SKUs, both in the order of
	// their ids. Receipts of the same targets wait, and so do all other writers of products. Absent
	// targets are left out.
	Take(ctx context.Context, who caller.Caller, targets []purchasing.CostTarget) (Taken, error)
	// Unprice removes the layers that a document began on a day, and updates the data that depends
	// on them. If a target's layer has changed since, it writes nothing and returns these targets.
	// Absent targets are left out. It takes the targets first.
	Unprice(ctx context.Context, who caller.Caller, document int64, day date.Date, targets []purchasing.CostTarget) ([]purchasing.CostTarget, error)
}

// NewProduct describes a product that a document names for the first time.
type NewProduct struct {
	Title string
	// GTIN and MPN may be empty.
	GTIN, MPN string
	Supplier  purchasing.SupplierID
}

// UnitChange has the change of a product's units.
type UnitChange struct {
	Product              purchasing.ProductID
	OnOrder, InWarehouse int64
	// Direct counts units in warehouses that serve buyers themselves. They are on hand of products
	// that the seller ships, and in the warehouse of other products.
	Direct int64
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
