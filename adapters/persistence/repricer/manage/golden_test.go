package manage

import (
	"bytes"
	"encoding/json"
	"testing"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/schedule"
	"sellingassistant/test/golden"
)

func TestGoldens(t *testing.T) {
	t.Parallel()
	windows := []windowBody{{
		Days: []schedule.Day{"mon", "sun"}, From: "22:00", To: "06:00", Timezone: new("Europe/Berlin"),
		Action: "percent", Percent: new(int64(-50_000)),
	}}
	golden.Check(t, strategyBody{
		CompeteWith: new(decision.TargetBuyBox), FallbackTargets: []decision.Target{decision.TargetLowest},
		Action: new(decision.ActionBelow), By: 100,
		ByType: decision.ByAmount, VsAmazon: &rivalBody{Action: "match", By: 200, ByType: decision.ByPercent},
		VsFBA: &rivalBody{Action: "below", By: 300, ByType: decision.ByAmount},
		VsFBM: &rivalBody{Action: "ignore", By: 400, ByType: decision.ByAmount},
		Filters: &filtersBody{
			IncludeSellers: []string{"A1"}, ExcludeSellers: []string{"A2"}, ExcludeAmazon: true,
			Fulfillment:      []decision.Fulfillment{"fba"},
			MinFeedbackCount: new(20), MinRatingPercent: new(int64(900_000)), MaxHandlingHours: new(48),
			ShipsFrom:        []string{"US"},
			ExcludeShipsFrom: []string{"CN"}, FeaturedOnly: true, AvailableNowOnly: true,
			MinSubCondition:            new(decision.SubCondition("good")),
			IgnoreBelowPercentOfMedian: new(int64(600_000)),
		},
		OnNoCompetition: "max", OnBelowMin: "next_above", OnOwnBuyBox: "step_up", OnSuppressedBuyBox: "lowest",
		OnLostAfterRaise: "revert",
		OnRestock:        "max", RaiseWhenNotWinning: true, RaiseGap: new(int64(1_000)), Step: new(int64(2_000)),
		StepType:            decision.ByPercent,
		StepIntervalMinutes: new(30), MinChange: 500, MinChangePercent: 2_000, SmallChangeIntervalMinutes: new(480),
		AllowLoss:  true,
		PriceWar:   &priceWarBody{MaxDrops: 5, WindowMinutes: 60, Action: "hold", CooldownMinutes: 120},
		FixedPrice: new(int64(199_000)), WindowDays: new(7), HighUnits: new(30), LowUnits: new(10),
		DaysOfSupplyTarget: new(45), LockDays: new(1),
		Schedule: windows,
	})
	golden.CheckForm(t, "settingsBody", settingsBody{
		Enabled: true, SubmissionMode: decision.SubmitLive, DefaultMode: decision.ModeAuto,
		DefaultPriority: repricer.PriorityFast,
		DefaultLimits: limitsBody{
			MinPrice: new(int64(100_000)), MaxPrice: new(int64(900_000)), MaxChange: new(int64(30_000)),
			MaxChangePercent: new(int64(200_000)),
			MinPriceMode:     "roi", TargetROI: new(int64(250_000)), TargetMargin: new(int64(150_000)),
			MinPriceMarkup:     new(int64(20_000)),
			MinPriceMarkupType: decision.ByAmount, MissingCostFallback: "skip",
		},
		DefaultPostage: new(int64(41_900)), LossGuard: repricer.LossGuardOn, AvoidFeeCliffs: true,
		OwnSellerIDs:       []string{"A1OTHER"},
		MaxOfferAgeMinutes: 90, MinIntervalSeconds: intervalsBody{Fast: 60, Normal: 120, Low: 600},
		MaxChangesPerDay:      24,
		MaxDailyChangePercent: new(int64(600_000)), AnomalyPercent: 450_000, MaxRisePercent: 1_500_000,
		CircuitBreaker:       breakerBody{PerRowPercent: 400_000, PerRunRowsPercent: 250_000, Action: "hold"},
		SweepIntervalMinutes: 45,
		Timezone:             "Europe/Berlin", Schedules: windows,
		Pauses: []pauseBody{{From: "2026-12-24", To: "2026-12-26", MarketplaceIDs: []marketplace.ID{marketplace.US}}},
		Notify: notifyBody{Email: new("pricing@example.com"), WebhookURL: new("https://example.com/hook"),
			Events: []repricer.NotifyEvent{repricer.NotifyHold}},
	}, golden.Form[settingsBody]{Write: golden.JSON[settingsBody]().Write, Read: readSettings})
}

// readSettings refuses unknown members, which the type's own reading skips.
func readSettings(text []byte) (b settingsBody, err error) {
	type plain settingsBody
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(new(plain)); err != nil {
		return b, err
	}
	return b, json.Unmarshal(text, &b)
}
