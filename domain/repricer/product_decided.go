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

// Note lets the row remember the last decision about it. breakEven is the price
// without profit or loss as far as the decision knew it, entry where the decision
// is in the history, None for one that is only counted. A row that was passed over
// or held keeps the band that was found last.
func (p *Product) Note(c *PriceChange, breakEven Maybe[money.Amount], entry Maybe[ChangeID]) {
	s, o := &c.s, &p.observed
	o.LastDecision = Some(LastDecision{Verdict: s.Verdict, Reason: s.Reason, Price: s.NewPrice, At: s.CreatedAt})
	if s.Verdict != VerdictSkip && s.Verdict != VerdictHold {
		o.DecidedFloor, o.BreakEven = s.Floor, breakEven
	}
	if id, ok := entry.Get(); ok && s.Verdict == VerdictChange {
		o.LastChange = Some(ChangeMark{ID: id, At: s.CreatedAt})
	}
}

// LastReason is the reason of the last decision, "" for a row without one.
func (p *Product) LastReason() Reason { return p.observed.LastDecision.Or(LastDecision{}).Reason }

// ChangeMark says where in the history an entry is.
type ChangeMark struct {
	ID ChangeID
	// At is when it was decided.
	At time.Time
}
