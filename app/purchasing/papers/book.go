package papers

import (
	"context"
	"slices"

	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	domain "sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	ports "sellingassistant/ports/purchasing"
	"sellingassistant/ports/tx"
)

// booking has a document that is being booked.
type booking struct {
	*Papers
	who      caller.Caller
	paper    Paper
	supplier domain.Supplier
	buyer    ports.Buyer
	currency money.Currency
	out      Booked
	undo     undo
	outcomes map[int]*Outcome
}

// Book books a document, in the transaction of ctx if any. It locks the supplier, the warehouse,
// the order and then the team's products. If the document may be booked in part, a faulty line is
// refused by itself. Else it is a Rule fault, and the fault's errors point at /lines/{place}.
func (p *Papers) Book(ctx context.Context, who caller.Caller, paper Paper) (Booked, error) {
	return tx.Value(ctx, p.On, func(ctx context.Context) (Booked, error) {
		b := &booking{Papers: p, who: who, paper: paper, outcomes: map[int]*Outcome{}}
		b.paper.Lines = slices.Clone(paper.Lines)
		for i := range b.paper.Lines {
			l := &b.paper.Lines[i]
			b.outcomes[l.No] = &Outcome{No: l.No, Status: Made, New: l.Net, Product: l.Values.ProductID.Value}
		}
		if err := b.party(ctx); err != nil {
			return Booked{}, err
		}
		if err := b.book(ctx); err != nil {
			return Booked{}, err
		}
		for _, l := range paper.Lines {
			b.out.Lines = append(b.out.Lines, *b.outcomes[l.No])
		}
		b.out.Supplier = b.supplier
		if err := b.told(ctx); err != nil {
			return Booked{}, err
		}
		return b.out, b.settle(ctx)
	})
}

func (b *booking) book(ctx context.Context) error {
	switch b.paper.Mode {
	case Create:
		return b.create(ctx)
	case Update:
		return b.update(ctx)
	case Receive:
		if err := b.open(ctx); err != nil {
			return err
		}
		for _, l := range b.paper.Lines {
			b.outcomes[l.No].Status, b.outcomes[l.No].Item = Changed, int64(l.Item)
		}
		return b.receive(ctx, b.paper.Lines)
	case Credit:
		return b.credit(ctx)
	}
	return b.price(ctx)
}

// place returns the position of a line in the document.
func (b *booking) place(no int) int {
	return slices.IndexFunc(b.paper.Lines, func(l Line) bool { return l.No == no })
}

// refuse stops a line; of a document that is booked as a whole it stops all.
func (b *booking) refuse(no int, e *fault.Error) error {
	if !b.paper.Partial {
		return e.Under(check.Item("/lines", b.place(no)))
	}
	*b.outcomes[no] = Outcome{No: no, Status: Refused, Err: e}
	return nil
}

// good returns the lines that are not refused.
func (b *booking) good() []*Line {
	var out []*Line
	for i := range b.paper.Lines {
		if l := &b.paper.Lines[i]; b.outcomes[l.No].Err == nil {
			out = append(out, l)
		}
	}
	return out
}

// all returns a fault if no line can be booked.
func (b *booking) all() error {
	if len(b.good()) > 0 {
		return nil
	}
	for _, l := range b.paper.Lines {
		return b.outcomes[l.No].Err.Under(check.Item("/lines", b.place(l.No)))
	}
	return check.Rule(fault.CodeValidationFailed, "/lines", "No line can be booked.")
}

