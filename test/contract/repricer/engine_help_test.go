package repricer_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	historystore "sellingassistant/adapters/persistence/repricer/history"
	pricingstore "sellingassistant/adapters/persistence/repricer/pricing"
	queuestore "sellingassistant/adapters/persistence/repricer/queue"
	sendingstore "sellingassistant/adapters/persistence/repricer/sending"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/app/repricer/pricing"
	"sellingassistant/app/repricer/queue"
	"sellingassistant/app/repricer/sending"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/sales"
	"sellingassistant/domain/repricer/strategy"
	accounts "sellingassistant/ports/account"
	ports "sellingassistant/ports/repricer"
	historyports "sellingassistant/ports/repricer/history"
	pricingports "sellingassistant/ports/repricer/pricing"
	queueports "sellingassistant/ports/repricer/queue"
	"sellingassistant/test/stores"
)

// moving is a clock that is set.
type moving struct {
	mu  sync.Mutex
	now time.Time
}

func (c *moving) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *moving) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// outside is everything the engine asks that is not its own, with answers that
// tests set. Every call goes through hook, whose error is the answer.
type outside struct {
	mu       sync.Mutex
	hook     func(call string) error
	sellers  []account.Seller
	listings map[repricer.Key]ports.Listing
	costs    map[repricer.Key]pricingports.Cost
	// postageUnknown leaves the postage of costs unknown that name none.
	postageUnknown bool
	offers         map[string]pricingports.OfferAnswer
	fees           pricingports.FeeAnswer
	// feesAt answers instead of fees, by the price, and feesFor are the prices asked for.
	feesAt  func(price money.Amount) pricingports.FeeAnswer
	feesFor []string
	// bands are those of every listing.
	bands    []decision.FeeBand
	expected map[string]pricingports.ExpectedPriceAnswer
	// expecting are the SKUs whose expected prices were asked for.
	expecting []string
	killed    bool
	// told is since when the program is told of orders.
	told    map[id.Connection]time.Time
	asked   []string
	watched []string
}

func (o *outside) call(name string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.asked = append(o.asked, name)
	if o.hook == nil {
		return nil
	}
	return o.hook(name)
}

type (
	outNews  struct{ *outside }
	outSales struct {
		historyports.Sales
		*outside
	}
	outSellers struct {
		accounts.Sellers
		*outside
	}
	outListings struct{ *outside }
	outCosts    struct{ *outside }
)

func (o outNews) CoveredSince(context.Context, id.Team) (map[id.Connection]time.Time, error) {
	return o.told, o.call("OrderNews.ToldSince")
}

func (o outSales) Units(ctx context.Context, team id.Team, windows map[decision.ProductID]sales.Window) (map[decision.ProductID]int64, error) {
	if err := o.call("Sales.Units"); err != nil {
		return nil, err
	}
	return o.Sales.Units(ctx, team, windows)
}

func (o outSellers) OfTeam(context.Context, id.Team) ([]account.Seller, error) {
	return o.sellers, o.call("Sellers.OfTeam")
}

func (o outListings) Current(context.Context, id.Team, []repricer.Key) (map[repricer.Key]ports.Listing, error) {
	return o.listings, o.call("Listings.Current")
}

// Current names the postage of every cost, none where a test says nothing of it.
func (o outCosts) Current(context.Context, id.Team, []repricer.Key) (map[repricer.Key]pricingports.Cost, error) {
	out := make(map[repricer.Key]pricingports.Cost, len(o.costs))
	for key, cost := range o.costs {
		if !cost.Postage.Known() && !o.postageUnknown {
			cost.Postage = optional.Some(money.Amount{})
		}
		out[key] = cost
	}
	return out, o.call("Costs.Current")
}

func (o *outside) Off(context.Context) (bool, error) { return o.killed, o.call("KillSwitch.Off") }

func (o *outside) Offers(ctx context.Context, _ account.Seller, asked []pricingports.OfferQuestion) []pricingports.OfferAnswer {
	out := make([]pricingports.OfferAnswer, len(asked))
	err := errors.Join(ctx.Err(), o.call("Offers.Offers"))
	for i, q := range asked {
		out[i] = o.offers[q.SKU]
		if err != nil {
			out[i] = pricingports.OfferAnswer{Err: err}
		}
	}
	return out
}

