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
	// boxLogFor is how long a log reaches back: the longest share that is asked for.
	boxLogFor = 7 * 24 * time.Hour
	// maxBoxTurns bounds a log. What the oldest turns of a busier box said is
	// forgotten, and counts as not known.
	maxBoxTurns = 200
	// shareStep is how often shares move: at the full quarters of an hour.
	shareStep = 15 * time.Minute
)

// BoxLog is how the buy box of a row went from one to another in the last seven
// days, oldest turn first. It is written as a text: the second of the first turn
// since 1970, then the seconds to each further one, in base 36, each with a letter
// for who had the box from then on. It compares with ==.
type BoxLog string

// The letters. What is known of others makes no difference to the own share.
const (
	boxOwn     = 'O'
	boxElse    = 'E'
	boxNotTold = 'U'
)

func boxLetter(o decision.BoxOwner) byte {
	switch o {
	case decision.BoxOwn:
		return boxOwn
	case decision.BoxUnknown:
		return boxNotTold
	}
	return boxElse
}

// boxTurn is who had the box from a second on.
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
		// The program wrote it.
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

// Add returns the log with who had the box at a time, which is none before the
// last turn.
func (l BoxLog) Add(at time.Time, owner decision.BoxOwner) BoxLog {
	letter := boxLetter(owner)
	if len(l) > 0 && l[len(l)-1] == letter {
		return l
	}
	second, turns := at.Unix(), l.turns()
	// A second has one owner: the last one told.
	for len(turns) > 0 && turns[len(turns)-1].at >= second {
		turns = turns[:len(turns)-1]
	}
	if len(turns) > 0 && turns[len(turns)-1].letter == letter || len(turns) == 0 && letter == boxNotTold {
		return boxLogOf(turns)
	}
	turns = append(turns, boxTurn{second, letter})
	// The turn that was in force when the time began is still needed.
	begin := at.Add(-boxLogFor - shareStep).Unix()
	for len(turns) > 1 && turns[1].at <= begin || len(turns) > maxBoxTurns {
		turns = turns[1:]
	}
	return boxLogOf(turns)
}

// Share is the part of a span of time before a moment in which the row had the
// box, of that part in which it is known who had it. It is rounded to hundredths
// of a percent, and None where that is never known.
func (l BoxLog) Share(until time.Time, span time.Duration) optional.Maybe[money.Percent] {
	from, end := until.Add(-span).Unix(), until.Unix()
	own, known := int64(0), int64(0)
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
		known += seconds
		if t.letter == boxOwn {
			own += seconds
		}
	}
	if known == 0 {
		return optional.None[money.Percent]()
	}
	const hundredths, whole = 100, 100 * 100
	return optional.Some(money.PercentFromUnits((own*whole*2 + known) / (known * 2) * hundredths))
}

// seeBox takes over who had the box at a time that is none before what is known,
// and moves the shares to the last full quarter of an hour before it: rows of
// which much is told would be written anew by each event for nothing else.
func (o *Observed) seeBox(at time.Time, box decision.BuyBox) {
	last, seen := o.OffersAt.Get()
	o.OffersAt, o.BuyBox, o.BoxLog = optional.Some(at), box, o.BoxLog.Add(at, box.Owner)
	until := at.Truncate(shareStep)
	if seen && last.Truncate(shareStep).Equal(until) {
		return
	}
	o.BuyBoxShare24h, o.BuyBoxShare7d = o.BoxLog.Share(until, 24*time.Hour), o.BoxLog.Share(until, boxLogFor)
}

// BoxChanges is how the buy box changed hands on a UTC day. Only what is known of
// it is counted: a row of which it is not told who has the box has no part in it.
type BoxChanges struct {
	// Won and Lost are changes to the own account, from a rival or an empty box, and back.
	Won, Lost int64
	// Own is by how many rows more have the box at the end of the day, OwnRest the
	// seconds that were left of the day at each of these changes: added for a row
	// that got it, taken away for one that lost it.
	Own, OwnRest int64
	// Known and KnownRest are the same for rows of which it is known who has it.
	Known, KnownRest int64
}

// Add sums up.
func (m BoxChanges) Add(o BoxChanges) BoxChanges {
	return BoxChanges{
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
func (b BoxTime) Share() optional.Maybe[money.Percent] {
	if b.Known <= 0 {
		return optional.None[money.Percent]()
	}
	// A million rows have 3.2e13 seconds in a year, whose product does not fit.
	own, known := b.Own, b.Known
	for known > 1<<42 {
		own, known = own/2, known/2
	}
	return optional.Some(money.PercentFromUnits((own*1_000_000 + known/2) / known))
}

const daySeconds = 24 * 60 * 60

// BoxTimes is the time of each day from one to another, both included, in their
// order. before is what happened until then, moves what happened on the days. A
// day that is not over counts up to now.
func BoxTimes(before BoxChanges, moves map[date.Date]BoxChanges, from, to date.Date, now time.Time) []BoxTime {
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
