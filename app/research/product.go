package research

import (
	"context"
	"slices"
	"strings"
	"time"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/gap"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/domain/research/series"
	"sellingassistant/ports/clock"
)

// Product has all known facts of a product.
type Product struct {
	lookup.Facts
	Marketplace marketplace.Marketplace
	Found       lookup.Found
	Offers      lookup.Offers
	// "" if neither product type nor root category leads to a fee category
	FeeCategory string
	FeeBasis    fee.Basis
	// FeePrice has the price of Bill, which has the fees of a sale from Amazon's warehouse.
	FeePrice optional.Maybe[money.Amount]
	Bill     fee.Bill
	// Oversize says that the package is of no standard size.
	Oversize optional.Maybe[bool]
	// Top has the rank in percent of the products of the root category.
	Top            optional.Maybe[money.Percent]
	Mean30, Mean90 optional.Maybe[int64]
	Estimate       Estimate
	Gaps           gap.List
}

// Products returns the known facts of products.
type Products struct {
	sources   *Sources
	estimates *Estimates
	tables    fee.Tables
	clock     clock.Clock
}

func NewProducts(sources *Sources, estimates *Estimates, tables fee.Tables, c clock.Clock) *Products {
	return &Products{sources, estimates, tables, c}
}

var everything = Want{Catalog: true, Offers: true, Restriction: true, History: true, Fees: salePrices}

// Get returns a product. Faults in this order: Invalid for the parameters, then the faults of
// Sources.Of. A fact that no source has is a gap.
func (p *Products) Get(ctx context.Context, who caller.Caller, product string, choice marketplace.Choice) (Product, error) {
	named, err := asin.Parse(product)
	m, err2 := choice.Resolve(who.Home)
	if err := fault.Both(err, err2); err != nil {
		return Product{}, err
	}
	found, err := p.sources.Of(ctx, who, m, named, everything, "")
	if err != nil {
		return Product{}, err
	}
	out := p.shown(ctx, m, found, p.estimates.Own(ctx, who.Team, m, named))
	p.charge(&out)
	out.name()
	return out, nil
}

// shown returns the answers of sources, and the figures that follow from them.
func (p *Products) shown(ctx context.Context, m marketplace.Marketplace, found lookup.Found, own OwnSales) Product {
	history := &found.History.Value
	out := Product{
		Marketplace: m, Found: found, Facts: found.Facts(), Offers: found.Present(), Mean30: history.RankMean30, Mean90: history.RankMean90,
		Estimate: p.estimates.Of(ctx, m, &found, own),
	}
	if root, err := p.estimates.curves.root(ctx, m, func(c lookup.Category) bool { return optional.Some(c.ID) == out.Root }); err == nil {
		out.Top = topOf(out.Rank, root.Products)
	}
	return out
}

// Sought has a product, or the reason why no source knows it.
type Sought struct {
	Product
	Err error
}

// Many looks products up for a caller with its own way of payment. Answers are in the order of the
// question, without fees and gaps.
func (p *Products) Many(ctx context.Context, team id.Team, m marketplace.Marketplace, asins []asin.ASIN, want Want) []Sought {
	out, own := make([]Sought, len(asins)), p.estimates.Own(ctx, team, m, asins...)
	for i, found := range p.sources.Look(ctx, team, m, asins, want) {
		if out[i].Err = judge(found, want); out[i].Err != nil {
			continue
		}
		out[i].Product = p.shown(ctx, m, found, own)
		out[i].Oversize = p.oversize(out[i].Product)
	}
	return out
}

// oversize says whether the package is of no standard size tier.
func (p *Products) oversize(of Product) optional.Maybe[bool] {
	m, day := of.Marketplace, of.Marketplace.Day(p.clock.Now())
	market, _ := p.tables.Market(m.Country, false)
	product := fee.Product{Placement: fee.PlacementNone, StorageMonths: 10_000}
	fill(&product, of.Facts, market, day)
	schedule, err := fee.NewSchedule(fee.Question{Market: market, Currency: m.Currency, Day: day, Product: product})
	if err != nil {
		return optional.None[bool]()
	}
	return optional.Convert(schedule.At(m.Currency.Unit()).Fit, func(f fee.Fit) bool { return f.Tier.Oversize })
}

