package orders

import (
	"context"
	"maps"
	"slices"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/ports/tx"
)

// Try reports for each wished item whether an order of a supplier in a currency could have it, nil
// if it could. It locks the named products.
func (o *Orders) Try(ctx context.Context, team id.Team, supplier purchasing.SupplierID, currency money.Currency, items []order.ItemPatch) ([]*fault.Error, error) {
	suppliers, err := o.Suppliers.Named(ctx, team, []purchasing.SupplierID{supplier})
	if err != nil || len(suppliers) == 0 {
		return nil, err
	}
	out, values := make([]*fault.Error, len(items)), make([]order.ItemValues, len(items))
	for i, p := range items {
		if values[i], err = p.Over(newItem(suppliers[0].Values)); err != nil {
			if out[i], err = refusal(err); err != nil {
				return nil, err
			}
		}
	}
	scratch, err := order.New(team, optional.None[id.User](), order.Values{SupplierID: int64(supplier), Currency: currency, CostCurrency: currency, CostAllocation: "by_value"}, o.Clock.Now())
	if err != nil {
		return nil, err
	}
	g, err := o.goods(ctx, scratch.Snapshot(), values)
	if err != nil {
		return nil, err
	}
	for i, v := range values {
		if out[i] != nil {
			continue
		}
		_, err := o.add(scratch, g, v)
		if out[i], err = refusal(err); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Amendment changes many items of an order at once.
type Amendment struct {
	Patch order.Patch
	// Accepted sets how many units of items are accepted in all; fewer than before are corrections.
	Accepted map[order.ItemID]int64
	Items    map[order.ItemID]order.ItemPatch
	Add      []order.ItemPatch
	Drop     []order.ItemID
}

// Amend changes an order and its items, all or nothing, and returns the ids of the added items.
// Items that the order does not have are left out. Faults point at /items/{id}/… and, for added
// items, at /add/{place}/….
func (o *Orders) Amend(ctx context.Context, who caller.Caller, of order.ID, in Amendment) ([]order.ItemID, error) {
	return tx.Value(ctx, o.On, func(ctx context.Context) ([]order.ItemID, error) {
		c, err := o.open(ctx, who, of)
		if err != nil {
			return nil, err
		}
		values, err := in.Patch.Over(c.before.Values)
		if err != nil {
			return nil, err
		}
		if err := o.amend(ctx, who, c, in); err != nil {
			return nil, err
		}
		gone := slices.DeleteFunc(slices.Clone(c.items), func(i *order.Item) bool { return !slices.Contains(in.Drop, i.ID()) })
		for _, item := range gone {
			if err := c.order.Remove(item, o.Clock.Now()); err != nil {
				return nil, err
			}
		}
		added, err := o.added(ctx, who, c, in.Add)
		if err != nil {
			return nil, err
		}
		if err := c.order.Edit(values, o.Clock.Now()); err != nil {
			return nil, err
		}
		return o.store(ctx, who, c, added, gone)
	})
}

// amend runs the verbs of existing items.
func (o *Orders) amend(ctx context.Context, who caller.Caller, c *change, in Amendment) error {
	named := edit.Once(slices.Concat(slices.Collect(maps.Keys(in.Accepted)), slices.Collect(maps.Keys(in.Items)), in.Drop))
	if len(named) == 0 {
		return nil
	}
	found, err := o.Store.Named(ctx, who.Team, c.order.ID(), named)
	if err != nil {
		return err
	}
	c.take(found...)
	policy, err := o.policy(ctx, who.Team, c)
	if err != nil {
		return err
	}
	came := map[order.ItemID][]order.Receipt{}
	if len(in.Accepted) > 0 {
		lines, err := o.Store.Came(ctx, who.Team, c.order.ID())
		if err != nil {
			return err
		}
		for _, r := range lines {
			came[r.Item] = append(came[r.Item], r)
		}
	}
	for _, item := range found {
		if n, ok := in.Accepted[item.ID()]; ok {
			lines, err := c.order.SetReceived(item, n, order.Delivery{}, came[item.ID()], policy)
			if err != nil {
				return ofItem(err, item)
			}
			c.lines = append(c.lines, lines...)
		}
		if p, ok := in.Items[item.ID()]; ok {
			v, err := p.Over(item.Snapshot().Values)
			if err == nil {
				err = c.order.EditItem(item, v, o.Clock.Now())
			}
			if err != nil {
				return ofItem(err, item)
			}
		}
	}
	return nil
}

// ofItem names the item at fault.
func ofItem(err error, item *order.Item) error {
	if e, ok := fault.As(err); ok {
		return e.Under(check.Item("/items", int(item.ID())))
	}
	return err
}

// added makes new items of an order that is changed.
func (o *Orders) added(ctx context.Context, who caller.Caller, c *change, list []order.ItemPatch) ([]*order.Item, error) {
	if len(list) == 0 {
		return nil, nil
	}
	suppliers, err := o.Suppliers.Named(ctx, who.Team, []purchasing.SupplierID{purchasing.SupplierID(c.before.Values.SupplierID)})
	if err != nil {
		return nil, err
	}
	var s purchasing.SupplierValues
	if len(suppliers) > 0 {
		s = suppliers[0].Values
	}
	values := make([]order.ItemValues, len(list))
	for i, p := range list {
		if values[i], err = p.Over(newItem(s)); err != nil {
			return nil, added(err, i)
		}
	}
	g, err := o.goods(ctx, c.order.Snapshot(), values)
	if err != nil {
		return nil, err
	}
	out := make([]*order.Item, len(list))
	for i, v := range values {
		if out[i], err = o.add(c.order, g, v); err != nil {
			return nil, added(err, i)
		}
	}
	return out, nil
}

func added(err error, i int) error {
	if e, ok := fault.As(err); ok {
		return e.Under(check.Item("/add", i))
	}
	return err
}
