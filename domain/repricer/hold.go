package repricer

import (
	"time"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

// Hold stops repricing a row for safety until it is resumed or its cause ends.
type Hold struct {
	Reason decision.HoldReason
	Since  time.Time
	// Details explains the reason to people; it may be "".
	Details string
	// Price names the price that a breaker stopped only in this row.
	Price optional.Maybe[money.Amount]
}

// Resumption records that the seller resumed a stopped row. The seller has then seen the price, so
// the same price does not stop the row again.
type Resumption struct {
	// Reason copies the reason of the stop, and becomes "" once an evaluation has followed.
	Reason decision.HoldReason
	// At dates the end of the price falls that count as accepted by the seller. It is first the
	// time of the resume, then the time of the first decision after it.
	At time.Time
	// Price passes the brake for AcceptedFor: the stopped price, or the live price before a maximum
	// after an empty stock.
	Price optional.Maybe[money.Amount]
}

// AcceptedFor lets the brake pass a price that the seller accepted. The time is long enough to
// decide the price again, and for the way back.
const AcceptedFor = 24 * time.Hour

// Accepted returns the price that the brake passes now, if any.
func (s ProductSnapshot) Accepted(now time.Time) optional.Maybe[money.Amount] {
	r, ok := s.Resumed.Get()
	if !ok || r.Reason == "" && now.Sub(r.At) > AcceptedFor {
		return optional.None[money.Amount]()
	}
	return r.Price
}

// AcceptReturn allows the price to return to the present price, which a maximum after an empty
// stock replaces.
func (p *Product) AcceptReturn(live money.Amount, now time.Time) {
	r := p.resumed.Or(Resumption{At: now})
	r.At, r.Price = now, optional.Some(live)
	p.resumed = optional.Some(r)
}

// Resume resumes a stopped row and reports whether it was stopped. Its stopped price may then be
// sent.
func (p *Product) Resume(now time.Time) bool {
	h, held := p.settled.hold.Get()
	if held {
		p.settled.hold = optional.None[Hold]()
		p.rememberResume(h, true, now)
	}
	return held
}

// rememberResume records the end of a stop that judged the price; without the record the next
// decision would stop the row again. Only a seller who names the row by itself accepts the stopped
// price.
func (p *Product) rememberResume(held Hold, byName bool, now time.Time) {
	if held.Reason != decision.HoldCircuitBreaker && held.Reason != decision.HoldExternalChange {
		return
	}
	r := Resumption{Reason: held.Reason, At: now}
	if byName {
		r.Price = held.Price
	}
	p.resumed = optional.Some(r)
}

// ResumedFrom reports whether the seller resumed a row that was stopped for this reason, and no
// evaluation has followed. A decision then must not stop it again for the same reason.
func (s ProductSnapshot) ResumedFrom(reason decision.HoldReason) bool {
	r, ok := s.Resumed.Get()
	return ok && r.Reason == reason
}

// AcceptFalls marks price falls until now as accepted by the seller. It reports false, and changes
// nothing, if a resume still waits for its first evaluation.
func (p *Product) AcceptFalls(now time.Time) bool {
	r := p.resumed.Or(Resumption{})
	if r.Reason == "" {
		p.resumed = optional.Some(Resumption{At: now, Price: r.Price})
	}
	return r.Reason == ""
}

// ConsumeResume uses up a resume when a decision evaluated the row, and reports whether it did.
// Later prices are judged as usual.
func (p *Product) ConsumeResume(v decision.Verdict, now time.Time) bool {
	r := p.resumed.Or(Resumption{})
	used := r.Reason != "" && v.Evaluated()
	if used {
		p.resumed = optional.Some(Resumption{At: now, Price: r.Price})
	}
	return used
}

// PutOnHold stops the row. A stopped row keeps its first reason, because a user has to check that
// reason.
func (p *Product) PutOnHold(h Hold) {
	if !p.settled.hold.Known() {
		p.settled.hold, p.frozen = optional.Some(h), optional.Some(h)
	}
}

// Released returns the stop that ended since the row was read, if no other stop followed.
func (p *Product) Released() (Hold, bool) {
	h, held := p.read.hold.Get()
	return h, held && !p.settled.hold.Known()
}

// EndHold resumes a row that was stopped for the given reason. It reports whether it did.
func (p *Product) EndHold(reason decision.HoldReason) bool {
	h, ok := p.settled.hold.Get()
	if !ok || h.Reason != reason {
		return false
	}
	p.settled.hold = optional.None[Hold]()
	return true
}
