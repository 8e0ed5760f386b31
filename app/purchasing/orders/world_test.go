// Package orders_test tests purchase orders.
package orders_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	annotationbridge "sellingassistant/adapters/bridge/annotation"
	inventorybridge "sellingassistant/adapters/bridge/inventory"
	purchasingbridge "sellingassistant/adapters/bridge/purchasing"
	annotationstore "sellingassistant/adapters/persistence/annotation"
	audits "sellingassistant/adapters/persistence/audit"
	"sellingassistant/adapters/persistence/db"
	documentstore "sellingassistant/adapters/persistence/document"
	exchangestore "sellingassistant/adapters/persistence/exchange"
	feedstore "sellingassistant/adapters/persistence/history"
	inventorystore "sellingassistant/adapters/persistence/inventory"
	"sellingassistant/adapters/persistence/inventory/catalogue"
	store "sellingassistant/adapters/persistence/purchasing"
	"sellingassistant/adapters/persistence/record"
	historystore "sellingassistant/adapters/persistence/repricer/history"
	"sellingassistant/app/annotation"
	documentfacade "sellingassistant/app/document/facade"
	exchangeapp "sellingassistant/app/exchange"
	exchangefacade "sellingassistant/app/exchange/facade"
	"sellingassistant/app/history"
	inventoryapp "sellingassistant/app/inventory"
	inventoryfacade "sellingassistant/app/inventory/facade"
	app "sellingassistant/app/purchasing"
	purchasingfacade "sellingassistant/app/purchasing/facade"
	"sellingassistant/app/purchasing/orders"
	repricerfacade "sellingassistant/app/repricer/facade"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	inventoryports "sellingassistant/ports/inventory"
	ports "sellingassistant/ports/purchasing"
	testjobs "sellingassistant/test/jobs"
	"sellingassistant/test/pgtest"
	steps "sellingassistant/test/security/fault"
	"sellingassistant/test/stores"
)

var us, them = caller.Caller{Team: 1, User: 3}, caller.Caller{Team: 2}

// ticking is a clock that advances by a second at each read.
type ticking struct {
	mu  sync.Mutex
	now time.Time
}

func (c *ticking) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(time.Second)
	return c.now
}

var start = time.Date(2026, 3, 20, 9, 0, 0, 0, time.UTC)

// outside fakes other contexts.
type outside struct {
	inventoryports.CostWatch
	buyer *ports.Buyer
}

func (outside) CostsChanged(context.Context, id.Team, []inventory.SKUKey) error { return nil }

func (outside) Currency(context.Context, id.Team) (money.Currency, error) { return "USD", nil }

func (outside) PersonName(context.Context, id.Team, id.User) (string, error) { return "Ann", nil }

func (outside) Count(context.Context, id.Team, []inventory.ProductID) (map[inventory.ProductID]int64, error) {
	return map[inventory.ProductID]int64{}, nil
}

func (o outside) Buyer(context.Context, id.Team) (ports.Buyer, error) { return *o.buyer, nil }

func (outside) Member(_ context.Context, team id.Team, user id.User) (bool, error) {
	return team == 1 && user == 3, nil
}

// world has two teams and the use cases. Ann buys in dollars unless a test sets another currency.
type world struct {
	*db.Store
	*orders.Orders
	clock      *ticking
	buyer      *ports.Buyer
	suppliers  *app.Suppliers
	merges     *app.Merges
	warehouses *app.Warehouses
	offers     *app.Offers
	products   *inventoryapp.Products
	skus       *inventorystore.SKUs
	stock      *app.Stock
	store      *store.Orders
	documents  *documentstore.Documents
	tags       *annotation.Tags
	notes      *annotation.Notes
	queue      *testjobs.Queue
	rates      *exchangeapp.Rates
}

func each(t *testing.T, test func(t *testing.T, w world)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, s *db.Store) { test(t, open(t, s)) })
}

