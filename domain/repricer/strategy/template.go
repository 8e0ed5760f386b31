package strategy

import (
	"reflect"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer/decision"
)

// Template names a built-in strategy. Templates are not stored: a strategy created from one copies
// its values, which later versions of the template do not change.
type Template string

// The templates.
const (
	// TemplateMatchBox matches the buy box price.
	TemplateMatchBox Template = "match_buy_box"
	// TemplateWinBox goes a cent below the buy box.
	TemplateWinBox Template = "win_buy_box"
	// TemplateLowestFBA goes a cent below the lowest FBA offer, or the lowest offer if there is no
	// FBA offer.
	TemplateLowestFBA Template = "lowest_fba"
	// TemplateProfitFirst goes a cent below the buy box. While it has the box it raises by a
	// percent every four hours; a raise that loses the box is reverted and remembered. It does not
	// follow a price war.
	TemplateProfitFirst Template = "profit_first"
	// TemplateLiquidate sells off, at a loss if need be: below every rival, the minimum
	// without rivals.
	TemplateLiquidate Template = "liquidate"
	// TemplatePrivateLabel moves the price by own sales.
	TemplatePrivateLabel Template = "private_label"
)

var templates = []Template{
	TemplateMatchBox, TemplateWinBox, TemplateLowestFBA, TemplateProfitFirst, TemplateLiquidate, TemplatePrivateLabel,
}

// Words lists the values.
func (Template) Words() []Template { return templates }

// Values are the template's members under its own name.
func (t Template) Values() Values {
	return t.patch(string(t)).over(defaults()).clone()
}

// FromTemplate is the patch of a new strategy that copies a template. No other member may be given
// with it, because it would be unclear which value wins.
func FromTemplate(t Template, name optional.Field[string], rest Patch) (Patch, error) {
	if !words.Known(t) {
		return Patch{}, fault.New(fault.Invalid, fault.CodeValidationFailed, "template "+words.Choices[Template]()).At("/template")
	}
	if !reflect.ValueOf(rest).IsZero() {
		return Patch{}, check.Rule(fault.CodeInvalidStrategy, "/template",
			"A template stands alone with name; change the strategy after it was made.")
	}
	p := t.patch("")
	p.Name = name
	return p, nil
}

func (t Template) patch(name string) Patch {
	cent := money.MustParse("0.01")
	p := Patch{
		Name: optional.Put(name), Type: optional.Put(decision.TypeCompetitor), CompeteWith: optional.Put(decision.TargetBuyBox), FallbackTargets: optional.Put([]decision.Target{decision.TargetLowest}),
		Action: optional.Put(decision.ActionMatch), OnNoCompetition: optional.Put(decision.NoCompetitionMax),
	}
	switch t {
	case TemplateWinBox:
		p.Action, p.By = optional.Put(decision.ActionBelow), optional.Put(cent)
		p.OnSuppressedBuyBox = optional.Put(decision.SuppressedLowest)
	case TemplateLowestFBA:
		p.CompeteWith = optional.Put(decision.TargetLowestFBA)
		p.Action, p.By = optional.Put(decision.ActionBelow), optional.Put(cent)
	case TemplateProfitFirst:
		p.Action, p.By = optional.Put(decision.ActionBelow), optional.Put(cent)
		p.OnOwnBuyBox, p.OnBelowMin = optional.Put(decision.OwnBoxStepUp), optional.Put(decision.BelowMinNextAbove)
		p.Step, p.StepType, p.StepIntervalMinutes = optional.Put(money.MustParse("1")), optional.Put(decision.ByPercent), optional.Put(240)
		p.OnSuppressedBuyBox = optional.Put(decision.SuppressedLowest)
		p.PriceWar = optional.Put(decision.PriceWar{MaxDrops: 5, WindowMinutes: 60, Action: decision.PriceWarHold, CooldownMinutes: 120})
	case TemplateLiquidate:
		p.CompeteWith, p.FallbackTargets = optional.Put(decision.TargetLowest), optional.Field[[]decision.Target]{}
		p.Action, p.By = optional.Put(decision.ActionBelow), optional.Put(cent)
		p.OnNoCompetition, p.OnOwnBuyBox = optional.Put(decision.NoCompetitionMin), optional.Put(decision.OwnBoxCompete)
		p.AllowLoss = optional.Put(true)
	case TemplatePrivateLabel:
		p = Patch{
			Name: optional.Put(name), Type: optional.Put(decision.TypeVelocity), WindowDays: optional.Put(7), HighUnits: optional.Put(14), LowUnits: optional.Put(3),
			Step: optional.Put(money.MustParse("2")), StepType: optional.Put(decision.ByPercent), LockDays: optional.Put(2), OnNoCompetition: optional.Put(decision.NoCompetitionKeep),
		}
	}
	return p
}
