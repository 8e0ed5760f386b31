package play

import (
	"sellingassistant/adapters/simulator/draw"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// submission has a price on its way to the marketplace. A row has at most one submission.
type submission struct {
	open   bool
	price  int64
	reason decision.Reason
	// begin has the time to send it, sent the time it was sent (0 before), visible the time it is
	// applied.
	begin, sent, visible int64
	attempts, checks     int
}

// checks lists the times to read the price, in seconds after sending. After the last check it is
// sent once more.
var checks = [...]int64{120, 300, 900, 1800}

func (s *submission) done() { *s = submission{begin: never, visible: never} }

// next returns the time of the next action.
func (s *submission) next() int64 {
	switch {
	case !s.open:
		return never
	case s.sent == 0:
		return s.begin
	}
	return min(s.visible, s.sent+checks[s.checks])
}

// submit puts a price into the outbox. It counts prices outside the band, and prices while nothing
// may be sent. Even if the last check before sending stops them, the decision was wrong.
func (r *row) submit(price int64, reason decision.Reason) {
	p, now := r.game.product, r.game.now
	if !p.inBand(price, now) {
		r.tally.Outside++
	}
	if p.stopped(now) {
		r.tally.Stopped++
	}
	r.send = submission{open: true, price: price, reason: reason, begin: now, visible: never}
	d := draw.From(p.seed, ofSubmission, p.key<<8+uint64(r.index), uint64(now))
	if d.Chance(p.settings.Submit.Throttled) {
		r.send.begin = now + int64(d.Between(60, 300))
	}
	r.deliver()
}

// inBand reports whether a price may be sent, given the known costs.
func (p *Product) inBand(price, now int64) bool {
	real, known := p.costAt(now)
	return known && price >= p.floor(real) && price <= p.Most
}

// deliver does the due actions of the open submission.
func (r *row) deliver() {
	s := &r.send
	for now := r.game.now; s.open && s.next() <= now; {
		switch {
		case s.sent == 0:
			r.leave()
		case s.visible <= now:
			r.appear()
		case r.game.market.Contenders[r.index].Listing == s.price:
			r.adopt(s.price, now)
		case s.checks+1 < len(checks):
			s.checks++
		case s.attempts < 2:
			s.sent, s.checks, s.begin = 0, 0, now
		default:
			s.done()
			r.hold()
		}
	}
}

// ownSteps lists the reasons of price changes that do not answer others.
var ownSteps = map[decision.Reason]bool{
	decision.ReasonOwnBuyBoxStepUp: true, decision.ReasonRevertToLastWin: true,
	decision.ReasonVelocityUp: true, decision.ReasonVelocityDown: true,
}

// leave sends the price, unless the row has changed in a way that forbids it.
func (r *row) leave() {
	p, now, s := r.game.product, r.game.now, &r.send
	off, killed := p.off(now)
	if off || killed || now > s.begin || s.attempts > 0 || now != r.looked {
		if off || killed || (!r.player.unbounded && !p.inBand(s.price, now)) {
			s.done()
			return
		}
	}
	r.tally.Submissions++
	if s.attempts == 0 && !ownSteps[s.reason] {
		r.answers++
		r.rounds = max(r.rounds, r.answers)
	}
	if p.stopped(now) {
		r.tally.Stopped++
	}
	d := draw.From(p.seed, ofSubmission, p.key<<8+uint64(r.index)+128, uint64(now))
	if d.Chance(p.settings.Submit.Rejected) {
		s.done()
		r.hold()
		return
	}
	s.sent, s.attempts = now, s.attempts+1
	if !d.Chance(p.settings.Submit.Lost) {
		s.visible = now + int64(d.Between(int(p.settings.Submit.VisibleFrom), int(p.settings.Submit.VisibleTo)))
	}
	if s.attempts == 1 {
		r.memory.NoteSent(repricer.SentPrice{
			From: cents(r.live), Price: cents(s.price), Reason: s.reason, At: at(now), Day: date.Of(at(now)),
		})
	}
}

// appear makes the price visible. It counts in the hour of sending, because the row does not
// control the marketplace's delay.
func (r *row) appear() {
	r.send.visible = never
	c := &r.game.market.Contenders[r.index]
	if c.Listing == r.send.price {
		return
	}
	r.course.moved(&r.tally, r.send.sent, c.Listing, r.send.price)
	c.Listing = r.send.price
	if ownSteps[r.send.reason] {
		for _, other := range r.game.rows {
			other.answers = 0
		}
	}
	r.game.market.Settle()
}

// confirm ends a submission after its price was seen.
func (r *row) confirm() {
	r.tally.Confirmed++
	r.memory.NoteConfirmed(cents(r.send.price), at(r.game.now))
	r.send.done()
}
