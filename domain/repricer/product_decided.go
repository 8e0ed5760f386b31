package repricer

import (
	"time"

	"sellingassistant/domain/kernel/money"
)

// LastDecision is what was decided of a row last.
type LastDecision struct {
	Verdict Verdict
	Reason  Reason
	// Price is what was decided on, in the row's currency: the live one, unless the
	// price was to change.
	Price money.Amount
	At    time.Time
}

// ChangeMark says where in the history an entry is.
type ChangeMark struct {
	ID ChangeID
	// At is when it was decided.
	At time.Time
}
