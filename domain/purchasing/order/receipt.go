package order

import (
	"math/big"
	"slices"
	"time"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
)

// ReceiptKind names the kind of a receipt line.
type ReceiptKind string

// The kinds of receipt lines.
const (
	Arrival    ReceiptKind = "receipt"
	Correction ReceiptKind = "correction"
	Return     ReceiptKind = "return"
)

func (ReceiptKind) Words() []ReceiptKind { return []ReceiptKind{Arrival, Correction, Return} }

// Rejection names the reason for refusing units on arrival.
type Rejection string

// The reasons.
const (
	Damaged        Rejection = "damaged"
	WrongItem      Rejection = "wrong_item"
	Expired        Rejection = "expired"
	OtherRejection Rejection = "other"
)

func (Rejection) Words() []Rejection { return []Rejection{Damaged, WrongItem, Expired, OtherRejection} }

// OverReceipt says who pays for units beyond the due units.
type OverReceipt string

// The choices, the default first. Free units leave the order's total as it is, so that a unit costs
// less; billed units raise the quantity and the total.
const (
	Free   OverReceipt = "free"
	Billed OverReceipt = "billed"
)

func (OverReceipt) Words() []OverReceipt { return []OverReceipt{Free, Billed} }

// Receipt has a line of the ledger of arrived, corrected and returned units.
type Receipt struct {
	ID    int64
	Order ID
	Item  ItemID
	// Line counts the lines of the item, from 1; Target names the record that it writes the cost
	// of.
	Line   int64
	Target purchasing.CostTarget
	Kind   ReceiptKind
	// Accepted and Rejected count units, below 0 in corrections and returns.
	Accepted int64
	Rejected int64
	// Reason has a Rejection, or free text of a return.
	Reason      optional.Maybe[string]
	Reference   optional.Maybe[string]
	WarehouseID int64
	// Day counts for the costs; a correction has its receipt's day.
	Day date.Date
	// StockBefore counts the target's units before a receipt, for an average.
	StockBefore optional.Maybe[int64]
	// Cost says whether the units count in a cost.
	Cost purchasing.CostAnswer
}

// Line has a receipt line as it was booked.
type Line struct {
	Receipt
	// LandedUnit has the landed cost of one unit of the item, as the order has it now.
	LandedUnit optional.Maybe[money.Amount]
	// User booked it; it is absent for the command line.
	User optional.Maybe[id.User]
	At   time.Time
}

// Book sets numbers and targets of lines that verbs made.
func Book(lines []Receipt, items []*Item) {
	of := map[ItemID][]int{}
	for n, r := range lines {
		of[r.Item] = append(of[r.Item], n)
	}
	for _, i := range items {
		its := of[i.s.ID]
		for k, n := range its {
			r := &lines[n]
			r.Order, r.Line, r.Target = i.s.Order, i.s.Lines-int64(len(its)-1-k), i.s.Target
		}
	}
}

// Policy has the team's limit and the time of a receipt.
type Policy struct {
	// Surplus bounds how much more than ordered may be accepted; if absent, there is no limit.
	Surplus optional.Maybe[money.Percent]
	Now     time.Time
}

// Delivery has the members of a receipt besides units. Day defaults to today, WarehouseID 0 to the
// order's.
type Delivery struct {
	Day         optional.Maybe[date.Date]
	Reference   optional.Maybe[string]
	WarehouseID int64
	// An empty Over counts as Free.
	Over OverReceipt
}

var firstDay = date.MustParse("2000-01-01")

// line begins a receipt line, or refuses the order's state or the day.
func (o *Order) line(i *Item, d Delivery, p Policy) (Receipt, error) {
	today := date.Of(p.Now.UTC())
	r := Receipt{Item: i.s.ID, Kind: Arrival, Reference: d.Reference, WarehouseID: d.WarehouseID, Day: d.Day.Or(today)}
	if r.WarehouseID == 0 {
		r.WarehouseID = o.s.Values.WarehouseID
	}
	switch {
	case !o.s.Status.Open():
		return r, o.s.Status.refuse("An order that is %s receives nothing.", "")
	case o.s.Values.OnHold:
		return r, o.s.Status.refuse("An order that is %s and on hold receives nothing.", "")
	case r.Day.Before(firstDay) || r.Day.After(today.Add(1)):
		return r, check.Rule(fault.CodeValidationFailed, "/received_on", "Goods are received from 2000-01-01 to tomorrow.")
	}
	return r, nil
}