// salePrices asks for the fees at the current price of a product.
func salePrices(f lookup.Found) []lookup.FeeQuestion {
	if price, ok := salePrice(f.Present()).Get(); ok {
		return []lookup.FeeQuestion{{Price: price}}
	}
	return nil
}

// salePrice returns the price of the buy box, else the lowest of Amazon's warehouse.
func salePrice(o lookup.Offers) optional.Maybe[money.Amount] {
	if box, ok := o.Box.Get(); ok && box.Landed().Positive() {
		return optional.Some(box.Landed())
	}
	if least := o.LowestFBA.Or(money.Amount{}); least.Positive() {
		return optional.Some(least)
	}
	return optional.None[money.Amount]()
}

// charge calculates the fees of a sale at the present price, with a month of storage.
func (p *Products) charge(out *Product) {
	m, day := out.Marketplace, out.Marketplace.Day(p.clock.Now())
	market, _ := p.tables.Market(m.Country, false)
	product := fee.Product{Placement: fee.PlacementNone, StorageMonths: 10_000}
	out.FeeBasis = fill(&product, out.Facts, market, day)
	out.FeeCategory = product.Category
	q := fee.Question{Market: market, Currency: m.Currency, Day: day, Product: product}
	table, err := fee.NewSchedule(q)
	if err != nil {
		return
	}
	// The size tier comes from the table, even if other sources gave the fee.
	out.Oversize = optional.Convert(table.At(m.Currency.Unit()).Fit, func(f fee.Fit) bool { return f.Tier.Oversize })
	price, ok := salePrice(out.Offers).Get()
	if !ok {
		return
	}
	q.Given = told(&out.Found, SourceAuto, table, lookup.FeeQuestion{Price: price})
	if schedule, err := fee.NewSchedule(q); err == nil {
		out.FeePrice, out.Bill = optional.Some(price), schedule.At(price)
	}
}

// topOf returns a rank in percent of so many products, to four decimals.
func topOf(rank optional.Maybe[int64], products int64) optional.Maybe[money.Percent] {
	const whole, largest = 1_000_000, 1 << 31
	r, ok := rank.Get()
	if !ok || r > largest || products <= 0 || products > largest {
		return optional.None[money.Percent]()
	}
	return optional.Some(money.PercentFromUnits((2*r*whole + products) / (2 * products)))
}

// worst returns the reason to name if several sources lack a member: the first that may go away.
func worst(reasons ...gap.Reason) gap.Reason {
	for _, r := range []gap.Reason{gap.UpstreamFailed, gap.NoConnection, gap.NoProvider} {
		for _, reason := range reasons {
			if reason == r {
				return r
			}
		}
	}
	return gap.NotFound
}

// name lists the missing members.
func (p *Product) name() {
	f := &p.Found
	catalog, offers, history := f.Catalog.Gap(), f.Offers.Gap(), f.History.Gap()
	facts, present := worst(catalog, history), worst(offers, history)
	for _, entry := range []struct {
		field string
		known bool
		why   gap.Reason
	}{
		{"title", p.Title != "", facts}, {"brand", p.Brand != "", facts}, {"category", p.Root.Known(), facts}, {"urls.imageUrl", p.Image != "", facts},
		{"category.feeCategory", p.FeeCategory != "" || !p.Root.Known(), gap.NotFound},
		{"prices.buyBox", p.Offers.Box.Known(), present}, {"prices.fba.minPrice", p.Offers.LowestFBA.Known(), present},
		{"prices.fbm.minPrice", p.Offers.LowestFBM.Known(), present}, {"prices.amazon.price", p.Offers.Amazon.Known(), present},
		{"prices.listPrice", p.ListPrice.Known(), facts}, {"fees", p.FeePrice.Known(), present},
		{"bsr.current", p.Rank.Known(), facts}, {"bsr.top", p.Top.Known(), history}, {"bsr.avg30", p.Mean30.Known(), history},
		{"bsr.avg90", p.Mean90.Known(), history}, {"restrictionStatus", f.Restriction.OK(), f.Restriction.Gap()},
		{"offers.fbaOffersQty", p.Offers.FBA.Known(), present}, {"offers.fbmOffersQty", p.Offers.FBM.Known(), present},
		{"offers.competitors.fbaWithin2Percent", p.Offers.Near.Known(), offers}, {"offers.amazonInStock", p.Offers.AmazonInStock.Known(), present},
		{"isHazMat", p.HazMat.Known(), facts}, {"isMeltable", p.Meltable.Known(), facts}, {"isOversize", p.Oversize.Known(), facts},
		{"isFragile", p.Fragile.Known(), catalog}, {"isAdultProduct", p.Adult.Known(), facts},
		{"dimensions.package", p.Package != lookup.Dimensions{}, facts}, {"dimensions.item", p.Item != lookup.Dimensions{}, facts},
		{"packageQuantity", p.Units.Known(), facts}, {"numberOfItems", p.Items.Known(), facts},
		{"monthlySoldBadge", f.History.Value.MonthlySold.Known(), history},
	} {
		if !entry.known {
			p.Gaps.Add(entry.field, entry.why)
		}
	}
	if p.FeePrice.Known() {
		for _, line := range p.Bill.Missing {
			p.Gaps.Add("fees."+string(line), facts)
		}
	}
	for _, gap := range p.Estimate.Gaps {
		if gap.Field == "estimatedSales" {
			p.Gaps = append(p.Gaps, gap)
		}
	}
}