func (o *outside) Fees(_ context.Context, _ account.Seller, asked []pricingports.FeeQuestion) []pricingports.FeeAnswer {
	out := make([]pricingports.FeeAnswer, len(asked))
	err := o.call("Fees.Fees")
	for i, q := range asked {
		o.feesFor = append(o.feesFor, q.Price.String())
		out[i] = o.fees
		if o.feesAt != nil {
			out[i] = o.feesAt(q.Price)
		}
		if err != nil {
			out[i] = pricingports.FeeAnswer{Err: err}
		}
	}
	return out
}

func (o *outside) Bands(_ context.Context, _ id.Team, keys []repricer.Key) (map[repricer.Key][]decision.FeeBand, error) {
	out := map[repricer.Key][]decision.FeeBand{}
	for _, k := range keys {
		if o.bands != nil {
			out[k] = o.bands
		}
	}
	return out, o.call("FeeBands.Bands")
}

func (o *outside) ExpectedPrices(_ context.Context, _ account.Seller, asked []ports.SKUOrASIN) []pricingports.ExpectedPriceAnswer {
	out := make([]pricingports.ExpectedPriceAnswer, len(asked))
	err := o.call("Expected.ExpectedPrices")
	for i, q := range asked {
		o.expecting = append(o.expecting, q.SKU)
		out[i] = o.expected[q.SKU]
		if err != nil {
			out[i] = pricingports.ExpectedPriceAnswer{Err: err}
		}
	}
	return out
}

func (o *outside) watch(format string, args ...any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.watched = append(o.watched, fmt.Sprintf(format, args...))
}

func (o *outside) Decided(v decision.Verdict, r decision.Reason, n int) { o.watch("%s %s %d", v, r, n) }

func (o *outside) Waited(repricer.Priority, time.Duration) {}

func (o *outside) Tripped(_ id.Team, falling int) { o.watch("tripped %d", falling) }

func (o *outside) SourceTripped(_ id.Team, empty, read int) { o.watch("dropped %d of %d", empty, read) }

func (o *outside) Failed(_ id.Team, rows int, err error) { o.watch("failed %d: %v", rows, err) }

// engine is the engine over a database.
type engine struct {
	records
	t      *testing.T
	clock  *moving
	out    *outside
	facts  pricingports.Rows
	parts  pricing.EngineParts
	engine *pricing.Engine
	intake *pricing.Intake
	orders *pricing.Orders
	set    *manage.Settings
	rules  *manage.Strategies
	edit   *manage.Products
	who    caller.Caller
	claims int
}

func eachEngine(t *testing.T, test func(e *engine)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, s *db.Store) { test(newEngine(t, s)) })
}

