package order

import (
	"math/big"
	"time"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing/landed"
)

// ID identifies an order; 0 before it is stored.
type ID int64

// Counts has sums over the items of an order.
type Counts struct {
	// Items counts all items, Open those with outstanding units, Over those with a surplus.
	Items int64
	Open  int64
	Over  int64
	// Ordered, Cancelled, Received and Outstanding are units; ClosedShort has the units that
	// closing cancelled.
	Ordered     int64
	Cancelled   int64
	Received    int64
	Outstanding int64
	ClosedShort int64
	// Lines counts receipt lines, corrections and returns too.
	Lines int64
}

// plus adds other counts, or subtracts them.
func (c Counts) plus(d Counts, sign int64) Counts {
	return Counts{
		Items: c.Items + sign*d.Items, Open: c.Open + sign*d.Open, Over: c.Over + sign*d.Over,
		Ordered: c.Ordered + sign*d.Ordered, Cancelled: c.Cancelled + sign*d.Cancelled, Received: c.Received + sign*d.Received,
		Outstanding: c.Outstanding + sign*d.Outstanding, ClosedShort: c.ClosedShort + sign*d.ClosedShort, Lines: c.Lines + sign*d.Lines,
	}
}

// Order models a purchase order without its items, which are changed through it.
type Order struct {
	s       Snapshot
	stored  Snapshot
	changed bool
	stale   bool
	renamed bool
}

// Snapshot has an order's state, to be stored and shown.
type Snapshot struct {
	ID     ID
	Team   id.Team
	Values Values
	// Supplier and Warehouse keep their state from when the order last was a draft.
	Supplier  Supplier
	Warehouse Warehouse
	Status    Status
	Counts    Counts
	// Sums has the sums of the landed costs.
	Sums landed.Sums
	// LastPosition has the highest position of an item.
	LastPosition int
	// Serial counts the items that the order ever had.
	Serial     int64
	OrderedAt  optional.Maybe[time.Time]
	ReceivedAt optional.Maybe[time.Time]
	CreatedBy  optional.Maybe[id.User]
	// Costing reports that costs of receipts remain to be written.
	Costing bool
	// Version counts changes of the order or an item, from 1.
	Version   int64
	CreatedAt time.Time
	UpdatedAt time.Time
	// RateFrom says where the exchange rate comes from that placing the order took. It has no value
	// for a rate that the user gave.
	RateFrom optional.Maybe[RateOrigin]
}

// RateSource names the source of an exchange rate.
type RateSource string

// The sources. ManualRate was entered by the team, ECBRate published by the European Central Bank.
const (
	ManualRate RateSource = "manual"
	ECBRate    RateSource = "ecb"
)

// RateOrigin has the source and the day of an exchange rate.
type RateOrigin struct {
	Source RateSource
	Day    date.Date
}

// Supplier has the displayed members of an order's supplier.
type Supplier struct {
	Name         string
	Code         optional.Maybe[string]
	Currency     optional.Maybe[money.Currency]
	PaymentTerms optional.Maybe[string]
}

// MaxPapers bounds the documents that an order shows.
const MaxPapers = 20

// Papers lists the newest documents of an order, also deleted documents; Count has the number of
// live documents.
type Papers struct {
	Count int64
	List  []Paper
}

// Paper has the displayed members of a document.
type Paper struct {
	ID         int64
	Type, Name string
	Deleted    bool
}

// Warehouse has the displayed members of an order's warehouse.
type Warehouse struct{ Name, Type string }

// New makes a draft without items. Members that exclude each other are a Rule fault
// validation_failed that lists them.
func New(team id.Team, by optional.Maybe[id.User], v Values, now time.Time) (*Order, error) {
	zero := optional.Some(money.Amount{})
	s := Snapshot{
		Team: team, Values: v, Status: Draft, CreatedBy: by, Version: 1, CreatedAt: now, UpdatedAt: now,
		Sums: landed.Sums{Subtotal: zero, Tax: zero, Total: zero, LandedTotal: zero},
	}
	return &Order{s: s, changed: true, stale: true}, v.check()
}

