package pricing

import (
	"context"
	"maps"
	"slices"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// ask reads the inputs that are not stored with the rows: listings, costs, sales, fees and offers.
// A failed question about one row postpones that row only.
func (e *Engine) ask(ctx context.Context, b *batch) error {
	if err := e.askInventory(ctx, b); err != nil {
		return err
	}
	if err := e.askSales(ctx, b); err != nil {
		return err
	}
	if err := e.askFeeBands(ctx, b); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, b.within(e.p.Clock.Now()))
	defer cancel()
	if err := e.askFees(ctx, b); err != nil {
		return err
	}
	e.askOffers(ctx, b)
	e.askExpected(ctx, b)
	for _, c := range b.cases {
		c.seeOwn(b)
	}
	return nil
}

// within bounds the time for questions: an answer after the end of the lease is lost.
func (b *batch) within(now time.Time) time.Duration {
	within := askWithin
	for _, c := range b.cases {
		if until := c.claim.Until; !until.IsZero() {
			within = min(within, until.Sub(now)-writeWithin)
		}
	}
	return within
}

func (e *Engine) askInventory(ctx context.Context, b *batch) error {
	keys := b.keys()
	if len(keys) == 0 {
		return nil
	}
	listings, err := e.p.Listings(ctx, b.team, keys)
	if err != nil {
		return err
	}
	for _, c := range b.cases {
		if l, ok := listings[c.row.Key]; ok {
			c.list(l, b)
		}
	}
	return e.askCosts(ctx, b, keys)
}

// keys returns the keys of the rows to be decided.
func (b *batch) keys() []repricer.Key {
	keys := make([]repricer.Key, 0, len(b.cases))
	for _, c := range b.cases {
		if !c.waits {
			keys = append(keys, c.row.Key)
		}
	}
	return keys
}

// askCosts reads the current costs of the rows.
func (e *Engine) askCosts(ctx context.Context, b *batch, keys []repricer.Key) error {
	costs, err := e.p.Costs(ctx, b.team, keys)
	if err != nil {
		return err
	}
	rates, err := e.rates(ctx, b, costs)
	if err != nil {
		return err
	}
	for _, c := range b.cases {
		c.observed.Cost = optional.None[money.Amount]()
		c.observed.Postage = b.settings.Values.DefaultOutboundShipping
		cost := costs[c.row.Key]
		c.pay(cost, rates, b)
		c.given = vat.Given{CostLayer: cost.VATRate, Class: cost.VATClass}
		c.tax(b)
		if b.trial != nil && b.trial.cost.Known() {
			c.observed.Cost, c.fx = b.trial.cost, optional.None[repricer.CostFX]()
		}
	}
	return e.askReduced(ctx, b)
}

// askReduced marks assumed rates of products that are usually taxed at a reduced rate.
func (e *Engine) askReduced(ctx context.Context, b *batch) error {
	assumed := map[repricer.Key]*evaluation{}
	for _, c := range b.cases {
		if v, _ := c.observed.VAT.Get(); !c.waits && v.Basis == vat.BasisAssumed {
			assumed[c.row.Key] = c
		}
	}
	if len(assumed) == 0 {
		return nil
	}
	found, err := e.p.Goods.Reduced(ctx, b.team, slices.Collect(maps.Keys(assumed)))
	if err != nil {
		return err
	}
	for key, c := range assumed {
		c.given.Unsure = found[key]
		c.tax(b)
	}
	return nil
}

// askFeeBands reads the referral fee by price, for teams that avoid fee cliffs.
func (e *Engine) askFeeBands(ctx context.Context, b *batch) error {
	keys := b.keys()
	if b.policy == nil || !b.policy.AvoidFeeCliffs || len(keys) == 0 {
		return nil
	}
	bands, err := e.p.FeeBands.Bands(ctx, b.team, keys)
	if err != nil {
		return err
	}
	for _, c := range b.cases {
		c.feeBands = bands[c.row.Key]
	}
	return nil
}

