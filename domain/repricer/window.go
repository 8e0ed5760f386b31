package repricer

import (
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // the same names of time zones on every machine

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
)

// TimeOfDay is a wall clock time in whole minutes, 00:00 to 23:59.
type TimeOfDay struct{ minutes int }

// ParseTimeOfDay reads HH:MM; anything else is an Invalid fault.
func ParseTimeOfDay(s string) (TimeOfDay, error) {
	t, err := time.Parse("15:04", s)
	if err != nil || len(s) != len("15:04") {
		return TimeOfDay{}, fault.New(fault.Invalid, fault.CodeValidationFailed, "must be a time of day, HH:MM")
	}
	return TimeOfDay{t.Hour()*60 + t.Minute()}, nil
}

// String prints HH:MM.
func (t TimeOfDay) String() string {
	return strconv.Itoa(100 + t.minutes/60)[1:] + ":" + strconv.Itoa(100 + t.minutes%60)[1:]
}

// Window is a stretch of local clock time in which something else holds. One
// that ends at or before its start passes midnight: its days are the days on
// which it starts, and equal times make it a whole day.
type Window struct {
	// Days on which the window starts; none means every day.
	Days []Day
	From TimeOfDay
	To   TimeOfDay
	// Timezone is an IANA name; none means the team's.
	Timezone Maybe[string]
	Action   WindowAction
	// Percent moves the price of the window's start, -99 to 1000 percent; it
	// stands with the action percent and with no other.
	Percent Maybe[money.Percent]
}

// MaxWindows bounds a schedule.
const MaxWindows = 50

// PassesMidnight reports whether the window ends on the day after its start.
func (w Window) PassesMidnight() bool { return w.To.minutes <= w.From.minutes }

var (
	leastShift = money.MustParsePercent("-99")
	mostShift  = money.MustParsePercent("1000")
)

func checkWindows(f *faults, pointer string, windows []Window) {
	if len(windows) > MaxWindows {
		f.add(fault.CodeTooMany, pointer, "must have at most "+strconv.Itoa(MaxWindows)+" entries")
		return
	}
	for i, w := range windows {
		at := item(pointer, i)
		checkWords(f, at+"/days", w.Days)
		checkWord(f, at+"/action", w.Action)
		if zone, ok := w.Timezone.Get(); ok {
			checkTimezone(f, at+"/timezone", zone)
		}
		percent, has := w.Percent.Get()
		switch {
		case w.Action == WindowPercent && !has:
			f.needed(at+"/percent", false, "the action percent")
		case w.Action != WindowPercent && has:
			f.clash(fault.CodeNotAllowed, at+"/percent", "stands only with the action percent")
		case has && (percent.Cmp(leastShift) < 0 || percent.Cmp(mostShift) > 0):
			f.add(fault.CodeOutOfRange, at+"/percent", "must be from -99 to 1000")
		}
	}
}

func cloneWindows(windows []Window) []Window {
	out := make([]Window, len(windows))
	for i, w := range windows {
		w.Days = cloneList(w.Days)
		out[i] = w
	}
	return out
}

// checkTimezone takes names such as Europe/Berlin and UTC. The names of the
// server's own zone and of the leap-second tables are no places.
func checkTimezone(f *faults, pointer, name string) {
	bad := name == "" || len(name) > 64 || name == "Local" ||
		strings.HasPrefix(name, "posix") || strings.HasPrefix(name, "right/")
	if !bad {
		_, err := time.LoadLocation(name)
		bad = err != nil
	}
	if bad {
		f.add(fault.CodeInvalid, pointer, "must be an IANA time zone name")
	}
}