// Restored restores a stored order, with check.ErrShape for a state that no verb leaves.
func Restored(s Snapshot) (*Order, error) {
	o := &Order{s: s, stored: s}
	if s.ID <= 0 || s.Version < 1 || moves[s.Status] == nil || s.Status != o.derived() {
		return nil, check.ErrShape
	}
	return o, nil
}

// Snapshot returns a copy of the state; lists are shared and do not change.
func (o *Order) Snapshot() Snapshot { return o.s }

// Stored returns the state that was read.
func (o *Order) Stored() Snapshot { return o.stored }

// ID returns 0 until the order is stored.
func (o *Order) ID() ID { return o.s.ID }

// Version counts the stored states, from 1.
func (o *Order) Version() int64 { return o.s.Version }

// Status returns the order's status.
func (o *Order) Status() Status { return o.s.Status }

// Changed reports whether a verb changed the order since New or Restored.
func (o *Order) Changed() bool { return o.changed }

// Renamed reports whether the number changed since the order was made or read.
func (o *Order) Renamed() bool { return o.renamed }

// Stale reports whether landed costs have to be calculated again, with all items, before the order
// is stored.
func (o *Order) Stale() bool { return o.stale }

// touch counts one version for all changes since the order was read.
func (o *Order) touch(now time.Time) {
	if !o.changed {
		o.s.Version++
	}
	o.changed, o.s.UpdatedAt = true, now
}

// derived returns the status that follows from the receipts; it does not change drafts, closed and
// cancelled orders.
func (o *Order) derived() Status {
	switch {
	case !o.s.Status.Open():
		return o.s.Status
	case o.s.Counts.Received == 0:
		return Ordered
	case o.s.Counts.Open == 0:
		return Received
	}
	return PartiallyReceived
}

func (o *Order) derive(now time.Time) {
	o.s.Status = o.derived()
	switch {
	case o.s.Status == Received && !o.s.ReceivedAt.Known():
		o.s.ReceivedAt = optional.Some(now)
	case o.s.Status.Open() && o.s.Status != Received:
		o.s.ReceivedAt = optional.None[time.Time]()
	}
}

// Edit changes members. A member that the status fixes is a Rule fault invalid_state with a
// pointer; members that contradict each other are validation_failed.
func (o *Order) Edit(v Values, now time.Time) error {
	found, err := changes(o.s.Status, orderMembers, o.s.Values, v)
	if err != nil || len(found) == 0 {
		return err
	}
	if err := v.check(); err != nil {
		return err
	}
	o.renamed = o.renamed || v.Number != o.s.Values.Number
	if v.ExchangeRate != o.s.Values.ExchangeRate {
		o.s.RateFrom = optional.None[RateOrigin]()
	}
	o.s.Values, o.stale = v, o.stale || found[ofMoney] || found[ofTerms] || found[ofParties]
	o.touch(now)
	return nil
}

// Rated sets the exchange rate that placing the order takes.
func (o *Order) Rated(rate money.Rate, from RateOrigin) {
	o.s.Values.ExchangeRate, o.s.RateFrom = optional.Some(rate), optional.Some(from)
	o.stale = true
}

// unrate drops a rate that placing the order took. The next placing takes the rate of its day.
func (o *Order) unrate() {
	if o.s.RateFrom.Known() {
		o.s.Values.ExchangeRate, o.s.RateFrom = optional.None[money.Rate](), optional.None[RateOrigin]()
		o.stale = true
	}
}

// Meets updates the displayed members of supplier and warehouse. An order that was placed keeps its
// displayed supplier.
func (o *Order) Meets(s Supplier, w Warehouse) {
	if o.s.Status == Draft {
		o.s.Supplier = s
	}
	o.s.Warehouse = w
}

// Deletable refuses invalid_state for orders that were placed, and for cancelled orders with
// receipt lines.
func (o *Order) Deletable() error {
	if o.s.Status == Draft || o.s.Status == Cancelled && o.s.Counts.Lines == 0 {
		return nil
	}
	return o.s.Status.refuse("An order that is %s or has receipts cannot be deleted.", "")
}

