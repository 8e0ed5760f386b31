package research

import (
	"context"
	"fmt"
	"time"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	kernel "sellingassistant/domain/kernel/profit"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/gap"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/domain/research/profit"
	"sellingassistant/domain/research/reduced"
)

const (
	// mostAgain bounds how often Amazon is asked for the fees at a break-even price, if the tables
	// have other rules there than at the price.
	mostAgain = 2
	// againWithin bounds such a question.
	againWithin = 4 * time.Second
)

// count has a product on a marketplace: the caller's input, and the answers of sources.
type count struct {
	team        id.Team
	market      marketplace.Marketplace
	product     asin.ASIN
	in          profit.Input
	source      FeeSource
	priceSource PriceSource
	// today says that the fees apply to the present day, as Amazon's and Keepa's do.
	today bool
	// asked says which sources were asked, found has their answers, and failed says why all of them
	// failed.
	asked  Want
	found  lookup.Found
	failed error
	ways   []way
}

// way has one way to ship.
type way struct {
	of   profit.Fulfillment
	side profit.Side
	// asked lists the questions about its fees, the first at the price.
	asked []lookup.FeeQuestion
}

func (c *count) question(fulfillment profit.Fulfillment, price money.Amount) lookup.FeeQuestion {
	if fulfillment == profit.FBM {
		return lookup.FeeQuestion{Price: price, Shipping: c.in.Shipping, Merchant: true}
	}
	return lookup.FeeQuestion{Price: price}
}

// look completes the caller's input for a product by the sources. It looks up nothing that the
// caller gave, and nothing for input that cannot be calculated.
func (p *Profits) look(ctx context.Context, who caller.Caller, m marketplace.Marketplace, product asin.ASIN, q ProfitQuery) (count, error) {
	today := m.Day(p.clock.Now())
	c := count{team: who.Team, market: m, product: product, source: q.Source, priceSource: PriceGiven, in: q.Given, today: q.Day.Or(today) == today}
	if !c.today && (q.Source == SourceAmazon || q.Source == SourceKeepa) {
		return c, fault.New(fault.Invalid, fault.CodeConflictingParameters, "Amazon and Keepa have fees of today only: leave out date or feeSource.").At("/date")
	}
	for _, fulfillment := range []profit.Fulfillment{profit.FBA, profit.FBM} {
		if q.Fulfillment.Has(fulfillment) {
			c.ways = append(c.ways, way{of: fulfillment})
		}
	}
	price, priced := q.Price.Get()
	c.in.Market, _ = p.tables.Market(m.Country, q.CentralEurope)
	c.in.Currency, c.in.Day, c.in.Price = m.Currency, q.Day.Or(today), price
	terms, err := p.terms(ctx, who.Team, m, product)
	if err != nil {
		return c, err
	}
	given := terms.Given(m, c.in.Day, q.VAT)
	c.in.VAT = given.On(m, c.in.Day)
	months := terms.StorageMonths
	if q.StorageMonths.Known() {
		months = q.StorageMonths
	}
	c.in.Product.StorageMonths = kernel.Months(months, false)
	if c.asked, err = p.want(ctx, who.Team, m, q, c.today); err != nil {
		return c, err
	}
	if c.asked.any() {
		if err := c.ask(ctx, p.sources, who, q); err != nil {
			return c, err
		}
	}
	facts := c.found.Facts()
	given.Unsure = reduced.Usually(m.Country, facts.Type, facts.RootName) ||
		reduced.Usually(m.Country, "", q.Given.Product.Category)
	c.in.VAT = given.On(m, c.in.Day)
	if !priced {
		if c.in.Price, c.priceSource = presentPrice(c.found.Present()); !c.in.Price.Positive() {
			return c, noPrice()
		}
	}
	c.in.Curve = optional.Convert(q.Curve, func(curve ProfitCurve) profit.Range { return curve.Around(c.in.Price, m.Currency) })
	for i := range c.ways {
		c.ways[i].asked = []lookup.FeeQuestion{c.question(c.ways[i].of, c.in.Price)}
	}
	return c, nil
}

