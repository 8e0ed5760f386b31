package orders

import (
	"context"
	"slices"
	"time"

	"sellingassistant/app/kernel/edit"
	purchasingapp "sellingassistant/app/purchasing"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/kernel/versioned"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/jobs"
	marks "sellingassistant/ports/mark"
	ports "sellingassistant/ports/purchasing"
	"sellingassistant/ports/tx"
)

// Names of the records in the audit trail.
const (
	orderRecord = "purchase_order"
	itemRecord  = "purchase_order_item"
)

// MaxItems bounds the items of a created order, and the items that one shows by itself.
const MaxItems = 100

type (
	// Filter narrows a list of orders.
	Filter = ports.OrderFilter
	// ItemFilter narrows a list of items.
	ItemFilter = ports.ItemFilter
	// Thing narrows either by the ordered goods.
	Thing = ports.Thing
)

// View extends an order for its user.
type View struct {
	order.Snapshot
	SupplierDeleted  bool
	WarehouseDeleted bool
	// Today has the day by which it is overdue.
	Today    date.Date
	Marks    mark.Marks
	Papers   order.Papers
	Warnings []order.Warning
	// Items has the first MaxItems by position; it is empty in lists.
	Items []ItemView
}

// ItemView extends an item for its user.
type ItemView struct {
	order.ItemSnapshot
	// Of has the order, in its state after a change of the item.
	Of       order.Snapshot
	Warnings []order.Warning
}

// Orders provides the use cases of orders. A change locks the supplier and the warehouse of a
// draft, then the order. After its items it locks the products and SKUs of receipts, in the order
// of their ids, or the team's products.
type Orders struct {
	Parts
}

// Parts has the dependencies of the use cases.
type Parts struct {
	Store      ports.Orders
	Suppliers  ports.Suppliers
	Warehouses ports.Warehouses
	Offers     ports.Offers
	Inventory  ports.Inventory
	Stock      *purchasingapp.Stock
	Teams      ports.Teams
	Rates      ports.Rates
	Documents  ports.Documents
	Writer     ports.OrderWriter
	Queue      jobs.Queue
	OfParties  ports.PartyOrders
	Demand     ports.Demand
	Marks      marks.Marks
	Trail      audit.Log
	On         tx.Runner
	Clock      clock.Clock
}

// New opens the use cases.
func New(p Parts) *Orders { return &Orders{p} }

// Get reads one order with its first items.
func (o *Orders) Get(ctx context.Context, who caller.Caller, one order.ID) (View, error) {
	found, err := o.Store.Find(ctx, who.Team, one)
	if err != nil {
		return View{}, err
	}
	return o.alone(ctx, found)
}

// alone shows an order with its first items.
func (o *Orders) alone(ctx context.Context, s order.Snapshot) (View, error) {
	views, err := o.shown(ctx, s.Team, s)
	if err != nil {
		return View{}, err
	}
	items, err := o.Store.Items(ctx, s.Team, s.ID, MaxItems)
	if err != nil {
		return View{}, err
	}
	list := make([]order.ItemSnapshot, len(items))
	for i, item := range items {
		list[i] = item.Snapshot()
	}
	views[0].Items, err = o.itemsShown(ctx, s, list, seen{})
	return views[0], err
}

// List reads a page of orders without items.
func (o *Orders) List(ctx context.Context, who caller.Caller, f Filter, r page.Request) (page.Page[View], error) {
	f.Today = o.today()
	found, err := o.Store.List(ctx, who.Team, f, r)
	if err != nil {
		return page.Page[View]{}, err
	}
	views, err := o.shown(ctx, who.Team, found.Items...)
	return page.With(found, views), err
}

func (o *Orders) today() date.Date { return date.Of(o.Clock.Now().UTC()) }

// ListItems reads a page of the items of an order.
func (o *Orders) ListItems(ctx context.Context, who caller.Caller, of order.ID, f ItemFilter, r page.Request) (page.Page[ItemView], error) {
	s, err := o.Store.Find(ctx, who.Team, of)
	if err != nil {
		return page.Page[ItemView]{}, err
	}
	found, err := o.Store.ListItems(ctx, who.Team, of, f, r)
	if err != nil {
		return page.Page[ItemView]{}, err
	}
	views, err := o.itemsShown(ctx, s, found.Items, seen{})
	return page.With(found, views), err
}

// Delete deletes a draft, or a cancelled order without receipts.
func (o *Orders) Delete(ctx context.Context, who caller.Caller, one order.ID, ifMatch *int64) error {
	return o.deletion(who).One(ctx, o.On, one, ifMatch)
}

