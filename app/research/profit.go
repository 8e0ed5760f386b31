package research

import (
	"cmp"
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/gap"
	"sellingassistant/domain/research/profit"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/research"
)

// FeeSource names the origin of fees that the caller did not give.
type FeeSource string

// The sources: the best available for each line, Amazon's estimate, the provider of price
// histories, and the fee tables.
const (
	SourceAuto   FeeSource = "auto"
	SourceAmazon FeeSource = "amazon"
	SourceKeepa  FeeSource = "keepa"
	SourceTable  FeeSource = "table"
)

// Words lists them, the default first.
func (FeeSource) Words() []FeeSource {
	return []FeeSource{SourceAuto, SourceAmazon, SourceKeepa, SourceTable}
}

// PriceSource names the origin of a price.
type PriceSource string

// The sources of prices, in the order in which they are taken.
const (
	PriceGiven     PriceSource = "given"
	PriceBuyBox    PriceSource = "buy_box"
	PriceLowestFBA PriceSource = "lowest_fba"
	PriceLowestFBM PriceSource = "lowest_fbm"
)

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
	// Day defaults to the marketplace's present day.
	Day optional.Maybe[date.Date]
	// StorageMonths and VAT come from the team if they are not given.
	StorageMonths optional.Maybe[money.Amount]
	VAT           vat.Given
	Curve         optional.Maybe[ProfitCurve]
	// Given has the rest of the input.
	Given   profit.Input
	Compare Comparison
}

// ProfitCurve has the prices at which profit is shown; missing members come from profit.AllCurve.
type ProfitCurve struct {
	From, To optional.Maybe[money.Amount]
	Points   optional.Maybe[int]
}

// Around returns the prices about the price of the sale.
func (c ProfitCurve) Around(price money.Amount, currency money.Currency) profit.Range {
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
	// Input has the input of the calculation.
	Input    profit.Input
	Source   FeeSource
	Compared []Compared
	Gaps     gap.List
}

// Compared has the product on another marketplace: Err says why it has no profit there.
type Compared struct {
	Marketplace marketplace.Marketplace
	Price       optional.Maybe[money.Amount]
	PriceSource PriceSource
	Cost        money.Amount
	Side        profit.Side
	Err         *fault.Error
}

// Profits calculates the profits of sales.
type Profits struct {
	tables  fee.Tables
	sources *Sources
	terms   ports.Terms
	rates   ports.Rates
	clock   clock.Clock
}

// NewProfits takes the fee tables of all marketplaces, and sources for members that a caller leaves
// out.
func NewProfits(
	tables fee.Tables, sources *Sources, terms ports.Terms, rates ports.Rates, c clock.Clock,
) *Profits {
	return &Profits{tables, sources, terms, rates, c}
}

// Calculate returns the profit. Faults in this order: Invalid for the parameters; the faults of
// Sources.Of for looked-up members; Rule no_price if no source can be asked or knows a price; Rule
// for input that cannot be calculated. A failed look-up is a gap if the caller's input and the
// tables suffice. Other marketplaces fail alone.
func (p *Profits) Calculate(ctx context.Context, who caller.Caller, q ProfitQuery) (ProfitAnswer, error) {
	product, err := asin.Parse(q.ASIN)
	m, err2 := q.Resolve(who.Home)
	if err := fault.Both(err, err2); err != nil {
		return ProfitAnswer{}, err
	}
	c, err := p.look(ctx, who, m, product, q)
	if err != nil {
		return ProfitAnswer{}, err
	}
	a := ProfitAnswer{ASIN: product, Marketplace: m, PriceSource: c.priceSource, Source: q.Source, Input: c.in}
	if err := p.evaluate(ctx, &c); err != nil {
		return ProfitAnswer{}, err
	}
	a.FBA, a.FBM, a.Gaps = c.side(profit.FBA), c.side(profit.FBM), c.gaps()
	a.Compared = make([]Compared, len(q.Compare.Domains))
	var all errgroup.Group
	for i, domain := range q.Compare.Domains {
		all.Go(func() error {
			a.Compared[i] = p.compare(ctx, who, q, product, m.Currency, domain)
			return nil
		})
	}
	return a, all.Wait()
}

func noPrice() *fault.Error {
	return fault.New(fault.Rule, fault.CodeNoPrice, "Give the price.").At("/price")
}