// byTier runs each for rules that do not depend on the store.
func byTier(t *testing.T, test func(t *testing.T, w world)) {
	t.Helper()
	stores.ByTier(t, func(t *testing.T, s *db.Store) { test(t, open(t, s)) })
}

// failing runs a test on databases that can fail at the n-th step.
func failing(t *testing.T, test func(t *testing.T, w world, f *steps.Switch)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		address := stores.SQLiteURL(t)
		f := steps.SQLite(t, address)
		test(t, open(t, stores.Open(t, address)), f)
	})
	t.Run("postgres", func(t *testing.T) {
		address, f := steps.Postgres(t, pgtest.URL(t))
		test(t, open(t, stores.Open(t, address)), f)
	})
}

func open(t *testing.T, s *db.Store) world {
	t.Helper()
	stores.Teams(t, s)
	clock := &ticking{now: start}
	trail := history.NewTrail(audits.New(s, func(context.Context) string { return "" }), feedstore.NewEvents(s))
	out := outside{buyer: &ports.Buyer{Currency: "USD", Surplus: optional.Some(money.Percent{})}}
	offers, suppliers, warehouses, kept := store.NewOffers(s), store.NewSuppliers(s), store.NewWarehouses(s), store.NewOrders(s)
	things, skus, layers := inventorystore.NewProducts(s), inventorystore.NewSKUs(s), inventorystore.NewCostLayers(s)
	ledger, marks := store.NewStock(s), annotation.NewMarks(annotationstore.NewMarks(s), annotationstore.NewTags(s))
	news := inventoryapp.NewWatchedCosts(layers, skus, out, clock)
	goods := inventoryfacade.New(inventoryfacade.Parts{
		Products: things, SKUs: skus, Costs: layers, Demand: catalogue.NewDemand(s), Live: catalogue.NewLiveRecords(s),
	})
	buying := purchasingfacade.New(purchasingfacade.Parts{
		Suppliers: suppliers, Warehouses: warehouses, Offers: offers, Orders: kept, OfParties: kept, Stock: ledger, Teams: out,
	})
	products := inventoryapp.NewProducts(things, news, catalogue.NewMatchTargets(s), inventoryapp.NewSKUIntake(skus, news, s, clock),
		inventorybridge.NewPurchasing(app.NewMatchedOffers(offers, clock), buying), out, out.Count, marks, trail, s, clock)
	bought := purchasingbridge.NewInventory(products, inventoryapp.NewPurchases(things, skus, news, trail, clock), goods)
	stock := app.NewStock(ledger, bought, s, clock)
	papers := documentstore.NewDocuments(record.On(s))
	filed := documentfacade.New(papers, documentstore.NewAttachments(s).Of)
	attached := purchasingbridge.NewDocuments(filed)
	targets := annotationbridge.NewMarkTargets(goods, buying, filed)
	sellers := app.NewSuppliers(suppliers, attached, offers, bought, kept, marks, trail, s, clock)
	asked := app.NewOffers(offers, suppliers, bought, out, kept, marks, trail, s, clock)
	queue, rates := testjobs.New(clock.Now), exchangestore.NewRates(s)
	return world{
		rates: exchangeapp.NewRates(rates, trail, s, clock),
		queue: queue, documents: papers, suppliers: sellers, offers: asked, merges: app.NewMerges(sellers, asked),
		tags:  annotation.NewTags(annotationstore.NewTags(s), targets, trail, s, clock),
		notes: annotation.NewNotes(annotationstore.NewNotes(s), annotationstore.NewTags(s), targets, out.PersonName, trail, s, clock),
		Store: s, clock: clock, buyer: out.buyer, skus: skus, stock: stock, store: kept, products: products,
		warehouses: app.NewWarehouses(warehouses, store.NewPrepProviders(s), bought, stock, kept, marks, trail, s, clock),
		Orders: orders.New(orders.Parts{
			Store: kept, Suppliers: suppliers, Warehouses: warehouses, Offers: offers, Inventory: bought,
			Stock: stock, Teams: out, Rates: purchasingbridge.NewRates(exchangefacade.New(rates)).At, Documents: attached,
			Marks: marks, Trail: trail, On: s, Clock: clock, Queue: queue,
			OfParties: kept, Demand: purchasingbridge.NewDemand(
				goods, repricerfacade.New(repricerfacade.Parts{Sales: historystore.NewSales(s)}), received{}.CoveredSince,
			).Products,
		}),
	}
}