// Receive books arrived units. Faults: validation_failed for 0 units or rejected units without a
// reason, over_receipt for a surplus over the policy's, invalid_state for a state that receives
// nothing. Pointers refer to a body with accepted, rejected, rejection_reason and received_on.
func (o *Order) Receive(i *Item, accepted, rejected int64, reason optional.Maybe[Rejection], d Delivery, p Policy) (Receipt, error) {
	return o.arrive(i, accepted, rejected, reason, d, p, "/accepted")
}

func (o *Order) arrive(i *Item, accepted, rejected int64, reason optional.Maybe[Rejection], d Delivery, p Policy, units string) (Receipt, error) {
	r, err := o.line(i, d, p)
	if err != nil {
		return r, err
	}
	r.Accepted, r.Rejected, r.Reason = accepted, rejected, optional.Convert(reason, func(w Rejection) string { return string(w) })
	switch {
	case accepted < 0 || rejected < 0 || accepted+rejected < 1 || accepted > MaxQuantity || rejected > MaxQuantity:
		return r, check.Rule(fault.CodeValidationFailed, units, "At least one unit must be accepted or rejected.")
	case (rejected > 0) != reason.Known():
		return r, check.Rule(fault.CodeValidationFailed, "/rejection_reason", "A reason and rejected units go together.")
	}
	return r, o.change(i, p.Now, func(s *ItemSnapshot) error {
		if accepted > 0 && s.Outstanding() > 0 && !r.Day.Before(s.Came.Or(r.Day)) {
			s.Came = optional.Some(r.Day)
		}
		s.Accepted, s.Rejected, s.Lines = s.Accepted+accepted, s.Rejected+rejected, s.Lines+1
		if err := i.surplus(accepted, p.Surplus, units); err != nil || d.Over != Billed {
			return err
		}
		return o.bill(s, min(accepted, s.Over()), units)
	})
}

// bill raises the quantity of an item by units beyond it, or lowers it by such units.
func (o *Order) bill(s *ItemSnapshot, units int64, pointer string) error {
	if units == 0 {
		return nil
	}
	if s.Values.Quantity+units > MaxQuantity {
		return check.Rule(fault.CodeValidationFailed, pointer, "More units would be billed than an item can have.")
	}
	s.Values, s.Billed, o.stale = s.Values.Plus(units), s.Billed+units, true
	return nil
}

// surplus limits the kept units of all deliveries to the ordered units and the allowance on top of
// them. Units that receipts added to the quantity were not ordered.
func (i *Item) surplus(more int64, allowance optional.Maybe[money.Percent], pointer string) error {
	percent, limited := allowance.Get()
	if !limited || more == 0 {
		return nil
	}
	ordered := max(0, i.due()-i.s.Billed)
	share := new(big.Int).Mul(big.NewInt(ordered), big.NewInt(percent.Units()))
	most := ordered + share.Div(share, big.NewInt(1_000_000)).Int64()
	if i.kept() <= most {
		return nil
	}
	e := check.Rule(fault.CodeOverReceipt, pointer, "More units came than were ordered and may come on top.")
	e.Errors = []fault.Item{{
		Code: e.Code, Message: e.Message, Pointer: pointer, Details: map[string]any{"ordered": ordered, "received": i.kept(), "most": most},
	}}
	return e
}

// SetReceived books the units that are missing to so many accepted units in all, or takes units
// back from the item's latest receipts. earlier lists its lines, oldest first. Without a difference
// it books no line and changes nothing. Units that went back stay accepted: fewer are
// validation_failed. Otherwise it returns the faults of Receive.
func (o *Order) SetReceived(i *Item, units int64, d Delivery, earlier []Receipt, p Policy) ([]Receipt, error) {
	more := units - i.s.Accepted
	if more == 0 {
		return nil, nil
	}
	r, err := o.line(i, d, p)
	if err != nil {
		return nil, err
	}
	if more > 0 {
		r, err := o.arrive(i, more, 0, optional.None[Rejection](), d, p, "/quantity_received")
		return []Receipt{r}, err
	}
	if units < i.s.Returned {
		return nil, check.Rule(fault.CodeValidationFailed, "/quantity_received", "Units that went back cannot be taken from the received units.")
	}
	r.Kind = Correction
	lines := taken(r, -more, earlier, Correction)
	return lines, o.change(i, p.Now, func(s *ItemSnapshot) error {
		s.Accepted, s.Lines = units, s.Lines+int64(len(lines))
		return o.bill(s, -min(s.Billed, s.Outstanding(), -more), "")
	})
}

