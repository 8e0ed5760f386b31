// Package restriction decides whether a seller may list a product in a condition, from the
// restriction records of a marketplace.
//
// A marketplace answers with records for several conditions and sometimes for several shops. About
// selects the relevant ones; Fold reduces them to their strongest reason.
package restriction

import (
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/marketplace"
)

// Status has the answer of a restriction check.
type Status string

// The statuses, weakest first.
const (
	AllowedToSell    Status = "ALLOWED_TO_SELL"
	ApprovalRequired Status = "APPROVAL_REQUIRED"
	NotEligible      Status = "NOT_ELIGIBLE"
)

// Condition has the state of an item in the marketplace's words.
type Condition string

// ConditionNew has the marketplace's name for the condition "new".
const ConditionNew Condition = "new_new"

// Item names the product that a seller wants to sell, and the marketplace.
type Item struct {
	Marketplace marketplace.ID
	ASIN        asin.ASIN
	Condition   Condition
}

// Codes a marketplace gives as reason. The set is open: others are read as
// unknown.
const (
	codeNotEligible      = "NOT_ELIGIBLE"
	codeApprovalRequired = "APPROVAL_REQUIRED"
	codeASINNotFound     = "ASIN_NOT_FOUND"
)

// Record has one restriction of a product.
type Record struct {
	Marketplace marketplace.ID
	// Condition names the condition that the record is about; "" means every condition.
	Condition Condition
	Reasons   []Reason
}

// Reason says why a record restricts.
type Reason struct {
	// Code has the marketplace's word, "" if it gave no code.
	Code string
	// Linked says that the marketplace offers a way to ask for approval.
	Linked bool
}

// Decide returns the status of an item.
func Decide(records []Record, i Item) Status { return Fold(About(records, i)) }

// About keeps the records of the item's marketplace that apply to its condition.
func About(records []Record, i Item) []Record {
	var kept []Record
	for _, r := range records {
		if r.Marketplace == i.Marketplace && (r.Condition == "" || r.Condition == i.Condition) {
			kept = append(kept, r)
		}
	}
	return kept
}

// Fold reduces records to the strongest status. Without records there is no restriction; a record
// without a reason forbids, because no way to an approval is known.
func Fold(records []Record) Status {
	status := AllowedToSell
	for _, r := range records {
		if len(r.Reasons) == 0 {
			return NotEligible
		}
		for _, reason := range r.Reasons {
			status = stronger(status, reason.Status())
		}
	}
	return status
}

// Status returns the meaning of a single reason. A product the marketplace does not know is not
// restricted. A reason without a known code is open to approval when it carries a link, else final.
func (r Reason) Status() Status {
	switch r.Code {
	case codeNotEligible:
		return NotEligible
	case codeApprovalRequired:
		return ApprovalRequired
	case codeASINNotFound:
		return AllowedToSell
	}
	if r.Linked {
		return ApprovalRequired
	}
	return NotEligible
}

func stronger(a, b Status) Status {
	if a.rank() >= b.rank() {
		return a
	}
	return b
}

func (s Status) rank() int {
	switch s {
	case NotEligible:
		return 2
	case ApprovalRequired:
		return 1
	}
	return 0
}
