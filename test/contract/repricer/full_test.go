package repricer_test

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer"
)

// fullRow has every member set, each differently.
func fullRow() repricer.ProductSnapshot {
	return repricer.ProductSnapshot{
		Key:  repricer.Key{SellerID: "A3FULL", MarketplaceID: gb, SKU: "Größe 42\\\"<&>'✓"},
		ASIN: "B0FULLROW1", Currency: "GBP",
		StrategyID: repricer.Some(repricer.StrategyID(77)), Mode: repricer.ModeAuto, Priority: repricer.PriorityFast,
		Condition: repricer.ConditionRefurbished,
		Limits: repricer.Limits{
			MinPrice: amount("10.01"), MaxPrice: amount("9999999999.9999"), MaxChange: amount("1.5"),
			MaxChangePercent: percent("12.5"), MinPriceMode: repricer.MinPriceMarkup, TargetROI: percent("130"),
			TargetMargin: percent("15.25"), MinPriceMarkup: amount("3"), MinPriceMarkupType: repricer.ByPercent,
			MissingCostFallback: repricer.FallbackCurrentPrice,
		},
		Hold: repricer.Some(repricer.Hold{
			Reason: repricer.HoldListingIssue, Since: noon.Add(-time.Hour), Details: "The listing is inactive.",
		}),
		Resumed:  repricer.Some(repricer.Resumption{Reason: repricer.HoldExternalChange, At: noon.Add(-2 * time.Hour)}),
		RunState: repricer.RunAwaitingConfirmation,
		Observed: repricer.Observed{
			Title: repricer.Some("Kettle, 1.7 l"), Fulfillment: repricer.Some(repricer.FBA), Quantity: repricer.Some(int64(42)),
			CurrentPrice: amount("19.99"), Shipping: amount("2.5"), Cost: amount("7.1234"),
			Fees: repricer.Some(repricer.Fees{
				ReferralPercent: money.MustParsePercent("15"), ReferralMin: money.MustParse("0.3"), Fixed: money.MustParse("2.04"),
			}),
			FloorFees: repricer.Some(repricer.FloorFees{
				ReferralPercent: money.MustParsePercent("8"), Fixed: money.MustParse("1.04"), Total: money.MustParse("13.61"), At: noon.Add(-3 * time.Hour),
			}),
			VATPercent: percent("20"), MapPrice: amount("17"),
			BuyBox:           repricer.BuyBox{Price: amount("18.5"), Owner: repricer.BoxCompetitor, Inferred: true},
			BoxLog:           "tlw5s0O10E9zU",
			CompetitorsCount: repricer.Some(9), BuyBoxShare24h: percent("61.5"), BuyBoxShare7d: percent("58"),
			LastDecision: repricer.Some(repricer.LastDecision{
				Verdict: repricer.VerdictKeep, Reason: repricer.ReasonBelowMinChange, Price: money.MustParse("19.98"), At: noon.Add(-time.Second),
			}),
			LastChange:   repricer.Some(repricer.ChangeMark{ID: 4711, At: noon.Add(-2 * time.Second)}),
			DecidedFloor: amount("11.11"), BreakEven: amount("9.87"),
			NextDueAt: repricer.Some(noon.Add(time.Minute)), LastEventAt: repricer.Some(noon.Add(-time.Minute)),
			OffersAt: repricer.Some(noon.Add(-2 * time.Minute)),
		},
		Version: 7, CreatedAt: noon.Add(-24 * time.Hour), UpdatedAt: noon,
	}
}

func fullSettings() repricer.SettingsValues {
	return repricer.SettingsValues{
		Enabled: true, SubmissionMode: repricer.SubmitLive, DefaultStrategyID: repricer.Some(repricer.StrategyID(12)),
		DefaultMode: repricer.ModeManual, DefaultPriority: repricer.PriorityLow, DefaultLimits: fullRow().Limits,
		OwnSellerIDs: []string{"A1", "B2"}, MaxOfferAgeMinutes: 61,
		MinIntervalSeconds: repricer.Intervals{Fast: 1, Normal: 2, Low: 3}, MaxChangesPerDay: 97,
		MaxDailyChangePercent: percent("33"), AnomalyPercent: money.MustParsePercent("41.5"),
		CircuitBreaker: repricer.Breaker{
			PerRowPercent: money.MustParsePercent("26"), PerRunRowsPercent: money.MustParsePercent("21"), Action: repricer.BreakerHold,
		},
		SweepIntervalMinutes: 361, Timezone: "Europe/Berlin", Schedules: fullSchedule(),
		Notify: repricer.Notify{
			Email: repricer.Some("a@example.org"), WebhookURL: repricer.Some("https://example.org/hook"),
			Events: []repricer.NotifyEvent{repricer.NotifyPriceRejected, repricer.NotifyHold},
		},
	}
}

func fullSchedule() []repricer.Window {
	at := func(s string) repricer.TimeOfDay {
		v, err := repricer.ParseTimeOfDay(s)
		if err != nil {
			panic(err)
		}
		return v
	}
	return []repricer.Window{{
		Days: []repricer.Day{repricer.Saturday, repricer.Monday}, From: at("22:30"), To: at("06:05"),
		Timezone: repricer.Some("Asia/Tokyo"), Action: repricer.WindowPercent, Percent: percent("-12.5"),
	}}
}

