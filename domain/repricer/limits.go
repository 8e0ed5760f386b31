package repricer

import (
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer/decision"
)

var hundred = money.MustParsePercent("100")

// LimitsPatch changes limits by member: absent keeps, null clears an amount and resets an enum to
// its default.
type LimitsPatch struct {
	MinPrice            optional.Field[money.Amount]
	MaxPrice            optional.Field[money.Amount]
	MaxChange           optional.Field[money.Amount]
	MaxChangePercent    optional.Field[money.Percent]
	MinPriceMode        optional.Field[decision.MinPriceMode]
	TargetROI           optional.Field[money.Percent]
	TargetMargin        optional.Field[money.Percent]
	MinPriceMarkup      optional.Field[money.Amount]
	MinPriceMarkupType  optional.Field[decision.Measure]
	MissingCostFallback optional.Field[decision.MissingCostFallback]
}

// Over applies the patch to l without checking it.
func (p LimitsPatch) Over(l decision.Limits) decision.Limits {
	d := decision.DefaultLimits()
	return decision.Limits{
		MinPrice:            p.MinPrice.Over(l.MinPrice),
		MaxPrice:            p.MaxPrice.Over(l.MaxPrice),
		MaxChange:           p.MaxChange.Over(l.MaxChange),
		MaxChangePercent:    p.MaxChangePercent.Over(l.MaxChangePercent),
		MinPriceMode:        p.MinPriceMode.OverDefault(l.MinPriceMode, d.MinPriceMode),
		TargetROI:           p.TargetROI.Over(l.TargetROI),
		TargetMargin:        p.TargetMargin.Over(l.TargetMargin),
		MinPriceMarkup:      p.MinPriceMarkup.Over(l.MinPriceMarkup),
		MinPriceMarkupType:  p.MinPriceMarkupType.OverDefault(l.MinPriceMarkupType, d.MinPriceMarkupType),
		MissingCostFallback: p.MissingCostFallback.OverDefault(l.MissingCostFallback, d.MissingCostFallback),
	}
}

// check checks each member by itself.
func (p LimitsPatch) check(f *check.Faults, at string) {
	check.FieldPositive(f, at+"/min_price", p.MinPrice)
	check.FieldPositive(f, at+"/max_price", p.MaxPrice)
	check.FieldPositive(f, at+"/max_change", p.MaxChange)
	check.FieldShare(f, at+"/max_change_percent", p.MaxChangePercent)
	check.FieldWord(f, at+"/min_price_mode", p.MinPriceMode)
	if v, ok := p.TargetROI.Given(); ok && v.Cmp(money.Percent{}) < 0 {
		f.Add(fault.CodeOutOfRange, at+"/target_roi", "must not be below 0")
	}
	if v, ok := p.TargetMargin.Given(); ok && (v.Cmp(money.Percent{}) < 0 || v.Cmp(hundred) >= 0) {
		f.Add(fault.CodeOutOfRange, at+"/target_margin", "must not be below 0 and must be below 100")
	}
	check.FieldNotNegative(f, at+"/min_price_markup", p.MinPriceMarkup)
	check.FieldWord(f, at+"/min_price_markup_type", p.MinPriceMarkupType)
	check.FieldWord(f, at+"/missing_cost_fallback", p.MissingCostFallback)
}

// crossed refuses a patch that sets its minimum above its own maximum: no row could accept it.
func (p LimitsPatch) crossed(at string) error {
	least, hasLeast := p.MinPrice.Given()
	most, hasMost := p.MaxPrice.Given()
	if hasLeast && hasMost && least.Cmp(most) > 0 {
		return minAboveMax(at)
	}
	return nil
}

// crossed refuses a minimum above the maximum.
func crossed(l decision.Limits, at string) error {
	least, hasLeast := l.MinPrice.Get()
	most, hasMost := l.MaxPrice.Get()
	if hasLeast && hasMost && least.Cmp(most) > 0 {
		return minAboveMax(at)
	}
	return nil
}

func minAboveMax(at string) error {
	return check.Rule(fault.CodeInvalidLimits, at+"/min_price", "min_price must not be above max_price.")
}

// priceable refuses a price finer than the currency's smallest unit.
func priceable(l decision.Limits, c money.Currency, at string) error {
	for _, p := range []struct {
		name  string
		price optional.Maybe[money.Amount]
	}{{"min_price", l.MinPrice}, {"max_price", l.MaxPrice}} {
		if v, ok := p.price.Get(); ok && !v.Fits(c) {
			return fault.Newf(fault.Rule, fault.CodeInvalidLimits,
				"%s has more decimals than %s allows (%d).", p.name, c, c.Decimals()).At(at + "/" + p.name)
		}
	}
	return nil
}

// CheckLimits refuses prices finer than the currency allows, and a minimum above the maximum
// (invalid_limits).
func CheckLimits(l decision.Limits, c money.Currency, at string) error {
	if err := priceable(l, c, at); err != nil {
		return err
	}
	return crossed(l, at)
}

// complete refuses limits that give no floor: without a floor there is no automatic price.
func complete(l decision.Limits, at string) error {
	name, there := "min_price", l.MinPrice.Known()
	switch l.MinPriceMode {
	case decision.MinPriceROI:
		name, there = "target_roi", l.TargetROI.Known()
	case decision.MinPriceMargin:
		name, there = "target_margin", l.TargetMargin.Known()
	case decision.MinPriceMarkup:
		name, there = "min_price_markup", l.MinPriceMarkup.Known()
	}
	if there {
		return nil
	}
	return fault.Newf(fault.Rule, fault.CodeInvalidLimits,
		"%s is needed for min_price_mode %s unless mode is off.", name, l.MinPriceMode).At(at + "/" + name)
}

// wellFormed reports whether all enum values are known; Restore uses it.
func wellFormed(l decision.Limits) bool {
	return words.Known(l.MinPriceMode) && words.Known(l.MinPriceMarkupType) && words.Known(l.MissingCostFallback)
}