// list takes over the listing. A price seen earlier than the known price is ignored.
func (c *evaluation) list(l ports.Listing, b *batch) {
	if l.Currency != c.row.Currency {
		c.hold = optional.Some(repricer.CurrencyHold(c.row.Currency, "live price", l.Currency, b.now))
		return
	}
	c.observed.Title, c.observed.Fulfillment, c.observed.Quantity, c.observed.MapPrice = l.Title, l.Fulfillment, l.Quantity, l.MapPrice
	last, seen := c.memory.SeenAt.Get()
	if l.Price.Known() && (!c.row.Observed.CurrentPrice.Known() || !seen || l.SeenAt.After(last)) {
		c.observed.Price, c.seenAt = l.Price, optional.Some(l.SeenAt)
		if c.fromEvent && l.Price != c.row.Observed.CurrentPrice && c.offers.At.Before(l.SeenAt) {
			// The buy box owner in these offers was determined at another price of the row.
			c.offers, c.fromEvent = nil, false
		}
	}
}

// pay takes over the cost, and its postage, if any. A cost in another currency is converted;
// without a rate it stops the row.
func (c *evaluation) pay(cost pricingports.Cost, rates map[pricingports.Pair]money.Rate, b *batch) {
	landed := cost.Landed(c.observed.ApplyTo(c.row).Observed.Fulfillment)
	c.fx = optional.None[repricer.CostFX]()
	if !landed.Known() {
		return
	}
	if cost.Currency != c.row.Currency {
		fx := repricer.CostFX{From: cost.Currency}
		if rate, ok := rates[pricingports.Pair{From: cost.Currency, To: c.row.Currency}]; ok {
			landed, cost.Postage = converted(landed, rate), converted(cost.Postage, rate)
			fx.Rate = optional.Some(rate)
		}
		if c.fx = optional.Some(fx); !fx.Rate.Known() || !landed.Known() {
			c.hold = optional.Some(repricer.CurrencyHold(c.row.Currency, "cost", cost.Currency, b.now))
			return
		}
	}
	c.observed.Cost = landed
	if cost.Postage.Known() {
		c.observed.Postage = cost.Postage
	}
}

// tax finds the VAT of a sale: the rate of the cost, else of the product's class, else the standard
// rate, in the scheme of the team's registration, else of its expenses.
func (c *evaluation) tax(b *batch) {
	m, _ := marketplace.ByID(c.row.Key.MarketplaceID)
	today := m.Day(b.now)
	c.observed.VAT = optional.Some(b.expenses.VAT.For(m, today, c.given).On(m, today))
}

// seller returns the account used to ask about a row's marketplace; nil without a working account.
func (b *batch) seller(row repricer.ProductSnapshot) *account.Seller {
	for i, s := range b.sellers {
		if s.Active && s.ID == row.Key.SellerID && slices.Contains(s.Marketplaces, row.Key.MarketplaceID) {
			return &b.sellers[i]
		}
	}
	return nil
}

// bySeller groups the selected evaluations by the account to ask.
func (b *batch) bySeller(wanted func(*evaluation) bool) map[*account.Seller][]*evaluation {
	out := map[*account.Seller][]*evaluation{}
	for _, c := range b.cases {
		if c.waits || c.later != nil || !wanted(c) {
			continue
		}
		if s := b.seller(c.row); s != nil {
			out[s] = append(out[s], c)
		}
	}
	return out
}

// open reports whether the row passes the gates and has a floor, so that its offers matter. Offers
// also show the buyers' charge for shipping; without it a floor may lack the postage.
func (c *evaluation) open(b *batch) bool {
	c.build(b)
	d := decision.Decide(c.input)
	charged := c.observed.ApplyTo(c.row).Observed.Shipping.Known()
	return d.Floor.Known() || !charged && d.Reason == decision.ReasonMissingCost && c.input.Row.Cost.Known()
}

