package papers

import (
	"context"
	"slices"
	"strings"

	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	domain "sellingassistant/domain/purchasing"
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

// ofDelivery names lines of the paper in place of those of the delivery.
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

// later keeps when the next cost of what came begins, so that one which comes between is seen.
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

// layered keeps what costs of targets on a day are.
func (b *booking) layered(ctx context.Context, targets []domain.CostTarget, day date.Date, priced bool) error {
	next, err := b.Costs.Next(ctx, b.who.Team, targets, day)
	for _, t := range targets {
		l := layerUndo{Kind: t.Kind, ID: t.ID, Day: day.Days(), Priced: priced}
		if n, ok := next[t]; ok {
			l.Next = n.Days()
		}
		b.undo.Layers = append(b.undo.Layers, l)
	}
	return err
}

// credit books units that went back, or raises the discount of the order.
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

func (b *booking) returned(ctx context.Context) error {
	for _, l := range b.paper.Lines {
		n, _ := l.Units.Get()
		_, err := b.Orders.ReceiveItem(ctx, b.who, b.paper.Order, l.Item, orders.Receiving{
			Return: optional.Some(orders.Return{Units: n, Reason: optional.Some("credit note"), Reference: b.paper.Reference}),
		}, nil)
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
		b.undo.Returned = append(b.undo.Returned, int64(l.Item))
		b.out.Receipts++
	}
	return b.all()
}
