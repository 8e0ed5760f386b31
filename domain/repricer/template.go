package repricer

import (
	"reflect"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
)

// Template names a built-in strategy. Templates are never stored: whoever uses
// one gets a strategy of his own with the template's values, which later
// versions of the template do not change.
type Template string

// The templates.
const (
	// TemplateMatchBox matches the buy box.
	TemplateMatchBox Template = "match_buy_box"
	// TemplateWinBox goes a cent below the buy box.
	TemplateWinBox Template = "win_buy_box"
	// TemplateLowestFBA goes a cent below the lowest offer shipped by Amazon, and
	// where there is none below the lowest one.
	TemplateLowestFBA Template = "lowest_fba"
	// TemplateProfitFirst goes a cent below the buy box and, while it has it,
	// tries a percent more every four hours; what loses the box is taken back and
	// remembered. It does not follow prices in a war.
	TemplateProfitFirst Template = "profit_first"
	// TemplateLiquidate sells off: below everybody, the minimum when alone.
	TemplateLiquidate Template = "liquidate"
	// TemplatePrivateLabel moves the price by own sales.
	TemplatePrivateLabel Template = "private_label"
)

var templates = []Template{
	TemplateMatchBox, TemplateWinBox, TemplateLowestFBA, TemplateProfitFirst, TemplateLiquidate, TemplatePrivateLabel,
}

func (Template) words() []Template { return templates }

// Values are the template's members under its own name.
func (t Template) Values() StrategyValues {
	return t.patch(string(t)).over(defaultStrategy()).clone()
}

// FromTemplate makes the patch of a new strategy that is a copy of a template.
// Nothing else may be given with it: two sources of a member would leave open
// which of them wins.
func FromTemplate(t Template, name Field[string], rest StrategyPatch) (StrategyPatch, error) {
	if !known(t) {
		return StrategyPatch{}, fault.New(fault.Invalid, fault.CodeValidationFailed, "template "+choices[Template]()).At("/template")
	}
	if !reflect.ValueOf(rest).IsZero() {
		return StrategyPatch{}, rule(fault.CodeInvalidStrategy, "/template",
			"A template stands alone with name; change the strategy after it was made.")
	}
	p := t.patch("")
	p.Name = name
	return p, nil
}

func (t Template) patch(name string) StrategyPatch {
	cent := money.MustParse("0.01")
	p := StrategyPatch{
		Name: Put(name), Type: Put(TypeCompetitor), CompeteWith: Put(TargetBuyBox), FallbackTargets: Put([]Target{TargetLowest}),
		Action: Put(ActionMatch), OnNoCompetition: Put(NoCompetitionMax),
	}
	switch t {
	case TemplateWinBox:
		p.Action, p.By = Put(ActionBelow), Put(cent)
		p.OnSuppressedBuyBox = Put(SuppressedLowest)
	case TemplateLowestFBA:
		p.CompeteWith = Put(TargetLowestFBA)
		p.Action, p.By = Put(ActionBelow), Put(cent)
	case TemplateProfitFirst:
		p.Action, p.By = Put(ActionBelow), Put(cent)
		p.OnOwnBuyBox, p.OnBelowMin = Put(OwnBoxStepUp), Put(BelowMinNextAbove)
		p.Step, p.StepType, p.StepIntervalMinutes = Put(money.MustParse("1")), Put(ByPercent), Put(240)
		p.OnSuppressedBuyBox = Put(SuppressedLowest)
		p.PriceWar = Put(PriceWar{MaxDrops: 5, WindowMinutes: 60, Action: WarHold, CooldownMinutes: 120})
	case TemplateLiquidate:
		p.CompeteWith, p.FallbackTargets = Put(TargetLowest), Field[[]Target]{}
		p.Action, p.By = Put(ActionBelow), Put(cent)
		p.OnNoCompetition, p.OnOwnBuyBox = Put(NoCompetitionMin), Put(OwnBoxCompete)
	case TemplatePrivateLabel:
		p = StrategyPatch{
			Name: Put(name), Type: Put(TypeVelocity), WindowDays: Put(7), HighUnits: Put(14), LowUnits: Put(3),
			Step: Put(money.MustParse("2")), StepType: Put(ByPercent), LockDays: Put(2), OnNoCompetition: Put(NoCompetitionKeep),
		}
	}
	return p
}
