package decision

import (
	"cmp"
	"math/big"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/profit"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/repricer/decision/exact"
)

// Sale describes a sale of the row at its live price.
func (f *Row) Sale(fees profit.Fees) profit.Sale {
	postage, _ := f.postage()
	return profit.Sale{
		Currency: f.Currency, Merchant: true, Price: f.Price, Shipping: f.Shipping, Fees: fees,
		Costs: profit.Costs{Cost: f.Cost, Postage: optional.Some(money.FromUnits(postage))},
		VAT:   vat.Settings{Scheme: cmp.Or(f.VATScheme, vat.SchemeStandard), Rate: f.VATPercent, Flat: f.VATFlat},
	}
}

// markup raises the total that breaks even, by an amount or a percentage.
type markup struct {
	amount  money.Amount
	percent bool
}

// target returns the aim of the row's calculated floor; false without its target.
func (f *Row) target() (a profit.Aim, m markup, complete bool) {
	switch f.Limits.MinPriceMode {
	case MinPriceROI:
		a.ROI, complete = f.Limits.TargetROI.Get()
	case MinPriceMargin:
		a.Margin, complete = f.Limits.TargetMargin.Get()
	case MinPriceMarkup:
		m.percent = f.Limits.MinPriceMarkupType == ByPercent
		m.amount, complete = f.Limits.MinPriceMarkup.Get()
	case MinPriceManual:
	}
	return a, m, complete
}

// lowest finds the lowest listing price that reaches an aim by the row's own fees, which are not
// rounded. Worked cases and inputs without bounds count so. With two brackets it is the lowest
// price that reaches the aim at the rate of its own bracket.
func (f *Row) lowest(a profit.Aim, m markup) optional.Maybe[money.Amount] {
	fees, known := f.Fees.Get()
	if !known || !f.Cost.Known() {
		return optional.None[money.Amount]()
	}
	formula := profit.NewFormula(f.Sale(profit.Fees{}))
	price := f.marked(formula, a, m, fees.ReferralPercent, new(big.Rat))
	upper, two := fees.Upper.Get()
	if !two {
		return price
	}
	limit := upper.Above.Units() - f.Shipping.Units()
	if p, ok := price.Get(); ok && p.Units() <= limit {
		return price
	}
	added := new(big.Rat)
	if upper.Marginal {
		added.SetInt64(fees.ReferralPercent.Units() - upper.ReferralPercent.Units())
		added.Mul(added, big.NewRat(upper.Above.Units(), exact.PercentUnit))
	}
	unit := f.Currency.Unit().Units()
	return optional.Convert(f.marked(formula, a, m, upper.ReferralPercent, added), func(p money.Amount) money.Amount {
		return money.FromUnits(max(p.Units(), exact.RoundDown(limit, unit)+unit))
	})
}

// marked finds the lowest listing price at one referral rate, with the markup on its total.
func (f *Row) marked(formula *profit.Formula, a profit.Aim, m markup, rate money.Percent, added *big.Rat) optional.Maybe[money.Amount] {
	none, fees := optional.None[money.Amount](), f.Fees.Or(FeeTerms{})
	fixed := big.NewRat(fees.Fixed.Units(), 1)
	root := formula.Root(rate, added.Add(added, fixed), a)
	least := formula.Root(money.Percent{}, fixed.Add(fixed, big.NewRat(fees.ReferralMin.Units(), 1)), a)
	if root == nil || least == nil {
		return none
	}
	if least.Cmp(root) > 0 {
		root = least
	}
	shipping := big.NewRat(f.Shipping.Units(), 1)
	total := root.Add(root, shipping)
	if m.percent {
		total.Mul(total, big.NewRat(exact.PercentUnit+m.amount.Units(), exact.PercentUnit))
	} else {
		total.Add(total, big.NewRat(m.amount.Units(), 1))
	}
	if total.Cmp(big.NewRat(exact.Most, 1)) > 0 {
		return none
	}
	total.Sub(total, shipping)
	unit := big.NewInt(f.Currency.Unit().Units())
	units := new(big.Int).Neg(total.Num())
	units.Div(units, new(big.Int).Mul(total.Denom(), unit)).Neg(units)
	return optional.Some(money.FromUnits(max(units.Mul(units, unit).Int64(), unit.Int64())))
}

// Bounded returns the row with the bounds that follow from its own fees.
func (f Row) Bounded() Row {
	if f.Bounds.Known() || !f.Cost.Known() || !f.Fees.Known() {
		return f
	}
	b := Bounds{BreakEven: solutionAt(f.BreakEven())}
	if a, m, ok := f.target(); ok {
		b.Floor = solutionAt(f.lowest(a, m))
	}
	f.Bounds = optional.Some(b)
	return f
}

func solutionAt(price optional.Maybe[money.Amount]) profit.Solution {
	return profit.Solution{First: price, Safe: price}
}
