package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer"
)

func window(t *testing.T, from, to, zone string, days ...repricer.Day) repricer.Window {
	t.Helper()
	w := repricer.Window{Days: days, From: clock(t, from), To: clock(t, to), Action: repricer.WindowMax}
	if zone != "" {
		w.Timezone = repricer.Some(zone)
	}
	return w
}

func TestWindowAt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		window repricer.Window
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
				got, err := repricer.WindowAt(rfc(t, at), "Europe/Berlin", []repricer.Window{c.window}, nil)
				require.NoError(t, err)
				if since == "" {
					require.Nil(t, got, at)
					continue
				}
				require.Equal(t, &repricer.InForce{Action: repricer.WindowMax, Since: rfc(t, since)}, got, at)
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
	with := func(a repricer.WindowAction) repricer.Window {
		w := window(t, "00:00", "00:00", "")
		w.Action = a
		return w
	}
	share := with(repricer.WindowPercent)
	share.Percent = repricer.Some(pct("-5"))
	pause, least, most := with(repricer.WindowPause), with(repricer.WindowMin), with(repricer.WindowMax)
	for name, c := range map[string]struct {
		strategy, team []repricer.Window
		want           repricer.WindowAction
	}{
		"none":                       {nil, nil, ""},
		"the first":                  {[]repricer.Window{least, most}, nil, "min"},
		"the strategy's before":      {[]repricer.Window{most}, []repricer.Window{least}, "max"},
		"the team's":                 {nil, []repricer.Window{share}, "percent"},
		"a pause before all":         {[]repricer.Window{most, pause}, []repricer.Window{least}, "pause"},
		"a pause of the team's, too": {[]repricer.Window{most}, []repricer.Window{least, pause}, "pause"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := repricer.WindowAt(noon, "UTC", c.strategy, c.team)
			require.NoError(t, err)
			if c.want == "" {
				require.Nil(t, got)
				return
			}
			require.Equal(t, c.want, got.Action)
			if c.want == repricer.WindowPercent {
				require.Equal(t, pct("-5"), got.Percent)
			}
		})
	}
	_, err := repricer.WindowAt(noon, "UTC", nil, []repricer.Window{window(t, "00:00", "00:00", "Mars/Olympus")})
	require.ErrorContains(t, err, `"Mars/Olympus"`)
}

func TestBreakerTrips(t *testing.T) {
	t.Parallel()
	b := repricer.Breaker{PerRowPercent: pct("25")}
	for name, c := range map[string]struct {
		verdict repricer.Verdict
		price   string
		reason  repricer.Reason
		want    bool
	}{
		"a quarter":           {"change", "15", "beat_target", false},
		"a cent more":         {"change", "14.99", "beat_target", true},
		"up":                  {"change", "40", "beat_target", false},
		"suggested":           {"suggest", "5", "beat_target", false},
		"kept":                {"keep", "20", "own_buy_box_keep", false},
		"band":                {"change", "5", "lowered_to_ceiling", false},
		"minimum chosen":      {"change", "5", "no_competition_use_min", false},
		"minimum, below":      {"change", "5", "below_min_use_min", false},
		"schedule":            {"change", "5", "schedule_percent", false},
		"schedule min":        {"change", "5", "schedule_use_min", false},
		"back to the last":    {"change", "5", "revert_to_last_win", true},
		"average is no floor": {"change", "5", "below_min_use_average", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := repricer.Decision{Verdict: c.verdict, Price: eur(c.price), Reason: c.reason}
			require.Equal(t, c.want, b.Trips(d, repricer.Facts{Price: eur("20")}))
		})
	}
}

// A price that a rule put beside the market's comes back to it without a breaker,
// as long as it is that price.
func TestBreakerLetsArrangedPricesComeBack(t *testing.T) {
	t.Parallel()
	b := repricer.Breaker{PerRowPercent: pct("25")}
	fall := repricer.Decision{Verdict: repricer.VerdictChange, Price: eur("19"), Reason: repricer.ReasonBeatTarget}
	at := func(last repricer.Reason, submitted string) repricer.Facts {
		return repricer.Facts{Price: eur("90"), LastChange: last, LastSubmitted: repricer.Some(eur(submitted))}
	}
	for _, last := range []repricer.Reason{"schedule_use_max", "schedule_percent", "no_competition_use_max", "price_war_reset", "below_min_use_max"} {
		require.False(t, b.Trips(fall, at(last, "90")), last)
		require.True(t, fall.Arranged(at(last, "90")), last)
		require.True(t, b.Trips(fall, at(last, "89")), "%s, and somebody else changed the price since", last)
	}
	for _, last := range []repricer.Reason{"", "beat_target", "velocity_up", "own_buy_box_step_up", "fixed_price"} {
		require.True(t, b.Trips(fall, at(last, "90")), last)
	}
	require.True(t, b.Trips(fall, repricer.Facts{Price: eur("90"), LastChange: repricer.ReasonScheduleMax}), "never confirmed")
}

// A live price above the ceiling is judged from the ceiling.
func TestBreakerCountsFromTheCeiling(t *testing.T) {
	t.Parallel()
	b := repricer.Breaker{PerRowPercent: pct("25")}
	row := repricer.Facts{Price: eur("80")}
	d := repricer.Decision{Verdict: repricer.VerdictChange, Price: eur("30"), Reason: repricer.ReasonBeatTarget, Ceiling: repricer.Some(eur("40"))}
	require.False(t, b.Trips(d, row))
	d.Price = eur("29.99")
	require.True(t, b.Trips(d, row))
	d.Ceiling = repricer.None[money.Amount]()
	d.Price = eur("60")
	require.False(t, b.Trips(d, row))
	d.Price = eur("59.99")
	require.True(t, b.Trips(d, row))
}
