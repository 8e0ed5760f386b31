package profit

import (
	"math/big"
	"slices"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/profit"
	"sellingassistant/domain/research/fee"
)

const million = 1_000_000

// smallest has the step of amounts that are not rounded.
var smallest = money.FromUnits(1)

// Maybe has an amount that may be missing.
type Maybe = optional.Maybe[money.Amount]

// Targets has an amount for each aim that was set and can be reached.
type Targets struct{ ROI, Margin, Profit Maybe }

// Side has the profit of one unit's sale in one way.
type Side struct {
	Price money.Amount
	// Profit and all figures that depend on it are missing while a fee is.
	Profit Maybe
	// ROI relates to the net cost, sales tax and L; Margin to the sale without VAT; Markup to the
	// net cost. Each is absent if its base is 0.
	ROI, Margin, Markup optional.Maybe[money.Percent]
	NetProceeds         Maybe
	// BreakEven has the first price without loss; from BreakEvenSafe on no price loses. Either is
	// missing if it depends on a missing fee.
	BreakEven, BreakEvenSafe Maybe
	// Local solutions use fees for one price only, because no table says where they change.
	Local    bool
	MaxCost  Targets
	PriceFor Targets
	Expected optional.Maybe[Expected]
	Totals   optional.Maybe[Totals]
	Curve    []Point
	Fees     fee.Bill
	Costs    Costs
	VAT      Taxes
	// PostageAssumed marks postage that was not given and counts as much as shipping.
	PostageAssumed bool
}

// Expected has the profit after returns, per unit sold, and the loss per returned unit.
type Expected struct{ Profit, LossPerReturn money.Amount }

// Totals has the totals of a quantity.
type Totals struct {
	Quantity               int64
	Sales, Cost            money.Amount
	Fees, Profit, Proceeds Maybe
}

// Point has the profit at a price.
type Point struct {
	Price  money.Amount
	Profit Maybe
}

// Costs has the costs of a unit besides fees: without reclaimed VAT, sales tax, L and O.
type Costs struct{ Net, SalesTax, Landed, Other money.Amount }

// Taxes has the VAT on the sale, in the cost and on fees, and the VAT due.
type Taxes struct {
	OnSale, OnCost money.Amount
	OnFees, Due    Maybe
}

// Evaluate calculates the profit of a sale. Input that cannot be calculated is a Rule fault that
// names its member.
func Evaluate(input Input) (Side, error) {
	if err := input.check(); err != nil {
		return Side{}, err
	}
	if !input.Merchant {
		input.Shipping = money.Amount{}
	}
	schedule, err := fee.NewSchedule(fee.Question{
		Market: input.Market, Currency: input.Currency, Day: input.Day, Merchant: input.Merchant, Shipping: input.Shipping, Product: input.Product, Given: input.Given,
	})
	if err != nil {
		return Side{}, err
	}
	e := evaluation{Input: &input, schedule: schedule, bill: schedule.At(input.Price), unit: input.Currency.Unit()}
	sale := input.sale()
	if sale.Fees = e.bill.Fees(e.unit.Units()); !input.Unsolved || input.Curve.Known() {
		sale.Fees = schedule.Fees()
	}
	e.formula = profit.NewFormula(sale)
	s := e.side()
	e.fits(e.bill.Total)
	e.fits(s.Costs.Landed)
	if e.large {
		return Side{}, fault.New(fault.Rule, fault.CodeValidationFailed,
			"An amount of the answer would have more than ten digits before the point.")
	}
	return s, nil
}

// evaluation works on one input.
type evaluation struct {
	*Input
	formula  *profit.Formula
	schedule *fee.Schedule
	bill     fee.Bill
	unit     money.Amount
	// large marks a figure with more digits than an amount can have.
	large bool
}

func (e *evaluation) fits(a money.Amount) {
	e.large = e.large || a.Cmp(money.FromUnits(money.MaxUnits)) > 0
}

// shown rounds a figure to the currency's unit.
func (e *evaluation) shown(r profit.Ratio) money.Amount { return e.exactly(r, e.unit) }

// maybe rounds a figure that may be missing.
func (e *evaluation) maybe(r profit.Ratio) Maybe {
	if !r.Known() {
		return Maybe{}
	}
	return optional.Some(e.shown(r))
}

func (e *evaluation) exactly(r profit.Ratio, step money.Amount) money.Amount {
	a, ok := r.Amount(step).Get()
	e.large = e.large || !ok
	return a
}

