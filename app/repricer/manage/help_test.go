package manage_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
	"sellingassistant/test/rowstore"
)

const (
	us = marketplace.US
	de = marketplace.ID("A1PA6795UKMFR9")
	jp = marketplace.ID("A1VC38T7YXB528")

	ours   = id.Team(7)
	theirs = id.Team(8)
)

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

// world has the three groups of use cases over a memory store. Both teams are connected to a seller
// account for the US and Germany.
type world struct {
	t          *testing.T
	store      *rowstore.Store
	settings   *manage.Settings
	strategies *manage.Strategies
	products   *manage.Products
	who        caller.Caller
	ends       *ended
}

// ended records the withdrawals of prices.
type ended struct {
	mu    sync.Mutex
	rows  []decision.ProductID
	teams []id.Team
}

func (e *ended) Rows(_ context.Context, _ id.Team, rows []decision.ProductID, _ history.Withdrawal) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.rows = append(e.rows, rows...)
	return nil
}

func (e *ended) Team(_ context.Context, team id.Team, _ history.Withdrawal) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.teams = append(e.teams, team)
	return nil
}

// plan limits the rows of every team.
type plan int64

func (p plan) Rows(context.Context, id.Team) (int64, error) { return int64(p), nil }

func newWorld(t *testing.T) *world {
	t.Helper()
	s, clk := rowstore.New(), &ticking{now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}
	s.Connect(ours, account.Seller{ID: "ME", Marketplaces: []marketplace.ID{us, de}, Active: true})
	s.Connect(theirs, account.Seller{ID: "YOU", Marketplaces: []marketplace.ID{us, de}, Active: true})
	ends := &ended{}
	return &world{
		t: t, store: s, ends: ends,
		settings:   manage.NewSettings(s.Settings(), s.Strategies(), ends, s, clk),
		strategies: manage.NewStrategies(s.Strategies(), s.Settings(), s.Products(), ends, s, clk),
		products:   manage.NewProducts(s.Products(), s.Strategies(), s.Settings(), plan(250_000).Rows, s.Sellers(), unlisted{}.Current, ends, s, clk),
		who:        caller.Caller{Team: ours},
	}
}

// as is the same world seen by another team.
func (w *world) as(team id.Team) *world {
	other := *w
	other.who.Team = team
	return &other
}

func (w *world) strategy(name string, where ...marketplace.ID) strategy.ID {
	w.t.Helper()
	got, err := w.strategies.Create(w.t.Context(), w.who, chase(name, where...))
	require.NoError(w.t, err)
	return got.ID
}

func chase(name string, where ...marketplace.ID) strategy.Patch {
	return strategy.Patch{
		Name: put(name), Type: put(decision.TypeCompetitor), CompeteWith: put(decision.TargetBuyBox),
		Action: put(decision.ActionMatch), MarketplaceIDs: put(where),
	}
}

// rows makes n rows on a marketplace and returns their ids.
func (w *world) rows(n int, m marketplace.ID) []decision.ProductID {
	w.t.Helper()
	requests := make([]repricer.NewProduct, n)
	for i := range requests {
		requests[i] = offer(fmt.Sprintf("%s-%d", m, i), m)
	}
	got, err := w.products.Create(w.t.Context(), w.who, requests)
	require.NoError(w.t, err)
	ids := make([]decision.ProductID, n)
	for i, r := range got {
		require.Equal(w.t, edit.Created, r.Outcome, "%v", r.Err)
		ids[i] = r.ID
	}
	return ids
}

func offer(sku string, m marketplace.ID) repricer.NewProduct {
	return repricer.NewProduct{Key: repricer.Key{MarketplaceID: m, SKU: sku}, ASIN: "B000000001"}
}

func (w *world) update(patch repricer.ProductPatch, ids ...decision.ProductID) []manage.ProductResult {
	w.t.Helper()
	got, err := w.products.BulkUpdate(w.t.Context(), w.who, manage.UpdateProducts{IDs: ids, Patch: patch})
	require.NoError(w.t, err)
	return got
}

func (w *world) get(product decision.ProductID) manage.Product {
	w.t.Helper()
	got, err := w.products.Get(w.t.Context(), w.who, product)
	require.NoError(w.t, err)
	return got
}

func (w *world) patchSettings(p repricer.SettingsPatch) repricer.SettingsSnapshot {
	w.t.Helper()
	got, err := w.settings.Update(w.t.Context(), w.who, manage.UpdateSettings{Patch: p})
	require.NoError(w.t, err)
	return got
}

// everything reads all there is of both teams, to compare before and after.
func (w *world) everything() []any {
	w.t.Helper()
	ctx := context.Background()
	w.store.OnCall(func(string) error { return nil })
	var out []any
	for _, team := range []id.Team{ours, theirs} {
		s, err := w.store.Settings().Load(ctx, team)
		require.NoError(w.t, err)
		strategies, err := w.store.Strategies().List(ctx, team, strategy.Filter{}, page.Request{Limit: 1000})
		require.NoError(w.t, err)
		products, err := w.store.Products().List(ctx, team, repricer.ProductFilter{}, page.Request{Limit: 1000})
		require.NoError(w.t, err)
		out = append(out, s.Snapshot(), strategies.Items, products.Items)
	}
	return out
}

// calls counts the calls of the ports that f makes.
func (w *world) calls(f func()) []string {
	var mu sync.Mutex
	var names []string
	w.store.OnCall(func(method string) error {
		mu.Lock()
		defer mu.Unlock()
		names = append(names, method)
		return nil
	})
	defer w.store.OnCall(func(string) error { return nil })
	f()
	return names
}

func put[T any](v T) optional.Field[T] { return optional.Put(v) }
func eur(s string) money.Amount        { return money.MustParse(s) }
func amount(units int64) money.Amount  { return money.FromUnits(units) }

func mode(m decision.Mode) repricer.ProductPatch {
	return repricer.ProductPatch{Mode: optional.Some(m)}
}

func limits(l repricer.LimitsPatch) repricer.ProductPatch {
	return repricer.ProductPatch{Limits: put(l)}
}

func requireFault(t *testing.T, err error, kind fault.Kind, code fault.Code) {
	t.Helper()
	e, ok := fault.As(err)
	require.True(t, ok, "no fault: %v", err)
	require.Equal(t, kind, e.Kind, e.Error())
	require.Equal(t, code, e.Code, e.Error())
}

func statuses(results []edit.Result[decision.ProductID]) []edit.Outcome {
	out := make([]edit.Outcome, len(results))
	for i, r := range results {
		out[i] = r.Outcome
	}
	return out
}

func codes(results []edit.Result[decision.ProductID]) []fault.Code {
	out := make([]fault.Code, len(results))
	for i, r := range results {
		if r.Err != nil {
			out[i] = r.Err.Code
		}
	}
	return out
}

// bare returns the results without the rows.
func bare(results []manage.ProductResult) []edit.Result[decision.ProductID] {
	out := make([]edit.Result[decision.ProductID], len(results))
	for i, r := range results {
		out[i] = r.Result
	}
	return out
}

// unlisted knows no listing.
type unlisted struct{}

func (unlisted) Current(context.Context, id.Team, []repricer.Key) (map[repricer.Key]ports.Listing, error) {
	return nil, nil
}
