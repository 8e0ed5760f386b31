package play

import (
	"sellingassistant/adapters/simulator/draw"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// submission is a price on its way to the marketplace; a row has one at a time.
type submission struct {
	open   bool
	price  int64
	reason decision.Reason
	// begin is when it leaves, sent when it left (0 until then), visible when it
	// is applied.
	begin, sent, visible int64
	attempts, checks     int
}

// checks are when the price is read, in seconds after it was sent; after the
// last one it is sent once more.
var checks = [...]int64{120, 300, 900, 1800}

func (s *submission) done() { *s = submission{begin: never, visible: never} }

// next is when something is to be done about it.
func (s *submission) next() int64 {
	switch {
	case !s.open:
		return never
	case s.sent == 0:
		return s.begin
	}
	return min(s.visible, s.sent+checks[s.checks])
}

// submit puts a price into the outbox. That it is outside the band, or that
// nothing may be sent, is counted here: what the last look before sending
// catches would be a wrong decision all the same.
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

// inBand tells whether a price may be sent by what is known of the row.
func (p *Product) inBand(price, now int64) bool {
	real, known := p.costAt(now)
	return known && price >= p.floor(real) && price <= p.Most
}

// deliver does what is due about the open submission.
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

// ownSteps are the reasons of prices that move by themselves, whatever the
// others do.
var ownSteps = map[decision.Reason]bool{
	decision.ReasonOwnBuyBoxStepUp: true, decision.ReasonRevertToLastWin: true,
	decision.ReasonVelocityUp: true, decision.ReasonVelocityDown: true,
}

// leave sends the price, unless the row has become another one meanwhile.
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

// appear makes the price visible. It counts for the hour in which it was sent:
// the row does not choose how long the marketplace takes.
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

// confirm ends a submission whose price was seen.
func (r *row) confirm() {
	r.tally.Confirmed++
	r.memory.NoteConfirmed(cents(r.send.price), at(r.game.now))
	r.send.done()
}
