package orders

import (
	"context"
	"slices"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/ports/audit"
	ports "sellingassistant/ports/purchasing"
	"sellingassistant/ports/tx"
)

// Add describes items to add to an order.
type Add struct {
	Items []order.ItemPatch
	// Merge adds the units to an item of the same goods at the same cost and discount.
	Merge bool
}

// Added has the result of an added item.
type Added struct {
	Outcome edit.Outcome
	Item    ItemView
	Err     *fault.Error
}

// change collects a change of items of a locked order.
type change struct {
	order  *order.Order
	before order.Snapshot
	items  []*order.Item
	was    map[order.ItemID]order.ItemSnapshot
	// units counts by how much the units on order of products change.
	units map[int64]int64
	// lines has the receipt lines of the items.
	lines []order.Receipt
	// buyer has the team if it was read.
	buyer optional.Maybe[ports.Buyer]
	// taken has the targets of receipts, nil without receipts.
	taken ports.Taken
	seen
}

// seen has facts for the views of items that a change has read already.
type seen struct {
	// inForce has the unit costs in force today of targets; no value means no cost.
	inForce map[purchasing.CostTarget]optional.Maybe[money.Sum]
	// twins reports whether another item of the order has the same product. It is nil if unknown.
	twins map[order.ItemID]bool
}

// changing begins a change of a locked order.
func changing(one *order.Order) *change {
	return &change{order: one, before: one.Snapshot(), was: map[order.ItemID]order.ItemSnapshot{}, units: map[int64]int64{}}
}

// open locks an order for a change of its items.
func (o *Orders) open(ctx context.Context, who caller.Caller, of order.ID) (*change, error) {
	one, err := o.lock(ctx, who.Team, of, nil)
	if err != nil {
		return nil, err
	}
	return changing(one), nil
}

// take records items before a verb changes them.
func (c *change) take(items ...*order.Item) {
	onOrder(c.units, -1, c.order, items)
	for _, item := range items {
		c.was[item.ID()] = item.Snapshot()
	}
	c.items = append(c.items, items...)
}

// store writes a change: the order, its items, units on order, counts and the audit trail. added
// has new items, gone removed items. It returns the ids of the new items.
func (o *Orders) store(ctx context.Context, who caller.Caller, c *change, added []*order.Item, gone []*order.Item) ([]order.ItemID, error) {
	ids := edit.IDs[order.ItemID](gone)
	kept := slices.DeleteFunc(slices.Clone(c.items), func(i *order.Item) bool { return slices.Contains(ids, i.ID()) })
	stale := c.order.Stale()
	all, err := o.priced(ctx, c.order, append(slices.Clone(kept), added...), ids...)
	if err != nil {
		return nil, err
	}
	stored := slices.DeleteFunc(slices.Clone(all), func(i *order.Item) bool { return i.ID() == 0 })
	if err := o.Store.Drop(ctx, who.Team, ids); err != nil {
		return nil, err
	}
	made, err := o.Store.Add(ctx, c.order.ID(), added)
	if err != nil {
		return nil, err
	}
	onOrder(c.units, 1, c.order, append(slices.Clone(kept), added...))
	if err := o.received(ctx, who, c, stored, stale); err != nil {
		return nil, err
	}
	if err := o.Store.Save(ctx, c.order, stored...); err != nil {
		return nil, err
	}
	if err := o.counted(ctx, c.before, c.order.Snapshot()); err != nil {
		return nil, err
	}
	// A receipt may change the status of the order.
	lines := append(o.lines(who, "updated", c.before, c.order.Snapshot()), o.updated(who, c, kept)...)
	for i, item := range added {
		s := item.Snapshot()
		s.ID = made[i]
		lines = append(lines, o.itemLine(who, "created", order.ItemSnapshot{}, s))
	}
	for _, item := range gone {
		lines = append(lines, o.itemLine(who, "deleted", c.was[item.ID()], order.ItemSnapshot{ID: item.ID()}))
	}
	return made, o.Trail.Write(ctx, lines...)
}

// updated returns the audit lines of items that a change wrote.
func (o *Orders) updated(who caller.Caller, c *change, kept []*order.Item) (lines []audit.Entry) {
	for _, item := range kept {
		if item.Version() != c.was[item.ID()].Version {
			line := o.itemLine(who, "updated", c.was[item.ID()], item.Snapshot())
			line.Subject = c.subject(item.Snapshot())
			lines = append(lines, line)
		}
	}
	return lines
}