// Metrics maps the series of statistics to their places in the answer.
var Metrics = map[series.Name]string{
	series.Amazon: "prices.amazon", series.New: "prices.new", series.BuyBox: "prices.buyBox", series.NewFBA: "prices.newFba",
	series.NewFBM: "prices.newFbm", series.Used: "prices.used", series.List: "prices.list", series.Rank: "rank.bsr",
	series.CountNew: "offers.newCount", series.CountFBA: "offers.newFbaCount", series.CountFBM: "offers.newFbmCount",
	series.CountUsed: "offers.usedCount", series.Rating: "reviews.rating", series.Reviews: "reviews.count", series.Badge: "demand.badgeHistory",
}

// Statistics has the provider's history of a product.
type Statistics struct {
	lookup.Product
	ASIN asin.ASIN
	// Now has the minute of the metrics, Days the length of the requested interval.
	Now  series.Minute
	Days optional.Maybe[int]
	// Mean30 has the geometric mean of the rank.
	Mean30  optional.Maybe[float64]
	Top     optional.Maybe[money.Percent]
	ByMonth optional.Maybe[[12]float64]
	// Tokens counts the plan's tokens that the answer cost.
	Tokens int
	Gaps   gap.List
}

// Statistics returns how a product changed. Faults in this order: Invalid for the parameters, Rule
// not_supported without a provider, then the faults of Sources.Of.
func (p *Products) Statistics(ctx context.Context, who caller.Caller, product string, choice marketplace.Choice, days optional.Maybe[int]) (Statistics, error) {
	named, err := asin.Parse(product)
	m, err2 := choice.Resolve(who.Home)
	if err := fault.Both(err, err2); err != nil {
		return Statistics{}, err
	}
	begun := p.clock.Now()
	found, err := p.sources.Of(ctx, who, m, named, Want{History: true}, "")
	if err != nil {
		return Statistics{}, err
	}
	e := p.estimates.Of(ctx, m, &found, OwnSales{})
	out := Statistics{Product: found.History.Value, ASIN: named, Now: series.MinuteOf(p.clock.Now().Truncate(time.Minute)), Days: days, ByMonth: e.ByMonth}
	out.Marketplace = m
	if e.Basis == BasisMean {
		out.Mean30 = e.Rank
	}
	if !found.Paid.Before(begun) {
		out.Tokens = tokensPerProduct
	}
	if root, err := p.estimates.curves.root(ctx, m, func(c lookup.Category) bool { return optional.Some(c.ID) == out.Root }); err == nil {
		out.Top = topOf(out.Rank, root.Products)
	}
	for name, field := range Metrics {
		if len(out.Series[name].Points) == 0 {
			out.Gaps.Add(field, gap.NotFound)
		}
	}
	for field, known := range map[string]bool{
		"rank.topPercent": out.Top.Known(), "rank.meanRank30": out.Mean30.Known(), "demand.badge": out.MonthlySold.Known(),
		"demand.byMonth": out.ByMonth.Known(), "buyBox.sellers": len(out.Holders) > 0,
	} {
		if !known {
			out.Gaps.Add(field, gap.NotFound)
		}
	}
	slices.SortFunc(out.Gaps, func(a, b gap.Gap) int { return strings.Compare(a.Field, b.Field) })
	return out, nil
}
