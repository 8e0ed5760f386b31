package strategy_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
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
	}}
	want := map[strategy.Template]strategy.Values{"match_buy_box": common}
	win := common
	win.Action, win.By, win.OnSuppressedBuyBox = optional.Some(decision.ActionBelow), eur("0.01"), "lowest"
	want["win_buy_box"] = win
	fba := common
	fba.CompeteWith = optional.Some(decision.TargetLowestFBA)
	fba.Action, fba.By = optional.Some(decision.ActionBelow), eur("0.01")
	want["lowest_fba"] = fba
	profit := common
	profit.Action, profit.By, profit.OnSuppressedBuyBox = optional.Some(decision.ActionBelow), eur("0.01"), "lowest"
	profit.OnOwnBuyBox, profit.OnBelowMin = "step_up", "next_above"
	profit.Step, profit.StepType, profit.StepIntervalMinutes = optional.Some(eur("1")), "percent", optional.Some(240)
	profit.PriceWar = optional.Some(decision.PriceWar{MaxDrops: 5, WindowMinutes: 60, Action: "hold", CooldownMinutes: 120})
	want["profit_first"] = profit
	off := fba
	off.CompeteWith, off.FallbackTargets = optional.Some(decision.TargetLowest), []decision.Target{}
	off.OnNoCompetition, off.OnOwnBuyBox, off.AllowLoss = "min", "compete", true
	want["liquidate"] = off
	label := common
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
		// A template can be used as it is.
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