// subject returns the product of an item for the product feed, if no read is needed. The item gives
// a title and an ASIN that its product does not have.
func (c *change) subject(i order.ItemSnapshot) optional.Maybe[audit.Subject] {
	out := audit.Subject{Type: "asin"}
	if i.Target.ID != 0 {
		if c.taken == nil {
			return optional.None[audit.Subject]()
		}
		var ok bool
		if out, ok = c.taken.Subject(i.Target); !ok {
			return optional.None[audit.Subject]()
		}
	}
	if !out.Title.Known() {
		out.Title = i.Values.Title
	}
	if !out.ASIN.Known() {
		out.ASIN, out.Marketplace = i.Values.ASIN, i.Values.MarketplaceID
	}
	out.Order, out.Quantity, out.Draft = int64(i.Order), i.Values.Quantity, c.order.Status() == order.Draft
	return optional.Some(out)
}

// AddItems adds items to an order and answers one result for each, in order. A bad item fails by
// itself.
func (o *Orders) AddItems(ctx context.Context, who caller.Caller, of order.ID, in Add) ([]Added, error) {
	if err := edit.Counted(len(in.Items), "/items"); err != nil {
		return nil, err
	}
	return tx.Value(ctx, o.On, func(ctx context.Context) ([]Added, error) {
		c, err := o.open(ctx, who, of)
		if err != nil {
			return nil, err
		}
		suppliers, err := o.Suppliers.Named(ctx, who.Team, []purchasing.SupplierID{purchasing.SupplierID(c.before.Values.SupplierID)})
		if err != nil {
			return nil, err
		}
		var s purchasing.SupplierValues
		if len(suppliers) > 0 {
			s = suppliers[0].Values
		}
		out := make([]Added, len(in.Items))
		values := make([]order.ItemValues, len(in.Items))
		for i, p := range in.Items {
			var err error
			if values[i], err = p.Over(newItem(s)); err != nil {
				if out[i].Err, err = refusal(err); err != nil {
					return nil, err
				}
			}
		}
		g, err := o.goods(ctx, c.before, values)
		if err != nil {
			return nil, err
		}
		var old []*order.Item
		if in.Merge {
			if old, err = o.Store.Items(ctx, who.Team, of, 0); err != nil {
				return nil, err
			}
		}
		var added []*order.Item
		at := make([]*order.Item, len(in.Items))
		for i, v := range values {
			if out[i].Err != nil {
				continue
			}
			item, merged, err := o.addOrMerge(c, g, v, append(slices.Clone(old), added...))
			if out[i].Err, err = refusal(err); err != nil {
				return nil, err
			}
			switch out[i].Outcome = edit.Created; {
			case out[i].Err != nil:
				continue
			case merged:
				out[i].Outcome = edit.Updated
			default:
				added = append(added, item)
			}
			at[i] = item
		}
		made, err := o.store(ctx, who, c, added, nil)
		if err != nil {
			return nil, err
		}
		if c.order.Status().Open() {
			if err := o.offered(ctx, c.order, append(slices.Clone(c.items), added...), g.Offers); err != nil {
				return nil, err
			}
		}
		return o.answers(ctx, c, out, at, added, made)
	})
}

// refusal separates the fault of a row from an error of the call.
func refusal(err error) (*fault.Error, error) {
	if e, ok := fault.As(err); ok {
		return e, nil
	}
	return nil, err
}

// addOrMerge adds an item, or its units to one of the others.
func (o *Orders) addOrMerge(c *change, g order.Goods, v order.ItemValues, others []*order.Item) (item *order.Item, merged bool, err error) {
	filled := v.Fill(g, c.before.Values.Currency)
	at := slices.IndexFunc(others, func(i *order.Item) bool { return i.Snapshot().Values.Merges(filled) })
	if at < 0 {
		item, err = o.add(c.order, g, v)
		return item, false, err
	}
	item = others[at]
	if item.ID() != 0 && !slices.Contains(c.items, item) {
		c.take(item)
	}
	return item, true, c.order.EditItem(item, item.Snapshot().Values.Plus(filled.Quantity), o.Clock.Now())
}

