package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"sellingassistant/adapters/amazon/notices"
	notificationbridge "sellingassistant/adapters/bridge/notification"
	repricerbridge "sellingassistant/adapters/bridge/repricer"
	connectionstore "sellingassistant/adapters/persistence/connection"
	"sellingassistant/adapters/persistence/db"
	inventorystore "sellingassistant/adapters/persistence/inventory"
	notificationstore "sellingassistant/adapters/persistence/notification"
	"sellingassistant/adapters/persistence/record"
	historystore "sellingassistant/adapters/persistence/repricer/history"
	managestore "sellingassistant/adapters/persistence/repricer/manage"
	pricingstore "sellingassistant/adapters/persistence/repricer/pricing"
	queuestore "sellingassistant/adapters/persistence/repricer/queue"
	sendingstore "sellingassistant/adapters/persistence/repricer/sending"
	connectionapp "sellingassistant/app/connection"
	inventoryapp "sellingassistant/app/inventory"
	inventoryfacade "sellingassistant/app/inventory/facade"
	notificationapp "sellingassistant/app/notification"
	"sellingassistant/app/repricer/events"
	"sellingassistant/app/repricer/pricing"
	"sellingassistant/app/repricer/queue"
	"sellingassistant/app/repricer/sending"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/notification"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/ports/clock"
	notificationports "sellingassistant/ports/notification"
	ports "sellingassistant/ports/repricer"
	pricingports "sellingassistant/ports/repricer/pricing"
	sendingports "sellingassistant/ports/repricer/sending"
)

// world assembles the pipeline of the repricer over a database, as in the program. Only the
// marketplace is missing.
type world struct {
	store *db.Store
	teams []team
	env   []string
	due   *queuestore.EvaluationQueue

	sellers  *connectionapp.Sellers
	settings ports.Settings
	products ports.Products
	changes  *historystore.Changes
	memories *managestore.Memories
	outbox   *sendingstore.Outbox
	watch    *watch
}

func newWorld(s *db.Store, teams []team, env []string) *world {
	clk := clock.System{}
	w := &world{
		store: s, teams: teams, env: env, due: queuestore.NewEvaluationQueue(s),
		sellers: connectionapp.NewSellers(connectionstore.NewConnections(s)),
		changes: historystore.NewChanges(s), memories: managestore.NewMemories(s), outbox: sendingstore.NewOutbox(s),
		watch: newWatch(),
	}
	w.settings = queue.NewWakingSettings(managestore.NewSettings(record.On(s)), w.due, clk)
	w.products = queue.NewWakingProducts(managestore.NewProducts(s), w.settings, w.due, queuestore.NewFeeRequests(s), clk)
	return w
}

// intake takes in the messages of a source.
func (w *world) intake(source notificationports.Source) *notificationapp.Intake {
	clk := clock.System{}
	confirms := sending.NewConfirmations(sending.SenderParts{
		Changes: w.changes, Products: w.products, Settings: w.settings, Memories: w.memories, Queue: w.due, Outbox: w.outbox,
		Metrics: sendWatch{w.watch}, Tx: w.store, Clock: clk,
	})
	intake := events.NewIntake(w.products, w.settings, w.due, confirms, nil, w.store, clk)
	orders := events.NewOrders(events.OrderParts{
		Products: w.products, Settings: w.settings, Rows: pricingstore.NewRows(w.store), Queue: w.due, Sales: historystore.NewSales(w.store), Tx: w.store, Clock: clk,
	})
	return notificationapp.NewIntake(source, notices.NewReader().Read, notificationstore.NewEvents(w.store),
		notificationbridge.NewEvents(w.sellers, intake, orders), w.watch, w.store, clk)
}

// engine decides rows.
func (w *world) engine() *pricing.Engine {
	skus := inventorystore.NewSKUs(w.store)
	return pricing.NewEngine(pricing.EngineParts{
		Queue: w.due, Rows: pricingstore.NewRows(w.store), Products: w.products, Settings: w.settings, Changes: w.changes, Memories: w.memories,
		Sellers:  w.sellers,
		Listings: repricerbridge.NewListings(inventoryfacade.New(inventoryfacade.Parts{SKUs: skus})).Current,
		Costs: repricerbridge.NewCosts(inventoryapp.NewCosts(skus, nil,
			inventoryapp.NewWatchedCosts(inventorystore.NewCostLayers(w.store), skus, silence{}, clock.System{}), w.store, clock.System{})).Current,
		Expenses: silence{}.Defaults, FeeBands: silence{}, Goods: silence{}, Market: silence{},
		Sales:         historystore.NewSales(w.store),
		OrderCoverage: silence{}.CoveredSince, FeeRequests: queuestore.NewFeeRequests(w.store),
		SourceBreakers: pricingstore.NewSourceBreakers(w.store), Sweeps: pricingstore.NewSweeps(w.store),
		Tx: w.store, Clock: clock.System{}, Metrics: engineWatch{w.watch}, KillSwitch: silence{}.Off,
	})
}

