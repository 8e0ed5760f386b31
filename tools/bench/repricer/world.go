package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"sellingassistant/adapters/amazon/notices"
	"sellingassistant/adapters/bridge"
	connectionstore "sellingassistant/adapters/persistence/connection"
	"sellingassistant/adapters/persistence/db"
	inventorystore "sellingassistant/adapters/persistence/inventory"
	notificationstore "sellingassistant/adapters/persistence/notification"
	store "sellingassistant/adapters/persistence/repricer"
	connectionapp "sellingassistant/app/connection"
	inventoryapp "sellingassistant/app/inventory"
	notificationapp "sellingassistant/app/notification"
	app "sellingassistant/app/repricer"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/notification"
	"sellingassistant/domain/repricer"
	"sellingassistant/ports/clock"
	notificationports "sellingassistant/ports/notification"
	ports "sellingassistant/ports/repricer"
)

// world is the pipeline of the repricer over a database, put together as the
// program does. Only the marketplace is not there.
type world struct {
	store *db.Store
	teams []team
	env   []string
	due   *store.Due

	sellers  *connectionapp.Sellers
	settings ports.Settings
	products ports.Products
	changes  *store.Changes
	memories *store.Memories
	outbox   *store.Outbox
	watch    *watch
}

func newWorld(s *db.Store, teams []team, env []string) *world {
	clk := clock.System{}
	w := &world{
		store: s, teams: teams, env: env, due: store.NewDue(s),
		sellers: connectionapp.NewSellers(connectionstore.NewConnections(s)),
		changes: store.NewChanges(s), memories: store.NewMemories(s), outbox: store.NewOutbox(s),
		watch: newWatch(),
	}
	w.settings = app.NewWakingSettings(store.NewSettings(s), w.due, clk)
	w.products = app.NewWakingProducts(store.NewProducts(s), w.settings, w.due, store.NewAppraisals(s), clk)
	return w
}

// intake takes messages of a source in.
func (w *world) intake(source notificationports.Source) *notificationapp.Intake {
	clk := clock.System{}
	confirms := app.NewConfirms(app.SenderParts{
		Changes: w.changes, Products: w.products, Settings: w.settings, Memories: w.memories, Due: w.due, Outbox: w.outbox,
		Watch: sendWatch{w.watch}, Tx: w.store, Clock: clk,
	})
	intake := app.NewIntake(w.products, w.settings, w.due, confirms, nil, w.store, clk)
	orders := app.NewOrders(app.OrderParts{
		Products: w.products, Settings: w.settings, Facts: store.NewFacts(w.store), Due: w.due, Sales: store.NewSales(w.store), Tx: w.store, Clock: clk,
	})
	return notificationapp.NewIntake(source, notices.NewReader(), notificationstore.NewEvents(w.store),
		bridge.NewEvents(w.sellers, intake, orders), w.watch, w.store, clk)
}

// engine decides rows.
func (w *world) engine() *app.Engine {
	skus := inventorystore.NewSKUs(w.store)
	return app.NewEngine(app.EngineParts{
		Due: w.due, Facts: store.NewFacts(w.store), Products: w.products, Settings: w.settings, Changes: w.changes, Memories: w.memories,
		Sellers: w.sellers, Listings: bridge.NewListings(skus),
		Costs: bridge.NewCosts(inventoryapp.NewCosts(skus, inventorystore.NewCostLayers(w.store), skus,
			inventoryapp.NewCostNews(skus, silence{}), w.store, clock.System{})),
		Fees: silence{}, Offers: silence{}, Expected: silence{}, Sales: store.NewSales(w.store), OrderNews: silence{}, Appraisals: store.NewAppraisals(w.store),
		Sources: store.NewSources(w.store), Sweeps: store.NewSweeps(w.store),
		Tx: w.store, Clock: clock.System{}, Watch: engineWatch{w.watch}, KillSwitch: silence{},
	})
}