// ask looks up the wanted facts. A failed look-up is a fault if the caller has nothing without it.
func (c *count) ask(ctx context.Context, sources *Sources, who caller.Caller, q ProfitQuery) error {
	priced := q.Price.Known()
	for _, w := range c.ways {
		first := c.in
		first.Merchant, first.Unsolved = w.of == profit.FBM, true
		if !priced {
			first.Price = c.market.Currency.Unit()
		}
		if _, err := profit.Evaluate(first); err != nil {
			return err
		}
	}
	if c.asked.Fees != nil {
		c.asked.Fees = func(f lookup.Found) (all []lookup.FeeQuestion) {
			at := c.in.Price
			if !priced {
				at, _ = presentPrice(f.Present())
			}
			for _, w := range c.ways {
				if at.Positive() {
					all = append(all, c.question(w.of, at))
				}
			}
			return all
		}
	}
	found, err := sources.Of(ctx, who, c.market, c.product, c.asked, fmt.Sprint(q.Fulfillment, " ", c.in.Price, " ", c.in.Shipping))
	f, ok := fault.As(err)
	switch {
	case err == nil:
		fill(&c.in.Product, found.Facts(), c.in.Market, c.in.Day)
	case !priced && fault.Is(err, fault.CodeIntegrationRequired):
		return noPrice()
	case !priced, q.Source == SourceAmazon, q.Source == SourceKeepa, !ok, f.Kind == fault.Payment:
		return err
	}
	c.found, c.failed = found, err
	return nil
}

// want says which sources have the members that the caller did not give, or returns the fault of a
// store that cannot be reached. Amazon and Keepa have fees of today only, so fees of another day
// come from the tables.
func (p *Profits) want(ctx context.Context, team id.Team, m marketplace.Marketplace, q ProfitQuery, today bool) (Want, error) {
	if q.Source == SourceTable {
		return Want{Catalog: !q.Price.Known(), Offers: !q.Price.Known(), History: !q.Price.Known()}, nil
	}
	facts := q.Given.Product.Category == "" || q.Fulfillment.Has(profit.FBA) && !q.Given.Product.Size.Known()
	fees := today && !feesGiven(q)
	w := Want{Catalog: facts, Offers: !q.Price.Known()}
	connected := false
	if facts || fees {
		var err error
		if connected, err = p.sources.connected(ctx, team, m); err != nil {
			return w, err
		}
	}
	if q.Source == SourceAmazon || fees && connected && q.Source != SourceKeepa {
		w.Fees = salePrices
	}
	// Keepa has few tokens: it is asked if Amazon cannot be.
	w.History = !q.Price.Known() || q.Source == SourceKeepa || q.Source != SourceAmazon && !connected && (facts || fees)
	if !connected && !w.Offers && w.Fees == nil && p.sources.Histories.Has(m) != nil && q.Source != SourceKeepa {
		return Want{}, nil
	}
	return w, nil
}

// feesGiven reports that the caller gave Amazon's fees for selling and shipping.
func feesGiven(q ProfitQuery) bool {
	has := map[fee.Type]bool{}
	for _, g := range q.Given.Given {
		has[g.Type] = true
	}
	return has[fee.TypeReferral] && (has[fee.TypeFulfillment] || !q.Fulfillment.Has(profit.FBA))
}

// presentPrice returns the price of the buy box, else the lowest.
func presentPrice(o lookup.Offers) (money.Amount, PriceSource) {
	for _, entry := range []struct {
		price  optional.Maybe[money.Amount]
		source PriceSource
	}{{optional.Convert(o.Box, lookup.Box.Landed), PriceBuyBox}, {o.LowestFBA, PriceLowestFBA}, {o.LowestFBM, PriceLowestFBM}} {
		if price := entry.price.Or(money.Amount{}); price.Positive() {
			return price, entry.source
		}
	}
	return money.Amount{}, ""
}

// evaluate calculates every way. If a break-even price lies beyond a jump of the fees, it asks
// Amazon for the fees there.
func (p *Profits) evaluate(ctx context.Context, c *count) error {
	for again := 0; ; again++ {
		var asked []lookup.FeeQuestion
		for i := range c.ways {
			q, err := c.count(&c.ways[i])
			if err != nil {
				return err
			}
			asked = append(asked, q...)
		}
		if len(asked) == 0 || again == mostAgain {
			return nil
		}
		within, cancel := context.WithTimeout(ctx, againWithin)
		found := p.sources.Look(within, c.team, c.market, []asin.ASIN{c.product}, Want{Fees: func(lookup.Found) []lookup.FeeQuestion { return asked }})
		cancel()
		c.found.Fees = found[0].Fees
	}
}

