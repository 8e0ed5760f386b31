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

// WindowAt finds the window in force at a moment. It looks at the strategy's windows and then the
// team's, in order. The first window with the action pause wins, else the first window. Windows
// without a time zone use zone. The caller fills in the start price. An unknown zone is an error,
// because ignoring a pause would send prices in it.
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

// since returns the start of the window that contains now; the start is inclusive, the end
// exclusive.
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

// on returns start and end of the window that starts days after the day of now; false without such
// a window.
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

// NextChangeAt returns the time when a window of the strategy or of the team next begins or ends.
// It is absent without windows. Time zones are handled as in WindowAt.
func NextChangeAt(now time.Time, zone string, strategy, team []Window) (optional.Maybe[time.Time], error) {
	var next optional.Maybe[time.Time]
	for _, list := range [][]Window{strategy, team} {
		for _, w := range list {
			loc, err := location(w.Timezone.Or(zone))
			if err != nil {
				return next, err
			}
			at, ok := w.changesAt(now, loc)
			if first, known := next.Get(); ok && (!known || at.Before(first)) {
				next = optional.Some(at)
			}
		}
	}
	return next, nil
}

// changesAt looks from the window that began yesterday to the window in a week: each weekday occurs
// in between. Windows are in order, so the first change found is the next.
func (w Window) changesAt(now time.Time, loc *time.Location) (time.Time, bool) {
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

// wallClock returns the first moment at which clocks show at least the given time of a day. For an
// hour that clocks show twice it is the first; for a skipped hour it is the moment after it. So a
// window neither occurs twice nor disappears, and one inside the skipped hour keeps its length.
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

// zones caches time zones, because reading one takes longer than a decision. It is bounded by the
// number of zone names.
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

// DayIn returns the day of a moment in a time zone; an unknown zone is an error.
func DayIn(now time.Time, zone string) (date.Date, error) {
	loc, err := location(zone)
	if err != nil {
		return date.Date{}, err
	}
	return date.Of(now.In(loc)), nil
}
