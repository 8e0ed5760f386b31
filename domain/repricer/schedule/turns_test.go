package schedule_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/schedule"
)

func TestTurnsAt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		strategy, team []schedule.Window
		// next maps moments to the next turn, "" without a turn.
		next map[string]string
	}{
		"no windows": {nil, nil, map[string]string{"2026-01-15T12:00:00Z": ""}},
		"in the team's zone": {nil, []schedule.Window{window(t, "09:00", "17:00", "")}, map[string]string{
			"2026-01-15T07:59:59Z": "2026-01-15T08:00:00Z", "2026-01-15T08:00:00Z": "2026-01-15T16:00:00Z",
			"2026-01-15T16:00:00Z": "2026-01-16T08:00:00Z",
		}},
		"past midnight": {[]schedule.Window{window(t, "22:00", "06:00", "UTC", "thu")}, nil, map[string]string{
			"2026-01-15T21:00:00Z": "2026-01-15T22:00:00Z", "2026-01-16T05:00:00Z": "2026-01-16T06:00:00Z",
			"2026-01-16T06:00:00Z": "2026-01-22T22:00:00Z",
		}},
		"a whole day a week": {[]schedule.Window{window(t, "00:00", "00:00", "UTC", "thu")}, nil, map[string]string{
			"2026-01-15T00:00:00Z": "2026-01-16T00:00:00Z", "2026-01-16T00:00:00Z": "2026-01-22T00:00:00Z",
		}},
		"the first of both": {
			[]schedule.Window{window(t, "09:00", "17:00", "UTC")}, []schedule.Window{window(t, "08:00", "16:00", "UTC")},
			map[string]string{
				"2026-01-15T07:00:00Z": "2026-01-15T08:00:00Z", "2026-01-15T08:30:00Z": "2026-01-15T09:00:00Z",
				"2026-01-15T12:00:00Z": "2026-01-15T16:00:00Z", "2026-01-15T16:30:00Z": "2026-01-15T17:00:00Z",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for at, want := range c.next {
				got, err := schedule.NextChangeAt(rfc(t, at), "Europe/Berlin", c.strategy, c.team)
				require.NoError(t, err)
				if want == "" {
					require.False(t, got.Known())
					continue
				}
				require.Equal(t, optional.Some(rfc(t, want)), got, at)
			}
		})
	}
	_, err := schedule.NextChangeAt(noon, "Nowhere/Land", nil, []schedule.Window{window(t, "08:00", "16:00", "")})
	require.Error(t, err)
}

// Between a moment and the next turn nothing changes; at the turn something does.
func TestNothingTurnsBeforeTheNextTurn(t *testing.T) {
	t.Parallel()
	zones := []string{"UTC", "Europe/Berlin", "America/New_York", "Pacific/Auckland"}
	rapid.Check(t, func(rt *rapid.T) {
		build := func(name string) schedule.TimeOfDay {
			return clock(t, time.Unix(int64(rapid.IntRange(0, 24*60-1).Draw(rt, name))*60, 0).UTC().Format("15:04"))
		}
		w := schedule.Window{From: build("from"), To: build("to"), Action: decision.WindowMax}
		for _, day := range words.Of[schedule.Day]() {
			if rapid.Bool().Draw(rt, string(day)) {
				w.Days = append(w.Days, day)
			}
		}
		zone := rapid.SampledFrom(zones).Draw(rt, "zone")
		now := time.Unix(1_767_225_600+int64(rapid.IntRange(0, 366*24*3600).Draw(rt, "now")), 0).UTC()
		since := func(at time.Time) optional.Maybe[time.Time] {
			found, err := schedule.WindowAt(at, zone, []schedule.Window{w}, nil)
			require.NoError(rt, err)
			if found == nil {
				return optional.None[time.Time]()
			}
			return optional.Some(found.Since)
		}
		turn, err := schedule.NextChangeAt(now, zone, []schedule.Window{w}, nil)
		require.NoError(rt, err)
		next, ok := turn.Get()
		require.True(rt, ok && next.After(now))
		between := now.Add(time.Duration(rapid.Int64Range(0, int64(next.Sub(now))-1).Draw(rt, "between")))
		require.Equal(rt, since(now), since(between))
		require.NotEqual(rt, since(now), since(next))
	})
}