// count evaluates one way, and returns the questions to Amazon for a better answer.
func (c *count) count(w *way) ([]lookup.FeeQuestion, error) {
	i := c.in
	i.Merchant = w.of == profit.FBM
	q := fee.Question{Market: i.Market, Currency: i.Currency, Day: i.Day, Merchant: i.Merchant, Product: i.Product}
	if i.Merchant {
		q.Shipping = i.Shipping
	}
	table, err := fee.NewSchedule(q)
	if err != nil {
		return nil, err
	}
	i.Given = append(append([]fee.Given(nil), i.Given...), c.told(table, w)...)
	beside := i
	i.Given = append(i.Given, c.missing(w)...)
	if w.side, err = profit.Evaluate(i); err != nil || !c.amazon(w.asked[0]) {
		return nil, err
	}
	breakEven := w.side.BreakEven
	if c.source == SourceAmazon {
		// Guess by the tables where to ask: fees are unknown until Amazon has answered there.
		guess, err := profit.Evaluate(beside)
		if err != nil {
			return nil, err
		}
		breakEven = guess.BreakEven
	}
	price, ok := breakEven.Get()
	for _, q := range w.asked {
		ok = ok && !table.Alike(q.Price, price)
	}
	if !ok {
		return nil, nil
	}
	next := c.question(w.of, price)
	w.asked = append(w.asked, next)
	return []lookup.FeeQuestion{next}, nil
}

// amazon reports that Amazon answered a question about fees.
func (c *count) amazon(q lookup.FeeQuestion) bool { return c.asked.Fees != nil && c.found.Fees[q].OK() }

// Returns lines of the sources that were asked.
func (c *count) told(table *fee.Schedule, w *way) []fee.Given {
	if !c.today {
		return nil
	}
	return told(&c.found, c.source, table, w.asked...)
}

// missing lists the lines that only Amazon may fill.
func (c *count) missing(w *way) (lines []fee.Given) {
	if !c.today || c.source != SourceAmazon {
		return nil
	}
	lines = append(lines, fee.Untold(fee.TypeReferral))
	if w.of == profit.FBA {
		lines = append(lines, fee.Untold(fee.TypeFulfillment))
	}
	return lines
}

func (c *count) side(fulfillment profit.Fulfillment) optional.Maybe[profit.Side] {
	for _, w := range c.ways {
		if w.of == fulfillment {
			return optional.Some(w.side)
		}
	}
	return optional.None[profit.Side]()
}

// gaps lists the missing members and the reasons.
func (c *count) gaps() (gaps gap.List) {
	for _, w := range c.ways {
		answer := c.found.Fees[w.asked[0]]
		if c.asked.Fees != nil && c.failed == nil && !answer.OK() {
			gaps.Add(string(w.of)+".fees", answer.Gap())
		}
		for _, line := range w.side.Fees.Missing {
			gaps.Add(string(w.of)+".fees."+string(line), c.why(w, line))
		}
		if w.side.PostageAssumed {
			gaps.Add("calculation.inputs.fbmShippingCost", gap.NotGiven)
		}
	}
	if c.failed != nil {
		gaps.Add("calculation.inputs", gap.Of(c.failed))
	}
	return gaps
}

// why returns the reason for which a line of fees is missing.
func (c *count) why(w way, line fee.Type) gap.Reason {
	sized := w.of == profit.FBM || c.in.Product.Size.Known() || line == fee.TypeReferral
	switch {
	case c.source == SourceAmazon && (line == fee.TypeReferral || line == fee.TypeFulfillment):
		return c.found.Fees[w.asked[0]].Gap()
	case sized || c.in.Market == nil:
		return gap.NotFound
	case c.failed != nil:
		return gap.Of(c.failed)
	case c.asked.Catalog || c.asked.History:
		return worst(c.found.Catalog.Gap(), c.found.History.Gap())
	}
	return gap.NotGiven
}
