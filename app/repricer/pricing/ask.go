package pricing

import (
	"context"
	"slices"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// ask reads what is not stored with the rows: listings, costs, sales, fees and offers. A
// question about one row that fails puts off that row only.
func (e *Engine) ask(ctx context.Context, b *batch) error {
	if err := e.askInventory(ctx, b); err != nil {
		return err
	}
	if err := e.askSales(ctx, b); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, b.within(e.p.Clock.Now()))
	defer cancel()
	e.askFees(ctx, b)
	e.askOffers(ctx, b)
	e.askExpected(ctx, b)
	for _, c := range b.cases {
		c.seeOwn(b)
	}
	return nil
}

// within is how long questions may take: answers after the end of a lease are lost.
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
	listings, err := e.p.Listings.Current(ctx, b.team, keys)
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

// keys are those of the rows that are decided.
func (b *batch) keys() []repricer.Key {
	keys := make([]repricer.Key, 0, len(b.cases))
	for _, c := range b.cases {
		if !c.waits {
			keys = append(keys, c.row.Key)
		}
	}
	return keys
}

// askCosts takes over what the rows cost now.
func (e *Engine) askCosts(ctx context.Context, b *batch, keys []repricer.Key) error {
	costs, err := e.p.Costs.Current(ctx, b.team, keys)
	if err != nil {
		return err
	}
	for _, c := range b.cases {
		c.learnt.Cost, c.learnt.VATPercent = optional.None[money.Amount](), optional.None[money.Percent]()
		if cost, ok := costs[c.row.Key]; ok {
			c.pay(cost, b)
		}
		if b.trial != nil && b.trial.cost.Known() {
			c.learnt.Cost = b.trial.cost
		}
	}
	return nil
}

// list takes over what is listed. A price that was seen before the one that is
// known is an old one.
func (c *evaluation) list(l ports.Listing, b *batch) {
	if l.Currency != c.row.Currency {
		c.hold = optional.Some(repricer.CurrencyHold(c.row.Currency, "live price", l.Currency, b.now))
		return
	}
	c.learnt.Title, c.learnt.Fulfillment, c.learnt.Quantity, c.learnt.MapPrice = l.Title, l.Fulfillment, l.Quantity, l.MapPrice
	last, seen := c.memory.SeenAt.Get()
	if l.Price.Known() && (!c.row.Observed.CurrentPrice.Known() || !seen || l.SeenAt.After(last)) {
		c.learnt.Price, c.seenAt = l.Price, optional.Some(l.SeenAt)
		if c.told && l.Price != c.row.Observed.CurrentPrice && c.sighting.At.Before(l.SeenAt) {
			// Its owner had the box while the row had another price.
			c.sighting, c.told = nil, false
		}
	}
}

// pay takes over the cost and its VAT: where prices contain tax, the rate of what
// was bought is that of what is sold. The rate comes from costs alone, so
// one that was corrected or taken back is so for the row, too.
func (c *evaluation) pay(cost pricingports.Cost, b *batch) {
	if cost.Currency != c.row.Currency {
		c.hold = optional.Some(repricer.CurrencyHold(c.row.Currency, "cost", cost.Currency, b.now))
		return
	}
	c.learnt.Cost = optional.Some(cost.Landed)
	m, _ := marketplace.ByID(c.row.Key.MarketplaceID)
	if !m.Untaxed() {
		c.learnt.VATPercent = cost.VATRate
	}
}

// seller is the account a marketplace is asked by; nil without one that works.
func (b *batch) seller(row repricer.ProductSnapshot) *account.Seller {
	for i, s := range b.sellers {
		if s.Active && s.ID == row.Key.SellerID && slices.Contains(s.Marketplaces, row.Key.MarketplaceID) {
			return &b.sellers[i]
		}
	}
	return nil
}

// bySeller puts cases together that one account is asked for.
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

// open tells whether the row passes the gates and has a floor, so that offers
// matter to it.
func (c *evaluation) open(b *batch) bool {
	c.build(b)
	return decision.Decide(c.input).Floor.Known()
}

// askOffers asks for the offers of rows that are looked at and of which none are
// known, or only old ones.
func (e *Engine) askOffers(ctx context.Context, b *batch) {
	groups := b.bySeller(func(c *evaluation) bool { return c.wantsOffers(b) })
	for s, cases := range groups {
		asked := make([]pricingports.OfferQuestion, len(cases))
		for i, c := range cases {
			asked[i] = question(c.row)
		}
		for i, a := range e.p.Offers.Offers(ctx, *s, asked) {
			cases[i].offer(a)
		}
	}
}

func question(row repricer.ProductSnapshot) pricingports.OfferQuestion {
	return pricingports.OfferQuestion{SKUOrASIN: ports.SKUOrASIN{Marketplace: row.Key.MarketplaceID, SKU: row.Key.SKU}, Condition: row.Condition}
}

func (c *evaluation) wantsOffers(b *batch) bool {
	if c.sighting != nil && (c.fixed || b.policy == nil || b.now.Sub(c.sighting.At) <= b.offerAge()) {
		return false
	}
	return c.open(b)
}

// offer takes over what was read. It replaces the offers of an event, which are
// too old by now.
func (c *evaluation) offer(a pricingports.OfferAnswer) {
	m, ok := marketplace.ByID(c.row.Key.MarketplaceID)
	switch {
	case a.Offers != nil && ok:
		s := sightingOf(a.Offers, m, c.row.Condition)
		c.sighting, c.told = &s, false
	case a.Err != nil && comesAgain(a.Err):
		c.later = a.Err
	}
}

// seeOwn takes over the live price where the offers show it: from the only own
// offer, and only where no other row could be meant.
func (c *evaluation) seeOwn(b *batch) {
	if c.sighting == nil || len(b.siblings(c.row)) > 0 {
		return
	}
	own, ok := c.sighting.OwnOffer(c.row.Key.SellerID, c.row.Condition, c.learnt.ApplyTo(c.row).Observed.Fulfillment)
	last, seen := c.seenAt.Get()
	if !seen {
		last, seen = c.memory.SeenAt.Get()
	}
	if !ok || seen && !c.sighting.At.After(last) {
		return
	}
	c.learnt.Price, c.learnt.Shipping = optional.Some(own.Price), optional.Some(own.Shipping)
	c.seenAt = optional.Some(c.sighting.At)
}

// askExpected asks for the featured offer's expected price where a strategy aims
// at it. It is a hint: without it the strategy goes on to its next target.
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
		for i, a := range e.p.Expected.ExpectedPrices(ctx, *s, asked) {
			if a.Price != nil {
				cases[i].expected = optional.Some(*a.Price)
			}
		}
	}
}

func aimsAtExpected(v strategy.Values) bool {
	return v.CompeteWith == optional.Some(decision.TargetFeaturedExpected) || slices.Contains(v.FallbackTargets, decision.TargetFeaturedExpected)
}

// siblings are the other rows of the same offer.
func (b *batch) siblings(row repricer.ProductSnapshot) []*repricer.ProductSnapshot {
	var out []*repricer.ProductSnapshot
	for _, other := range b.around {
		if other.ID != row.ID && other.Key.SellerID == row.Key.SellerID && other.Key.MarketplaceID == row.Key.MarketplaceID &&
			other.ASIN == row.ASIN && other.Condition == row.Condition {
			out = append(out, other)
		}
	}
	return out
}