func fullStrategy() repricer.StrategyValues {
	rival := func(by string) repricer.Maybe[repricer.RivalRule] {
		return repricer.Some(repricer.RivalRule{Action: repricer.RivalAbove, By: money.MustParse(by), ByType: repricer.ByPercent})
	}
	return repricer.StrategyValues{
		Name: "Alles \"an\" ✓", Type: repricer.TypeCompetitor, Enabled: true, MarketplaceIDs: []marketplace.ID{gb, de},
		CompeteWith: repricer.Some(repricer.TargetLowestFBA), FallbackTargets: []repricer.Target{repricer.TargetLowest, repricer.TargetAmazon},
		Action: repricer.Some(repricer.ActionBelow), By: money.MustParse("0.01"), ByType: repricer.ByPercent,
		VsAmazon: rival("1"), VsFBA: rival("2"), VsFBM: rival("3"),
		Filters: repricer.Some(repricer.Filters{
			IncludeSellers: []string{"S1"}, ExcludeSellers: []string{"S2", "S3"}, ExcludeAmazon: true,
			Fulfillment: []repricer.Fulfillment{repricer.FBM}, MinFeedbackCount: repricer.Some(10), MinRatingPercent: percent("90"),
			MaxHandlingHours: repricer.Some(48), ShipsFrom: []string{"DE"}, ExcludeShipsFrom: []string{"CN"}, FeaturedOnly: true,
			AvailableNowOnly: true, MinSubCondition: repricer.Some(repricer.SubGood), IgnoreBelowPercentOfMedian: percent("55"),
		}),
		OnNoCompetition: repricer.NoCompetitionMax, OnBelowMin: repricer.BelowMinNextAbove, OnOwnBuyBox: repricer.OwnBoxStepUp,
		OnSuppressedBuyBox: repricer.SuppressedStepDown, OnLostAfterRaise: repricer.LostCompete, RaiseWhenNotWinning: true,
		RaiseGap: amount("0.02"), Step: amount("0.5"), StepType: repricer.ByPercent, StepIntervalMinutes: repricer.Some(30),
		MinChange:  money.MustParse("0.05"),
		PriceWar:   repricer.Some(repricer.PriceWar{MaxDrops: 5, WindowMinutes: 60, Action: repricer.WarMax, CooldownMinutes: 120}),
		FixedPrice: amount("25"), WindowDays: repricer.Some(8), HighUnits: repricer.Some(20), LowUnits: repricer.Some(4),
		DaysOfSupplyTarget: repricer.Some(30), LockDays: repricer.Some(2), Schedule: fullSchedule(),
	}
}

// requireFull fails for a member that was forgotten above: a member that is
// zero would survive without being stored.
func requireFull(t *testing.T, v reflect.Value, at string) {
	t.Helper()
	switch v.Interface().(type) {
	case time.Time, money.Amount, money.Percent, repricer.TimeOfDay:
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
		require.Equal(t, repricer.Some(repricer.StrategyID(12)), standard)
	})
}

func TestEveryMemberOfAStrategyIsStored(t *testing.T) {
	requireFull(t, reflect.ValueOf(fullStrategy()), "strategy")
	each(t, func(t *testing.T, w world) {
		want := repricer.StrategySnapshot{ID: 1, Team: ours, Values: fullStrategy(), Version: 3, CreatedAt: noon, UpdatedAt: noon.Add(time.Second)}
		full, err := repricer.RestoreStrategy(want)
		require.NoError(t, err)
		var made repricer.StrategyID
		w.in(t, func(ctx context.Context) {
			made, err = w.strategies.Insert(ctx, full)
			require.NoError(t, err)
		})
		want.ID = made
		got, err := w.strategies.Get(t.Context(), ours, made)
		require.NoError(t, err)
		require.Equal(t, want, got.StrategySnapshot)
		// Saving stores every member too, save for the type, which never changes.
		var least repricer.Strategy
		w.in(t, func(ctx context.Context) {
			loaded, err := w.strategies.LoadLocked(ctx, ours, []repricer.StrategyID{made})
			require.NoError(t, err)
			require.Len(t, loaded, 1)
			require.Equal(t, want, loaded[0].Snapshot())
			small, err := repricer.NewStrategy(ours, matching("Klein"), noon)
			require.NoError(t, err)
			s := small.Snapshot()
			s.ID, s.Version, s.CreatedAt, s.UpdatedAt = made, 4, noon, noon.Add(time.Hour)
			changed, err := repricer.RestoreStrategy(s)
			require.NoError(t, err)
			require.NoError(t, w.strategies.Save(ctx, changed))
			least = *changed
		})
		got, err = w.strategies.Get(t.Context(), ours, made)
		require.NoError(t, err)
		require.Equal(t, least.Snapshot(), got.StrategySnapshot)
		w.in(t, func(ctx context.Context) {
			loaded, err := w.strategies.LoadLocked(ctx, ours, []repricer.StrategyID{made})
			require.NoError(t, err)
			require.Len(t, loaded, 1)
			want.Version = 5
			changed, err := repricer.RestoreStrategy(want)
			require.NoError(t, err)
			require.NoError(t, w.strategies.Save(ctx, changed))
		})
		got, err = w.strategies.Get(t.Context(), ours, made)
		require.NoError(t, err)
		require.Equal(t, want, got.StrategySnapshot)
	})
}
