package order

import (
	"reflect"
	"time"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/landed"
)

// ItemID identifies an item; 0 before it is stored.
type ItemID int64

// Item models a line of an order. Its verbs are the order's.
type Item struct {
	s       ItemSnapshot
	stored  ItemSnapshot
	changed bool
	edited  bool
	spread  bool
}

// ItemSnapshot has an item's state.
type ItemSnapshot struct {
	ID    ItemID
	Team  id.Team
	Order ID
	// Serial counts the items that the order ever had, from 1.
	Serial int64
	Values ItemValues
	// Target names the record that has the units on order and that receipts write the cost of. SKU
	// has the name of the SKU.
	Target purchasing.CostTarget
	SKU    optional.Maybe[string]
	// Accepted counts arrived units less corrections. Returned counts accepted units that went
	// back, ToReplace the returned units that are due again. Rejected counts units refused on
	// arrival.
	Accepted  int64
	Rejected  int64
	Returned  int64
	ToReplace int64
	// Billed counts the units that receipts added to the quantity.
	Billed int64
	// ClosedShort counts the cancelled units that reopening restores.
	ClosedShort int64
	// Came has the latest day on which outstanding units arrived.
	Came optional.Maybe[date.Date]
	// Lines counts receipt lines.
	Lines     int64
	Landed    landed.Item
	Version   int64
	CreatedAt time.Time
	UpdatedAt time.Time
}

// RestoredItem restores a stored item, with check.ErrShape for a state that no verb leaves.
func RestoredItem(s ItemSnapshot) (*Item, error) {
	i := &Item{s: s, stored: s}
	if s.ID <= 0 || s.Version < 1 || s.Accepted < s.Returned || s.Returned < s.ToReplace || i.due() < 0 || s.Values.Cancelled < s.ClosedShort ||
		s.Billed < 0 || s.Billed > s.Values.Quantity {
		return nil, check.ErrShape
	}
	return i, nil
}

// Snapshot returns a copy of the state; lists are shared and do not change.
func (i *Item) Snapshot() ItemSnapshot { return i.s }

// Stored returns the state that was read.
func (i *Item) Stored() ItemSnapshot { return i.stored }

// ID returns 0 until the item is stored.
func (i *Item) ID() ItemID { return i.s.ID }

// Product returns the inventory product that has the units on order.
func (i *Item) Product() (product int64, ok bool) {
	return i.s.Target.ID, i.s.Target.Kind == purchasing.CostOfProduct
}

// Version counts the stored states, from 1.
func (i *Item) Version() int64 { return i.s.Version }

// Changed reports whether a verb changed the item since it was made or read.
func (i *Item) Changed() bool { return i.changed }

// Repriced reports whether nothing but the landed cost changed since the item was made or read.
func (i *Item) Repriced() bool { return i.changed && !i.edited }

// Due counts the units that were ordered and not cancelled.
func (s ItemSnapshot) Due() int64 { return s.Values.Quantity - s.Values.Cancelled }

// Wanted counts the units that were to arrive, including the units that closing cancelled.
func (s ItemSnapshot) Wanted() int64 { return s.Due() + s.ClosedShort }

// kept counts accepted units without those that are to be replaced.
func (s ItemSnapshot) kept() int64 { return s.Accepted - s.ToReplace }

// Outstanding counts the units still to arrive, with rejected units.
func (s ItemSnapshot) Outstanding() int64 { return max(0, s.Due()-s.kept()) }

// Over counts the units above the due units.
func (s ItemSnapshot) Over() int64 { return max(0, s.kept()-s.Due()) }

// Priced counts the units that the landed total pays for: the due units, and free units beyond
// them.
func (s ItemSnapshot) Priced() int64 { return s.Due() + s.Over() }

// LandedCame returns the landed cost of the units that arrived and were kept, in the currency of
// costs. After all units arrived it equals the landed total.
func (s ItemSnapshot) LandedCame(c money.Currency) optional.Maybe[money.Amount] {
	return s.Landed.Part(s.kept(), s.Priced(), c)
}

// Spread reports whether a verb changed the number of units that share the landed total. The unit
// cost of earlier receipts then changed too.
func (i *Item) Spread() bool { return i.spread }

func (i *Item) due() int64  { return i.s.Due() }
func (i *Item) kept() int64 { return i.s.kept() }

// Outstanding returns the snapshot's count.
func (i *Item) Outstanding() int64 { return i.s.Outstanding() }

// OnOrder returns the units that the item adds to the units on order. It depends on the order's
// status: drafts, closed and cancelled orders await nothing.
func (o *Order) OnOrder(i *Item) int64 {
	if !o.s.Status.Open() {
		return 0
	}
	return i.Outstanding()
}

