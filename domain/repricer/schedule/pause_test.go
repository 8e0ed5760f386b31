package schedule_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/schedule"
)

const (
	us = marketplace.US
	de = marketplace.ID("A1PA6795UKMFR9")
)

func pause(from, to string, where ...marketplace.ID) schedule.Pause {
	return schedule.Pause{From: date.MustParse(from), To: date.MustParse(to), MarketplaceIDs: where}
}

func moment(t require.TestingT, s string) time.Time {
	at, err := time.Parse(time.RFC3339, s)
	require.NoError(t, err)
	return at.UTC()
}

// Both days belong to a pause, in the zone of the marketplace.
func TestAPauseLastsFromItsFirstDayToItsLast(t *testing.T) {
	t.Parallel()
	pauses := []schedule.Pause{pause("2026-12-24", "2026-12-26", de)}
	for at, want := range map[string]bool{
		"2026-12-23T22:59:59Z": false, "2026-12-23T23:00:00Z": true, "2026-12-26T22:59:59Z": true, "2026-12-26T23:00:00Z": false,
	} {
		since, paused, err := schedule.PausedAt(moment(t, at), "Europe/Berlin", pauses, de)
		require.NoError(t, err)
		require.Equal(t, want, paused, at)
		if paused {
			require.Equal(t, moment(t, "2026-12-23T23:00:00Z"), since)
		}
		_, paused, err = schedule.PausedAt(moment(t, at), "Europe/Berlin", pauses, us)
		require.NoError(t, err)
		require.False(t, paused, "another marketplace")
	}
	for at, want := range map[string]optional.Maybe[time.Time]{
		"2026-01-01T00:00:00Z": optional.Some(moment(t, "2026-12-23T23:00:00Z")),
		"2026-12-23T23:00:00Z": optional.Some(moment(t, "2026-12-26T23:00:00Z")),
		"2026-12-26T23:00:00Z": optional.None[time.Time](),
	} {
		next, err := schedule.NextPauseAt(moment(t, at), "Europe/Berlin", pauses, de)
		require.NoError(t, err)
		require.Equal(t, want, next, at)
	}
	next, err := schedule.NextPauseAt(moment(t, "2026-01-01T00:00:00Z"), "Europe/Berlin", pauses, us)
	require.NoError(t, err)
	require.False(t, next.Known(), "another marketplace")
	_, err = schedule.NextPauseAt(noon, "Mars/Olympus", pauses, de)
	require.Error(t, err)
	_, _, err = schedule.PausedAt(noon, "Mars/Olympus", pauses, de)
	require.Error(t, err, "a pause that cannot be read is not passed over")
}

// A moment is paused if its day in the zone belongs to a pause, also when clocks change. Nothing
// changes before the next change.
func TestPausesAreDaysOfTheZone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		zone := rapid.SampledFrom([]string{"UTC", "Europe/Berlin", "America/Sao_Paulo", "Asia/Tokyo", "Pacific/Apia"}).Draw(t, "zone")
		first := date.MustParse("2011-01-01")
		var pauses []schedule.Pause
		for range rapid.IntRange(0, 4).Draw(t, "pauses") {
			from := first.Add(rapid.IntRange(0, 400).Draw(t, "from"))
			pauses = append(pauses, schedule.Pause{From: from, To: from.Add(rapid.IntRange(0, 20).Draw(t, "long"))})
		}
		now := first.Start().Add(time.Duration(rapid.IntRange(0, 400*24*60).Draw(t, "minute")) * time.Minute)
		paused := func(at time.Time) bool {
			_, is, err := schedule.PausedAt(at, zone, pauses, de)
			require.NoError(t, err)
			day, err := schedule.DayIn(at, zone)
			require.NoError(t, err)
			want := false
			for _, p := range pauses {
				want = want || p.From.Cmp(day) <= 0 && day.Cmp(p.To) <= 0
			}
			require.Equal(t, want, is, "%s %s", at, day)
			return is
		}
		is := paused(now)
		next, err := schedule.NextPauseAt(now, zone, pauses, de)
		require.NoError(t, err)
		until, more := next.Get()
		if !more {
			until = now.Add(24 * time.Hour)
		}
		require.Equal(t, is, paused(until.Add(-time.Nanosecond)))
	})
}

func TestPausesAreChecked(t *testing.T) {
	t.Parallel()
	for pointer, list := range map[string][]schedule.Pause{
		"/p/0/to":                {pause("2026-12-24", "2026-12-23")},
		"/p/0/from":              {pause("1999-12-31", "2026-12-23")},
		"/p/0/marketplace_ids/0": {pause("2026-12-24", "2026-12-24", "X")},
		"/p/1/marketplace_ids/1": {pause("2026-12-24", "2026-12-24"), pause("2026-12-24", "2026-12-24", de, de)},
		"/p":                     make([]schedule.Pause, 51),
	} {
		var f check.Faults
		schedule.CheckPauses(&f, "/p", list)
		e, ok := fault.As(f.Err(fault.CodeInvalidSettings))
		require.True(t, ok, pointer)
		if e.Pointer != pointer {
			require.Equal(t, pointer, e.Errors[0].Pointer)
		}
	}
}