func newEngine(t *testing.T, s *db.Store) *engine {
	t.Helper()
	e := &engine{
		records: recordsOver(s), t: t, clock: &moving{now: noon}, facts: pricingstore.NewRows(s), who: caller.Caller{Team: ours},
		out: &outside{
			sellers:  []account.Seller{{Team: ours, Connection: 5, Region: "eu", ID: "A2SELLER", Marketplaces: []marketplace.ID{de}, Active: true}},
			listings: map[repricer.Key]ports.Listing{}, costs: map[repricer.Key]pricingports.Cost{}, offers: map[string]pricingports.OfferAnswer{},
		},
	}
	settings := queue.NewWakingSettings(e.settings, e.due, e.clock)
	strategies := queue.NewWakingStrategies(e.strategies, settings, e.due, e.clock)
	products := queue.NewWakingProducts(e.products, settings, e.due, queuestore.NewFeeRequests(s), e.clock)
	e.parts = pricing.EngineParts{
		Queue: e.due, Rows: e.facts, Products: products, Settings: settings, Changes: e.history, Memories: e.memories,
		Sellers: outSellers{outside: e.out}, Listings: outListings{e.out}, Costs: outCosts{e.out}, Fees: e.out, FeeBands: e.out, Offers: e.out, Expected: e.out,
		Sales: outSales{historystore.NewSales(s), e.out}, OrderCoverage: outNews{e.out}, FeeRequests: queuestore.NewFeeRequests(s), SourceBreakers: pricingstore.NewSourceBreakers(s),
		Sweeps: pricingstore.NewSweeps(s),
		Tx:     s, Clock: e.clock, Metrics: e.out, KillSwitch: e.out,
	}
	e.engine = pricing.NewEngine(e.parts)
	confirms := sending.NewConfirmations(sending.SenderParts{
		Changes: e.history, Settings: settings, Memories: e.memories, Queue: e.due, Metrics: &watch{}, Tx: s, Clock: e.clock,
	})
	ends := sending.NewWithdrawals(sendingstore.NewOutbox(s), historystore.NewChanges(s), products, e.due, s, e.clock)
	e.orders = pricing.NewOrders(pricing.OrderParts{
		Products: products, Settings: settings, Rows: e.facts, Queue: e.due, Sales: historystore.NewSales(s), Tx: s, Clock: e.clock,
	})
	e.intake = pricing.NewIntake(products, settings, e.due, confirms, nil, s, e.clock)
	e.set = manage.NewSettings(settings, strategies, ends, s, e.clock)
	e.rules = manage.NewStrategies(strategies, settings, products, ends, s, e.clock)
	e.edit = manage.NewProducts(products, strategies, settings, ample{}, outSellers{outside: e.out}, outListings{e.out}, ends, s, e.clock)
	return e
}

// live puts the team's settings to live and gives it a strategy that matches the
// lowest price.
func (e *engine) live(change func(*repricer.SettingsPatch)) strategy.ID {
	e.t.Helper()
	p := matching("Lowest")
	p.CompeteWith = optional.Put(decision.TargetLowest)
	made, err := e.rules.Create(e.t.Context(), e.who, p)
	require.NoError(e.t, err)
	patch := repricer.SettingsPatch{SubmissionMode: optional.Put(decision.SubmitLive), DefaultStrategyID: optional.Put(made.ID)}
	if change != nil {
		change(&patch)
	}
	_, err = e.set.Update(e.t.Context(), e.who, manage.UpdateSettings{Patch: patch})
	require.NoError(e.t, err)
	return made.ID
}

// selling stores n rows at 20.00 between 5 and 50, in mode auto.
func (e *engine) selling(n int, change func(i int, s *repricer.ProductSnapshot)) []decision.ProductID {
	e.t.Helper()
	rows := plainRows(n)
	for i := range rows {
		rows[i].Mode = decision.ModeAuto
		rows[i].Limits.MinPrice, rows[i].Limits.MaxPrice = amount("5"), amount("50")
		rows[i].Observed.CurrentPrice, rows[i].Observed.Fulfillment = amount("20"), optional.Some(decision.FBM)
		if change != nil {
			change(i, &rows[i])
		}
	}
	return ids(e.rows(e.t, ours, rows...))
}

// event tells of a rival's price for a row.
func (e *engine) event(row decision.ProductID, rival string) {
	e.t.Helper()
	e.hears(row, decision.Offer{SellerID: "A3RIVAL", Price: eur(rival), BuyBox: true, Featured: true})
}

// hears tells a row of the offers of its product.
func (e *engine) hears(row decision.ProductID, offers ...decision.Offer) {
	e.t.Helper()
	s, now := e.row(row), e.clock.Now()
	for i := range offers {
		offers[i].Fulfillment, offers[i].Condition = decision.FBM, decision.ConditionNew
	}
	o := ports.Offer{SellerID: s.Key.SellerID, MarketplaceID: s.Key.MarketplaceID, ASIN: s.ASIN, Condition: s.Condition}
	require.NoError(e.t, e.intake.OfferEvents(e.t.Context(), []pricing.OfferEvent{{
		Offer: ports.TeamOffer{Team: ours, Offer: o}, Market: repricer.MarketState{At: now}, Own: []string{s.Key.SellerID},
		Offers: decision.OfferSnapshot{At: now, Box: decision.BoxReport{Unknown: true}, Offers: offers},
	}}))
}

