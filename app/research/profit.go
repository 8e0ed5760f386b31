package research

import (
	"cmp"
	"context"
	"slices"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/gap"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/domain/research/profit"
	"sellingassistant/ports/clock"
)

// FeeSource is where fees come from that the caller did not give.
type FeeSource string

// The sources: the best that there is, and the fee tables.
const (
	SourceAuto  FeeSource = "auto"
	SourceTable FeeSource = "table"
)

// Words lists them, the default first.
func (FeeSource) Words() []FeeSource {
	return []FeeSource{SourceAuto, SourceTable}
}

// PriceSource is where a price comes from.
type PriceSource string

// The sources of prices, in the order in which they are taken.
const (
	PriceGiven     PriceSource = "given"
	PriceBuyBox    PriceSource = "buy_box"
	PriceLowestFBA PriceSource = "lowest_fba"
	PriceLowestFBM PriceSource = "lowest_fbm"
)

// Words lists them.
func (PriceSource) Words() []PriceSource {
	return []PriceSource{PriceGiven, PriceBuyBox, PriceLowestFBA, PriceLowestFBM}
}

// ProfitQuery asks for the profit of a product.
type ProfitQuery struct {
	ASIN string
	marketplace.Choice
	Fulfillment   profit.Fulfillment
	Source        FeeSource
	CentralEurope bool
	Price         optional.Maybe[money.Amount]
	// Day is the marketplace's present one where it is not given.
	Day   optional.Maybe[date.Date]
	VAT   profit.GivenVAT
	Curve optional.Maybe[ProfitCurve]
	// Given is the rest of the input.
	Given   profit.Input
	Compare Comparison
}

// ProfitCurve is where profit is shown; what is not given is that of profit.AllCurve.
type ProfitCurve struct {
	From, To optional.Maybe[money.Amount]
	Points   optional.Maybe[int]
}

func (c ProfitCurve) around(price money.Amount, currency money.Currency) profit.Range {
	all := profit.AllCurve(price, currency)
	return profit.Range{From: c.From.Or(all.From), To: c.To.Or(all.To), Points: c.Points.Or(all.Points)}
}

// Comparison asks for the same product on other marketplaces. Prices and Rates are in and of
// their currencies: a rate is units of the marketplace's currency for one of the cost's.
type Comparison struct {
	Domains []string
	Prices  map[string]money.Amount
	Rates   map[money.Currency]money.Rate
}

// ProfitAnswer has a side for each way to ship that was asked for.
type ProfitAnswer struct {
	ASIN        asin.ASIN
	Marketplace marketplace.Marketplace
	PriceSource PriceSource
	FBA, FBM    optional.Maybe[profit.Side]
	// Input is what was counted with.
	Input    profit.Input
	Source   FeeSource
	Compared []Compared
	Gaps     gap.List
}

// Compared is the product on another marketplace: Err is why it has no profit there.
type Compared struct {
	Marketplace marketplace.Marketplace
	Price       optional.Maybe[money.Amount]
	PriceSource PriceSource
	Cost        money.Amount
	Side        profit.Side
	Err         *fault.Error
}

// Profits counts what sales earn.
type Profits struct {
	tables  fee.Tables
	sources *Sources
	clock   clock.Clock
}

// NewProfits takes the fee tables of all marketplaces, and sources of what callers do not give.
func NewProfits(tables fee.Tables, sources *Sources, c clock.Clock) *Profits {
	return &Profits{tables, sources, c}
}

// Calculate returns the profit. Faults in this order: Invalid for the parameters, Rule for numbers
// that cannot be counted with. Without a price the product is looked up, with the faults and tokens of Sources.Of; Rule no_price
// where no source can be asked and where none knows a price. Other marketplaces fail one by one.
func (p *Profits) Calculate(ctx context.Context, who caller.Caller, q ProfitQuery) (ProfitAnswer, error) {
	product, err := asin.Parse(q.ASIN)
	m, err2 := q.Resolve()
	if err := fault.Both(err, err2); err != nil {
		return ProfitAnswer{}, err
	}
	a := ProfitAnswer{ASIN: product, Marketplace: m, PriceSource: PriceGiven, Source: q.Source}
	price, ok := q.Price.Get()
	if !ok {
		if price, a.PriceSource, err = p.look(ctx, who, m, product, &q); err != nil {
			return ProfitAnswer{}, err
		}
	}
	a.Input = p.input(q, m, price)
	a.Input.Curve = optional.Convert(q.Curve, func(c ProfitCurve) profit.Range { return c.around(price, m.Currency) })
	for _, side := range []struct {
		way profit.Fulfillment
		of  *optional.Maybe[profit.Side]
	}{{profit.FBA, &a.FBA}, {profit.FBM, &a.FBM}} {
		if !q.Fulfillment.Has(side.way) {
			continue
		}
		found, err := a.side(side.way)
		if err != nil {
			return ProfitAnswer{}, err
		}
		*side.of = optional.Some(found)
	}
	a.Compared = make([]Compared, len(q.Compare.Domains))
	for i, domain := range q.Compare.Domains {
		a.Compared[i] = p.compare(q, m.Currency, domain)
	}
	return a, nil
}