// askOffers reads the offers of rows that are evaluated and have no offers or only old offers.
func (e *Engine) askOffers(ctx context.Context, b *batch) {
	groups := b.bySeller(func(c *evaluation) bool { return c.wantsOffers(b) })
	for s, cases := range groups {
		asked := make([]pricingports.OfferQuestion, len(cases))
		for i, c := range cases {
			asked[i] = question(c.row)
		}
		for i, a := range e.p.Market.Offers(ctx, *s, asked) {
			cases[i].offer(a)
		}
	}
}

func question(row repricer.ProductSnapshot) pricingports.OfferQuestion {
	return pricingports.OfferQuestion{SKUOrASIN: ports.SKUOrASIN{Marketplace: row.Key.MarketplaceID, SKU: row.Key.SKU}, Condition: row.Condition}
}

func (c *evaluation) wantsOffers(b *batch) bool {
	if c.offers != nil && (c.fixed || b.policy == nil || !c.offers.Incomplete && b.now.Sub(c.offers.At) <= b.offerAge()) {
		return false
	}
	return c.open(b)
}

// offer takes over the offers that were read. They replace the offers of the event, which are too
// old by now.
func (c *evaluation) offer(a pricingports.OfferAnswer) {
	m, ok := marketplace.ByID(c.row.Key.MarketplaceID)
	switch {
	case a.Offers != nil && ok:
		s := snapshotOf(a.Offers, m, c.row.Condition)
		c.offers, c.fromEvent = &s, false
	case a.Err != nil && comesAgain(a.Err):
		c.later = a.Err
	}
}

// seeOwn takes the live price from the offers, if a single own offer is among them and no other row
// could be meant.
func (c *evaluation) seeOwn(b *batch) {
	if c.offers == nil || len(b.siblings(c.row)) > 0 {
		return
	}
	own, ok := c.offers.OwnOffer(c.row.Key.SellerID, c.row.Condition, c.observed.ApplyTo(c.row).Observed.Fulfillment)
	last, seen := c.seenAt.Get()
	if !seen {
		last, seen = c.memory.SeenAt.Get()
	}
	if !ok || seen && !c.offers.At.After(last) {
		return
	}
	c.observed.Price, c.observed.Shipping = optional.Some(own.Price), optional.Some(own.Shipping)
	c.seenAt = optional.Some(c.offers.At)
}

// askExpected reads the featured offer expected price for strategies that target it. Without an
// answer the strategy uses its next target.
func (e *Engine) askExpected(ctx context.Context, b *batch) {
	groups := b.bySeller(func(c *evaluation) bool {
		if c.plan == nil || c.row.Condition != decision.ConditionNew || !aimsAtExpected(c.plan.Values) {
			return false
		}
		return c.open(b)
	})
	for s, cases := range groups {
		asked := make([]ports.SKUOrASIN, len(cases))
		for i, c := range cases {
			asked[i] = question(c.row).SKUOrASIN
		}
		for i, a := range e.p.Market.ExpectedPrices(ctx, *s, asked) {
			if a.Price != nil {
				cases[i].expected = optional.Some(*a.Price)
			}
		}
	}
}

func aimsAtExpected(v strategy.Values) bool {
	return v.CompeteWith == optional.Some(decision.TargetFeaturedExpected) || slices.Contains(v.FallbackTargets, decision.TargetFeaturedExpected)
}

// siblings returns the other rows of the same offer.
func (b *batch) siblings(row repricer.ProductSnapshot) []*repricer.ProductSnapshot {
	var out []*repricer.ProductSnapshot
	for _, other := range b.withSiblings {
		if other.ID != row.ID && other.Key.SellerID == row.Key.SellerID && other.Key.MarketplaceID == row.Key.MarketplaceID &&
			other.ASIN == row.ASIN && other.Condition == row.Condition {
			out = append(out, other)
		}
	}
	return out
}
