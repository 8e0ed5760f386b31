package repricer

import (
	"strconv"
	"strings"
	"time"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

const (
	// boxLogFor bounds the age of a log's turns: the longest span that a caller asks for.
	boxLogFor = 30 * 24 * time.Hour
	// boxWeek spans the longer of the two shares that a row shows.
	boxWeek = 7 * 24 * time.Hour
	// maxBoxTurns bounds a log. Older turns of a busier buy box are dropped and count as unknown.
	maxBoxTurns = 200
	// shareStep updates the shares at full quarters of an hour.
	shareStep = 15 * time.Minute
)

// BoxLog records the owners of the buy box of a row in the last thirty days, oldest change first.
// It is text: the Unix second of the first change, then the seconds between changes, in base 36. A
// letter after each time names the owner from then on. Logs compare with ==.
type BoxLog string

// All other owners share a letter, because they make no difference to the row's share.
const boxOwn, boxElse, boxNotTold = 'O', 'E', 'U'

func boxLetter(o decision.BoxOwner) byte {
	switch o {
	case decision.BoxOwn:
		return boxOwn
	case decision.BoxUnknown:
		return boxNotTold
	}
	return boxElse
}

// boxTurn records a change of the owner and its Unix second.
type boxTurn struct {
	at     int64
	letter byte
}

func (l BoxLog) turns() []boxTurn {
	var out []boxTurn
	at, from := int64(0), 0
	for i := range len(l) {
		if l[i] < 'A' || l[i] > 'Z' {
			continue
		}
		// The text was written by this program, so it parses.
		n, _ := strconv.ParseInt(string(l[from:i]), 36, 64)
		at, from = at+n, i+1
		out = append(out, boxTurn{at, l[i]})
	}
	return out
}

func boxLogOf(turns []boxTurn) BoxLog {
	var b strings.Builder
	at := int64(0)
	for _, t := range turns {
		b.WriteString(strconv.FormatInt(t.at-at, 36))
		b.WriteByte(t.letter)
		at = t.at
	}
	return BoxLog(b.String())
}

// Add records who had the buy box at a time that is not before the last change.
func (l BoxLog) Add(at time.Time, owner decision.BoxOwner) BoxLog {
	letter := boxLetter(owner)
	if len(l) > 0 && l[len(l)-1] == letter {
		return l
	}
	second, turns := at.Unix(), l.turns()
	// One owner per second: the last report counts.
	for len(turns) > 0 && turns[len(turns)-1].at >= second {
		turns = turns[:len(turns)-1]
	}
	if len(turns) > 0 && turns[len(turns)-1].letter == letter || len(turns) == 0 && letter == boxNotTold {
		return boxLogOf(turns)
	}
	turns = append(turns, boxTurn{second, letter})
	// The change before the period is kept, because it says who had the box when the period began.
	begin := at.Add(-boxLogFor - shareStep).Unix()
	for len(turns) > 1 && turns[1].at <= begin || len(turns) > maxBoxTurns {
		turns = turns[1:]
	}
	return boxLogOf(turns)
}

// Share returns the row's share of the buy box in the span before a moment. It counts only time
// with a known owner and rounds to hundredths of a percent. It is absent if the owner was never
// known.
func (l BoxLog) Share(until time.Time, span time.Duration) optional.Maybe[money.Percent] {
	b := l.Time(until, span)
	if b.Known == 0 {
		return optional.None[money.Percent]()
	}
	const hundredths, whole = 100, 100 * 100
	return optional.Some(money.PercentFromUnits((b.Own*whole*2 + b.Known) / (b.Known * 2) * hundredths))
}

// Time returns the seconds for which the row had the buy box in the span before a moment, and the
// seconds for which its owner was known.
func (l BoxLog) Time(until time.Time, span time.Duration) (b BoxTime) {
	from, end := until.Add(-span).Unix(), until.Unix()
	turns := l.turns()
	for i, t := range turns {
		next := end
		if i+1 < len(turns) {
			next = min(end, turns[i+1].at)
		}
		seconds := next - max(from, t.at)
		if seconds <= 0 || t.letter == boxNotTold {
			continue
		}
		b.Known += seconds
		if t.letter == boxOwn {
			b.Own += seconds
		}
	}
	return b
}

// seeBox records who has the buy box, at a time not before the last record. It updates the shares
// only at full quarters of an hour, so that frequent events do not rewrite the row just for them.
func (o *Observed) seeBox(at time.Time, box decision.BuyBox) {
	last, seen := o.OffersAt.Get()
	o.OffersAt, o.BuyBox, o.BoxLog = optional.Some(at), box, o.BoxLog.Add(at, box.Owner)
	until := at.Truncate(shareStep)
	if seen && last.Truncate(shareStep).Equal(until) {
		return
	}
	o.BuyBoxShare24h, o.BuyBoxShare7d = o.BoxLog.Share(until, 24*time.Hour), o.BoxLog.Share(until, boxWeek)
}

// BoxChanges counts changes of the buy box on a UTC day. Rows with an unknown owner are left out.
type BoxChanges struct {
	// Won and Lost count changes to the own account and away from it.
	Won, Lost int64
	// Own counts the rows that won the box less the rows that lost it on the day. OwnRest sums the
	// seconds left in the day at each change: added for a row that won the box, subtracted for a
	// row that lost it.
	Own, OwnRest int64
	// Known and KnownRest count in the same way the rows that have a known owner.
	Known, KnownRest int64
}

// Add sums up.
func (m BoxChanges) Add(o BoxChanges) BoxChanges {
	return BoxChanges{
		Won: m.Won + o.Won, Lost: m.Lost + o.Lost, Own: m.Own + o.Own, OwnRest: m.OwnRest + o.OwnRest,
		Known: m.Known + o.Known, KnownRest: m.KnownRest + o.KnownRest,
	}
}

// BoxTime sums the time for which rows had the buy box.
type BoxTime struct {
	// Own sums the seconds with the box, Known the seconds with a known owner, both over all rows.
	Own, Known int64
	Won, Lost  int64
}

// Add sums up.
func (b BoxTime) Add(o BoxTime) BoxTime {
	return BoxTime{Own: b.Own + o.Own, Known: b.Known + o.Known, Won: b.Won + o.Won, Lost: b.Lost + o.Lost}
}

// Share returns the share of time with the box, rounded to a ten-thousandth of a percent. It is
// absent if the owner was never known.
func (b BoxTime) Share() optional.Maybe[money.Percent] {
	if b.Known <= 0 {
		return optional.None[money.Percent]()
	}
	// A million rows have 3.2e13 seconds in a year; multiplied they overflow int64.
	own, known := b.Own, b.Known
	for known > 1<<42 {
		own, known = own/2, known/2
	}
	return optional.Some(money.PercentFromUnits((own*1_000_000 + known/2) / known))
}

const daySeconds = 24 * 60 * 60

// BoxTimes returns the time of each day from from to to, both included, in order. before sums all
// earlier changes, moves has the changes of the days. The current day counts up to now.
func BoxTimes(before BoxChanges, moves map[date.Date]BoxChanges, from, to date.Date, now time.Time) []BoxTime {
	var out []BoxTime
	own, known := before.Own, before.Known
	for day := from; !day.After(to); day = day.Add(1) {
		m := moves[day]
		passed := min(max(int64(now.Sub(day.Start())/time.Second), 0), daySeconds)
		b := BoxTime{Won: m.Won, Lost: m.Lost}
		// An event may carry a time that is still ahead of this clock.
		b.Known = max(known*passed+m.KnownRest-m.Known*(daySeconds-passed), 0)
		b.Own = min(max(own*passed+m.OwnRest-m.Own*(daySeconds-passed), 0), b.Known)
		own, known = own+m.Own, known+m.Known
		out = append(out, b)
	}
	return out
}
