package inventory_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	auditstore "sellingassistant/adapters/persistence/audit"
	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/inventory"
	"sellingassistant/adapters/persistence/inventory/catalogue"
	app "sellingassistant/app/inventory"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/test/stores"
)

// productHome has the team of the products in identity.
type productHome struct{}

func (productHome) Currency(context.Context, id.Team) (money.Currency, error) { return "EUR", nil }

func (productHome) PersonName(_ context.Context, _ id.Team, user id.User) (string, error) {
	return fmt.Sprintf("User %d", user), nil
}

// filed counts the documents of products, and how often it was asked to.
type filed struct {
	counts map[inventory.ProductID]int64
	asked  int
}

func (f *filed) Count(_ context.Context, _ id.Team, products []inventory.ProductID) (map[inventory.ProductID]int64, error) {
	f.asked++
	out := map[inventory.ProductID]int64{}
	for _, p := range products {
		if n := f.counts[p]; n > 0 {
			out[p] = n
		}
	}
	return out, nil
}

// productWorld has the products of a database beside its SKUs.
type productWorld struct {
	*skuWorld
	products *store.Products
	things   *app.Products
	live     *catalogue.LiveRecords
	filed    *filed
	matching *app.Matching
}

func newProductWorld(t testing.TB, s *db.Store) *productWorld {
	t.Helper()
	w := &productWorld{skuWorld: newSKUWorld(t, s), products: store.NewProducts(s), live: catalogue.NewLiveRecords(s), filed: &filed{}}
	targets := catalogue.NewMatchTargets(s)
	w.things = app.NewProducts(w.products, w.news, targets, w.intake, w.purchasing(), productHome{}, w.filed.Count, marksOf(s), auditstore.New(s, nil), s, w.clock)
	w.matching = app.NewMatching(w.products, targets, w.intake, auditstore.New(s, nil), s, w.clock)
	return w
}

// productWorldByTier runs eachProductWorld for rules that do not depend on the store.
func productWorldByTier(t *testing.T, test func(t *testing.T, w *productWorld)) {
	t.Helper()
	t.Parallel()
	stores.ByTier(t, func(t *testing.T, s *db.Store) { test(t, newProductWorld(t, s)) })
}

func eachProductWorld(t *testing.T, test func(t *testing.T, w *productWorld)) {
	t.Helper()
	t.Parallel()
	stores.Each(t, func(t *testing.T, s *db.Store) {
		t.Parallel()
		test(t, newProductWorld(t, s))
	})
}

// titled makes a patch of a title alone.
func titled(title string) inventory.ProductPatch {
	return inventory.ProductPatch{Title: optional.Some(title)}
}

func (w *productWorld) create(t testing.TB, p inventory.ProductPatch) app.Product {
	t.Helper()
	made, err := w.things.Create(t.Context(), w.who, app.CreateProduct{Patch: p})
	require.NoError(t, err)
	return made
}

func (w *productWorld) get(t testing.TB, product inventory.ProductID) app.Product {
	t.Helper()
	p, err := w.things.Get(t.Context(), w.who, product)
	require.NoError(t, err)
	return p
}

// skuMatch wants a SKU for a product.
func skuMatch(sku inventory.SKUID, units int, bundle bool) inventory.WantedMatch {
	return inventory.WantedMatch{
		Target: inventory.MatchTarget{Type: inventory.MatchSKU, ID: int64(sku)}, UnitsPerSale: units, Bundle: bundle,
	}
}

func asinMatch(asin string, m marketplace.ID) inventory.WantedMatch {
	return inventory.WantedMatch{Target: inventory.MatchTarget{Type: inventory.MatchASIN, ASIN: asin, Marketplace: m}, UnitsPerSale: 1}
}

func (w *productWorld) set(t testing.TB, product inventory.ProductID, move bool, wanted ...inventory.WantedMatch) (app.Product, error) {
	t.Helper()
	return w.things.SetMatches(t.Context(), w.who, app.SetMatches{Product: product, Matches: wanted, Move: move})
}

func (w *productWorld) matched(t testing.TB, product inventory.ProductID, wanted ...inventory.WantedMatch) app.Product {
	t.Helper()
	p, err := w.set(t, product, false, wanted...)
	require.NoError(t, err)
	return p
}

// requireRule requires a fault of kind Rule at a place.
func requireRule(t testing.TB, err error, code fault.Code, pointer string) *fault.Error {
	t.Helper()
	f, ok := fault.As(err)
	require.True(t, ok, "%v", err)
	require.Equal(t, fault.Rule, f.Kind, "%v", err)
	require.Equal(t, code, f.Code, "%v", err)
	require.Equal(t, pointer, f.Pointer)
	return f
}

// lines returns the verbs of the audit lines about a product, in order.
func (w *productWorld) lines(t testing.TB, product inventory.ProductID) []string {
	t.Helper()
	var verbs []string
	err := w.store.Read(t.Context()).NewSelect().Table("audit_log").Column("verb").
		Where("record_type = 'inventory_product' AND record_id = ?", int64(product)).Order("id").Scan(t.Context(), &verbs)
	require.NoError(t, err)
	return verbs
}

func rival(w *productWorld) caller.Caller { return caller.Caller{Team: skuRival, User: 2, Key: 2} }