// DeleteMany deletes orders and answers one result per id, in order.
func (o *Orders) DeleteMany(ctx context.Context, who caller.Caller, in edit.Many[order.ID]) ([]edit.Result[order.ID], error) {
	return o.deletion(who).Run(ctx, o.On, in, nil)
}

func (o *Orders) deletion(who caller.Caller) edit.Bulk[order.ID, *order.Order] {
	return edit.Bulk[order.ID, *order.Order]{
		Lock: func(ctx context.Context, ids []order.ID) ([]*order.Order, error) {
			return o.Store.Lock(ctx, who.Team, ids)
		},
		Verb: func(one *order.Order) (edit.Outcome, error) { return edit.Deleted, one.Deletable() },
		Write: func(ctx context.Context, gone []*order.Order) error {
			now, ids := o.Clock.Now(), make([]int64, len(gone))
			for i, one := range gone {
				ids[i] = int64(one.ID())
			}
			if err := o.Store.Remove(ctx, who.Team, edit.IDs[order.ID](gone), now); err != nil {
				return err
			}
			for _, one := range gone {
				s := one.Snapshot()
				if err := o.counted(ctx, s, order.Snapshot{Values: s.Values, Status: order.Cancelled}); err != nil {
					return err
				}
				if err := o.line(ctx, who, "deleted", s, order.Snapshot{ID: s.ID}); err != nil {
					return err
				}
			}
			return o.Marks.Forget(ctx, who.Team, mark.Order, ids, now)
		},
	}
}

// counted updates the numbers of open orders of suppliers after a change.
func (o *Orders) counted(ctx context.Context, before, after order.Snapshot) error {
	open := func(s order.Snapshot) (n int64) {
		if slices.Contains(order.Waiting, s.Status) {
			n = 1
		}
		return n
	}
	placed := after.OrderedAt
	if placed == before.OrderedAt {
		placed = optional.None[time.Time]()
	}
	was, is := open(before), open(after)
	if before.Values.SupplierID != after.Values.SupplierID && was > 0 {
		if err := o.Suppliers.Ordered(ctx, before.Team, purchasing.SupplierID(before.Values.SupplierID), -was, optional.None[time.Time]()); err != nil {
			return err
		}
		was = 0
	}
	if was == is && !placed.Known() {
		return nil
	}
	return o.Suppliers.Ordered(ctx, max(before.Team, after.Team), purchasing.SupplierID(after.Values.SupplierID), is-was, placed)
}

// tagged updates the tags of an order after a change.
func (o *Orders) tagged(ctx context.Context, before, after order.Snapshot) error {
	if slices.Equal(before.Values.TagIDs, after.Values.TagIDs) {
		return nil
	}
	return o.Marks.Tag(ctx, after.Team, mark.Order, int64(after.ID), after.Values.TagIDs)
}

// line writes a change of an order to the trail.
func (o *Orders) line(ctx context.Context, who caller.Caller, verb string, before, after order.Snapshot) error {
	return o.Trail.Write(ctx, o.lines(who, verb, before, after)...)
}

// lines returns the audit line of a change of an order, and no line if it changed nothing.
func (o *Orders) lines(who caller.Caller, verb string, before, after order.Snapshot) []audit.Entry {
	told := func(s order.Snapshot) map[string]any {
		if s.Version == 0 {
			return nil
		}
		all := versioned.Members(s.Values)
		all["status"] = string(s.Status)
		return all
	}
	line := audit.For(who, orderRecord, int64(after.ID), verb, o.Clock.Now())
	line.Version = after.Version
	if line.Changes = edit.Changes(told(before), told(after)); len(line.Changes) == 0 {
		return nil
	}
	return []audit.Entry{line}
}

// itemLine returns the audit line of a change of an item.
func (o *Orders) itemLine(who caller.Caller, verb string, before, after order.ItemSnapshot) audit.Entry {
	told := func(s order.ItemSnapshot) map[string]any {
		if s.Version == 0 {
			return nil
		}
		all := versioned.Members(s.Values)
		all["order_id"], all["accepted"], all["returned"] = int64(s.Order), s.Accepted, s.Returned
		all["rejected"] = s.Rejected
		return all
	}
	line := audit.For(who, itemRecord, int64(after.ID), verb, o.Clock.Now())
	line.Changes = edit.Changes(told(before), told(after))
	return line
}

// lock locks one order for a change.
func (o *Orders) lock(ctx context.Context, team id.Team, one order.ID, ifMatch *int64) (*order.Order, error) {
	found, err := o.Store.Lock(ctx, team, []order.ID{one})
	if err != nil {
		return nil, err
	}
	return edit.One(found, ifMatch)
}

// parties has the supplier and the warehouse of an order.
type parties struct {
	supplier  purchasing.Supplier
	warehouse purchasing.Warehouse
}