func (e *evaluation) side() Side {
	f := e.formula.Figures()
	s := Side{
		Price: e.Price, Profit: e.maybe(f.Profit), ROI: f.ROI.Percent(), Margin: f.Margin.Percent(),
		Markup: f.Markup.Percent(), NetProceeds: e.maybe(f.NetProceeds), Fees: e.bill,
		Costs: Costs{Landed: f.Landed.Or(money.Amount{})},
		VAT: Taxes{
			OnSale: e.shown(f.VATOnSale), OnFees: e.maybe(f.VATOnFees),
			Due: e.maybe(f.VATDue),
		},
		PostageAssumed: e.Merchant && !e.Postage.Known(),
	}
	if !e.Uncosted {
		s.Costs.Net, s.Costs.SalesTax, s.Costs.Other = e.shown(f.NetCost), e.shown(f.SalesTax), e.shown(f.Other)
		s.VAT.OnCost = e.shown(f.VATOnCost)
	}
	_, sized := e.Product.Size.Get()
	s.Local = slices.ContainsFunc(e.Given, func(g fee.Given) bool { return g.Source != fee.SourceOverride }) &&
		(e.Market == nil || !e.Merchant && !sized)
	e.aims(&s)
	if r, ok := e.Returns.Get(); ok && f.Profit.Known() {
		s.Expected = optional.Some(e.expected(r, f))
	}
	if q, ok := e.Quantity.Get(); ok {
		times := func(a money.Amount) money.Amount { return e.exactly(profit.Exactly(a.Exact()).Times(q), smallest) }
		totals := Totals{
			Quantity: q, Sales: times(money.FromUnits(e.Price.Units() + e.Shipping.Units())), Cost: times(e.Cost),
			Profit: e.maybe(f.Profit.Times(q)), Proceeds: e.maybe(f.NetProceeds.Times(q)),
		}
		if len(e.bill.Missing) == 0 {
			totals.Fees = optional.Some(times(e.bill.Total))
		}
		s.Totals = optional.Some(totals)
	}
	if c, ok := e.Curve.Get(); ok {
		s.Curve = e.curve(c)
	}
	return s
}

// aims finds the highest costs and, if requested, the prices that reach aims.
func (e *evaluation) aims(s *Side) {
	if !e.Unsolved {
		found := e.formula.Solve(profit.Aim{})
		s.BreakEven, s.BreakEvenSafe = found.First, found.Safe
	}
	reach := func(a profit.Aim) (cost, price Maybe) {
		if !e.Unsolved {
			price = e.formula.Solve(a).First
		}
		return e.formula.MaxCost(a), price
	}
	if r, ok := e.TargetROI.Get(); ok {
		s.MaxCost.ROI, s.PriceFor.ROI = reach(profit.Aim{ROI: r})
	}
	if m, ok := e.TargetMargin.Get(); ok {
		s.MaxCost.Margin, s.PriceFor.Margin = reach(profit.Aim{Margin: m})
	}
	if a, ok := e.TargetProfit.Get(); ok {
		s.MaxCost.Profit, s.PriceFor.Profit = reach(profit.Aim{Profit: a})
	}
}

// expected counts a returned unit. Its profit is lost, and Amazon keeps fulfillment, storage and a
// share of the referral fee. Unsellable units lose their cost too.
func (e *evaluation) expected(r Returns, f profit.Figures) Expected {
	loss := new(big.Rat)
	if c := e.schedule.Refund(); c != nil {
		loss.Mul(e.bill.Of(fee.TypeReferral).Exact(), big.NewRat(c.Rate, million))
		if most := money.FromUnits(c.Most).Exact(); c.Most > 0 && loss.Cmp(most) > 0 {
			loss = most
		}
	}
	for _, a := range []money.Amount{e.bill.Of(fee.TypeFulfillment), e.bill.Of(fee.TypeStorage), r.Processing} {
		loss.Add(loss, a.Exact())
	}
	whole, unsellable, returned := big.NewRat(1, 1), r.Unsellable.Fraction(), r.Rate.Fraction()
	loss.Add(loss, new(big.Rat).Mul(unsellable, f.Invested.Exact()))
	loss.Add(loss, new(big.Rat).Mul(new(big.Rat).Sub(whole, unsellable), f.Landed.Or(money.Amount{}).Exact()))
	after := new(big.Rat).Mul(new(big.Rat).Sub(whole, returned), f.Profit.Exact())
	after.Sub(after, returned.Mul(returned, loss))
	return Expected{Profit: e.shown(profit.Exactly(after)), LossPerReturn: e.shown(profit.Exactly(loss))}
}

// curve has the profit at prices at equal distances, and at both sides of each change of the fees.
func (e *evaluation) curve(c Range) []Point {
	from, to, unit := c.From.Units(), c.To.Units(), e.unit.Units()
	prices := make([]int64, 0, c.Points)
	for i := range c.Points {
		prices = append(prices, (from+(to-from)*int64(i)/int64(c.Points-1))/unit*unit)
	}
	for _, p := range e.formula.Fees.Pieces {
		for _, price := range []int64{p.From, p.To} {
			if from <= price && price <= to {
				prices = append(prices, price)
			}
		}
	}
	slices.Sort(prices)
	var points []Point
	for _, price := range slices.Compact(prices) {
		at := money.FromUnits(price)
		points = append(points, Point{at, e.maybe(e.formula.ProfitAt(at))})
	}
	return points
}
