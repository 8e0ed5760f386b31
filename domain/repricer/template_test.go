package repricer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/repricer"
)

func TestTemplates(t *testing.T) {
	t.Parallel()
	common := repricer.StrategyValues{
		Type: "competitor", Enabled: true, CompeteWith: repricer.Some(repricer.TargetBuyBox), FallbackTargets: []repricer.Target{"lowest"},
		Action: repricer.Some(repricer.ActionMatch), ByType: "amount", OnNoCompetition: "max", OnBelowMin: "min", OnOwnBuyBox: "keep",
		OnSuppressedBuyBox: "keep", OnLostAfterRaise: "revert", StepType: "amount", Schedule: []repricer.Window{},
	}
	want := map[repricer.Template]repricer.StrategyValues{"match_buy_box": common}
	win := common
	win.Action, win.By, win.OnSuppressedBuyBox = repricer.Some(repricer.ActionBelow), eur("0.01"), "lowest"
	want["win_buy_box"] = win
	fba := common
	fba.CompeteWith = repricer.Some(repricer.TargetLowestFBA)
	fba.Action, fba.By = repricer.Some(repricer.ActionBelow), eur("0.01")
	want["lowest_fba"] = fba
	profit := common
	profit.Action, profit.By, profit.OnSuppressedBuyBox = repricer.Some(repricer.ActionBelow), eur("0.01"), "lowest"
	profit.OnOwnBuyBox, profit.OnBelowMin = "step_up", "next_above"
	profit.Step, profit.StepType, profit.StepIntervalMinutes = readAmount("1"), "percent", repricer.Some(240)
	profit.PriceWar = repricer.Some(repricer.PriceWar{MaxDrops: 5, WindowMinutes: 60, Action: "hold", CooldownMinutes: 120})
	want["profit_first"] = profit
	off := fba
	off.CompeteWith, off.FallbackTargets = repricer.Some(repricer.TargetLowest), []repricer.Target{}
	off.OnNoCompetition, off.OnOwnBuyBox = "min", "compete"
	want["liquidate"] = off
	label := common
	label.Type, label.CompeteWith, label.FallbackTargets = "velocity", repricer.None[repricer.Target](), []repricer.Target{}
	label.Action, label.OnNoCompetition = repricer.None[repricer.Action](), "keep"
	label.WindowDays, label.HighUnits, label.LowUnits = repricer.Some(7), repricer.Some(14), repricer.Some(3)
	label.Step, label.StepType, label.LockDays = readAmount("2"), "percent", repricer.Some(2)
	want["private_label"] = label

	require.Len(t, want, len(repricer.Words[repricer.Template]()))
	for name, values := range want {
		values.Name, values.MarketplaceIDs = string(name), nil
		got := name.Values()
		got.MarketplaceIDs = nil
		require.Equal(t, values, got, name)
		// A template can be used as it is.
		p, err := repricer.FromTemplate(name, put("Mine"), repricer.StrategyPatch{})
		require.NoError(t, err)
		made := strategy(t, p).Snapshot().Values
		values.Name, made.MarketplaceIDs = "Mine", nil
		require.Equal(t, values, made, name)
	}
}

func TestTemplateStandsAlone(t *testing.T) {
	t.Parallel()
	_, err := repricer.FromTemplate("win_buy_box", put("x"), repricer.StrategyPatch{Enabled: put(false)})
	requireFault(t, err, fault.Rule, fault.CodeInvalidStrategy, "/template")
	_, err = repricer.FromTemplate("win", put("x"), repricer.StrategyPatch{})
	requireFault(t, err, fault.Invalid, fault.CodeValidationFailed, "/template")
}
