package schedule

import (
	"slices"
	"time"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
)

// Pause bounds a range of days on which rows are not evaluated, both included, such as a holiday.
type Pause struct {
	From, To date.Date
	// MarketplaceIDs lists where the pause applies; an empty list means everywhere.
	MarketplaceIDs []marketplace.ID
}

// MaxPauses bounds a list of pauses, maxPauseMarketplaces the marketplaces of a pause.
const (
	MaxPauses            = 50
	maxPauseMarketplaces = 30
)

// The days that a pause may name.
var firstDay, lastDay = date.MustParse("2000-01-01"), date.MustParse("9998-12-31")

// CheckPauses adds faults for invalid pauses.
func CheckPauses(f *check.Faults, pointer string, pauses []Pause) {
	if check.NoMore(f, pointer, len(pauses), MaxPauses) {
		for i, p := range pauses {
			at := check.Item(pointer, i)
			checkDay(f, at+"/from", p.From)
			checkDay(f, at+"/to", p.To)
			if p.To.Cmp(p.From) < 0 {
				f.Clash(fault.CodeOutOfRange, at+"/to", "must not be before from")
			}
			check.Marketplaces(f, at+"/marketplace_ids", p.MarketplaceIDs, maxPauseMarketplaces)
		}
	}
}

func checkDay(f *check.Faults, pointer string, day date.Date) {
	if day.Cmp(firstDay) < 0 || day.Cmp(lastDay) > 0 {
		f.Add(fault.CodeOutOfRange, pointer, "must be from "+firstDay.String()+" to "+lastDay.String())
	}
}

// ClonePauses copies pauses with their marketplaces.
func ClonePauses(pauses []Pause) []Pause {
	out := make([]Pause, len(pauses))
	for i, p := range pauses {
		p.MarketplaceIDs = append([]marketplace.ID{}, p.MarketplaceIDs...)
		out[i] = p
	}
	return out
}

func (p Pause) applies(m marketplace.ID) bool {
	return len(p.MarketplaceIDs) == 0 || slices.Contains(p.MarketplaceIDs, m)
}

// PausedAt reports whether a pause of a marketplace is in force, and since when. Days begin when
// clocks of the zone show midnight; an unknown zone is an error.
func PausedAt(now time.Time, zone string, pauses []Pause, m marketplace.ID) (since time.Time, paused bool, err error) {
	if len(pauses) == 0 {
		return since, false, nil
	}
	loc, err := location(zone)
	if err != nil {
		return since, false, err
	}
	for _, p := range pauses {
		start, end := p.bounds(loc)
		if p.applies(m) && !now.Before(start) && now.Before(end) {
			return start, true, nil
		}
	}
	return since, false, nil
}

// NextPauseAt returns the time when a pause of a marketplace next begins or ends. It is absent if
// no pause follows.
func NextPauseAt(now time.Time, zone string, pauses []Pause, m marketplace.ID) (optional.Maybe[time.Time], error) {
	var next optional.Maybe[time.Time]
	if len(pauses) == 0 {
		return next, nil
	}
	loc, err := location(zone)
	if err != nil {
		return next, err
	}
	for _, p := range pauses {
		if !p.applies(m) {
			continue
		}
		start, end := p.bounds(loc)
		for _, at := range []time.Time{start, end} {
			if first, known := next.Get(); at.After(now) && (!known || at.Before(first)) {
				next = optional.Some(at)
			}
		}
	}
	return next, nil
}

// bounds returns the first moment of a pause and the first after it.
func (p Pause) bounds(loc *time.Location) (start, end time.Time) {
	midnight := func(d date.Date) time.Time { return wallClock(d.Start(), TimeOfDay{}, loc).UTC() }
	return midnight(p.From), midnight(p.To.Add(1))
}