func (i *Item) counts() Counts {
	c := Counts{
		Items: 1, Ordered: i.s.Values.Quantity, Cancelled: i.s.Values.Cancelled, Received: i.s.Accepted, Outstanding: i.Outstanding(),
		ClosedShort: i.s.ClosedShort, Lines: i.s.Lines,
	}
	if c.Outstanding > 0 {
		c.Open = 1
	}
	if i.kept() > i.due() {
		c.Over = 1
	}
	return c
}

func (i *Item) touch(now time.Time) {
	i.edited = true
	i.count(now)
}

// count counts one version for all changes since the item was read.
func (i *Item) count(now time.Time) {
	if !i.changed {
		i.s.Version++
	}
	i.changed, i.s.UpdatedAt = true, now
}

func (i *Item) priced(found landed.Item, now time.Time) {
	if !reflect.DeepEqual(i.s.Landed, found) {
		i.s.Landed = found
		i.count(now)
	}
}

// change runs a verb on an item and updates the order's sums and status. A verb that fails, or
// leaves an open order with nothing accepted and nothing due, changes nothing.
func (o *Order) change(i *Item, now time.Time, verb func(s *ItemSnapshot) error) error {
	before := *i
	if err := verb(&i.s); err != nil {
		*i = before
		return err
	}
	counts := o.s.Counts.plus(before.counts(), -1).plus(i.counts(), 1)
	if err := o.s.Status.alive(counts); err != nil {
		*i = before
		return err
	}
	o.s.Counts = counts
	if priced := i.s.Priced(); priced != before.s.Priced() {
		i.spread, i.s.Landed.LandedUnit = true, i.s.Landed.Unit(priced)
	}
	i.touch(now)
	o.touch(now)
	o.derive(now)
	return nil
}

// alive refuses to leave an open order without an accepted or due unit.
func (s Status) alive(c Counts) error {
	if s.Open() && c.Received == 0 && c.Outstanding == 0 {
		return s.refuse("Nothing of an order that is %s would be accepted or due: cancel the order.", "/quantity_cancelled")
	}
	return nil
}

// Add makes an item. Position 0 appends it. An order that was received in full, or has MaxItems,
// refuses it: validation_failed.
func (o *Order) Add(v ItemValues, now time.Time) (*Item, error) {
	if v.Position == 0 {
		v.Position = min(o.s.LastPosition+1, MaxPosition)
	}
	if err := o.s.Status.edits(ofLine, ""); err != nil {
		return nil, err
	}
	if o.s.Counts.Items >= MaxItems {
		return nil, fault.Newf(fault.Rule, fault.CodeValidationFailed, "An order has at most %d items.", MaxItems)
	}
	i := &Item{changed: true, edited: true, s: ItemSnapshot{
		Team: o.s.Team, Order: o.s.ID, Serial: o.s.Serial + 1, Values: v, Version: 1, CreatedAt: now, UpdatedAt: now,
	}}
	if err := o.fits(v); err != nil {
		return nil, err
	}
	o.s.Counts = o.s.Counts.plus(i.counts(), 1)
	o.s.LastPosition, o.s.Serial, o.stale = max(o.s.LastPosition, v.Position), i.s.Serial, true
	o.touch(now)
	o.derive(now)
	return i, nil
}

// fits checks members by their rules, and requires the members that a placed order needs.
func (o *Order) fits(v ItemValues) error {
	if err := v.check(); err != nil || !o.s.Status.Open() {
		return err
	}
	var f check.Faults
	f.Needed("/unit_cost", v.UnitCost.Known(), "an order that is placed")
	f.Needed("/unit_weight_g", !o.s.Values.Terms().NeedsWeights() || v.WeightG.Known(), "costs that go by weight")
	return f.Err(fault.CodeValidationFailed)
}

// EditItem changes members of an item. A member that the status fixes is a Rule fault invalid_state
// with a pointer, and so is cancelling all units. Members that contradict each other, or fall below
// the received units, are validation_failed.
func (o *Order) EditItem(i *Item, v ItemValues, now time.Time) error {
	found, err := changes(o.s.Status, itemMembers, i.s.Values, v)
	if err != nil || len(found) == 0 {
		return err
	}
	if o.s.Status == Received && v.Quantity < i.s.Values.Quantity {
		return o.s.Status.refuse("An order that is %s only lets quantities be raised.", "/quantity")
	}
	err = o.change(i, now, func(s *ItemSnapshot) error {
		if err := o.fits(v); err != nil {
			return err
		}
		least := min(i.due(), i.kept())
		if v.Quantity != s.Values.Quantity {
			s.Billed = 0
		}
		s.Billed = max(0, s.Billed-max(0, v.Cancelled-s.Values.Cancelled))
		if s.Values = v; i.due() < least {
			return check.Rule(fault.CodeValidationFailed, "/quantity", "More units were accepted than would be due.")
		}
		return nil
	})
	if err != nil {
		return err
	}
	o.s.LastPosition = max(o.s.LastPosition, v.Position)
	o.stale = o.stale || found[ofPrice] || found[ofQuantity] || found[ofLine]
	return nil
}

