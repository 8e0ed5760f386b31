package inventory_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	inventorybridge "sellingassistant/adapters/bridge/inventory"
	auditstore "sellingassistant/adapters/persistence/audit"
	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/inventory"
	purchasingstore "sellingassistant/adapters/persistence/purchasing"
	app "sellingassistant/app/inventory"
	"sellingassistant/app/purchasing"
	purchasingfacade "sellingassistant/app/purchasing/facade"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/test/stores"
)

const (
	skuTeam  id.Team = 1
	skuRival id.Team = 2

	skuDE marketplace.ID = "A1PA6795UKMFR9"
	skuGB marketplace.ID = "A1F83G8C2ARO7P"
	skuJP marketplace.ID = "A1VC38T7YXB528"
)

var skuNoon = time.Date(2026, 11, 2, 12, 0, 0, 123456000, time.UTC)

// skuClock stops until a test sets it.
type skuClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *skuClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *skuClock) set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = t
}

// repriced knows the rows of the repricer.
type repriced map[inventory.SKUKey]int64

func (r repriced) Rows(_ context.Context, _ id.Team, keys []inventory.SKUKey) (map[inventory.SKUKey]int64, error) {
	out := map[inventory.SKUKey]int64{}
	for _, k := range keys {
		if n, ok := r[k]; ok {
			out[k] = n
		}
	}
	return out, nil
}

// heard records notices of costs and MAP prices. broken is its answer.
type heard struct {
	mu     sync.Mutex
	skus   []string
	broken error
}

func (h *heard) CostsChanged(_ context.Context, team id.Team, keys []inventory.SKUKey) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, k := range keys {
		h.skus = append(h.skus, fmt.Sprintf("%d %s %s %s", team, k.Seller, k.Marketplace, k.SKU))
	}
	return h.broken
}

func (h *heard) MapPricesChanged(_ context.Context, team id.Team, keys []inventory.SKUKey) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, k := range keys {
		h.skus = append(h.skus, fmt.Sprintf("%d %s %s %s map", team, k.Seller, k.Marketplace, k.SKU))
	}
	return h.broken
}

// since returns the notices since the last call.
func (h *heard) since() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := h.skus
	h.skus = nil
	return out
}

// skuWorld has the SKUs of a database.
type skuWorld struct {
	store    *db.Store
	skus     *store.SKUs
	layers   *store.CostLayers
	heard    *heard
	news     *app.WatchedCosts
	app      *app.SKUs
	intake   *app.SKUIntake
	costs    *app.Costs
	clock    *skuClock
	repriced repriced
	who      caller.Caller
}

// purchasing returns the suppliers, warehouses and offers of the database.
func (w *skuWorld) purchasing() *inventorybridge.Purchasing {
	offers := purchasingstore.NewOffers(w.store)
	return inventorybridge.NewPurchasing(purchasing.NewMatchedOffers(offers, w.clock), purchasingfacade.New(purchasingfacade.Parts{
		Suppliers: purchasingstore.NewSuppliers(w.store), Warehouses: purchasingstore.NewWarehouses(w.store),
		Offers: offers, OfParties: purchasingstore.NewOrders(w.store), Stock: purchasingstore.NewStock(w.store),
	}))
}

