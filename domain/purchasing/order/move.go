package order

import (
	"fmt"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
)

// Circumstances has the facts besides the order that a move needs.
type Circumstances struct {
	Policy
	// Delivery has the members for booking the receipt of the rest.
	Delivery Delivery
	// AllowZeroCost allows unit costs of 0 in a placed order.
	AllowZeroCost bool
	// SupplierActive and WarehouseActive say whether both take new orders.
	SupplierActive  bool
	WarehouseActive bool
	// LeadTimeDays has the longest lead time of the offers, else the supplier's.
	LeadTimeDays optional.Maybe[int]
}

// Write moves the order to the requested status, with all its items, and returns the receipt lines
// that it books. The current status changes nothing. A pair that is not in the table is a Rule
// fault invalid_transition with the allowed statuses; an unmet condition is invalid_state, for
// Place validation_failed with an entry for each. Landed costs are Stale after units were cancelled
// or restored.
func (o *Order) Write(to Status, items []*Item, c Circumstances) ([]Receipt, error) {
	if to == o.s.Status {
		return nil, nil
	}
	move, ok := o.s.Status.To(to)
	if !ok {
		return nil, fault.Newf(fault.Rule, fault.CodeInvalidTransition, "An order that is %s cannot become %s.", o.s.Status, to).
			At("/status").With("allowed", o.s.Status.Allowed())
	}
	switch move {
	case Place:
		if err := o.placeable(items, c); err != nil {
			return nil, err
		}
		o.place(c)
	case Withdraw:
		if o.s.Counts.Lines > 0 {
			return nil, o.s.Status.refuse("An order that is %s and has receipts, even corrected receipts, cannot become a draft.", "/status")
		}
		o.unrate()
	case ReceiveRest:
		return o.receiveRest(items, c)
	case Close:
		o.shift(items, c, (*Item).Outstanding)
	case Reopen:
		o.shift(items, c, func(i *Item) int64 { return -i.s.ClosedShort })
	case Cancel, Restore:
	}
	o.s.Status = to
	o.touch(c.Now)
	o.derive(c.Now)
	return nil, nil
}

// complete notes the members that landed costs lack. It names items by their ids, new items by
// their places.
func (o *Order) complete(f *check.Faults, items []*Item, zero bool) {
	v := o.s.Values
	if len(items) == 0 {
		f.Clash(fault.CodeTooFew, "/items", "must not be empty")
	}
	if !v.Terms().AppliedRate().Known() {
		f.Needed("/exchange_rate", false, "an order whose currency is not cost_currency")
	}
	weighed := v.Terms().NeedsWeights()
	for n, i := range items {
		at := fmt.Sprintf("/items/%d", i.s.ID)
		if i.s.ID == 0 {
			at = check.Item("/items", n)
		}
		cost, known := i.s.Values.Exact().Get()
		f.Needed(at+"/unit_cost", known, "an order that is placed")
		if known && !zero && !cost.Amount.Positive() {
			f.Clash(fault.CodeOutOfRange, at+"/unit_cost", "is 0, which needs allow_zero_cost")
		}
		f.Needed(at+"/unit_weight_g", !weighed || i.s.Values.WeightG.Known(), "costs that go by weight")
	}
}

func (o *Order) placeable(items []*Item, c Circumstances) error {
	var f check.Faults
	o.complete(&f, items, c.AllowZeroCost)
	if !c.SupplierActive {
		f.Clash(fault.CodeInvalidState, "/supplier_id", "is not active")
	}
	if !c.WarehouseActive {
		f.Clash(fault.CodeInvalidState, "/warehouse_id", "is not active")
	}
	if len(items) > 0 && Ordered.alive(o.s.Counts) != nil {
		f.Clash(fault.CodeInvalidState, "/items", "have no unit that is due")
	}
	return f.Err(fault.CodeValidationFailed)
}

// place sets the dates that ordering gives, unless they are known.
func (o *Order) place(c Circumstances) {
	v := &o.s.Values
	ordered := v.OrderDate.Or(date.Of(c.Now.UTC()))
	v.OrderDate, o.s.OrderedAt = optional.Some(ordered), optional.Some(c.Now)
	if days, ok := c.LeadTimeDays.Get(); ok && !v.ExpectedDate.Known() {
		v.ExpectedDate = optional.Some(ordered.Add(days))
	}
}

func (o *Order) receiveRest(items []*Item, c Circumstances) ([]Receipt, error) {
	var lines []Receipt
	for _, i := range items {
		if i.Outstanding() == 0 {
			continue
		}
		r, err := o.Receive(i, i.Outstanding(), 0, optional.None[Rejection](), c.Delivery, c.Policy)
		if err != nil {
			// The first item refuses or all are accepted: state and day are the same for all.
			return nil, err
		}
		lines = append(lines, r)
	}
	return lines, nil
}

// shift cancels units of each item by closing, or reverses that.
func (o *Order) shift(items []*Item, c Circumstances, units func(*Item) int64) {
	for _, i := range items {
		n := units(i)
		if n == 0 {
			continue
		}
		o.s.Counts = o.s.Counts.plus(i.counts(), -1)
		i.s.Values.Cancelled += n
		i.s.ClosedShort += n
		o.s.Counts = o.s.Counts.plus(i.counts(), 1)
		i.touch(c.Now)
		o.stale = true
	}
}