// compare evaluates the product on another marketplace, with costs in its currency and the VAT of
// its registered sellers. Given fees apply only to the first marketplace.
func (p *Profits) compare(ctx context.Context, who caller.Caller, q ProfitQuery, product asin.ASIN, from money.Currency, domain string) Compared {
	m, err := marketplace.Choice{Domain: domain}.Resolve(who.Home)
	out := Compared{Marketplace: m}
	refuse := func(err error) Compared {
		var ok bool
		if out.Err, ok = fault.As(err); !ok {
			out.Err = fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "The marketplace could not be compared.").Because(err)
		}
		return out
	}
	if err != nil {
		return refuse(err)
	}
	rate, err := p.rate(ctx, who, q, from, m)
	if err != nil {
		return refuse(err)
	}
	if q, err = p.abroad(q, m, rate); err != nil {
		return refuse(err)
	}
	if price, ok := q.Compare.Prices[domain]; ok {
		q.Price = optional.Some(price)
	} else {
		q.Price = optional.None[money.Amount]()
	}
	c, err := p.look(ctx, who, m, product, q)
	if f, ok := fault.As(err); ok && f.Code == fault.CodeNoPrice {
		f.Pointer = ""
	}
	if err != nil {
		return refuse(err)
	}
	out.Price, out.PriceSource, out.Cost = optional.Some(c.in.Price), c.priceSource, c.in.Cost
	if err := p.evaluate(ctx, &c); err != nil {
		return refuse(err)
	}
	if out.Side = c.ways[0].side; c.in.Market == nil && out.Side.Fees.Status == fee.StatusMissing {
		return refuse(fault.New(fault.Rule, fault.CodeNotSupported, "There are no fee tables of the marketplace."))
	}
	return out
}

// rate converts the currency of the cost to a marketplace's currency: the given rate, else the
// team's rate of the day. Without a rate it is a Rule fault exchange_rate_required.
func (p *Profits) rate(
	ctx context.Context, who caller.Caller, q ProfitQuery, from money.Currency, m marketplace.Marketplace,
) (money.Rate, error) {
	if m.Currency == from {
		return money.One, nil
	}
	if given := q.Compare.Rates[m.Currency]; given != (money.Rate{}) {
		return given, nil
	}
	day := q.Day.Or(m.Day(p.clock.Now()))
	rate, err := p.rates(ctx, who.Team, from, m.Currency, day)
	if fault.Is(err, fault.CodeExchangeRateMissing) {
		err = fault.New(fault.Rule, fault.CodeExchangeRateRequired, "Give the exchange rate of "+string(m.Currency)+
			" for one "+string(from)+", or enter one for "+day.String()+".")
	}
	return rate, err
}

// abroad returns the question about another marketplace. rate converts the currency of the cost to
// its currency.
func (p *Profits) abroad(q ProfitQuery, m marketplace.Marketplace, rate money.Rate) (ProfitQuery, error) {
	fits := true
	charged := func(a money.Amount, step money.Amount) money.Amount {
		exact := a.Exact()
		there, ok := money.HalfUp(exact.Mul(exact, rate.Exact()), step)
		fits = fits && ok
		return there
	}
	smallest, i := money.FromUnits(1), &q.Given
	for _, a := range []*money.Amount{&i.Cost, &i.SalesTax, &i.ThirdParty, &i.Prep, &i.Inbound, &i.Other} {
		*a = charged(*a, smallest)
	}
	i.Shipping = charged(i.Shipping, m.Currency.Unit())
	i.Postage = optional.Convert(i.Postage, func(a money.Amount) money.Amount { return charged(a, smallest) })
	if !fits {
		return q, fault.New(fault.Rule, fault.CodeValidationFailed, "A cost has more digits in "+string(m.Currency)+" than an amount can have.")
	}
	i.Given, i.Product.DigitalServices = nil, optional.None[money.Percent]()
	i.TargetROI, i.TargetMargin, i.TargetProfit = optional.None[money.Percent](), optional.None[money.Percent](), optional.None[money.Amount]()
	i.Returns, i.Quantity, q.Curve = optional.None[profit.Returns](), optional.None[int64](), optional.None[ProfitCurve]()
	q.VAT = vat.Given{Scheme: optional.Some(vat.SchemeStandard)}
	if m.Untaxed {
		q.VAT.Scheme = optional.Some(vat.SchemeNone)
	}
	if q.Fulfillment = cmp.Or(q.Fulfillment, profit.Both); q.Fulfillment == profit.Both {
		q.Fulfillment = profit.FBA
	}
	market, _ := p.tables.Market(m.Country, q.CentralEurope)
	if market != nil && i.Product.Category != "" && !slices.Contains(market.Categories(q.Day.Or(m.Day(p.clock.Now()))), i.Product.Category) {
		// The marketplaces name their categories differently.
		i.Product.Category, i.Product.FromRoot = "", true
	}
	return q, nil
}
