package pricing_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/app/repricer/history"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	repricerhistory "sellingassistant/domain/repricer/history"
	"sellingassistant/ports/clock"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// cliffs makes a row at 12 with a referral fee that rises from 8 to 15 % above 10. It is decided
// against a rival at 10.50.
func cliffs(e *engine, change func(*repricer.SettingsPatch)) decision.ProductID {
	e.T.Helper()
	row := e.Selling(1, func(_ int, s *repricer.ProductSnapshot) {
		s.Observed.CurrentPrice, s.Observed.Fulfillment = amount("12"), optional.Some(decision.FBA)
		s.Observed.Fees = optional.Some(decision.Fees{ReferralPercent: money.MustParsePercent("15"), Fixed: eur("3")})
	})[0]
	e.Out.CostAnswers[plainRow(0).Key] = pricingports.Cost{Unit: amount("2"), Currency: "EUR", VATRate: percent("0")}
	e.Out.BandAnswer = []decision.FeeBand{{UpTo: amount("10"), Rate: money.MustParsePercent("8")}, {Rate: money.MustParsePercent("15")}}
	e.Live(change)
	e.Event(row, "10.50")
	e.Work()
	return row
}

// New settings stop before the fees rise, say why, and the decision is made again as it was.
func TestAPriceStopsBeforeTheFeesRise(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := cliffs(e, nil)
		require.Equal(e.T, []string{"change match_target 10 proposed"}, e.Told())
		made := e.All(e.T, ours, repricerhistory.ChangeFilter{})[0]
		require.Equal(e.T, []decision.Adjustment{decision.AdjustFeeCliff}, made.Adjustments)
		require.Equal(e.T, []string{
			"Matches A3RIVAL at €10.50.",
			"€10.50 would earn €3.93 a unit, and €10.00 earns €4.20, because the referral fee rises above €10.00. So the price stops there.",
			"The fees apply to a price of €12.00 with shipping; at the floor they may be others.",
		}, made.Sentences)
		again, err := history.NewHistory(e.History, clock.System{}).Replay(e.T.Context(), ours, made.ID)
		require.NoError(e.T, err)
		require.Equal(e.T, history.ReplaySame, again.Result)

		// Far enough above the break point the profit is higher, and the price rises further.
		e.Landed(row, "10")
		e.Clock.Add(time.Hour)
		e.Event(row, "11.50")
		e.Work()
		require.Equal(e.T, "change match_target 11.5 proposed", e.Told()[1])
	})
}

// Where the settings do not ask for it, no bands are read.
func TestAPriceFollowsItsRivalAcrossTheFees(t *testing.T) {
	eachEngine(t, func(e *engine) {
		cliffs(e, func(p *repricer.SettingsPatch) { p.AvoidFeeCliffs = optional.Put(false) })
		require.Equal(e.T, []string{"change match_target 10.5 proposed"}, e.Told())
		require.NotContains(e.T, e.Out.Asked, "FeeBands.Bands")
	})
}

// Older settings do not have the member until a patch names it; a reset starts from the defaults.
func TestOlderSettingsDoNotAvoidFeeCliffs(t *testing.T) {
	eachEngine(t, func(e *engine) {
		e.Live(nil)
		text := "UPDATE repricer_settings SET body = json_remove(body, '$.avoid_fee_cliffs') WHERE team_id = ?"
		if e.DB.Dialect() == db.Postgres {
			text = "UPDATE repricer_settings SET body = body - 'avoid_fee_cliffs' WHERE team_id = ?"
		}
		_, err := e.DB.DB().ExecContext(e.T.Context(), text, int64(ours))
		require.NoError(e.T, err)
		set := func(p repricer.SettingsPatch) bool {
			s, err := e.Set.Update(e.T.Context(), e.Who, manage.UpdateSettings{Patch: p})
			require.NoError(e.T, err)
			return s.Values.AvoidFeeCliffs
		}
		require.False(e.T, set(repricer.SettingsPatch{MaxChangesPerDay: optional.Put(50)}))
		require.True(e.T, set(repricer.SettingsPatch{AvoidFeeCliffs: optional.Put(true)}))
		require.False(e.T, set(repricer.SettingsPatch{AvoidFeeCliffs: optional.Put(false)}))
		require.True(e.T, set(repricer.SettingsPatch{AvoidFeeCliffs: optional.Clear[bool]()}))
	})
}