// sender sends prices to a sink, and reads them back.
func (w *world) sender(sink sendingports.PriceSubmitter, feeds sendingports.Feeds, prices sendingports.OwnPrices) *sending.Sender {
	return sending.NewSender(sending.SenderParts{
		Outbox: w.outbox, Changes: w.changes, Products: w.products, Settings: w.settings,
		Memories: w.memories, Queue: w.due, Sellers: w.sellers, Submitter: sink, MarketplaceFeeds: feeds, OwnPrices: prices,
		Metrics: sendWatch{w.watch}, Tx: w.store, Clock: clock.System{},
	})
}

// count reads one number.
func (w *world) count(ctx context.Context, text string) (n int64, err error) {
	return n, w.store.DB().QueryRowContext(ctx, text).Scan(&n)
}

// silence fails calls to the marketplace, because events must suffice. Other ports return no data.
type silence struct{}

// MapPricesChanged implements inventory.CostWatch.
func (silence) MapPricesChanged(context.Context, id.Team, []inventory.SKUKey) error { return nil }

// Goods implements pricing.Goods.
func (silence) Goods(context.Context, id.Team, marketplace.ID, []string) (map[string]pricingports.GoodsAnswer, error) {
	return nil, nil
}

// Reduced implements pricing.Goods.
func (silence) Reduced(context.Context, id.Team, []repricer.Key) (map[repricer.Key]bool, error) {
	return nil, nil
}

// Defaults implements pricing.TeamExpenses.
func (silence) Defaults(context.Context, id.Team) (pricingports.Expenses, error) {
	return pricingports.Expenses{}, nil
}

// CostsChanged implements inventory.CostWatch.
func (silence) CostsChanged(context.Context, id.Team, []inventory.SKUKey) error { return nil }

// Schedules returns no fee schedules.
func (silence) Schedules(context.Context, id.Team, []repricer.Key) (map[repricer.Key]pricingports.FeeSchedule, error) {
	return nil, nil
}

func (silence) Bands(context.Context, id.Team, []repricer.Key) (map[repricer.Key][]decision.FeeBand, error) {
	return nil, nil
}

var errSilence = errors.New("no call to the marketplace was expected")

func (silence) Offers(_ context.Context, _ account.Seller, asked []pricingports.OfferQuestion) []pricingports.OfferAnswer {
	out := make([]pricingports.OfferAnswer, len(asked))
	for i := range out {
		out[i].Err = errSilence
	}
	return out
}

func (silence) Fees(_ context.Context, _ account.Seller, asked []pricingports.FeeQuestion) []pricingports.FeeAnswer {
	out := make([]pricingports.FeeAnswer, len(asked))
	for i := range out {
		out[i].Err = errSilence
	}
	return out
}

func (silence) ExpectedPrices(_ context.Context, _ account.Seller, asked []ports.SKUOrASIN) []pricingports.ExpectedPriceAnswer {
	return make([]pricingports.ExpectedPriceAnswer, len(asked))
}

func (silence) OwnPrices(_ context.Context, _ account.Seller, asked []ports.SKUOrASIN) []sendingports.OwnPriceAnswer {
	out := make([]sendingports.OwnPriceAnswer, len(asked))
	for i := range out {
		out[i].Err = errSilence
	}
	return out
}

func (silence) CoveredSince(context.Context, id.Team) (map[id.Connection]time.Time, error) {
	return nil, nil
}

func (silence) Off(context.Context) (bool, error) { return false, nil }

// watch counts reports and keeps the first failure.
type watch struct {
	mu       sync.Mutex
	outcomes map[notificationports.Outcome]int
	reasons  map[decision.Reason]int
	decided  int
	failure  error
}

func newWatch() *watch {
	return &watch{outcomes: map[notificationports.Outcome]int{}, reasons: map[decision.Reason]int{}}
}

func (w *watch) fail(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.failure == nil && !errors.Is(err, context.Canceled) {
		w.failure = err
	}
}

// failed returns the first failure.
func (w *watch) failed() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.failure
}

func (w *watch) took(o notificationports.Outcome) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.outcomes[o]
}

func (w *watch) decisions() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.decided
}

func (w *watch) Took(_ notification.Type, o notificationports.Outcome) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.outcomes[o]++
}

func (w *watch) Gave(reason error, _ int) { w.fail(reason) }

func (w *watch) Decided(_ decision.Verdict, r decision.Reason, n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.decided += n
	w.reasons[r] += n
}

func (w *watch) Waited(repricer.Priority, time.Duration) {}

func (w *watch) SourceTripped(id.Team, int, int) {}

func (w *watch) Outcome(history.Route, history.Outcome, int) {}

// engineWatch and sendWatch separate methods of watch with equal names.
type (
	engineWatch struct{ *watch }
	sendWatch   struct{ *watch }
)

func (w engineWatch) Tripped(id.Team, int)             { w.fail(errors.New("a breaker tripped")) }
func (w engineWatch) Failed(_ id.Team, _ int, e error) { w.fail(e) }

func (w sendWatch) Tripped(sendingports.Account, time.Time)  { w.fail(errors.New("a breaker tripped")) }
func (w sendWatch) Failed(_ sendingports.Account, err error) { w.fail(err) }