func (e *engine) row(row decision.ProductID) repricer.ProductSnapshot {
	e.t.Helper()
	s, err := e.products.Get(e.t.Context(), ours, row)
	require.NoError(e.t, err)
	return s
}

// take claims what is due.
func (e *engine) take() (string, []queueports.Claimed) {
	e.t.Helper()
	e.claims++
	owner := fmt.Sprintf("worker %d", e.claims)
	for _, lane := range []repricer.Priority{repricer.PriorityFast, repricer.PriorityNormal, repricer.PriorityLow} {
		got, err := e.due.Claim(e.t.Context(), queueports.Claim{Owner: owner, Priority: lane, Limit: 100, Now: e.clock.Now(), Lease: time.Minute})
		require.NoError(e.t, err)
		if len(got) > 0 {
			return owner, got
		}
	}
	return owner, nil
}

// work evaluates all that is due.
func (e *engine) work() {
	e.t.Helper()
	for {
		owner, claimed := e.take()
		if len(claimed) == 0 {
			return
		}
		require.NoError(e.t, e.engine.Evaluate(e.t.Context(), owner, claimed))
	}
}

// told lists the history in words, the oldest first.
func (e *engine) told() []string {
	e.t.Helper()
	all := e.all(e.t, ours, historyports.ChangeFilter{})
	out := make([]string, len(all))
	for i, c := range all {
		out[len(all)-1-i] = fmt.Sprintf("%s %s %s %s", c.Verdict, c.Reason, c.NewPrice, c.Outcome.Or("-"))
	}
	return out
}

func (e *engine) queued() (n int) {
	e.t.Helper()
	require.NoError(e.t, e.db.DB().QueryRowContext(e.t.Context(), "SELECT count(*) FROM repricer_due").Scan(&n))
	return n
}

func away() error {
	return fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "The marketplace did not answer.")
}

// lists answers a question about a SKU's offers with a rival's price.
func (e *engine) lists(sku, rival string) {
	yes := true
	e.out.offers[sku] = pricingports.OfferAnswer{Offers: &pricingports.OfferData{At: e.clock.Now(), Offers: []pricingports.MarketOffer{{
		SellerID: "A3RIVAL", Condition: decision.ConditionNew, Fulfillment: decision.FBM, PriceParts: ports.PriceParts{Currency: "EUR", Price: money.MustParse(rival)},
		Featured: &yes, Winner: &yes,
	}}}}
}

type contextT = context.Context

func (e *engine) holds() map[decision.ProductID]repricer.Hold {
	e.t.Helper()
	out := map[decision.ProductID]repricer.Hold{}
	rows, err := e.facts.WithSiblings(e.t.Context(), ours, e.everyRow())
	require.NoError(e.t, err)
	for _, row := range rows {
		if h, ok := row.Hold.Get(); ok {
			out[row.ID] = h
		}
	}
	return out
}

func (e *engine) everyRow() []decision.ProductID {
	e.t.Helper()
	var out []decision.ProductID
	rows, err := e.db.DB().QueryContext(e.t.Context(), "SELECT id FROM repricer_products ORDER BY id")
	require.NoError(e.t, err)
	defer func() { require.NoError(e.t, rows.Close()) }()
	for rows.Next() {
		var n int64
		require.NoError(e.t, rows.Scan(&n))
		out = append(out, decision.ProductID(n))
	}
	require.NoError(e.t, rows.Err())
	return out
}

func (e *engine) moveTo(row decision.ProductID, s repricer.RunState) {
	e.t.Helper()
	_, err := e.db.DB().ExecContext(e.t.Context(), "UPDATE repricer_products SET run_state = ? WHERE id = ?", string(s), int64(row))
	require.NoError(e.t, err)
}

// wakeNow is an event that does not wait for the least time between evaluations.
func (e *engine) wakeNow(row decision.ProductID, rival string) {
	e.t.Helper()
	e.event(row, rival)
	_, err := e.db.DB().ExecContext(e.t.Context(), "UPDATE repricer_due SET due_at = ? WHERE product_id = ?", e.clock.Now().UnixMicro(), int64(row))
	require.NoError(e.t, err)
}
