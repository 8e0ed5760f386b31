package repricing

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	repricerbridge "sellingassistant/adapters/bridge/repricer"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/sales"
	accounts "sellingassistant/ports/account"
	ports "sellingassistant/ports/repricer"
	historyports "sellingassistant/ports/repricer/history"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// Outside answers the engine's calls to other parts, with answers that tests set. Every call goes
// through Hook; an error of Hook is the answer.
type Outside struct {
	mu            sync.Mutex
	Hook          func(call string) error
	Accounts      []account.Seller
	ListingAnswer map[repricer.Key]ports.Listing
	CostAnswers   map[repricer.Key]pricingports.Cost
	// RateAnswers has the exchange rates of every day.
	RateAnswers map[pricingports.Pair]money.Rate
	// GoodsAnswer has the facts about every product.
	GoodsAnswer pricingports.GoodsAnswer
	// ReducedAnswer has the SKUs of products that are usually taxed at a reduced rate.
	ReducedAnswer map[string]bool
	// Expenses has the team's expenses.
	Expenses pricingports.Expenses
	// PostageUnknown leaves unknown postage of costs unknown.
	PostageUnknown bool
	OfferAnswers   map[string]pricingports.OfferAnswer
	FeeAnswer      pricingports.FeeAnswer
	// FeesAt answers fees by price instead of FeeAnswer. FeesFor lists the prices of the questions.
	FeesAt  func(price money.Amount) pricingports.FeeAnswer
	FeesFor []string
	// BandAnswer has the fee bands of every listing.
	BandAnswer []decision.FeeBand
	// Schedule has the fee schedule of every listing. Nil means estimates only.
	Schedule        pricingports.FeeSchedule
	ExpectedAnswers map[string]pricingports.ExpectedPriceAnswer
	// Expecting lists the SKUs of questions about expected prices.
	Expecting []string
	Killed    bool
	// Covered has the times since which the program receives orders.
	Covered map[id.Connection]time.Time
	Asked   []string
	Watched []string
}

// Rates answers from RateAnswers.
func (o *Outside) Rates(
	_ context.Context, _ id.Team, _ date.Date, pairs []pricingports.Pair,
) (map[pricingports.Pair]money.Rate, error) {
	found := map[pricingports.Pair]money.Rate{}
	for _, p := range pairs {
		if rate, ok := o.RateAnswers[p]; ok {
			found[p] = rate
		}
	}
	return found, o.Call("ExchangeRates.Rates")
}

// Call records a call and returns the error of the hook.
func (o *Outside) Call(name string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.Asked = append(o.Asked, name)
	if o.Hook == nil {
		return nil
	}
	return o.Hook(name)
}

type (
	outNews  struct{ *Outside }
	outSales struct {
		historyports.Sales
		*Outside
	}
	outSellers struct {
		accounts.Sellers
		*Outside
	}
	outListings struct{ *Outside }
	outCosts    struct{ *Outside }
)

func (o outNews) CoveredSince(context.Context, id.Team) (map[id.Connection]time.Time, error) {
	return o.Covered, o.Call("OrderNews.ToldSince")
}

func (o outSales) Units(ctx context.Context, team id.Team, windows map[decision.ProductID]sales.Window) (map[decision.ProductID]int64, error) {
	if err := o.Call("Sales.Units"); err != nil {
		return nil, err
	}
	return o.Sales.Units(ctx, team, windows)
}

func (o outSellers) OfTeam(context.Context, id.Team) ([]account.Seller, error) {
	return o.Outside.Accounts, o.Call("Sellers.OfTeam")
}

func (o outListings) Current(context.Context, id.Team, []repricer.Key) (map[repricer.Key]ports.Listing, error) {
	return o.ListingAnswer, o.Call("Listings.Current")
}

// Current returns costs. It sets unknown postage to zero, unless PostageUnknown is set.
func (o outCosts) Current(context.Context, id.Team, []repricer.Key) (map[repricer.Key]pricingports.Cost, error) {
	out := make(map[repricer.Key]pricingports.Cost, len(o.CostAnswers))
	for key, cost := range o.CostAnswers {
		if !cost.Postage.Known() && !o.PostageUnknown {
			cost.Postage = optional.Some(money.Amount{})
		}
		out[key] = cost
	}
	return out, o.Call("Costs.Current")
}

// Goods returns GoodsAnswer for every product.
func (o *Outside) Goods(_ context.Context, _ id.Team, _ marketplace.ID, asins []string) (map[string]pricingports.GoodsAnswer, error) {
	out := map[string]pricingports.GoodsAnswer{}
	for _, a := range asins {
		out[a] = o.GoodsAnswer
	}
	return out, o.Call("Goods.Goods")
}

