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
	// TemplateMatchBox matches the buy box price. If the box is below the floor, it matches the
	// next offer above the floor.
	TemplateMatchBox Template = "match_buy_box"
	// TemplateWinBox goes 0.2 percent below the buy box.
	TemplateWinBox Template = "win_buy_box"
	// TemplateLowestFBA goes 0.2 percent below the lowest FBA offer, or the lowest offer if there
	// is no FBA offer.
	TemplateLowestFBA Template = "lowest_fba"
	// TemplateProfitFirst goes 0.2 percent below the buy box, and matches Amazon, which answers at
	// once and has the box at the same price. While it has the box it raises by a percent every
	// four hours; a raise that loses the box is reverted and remembered.
	TemplateProfitFirst Template = "profit_first"
	// TemplateLiquidate sells off, at a loss if need be: 0.2 percent below every rival, the minimum
	// without rivals.
	TemplateLiquidate Template = "liquidate"
	// TemplatePrivateLabel moves the price by own sales.
	TemplatePrivateLabel Template = "private_label"
)

func (Template) Words() []Template {
	return []Template{
		TemplateMatchBox, TemplateWinBox, TemplateLowestFBA, TemplateProfitFirst, TemplateLiquidate, TemplatePrivateLabel,
	}
}

// Values returns the template's members under its own name.
func (t Template) Values() Values {
	return t.patch(string(t)).over(defaults()).clone()
}

// FromTemplate returns the patch of a new strategy that copies a template. No other member may be
// given with it, because it would be unclear which value wins.
func FromTemplate(t Template, name optional.Field[string], rest Patch) (Patch, error) {
	if !words.Known(t) {
		return Patch{}, fault.New(fault.Invalid, fault.CodeValidationFailed, "template "+words.Choices[Template]()).At("/template")
	}
	if !reflect.ValueOf(rest).IsZero() {
		return Patch{}, check.Rule(fault.CodeInvalidStrategy, "/template",
			"A template takes only a name; change the strategy after it was made.")
	}
	p := t.patch("")
	p.Name = name
	return p, nil
}

// patch returns values that the evaluation chose: docs/measurements.md lists their profits.
func (t Template) patch(name string) Patch {
	if t == TemplatePrivateLabel {
		return Patch{
			Name: optional.Put(name), Type: optional.Put(decision.TypeVelocity), WindowDays: optional.Put(7), HighUnits: optional.Put(14), LowUnits: optional.Put(3),
			Step: optional.Put(money.MustParse("2")), StepType: optional.Put(decision.ByPercent), LockDays: optional.Put(2), OnNoCompetition: optional.Put(decision.NoCompetitionKeep),
		}
	}
	p := Patch{
		Name: optional.Put(name), Type: optional.Put(decision.TypeCompetitor), CompeteWith: optional.Put(decision.TargetBuyBox), FallbackTargets: optional.Put([]decision.Target{decision.TargetLowest}),
		Action: optional.Put(decision.ActionBelow), By: optional.Put(money.MustParse("0.2")), ByType: optional.Put(decision.ByPercent),
		OnNoCompetition: optional.Put(decision.NoCompetitionMax),
		MinChange:       optional.Put(money.MustParse("0.05")), MinChangePercent: optional.Put(money.MustParsePercent("0.2")), SmallChangeIntervalMinutes: optional.Put(480),
	}
	falls, hours := 2, 12
	switch t {
	case TemplateMatchBox:
		p.Action, p.By, p.ByType = optional.Put(decision.ActionMatch), optional.Field[money.Amount]{}, optional.Field[decision.Measure]{}
		p.OnBelowMin = optional.Put(decision.BelowMinNextAbove)
		// A fall to a rival's price is an answer, not an attack.
		falls, hours = 6, 6
	case TemplateWinBox:
		p.OnSuppressedBuyBox = optional.Put(decision.SuppressedLowest)
	case TemplateLowestFBA:
		p.CompeteWith = optional.Put(decision.TargetLowestFBA)
	case TemplateProfitFirst:
		p.OnOwnBuyBox, p.OnBelowMin = optional.Put(decision.OwnBoxStepUp), optional.Put(decision.BelowMinNextAbove)
		p.Step, p.StepType, p.StepIntervalMinutes = optional.Put(money.MustParse("1")), optional.Put(decision.ByPercent), optional.Put(240)
		p.OnSuppressedBuyBox = optional.Put(decision.SuppressedLowest)
		p.VsAmazon = optional.Put(decision.RivalRule{Action: decision.RivalMatch, ByType: decision.ByAmount})
		falls = 4
		// A step of cheap products is less than 0.05, and has to be sent.
		p.MinChange = optional.Field[money.Amount]{}
	case TemplateLiquidate:
		p.CompeteWith, p.FallbackTargets = optional.Put(decision.TargetLowest), optional.Field[[]decision.Target]{}
		p.OnNoCompetition, p.OnOwnBuyBox = optional.Put(decision.NoCompetitionMin), optional.Put(decision.OwnBoxCompete)
		p.AllowLoss = optional.Put(true)
		falls = 4
	}
	p.PriceWar = optional.Put(decision.PriceWar{MaxDrops: falls, WindowMinutes: hours * 60, Action: decision.PriceWarHold})
	return p
}