// Remove removes an item. Items with receipt lines, and the last item of an order that was placed,
// cannot be removed: invalid_state.
func (o *Order) Remove(i *Item, now time.Time) error {
	if err := o.s.Status.edits(ofLine, ""); err != nil {
		return err
	}
	left := o.s.Counts.plus(i.counts(), -1)
	if i.s.Lines > 0 || o.s.Status != Draft && left.Items == 0 {
		return o.s.Status.refuse("An item with receipts, or the last item of an order that is %s, cannot be removed.", "")
	}
	if err := o.s.Status.alive(left); err != nil {
		return err
	}
	o.s.Counts, o.stale = left, true
	o.touch(now)
	o.derive(now)
	return nil
}

// Warning names a possible mistake of an item or order, and stops nothing.
type Warning string

// The warnings of items.
const (
	BelowMOQ         Warning = "below_moq"
	NotOrderMultiple Warning = "not_order_multiple"
	CostUp           Warning = "cost_up"
	DuplicateItem    Warning = "duplicate_item"
	CostInThird      Warning = "cost_currency"
	SKUCostFirst     Warning = "sku_cost_first"
	NoCostTarget     Warning = "no_cost_target"
)

// The warnings of orders.
const (
	BelowMinimum       Warning = "below_supplier_minimum"
	DuplicateReference Warning = "duplicate_reference"
	RateFarOff         Warning = "rate_far_off"
)

// Market has the facts of other contexts about an item's goods.
type Market struct {
	// MOQ and Multiple come from the offer, 1 without an offer.
	MOQ, Multiple int64
	// InForce has the unit cost in force in its currency.
	InForce  optional.Maybe[money.Amount]
	Currency money.Currency
	// Twin reports another item that orders the same. SKUCost reports a cost of the SKU's own,
	// which hides the product's. Targeted reports that receipts have a cost to write.
	Twin, SKUCost, Targeted bool
}

// ItemWarnings lists possible mistakes of an item, in the order of the words. A cost is up if it is
// more than a tenth above the cost in force.
func (s Snapshot) ItemWarnings(i ItemSnapshot, m Market) []Warning {
	v, terms := i.Values, s.Values
	inForce, known := m.InForce.Get()
	cost := v.UnitCost
	if m.Currency == terms.CostCurrency {
		cost = i.Landed.LandedUnit
	}
	third := known && m.Currency != terms.Currency && m.Currency != terms.CostCurrency
	up := known && !third && cost.Or(money.Amount{}).Units()*10 > inForce.Units()*11
	return warned(
		warns{v.Quantity < m.MOQ, BelowMOQ}, warns{v.Quantity%max(m.Multiple, 1) != 0, NotOrderMultiple}, warns{up, CostUp},
		warns{m.Twin, DuplicateItem}, warns{third, CostInThird}, warns{m.SKUCost, SKUCostFirst}, warns{!m.Targeted, NoCostTarget},
	)
}

type warns struct {
	on   bool
	word Warning
}

func warned(list ...warns) []Warning {
	out := []Warning{}
	for _, w := range list {
		if w.on {
			out = append(out, w.word)
		}
	}
	return out
}

// Past has the facts of the team's other orders about an order.
type Past struct {
	// Minimum has the supplier's least order value in the order's currency.
	Minimum optional.Maybe[money.Amount]
	// SameReference reports another order of the supplier with the reference.
	SameReference bool
	// LastRate has the rate of the last order in the same currencies.
	LastRate optional.Maybe[money.Rate]
}

// Warnings lists possible mistakes of an order. A rate is far off if it differs by more than a
// fifth from the last rate.
func (s Snapshot) Warnings(p Past) []Warning {
	subtotal, known := s.Sums.Subtotal.Get()
	rate, last := s.Values.ExchangeRate.Or(money.Rate{}).Units(), p.LastRate.Or(money.Rate{}).Units()
	return warned(
		warns{known && subtotal.Cmp(p.Minimum.Or(subtotal)) < 0, BelowMinimum}, warns{p.SameReference, DuplicateReference},
		warns{rate > 0 && last > 0 && 5*max(rate-last, last-rate) > last, RateFarOff},
	)
}