// Reduced returns the keys in ReducedAnswer.
func (o *Outside) Reduced(_ context.Context, _ id.Team, keys []repricer.Key) (map[repricer.Key]bool, error) {
	out := map[repricer.Key]bool{}
	for _, k := range keys {
		if o.ReducedAnswer[k.SKU] {
			out[k] = true
		}
	}
	return out, o.Call("Goods.Reduced")
}

// Defaults returns the expenses of the team.
func (o *Outside) Defaults(context.Context, id.Team) (pricingports.Expenses, error) {
	return o.Expenses, o.Call("Expenses.Defaults")
}

// Off returns the kill switch.
func (o *Outside) Off(context.Context) (bool, error) { return o.Killed, o.Call("KillSwitch.Off") }

// Offers answers each question by its SKU.
func (o *Outside) Offers(ctx context.Context, _ account.Seller, asked []pricingports.OfferQuestion) []pricingports.OfferAnswer {
	out := make([]pricingports.OfferAnswer, len(asked))
	err := errors.Join(ctx.Err(), o.Call("Offers.Offers"))
	for i, q := range asked {
		out[i] = o.OfferAnswers[q.SKU]
		if err != nil {
			out[i] = pricingports.OfferAnswer{Err: err}
		}
	}
	return out
}

// Fees answers each question by FeesAt, or with FeeAnswer.
func (o *Outside) Fees(_ context.Context, _ account.Seller, asked []pricingports.FeeQuestion) []pricingports.FeeAnswer {
	out := make([]pricingports.FeeAnswer, len(asked))
	err := o.Call("Fees.Fees")
	for i, q := range asked {
		o.FeesFor = append(o.FeesFor, q.Price.String())
		out[i] = o.FeeAnswer
		if o.FeesAt != nil {
			out[i] = o.FeesAt(q.Price)
		}
		if err != nil {
			out[i] = pricingports.FeeAnswer{Err: err}
		}
	}
	return out
}

// Bands returns BandAnswer for every row.
func (o *Outside) Bands(_ context.Context, _ id.Team, keys []repricer.Key) (map[repricer.Key][]decision.FeeBand, error) {
	out := map[repricer.Key][]decision.FeeBand{}
	for _, k := range keys {
		if o.BandAnswer != nil {
			out[k] = o.BandAnswer
		}
	}
	return out, o.Call("FeeBands.Bands")
}

// Schedules returns Schedule for every row, else tables without fees.
func (o *Outside) Schedules(_ context.Context, _ id.Team, keys []repricer.Key) (map[repricer.Key]pricingports.FeeSchedule, error) {
	out := map[repricer.Key]pricingports.FeeSchedule{}
	for _, k := range keys {
		if out[k] = o.Schedule; o.Schedule == nil {
			out[k] = repricerbridge.NewFeeSchedule(k.MarketplaceID, nil, "", time.Time{})
		}
	}
	return out, o.Call("FeeBands.Schedules")
}

// ExpectedPrices answers each question by its SKU.
func (o *Outside) ExpectedPrices(_ context.Context, _ account.Seller, asked []ports.SKUOrASIN) []pricingports.ExpectedPriceAnswer {
	out := make([]pricingports.ExpectedPriceAnswer, len(asked))
	err := o.Call("Expected.ExpectedPrices")
	for i, q := range asked {
		o.Expecting = append(o.Expecting, q.SKU)
		out[i] = o.ExpectedAnswers[q.SKU]
		if err != nil {
			out[i] = pricingports.ExpectedPriceAnswer{Err: err}
		}
	}
	return out
}

func (o *Outside) watch(format string, args ...any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.Watched = append(o.Watched, fmt.Sprintf(format, args...))
}

// Decided records a metric.
func (o *Outside) Decided(v decision.Verdict, r decision.Reason, n int) { o.watch("%s %s %d", v, r, n) }

// Waited ignores a metric.
func (o *Outside) Waited(repricer.Priority, time.Duration) {}

// Tripped records a metric.
func (o *Outside) Tripped(_ id.Team, falling int) { o.watch("tripped %d", falling) }

// SourceTripped records a metric.
func (o *Outside) SourceTripped(_ id.Team, empty, read int) { o.watch("dropped %d of %d", empty, read) }

// Failed records a metric.
func (o *Outside) Failed(_ id.Team, rows int, err error) { o.watch("failed %d: %v", rows, err) }