func newSKUWorld(t testing.TB, s *db.Store) *skuWorld {
	t.Helper()
	// Whom the trail names.
	for _, text := range []string{
		"INSERT INTO teams (id, name, plan_code, plan_status, tokens_month, currency, timezone, default_marketplace_id, settings, features," +
			" version, created_at, updated_at) SELECT n, 'team', 'free', 'active', 0, 'EUR', 'UTC', 'ATVPDKIKX0DER', '{}', '[]', 1, 0, 0" +
			" FROM (SELECT 1 AS n UNION ALL SELECT 2) AS teams",
		"INSERT INTO users (id, email, email_folded, name, created_at) VALUES (1, 'a@example.com', 'a@example.com', 'Ann', 0)",
		"INSERT INTO api_keys (id, team_id, user_id, name, prefix, last4, digest, scopes, created_at) VALUES (1, 1, 1, 'key', 'p', 'last', 'digest', '[]', 0)",
	} {
		_, err := s.DB().ExecContext(t.Context(), text)
		require.NoError(t, err)
	}
	w := &skuWorld{
		store: s, skus: store.NewSKUs(s), layers: store.NewCostLayers(s), clock: &skuClock{now: skuNoon}, repriced: repriced{},
		who: caller.Caller{Team: skuTeam, User: 1, Key: 1},
	}
	w.heard = &heard{}
	w.news = app.NewWatchedCosts(w.layers, w.skus, w.heard, w.clock)
	w.app = app.NewSKUs(w.skus, w.news, w.heard, w.repriced.Rows, w.purchasing(), marksOf(s), auditstore.New(s, nil), s, w.clock)
	w.intake = app.NewSKUIntake(w.skus, w.news, s, w.clock)
	w.costs = app.NewCosts(w.skus, store.NewProducts(s), w.news, s, w.clock)
	return w
}

// skuWorldByTier runs eachSKUWorld for rules that do not depend on the store.
func skuWorldByTier(t *testing.T, test func(t *testing.T, w *skuWorld)) {
	t.Helper()
	t.Parallel()
	stores.ByTier(t, func(t *testing.T, s *db.Store) { test(t, newSKUWorld(t, s)) })
}

func eachSKUWorld(t *testing.T, test func(t *testing.T, w *skuWorld)) {
	t.Helper()
	t.Parallel()
	stores.Each(t, func(t *testing.T, s *db.Store) {
		t.Parallel()
		test(t, newSKUWorld(t, s))
	})
}

// seen makes an observation with the required members only.
func seen(n int) inventory.Observation {
	return inventory.Observation{
		Seller: "A2SELLER", Connection: 5, Marketplace: skuDE, SKU: fmt.Sprintf("sku-%03d", n), ASIN: fmt.Sprintf("B%09d", n),
		Condition: inventory.ConditionNew, Channel: inventory.FBA, Status: inventory.SKUActive, Currency: "EUR",
	}
}

func keyOf(o inventory.Observation) inventory.SKUKey {
	return inventory.SKUKey{Seller: o.Seller, Marketplace: o.Marketplace, SKU: o.SKU}
}

// observe lets a run see the observations at skuNoon.
func (w *skuWorld) observe(t testing.TB, team id.Team, rows ...inventory.Observation) {
	t.Helper()
	for len(rows) > 0 {
		n := min(100, len(rows))
		_, err := w.intake.Observe(t.Context(), team, 1, skuNoon, rows[:n])
		require.NoError(t, err)
		rows = rows[n:]
	}
}

// one observes and reads back one SKU.
func (w *skuWorld) one(t testing.TB, o inventory.Observation) inventory.SKUSnapshot {
	t.Helper()
	w.observe(t, skuTeam, o)
	return w.find(t, keyOf(o))
}

func (w *skuWorld) find(t testing.TB, key inventory.SKUKey) inventory.SKUSnapshot {
	t.Helper()
	found, err := w.skus.Find(t.Context(), skuTeam, []inventory.SKUKey{key})
	require.NoError(t, err)
	require.Len(t, found, 1)
	s, err := w.skus.Get(t.Context(), skuTeam, found[key])
	require.NoError(t, err)
	return s
}

func (w *skuWorld) edit(t testing.TB, sku inventory.SKUID, p inventory.SKUPatch) app.SKU {
	t.Helper()
	s, err := w.app.Update(t.Context(), w.who, app.UpdateSKU{ID: sku, Patch: p})
	require.NoError(t, err)
	return s
}

func ptr[T any](v T) *T { return &v }

func euros(s string) *money.Amount { return ptr(money.MustParse(s)) }

func pageBy(field string) page.Request {
	return page.Request{Limit: 200, Order: []page.By{{Field: field}}}
}
