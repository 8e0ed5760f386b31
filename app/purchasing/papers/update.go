package papers

import (
	"context"
	"slices"
	"strings"

	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing/order"
)

// open locks the order that is changed, and records its state.
func (b *booking) open(ctx context.Context) error {
	found, err := b.Store.Lock(ctx, b.who.Team, []order.ID{b.paper.Order})
	switch {
	case err != nil:
		return err
	case len(found) == 0:
		return check.Rule(fault.CodeNotFound, "/purchase_order_id", "There is no such purchase order.")
	}
	s := found[0].Snapshot()
	if s.Values.SupplierID != int64(b.supplier.ID) {
		return check.Rule(fault.CodeValidationFailed, "/supplier_id", "The purchase order is of another supplier.")
	}
	b.undo.Order = &orderUndo{ID: s.ID, Was: termsOf(s.Values)}
	return nil
}

// update changes items of an order, adds others, and lays the terms of the document over its own.
func (b *booking) update(ctx context.Context) error {
	if err := b.open(ctx); err != nil {
		return err
	}
	// Offers that are ordered need all products of the team. Receipts of some of them may come first.
	if err := b.Inventory.Hold(ctx, b.who.Team); err != nil {
		return err
	}
	if err := b.things(ctx); err != nil {
		return err
	}
	lines := b.good()
	var named []order.ItemID
	for _, l := range lines {
		if l.Item != 0 {
			named = append(named, l.Item)
		}
	}
	had, err := b.Store.Named(ctx, b.who.Team, b.paper.Order, named)
	if err != nil {
		return err
	}
	was := make(map[order.ItemID]order.ItemSnapshot, len(had))
	for _, item := range had {
		was[item.ID()] = item.Snapshot()
	}
	in := orders.Amendment{Patch: b.paper.Terms, Items: map[order.ItemID]order.ItemPatch{}}
	if len(b.paper.Charges) > 0 {
		s, err := b.Store.Find(ctx, b.who.Team, b.paper.Order)
		if err != nil {
			return err
		}
		b.undo.Order.Was.adds(s.Values)
		in.Patch.OtherCosts = optional.Put(order.Bounded(append(slices.Clone(s.Values.OtherCosts), b.paper.Charges...)))
	}
	var fresh []*Line
	for _, l := range lines {
		s, ok := was[l.Item]
		switch {
		case l.Item == 0:
			fresh, in.Add = append(fresh, l), append(in.Add, l.Values)
			continue
		case !ok:
			if err := b.refuse(l.No, check.Rule(fault.CodeNotFound, "/purchase_order_item_id", "The purchase order has no such item.")); err != nil {
				return err
			}
			continue
		}
		b.undo.Items = append(b.undo.Items, itemWas(s))
		o := b.outcomes[l.No]
		o.Status, o.Item, o.Old, o.New = Changed, int64(l.Item), s.Values.UnitCost, l.Values.UnitCost.Maybe()
		o.Product = s.Values.ProductID.Or(o.Product)
		in.Items[l.Item] = order.ItemPatch{
			Quantity: l.Values.Quantity, UnitCost: l.Values.UnitCost, Price: l.Values.Price,
			Discount: l.Values.Discount, TaxRate: l.Values.TaxRate,
		}
		b.out.Items.Changed++
	}
	made, err := b.Orders.Amend(ctx, b.who, b.paper.Order, in)
	if err != nil {
		return b.ofLines(err, fresh)
	}
	for i, n := range made {
		b.outcomes[fresh[i].No].Item, fresh[i].Item = int64(n), n
		b.undo.Items = append(b.undo.Items, itemUndo{ID: n, Made: true})
	}
	b.out.Items.Made = len(made)
	if b.paper.Placed {
		if err := b.placed(ctx); err != nil {
			return err
		}
	}
	if !b.paper.Receives {
		return nil
	}
	return b.receive(ctx, values(lines))
}

// placed orders a draft.
func (b *booking) placed(ctx context.Context) error {
	s, err := b.Store.Find(ctx, b.who.Team, b.paper.Order)
	if err != nil || s.Status != order.Draft {
		return err
	}
	b.undo.Order.Placed = true
	_, err = b.Orders.Update(ctx, b.who, b.paper.Order, orders.Update{Status: optional.Some(order.Ordered), AllowZeroCost: true}, nil)
	return err
}

// ofLines names lines in place of items.
func (b *booking) ofLines(err error, fresh []*Line) error {
	e, ok := fault.As(err)
	if !ok {
		return err
	}
	for _, l := range b.paper.Lines {
		if under, ok := strings.CutPrefix(e.Pointer, check.Item("/items", int(l.Item))); ok && l.Item != 0 {
			return e.At(check.Item("/lines", b.place(l.No)) + under)
		}
	}
	for i, l := range fresh {
		if under, ok := strings.CutPrefix(e.Pointer, check.Item("/add", i)); ok {
			return e.At(check.Item("/lines", b.place(l.No)) + under)
		}
	}
	return b.ofHeader(e)
}
