package strategy_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/schedule"
	"sellingassistant/domain/repricer/strategy"
)

func TestTemplates(t *testing.T) {
	t.Parallel()
	common := strategy.Values{Schedule: []schedule.Window{}, Strategy: decision.Strategy{
		Type: "competitor", Enabled: true, CompeteWith: optional.Some(decision.TargetBuyBox), FallbackTargets: []decision.Target{"lowest"},
		Action: optional.Some(decision.ActionMatch), ByType: "amount", OnNoCompetition: "max", OnBelowMin: "min", OnOwnBuyBox: "keep",
		OnSuppressedBuyBox: "keep", OnLostAfterRaise: "revert", OnRestock: "keep", StepType: "amount",
		MinChange: eur("0.05"), MinChangePercent: money.MustParsePercent("0.2"), SmallChangeIntervalMinutes: optional.Some(480),
	}}
	war := func(falls, minutes int) optional.Maybe[decision.PriceWar] {
		return optional.Some(decision.PriceWar{MaxDrops: falls, WindowMinutes: minutes, Action: "hold"})
	}
	match := common
	match.OnBelowMin, match.PriceWar = "next_above", war(6, 360)
	want := map[strategy.Template]strategy.Values{"match_buy_box": match}
	common.Action, common.By, common.ByType, common.PriceWar = optional.Some(decision.ActionBelow), eur("0.2"), "percent", war(2, 720)
	win := common
	win.OnSuppressedBuyBox = "lowest"
	want["win_buy_box"] = win
	fba := common
	fba.CompeteWith = optional.Some(decision.TargetLowestFBA)
	want["lowest_fba"] = fba
	profit := common
	profit.OnSuppressedBuyBox, profit.MinChange = "lowest", eur("0")
	profit.VsAmazon, profit.PriceWar = optional.Some(decision.RivalRule{Action: "match", ByType: "amount"}), war(4, 720)
	profit.OnOwnBuyBox, profit.OnBelowMin = "step_up", "next_above"
	profit.Step, profit.StepType, profit.StepIntervalMinutes = optional.Some(eur("1")), "percent", optional.Some(240)
	want["profit_first"] = profit
	off := fba
	off.CompeteWith, off.FallbackTargets = optional.Some(decision.TargetLowest), []decision.Target{}
	off.OnNoCompetition, off.OnOwnBuyBox, off.AllowLoss = "min", "compete", true
	off.PriceWar = war(4, 720)
	want["liquidate"] = off
	label := common
	label.By, label.ByType, label.PriceWar = eur("0"), "amount", optional.None[decision.PriceWar]()
	label.MinChange, label.MinChangePercent, label.SmallChangeIntervalMinutes = eur("0"), money.Percent{}, optional.None[int]()
	label.Type, label.CompeteWith, label.FallbackTargets = "velocity", optional.None[decision.Target](), []decision.Target{}
	label.Action, label.OnNoCompetition = optional.None[decision.Action](), "keep"
	label.WindowDays, label.HighUnits, label.LowUnits = optional.Some(7), optional.Some(14), optional.Some(3)
	label.Step, label.StepType, label.LockDays = optional.Some(eur("2")), "percent", optional.Some(2)
	want["private_label"] = label

	require.Len(t, want, len(words.Of[strategy.Template]()))
	for name, values := range want {
		values.Name, values.MarketplaceIDs = string(name), nil
		got := name.Values()
		got.MarketplaceIDs = nil
		require.Equal(t, values, got, name)
		// A template can be used unchanged.
		p, err := strategy.FromTemplate(name, put("Mine"), strategy.Patch{})
		require.NoError(t, err)
		made := strategyOf(t, p).Snapshot().Values
		values.Name, made.MarketplaceIDs = "Mine", nil
		require.Equal(t, values, made, name)
	}
}

func TestTemplateStandsAlone(t *testing.T) {
	t.Parallel()
	_, err := strategy.FromTemplate("win_buy_box", put("x"), strategy.Patch{Enabled: put(false)})
	requireFault(t, err, fault.Rule, fault.CodeInvalidStrategy, "/template")
	_, err = strategy.FromTemplate("win", put("x"), strategy.Patch{})
	requireFault(t, err, fault.Invalid, fault.CodeValidationFailed, "/template")
}
