package repricer

import (
	"time"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
)

// BoxMoves is how the buy box changed hands on a UTC day. Only what is known of
// it is counted: a row of which it is not told who has the box has no part in it.
type BoxMoves struct {
	// Won and Lost are changes from others, or nobody, to the own account and back.
	Won, Lost int64
	// Own is by how many rows more have the box at the end of the day, OwnRest the
	// seconds that were left of the day at each of these changes: added for a row
	// that got it, taken away for one that lost it.
	Own, OwnRest int64
	// Known and KnownRest are the same for rows of which it is known who has it.
	Known, KnownRest int64
}

// Add sums up.
func (m BoxMoves) Add(o BoxMoves) BoxMoves {
	return BoxMoves{
		Won: m.Won + o.Won, Lost: m.Lost + o.Lost, Own: m.Own + o.Own, OwnRest: m.OwnRest + o.OwnRest,
		Known: m.Known + o.Known, KnownRest: m.KnownRest + o.KnownRest,
	}
}

// BoxTime is for how long rows had the box.
type BoxTime struct {
	// Own are the seconds with the box, over all rows, out of the seconds in which
	// it was known who had it.
	Own, Known int64
	Won, Lost  int64
}

// Add sums up.
func (b BoxTime) Add(o BoxTime) BoxTime {
	return BoxTime{Own: b.Own + o.Own, Known: b.Known + o.Known, Won: b.Won + o.Won, Lost: b.Lost + o.Lost}
}

// Share is the part of the time with the box, rounded to a ten-thousandth of a
// percent; None where nothing is known.
func (b BoxTime) Share() Maybe[money.Percent] {
	if b.Known <= 0 {
		return None[money.Percent]()
	}
	// A million rows have 3.2e13 seconds in a year, whose product does not fit.
	own, known := b.Own, b.Known
	for known > 1<<42 {
		own, known = own/2, known/2
	}
	return Some(money.PercentFromUnits((own*1_000_000 + known/2) / known))
}

const daySeconds = 24 * 60 * 60

// BoxTimes is the time of each day from one to another, both included, in their
// order. before is what happened until then, moves what happened on the days. A
// day that is not over counts up to now.
func BoxTimes(before BoxMoves, moves map[date.Date]BoxMoves, from, to date.Date, now time.Time) []BoxTime {
	var out []BoxTime
	own, known := before.Own, before.Known
	for day := from; !day.After(to); day = day.Add(1) {
		m := moves[day]
		passed := min(max(int64(now.Sub(day.Start())/time.Second), 0), daySeconds)
		b := BoxTime{Won: m.Won, Lost: m.Lost}
		// An event may tell of a moment that is still to come by this clock.
		b.Known = max(known*passed+m.KnownRest-m.Known*(daySeconds-passed), 0)
		b.Own = min(max(own*passed+m.OwnRest-m.Own*(daySeconds-passed), 0), b.Known)
		own, known = own+m.Own, known+m.Known
		out = append(out, b)
	}
	return out
}
