package order

import (
	"slices"

	"sellingassistant/domain/kernel/fault"
)

// Status has the state of an order.
type Status string

// The statuses. Ordered, PartiallyReceived and Received follow from the receipts.
const (
	Draft             Status = "draft"
	Ordered           Status = "ordered"
	PartiallyReceived Status = "partially_received"
	Received          Status = "received"
	Closed            Status = "closed"
	Cancelled         Status = "cancelled"
)

func (Status) Words() []Status {
	return []Status{Draft, Ordered, PartiallyReceived, Received, Closed, Cancelled}
}

// statuses saves making the list for each look-up.
var statuses = Status("").Words()

// Open reports whether units of the order are expected or were received, and may be received.
func (s Status) Open() bool { return slices.Contains(Opened, s) }

// Opened lists the statuses that are open.
var Opened = []Status{Ordered, PartiallyReceived, Received}

// Waiting lists the statuses in which an order keeps the records that it names from being deleted.
var Waiting = []Status{Draft, Ordered, PartiallyReceived}

// Party names a kind of record that orders wait for.
type Party string

// The kinds.
const (
	OfSupplier  Party = "supplier"
	ToWarehouse Party = "warehouse"
	OfOffer     Party = "supplier_offer"
	OfProduct   Party = "inventory_product"
)

// Move leads from one status to another that is written.
type Move string

// The moves.
const (
	// Place needs items, their costs, and an active supplier and warehouse.
	Place Move = "place"
	// Withdraw needs an order without receipt lines, even corrected lines.
	Withdraw Move = "withdraw"
	// ReceiveRest receives all outstanding units.
	ReceiveRest Move = "receive_rest"
	Cancel      Move = "cancel"
	Restore     Move = "restore"
	// Close cancels the outstanding units, Reopen restores them.
	Close  Move = "close"
	Reopen Move = "reopen"
)

// moves lists the legal moves and the written status of each; a missing pair is refused. A reopened
// order gets the status that follows from its receipts.
var moves = map[Status]map[Move]Status{
	Draft:             {Place: Ordered, Cancel: Cancelled},
	Ordered:           {Withdraw: Draft, ReceiveRest: Received, Cancel: Cancelled},
	PartiallyReceived: {ReceiveRest: Received, Close: Closed},
	Received:          {Close: Closed},
	Closed:            {Reopen: Ordered},
	Cancelled:         {Restore: Draft},
}

// To finds the move to a written status.
func (s Status) To(written Status) (Move, bool) {
	for move, to := range moves[s] {
		if to == written {
			return move, true
		}
	}
	return "", false
}

// Allowed lists the other statuses that can be written, with or without conditions.
func (s Status) Allowed() []Status {
	out := []Status{}
	for _, to := range statuses {
		if _, ok := s.To(to); ok {
			out = append(out, to)
		}
	}
	return out
}

// group has members that may be edited in the same states.
type group string

const (
	ofParties group = "the supplier and the currencies"
	ofTerms   group = "the terms"
	ofMoney   group = "the costs"
	ofPapers  group = "references, dates and the assignee"
	ofHold    group = "the hold"
	ofTalk    group = "note, tags and payments"

	ofThing    group = "what is ordered"
	ofPrice    group = "the price"
	ofQuantity group = "the quantity"
	ofLine     group = "the line"
)

// editable has the groups of members that can be edited in each status. Received orders may only
// raise quantities.
var editable = map[Status][]group{
	Draft:             {ofParties, ofTerms, ofMoney, ofPapers, ofHold, ofTalk, ofThing, ofPrice, ofQuantity, ofLine},
	Ordered:           {ofTerms, ofMoney, ofPapers, ofHold, ofTalk, ofPrice, ofQuantity, ofLine},
	PartiallyReceived: {ofTerms, ofMoney, ofPapers, ofHold, ofTalk, ofPrice, ofQuantity, ofLine},
	Received:          {ofMoney, ofPapers, ofHold, ofTalk, ofPrice, ofQuantity},
	Closed:            {ofMoney, ofPapers, ofTalk, ofPrice},
	Cancelled:         {ofTalk},
}

// edits refuses a change of a member that the status fixes.
func (s Status) edits(g group, pointer string) error {
	if slices.Contains(editable[s], g) {
		return nil
	}
	return s.refuse("An order that is %s does not let "+string(g)+" be changed.", pointer)
}

// refuse returns a fault of the state; text has a placeholder for the status.
func (s Status) refuse(text, pointer string) *fault.Error {
	return fault.Newf(fault.Rule, fault.CodeInvalidState, text, s).At(pointer)
}
