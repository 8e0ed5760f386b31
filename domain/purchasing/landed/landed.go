package landed

import (
	"cmp"
	"math/big"
	"math/bits"
	"slices"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Allocation names the basis for sharing a cost of the whole order.
type Allocation string

// The allocations. A cost with ByNone is owed and no part of the landed cost.
const (
	ByValue    Allocation = "by_value"
	ByQuantity Allocation = "by_quantity"
	ByWeight   Allocation = "by_weight"
	ByNone     Allocation = "none"
)

// Words lists them, the default first.
func (Allocation) Words() []Allocation { return []Allocation{ByValue, ByQuantity, ByWeight, ByNone} }

// Payee names who bills a cost.
type Payee string

// The payees. Only costs of the supplier are part of the amount owed to it.
const (
	BySupplier Payee = "supplier"
	ByOther    Payee = "other"
)

func (Payee) Words() []Payee { return []Payee{BySupplier, ByOther} }

// OtherCost has a cost of the whole order, such as duty. Below 0, such as for units that went back,
// it is part of no landed cost.
type OtherCost struct {
	Label      string
	Amount     money.Amount
	Currency   money.Currency
	Allocation Allocation
	// TaxRate ranges from 0 to 100.
	TaxRate money.Percent
	// Payee stays empty for the supplier in the order's currency, and for others elsewhere.
	Payee Payee
	// ExchangeRate converts 1 Currency to the currency of costs. It is absent if Currency is that
	// currency or the order's.
	ExchangeRate optional.Maybe[money.Rate]
}

// Paid returns who bills the cost, in an order with this currency.
func (o OtherCost) Paid(own money.Currency) Payee {
	switch {
	case o.Payee != "":
		return o.Payee
	case o.Currency == own:
		return BySupplier
	}
	return ByOther
}

// third reports a currency that is neither Currency nor CostCurrency.
func (t Terms) third(c money.Currency) bool { return c != t.Currency && c != t.CostCurrency }

// converted reports whether all rates into the currency of costs are known.
func (t Terms) converted() bool {
	return t.AppliedRate().Known() && !slices.ContainsFunc(t.Others, func(o OtherCost) bool {
		return t.third(o.Currency) && o.Amount.Units() != 0 && !o.ExchangeRate.Known()
	})
}

// Terms apply to the whole order. Amounts fit the units of their currencies.
type Terms struct {
	Currency     money.Currency
	CostCurrency money.Currency
	// Rate converts 1 Currency to CostCurrency; it is not needed if they are the same.
	Rate optional.Maybe[money.Rate]
	// Shipping and Discount have Currency, not below 0. A discount above the subtotal counts as the
	// subtotal.
	Shipping        money.Amount
	ShippingTaxRate money.Percent
	Discount        money.Amount
	Allocation      Allocation
	Others          []OtherCost
	// PricesIncludeTax applies to shipping and other costs too.
	PricesIncludeTax bool
	TaxRecoverable   bool
	// TaxOverride has the tax as invoiced, in Currency. It includes the tax of costs in Currency.
	TaxOverride optional.Maybe[money.Amount]
}

// Line has an item of the order; lines are in the order of their positions.
type Line struct {
	// Units counts the units that are due: ordered and not cancelled.
	Units int64
	// Free units exceed them without raising the total, so that each unit costs less.
	Free int64
	// UnitCost has the exact price of one unit in the order's currency.
	UnitCost optional.Maybe[money.Price]
	// Discount and TaxRate range from 0 to 100.
	Discount money.Percent
	TaxRate  money.Percent
	WeightG  optional.Maybe[int64]
}

// Maybe has an amount that may be unknown.
type Maybe = optional.Maybe[money.Amount]

// Item has the result of a line: in the order's currency, except other shares in their own and the
// landed cost in the currency of costs.
type Item struct {
	LineTotal     Maybe
	DiscountShare Maybe
	Net           Maybe
	// Tax includes the tax of the shares in the order's currency. Shares have no tax.
	Tax           Maybe
	ShippingShare Maybe
	// OtherShares have the order of Terms.Others.
	OtherShares []Maybe
	LandedTotal Maybe
	// LandedUnit has four decimals; it is absent if no unit is due.
	LandedUnit Maybe
}

// Sums has the sums of the order: Total is owed to the supplier, LandedTotal is in the currency of
// costs.
type Sums struct{ Subtotal, Tax, Total, LandedTotal Maybe }

// TooLarge reports a sum of more than fourteen digits.
func TooLarge() *fault.Error {
	return fault.New(fault.Rule, fault.CodeValidationFailed, "The amounts of the order are too large.")
}

// NeedsWeights reports whether a cost is shared by weight.
func (t Terms) NeedsWeights() bool {
	return t.Allocation == ByWeight && t.Shipping.Positive() ||
		slices.ContainsFunc(t.Others, func(o OtherCost) bool { return o.Allocation == ByWeight && o.Amount.Positive() })
}

// AppliedRate returns the rate into the currency of costs, if it is known.
func (t Terms) AppliedRate() optional.Maybe[money.Rate] {
	if t.Currency == t.CostCurrency {
		return optional.Some(money.One)
	}
	return t.Rate
}

// column has amounts of all lines in ten-thousandths, nil if an amount is unknown.
type column []int64

func (c column) sum() (total int64) {
	for _, v := range c {
		total += v
	}
	return total
}

func (c column) less(other column) column {
	out := make(column, len(c))
	for i, v := range c {
		out[i] = v - other[i]
	}
	return out
}

// contained subtracts the invoiced tax, at most the prices themselves, from prices that include it.
func contained(lines int, tax int64, unit money.Amount, gross, taxes column) (nets, shares column) {
	tax = min(tax, gross.sum())
	for _, base := range []column{taxes, gross} {
		shares = share(lines, tax, unit, base, gross)
		if nets = gross.less(shares); !slices.ContainsFunc(nets, func(n int64) bool { return n < 0 }) {
			break
		}
	}
	return nets, shares
}

// Compute finds the amounts of all lines and their sums, or a Rule fault of TooLarge.
func Compute(t Terms, lines []Line) ([]Item, Sums, error) {
	items, unit := make([]Item, len(lines)), t.Currency.Unit()
	fits := true
	round := func(x *big.Rat, step money.Amount) money.Amount {
		a, ok := money.HalfUp(x, step)
		fits = fits && ok
		return a
	}
	units, values, weights := make(column, len(lines)), make(column, len(lines)), make(column, len(lines))
	priced, weighed := true, true
	for i, l := range lines {
		items[i].OtherShares = make([]Maybe, len(t.Others))
		units[i], weights[i] = l.Units, l.WeightG.Or(0)*l.Units
		weighed = weighed && l.WeightG.Known()
		cost, ok := l.UnitCost.Get()
		if priced = priced && ok; !ok {
			continue
		}
		x := new(big.Rat).Mul(cost.Exact(), big.NewRat(l.Units, 1))
		total := round(x.Mul(x, new(big.Rat).Sub(big.NewRat(1, 1), l.Discount.Fraction())), unit)
		values[i], items[i].LineTotal = total.Units(), optional.Some(total)
	}
	if !priced {
		return items, Sums{}, bounded(fits)
	}
	subtotal := values.sum()
	off := share(len(lines), min(t.Discount.Units(), subtotal), unit, values)
	nets, taxes := make(column, len(lines)), make(column, len(lines))
	for i, l := range lines {
		x, rate := money.FromUnits(values[i]-off[i]), l.TaxRate.Fraction()
		if t.PricesIncludeTax {
			nets[i] = round(new(big.Rat).Quo(x.Exact(), rate.Add(rate, big.NewRat(1, 1))), unit).Units()
			taxes[i] = x.Units() - nets[i]
			continue
		}
		nets[i], taxes[i] = x.Units(), round(rate.Mul(rate, x.Exact()), unit).Units()
	}
	costs, costTax := t.costs(round)
	if tax, ok := t.TaxOverride.Get(); ok {
		goods := tax.Units() - costTax
		if t.PricesIncludeTax {
			nets, taxes = contained(len(lines), goods, unit, values.less(off), taxes)
		} else {
			taxes = share(len(lines), goods, unit, taxes, nets, units)
		}
	}
	tax := taxes.sum() + costTax
	owed := nets.sum() + tax
	for _, c := range costs {
		if c.billed {
			owed += c.net
		}
	}
	parts := spread(costs, len(lines), weighed, map[Allocation][]column{
		ByValue: {nets, units}, ByQuantity: {units}, ByWeight: {weights, units},
	})
	for i, part := range parts.tax {
		taxes[i] += part
	}
	shared := !slices.Contains(parts.known, false)
	landed, known := int64(0), t.converted()
	for i, l := range lines {
		item := &items[i]
		some := func(c column, known bool) (m Maybe) {
			if known {
				m = optional.Some(money.FromUnits(c[i]))
			}
			return m
		}
		item.DiscountShare, item.Net, item.Tax = some(off, true), some(nets, true), some(taxes, parts.taxKnown)
		item.ShippingShare = some(parts.nets[0], parts.known[0])
		for k := range t.Others {
			item.OtherShares[k] = some(parts.nets[k+1], parts.known[k+1])
		}
		if !shared || !known {
			continue
		}
		exact := t.exact(*item, i, parts.apart)
		total := round(exact, t.CostCurrency.Unit())
		landed += total.Units()
		item.LandedTotal = optional.Some(total)
		item.LandedUnit = item.Unit(l.Units + l.Free)
	}
	sums := Sums{Subtotal: amount(subtotal), Tax: amount(tax), Total: amount(owed)}
	if shared && known {
		sums.LandedTotal = amount(landed)
	}
	return items, sums, bounded(fits && max(subtotal, owed, landed) <= money.MaxUnits)
}

func amount(units int64) Maybe { return optional.Some(money.FromUnits(units)) }

func bounded(fits bool) error {
	if fits {
		return nil
	}
	return TooLarge()
}

// exact returns the landed cost of all units of the item of a line in the currency of costs. Its
// shares and all rates are known; apart has the taxes of costs that others bill.
func (t Terms) exact(i Item, line int, apart []column) *big.Rat {
	sum := func(m Maybe) int64 { return m.Or(money.Amount{}).Units() }
	own, converted := sum(i.Net)+sum(i.ShippingShare), int64(0)
	if !t.TaxRecoverable {
		own += sum(i.Tax)
	}
	exact := new(big.Rat)
	for k, o := range t.Others {
		part := sum(i.OtherShares[k])
		if taxes := apart[k+1]; taxes != nil && !t.TaxRecoverable {
			part += taxes[line]
		}
		switch {
		case o.Currency == t.Currency:
			own += part
		case o.Currency == t.CostCurrency:
			converted += part
		case part != 0:
			exact.Add(exact, new(big.Rat).Mul(money.FromUnits(part).Exact(), o.ExchangeRate.Or(money.One).Exact()))
		}
	}
	exact.Add(exact, new(big.Rat).Mul(money.FromUnits(own).Exact(), t.AppliedRate().Or(money.One).Exact()))
	return exact.Add(exact, money.FromUnits(converted).Exact())
}

// PerUnit divides the landed total of units, exactly and in the order's currency. The units times
// the result give the total. It returns false while the total is unknown.
func (t Terms) PerUnit(all Maybe, units int64) (*big.Rat, bool) {
	rate, known := t.AppliedRate().Get()
	total, priced := all.Get()
	if !known || !priced || units <= 0 {
		return nil, false
	}
	return new(big.Rat).Quo(total.Exact(), new(big.Rat).Mul(rate.Exact(), big.NewRat(units, 1))), true
}

// Unit divides the landed total by units, rounded to four decimals.
func (i Item) Unit(units int64) (unit Maybe) {
	if total, known := i.LandedTotal.Get(); known && units > 0 {
		each, _ := money.HalfUp(new(big.Rat).Quo(total.Exact(), big.NewRat(units, 1)), money.FromUnits(1))
		unit = optional.Some(each)
	}
	return unit
}

// Part returns the landed cost of some of all units, rounded to the unit of the currency. Parts
// that grow unit by unit end at the landed total, so that no cent is lost.
func (i Item) Part(some, all int64, c money.Currency) (part Maybe) {
	if total, known := i.LandedTotal.Get(); known && all > 0 {
		cost, _ := money.HalfUp(new(big.Rat).Mul(total.Exact(), big.NewRat(some, all)), c.Unit())
		part = optional.Some(cost)
	}
	return part
}

// share divides a total by the first column that is not all 0. Each line has the whole steps of its
// part; each remaining step goes to a line with the largest remainder, among equal lines to the
// first. Without such a column nothing is shared.
func share(lines int, total int64, step money.Amount, bases ...column) column {
	out := make(column, lines)
	at := slices.IndexFunc(bases, func(c column) bool { return c.sum() > 0 })
	if at < 0 {
		return out
	}
	base := bases[at]
	steps, sum := uint64(total/step.Units()), uint64(base.sum())
	left, rests, order := steps, make([]uint64, len(base)), make([]int, len(base))
	for i, b := range base {
		high, low := bits.Mul64(steps, uint64(b))
		whole, rest := bits.Div64(high, low, sum)
		left -= whole
		out[i], rests[i], order[i] = int64(whole)*step.Units(), rest, i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rests[b], rests[a]) })
	for _, i := range order[:left] {
		out[i] += step.Units()
	}
	return out
}
