package orders

import (
	"context"
	"slices"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	ports "sellingassistant/ports/purchasing"
	"sellingassistant/ports/tx"
)

// policy returns the team's policy for receipts. It reads the team once for a change.
func (o *Orders) policy(ctx context.Context, team id.Team, c *change) (order.Policy, error) {
	err := o.read(ctx, team, c)
	return order.Policy{Surplus: c.buyer.Or(ports.Buyer{}).Surplus, Now: o.Clock.Now()}, err
}

// read reads the team of a change, once.
func (o *Orders) read(ctx context.Context, team id.Team, c *change) error {
	if c.buyer.Known() {
		return nil
	}
	b, err := o.Teams.Buyer(ctx, team)
	if err == nil {
		c.buyer = optional.Some(b)
	}
	return err
}

// Arrival has the units that arrived.
type Arrival struct {
	Accepted, Rejected int64
	Reason             optional.Maybe[order.Rejection]
	// Delivery may name a warehouse other than the order's.
	Delivery order.Delivery
}

// Return has accepted units that are returned.
type Return struct {
	Units int64
	// Replace makes the units due again.
	Replace           bool
	Reason, Reference optional.Maybe[string]
	// Day counts as today if it is unknown.
	Day optional.Maybe[date.Date]
}

// Receiving has the booking of an item: one of Accepted, Arrival and Return.
type Receiving struct {
	// Accepted sets all accepted units. Fewer than before take from the latest receipts. Delivery
	// belongs to them.
	Accepted optional.Maybe[int64]
	Delivery order.Delivery
	Arrival  optional.Maybe[Arrival]
	Return   optional.Maybe[Return]
}

// ReceiveItem books received, corrected or returned units of an item. ifMatch is the version of the
// item that the caller saw, nil for any.
func (o *Orders) ReceiveItem(ctx context.Context, who caller.Caller, of order.ID, item order.ItemID, in Receiving, ifMatch *int64) (ItemView, error) {
	return tx.Value(ctx, o.On, func(ctx context.Context) (none ItemView, err error) {
		if in, ok := in.Arrival.Get(); ok {
			if err := o.warehouse(ctx, who.Team, of, in.Delivery.WarehouseID, "/receive/warehouse_id"); err != nil {
				return none, err
			}
		}
		c, one, err := o.item(ctx, who, of, item, ifMatch)
		if err != nil {
			return none, err
		}
		policy, err := o.policy(ctx, who.Team, c)
		if err != nil {
			return none, err
		}
		if c.lines, err = o.receipts(ctx, c, one, in, policy); err != nil {
			return none, err
		}
		return o.itemStored(ctx, who, c, one)
	})
}

// GoBack books returned units, and returns the receipt lines.
func (o *Orders) GoBack(
	ctx context.Context, who caller.Caller, bought order.ID, item order.ItemID, back Return,
) ([]order.Receipt, error) {
	return o.lined(ctx, who, bought, item, func(c *change, i *order.Item, p order.Policy) ([]order.Receipt, error) {
		return o.receipts(ctx, c, i, Receiving{Return: optional.Some(back)}, p)
	})
}

// Restock reverses a return by its receipt lines.
func (o *Orders) Restock(
	ctx context.Context, who caller.Caller, bought order.ID, item order.ItemID, lines []order.Receipt,
) error {
	_, err := o.lined(ctx, who, bought, item, func(c *change, i *order.Item, p order.Policy) ([]order.Receipt, error) {
		return c.order.Restock(i, lines, p)
	})
	return err
}

// lined changes an item by a verb that books receipt lines, and stores it.
func (o *Orders) lined(
	ctx context.Context, who caller.Caller, bought order.ID, item order.ItemID,
	verb func(*change, *order.Item, order.Policy) ([]order.Receipt, error),
) ([]order.Receipt, error) {
	return tx.Value(ctx, o.On, func(ctx context.Context) ([]order.Receipt, error) {
		c, i, err := o.item(ctx, who, bought, item, nil)
		if err != nil {
			return nil, err
		}
		policy, err := o.policy(ctx, who.Team, c)
		if err != nil {
			return nil, err
		}
		if c.lines, err = verb(c, i, policy); err != nil {
			return nil, err
		}
		_, err = o.store(ctx, who, c, nil, nil)
		return c.lines, err
	})
}

// warehouse locks the destination of units, 0 for the order's, before the order is locked.
func (o *Orders) warehouse(ctx context.Context, team id.Team, of order.ID, named int64, pointer string) error {
	if named == 0 {
		return nil
	}
	if _, err := o.Store.Find(ctx, team, of); err != nil {
		return err
	}
	found, err := o.Warehouses.Lock(ctx, team, []purchasing.WarehouseID{purchasing.WarehouseID(named)})
	if err == nil && len(found) == 0 {
		err = check.Rule(fault.CodeNotFound, pointer, "There is no such warehouse.")
	}
	return err
}

