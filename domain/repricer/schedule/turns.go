package schedule

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

// WindowAt finds the window in force at a moment: of the strategy's windows and
// then of the team's, in their order, the first whose action is pause, else the
// first of all. Windows without a time zone are read in zone. The price at the
// start of the window is for the caller to know. A zone that is not known is an
// error, because a pause that is passed over is a price sent in it.
func WindowAt(now time.Time, zone string, strategy, team []Window) (*decision.ActiveWindow, error) {
	var found *decision.ActiveWindow
	for _, list := range [][]Window{strategy, team} {
		for _, w := range list {
			loc, err := location(w.Timezone.Or(zone))
			if err != nil {
				return nil, err
			}
			since, ok := w.since(now, loc)
			if !ok || found != nil && w.Action != decision.WindowPause {
				continue
			}
			found = &decision.ActiveWindow{Action: w.Action, Percent: w.Percent.Or(money.Percent{}), Since: since}
			if w.Action == decision.WindowPause {
				return found, nil
			}
		}
	}
	return found, nil
}

// since is when the window began that now lies in; its start is in it, its end
// is not.
func (w Window) since(now time.Time, loc *time.Location) (time.Time, bool) {
	// A window that passes midnight may have begun yesterday.
	for _, back := range []int{0, 1} {
		start, end, ok := w.on(now, -back, loc)
		if ok && !now.Before(start) && now.Before(end) {
			return start.UTC(), true
		}
	}
	return time.Time{}, false
}

// on is when the window begins and ends that starts so many days after the day
// of a moment; false where none does.
func (w Window) on(now time.Time, days int, loc *time.Location) (start, end time.Time, ok bool) {
	y, m, d := now.In(loc).Date()
	day := time.Date(y, m, d+days, 12, 0, 0, 0, time.UTC)
	if len(w.Days) > 0 && !slices.Contains(w.Days, weekdays[day.Weekday()]) {
		return start, end, false
	}
	start = wallClock(day, w.From, loc)
	last, length := day, w.To.minutes-w.From.minutes
	if w.PassesMidnight() {
		last, length = day.AddDate(0, 0, 1), length+24*60
	}
	end = wallClock(last, w.To, loc)
	if !end.After(start) {
		end = start.Add(time.Duration(length) * time.Minute)
	}
	return start, end, true
}

// NextChangeAt is when, after a moment, a window of the strategy or of the team begins
// or ends next; None without windows. It reads time zones as WindowAt does.
func NextChangeAt(now time.Time, zone string, strategy, team []Window) (optional.Maybe[time.Time], error) {
	var next optional.Maybe[time.Time]
	for _, list := range [][]Window{strategy, team} {
		for _, w := range list {
			loc, err := location(w.Timezone.Or(zone))
			if err != nil {
				return next, err
			}
			at, ok := w.turnsAt(now, loc)
			if first, known := next.Get(); ok && (!known || at.Before(first)) {
				next = optional.Some(at)
			}
		}
	}
	return next, nil
}

// turnsAt looks from the window that began yesterday to the one of today in a
// week, as there is one on each day of the week at least once in between. They
// come one after the other, so the first turn that is found is the next.
func (w Window) turnsAt(now time.Time, loc *time.Location) (time.Time, bool) {
	for days := -1; days <= 7; days++ {
		start, end, ok := w.on(now, days, loc)
		switch {
		case !ok:
		case start.After(now):
			return start.UTC(), true
		case end.After(now):
			return end.UTC(), true
		}
	}
	return time.Time{}, false
}

var weekdays = [7]Day{Sunday, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday}

// wallClock is the first moment at which clocks show at least a time of a day.
// Of an hour that clocks show twice it is the first, of one that they leave out
// the moment after, so that a window neither comes twice nor falls away: one
// that lies in the hour left out as a whole keeps its length.
func wallClock(day time.Time, at TimeOfDay, loc *time.Location) time.Time {
	y, m, d := day.Date()
	t := time.Date(y, m, d, 0, at.minutes, 0, 0, loc)
	start, end := t.ZoneBounds()
	shown := time.Date(y, m, d, 0, at.minutes, 0, 0, time.UTC)
	_, offset := t.Zone()
	switch wall := t.UTC().Add(time.Duration(offset) * time.Second); {
	case wall.After(shown):
		return start
	case wall.Before(shown):
		return end
	case start.IsZero():
		return t
	}
	_, before := start.Add(-time.Second).Zone()
	if first := t.Add(time.Duration(offset-before) * time.Second); first.Before(start) {
		return first
	}
	return t
}

// zones remembers the rules of time zones, which take longer to read than a
// decision does to make. There are only as many as have names.
var zones sync.Map

func location(name string) (*time.Location, error) {
	if known, ok := zones.Load(name); ok {
		return known.(*time.Location), nil
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("time zone %q: %w", name, err)
	}
	zones.Store(name, loc)
	return loc, nil
}

// DayIn is the day of a moment in a time zone; a zone that is not known is an
// error.
func DayIn(now time.Time, zone string) (date.Date, error) {
	loc, err := location(zone)
	if err != nil {
		return date.Date{}, err
	}
	return date.Of(now.In(loc)), nil
}