// answers returns the items that were added or that got units.
func (o *Orders) answers(ctx context.Context, c *change, out []Added, at, added []*order.Item, made []order.ItemID) ([]Added, error) {
	list := make([]order.ItemSnapshot, 0, len(at))
	for i, item := range at {
		if item == nil {
			out[i].Outcome = edit.Failed
			continue
		}
		s := item.Snapshot()
		if n := slices.Index(added, item); n >= 0 {
			s.ID, s.Order = made[n], c.order.ID()
		}
		list = append(list, s)
	}
	views, err := o.itemsShown(ctx, c.order.Snapshot(), list, c.seen)
	if err != nil {
		return nil, err
	}
	for i, item := range at {
		if item != nil {
			out[i].Item, views = views[0], views[1:]
		}
	}
	return out, nil
}

// item locks an order and one of its items.
func (o *Orders) item(ctx context.Context, who caller.Caller, of order.ID, item order.ItemID, ifMatch *int64) (*change, *order.Item, error) {
	locked, one, twin, err := o.Store.LockItem(ctx, who.Team, of, item)
	if err != nil {
		return nil, nil, err
	}
	if err := edit.Match(ifMatch, one.Version()); err != nil {
		return nil, nil, err
	}
	c := changing(locked)
	c.take(one)
	c.twins = map[order.ItemID]bool{one.ID(): twin}
	return c, one, nil
}

// UpdateItem changes members of an item. ifMatch is the version of the item that the
// caller saw, nil for any.
func (o *Orders) UpdateItem(ctx context.Context, who caller.Caller, of order.ID, item order.ItemID, p order.ItemPatch, ifMatch *int64) (ItemView, error) {
	return tx.Value(ctx, o.On, func(ctx context.Context) (none ItemView, err error) {
		c, one, err := o.item(ctx, who, of, item, ifMatch)
		if err != nil {
			return none, err
		}
		v, err := p.Over(one.Snapshot().Values)
		if err != nil {
			return none, err
		}
		if p.Names() || !v.Title.Known() {
			g, err := o.goods(ctx, c.before, []order.ItemValues{v})
			if err != nil {
				return none, err
			}
			tie, err := v.Tie(g, c.before.Values.SupplierID)
			if err != nil {
				return none, err
			}
			v.Title = v.Fill(g, c.before.Values.Currency).Title
			if err := c.order.EditItem(one, v, o.Clock.Now()); err != nil {
				return none, err
			}
			one.Tied(tie)
		} else if err := c.order.EditItem(one, v, o.Clock.Now()); err != nil {
			return none, err
		}
		return o.itemStored(ctx, who, c, one)
	})
}

// itemStored writes a change of one item and shows it.
func (o *Orders) itemStored(ctx context.Context, who caller.Caller, c *change, one *order.Item) (ItemView, error) {
	if c.was[one.ID()].Values.Identity() != one.Snapshot().Values.Identity() {
		c.twins = nil
	}
	if one.Changed() {
		if _, err := o.store(ctx, who, c, nil, nil); err != nil {
			return ItemView{}, err
		}
	}
	views, err := o.itemsShown(ctx, c.order.Snapshot(), []order.ItemSnapshot{one.Snapshot()}, c.seen)
	if err != nil {
		return ItemView{}, err
	}
	return views[0], nil
}

// DeleteItem removes an item from an order.
func (o *Orders) DeleteItem(ctx context.Context, who caller.Caller, of order.ID, item order.ItemID, ifMatch *int64) error {
	return edit.Alone(o.dropItems(ctx, who, of, edit.This(item), ifMatch))
}

// DeleteItems removes items from an order and answers one result per id, in order.
func (o *Orders) DeleteItems(ctx context.Context, who caller.Caller, of order.ID, in edit.Many[order.ItemID]) ([]edit.Result[order.ItemID], error) {
	return o.dropItems(ctx, who, of, in, nil)
}

func (o *Orders) dropItems(ctx context.Context, who caller.Caller, of order.ID, in edit.Many[order.ItemID], ifMatch *int64) ([]edit.Result[order.ItemID], error) {
	var c *change
	return edit.Bulk[order.ItemID, *order.Item]{
		Lock: func(ctx context.Context, ids []order.ItemID) (found []*order.Item, err error) {
			if c, err = o.open(ctx, who, of); err != nil {
				return nil, err
			}
			if found, err = o.Store.Named(ctx, who.Team, of, ids); err == nil {
				c.take(found...)
			}
			return found, err
		},
		Verb: func(one *order.Item) (edit.Outcome, error) { return edit.Deleted, c.order.Remove(one, o.Clock.Now()) },
		Write: func(ctx context.Context, gone []*order.Item) error {
			_, err := o.store(ctx, who, c, nil, gone)
			return err
		},
	}.Run(ctx, o.On, in, ifMatch)
}