// receipts runs the verb, which returns receipt lines.
func (o *Orders) receipts(ctx context.Context, c *change, one *order.Item, in Receiving, p order.Policy) ([]order.Receipt, error) {
	if a, ok := in.Arrival.Get(); ok {
		line, err := c.order.Receive(one, a.Accepted, a.Rejected, a.Reason, a.Delivery, p)
		if e, ok := fault.As(err); ok && e.Pointer != "" {
			err = e.Under("/receive")
		}
		return []order.Receipt{line}, err
	}
	earlier, err := o.Store.Receipts(ctx, c.before.Team, one.ID())
	if err != nil {
		return nil, err
	}
	if r, ok := in.Return.Get(); ok {
		back := order.GoingBack{Replace: r.Replace, Reason: r.Reason, Reference: r.Reference, Day: r.Day}
		return c.order.Return(one, r.Units, back, earlier, p)
	}
	return c.order.SetReceived(one, in.Accepted.Or(0), in.Delivery, earlier, p)
}

// received books the receipt lines of a stored change, their movements of stock, the change of
// units on order, and the costs of the days on which units came. items has the loaded items of the
// order. With recost it writes the costs of all receipts of the order: landed costs changed.
//
// It takes the targets of receipts once, so that other receipts of these targets wait. Costs of
// many targets are left to a job, which ends in the transaction that writes the last of them.
func (o *Orders) received(ctx context.Context, who caller.Caller, c *change, items []*order.Item, recost bool) error {
	order.Book(c.lines, c.items)
	earlier, err := o.recosted(ctx, who.Team, c, recost)
	if err != nil {
		return err
	}
	touched := written(slices.Concat(earlier, c.lines))
	named := targets(touched)
	if len(named) > most {
		if err := o.leaveCosts(ctx, who, c.order); err != nil {
			return err
		}
		named = nil
	}
	taking := slices.Concat(targets(c.lines), named)
	if len(taking)+len(c.lines) == 0 {
		return o.ordered(ctx, who.Team, c.units)
	}
	for _, u := range unitChanges(c.units) {
		taking = append(taking, purchasing.CostTarget{Kind: purchasing.CostOfProduct, ID: int64(u.Product)})
	}
	t, err := o.Inventory.Take(ctx, who, taking)
	if err != nil {
		return err
	}
	c.taken = t
	stock := t.Stock()
	for i := range c.lines {
		if n, ok := stock[c.lines[i].Target]; ok && c.lines[i].Kind == order.Arrival {
			c.lines[i].StockBefore = optional.Some(n)
		}
	}
	if len(named) > 0 {
		if err := o.read(ctx, who.Team, c); err != nil {
			return err
		}
		average := c.buyer.Or(ports.Buyer{}).Average
		if err := o.costs(ctx, who.Team, t, average, named, touched, c.lines, c.known(items)); err != nil {
			return err
		}
	}
	units, err := o.booked(ctx, who, c.lines, stock)
	if err != nil {
		return err
	}
	c.inForce = t.InForce(o.today())
	return t.Write(ctx, append(unitChanges(c.units), units...))
}

// known returns the ledger of a change: its order, and the items that are loaded.
func (c *change) known(items []*order.Item) order.Ledger {
	s := c.order.Snapshot()
	out := order.Ledger{Items: map[order.ItemID]order.Share{}, Orders: map[order.ID]order.Snapshot{s.ID: s}}
	for _, item := range items {
		out.Items[item.ID()] = item.Snapshot().Share()
	}
	return out
}

// booked stores receipt lines and their movements of stock. It returns the changes of units in
// warehouses. A deleted product has no stock.
func (o *Orders) booked(
	ctx context.Context, who caller.Caller, lines []order.Receipt, live map[purchasing.CostTarget]int64,
) ([]ports.UnitChange, error) {
	ids, err := o.Store.Book(ctx, who, lines, o.Clock.Now())
	if err != nil {
		return nil, err
	}
	var movements []purchasing.Movement
	for i := range lines {
		lines[i].ID = ids[i]
		r := lines[i]
		if _, ok := live[r.Target]; ok && r.Target.Kind == purchasing.CostOfProduct && r.Accepted != 0 {
			movements = append(movements, purchasing.Movement{
				StockKey: purchasing.StockKey{Warehouse: purchasing.WarehouseID(r.WarehouseID), Product: purchasing.ProductID(r.Target.ID)},
				Kind:     purchasing.MovementKind(r.Kind), Units: r.Accepted, Receipt: optional.Some(r.ID), Reference: r.Reference,
			})
		}
	}
	return o.Stock.Book(ctx, who, movements)
}

func unitChanges(sum map[int64]int64) (changes []ports.UnitChange) {
	for product, n := range sum {
		if n != 0 {
			changes = append(changes, ports.UnitChange{Product: purchasing.ProductID(product), OnOrder: n})
		}
	}
	return changes
}
