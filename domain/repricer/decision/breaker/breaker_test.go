package breaker_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/breaker"
)

func eur(s string) money.Amount  { return money.MustParse(s) }
func pct(s string) money.Percent { return money.MustParsePercent(s) }

func TestBreakerTrips(t *testing.T) {
	t.Parallel()
	b := breaker.Breaker{PerRowPercent: pct("25")}
	for name, c := range map[string]struct {
		verdict decision.Verdict
		price   string
		reason  decision.Reason
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
			d := decision.Decision{Verdict: c.verdict, Price: eur(c.price), Reason: c.reason}
			require.Equal(t, c.want, b.Trips(d, decision.Row{Price: eur("20")}))
		})
	}
}

// A price that a rule set away from the market returns to it without the breaker, while it is still
// that price.
func TestBreakerLetsArrangedPricesComeBack(t *testing.T) {
	t.Parallel()
	b := breaker.Breaker{PerRowPercent: pct("25")}
	fall := decision.Decision{Verdict: decision.VerdictChange, Price: eur("19"), Reason: decision.ReasonBeatTarget}
	at := func(last decision.Reason, submitted string) decision.Row {
		return decision.Row{Price: eur("90"), LastChange: last, LastSubmitted: optional.Some(eur(submitted))}
	}
	for _, last := range []decision.Reason{"schedule_use_max", "schedule_percent", "restock_use_max", "no_competition_use_max", "price_war_reset", "below_min_use_max"} {
		require.False(t, b.Trips(fall, at(last, "90")), last)
		require.True(t, breaker.Exempt(fall, at(last, "90")), last)
		require.True(t, b.Trips(fall, at(last, "89")), "%s, and the price was changed elsewhere since", last)
	}
	for _, last := range []decision.Reason{"", "beat_target", "velocity_up", "own_buy_box_step_up", "fixed_price"} {
		require.True(t, b.Trips(fall, at(last, "90")), last)
	}
	require.True(t, b.Trips(fall, decision.Row{Price: eur("90"), LastChange: decision.ReasonScheduleMax}), "never confirmed")
}

// A live price above the ceiling is judged from the ceiling.
func TestBreakerCountsFromTheCeiling(t *testing.T) {
	t.Parallel()
	b := breaker.Breaker{PerRowPercent: pct("25")}
	row := decision.Row{Price: eur("80")}
	d := decision.Decision{Verdict: decision.VerdictChange, Price: eur("30"), Reason: decision.ReasonBeatTarget, Ceiling: optional.Some(eur("40"))}
	require.False(t, b.Trips(d, row))
	d.Price = eur("29.99")
	require.True(t, b.Trips(d, row))
	d.Ceiling = optional.None[money.Amount]()
	d.Price = eur("60")
	require.False(t, b.Trips(d, row))
	d.Price = eur("59.99")
	require.True(t, b.Trips(d, row))
}

func TestActions(t *testing.T) {
	require.Equal(t, []breaker.Action{"hold"}, words.Of[breaker.Action]())
}
