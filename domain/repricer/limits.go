package repricer

import (
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
)

// Limits bound the price of a row. Amounts are in the row's currency.
type Limits struct {
	MinPrice  Maybe[money.Amount]
	MaxPrice  Maybe[money.Amount]
	MaxChange Maybe[money.Amount]
	// MaxChangePercent is a percentage of the live price, above 0 and at most 100.
	MaxChangePercent Maybe[money.Percent]
	MinPriceMode     MinPriceMode
	// TargetROI is a percentage of the cost, not below 0.
	TargetROI Maybe[money.Percent]
	// TargetMargin is a percentage of the net price, not below 0 and below 100.
	TargetMargin Maybe[money.Percent]
	// MinPriceMarkup is an amount or a percentage, as MinPriceMarkupType says; not below 0.
	MinPriceMarkup      Maybe[money.Amount]
	MinPriceMarkupType  Measure
	MissingCostFallback MissingCostFallback
}

// DefaultLimits are limits in which nothing is set.
func DefaultLimits() Limits {
	return Limits{MinPriceMode: MinPriceManual, MinPriceMarkupType: ByAmount, MissingCostFallback: FallbackError}
}

// LimitsPatch changes limits member by member: absent keeps, null clears an
// amount and puts the default of a word back.
type LimitsPatch struct {
	MinPrice            Field[money.Amount]
	MaxPrice            Field[money.Amount]
	MaxChange           Field[money.Amount]
	MaxChangePercent    Field[money.Percent]
	MinPriceMode        Field[MinPriceMode]
	TargetROI           Field[money.Percent]
	TargetMargin        Field[money.Percent]
	MinPriceMarkup      Field[money.Amount]
	MinPriceMarkupType  Field[Measure]
	MissingCostFallback Field[MissingCostFallback]
}

// Over returns l changed by p. It checks nothing.
func (p LimitsPatch) Over(l Limits) Limits {
	d := DefaultLimits()
	return Limits{
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

// check looks at each member by itself.
func (p LimitsPatch) check(f *faults, at string) {
	fieldPositive(f, at+"/min_price", p.MinPrice)
	fieldPositive(f, at+"/max_price", p.MaxPrice)
	fieldPositive(f, at+"/max_change", p.MaxChange)
	fieldShare(f, at+"/max_change_percent", p.MaxChangePercent)
	fieldWord(f, at+"/min_price_mode", p.MinPriceMode)
	if v, ok := p.TargetROI.Given(); ok && v.Cmp(zeroPercent) < 0 {
		f.add(fault.CodeOutOfRange, at+"/target_roi", "must not be below 0")
	}
	if v, ok := p.TargetMargin.Given(); ok && (v.Cmp(zeroPercent) < 0 || v.Cmp(hundred) >= 0) {
		f.add(fault.CodeOutOfRange, at+"/target_margin", "must not be below 0 and must be below 100")
	}
	fieldNotNegative(f, at+"/min_price_markup", p.MinPriceMarkup)
	fieldWord(f, at+"/min_price_markup_type", p.MinPriceMarkupType)
	fieldWord(f, at+"/missing_cost_fallback", p.MissingCostFallback)
}

// crossed refuses a patch whose own minimum is above its own maximum: it could
// hold for no row.
func (p LimitsPatch) crossed(at string) error {
	least, hasLeast := p.MinPrice.Given()
	most, hasMost := p.MaxPrice.Given()
	if hasLeast && hasMost && least.Cmp(most) > 0 {
		return minAboveMax(at)
	}
	return nil
}

// crossed refuses a minimum above the maximum.
func (l Limits) crossed(at string) error {
	least, hasLeast := l.MinPrice.Get()
	most, hasMost := l.MaxPrice.Get()
	if hasLeast && hasMost && least.Cmp(most) > 0 {
		return minAboveMax(at)
	}
	return nil
}

func minAboveMax(at string) error {
	return rule(fault.CodeInvalidLimits, at+"/min_price", "min_price must not be above max_price.")
}

// priceable refuses a price finer than the currency's smallest unit.
func (l Limits) priceable(c money.Currency, at string) error {
	for _, p := range []struct {
		name  string
		price Maybe[money.Amount]
	}{{"min_price", l.MinPrice}, {"max_price", l.MaxPrice}} {
		if v, ok := p.price.Get(); ok && !v.Fits(c) {
			return fault.Newf(fault.Rule, fault.CodeInvalidLimits,
				"%s has more decimals than %s allows (%d).", p.name, c, c.Decimals()).At(at + "/" + p.name)
		}
	}
	return nil
}

// Possible refuses limits that no row of a currency can have: prices finer than
// it allows, and a minimum above the maximum (invalid_limits).
func (l Limits) Possible(c money.Currency, at string) error {
	if err := l.priceable(c, at); err != nil {
		return err
	}
	return l.crossed(at)
}

// complete refuses limits from which no floor follows: without a floor there
// is no automatic price.
func (l Limits) complete(at string) error {
	name, there := "min_price", l.MinPrice.Known()
	switch l.MinPriceMode {
	case MinPriceROI:
		name, there = "target_roi", l.TargetROI.Known()
	case MinPriceMargin:
		name, there = "target_margin", l.TargetMargin.Known()
	case MinPriceMarkup:
		name, there = "min_price_markup", l.MinPriceMarkup.Known()
	}
	if there {
		return nil
	}
	return fault.Newf(fault.Rule, fault.CodeInvalidLimits,
		"%s is needed for min_price_mode %s unless mode is off.", name, l.MinPriceMode).At(at + "/" + name)
}

// wellFormed reports whether the words are known, for restoring.
func (l Limits) wellFormed() bool {
	return known(l.MinPriceMode) && known(l.MinPriceMarkupType) && known(l.MissingCostFallback)
}
