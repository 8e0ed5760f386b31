package repricer

import (
	"time"

	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

// Hold is a freeze by safety: nothing is decided until it is cleared.
type Hold struct {
	Reason decision.HoldReason
	Since  time.Time
	// Details is a sentence for people, "" for none.
	Details string
}

// Resumption is a hold that the seller has taken away. The seller has looked at the
// price then, so the same price does not hold the row again.
type Resumption struct {
	// Reason is what held the row, "" once a decision has looked at the row since.
	Reason decision.HoldReason
	// At is until when falls of the row's price are its seller's own: the moment of
	// the resume, and then that of the first decision after it.
	At time.Time
}

// Resume takes a hold away, whatever its reason, and reports whether there was
// one.
func (p *Product) Resume(now time.Time) bool {
	h, held := p.settled.hold.Get()
	if held {
		p.settled.hold = optional.None[Hold]()
		p.pardon(h.Reason, now)
	}
	return held
}

// pardon notes what held the row, where it is a judgement about a price, which
// the next decision would only repeat.
func (p *Product) pardon(held decision.HoldReason, now time.Time) {
	if held == decision.HoldCircuitBreaker || held == decision.HoldExternalChange {
		p.resumed = optional.Some(Resumption{Reason: held, At: now})
	}
}

// ResumedFrom reports whether a decision about the row is not to hold it for a
// reason: the seller has resumed it from just that, and no decision has looked at
// it since.
func (s ProductSnapshot) ResumedFrom(reason decision.HoldReason) bool {
	r, ok := s.Resumed.Get()
	return ok && r.Reason == reason
}

// AcceptFalls lets falls of the row's price until now be its seller's own, and reports
// false where that would use up a resume that no decision has looked at.
func (p *Product) AcceptFalls(now time.Time) bool {
	if r, ok := p.resumed.Get(); ok && r.Reason != "" {
		return false
	}
	p.resumed = optional.Some(Resumption{At: now})
	return true
}

// ConsumeResume notes that a decision was made, and reports whether it used up that the
// seller had resumed the row: one that looked at the row does. What comes later
// is judged as ever.
func (p *Product) ConsumeResume(v decision.Verdict, now time.Time) bool {
	r, ok := p.resumed.Get()
	if !ok || r.Reason == "" || !v.Evaluated() {
		return false
	}
	p.resumed = optional.Some(Resumption{At: now})
	return true
}

// PutOnHold holds the row for a reason of safety. A row that is held already keeps
// its first reason, which is the one that a person has to look at.
func (p *Product) PutOnHold(h Hold) {
	if !p.settled.hold.Known() {
		p.settled.hold, p.frozen = optional.Some(h), optional.Some(h)
	}
}

// EndHold lets go of a hold for a reason that is gone; a hold for another one
// stays. It reports whether the row was held for it.
func (p *Product) EndHold(reason decision.HoldReason) bool {
	h, ok := p.settled.hold.Get()
	if !ok || h.Reason != reason {
		return false
	}
	p.settled.hold = optional.None[Hold]()
	return true
}
