// Package purchasing_test tests suppliers, offers and warehouses on both databases.
package purchasing_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	inventorybridge "sellingassistant/adapters/bridge/inventory"
	purchasingbridge "sellingassistant/adapters/bridge/purchasing"
	annotationstore "sellingassistant/adapters/persistence/annotation"
	inventorystore "sellingassistant/adapters/persistence/inventory"
	"sellingassistant/adapters/persistence/inventory/catalogue"
	"sellingassistant/app/annotation"
	inventoryapp "sellingassistant/app/inventory"
	inventoryfacade "sellingassistant/app/inventory/facade"
	purchasingfacade "sellingassistant/app/purchasing/facade"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/money"
	inventoryports "sellingassistant/ports/inventory"
	ports "sellingassistant/ports/purchasing"

	audits "sellingassistant/adapters/persistence/audit"
	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/purchasing"
	app "sellingassistant/app/purchasing"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/test/stores"
)

var us, them = caller.Caller{Team: 1}, caller.Caller{Team: 2}

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

func at(second int) time.Time { return time.Date(2026, 3, 20, 9, 0, second, 0, time.UTC) }

// documents counts the documents of a supplier.
type documents struct {
	ports.Documents
	of map[int64]int64
}

func (d documents) OfSuppliers(context.Context, id.Team, []int64) (map[int64]int64, error) {
	return d.of, nil
}

// outside fakes the other contexts that the inventory asks.
type outside struct{ inventoryports.CostWatch }

func (outside) Currency(context.Context, id.Team) (money.Currency, error) { return "USD", nil }

func (outside) Buyer(context.Context, id.Team) (ports.Buyer, error) {
	return ports.Buyer{Currency: "USD"}, nil
}

func (outside) Member(context.Context, id.Team, id.User) (bool, error) { return true, nil }

func (outside) PersonName(context.Context, id.Team, id.User) (string, error) { return "Ann", nil }

func (outside) Count(context.Context, id.Team, []inventory.ProductID) (map[inventory.ProductID]int64, error) {
	return map[inventory.ProductID]int64{}, nil
}

// world has two teams and the use cases.
type world struct {
	*db.Store
	suppliers  *app.Suppliers
	warehouses *app.Warehouses
	providers  *app.PrepProviders
	offers     *app.Offers
	products   *inventoryapp.Products
	stock      *app.Stock
	ledger     *store.Stock
	bought     *purchasingbridge.Inventory
}

func each(t *testing.T, test func(t *testing.T, w world)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, s *db.Store) { test(t, newWorld(t, s)) })
}

func newWorld(t *testing.T, s *db.Store) world {
	t.Helper()
	stores.Teams(t, s)
	providers := store.NewPrepProviders(s)
	marks := annotation.NewMarks(annotationstore.NewMarks(s), annotationstore.NewTags(s))
	clock, trail := &ticking{now: at(-1)}, audits.New(s, func(context.Context) string { return "" })
	offers, suppliers, warehouses, kept := store.NewOffers(s), store.NewSuppliers(s), store.NewWarehouses(s), store.NewOrders(s)
	things, skus := inventorystore.NewProducts(s), inventorystore.NewSKUs(s)
	news := inventoryapp.NewWatchedCosts(inventorystore.NewCostLayers(s), skus, outside{}, clock)
	products := inventoryapp.NewProducts(things, news, catalogue.NewMatchTargets(s), inventoryapp.NewSKUIntake(skus, news, s, clock),
		inventorybridge.NewPurchasing(app.NewMatchedOffers(offers, clock), purchasingfacade.New(purchasingfacade.Parts{
			Suppliers: suppliers, Warehouses: warehouses, Offers: offers, OfParties: kept, Stock: store.NewStock(s),
		})), outside{}, outside{}.Count, marks, trail, s, clock)
	bought := purchasingbridge.NewInventory(products, inventoryapp.NewPurchases(things, skus, news, trail, clock),
		inventoryfacade.New(inventoryfacade.Parts{Products: things, Live: catalogue.NewLiveRecords(s)}))
	stock := app.NewStock(store.NewStock(s), bought, s, clock)
	return world{
		s, app.NewSuppliers(suppliers, documents{of: map[int64]int64{1: 4}}, offers, bought, kept, marks, trail, s, clock),
		app.NewWarehouses(warehouses, providers, bought, stock, kept, marks, trail, s, clock), app.NewPrepProviders(providers, s),
		app.NewOffers(offers, suppliers, bought, outside{}, kept, marks, trail, s, clock), products, stock, store.NewStock(s), bought,
	}
}

// refusal requires a fault at a member, and returns it.
func refusal(t *testing.T, err error, code fault.Code, pointer string) *fault.Error {
	t.Helper()
	e, ok := fault.As(err)
	require.True(t, ok, "%v", err)
	require.Equal(t, []any{code, pointer}, []any{e.Code, e.Pointer}, e.Message)
	return e
}

// refused requires a fault at a member.
func refused(t *testing.T, err error, code fault.Code, pointer string) {
	t.Helper()
	_ = refusal(t, err, code, pointer)
}