// Reprice finds the landed costs of all items, which are in the order of their positions. A
// discount above the subtotal is a Rule fault validation_failed unless closing made it so. A
// missing member that a placed order needs is validation_failed too.
func (o *Order) Reprice(items []*Item, now time.Time) error {
	lines := make([]landed.Line, len(items))
	for i, item := range items {
		v := item.s.Values
		lines[i] = landed.Line{
			Units: item.due(), Free: item.s.Over(), UnitCost: v.Exact(), Discount: v.Discount, TaxRate: v.TaxRate, WeightG: v.WeightG,
		}
	}
	if o.s.Status.Open() {
		var f check.Faults
		o.complete(&f, items, true)
		if err := f.Err(fault.CodeValidationFailed); err != nil {
			return err
		}
	}
	found, sums, err := landed.Compute(o.s.Values.Terms(), lines)
	if err != nil {
		return err
	}
	subtotal, known := sums.Subtotal.Get()
	if known && len(items) > 0 && o.s.Status != Closed && o.s.Values.Discount.Cmp(subtotal) > 0 {
		return check.Rule(fault.CodeValidationFailed, "/discount", "The discount is larger than the subtotal.")
	}
	for i, item := range items {
		item.priced(found[i], now)
	}
	if o.s.Sums != sums {
		o.s.Sums = sums
		o.touch(now)
	}
	o.stale = false
	return nil
}

// LeaveCosts postpones the costs of receipts. The version stays.
func (o *Order) LeaveCosts() { o.s.Costing = true }

// LandedUnit returns the exact cost of one unit up to the warehouse, in the order's currency; false
// while it is unknown.
func (s Snapshot) LandedUnit(i ItemSnapshot) (*big.Rat, bool) {
	return s.perUnit(i.Share())
}

func (s Snapshot) perUnit(share Share) (*big.Rat, bool) {
	return s.Values.Terms().PerUnit(share.Total, share.Units)
}

// OverReceived reports whether an item has more than was ordered.
func (s Snapshot) OverReceived() bool { return s.Counts.Over > 0 }

// ClosedShort reports whether closing cancelled units.
func (s Snapshot) ClosedShort() bool { return s.Counts.ClosedShort > 0 }

// Overdue reports whether units are outstanding that were expected before the day.
func (s Snapshot) Overdue(today date.Date) bool {
	return s.Status.Open() && s.Counts.Outstanding > 0 && s.Values.ExpectedDate.Or(today).Before(today)
}

// PaymentStatus compares the paid amount with the owed amount.
type PaymentStatus string

// The payment statuses.
const (
	Unpaid      PaymentStatus = "unpaid"
	PartlyPaid  PaymentStatus = "partial"
	Paid        PaymentStatus = "paid"
	OverpaidFor PaymentStatus = "overpaid"
)

func (PaymentStatus) Words() []PaymentStatus {
	return []PaymentStatus{Unpaid, PartlyPaid, Paid, OverpaidFor}
}

// PaidAmount sums the payments.
func (s Snapshot) PaidAmount() money.Amount {
	var sum int64
	for _, p := range s.Values.Payments {
		sum += p.Amount.Units()
	}
	return money.FromUnits(sum)
}

// PaymentStatus says how much of the total was paid; of an unknown total a part.
func (s Snapshot) PaymentStatus() PaymentStatus {
	paid := s.PaidAmount()
	total, known := s.Sums.Total.Get()
	switch {
	case !paid.Positive():
		return Unpaid
	case !known || paid.Cmp(total) < 0:
		return PartlyPaid
	case paid == total:
		return Paid
	}
	return OverpaidFor
}

// ReceivedPercent returns the share of the due units that are not outstanding, in two decimals
// rounded half up, and 0 without due units.
func (s Snapshot) ReceivedPercent() money.Percent {
	due := s.Counts.Ordered - s.Counts.Cancelled
	if due <= 0 {
		return money.Percent{}
	}
	const hundredths = 10_000
	return money.PercentFromUnits((2*hundredths*(due-s.Counts.Outstanding) + due) / (2 * due) * 100)
}