// sender sends prices to a sink, and looks for them.
func (w *world) sender(sink ports.PriceSink, feeds ports.Feeds, prices ports.OwnPrices) *app.Sender {
	return app.NewSender(app.SenderParts{
		Outbox: w.outbox, Feeds: w.outbox, Switch: w.outbox, Changes: w.changes, Products: w.products, Settings: w.settings,
		Memories: w.memories, Due: w.due, Sellers: w.sellers, Sink: sink, FeedSink: feeds, Prices: prices,
		Watch: sendWatch{w.watch}, Tx: w.store, Clock: clock.System{},
	})
}

// count reads one number.
func (w *world) count(ctx context.Context, text string) (n int64, err error) {
	return n, w.store.DB().QueryRowContext(ctx, text).Scan(&n)
}

// silence is a marketplace that nobody should ask here: events tell everything.
type silence struct{}

// MapPricesChanged implements inventory.CostWatch.
func (silence) MapPricesChanged(context.Context, id.Team, []inventory.SKUKey) error { return nil }

// CostsChanged implements inventory.CostWatch.
func (silence) CostsChanged(context.Context, id.Team, []inventory.SKUKey) error { return nil }

var errSilence = errors.New("nobody was to be asked")

func (silence) Offers(_ context.Context, _ account.Seller, asked []ports.OfferQuestion) []ports.OfferAnswer {
	out := make([]ports.OfferAnswer, len(asked))
	for i := range out {
		out[i].Err = errSilence
	}
	return out
}

func (silence) Fees(_ context.Context, _ account.Seller, asked []ports.FeeQuestion) []ports.FeeAnswer {
	out := make([]ports.FeeAnswer, len(asked))
	for i := range out {
		out[i].Err = errSilence
	}
	return out
}

func (silence) ExpectedPrices(_ context.Context, _ account.Seller, asked []ports.Subject) []ports.ExpectedPriceAnswer {
	return make([]ports.ExpectedPriceAnswer, len(asked))
}

func (silence) OwnPrices(_ context.Context, _ account.Seller, asked []ports.Subject) []ports.OwnPriceAnswer {
	out := make([]ports.OwnPriceAnswer, len(asked))
	for i := range out {
		out[i].Err = errSilence
	}
	return out
}

func (silence) ToldSince(context.Context, id.Team) (map[id.Connection]time.Time, error) {
	return nil, nil
}

func (silence) Off(context.Context) (bool, error) { return false, nil }

// watch counts what it is told and keeps the first failure.
type watch struct {
	mu       sync.Mutex
	outcomes map[notificationports.Outcome]int
	reasons  map[repricer.Reason]int
	decided  int
	failure  error
}

func newWatch() *watch {
	return &watch{outcomes: map[notificationports.Outcome]int{}, reasons: map[repricer.Reason]int{}}
}

func (w *watch) fail(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.failure == nil && !errors.Is(err, context.Canceled) {
		w.failure = err
	}
}

// failed is the first failure.
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

func (w *watch) Decided(_ repricer.Verdict, r repricer.Reason, n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.decided += n
	w.reasons[r] += n
}

func (w *watch) Waited(repricer.Priority, time.Duration) {}

func (w *watch) Dropped(id.Team, int, int) {}

func (w *watch) Moved(repricer.Lane, repricer.Outcome, int) {}

// engineWatch and sendWatch are the two sides of watch that have names in common.
type (
	engineWatch struct{ *watch }
	sendWatch   struct{ *watch }
)

func (w engineWatch) Tripped(id.Team, int)             { w.fail(errors.New("a breaker tripped")) }
func (w engineWatch) Failed(_ id.Team, _ int, e error) { w.fail(e) }

func (w sendWatch) Tripped(ports.LaneKey, time.Time)  { w.fail(errors.New("a breaker tripped")) }
func (w sendWatch) Failed(_ ports.LaneKey, err error) { w.fail(err) }
