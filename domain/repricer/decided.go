package repricer

import (
	"time"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

// LastDecision is the latest decision about a row.
type LastDecision struct {
	Verdict decision.Verdict
	Reason  decision.Reason
	// Price is in the row's currency: the new price of a change, else the live price.
	Price money.Amount
	At    time.Time
}

// RecordDecision stores the latest decision with its floor, and break-even and loss guard of the
// row that it was decided from. entry is its entry in the history, None for a decision that is only
// counted. A row that was skipped, or held before its floor was found, keeps its previous band.
func (p *Product) RecordDecision(d LastDecision, floor optional.Maybe[money.Amount], from decision.Row, entry optional.Maybe[ChangeID]) {
	o := &p.observed
	o.LastDecision = optional.Some(d)
	bounded := d.Verdict != decision.VerdictHold || d.Reason == decision.ReasonCircuitBreaker
	if bounded && d.Verdict != decision.VerdictSkip {
		o.DecidedFloor, o.BreakEven, o.Guarded = floor, from.BreakEven(), from.LossGuard
	}
	if id, ok := entry.Get(); ok && d.Verdict == decision.VerdictChange {
		o.LastChange = optional.Some(ChangeRef{ID: id, At: d.At})
	}
}

// LastReason is the reason of the last decision, "" for a row without one.
func (p *Product) LastReason() decision.Reason {
	return p.observed.LastDecision.Or(LastDecision{}).Reason
}

// ChangeRef points at an entry of the history.
type ChangeRef struct {
	ID ChangeID
	// At is when it was decided.
	At time.Time
}

// ChangeID identifies an entry of the history; 0 before it is stored.
type ChangeID int64