// products makes the inventory products of lines that name one first.
func (b *booking) products(ctx context.Context) error {
	for i := range b.paper.Lines {
		l := &b.paper.Lines[i]
		if !l.Fresh {
			continue
		}
		made, err := b.Inventory.Create(ctx, b.who, ports.NewProduct{
			Title: l.Values.Title.Value, GTIN: l.Values.GTIN.Value, MPN: l.MPN, Supplier: b.supplier.ID,
		})
		if e, ok := fault.As(err); ok && (e.Kind == fault.Rule || e.Kind == fault.Invalid) {
			if err := b.refuse(l.No, e); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		l.Values.ProductID = optional.Put(int64(made))
		b.outcomes[l.No].Product = int64(made)
		b.out.Products++
	}
	return nil
}

// tried refuses lines that no order could contain.
func (b *booking) tried(ctx context.Context, lines []*Line) error {
	patches := make([]order.ItemPatch, len(lines))
	for i, l := range lines {
		patches[i] = l.Values
	}
	faults, err := b.Orders.Try(ctx, b.who.Team, b.supplier.ID, b.currency, patches)
	if err != nil {
		return err
	}
	for i, e := range faults {
		if e != nil {
			if err := b.refuse(lines[i].No, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// create makes an order from the lines.
func (b *booking) create(ctx context.Context) error {
	in := orders.Create{Patch: b.paper.Terms, Ordered: b.paper.Placed, AllowZeroCost: true}
	in.Patch.SupplierID, in.Patch.Currency = optional.Put(int64(b.supplier.ID)), optional.Put(b.currency)
	if len(b.paper.Charges) > 0 {
		in.Patch.OtherCosts = optional.Put(order.Bounded(b.paper.Charges))
	}
	if b.paper.Warehouse != 0 {
		in.Patch.WarehouseID = optional.Put(b.paper.Warehouse)
		if _, err := b.Warehouses.Lock(ctx, b.who.Team, []domain.WarehouseID{domain.WarehouseID(b.paper.Warehouse)}); err != nil {
			return err
		}
	}
	// Take the number before the products, in the same order as for manual orders.
	number, err := b.Store.Number(ctx, b.who.Team)
	if err != nil {
		return err
	}
	in.Patch.Number = optional.Put(number)
	if err := b.things(ctx); err != nil {
		return err
	}
	lines := b.good()
	for i, l := range lines {
		l.Values.Position = optional.Put(i + 1)
		in.Items = append(in.Items, l.Values)
	}
	made, err := b.Orders.Create(ctx, b.who, in)
	if e, ok := fault.As(err); ok {
		err = b.ofHeader(e)
	}
	if err != nil {
		return err
	}
	items, err := b.Store.Items(ctx, b.who.Team, made.ID, 0)
	if err != nil {
		return err
	}
	for i, item := range items {
		o := b.outcomes[lines[i].No]
		o.Item = int64(item.ID())
		if product, ok := item.Product(); ok {
			o.Product = product
		}
		lines[i].Item = item.ID()
	}
	b.out.Made, b.out.Items.Made = true, len(items)
	b.undo.Order = &orderUndo{ID: made.ID, Made: true}
	b.paper.Order = made.ID
	if !b.paper.Receives {
		return nil
	}
	return b.receive(ctx, values(lines))
}

func values(lines []*Line) []Line {
	out := make([]Line, len(lines))
	for i, l := range lines {
		out[i] = *l
	}
	return out
}

// things makes products and offers of lines, and refuses lines that no order could contain.
func (b *booking) things(ctx context.Context) error {
	if err := b.products(ctx); err != nil {
		return err
	}
	if err := b.tried(ctx, b.fresh()); err != nil {
		return err
	}
	if err := b.all(); err != nil {
		return err
	}
	return b.offers(ctx)
}

// fresh returns the good lines that make an item.
func (b *booking) fresh() []*Line {
	return slices.DeleteFunc(b.good(), func(l *Line) bool { return l.Item != 0 })
}

// ofHeader renames pointers of the order's members to members of the request.
func (b *booking) ofHeader(e *fault.Error) *fault.Error {
	for from, to := range map[string]string{
		"/supplier_reference": "/header/invoice_number", "/order_date": "/header/issue_date", "/payment_due_date": "/header/due_date",
		"/shipping_cost": "/header/shipping", "/discount": "/header/discount", "/tax_override": "/header/tax", "/currency": "/header/currency",
		"/exchange_rate": "/header/exchange_rate", "/prices_include_tax": "/header/prices_include_tax",
	} {
		rename := func(pointer string) string {
			if pointer == from {
				return to
			}
			return pointer
		}
		c := *e
		c.Pointer, c.Errors = rename(e.Pointer), slices.Clone(e.Errors)
		for i := range c.Errors {
			c.Errors[i].Pointer = rename(c.Errors[i].Pointer)
		}
		e = &c
	}
	return e
}
