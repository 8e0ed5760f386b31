package schedule_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/schedule"
)

func window(t *testing.T, from, to, zone string, days ...schedule.Day) schedule.Window {
	t.Helper()
	w := schedule.Window{Days: days, From: clock(t, from), To: clock(t, to), Action: decision.WindowMax}
	if zone != "" {
		w.Timezone = optional.Some(zone)
	}
	return w
}

func TestWindowAt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		window schedule.Window
		// in maps moments to the start of the window they lie in, "" for outside.
		in map[string]string
	}{
		"in the team's zone": {window(t, "09:00", "17:00", ""), map[string]string{
			"2026-01-15T07:59:59Z": "", "2026-01-15T08:00:00Z": "2026-01-15T08:00:00Z",
			"2026-01-15T15:59:59Z": "2026-01-15T08:00:00Z", "2026-01-15T16:00:00Z": "",
		}},
		"in its own zone": {window(t, "09:00", "17:00", "America/New_York"), map[string]string{
			"2026-01-15T13:59:00Z": "", "2026-01-15T14:00:00Z": "2026-01-15T14:00:00Z", "2026-01-15T22:00:00Z": "",
		}},
		"some days": {window(t, "09:00", "17:00", "UTC", "thu"), map[string]string{
			"2026-01-14T10:00:00Z": "", "2026-01-15T10:00:00Z": "2026-01-15T09:00:00Z", "2026-01-16T10:00:00Z": "",
		}},
		"past midnight": {window(t, "22:00", "06:00", "UTC", "thu"), map[string]string{
			"2026-01-15T05:00:00Z": "", "2026-01-15T22:00:00Z": "2026-01-15T22:00:00Z",
			"2026-01-16T05:59:59Z": "2026-01-15T22:00:00Z", "2026-01-16T06:00:00Z": "", "2026-01-16T22:30:00Z": "",
		}},
		"a whole day": {window(t, "00:00", "00:00", "UTC", "thu"), map[string]string{
			"2026-01-14T23:59:59Z": "", "2026-01-15T00:00:00Z": "2026-01-15T00:00:00Z",
			"2026-01-15T23:59:59Z": "2026-01-15T00:00:00Z", "2026-01-16T00:00:00Z": "",
		}},
		// Clocks go from 02:00 to 03:00 on 8 March, at 07:00 UTC.
		"over the hour left out": {window(t, "01:00", "04:00", "America/New_York"), map[string]string{
			"2026-03-08T05:59:59Z": "", "2026-03-08T06:00:00Z": "2026-03-08T06:00:00Z",
			"2026-03-08T07:59:59Z": "2026-03-08T06:00:00Z", "2026-03-08T08:00:00Z": "",
		}},
		"from inside the hour left out": {window(t, "02:30", "04:00", "America/New_York"), map[string]string{
			"2026-03-08T06:59:59Z": "", "2026-03-08T07:00:00Z": "2026-03-08T07:00:00Z", "2026-03-08T08:00:00Z": "",
		}},
		"until inside the hour left out": {window(t, "01:30", "02:30", "America/New_York"), map[string]string{
			"2026-03-08T06:29:59Z": "", "2026-03-08T06:30:00Z": "2026-03-08T06:30:00Z", "2026-03-08T07:00:00Z": "",
		}},
		"wholly inside the hour left out": {window(t, "02:15", "02:45", "America/New_York"), map[string]string{
			"2026-03-08T06:59:59Z": "", "2026-03-08T07:00:00Z": "2026-03-08T07:00:00Z",
			"2026-03-08T07:29:59Z": "2026-03-08T07:00:00Z", "2026-03-08T07:30:00Z": "",
			"2026-03-09T06:15:00Z": "2026-03-09T06:15:00Z",
		}},
		// Clocks go from 02:00 back to 01:00 on 1 November, at 06:00 UTC.
		"inside the hour shown twice": {window(t, "01:15", "01:45", "America/New_York"), map[string]string{
			"2026-11-01T05:14:59Z": "", "2026-11-01T05:15:00Z": "2026-11-01T05:15:00Z", "2026-11-01T05:45:00Z": "",
			"2026-11-01T06:15:00Z": "", "2026-11-01T06:30:00Z": "",
		}},
		"over the hour shown twice": {window(t, "00:30", "03:00", "America/New_York"), map[string]string{
			"2026-11-01T04:30:00Z": "2026-11-01T04:30:00Z", "2026-11-01T07:59:59Z": "2026-11-01T04:30:00Z", "2026-11-01T08:00:00Z": "",
		}},
		"a night with an hour more": {window(t, "22:00", "06:00", "Europe/Berlin", "sat"), map[string]string{
			"2026-10-24T20:00:00Z": "2026-10-24T20:00:00Z", "2026-10-25T04:59:59Z": "2026-10-24T20:00:00Z", "2026-10-25T05:00:00Z": "",
		}},
		// Beirut leaves out the hour after midnight of 29 March.
		"a midnight that is left out": {window(t, "00:00", "00:00", "Asia/Beirut", "sun"), map[string]string{
			"2026-03-28T21:59:59Z": "", "2026-03-28T22:00:00Z": "2026-03-28T22:00:00Z",
			"2026-03-29T20:59:59Z": "2026-03-28T22:00:00Z", "2026-03-29T21:00:00Z": "",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for at, since := range c.in {
				got, err := schedule.WindowAt(rfc(t, at), "Europe/Berlin", []schedule.Window{c.window}, nil)
				require.NoError(t, err)
				if since == "" {
					require.Nil(t, got, at)
					continue
				}
				require.Equal(t, &decision.ActiveWindow{Action: decision.WindowMax, Since: rfc(t, since)}, got, at)
			}
		})
	}
}

func rfc(t *testing.T, s string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, s)
	require.NoError(t, err)
	return at
}

func TestWindowAtChoosesOne(t *testing.T) {
	t.Parallel()
	with := func(a decision.WindowAction) schedule.Window {
		w := window(t, "00:00", "00:00", "")
		w.Action = a
		return w
	}
	share := with(decision.WindowPercent)
	share.Percent = optional.Some(pct("-5"))
	pause, least, most := with(decision.WindowPause), with(decision.WindowMin), with(decision.WindowMax)
	for name, c := range map[string]struct {
		strategy, team []schedule.Window
		want           decision.WindowAction
	}{
		"none":                       {nil, nil, ""},
		"the first":                  {[]schedule.Window{least, most}, nil, "min"},
		"the strategy's before":      {[]schedule.Window{most}, []schedule.Window{least}, "max"},
		"the team's":                 {nil, []schedule.Window{share}, "percent"},
		"a pause before all":         {[]schedule.Window{most, pause}, []schedule.Window{least}, "pause"},
		"a pause of the team's, too": {[]schedule.Window{most}, []schedule.Window{least, pause}, "pause"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := schedule.WindowAt(noon, "UTC", c.strategy, c.team)
			require.NoError(t, err)
			if c.want == "" {
				require.Nil(t, got)
				return
			}
			require.Equal(t, c.want, got.Action)
			if c.want == decision.WindowPercent {
				require.Equal(t, pct("-5"), got.Percent)
			}
		})
	}
	_, err := schedule.WindowAt(noon, "UTC", nil, []schedule.Window{window(t, "00:00", "00:00", "Mars/Olympus")})
	require.ErrorContains(t, err, `"Mars/Olympus"`)
}

func TestDays(t *testing.T) {
	require.Equal(t, []schedule.Day{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}, words.Of[schedule.Day]())
}