// look finds the price, and completes the product with what sources know of it.
func (p *Profits) look(ctx context.Context, who caller.Caller, m marketplace.Marketplace, product asin.ASIN, q *ProfitQuery) (money.Amount, PriceSource, error) {
	found, err := p.sources.Of(ctx, who, m, product, Want{Catalog: true, Offers: true, History: true}, "")
	if fault.Is(err, fault.CodeIntegrationRequired) {
		return money.Amount{}, "", noPrice()
	}
	if err != nil {
		return money.Amount{}, "", err
	}
	market, _ := p.tables.Market(m.Country, q.CentralEurope)
	fill(&q.Given.Product, found.Facts(), market, q.Day.Or(m.Day(p.clock.Now())))
	o := found.Present()
	for _, one := range []struct {
		price  optional.Maybe[money.Amount]
		source PriceSource
	}{{optional.Convert(o.Box, lookup.Box.Landed), PriceBuyBox}, {o.LowestFBA, PriceLowestFBA}, {o.LowestFBM, PriceLowestFBM}} {
		if price := one.price.Or(money.Amount{}); price.Positive() {
			return price, one.source, nil
		}
	}
	return money.Amount{}, "", noPrice()
}

func noPrice() *fault.Error {
	return fault.New(fault.Rule, fault.CodeNoPrice, "Give the price.").At("/price")
}

// input completes what the caller gave for a marketplace.
func (p *Profits) input(q ProfitQuery, m marketplace.Marketplace, price money.Amount) profit.Input {
	in := q.Given
	in.Market, _ = p.tables.Market(m.Country, q.CentralEurope)
	in.Currency, in.Day, in.Price, in.VAT = m.Currency, q.Day.Or(m.Day(p.clock.Now())), price, q.VAT.On(m)
	return in
}

// side evaluates one way to ship and says what it lacks.
func (a *ProfitAnswer) side(way profit.Fulfillment) (profit.Side, error) {
	in := a.Input
	in.Merchant = way == profit.FBM
	s, err := profit.Evaluate(in)
	if err != nil {
		return s, err
	}
	for _, line := range s.Fees.Missing {
		why := gap.NotFound
		if !in.Merchant && !in.Product.Size.Known() && line != fee.TypeReferral && in.Market != nil {
			why = gap.NotGiven
		}
		a.Gaps.Add(string(way)+".fees."+string(line), why)
	}
	if s.PostageAssumed {
		a.Gaps.Add("calculation.inputs.fbmShippingCost", gap.NotGiven)
	}
	return s, nil
}

// compare evaluates the product on another marketplace, with costs in its currency and the VAT of
// its registered sellers. Fees that were given are those of the first marketplace alone.
func (p *Profits) compare(q ProfitQuery, from money.Currency, domain string) Compared {
	m, err := marketplace.Choice{Domain: domain}.Resolve()
	c := Compared{Marketplace: m}
	if err != nil {
		c.Err, _ = fault.As(err)
		return c
	}
	refuse := func(code fault.Code, message string) Compared {
		c.Err = fault.New(fault.Rule, code, message)
		return c
	}
	rate := money.One
	if m.Currency != from {
		if rate = q.Compare.Rates[m.Currency]; rate == (money.Rate{}) {
			return refuse(fault.CodeExchangeRateRequired, "Give the exchange rate of "+string(m.Currency)+" for one "+string(from)+".")
		}
	}
	price, ok := q.Compare.Prices[domain]
	if !ok {
		c.Err = noPrice()
		c.Err.Pointer = ""
		return c
	}
	c.Price, c.PriceSource = optional.Some(price), PriceGiven
	other := q
	other.VAT = profit.GivenVAT{}
	in := p.input(other, m, price)
	if in.Market == nil {
		return refuse(fault.CodeNotSupported, "There are no fee tables of the marketplace.")
	}
	fits := true
	charged := func(a money.Amount, step money.Amount) money.Amount {
		exact := a.Exact()
		there, ok := money.HalfUp(exact.Mul(exact, rate.Exact()), step)
		fits = fits && ok
		return there
	}
	smallest := money.FromUnits(1)
	for _, a := range []*money.Amount{&in.Cost, &in.SalesTax, &in.ThirdParty, &in.Prep, &in.Inbound, &in.Other} {
		*a = charged(*a, smallest)
	}
	in.Shipping = charged(in.Shipping, m.Currency.Unit())
	in.Postage = optional.Convert(in.Postage, func(a money.Amount) money.Amount { return charged(a, smallest) })
	in.Given, in.Product.DigitalServices = nil, optional.None[money.Percent]()
	in.TargetROI, in.TargetMargin, in.TargetProfit = optional.None[money.Percent](), optional.None[money.Percent](), optional.None[money.Amount]()
	in.Returns, in.Quantity, in.Curve = optional.None[profit.Returns](), optional.None[int64](), optional.None[profit.Range]()
	if in.Product.Category != "" && !slices.Contains(in.Market.Categories(in.Day), in.Product.Category) {
		// The marketplaces name their categories differently: that of everything else is an estimate.
		in.Product.Category, in.Product.FromRoot = "", true
	}
	c.Cost, in.Merchant = in.Cost, cmp.Or(q.Fulfillment, profit.Both) == profit.FBM
	if !fits {
		return refuse(fault.CodeValidationFailed, "A cost has more digits in "+string(m.Currency)+" than an amount can have.")
	}
	if c.Side, err = profit.Evaluate(in); err != nil {
		if c.Err, ok = fault.As(err); !ok {
			return refuse(fault.CodeValidationFailed, err.Error())
		}
	}
	return c
}
