package repricer_test

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/breaker"
	"sellingassistant/domain/repricer/schedule"
	"sellingassistant/domain/repricer/strategy"
)

func fullSettings() repricer.SettingsValues {
	return repricer.SettingsValues{
		Enabled: true, SubmissionMode: decision.SubmitLive, DefaultStrategyID: optional.Some(strategy.ID(12)),
		DefaultMode: decision.ModeManual, DefaultPriority: repricer.PriorityLow, DefaultLimits: fullRow().Limits,
		DefaultOutboundShipping: amount("4.19"), LossGuard: repricer.LossGuardOff, AvoidFeeCliffs: true,
		OwnSellerIDs: []string{"A1", "B2"}, MaxOfferAgeMinutes: 61,
		MinIntervalSeconds: repricer.Intervals{Fast: 1, Normal: 2, Low: 3}, MaxChangesPerDay: 97,
		MaxDailyChangePercent: percent("33"), AnomalyPercent: money.MustParsePercent("41.5"), MaxRisePercent: money.MustParsePercent("101.5"),
		CircuitBreaker: breaker.Breaker{
			PerRowPercent: money.MustParsePercent("26"), PerRunRowsPercent: money.MustParsePercent("21"), Action: breaker.Hold,
		},
		SweepIntervalMinutes: 361, Timezone: "Europe/Berlin", Schedules: fullSchedule(),
		Pauses: []schedule.Pause{{From: date.MustParse("2026-12-24"), To: date.MustParse("2026-12-26"), MarketplaceIDs: []marketplace.ID{"A1PA6795UKMFR9"}}},
		Notify: repricer.Notify{
			Email: optional.Some("a@example.org"), WebhookURL: optional.Some("https://example.org/hook"),
			Events: []repricer.NotifyEvent{repricer.NotifyPriceRejected, repricer.NotifyHold},
		},
	}
}

func fullSchedule() []schedule.Window {
	at := func(s string) schedule.TimeOfDay {
		v, err := schedule.ParseTimeOfDay(s)
		if err != nil {
			panic(err)
		}
		return v
	}
	return []schedule.Window{{
		Days: []schedule.Day{schedule.Saturday, schedule.Monday}, From: at("22:30"), To: at("06:05"),
		Timezone: optional.Some("Asia/Tokyo"), Action: decision.WindowPercent, Percent: percent("-12.5"),
	}}
}

func fullStrategy() strategy.Values {
	rival := func(text string) optional.Maybe[decision.RivalRule] {
		return optional.Some(decision.RivalRule{Action: decision.RivalAbove, By: money.MustParse(text), ByType: decision.ByPercent})
	}
	return strategy.Values{Name: "Alles \"an\" ✓", AllowLoss: true, Schedule: fullSchedule(), Strategy: decision.Strategy{
		Type: decision.TypeCompetitor, Enabled: true, MarketplaceIDs: []marketplace.ID{gb, de},
		CompeteWith: optional.Some(decision.TargetLowestFBA), FallbackTargets: []decision.Target{decision.TargetLowest, decision.TargetAmazon},
		Action: optional.Some(decision.ActionBelow), By: money.MustParse("0.01"), ByType: decision.ByPercent,
		VsAmazon: rival("1"), VsFBA: rival("2"), VsFBM: rival("3"),
		Filters: optional.Some(decision.Filters{
			IncludeSellers: []string{"S1"}, ExcludeSellers: []string{"S2", "S3"}, ExcludeAmazon: true,
			Fulfillment: []decision.Fulfillment{decision.FBM}, MinFeedbackCount: optional.Some(10), MinRatingPercent: percent("90"),
			MaxHandlingHours: optional.Some(48), ShipsFrom: []string{"DE"}, ExcludeShipsFrom: []string{"CN"}, FeaturedOnly: true,
			AvailableNowOnly: true, MinSubCondition: optional.Some(decision.SubGood), IgnoreBelowPercentOfMedian: percent("55"),
		}),
		OnNoCompetition: decision.NoCompetitionMax, OnBelowMin: decision.BelowMinNextAbove, OnOwnBuyBox: decision.OwnBoxStepUp,
		OnSuppressedBuyBox: decision.SuppressedStepDown, OnLostAfterRaise: decision.LostCompete, OnRestock: decision.RestockMax, RaiseWhenNotWinning: true,
		RaiseGap: amount("0.02"), Step: amount("0.5"), StepType: decision.ByPercent, StepIntervalMinutes: optional.Some(30),
		MinChange: money.MustParse("0.05"), MinChangePercent: money.MustParsePercent("0.2"), SmallChangeIntervalMinutes: optional.Some(480),
		PriceWar:   optional.Some(decision.PriceWar{MaxDrops: 5, WindowMinutes: 60, Action: decision.PriceWarMax, CooldownMinutes: 120}),
		FixedPrice: amount("25"), WindowDays: optional.Some(8), HighUnits: optional.Some(20), LowUnits: optional.Some(4),
		DaysOfSupplyTarget: optional.Some(30), LockDays: optional.Some(2),
	}}
}

