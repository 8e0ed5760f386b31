package orders

import (
	"context"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/ports/tx"
)

// Update changes an order. Members are changed before the status is.
type Update struct {
	Patch order.Patch
	// Status has the status that the order is moved to.
	Status        optional.Maybe[order.Status]
	AllowZeroCost bool
	// Delivery has the members for booking the receipt of the rest.
	Delivery order.Delivery
}

// Update changes an order. ifMatch is the version the caller saw, nil for any.
func (o *Orders) Update(ctx context.Context, who caller.Caller, one order.ID, in Update, ifMatch *int64) (View, error) {
	return tx.Value(ctx, o.On, func(ctx context.Context) (none View, err error) {
		seen, err := o.Store.Find(ctx, who.Team, one)
		if err != nil {
			return none, err
		}
		drafted := seen.Status == order.Draft || in.Patch.SupplierID.Set || in.Patch.WarehouseID.Set
		var with parties
		if drafted {
			// Locked before the order, in the same sequence as deletions of suppliers and
			// warehouses.
			with, err = o.parties(ctx, who.Team, in.Patch.SupplierID.Maybe().Or(seen.Values.SupplierID), in.Patch.WarehouseID.Maybe().Or(seen.Values.WarehouseID))
			if err != nil {
				return none, err
			}
		}
		locked, err := o.lock(ctx, who.Team, one, ifMatch)
		if err != nil {
			return none, err
		}
		c := changing(locked)
		before := c.before
		values, err := in.Patch.Over(before.Values)
		if err != nil {
			return none, err
		}
		if values.TaxCountry != before.Values.TaxCountry && !in.Patch.TaxRecoverable.Set {
			if values, err = o.recovered(ctx, who.Team, values); err != nil {
				return none, err
			}
		}
		if values, err = o.costRates(ctx, who.Team, values, before.Values.OtherCosts); err != nil {
			return none, err
		}
		if values.AssigneeID != before.Values.AssigneeID {
			if err := o.assigned(ctx, who.Team, values.AssigneeID); err != nil {
				return none, err
			}
		}
		now := o.Clock.Now()
		if err := locked.Edit(values, now); err != nil {
			return none, err
		}
		if err := o.moved(ctx, who, c, in, with, drafted || before.Status == order.Draft); err != nil {
			return none, err
		}
		recost := locked.Stale() || values.ApplyWarehouseCosts != before.Values.ApplyWarehouseCosts
		items, err := o.priced(ctx, locked, c.items)
		if err != nil {
			return none, err
		}
		if err := o.Store.Save(ctx, locked, items...); err != nil {
			return none, err
		}
		if err := o.received(ctx, who, c, items, recost); err != nil {
			return none, err
		}
		after := locked.Snapshot()
		if err := o.counted(ctx, before, after); err != nil {
			return none, err
		}
		if err := o.tagged(ctx, before, after); err != nil {
			return none, err
		}
		if err := o.line(ctx, who, "updated", before, after); err != nil {
			return none, err
		}
		return o.alone(ctx, after)
	})
}

// moved writes the status with all items, and notes the items, the change of units on order and the
// receipt lines that it books. with has the supplier and warehouse of a draft, or of an order that
// changes them; it reads others that the order got meanwhile.
func (o *Orders) moved(ctx context.Context, who caller.Caller, c *change, in Update, with parties, drafted bool) error {
	one := c.order
	v := one.Snapshot().Values
	to, move := in.Status.Get()
	move = move && to != one.Status()
	if drafted {
		if int64(with.supplier.ID) != v.SupplierID || int64(with.warehouse.ID) != v.WarehouseID {
			var err error
			if with, err = o.parties(ctx, who.Team, v.SupplierID, v.WarehouseID); err != nil {
				return err
			}
		}
		if one.Changed() {
			with.meet(one)
		}
		switch {
		case move && to == order.Ordered && one.Status() == order.Draft:
			return o.ordering(ctx, who, c, with, in.AllowZeroCost)
		case one.Changed() && (in.Patch.SupplierID.Set || in.Patch.WarehouseID.Set):
			if err := with.inUse(); err != nil {
				return err
			}
		}
	}
	if !move {
		return nil
	}
	items, err := o.Store.Items(ctx, who.Team, one.ID(), 0)
	if err != nil {
		return err
	}
	c.take(items...)
	policy, err := o.policy(ctx, who.Team, c)
	if err != nil {
		return err
	}
	if c.lines, err = one.Write(to, items, order.Circumstances{Policy: policy, Delivery: in.Delivery}); err != nil {
		return err
	}
	onOrder(c.units, 1, one, items)
	return o.Trail.Write(ctx, o.updated(who, c, items)...)
}

// ordering places a draft.
func (o *Orders) ordering(ctx context.Context, who caller.Caller, c *change, with parties, zero bool) error {
	items, err := o.Store.Items(ctx, who.Team, c.order.ID(), 0)
	if err != nil {
		return err
	}
	c.take(items...)
	with.meet(c.order)
	if err := o.place(ctx, c.order, items, with, zero); err != nil {
		return err
	}
	onOrder(c.units, 1, c.order, items)
	return nil
}
