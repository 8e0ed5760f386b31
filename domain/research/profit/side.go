package profit

import (
	"math/big"
	"slices"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/fee"
)

// Maybe is an amount that may be missing.
type Maybe = optional.Maybe[money.Amount]

// Targets has an amount for each aim that was set and can be reached.
type Targets struct{ ROI, Margin, Profit Maybe }

// Side is what the sale of one unit in one way earns.
type Side struct {
	Price  money.Amount
	Profit money.Amount
	// ROI is of the net cost, sales tax and L; Margin of the sale without VAT; Markup of the net
	// cost. None where that is 0.
	ROI, Margin, Markup optional.Maybe[money.Percent]
	NetProceeds         money.Amount
	// BreakEven is the first price without loss; from BreakEvenSafe on there is none.
	BreakEven, BreakEvenSafe Maybe
	// Local solutions go by fees told at one price, without a table of where they change.
	Local    bool
	MaxCost  Targets
	PriceFor Targets
	Expected optional.Maybe[Expected]
	Totals   optional.Maybe[Totals]
	Curve    []Point
	Fees     fee.Bill
	Costs    Costs
	VAT      Taxes
	// PostageAssumed is postage taken to be what the buyer is charged.
	PostageAssumed bool
}

// Expected is profit after returns, per unit sold, and what a returned unit loses.
type Expected struct{ Profit, LossPerReturn money.Amount }

// Totals are those of a quantity.
type Totals struct {
	Quantity                            int64
	Sales, Cost, Fees, Profit, Proceeds money.Amount
}

// Point is the profit at a price.
type Point struct{ Price, Profit money.Amount }

// Costs are what a unit costs beside fees: without reclaimed VAT, sales tax, L and O.
type Costs struct{ Net, SalesTax, Landed, Other money.Amount }

// Taxes are VAT on the sale, in the cost, on fees, and what is due.
type Taxes struct{ OnSale, OnCost, OnFees, Due money.Amount }

// Evaluate finds what a sale earns. What cannot be counted with is a Rule fault that names
// its member.
func Evaluate(in Input) (Side, error) {
	if err := in.check(); err != nil {
		return Side{}, err
	}
	if !in.Merchant {
		in.Shipping = money.Amount{}
	}
	schedule, err := fee.NewSchedule(fee.Question{
		Market: in.Market, Currency: in.Currency, Day: in.Day, Merchant: in.Merchant, Shipping: in.Shipping, Product: in.Product, Given: in.Given,
	})
	if err != nil {
		return Side{}, err
	}
	e := evaluation{Input: &in, terms: newTerms(&in), schedule: schedule, bill: schedule.At(in.Price), unit: in.Currency.Unit().Units()}
	s := e.side()
	e.fits(e.bill.Total)
	e.fits(s.Costs.Landed)
	if e.large {
		return Side{}, fault.New(fault.Rule, fault.CodeValidationFailed, "An amount of the answer would have more than ten digits before the point.")
	}
	return s, nil
}

// evaluation is an input with what follows from it.
type evaluation struct {
	*Input
	terms
	schedule *fee.Schedule
	bill     fee.Bill
	unit     int64
	// large says that a figure had more digits than an amount can have.
	large bool
}

func (e *evaluation) fits(a money.Amount) {
	e.large = e.large || a.Cmp(money.FromUnits(money.MaxUnits)) > 0
}

// shown is n over d as an amount of the currency.
func (e *evaluation) shown(n, d *big.Int) money.Amount { return e.counted(rounded(n, d, e.unit)) }

// counted is n ten-thousandths as an amount.
func (e *evaluation) counted(n *big.Int) money.Amount {
	a, ok := amountOf(n).Get()
	e.large = e.large || !ok
	return a
}

func (e *evaluation) side() Side {
	price, fees, cost, over := e.Price.Units(), e.bill.Total.Units(), e.Cost.Units(), e.over
	earned := e.profit.at(price, fees, cost)
	sale := times(e.net, whole(price+e.shipping))
	proceeds := minus(sale, times(e.profit.fees, whole(fees)))
	s := Side{
		Price: e.Price, Profit: e.shown(earned, over), ROI: ratio(earned, e.invested()), Margin: ratio(earned, sale),
		Markup: ratio(earned, times(e.netCost, whole(cost))), NetProceeds: e.shown(proceeds, over), Fees: e.bill,
		Costs: e.costs(), VAT: e.taxes(sale), PostageAssumed: e.Merchant && !e.Postage.Known() && e.shipping > 0,
	}
	_, sized := e.Product.Size.Get()
	s.Local = slices.ContainsFunc(e.Given, func(g fee.Given) bool { return g.Source != fee.SourceOverride }) &&
		(e.Market == nil || !e.Merchant && !sized)
	e.aims(&s)
	if r, ok := e.Returns.Get(); ok {
		s.Expected = optional.Some(e.expected(r, earned))
	}
	if q, ok := e.Quantity.Get(); ok {
		n := whole(q)
		s.Totals = optional.Some(Totals{
			Quantity: q, Sales: e.counted(times(whole(price+e.shipping), n)), Cost: e.counted(times(whole(cost), n)),
			Fees: e.counted(times(whole(fees), n)), Profit: e.shown(times(earned, n), over), Proceeds: e.shown(times(proceeds, n), over),
		})
	}
	if c, ok := e.Curve.Get(); ok {
		s.Curve = e.curve(c)
	}
	return s
}