// requireFull fails for a member that was forgotten above: a member that is
// zero would survive without being stored.
func requireFull(t *testing.T, v reflect.Value, at string) {
	t.Helper()
	switch v.Interface().(type) {
	case time.Time, money.Amount, money.Percent, schedule.TimeOfDay, date.Date:
		require.False(t, v.IsZero(), "%s is not set", at)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		if get := v.MethodByName("Get"); get.IsValid() {
			got := get.Call(nil)
			require.True(t, got[1].Bool(), "%s is not set", at)
			requireFull(t, got[0], at)
			return
		}
		for i := range v.NumField() {
			requireFull(t, v.Field(i), at+"."+v.Type().Field(i).Name)
		}
	case reflect.Slice:
		require.NotZero(t, v.Len(), "%s is empty", at)
		requireFull(t, v.Index(0), at+"[0]")
	default:
		require.False(t, v.IsZero(), "%s is not set", at)
	}
}

func TestEveryMemberOfARowIsStored(t *testing.T) {
	full := fullRow()
	full.ID, full.Team = 1, ours
	requireFull(t, reflect.ValueOf(full), "row")
	each(t, func(t *testing.T, w world) {
		want := w.Rows(t, ours, fullRow(), plainRow(1))
		slices.SortFunc(want, func(a, b repricer.ProductSnapshot) int { return cmp.Compare(a.ID, b.ID) })
		for _, row := range want {
			got, err := w.Products.Get(t.Context(), ours, row.ID)
			require.NoError(t, err)
			require.Equal(t, row, got)
		}
		got := page1(t, w)
		require.Equal(t, want, got)
		w.In(t, func(ctx context.Context) {
			loaded, err := w.Products.LoadLocked(ctx, ours, ids(want))
			require.NoError(t, err)
			require.Len(t, loaded, 2)
			require.Equal(t, want[0], loaded[0].Snapshot())
			require.Equal(t, want[1], loaded[1].Snapshot())
		})
	})
}

func TestEveryMemberOfSettingsIsStored(t *testing.T) {
	requireFull(t, reflect.ValueOf(fullSettings()), "settings")
	each(t, func(t *testing.T, w world) {
		want := repricer.SettingsSnapshot{Team: ours, State: repricer.SettingsPresent, Version: 5, UpdatedAt: noon, Values: fullSettings()}
		full, err := repricer.RestoreSettings(want)
		require.NoError(t, err)
		w.In(t, func(ctx context.Context) {
			_, err := w.Settings.LoadLocked(ctx, ours)
			require.NoError(t, err)
			require.NoError(t, w.Settings.Save(ctx, full))
		})
		got, err := w.Settings.Load(t.Context(), ours)
		require.NoError(t, err)
		require.Equal(t, want, got.Snapshot())
		standard, err := w.Settings.DefaultStrategy(t.Context(), ours)
		require.NoError(t, err)
		require.Equal(t, optional.Some(strategy.ID(12)), standard)
	})
}

func TestEveryMemberOfAStrategyIsStored(t *testing.T) {
	requireFull(t, reflect.ValueOf(fullStrategy()), "strategy")
	each(t, func(t *testing.T, w world) {
		want := strategy.Snapshot{ID: 1, Team: ours, Values: fullStrategy(), Version: 3, CreatedAt: noon, UpdatedAt: noon.Add(time.Second)}
		full, err := strategy.Restore(want)
		require.NoError(t, err)
		var made strategy.ID
		w.In(t, func(ctx context.Context) {
			made, err = w.Strategies.Insert(ctx, full)
			require.NoError(t, err)
		})
		want.ID = made
		got, err := w.Strategies.Get(t.Context(), ours, made)
		require.NoError(t, err)
		require.Equal(t, want, got.Snapshot)
		// Saving stores every member too, save for the type, which never changes.
		var least strategy.Strategy
		w.In(t, func(ctx context.Context) {
			loaded, err := w.Strategies.LoadLocked(ctx, ours, []strategy.ID{made})
			require.NoError(t, err)
			require.Len(t, loaded, 1)
			require.Equal(t, want, loaded[0].Snapshot())
			small, err := strategy.New(ours, matching("Klein"), noon)
			require.NoError(t, err)
			s := small.Snapshot()
			s.ID, s.Version, s.CreatedAt, s.UpdatedAt = made, 4, noon, noon.Add(time.Hour)
			changed, err := strategy.Restore(s)
			require.NoError(t, err)
			require.NoError(t, w.Strategies.Save(ctx, changed))
			least = *changed
		})
		got, err = w.Strategies.Get(t.Context(), ours, made)
		require.NoError(t, err)
		require.Equal(t, least.Snapshot(), got.Snapshot)
		w.In(t, func(ctx context.Context) {
			loaded, err := w.Strategies.LoadLocked(ctx, ours, []strategy.ID{made})
			require.NoError(t, err)
			require.Len(t, loaded, 1)
			want.Version = 5
			changed, err := strategy.Restore(want)
			require.NoError(t, err)
			require.NoError(t, w.Strategies.Save(ctx, changed))
		})
		got, err = w.Strategies.Get(t.Context(), ours, made)
		require.NoError(t, err)
		require.Equal(t, want, got.Snapshot)
	})
}