// parties locks supplier and warehouse; both have to exist.
func (o *Orders) parties(ctx context.Context, team id.Team, supplier, warehouse int64) (p parties, err error) {
	suppliers, err := o.Suppliers.Lock(ctx, team, []purchasing.SupplierID{purchasing.SupplierID(supplier)})
	if err != nil {
		return p, err
	}
	if len(suppliers) == 0 {
		return p, check.Rule(fault.CodeNotFound, "/supplier_id", "There is no such supplier.")
	}
	warehouses, err := o.Warehouses.Lock(ctx, team, []purchasing.WarehouseID{purchasing.WarehouseID(warehouse)})
	if err != nil {
		return p, err
	}
	if len(warehouses) == 0 {
		return p, check.Rule(fault.CodeNotFound, "/warehouse_id", "There is no such warehouse.")
	}
	return parties{suppliers[0], warehouses[0]}, nil
}

// meet updates the displayed supplier and warehouse of an order.
func (p parties) meet(one *order.Order) {
	v, w := p.supplier.Values, p.warehouse.Values
	one.Meets(order.Supplier{Name: v.Name, Code: v.Code, Currency: v.Currency, PaymentTerms: v.PaymentTerms},
		order.Warehouse{Name: w.Name, Type: string(w.Type)})
}

// taxCountry returns the country that levies the tax of an order: the supplier's, else the
// warehouse's. It is not asked for until the buyer states where it is registered.
func (p parties) taxCountry(b ports.Buyer) optional.Maybe[string] {
	supplier, warehouse := p.supplier.Values.Address.Country, p.warehouse.Values.Address.Country
	switch {
	case !b.Registrations.Known():
		return optional.None[string]()
	case supplier.Known():
		return supplier
	}
	return warehouse
}

// recovered decides again whether the tax of an order comes back.
func (o *Orders) recovered(ctx context.Context, team id.Team, v order.Values) (order.Values, error) {
	buyer, err := o.Teams.Buyer(ctx, team)
	if err != nil {
		return v, err
	}
	found, err := o.Suppliers.Named(ctx, team, []purchasing.SupplierID{purchasing.SupplierID(v.SupplierID)})
	if err != nil {
		return v, err
	}
	var s purchasing.SupplierValues
	if len(found) > 0 {
		s = found[0].Values
	}
	v.Recover(buyer.Recovery(s), date.Of(o.Clock.Now().UTC()))
	return v, nil
}

// inUse refuses new orders of an inactive supplier, or to an inactive warehouse.
func (p parties) inUse() error {
	switch {
	case p.supplier.Values.Status != purchasing.Active:
		return check.Rule(fault.CodeInvalidState, "/supplier_id", "The supplier is not active.")
	case p.warehouse.Values.Status != purchasing.Active:
		return check.Rule(fault.CodeInvalidState, "/warehouse_id", "The warehouse is not active.")
	}
	return nil
}

// assigned checks that the assignee is a member of the team.
func (o *Orders) assigned(ctx context.Context, team id.Team, user optional.Maybe[id.User]) error {
	n, ok := user.Get()
	if !ok {
		return nil
	}
	switch member, err := o.Teams.Member(ctx, team, n); {
	case err != nil:
		return err
	case !member:
		return check.Rule(fault.CodeNotFound, "/assignee_id", "There is no such member of the team.")
	}
	return nil
}

// onOrder sums the units on order of products; sign -1 subtracts them.
func onOrder(sum map[int64]int64, sign int64, one *order.Order, items []*order.Item) {
	for _, item := range items {
		if product, ok := item.Product(); ok {
			sum[product] += sign * one.OnOrder(item)
		}
	}
}

// ordered adds to the units on order of products.
func (o *Orders) ordered(ctx context.Context, team id.Team, sum map[int64]int64) error {
	changes := unitChanges(sum)
	if len(changes) == 0 {
		return nil
	}
	return o.Inventory.AddUnits(ctx, team, changes)
}

// priced calculates landed costs again if a change made them stale. mine has the items that the
// caller has read; it reads the others. It returns the items to be saved.
func (o *Orders) priced(ctx context.Context, one *order.Order, mine []*order.Item, without ...order.ItemID) ([]*order.Item, error) {
	if !one.Stale() {
		return mine, nil
	}
	all, err := o.Store.Items(ctx, one.Snapshot().Team, one.ID(), 0)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(i *order.Item) bool {
		return slices.Contains(without, i.ID()) || slices.ContainsFunc(mine, func(m *order.Item) bool { return m.ID() == i.ID() })
	})
	all = append(all, mine...)
	order.Sort(all)
	return all, one.Reprice(all, o.Clock.Now())
}
