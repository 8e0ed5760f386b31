package repricer

import (
	"time"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

// LastDecision is what was decided of a row last.
type LastDecision struct {
	Verdict decision.Verdict
	Reason  decision.Reason
	// Price is what was decided on, in the row's currency: the live one, unless the
	// price was to change.
	Price money.Amount
	At    time.Time
}

// RecordDecision lets the row remember the last decision about it, the floor that it found,
// and the price without profit or loss as far as it knew it. entry is where the
// decision is in the history, None for one that is only counted. A row that was
// passed over or held keeps the band that was found last.
func (p *Product) RecordDecision(d LastDecision, floor, breakEven optional.Maybe[money.Amount], entry optional.Maybe[ChangeID]) {
	o := &p.observed
	o.LastDecision = optional.Some(d)
	if d.Verdict != decision.VerdictSkip && d.Verdict != decision.VerdictHold {
		o.DecidedFloor, o.BreakEven = floor, breakEven
	}
	if id, ok := entry.Get(); ok && d.Verdict == decision.VerdictChange {
		o.LastChange = optional.Some(ChangeRef{ID: id, At: d.At})
	}
}

// LastReason is the reason of the last decision, "" for a row without one.
func (p *Product) LastReason() decision.Reason {
	return p.observed.LastDecision.Or(LastDecision{}).Reason
}

// ChangeRef says where in the history an entry is.
type ChangeRef struct {
	ID ChangeID
	// At is when it was decided.
	At time.Time
}

// ChangeID identifies an entry of the history; 0 is one that is not stored yet.
type ChangeID int64