// GoingBack describes returned units. An unknown day is today.
type GoingBack struct {
	// Replace makes the units due again.
	Replace           bool
	Reason, Reference optional.Maybe[string]
	Day               optional.Maybe[date.Date]
}

// Return books accepted units that are returned, from the item's latest receipts first. If they are
// to be replaced, they are due again; a closed order refuses that: invalid_state. More units than
// accepted are validation_failed.
func (o *Order) Return(i *Item, units int64, g GoingBack, earlier []Receipt, p Policy) ([]Receipt, error) {
	today, replace := date.Of(p.Now.UTC()), g.Replace
	r := Receipt{Item: i.s.ID, Kind: Return, Reason: g.Reason, Reference: g.Reference, Day: g.Day.Or(today)}
	switch {
	case r.Day.Before(firstDay) || r.Day.After(today.Add(1)):
		return nil, check.Rule(fault.CodeValidationFailed, "/return/returned_on", "Goods go back from 2000-01-01 to tomorrow.")
	case o.s.Status != PartiallyReceived && o.s.Status != Received && (o.s.Status != Closed || replace):
		return nil, o.s.Status.refuse("Units of an order that is %s do not go back like this.", "/return")
	case units < 1 || units > i.s.Accepted-i.s.Returned:
		return nil, check.Rule(fault.CodeValidationFailed, "/return/quantity", "Only units that were accepted and are still here can go back.")
	}
	lines := taken(r, units, earlier, Correction, Return)
	return lines, o.change(i, p.Now, func(s *ItemSnapshot) error {
		s.Returned, s.Lines = s.Returned+units, s.Lines+int64(len(lines))
		if replace {
			s.ToReplace += units
		}
		return nil
	})
}

// Restock reverses a return by its lines: the units are in their warehouses again. More units than
// the item has as returned are invalid_state.
func (o *Order) Restock(i *Item, lines []Receipt, p Policy) ([]Receipt, error) {
	units, out := int64(0), slices.Clone(lines)
	for n := range out {
		units -= out[n].Accepted
		out[n] = Receipt{
			Item: i.s.ID, Kind: Return, Accepted: -out[n].Accepted, Reason: out[n].Reason, Reference: out[n].Reference,
			WarehouseID: out[n].WarehouseID, Day: out[n].Day,
		}
	}
	if units <= 0 || units > i.s.Returned-i.s.ToReplace || !o.s.Status.Open() && o.s.Status != Closed {
		return nil, o.s.Status.refuse("The return is not one of an order that is %s any more.", "/return")
	}
	return out, o.change(i, p.Now, func(s *ItemSnapshot) error {
		s.Returned, s.Lines = s.Returned-units, s.Lines+int64(len(out))
		return nil
	})
}

// taken returns lines that take units from the latest of the earlier receipts. Earlier lines of the
// given kinds took units already, from the latest first too. It returns one line for each warehouse
// and, in corrections, day.
func taken(like Receipt, units int64, earlier []Receipt, kinds ...ReceiptKind) []Receipt {
	var left []Receipt
	pop := func(n int64, each func(Receipt)) {
		for at := len(left) - 1; at >= 0 && n > 0; at-- {
			part := left[at]
			part.Accepted = min(n, part.Accepted)
			left[at].Accepted -= part.Accepted
			n -= part.Accepted
			if part.Accepted > 0 {
				each(part)
			}
		}
	}
	for _, r := range earlier {
		switch {
		case r.Kind == Arrival || r.Accepted > 0 && slices.Contains(kinds, r.Kind):
			left = append(left, r)
		case slices.Contains(kinds, r.Kind):
			pop(-r.Accepted, func(Receipt) {})
		}
	}
	var out []Receipt
	pop(units, func(from Receipt) {
		r := like
		r.Accepted, r.WarehouseID = -from.Accepted, from.WarehouseID
		if like.Kind == Correction {
			r.Day = from.Day
		}
		at := slices.IndexFunc(out, func(o Receipt) bool { return o.WarehouseID == r.WarehouseID && o.Day == r.Day })
		if at < 0 {
			out = append(out, r)
			return
		}
		out[at].Accepted += r.Accepted
	})
	return out
}

// Accepted sums the units of a day that count for the costs: receipts and their corrections.
// Returns do not lower them.
func Accepted(lines []Receipt, day date.Date) (units int64) {
	for _, r := range lines {
		if r.Day == day && r.Kind != Return {
			units += r.Accepted
		}
	}
	return units
}
