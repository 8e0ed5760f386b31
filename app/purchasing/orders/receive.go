package orders

import (
	"context"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	ports "sellingassistant/ports/purchasing"
)

// policy is what the team says of receipts.
func (o *Orders) policy(ctx context.Context, team id.Team) (order.Policy, error) {
	b, err := o.Buyers.Buyer(ctx, team)
	return order.Policy{Surplus: b.Surplus, Now: o.Clock.Now()}, err
}

// booked stores receipt lines of items, with their movements of stock and by how much
// units on order change.
func (o *Orders) booked(ctx context.Context, who caller.Caller, items []*order.Item, lines []order.Receipt, sum map[int64]int64) error {
	if len(lines) == 0 {
		return o.ordered(ctx, who.Team, sum)
	}
	order.Book(lines, items)
	ids, err := o.Store.Book(ctx, who, lines, o.Clock.Now())
	if err != nil {
		return err
	}
	var movements []purchasing.Movement
	for i, r := range lines {
		if r.Target.Kind == purchasing.CostOfProduct && r.Accepted != 0 {
			movements = append(movements, purchasing.Movement{
				StockKey: purchasing.StockKey{Warehouse: purchasing.WarehouseID(r.WarehouseID), Product: purchasing.ProductID(r.Target.ID)},
				Kind:     purchasing.MovementKind(r.Kind), Units: r.Accepted, Receipt: optional.Some(ids[i]), Reference: r.Reference,
			})
		}
	}
	return o.Stock.Book(ctx, who, movements, unitChanges(sum)...)
}

func unitChanges(sum map[int64]int64) (changes []ports.UnitChange) {
	for product, n := range sum {
		if n != 0 {
			changes = append(changes, ports.UnitChange{Product: purchasing.ProductID(product), OnOrder: n})
		}
	}
	return changes
}
