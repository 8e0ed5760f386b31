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
	"sellingassistant/domain/repricer/schedule"
	"sellingassistant/domain/repricer/strategy"
)

// fullRow has every member set, each differently.
func fullRow() repricer.ProductSnapshot {
	return repricer.ProductSnapshot{
		Key:  repricer.Key{SellerID: "A3FULL", MarketplaceID: gb, SKU: "Größe 42\\\"<&>'✓"},
		ASIN: "B0FULLROW1", Currency: "GBP",
		StrategyID: optional.Some(strategy.ID(77)), Mode: decision.ModeAuto, Priority: repricer.PriorityFast,
		Condition: decision.ConditionRefurbished,
		Limits: decision.Limits{
			MinPrice: amount("10.01"), MaxPrice: amount("9999999999.9999"), MaxChange: amount("1.5"),
			MaxChangePercent: percent("12.5"), MinPriceMode: decision.MinPriceMarkup, TargetROI: percent("130"),
			TargetMargin: percent("15.25"), MinPriceMarkup: amount("3"), MinPriceMarkupType: decision.ByPercent,
			MissingCostFallback: decision.FallbackCurrentPrice,
		},
		AllowLoss: true,
		Hold: optional.Some(repricer.Hold{
			Reason: decision.HoldListingIssue, Since: noon.Add(-time.Hour), Details: "The listing is inactive.",
		}),
		Resumed:  optional.Some(repricer.Resumption{Reason: decision.HoldExternalChange, At: noon.Add(-2 * time.Hour)}),
		RunState: repricer.RunAwaitingConfirmation,
		Observed: repricer.Observed{
			Title: optional.Some("Kettle, 1.7 l"), Fulfillment: optional.Some(decision.FBA), Quantity: optional.Some(int64(42)),
			CurrentPrice: amount("19.99"), Shipping: amount("2.5"), Cost: amount("7.1234"), Postage: amount("4.5678"),
			Fees: optional.Some(decision.Fees{
				ReferralPercent: money.MustParsePercent("15"), ReferralMin: money.MustParse("0.3"), Fixed: money.MustParse("2.04"),
			}),
			FloorFees: optional.Some(repricer.FloorFees{
				ReferralPercent: money.MustParsePercent("8"), Fixed: money.MustParse("1.04"), Total: money.MustParse("13.61"), At: noon.Add(-3 * time.Hour),
			}),
			VATPercent: percent("20"), MapPrice: amount("17"),
			BuyBox:           decision.BuyBox{Price: amount("18.5"), Owner: decision.BoxCompetitor, SellerID: "A3RIVAL", Inferred: true},
			BoxLog:           "tlw5s0O10E9zU",
			CompetitorsCount: optional.Some(9), BuyBoxShare24h: percent("61.5"), BuyBoxShare7d: percent("58"),
			LastDecision: optional.Some(repricer.LastDecision{
				Verdict: decision.VerdictKeep, Reason: decision.ReasonBelowMinChange, Price: money.MustParse("19.98"), At: noon.Add(-time.Second),
			}),
			LastChange:   optional.Some(repricer.ChangeRef{ID: 4711, At: noon.Add(-2 * time.Second)}),
			DecidedFloor: amount("11.11"), BreakEven: amount("9.87"), Guarded: true,
			NextDueAt: optional.Some(noon.Add(time.Minute)), LastEventAt: optional.Some(noon.Add(-time.Minute)),
			OffersAt: optional.Some(noon.Add(-2 * time.Minute)),
		},
		Version: 7, CreatedAt: noon.Add(-24 * time.Hour), UpdatedAt: noon,
	}
}

func fullSettings() repricer.SettingsValues {
	return repricer.SettingsValues{
		Enabled: true, SubmissionMode: decision.SubmitLive, DefaultStrategyID: optional.Some(strategy.ID(12)),
		DefaultMode: decision.ModeManual, DefaultPriority: repricer.PriorityLow, DefaultLimits: fullRow().Limits,
		DefaultOutboundShipping: amount("4.19"), LossGuard: repricer.LossGuardOff, AvoidFeeCliffs: true,
		OwnSellerIDs: []string{"A1", "B2"}, MaxOfferAgeMinutes: 61,
		MinIntervalSeconds: repricer.Intervals{Fast: 1, Normal: 2, Low: 3}, MaxChangesPerDay: 97,
		MaxDailyChangePercent: percent("33"), AnomalyPercent: money.MustParsePercent("41.5"),
		CircuitBreaker: decision.Breaker{
			PerRowPercent: money.MustParsePercent("26"), PerRunRowsPercent: money.MustParsePercent("21"), Action: decision.BreakerHold,
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
	rival := func(by string) optional.Maybe[decision.RivalRule] {
		return optional.Some(decision.RivalRule{Action: decision.RivalAbove, By: money.MustParse(by), ByType: decision.ByPercent})
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
		want := w.rows(t, ours, fullRow(), plainRow(1))
		slices.SortFunc(want, func(a, b repricer.ProductSnapshot) int { return cmp.Compare(a.ID, b.ID) })
		for _, row := range want {
			got, err := w.products.Get(t.Context(), ours, row.ID)
			require.NoError(t, err)
			require.Equal(t, row, got)
		}
		got := page1(t, w)
		require.Equal(t, want, got)
		w.in(t, func(ctx context.Context) {
			loaded, err := w.products.LoadLocked(ctx, ours, ids(want))
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
		w.in(t, func(ctx context.Context) {
			_, err := w.settings.LoadLocked(ctx, ours)
			require.NoError(t, err)
			require.NoError(t, w.settings.Save(ctx, full))
		})
		got, err := w.settings.Load(t.Context(), ours)
		require.NoError(t, err)
		require.Equal(t, want, got.Snapshot())
		standard, err := w.settings.DefaultStrategy(t.Context(), ours)
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
		w.in(t, func(ctx context.Context) {
			made, err = w.strategies.Insert(ctx, full)
			require.NoError(t, err)
		})
		want.ID = made
		got, err := w.strategies.Get(t.Context(), ours, made)
		require.NoError(t, err)
		require.Equal(t, want, got.Snapshot)
		// Saving stores every member too, save for the type, which never changes.
		var least strategy.Strategy
		w.in(t, func(ctx context.Context) {
			loaded, err := w.strategies.LoadLocked(ctx, ours, []strategy.ID{made})
			require.NoError(t, err)
			require.Len(t, loaded, 1)
			require.Equal(t, want, loaded[0].Snapshot())
			small, err := strategy.New(ours, matching("Klein"), noon)
			require.NoError(t, err)
			s := small.Snapshot()
			s.ID, s.Version, s.CreatedAt, s.UpdatedAt = made, 4, noon, noon.Add(time.Hour)
			changed, err := strategy.Restore(s)
			require.NoError(t, err)
			require.NoError(t, w.strategies.Save(ctx, changed))
			least = *changed
		})
		got, err = w.strategies.Get(t.Context(), ours, made)
		require.NoError(t, err)
		require.Equal(t, least.Snapshot(), got.Snapshot)
		w.in(t, func(ctx context.Context) {
			loaded, err := w.strategies.LoadLocked(ctx, ours, []strategy.ID{made})
			require.NoError(t, err)
			require.Len(t, loaded, 1)
			want.Version = 5
			changed, err := strategy.Restore(want)
			require.NoError(t, err)
			require.NoError(t, w.strategies.Save(ctx, changed))
		})
		got, err = w.strategies.Get(t.Context(), ours, made)
		require.NoError(t, err)
		require.Equal(t, want, got.Snapshot)
	})
}
