package schedule

import (
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // the same names of time zones on every machine

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

// TimeOfDay has a wall clock time in whole minutes, 00:00 to 23:59.
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

// Window describes a period of local time with its own pricing rule. A window that ends at or
// before its start passes midnight: its days are the days it starts on, and equal times mean a
// whole day.
type Window struct {
	// Days lists the days on which the window starts; an empty list means every day.
	Days []Day
	From TimeOfDay
	To   TimeOfDay
	// Timezone has an IANA name; if absent, the team's zone applies.
	Timezone optional.Maybe[string]
	Action   decision.WindowAction
	// Percent changes the price at the window's start, by -99 to 1000 percent; it is set for the
	// action percent only.
	Percent optional.Maybe[money.Percent]
}

// MaxWindows bounds a schedule.
const MaxWindows = 50

// PassesMidnight reports whether the window ends on the day after its start.
func (w Window) PassesMidnight() bool { return w.To.minutes <= w.From.minutes }

var (
	minShift = money.MustParsePercent("-99")
	maxShift = money.MustParsePercent("1000")
)

// Check adds faults for invalid windows.
func Check(f *check.Faults, pointer string, windows []Window) {
	if len(windows) > MaxWindows {
		f.Add(fault.CodeTooMany, pointer, "must have at most "+strconv.Itoa(MaxWindows)+" entries")
		return
	}
	for i, w := range windows {
		at := check.Item(pointer, i)
		check.Words(f, at+"/days", w.Days)
		check.Word(f, at+"/action", w.Action)
		if zone, ok := w.Timezone.Get(); ok {
			CheckTimezone(f, at+"/timezone", zone)
		}
		percent, has := w.Percent.Get()
		switch {
		case w.Action == decision.WindowPercent && !has:
			f.Needed(at+"/percent", false, "the action percent")
		case w.Action != decision.WindowPercent && has:
			f.Clash(fault.CodeNotAllowed, at+"/percent", "is allowed only with the action percent")
		case has && (percent.Cmp(minShift) < 0 || percent.Cmp(maxShift) > 0):
			f.Add(fault.CodeOutOfRange, at+"/percent", "must be from -99 to 1000")
		}
	}
}

// Clone copies windows with their days.
func Clone(windows []Window) []Window {
	out := make([]Window, len(windows))
	for i, w := range windows {
		w.Days = append([]Day{}, w.Days...)
		out[i] = w
	}
	return out
}

// CheckTimezone accepts names such as Europe/Berlin and UTC. It refuses the names of the server's
// own zone and of the leap-second tables.
func CheckTimezone(f *check.Faults, pointer, name string) {
	bad := name == "" || len(name) > 64 || name == "Local" ||
		strings.HasPrefix(name, "posix") || strings.HasPrefix(name, "right/")
	if !bad {
		_, err := time.LoadLocation(name)
		bad = err != nil
	}
	if bad {
		f.Add(fault.CodeInvalid, pointer, "must be an IANA time zone name")
	}
}

// Day names a day of the week.
type Day string

// The days.
const (
	Monday    Day = "mon"
	Tuesday   Day = "tue"
	Wednesday Day = "wed"
	Thursday  Day = "thu"
	Friday    Day = "fri"
	Saturday  Day = "sat"
	Sunday    Day = "sun"
)

func (Day) Words() []Day {
	return []Day{Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday}
}
