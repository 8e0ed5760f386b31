package repricer

import (
	"time"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

// LastDecision summarises the latest decision about a row.
type LastDecision struct {
	Verdict decision.Verdict
	Reason  decision.Reason
	// Price has the row's currency: the new price of a change, else the live price.
	Price money.Amount
	// TargetSellerID names the seller of the offer that was priced against, or is "". TargetPrice
	// has price and shipping of that offer.
	TargetSellerID string
	TargetPrice    optional.Maybe[money.Amount]
	At             time.Time
}

// RecordDecision stores the latest decision with its floor, and with the break-even price and the
// loss guard of its row from. entry names its entry in the history; it is absent for a decision
// that is only counted. A row that was skipped, or stopped before its floor was found, keeps its
// previous band. Offers that are not newer than the offers of the last decision leave that decision
// in place.
func (p *Product) RecordDecision(d LastDecision, floor optional.Maybe[money.Amount], from decision.Row, entry optional.Maybe[ChangeID]) {
	o := &p.observed
	if d.Reason == decision.ReasonOutOfOrderEvent && o.LastDecision.Known() {
		return
	}
	o.LastDecision = optional.Some(d)
	bounded := d.Verdict != decision.VerdictHold || d.Reason == decision.ReasonCircuitBreaker
	if bounded && d.Verdict != decision.VerdictSkip {
		o.DecidedFloor, o.BreakEven, o.Guarded = floor, from.BreakEven(), from.LossGuard
	}
	if id, ok := entry.Get(); ok && d.Verdict == decision.VerdictChange {
		o.LastChange = optional.Some(ChangeRef{ID: id, At: d.At})
	}
}

// LastReason returns the reason of the last decision, "" for a row without a decision.
func (p *Product) LastReason() decision.Reason {
	return p.observed.LastDecision.Or(LastDecision{}).Reason
}

// ChangeRef points at an entry of the history.
type ChangeRef struct {
	ID ChangeID
	// At dates the decision.
	At time.Time
}

// ChangeID identifies an entry of the history; 0 before it is stored.
type ChangeID int64
