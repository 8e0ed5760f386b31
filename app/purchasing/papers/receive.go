package papers

import (
	"context"
	"math/big"
	"slices"
	"strings"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	domain "sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/landed"
	"sellingassistant/domain/purchasing/order"
)

// receive books units of the items of lines.
func (b *booking) receive(ctx context.Context, lines []Line) error {
	var delivered []orders.Delivered
	var of []Line
	for _, l := range lines {
		n, ok := l.Units.Get()
		if !ok || b.outcomes[l.No].Err != nil {
			continue
		}
		delivered, of = append(delivered, orders.Delivered{Item: optional.Some(l.Item), Accepted: n}), append(of, l)
	}
	if len(delivered) == 0 {
		return nil
	}
	booked, err := b.Orders.Deliver(ctx, b.who, b.paper.Order, order.Delivery{Day: b.paper.Day, Reference: b.paper.Reference, WarehouseID: b.paper.Warehouse}, delivered)
	if e, ok := fault.As(err); ok {
		return b.ofDelivery(e, of)
	}
	if err != nil {
		return err
	}
	for _, l := range of {
		n, _ := l.Units.Get()
		b.undo.received(l.Item, n)
	}
	b.out.Receipts = len(booked.Lines)
	return b.later(ctx, booked.Lines)
}

// ofDelivery renames pointers of the delivery's lines to lines of the document.
func (b *booking) ofDelivery(e *fault.Error, lines []Line) error {
	for i, l := range lines {
		if under, ok := strings.CutPrefix(e.Pointer, check.Item("/lines", i)+"/"); ok {
			named := e.At(check.Item("/lines", b.place(l.No)) + "/" + under)
			for n := range named.Errors {
				named.Errors[n].Pointer = named.Pointer
			}
			return named
		}
	}
	if e.Pointer == "/reference" {
		return e.At("/header/invoice_number")
	}
	return e
}

// later records when the next cost of the received targets begins, to detect a cost that is
// inserted before it.
func (b *booking) later(ctx context.Context, lines []order.Line) error {
	byDay := map[date.Date][]domain.CostTarget{}
	for _, l := range lines {
		if l.Target.ID != 0 && !slices.Contains(byDay[l.Day], l.Target) {
			byDay[l.Day] = append(byDay[l.Day], l.Target)
		}
	}
	for day, targets := range byDay {
		if err := b.layered(ctx, targets, day, false); err != nil {
			return err
		}
	}
	return nil
}

// layered records the costs of targets on a day.
func (b *booking) layered(ctx context.Context, targets []domain.CostTarget, day date.Date, priced bool) error {
	next, err := b.Inventory.NextCosts(ctx, b.who.Team, targets, day)
	for _, t := range targets {
		l := layerUndo{Kind: t.Kind, ID: t.ID, Day: day.Days(), Priced: priced}
		if n, ok := next[t]; ok {
			l.Next = n.Days()
		}
		b.undo.Layers = append(b.undo.Layers, l)
	}
	return err
}

// credit books returned units, or raises the discount of the order.
func (b *booking) credit(ctx context.Context) error {
	if err := b.open(ctx); err != nil {
		return err
	}
	if b.paper.Returned {
		return b.returned(ctx)
	}
	s, err := b.Store.Find(ctx, b.who.Team, b.paper.Order)
	if err != nil {
		return err
	}
	amount, ok := b.paper.Credit.Get()
	if !ok || !amount.Positive() {
		return check.Rule(fault.CodeValidationFailed, "/header/discount", "The sum of the credit note was not read: give the discount.")
	}
	_, err = b.Orders.Amend(ctx, b.who, b.paper.Order, orders.Amendment{
		Patch: order.Patch{Discount: optional.Put(money.FromUnits(s.Values.Discount.Units() + amount.Units()))},
	})
	return b.ofLines(err, nil)
}

// returned books returned units on the day of the document, and lowers the order's total.
func (b *booking) returned(ctx context.Context) error {
	day := b.paper.Day
	if !day.Known() {
		day = b.paper.Issued
	}
	for _, l := range b.paper.Lines {
		n, _ := l.Units.Get()
		lines, err := b.Orders.GoBack(ctx, b.who, b.paper.Order, l.Item, orders.Return{
			Units: n, Reason: optional.Some("credit note"), Reference: b.paper.Reference, Day: day,
		})
		if e, ok := fault.As(err); ok && e.Pointer == "/return/returned_on" {
			return e.At("/header/issue_date")
		}
		if e, ok := fault.As(err); ok && e.Kind == fault.Rule {
			if err := b.refuse(l.No, e); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		o := b.outcomes[l.No]
		o.Status, o.Item = Changed, int64(l.Item)
		b.undo.returned(l.Item, lines)
		b.out.Receipts++
	}
	if err := b.all(); err != nil {
		return err
	}
	return b.credited(ctx)
}

// credited lowers the order's total by the sum of the credit note, with its tax if the order has
// tax. Without a sum, or with refused lines, it counts the units at the prices of the order.
func (b *booking) credited(ctx context.Context) error {
	s, err := b.Store.Find(ctx, b.who.Team, b.paper.Order)
	if err != nil {
		return err
	}
	credit, known := b.paper.Credit.Get()
	tax, printed := b.paper.Terms.TaxOverride.Given()
	taxed := s.Sums.Tax.Or(money.Amount{}).Positive()
	switch {
	case !known || len(b.good()) < len(b.paper.Lines) || taxed && !printed:
		if credit, err = b.owed(ctx); err != nil {
			return err
		}
	case taxed:
		credit = money.FromUnits(credit.Units() + tax.Units())
	}
	if !credit.Positive() {
		return nil
	}
	c := landed.OtherCost{
		Label: "Credit note", Amount: money.FromUnits(-credit.Units()), Currency: s.Values.Currency,
		Allocation: landed.ByNone,
	}
	if reference, ok := b.paper.Reference.Get(); ok && len(c.Label)+1+len(reference) <= order.MaxLabel {
		c.Label += " " + reference
	}
	b.undo.Credit = &creditUndo{Label: c.Label, Amount: c.Amount.Units(), Currency: c.Currency}
	_, err = b.Orders.Amend(ctx, b.who, b.paper.Order, orders.Amendment{
		Patch: order.Patch{OtherCosts: optional.Put(append(slices.Clone(s.Values.OtherCosts), c))},
	})
	return b.ofLines(err, nil)
}

// owed sums net and tax of the returned units, at the prices of the order.
func (b *booking) owed(ctx context.Context) (sum money.Amount, err error) {
	units, ids := map[order.ItemID]int64{}, []order.ItemID{}
	for _, l := range b.good() {
		units[l.Item] += l.Units.Or(0)
		ids = append(ids, l.Item)
	}
	items, err := b.Store.Named(ctx, b.who.Team, b.paper.Order, edit.Once(ids))
	for _, item := range items {
		s := item.Snapshot()
		net, tax := s.Landed.Net.Or(money.Amount{}), s.Landed.Tax.Or(money.Amount{})
		all := max(s.Priced(), 1)
		part, _ := money.HalfUp(big.NewRat((net.Units()+tax.Units())*units[s.ID], all*10_000), b.currency.Unit())
		sum = money.FromUnits(sum.Units() + part.Units())
	}
	return sum, err
}