// shop makes a supplier and, if missing, the default warehouse.
func (w world) shop(t *testing.T, name string) int64 {
	t.Helper()
	s, err := w.suppliers.Create(t.Context(), us, purchasing.SupplierPatch{Name: optional.Put(name)})
	require.NoError(t, err)
	_, err = w.warehouses.Create(t.Context(), us, purchasing.WarehousePatch{Name: optional.Put("Cellar of " + name)})
	require.NoError(t, err)
	return int64(s.ID)
}

func (w world) product(t *testing.T, title string) int64 {
	t.Helper()
	one, err := w.products.Create(t.Context(), us, inventoryapp.CreateProduct{Patch: inventory.ProductPatch{Title: optional.Some(title)}})
	require.NoError(t, err)
	return int64(one.ID)
}

func (w world) sku(t *testing.T, name string) int64 {
	t.Helper()
	_, err := w.skus.Insert(t.Context(), 1, []*inventory.SKU{inventory.NewSKU(1, inventory.Observation{
		Connection: 1, Seller: "A1SELLER", Marketplace: marketplace.US, SKU: name, Currency: "USD", Condition: "new", Channel: "fba", Status: "active", Title: new("Title of " + name),
	}, 1, start)})
	require.NoError(t, err)
	found, err := w.skus.Find(t.Context(), 1, []inventory.SKUKey{{Seller: "A1SELLER", Marketplace: marketplace.US, SKU: name}})
	require.NoError(t, err)
	for _, n := range found {
		return int64(n)
	}
	t.Fatal("the SKU is not there")
	return 0
}

func usd(s string) money.Amount { return money.MustParse(s) }

// line makes an item of several units at a cost.
func line(title string, quantity int64, cost string) order.ItemPatch {
	return order.ItemPatch{Title: optional.Put(title), Quantity: optional.Put(quantity), UnitCost: optional.Put(usd(cost))}
}

// of makes a line of a product.
func of(product int64, quantity int64, cost string) order.ItemPatch {
	p := line("thing", quantity, cost)
	p.ProductID = optional.Put(product)
	return p
}

func from(supplier int64, lines ...order.ItemPatch) orders.Create {
	return orders.Create{Patch: order.Patch{SupplierID: optional.Put(supplier)}, Items: lines}
}

func (w world) made(t *testing.T, in orders.Create) orders.View {
	t.Helper()
	v, err := w.Create(t.Context(), us, in)
	require.NoError(t, err)
	return v
}

func (w world) placed(t *testing.T, in orders.Create) orders.View {
	t.Helper()
	in.Ordered = true
	return w.made(t, in)
}

// to moves an order to a status.
func (w world) to(t *testing.T, one order.ID, s order.Status) orders.View {
	t.Helper()
	v, err := w.Update(t.Context(), us, one, orders.Update{Status: optional.Some(s)}, nil)
	require.NoError(t, err)
	return v
}

// units returns a product's units on order and in warehouses.
func (w world) units(t *testing.T, product int64) (onOrder, inWarehouse int64) {
	t.Helper()
	one, err := w.products.Get(t.Context(), us, inventory.ProductID(product))
	require.NoError(t, err)
	return one.Quantities.OnOrder, one.Quantities.InWarehouse
}

// refused requires a fault at a member, and returns it.
func refused(t *testing.T, err error, code fault.Code, pointer string) fault.Error {
	t.Helper()
	e, ok := fault.As(err)
	require.True(t, ok, "%v", err)
	require.Equal(t, []any{code, pointer}, []any{e.Code, e.Pointer}, e.Message)
	return *e
}