// invested is what a return is made on, over e.over.
func (e *evaluation) invested() *big.Int {
	return plus(times(e.spent, whole(e.Cost.Units())), times(e.over, whole(e.bound)))
}

func (e *evaluation) costs() Costs {
	cost, over := whole(e.Cost.Units()), e.over
	tax := plus(times(minus(e.spent, e.netCost), cost), times(over, whole(e.SalesTax.Units())))
	other := plus(times(over, whole(e.Other.Units())), times(part(over, e.OtherPercent.Units(), million), whole(e.Price.Units())))
	other = plus(other, times(part(over, e.OtherOfCost.Units(), million), cost))
	return Costs{
		Net: e.shown(times(e.netCost, cost), over), SalesTax: e.shown(tax, over), Landed: money.FromUnits(e.landed),
		Other: e.shown(other, over),
	}
}

func (e *evaluation) taxes(sale *big.Int) Taxes {
	onSale := minus(times(e.over, whole(e.Price.Units()+e.shipping)), sale)
	onCost := times(minus(e.over, e.netCost), whole(e.Cost.Units()))
	t := Taxes{OnSale: e.shown(onSale, e.over), OnCost: e.shown(onCost, e.over)}
	due := onSale
	if e.VAT.Scheme != SchemeNone {
		onFees := times(part(e.over, e.VAT.Rate.Units(), million), whole(e.bill.Total.Units()))
		t.OnFees = e.shown(onFees, e.over)
		if e.VAT.Scheme == SchemeStandard {
			due = minus(minus(onSale, onCost), onFees)
		}
	}
	t.Due = e.shown(due, e.over)
	return t
}

// aims finds the highest costs and, unless left out, the prices that reach aims.
func (e *evaluation) aims(s *Side) {
	var v *solver
	if !e.Unsolved {
		v = newSolver(e.schedule, e.unit)
		found := v.solve(e.profit, e.Cost.Units())
		s.BreakEven, s.BreakEvenSafe = found.first, found.safe
	}
	reach := func(l linear) (cost, price Maybe) {
		if v != nil {
			price = v.solve(l, e.Cost.Units()).first
		}
		return l.maxCost(e.Price.Units(), e.bill.Total.Units(), e.unit), price
	}
	if r, ok := e.TargetROI.Get(); ok {
		s.MaxCost.ROI, s.PriceFor.ROI = reach(e.forROI(r))
	}
	if m, ok := e.TargetMargin.Get(); ok {
		s.MaxCost.Margin, s.PriceFor.Margin = reach(e.forMargin(m))
	}
	if a, ok := e.TargetProfit.Get(); ok {
		s.MaxCost.Profit, s.PriceFor.Profit = reach(e.forProfit(a))
	}
}

// expected counts a returned unit: its profit is lost, Amazon keeps fulfillment, storage and a
// share of the referral fee, and what is unsellable loses its cost.
func (e *evaluation) expected(r Returns, earned *big.Int) Expected {
	kept := whole(0)
	if c := e.schedule.Refund(); c != nil {
		kept = times(whole(c.Rate), whole(e.bill.Of(fee.TypeReferral).Units()))
		if most := times(whole(c.Most), whole(million)); c.Most > 0 && kept.Cmp(most) > 0 {
			kept = most
		}
	}
	m := whole(million)
	loss := whole(e.bill.Of(fee.TypeFulfillment).Units() + e.bill.Of(fee.TypeStorage).Units() + r.Processing.Units())
	loss = times(e.over, plus(times(loss, m), kept))
	unsellable := r.Unsellable.Units()
	loss.Add(loss, times(whole(unsellable), e.invested()))
	loss.Add(loss, times(e.over, times(whole(million-unsellable), whole(e.landed))))
	over := times(e.over, m)
	after := minus(times(times(earned, m), whole(million-r.Rate.Units())), times(loss, whole(r.Rate.Units())))
	return Expected{Profit: e.shown(after, times(over, m)), LossPerReturn: e.shown(loss, over)}
}

// curve has the profit at prices at equal distances, and at both sides of where fees change.
func (e *evaluation) curve(c Range) []Point {
	from, to := c.From.Units(), c.To.Units()
	pieces := e.schedule.Pieces(c.From, c.To)
	prices := make([]int64, 0, c.Points+2*len(pieces))
	for i := range c.Points {
		prices = append(prices, (from+(to-from)*int64(i)/int64(c.Points-1))/e.unit*e.unit)
	}
	for _, p := range pieces {
		prices = append(prices, p.From, p.To)
	}
	slices.Sort(prices)
	var points []Point
	for _, price := range slices.Compact(prices) {
		for pieces[0].To < price {
			pieces = pieces[1:]
		}
		earned := e.profit.at(price, pieces[0].Total(price), e.Cost.Units())
		points = append(points, Point{money.FromUnits(price), e.shown(earned, e.over)})
	}
	return points
}
