package orders

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	ports "sellingassistant/ports/purchasing"
	"sellingassistant/ports/tx"
)

// MaxLines bounds the lines of a delivery.
const MaxLines = 500

// LineFilter narrows a list of receipt lines.
type LineFilter = ports.LineFilter

// Delivered has a line of a delivery. It names an item by its id, by a code, or by the supplier's
// SKU in any letter case.
type Delivered struct {
	Item               optional.Maybe[order.ItemID]
	SupplierSKU, GTIN  optional.Maybe[string]
	Accepted, Rejected int64
	Reason             optional.Maybe[order.Rejection]
	Over               order.OverReceipt
}

// Booking has the result of a delivery.
type Booking struct {
	Lines []order.Line
	Order order.Snapshot
}

// Lines reads a page of the receipt lines of an order.
func (o *Orders) Lines(ctx context.Context, who caller.Caller, of order.ID, f LineFilter, r page.Request) (page.Page[order.Line], error) {
	if _, err := o.Store.Find(ctx, who.Team, of); err != nil {
		return page.Page[order.Line]{}, err
	}
	return o.Store.Lines(ctx, who.Team, of, f, r)
}

// Deliver books lines that arrived together, all or nothing. A delivery note that was booked for
// the order already is a Rule fault duplicate with existing_id. A line without a matching item is
// not_found, a line with several validation_failed. Otherwise it returns the faults of a receipt.
func (o *Orders) Deliver(ctx context.Context, who caller.Caller, of order.ID, d order.Delivery, lines []Delivered) (Booking, error) {
	return tx.Value(ctx, o.On, func(ctx context.Context) (out Booking, err error) {
		if err := o.warehouse(ctx, who.Team, of, d.WarehouseID, "/warehouse_id"); err != nil {
			return out, err
		}
		c, err := o.open(ctx, who, of)
		if err != nil {
			return out, err
		}
		if reference, ok := d.Reference.Get(); ok {
			line, err := o.Store.Booked(ctx, who.Team, of, reference)
			if err == nil && line != 0 {
				err = check.Rule(fault.CodeDuplicate, "/reference", "The delivery note was booked already.").With("existing_id", line)
			}
			if err != nil {
				return out, err
			}
		}
		items, err := o.delivered(ctx, c, lines)
		if err != nil {
			return out, err
		}
		policy, err := o.policy(ctx, who.Team, c)
		if err != nil {
			return out, err
		}
		for i, l := range lines {
			if !slices.Contains(c.items, items[i]) {
				c.take(items[i])
			}
			d.Over = l.Over
			r, err := c.order.Receive(items[i], l.Accepted, l.Rejected, l.Reason, d, policy)
			if e, ok := fault.As(err); ok && e.Pointer != "" && e.Pointer != "/received_on" {
				err = e.Under(check.Item("/lines", i))
			}
			if err != nil {
				return out, err
			}
			c.lines = append(c.lines, r)
		}
		if _, err := o.store(ctx, who, c, nil, nil); err != nil {
			return out, err
		}
		ids := make([]int64, len(c.lines))
		for i, r := range c.lines {
			ids[i] = r.ID
		}
		booked, err := o.Store.Lines(ctx, who.Team, of, LineFilter{IDs: ids}, page.Request{Limit: len(ids), Order: []page.By{{Field: "id"}}})
		return Booking{booked.Items, c.order.Snapshot()}, err
	})
}

// delivered finds the items of lines.
func (o *Orders) delivered(ctx context.Context, c *change, lines []Delivered) ([]*order.Item, error) {
	var ids []order.ItemID
	for _, l := range lines {
		if n, ok := l.Item.Get(); ok {
			ids = append(ids, n)
		}
	}
	read := func() ([]*order.Item, error) { return o.Store.Named(ctx, c.before.Team, c.order.ID(), edit.Once(ids)) }
	if len(ids) < len(lines) {
		read = func() ([]*order.Item, error) { return o.Store.Items(ctx, c.before.Team, c.order.ID(), 0) }
	}
	all, err := read()
	if err != nil {
		return nil, err
	}
	found := map[string][]*order.Item{}
	for _, item := range all {
		v := item.Snapshot().Values
		for _, l := range []Delivered{{Item: optional.Some(item.ID())}, {SupplierSKU: v.SupplierSKU}, {GTIN: v.GTIN}} {
			if at, key := l.names(); key != "" {
				found[at+key] = append(found[at+key], item)
			}
		}
	}
	out := make([]*order.Item, len(lines))
	for i, l := range lines {
		at, key := l.names()
		pointer := check.Item("/lines", i) + at
		switch those := found[at+key]; len(those) {
		case 0:
			return nil, check.Rule(fault.CodeNotFound, pointer, "The order has no such item. Read its items for their names.")
		case 1:
			out[i] = those[0]
		default:
			return nil, check.Rule(fault.CodeValidationFailed, pointer,
				"Several items of the order have this name. Choose one by item_id.")
		}
	}
	return out, nil
}

// names returns the member that names the item, and its key; "" without a name.
func (l Delivered) names() (member, key string) {
	switch {
	case l.Item.Known():
		return "/item_id", strconv.FormatInt(int64(l.Item.Or(0)), 10)
	case l.SupplierSKU.Known():
		return "/supplier_sku", strings.ToLower(l.SupplierSKU.Or(""))
	}
	key, _ = purchasing.GTINKey(l.GTIN.Or(""))
	return "/gtin", key
}
