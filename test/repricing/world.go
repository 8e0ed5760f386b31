// Package repricing has the worlds in which tests of the repricer run: its stores, its use cases
// with a marketplace that the test controls, and rows and decisions.
package repricing

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	historystore "sellingassistant/adapters/persistence/repricer/history"
	managestore "sellingassistant/adapters/persistence/repricer/manage"
	queuestore "sellingassistant/adapters/persistence/repricer/queue"
	sendingstore "sellingassistant/adapters/persistence/repricer/sending"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/app/repricer/sending"
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
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/repricer"
	queueports "sellingassistant/ports/repricer/queue"
	"sellingassistant/ports/tx"
	"sellingassistant/test/rowstore"
	"sellingassistant/test/stores"
)

// The teams and the marketplaces of the tests.
const (
	Ours   id.Team = 1
	Theirs id.Team = 2

	Germany marketplace.ID = "A1PA6795UKMFR9"
	Britain marketplace.ID = "A1F83G8C2ARO7P"
	Japan   marketplace.ID = "A1VC38T7YXB528"
)

// Noon is the time of the tests.
var Noon = time.Date(2026, 11, 2, 12, 0, 0, 123456000, time.UTC)

// World has one implementation of the ports. Only databases have memories and the queue.
type World struct {
	Settings   ports.Settings
	Strategies ports.Strategies
	Products   ports.Products
	Ends       manage.Withdrawer
	Memories   ports.Memories
	Due        queueports.EvaluationQueue
	Tx         tx.Runner
	// Decided sets the time of a row's last decision.
	Decided func(t testing.TB, product decision.ProductID, at time.Time)
}

// Stored returns a world in a database.
func Stored(s *db.Store) World {
	products, due := managestore.NewProducts(s), queuestore.NewEvaluationQueue(s)
	return World{
		managestore.NewSettings(record.On(s)), managestore.NewStrategies(record.On(s)), products,
		sending.NewWithdrawals(sendingstore.NewOutbox(s), historystore.NewChanges(s), products, due, s, clock.System{}),
		managestore.NewMemories(s), due, s,
		func(t testing.TB, product decision.ProductID, at time.Time) {
			t.Helper()
			_, err := s.DB().ExecContext(t.Context(), "UPDATE repricer_products SET decided_at = ? WHERE id = ?", at.UnixMicro(), int64(product))
			require.NoError(t, err)
		},
	}
}

// InMemory returns a world in memory.
func InMemory(m *rowstore.Store) World {
	return World{Settings: m.Settings(), Strategies: m.Strategies(), Products: m.Products(), Ends: unpriced{}, Tx: m}
}

// unpriced has no prices to withdraw, because the store in memory has no prices.
type unpriced struct{}

func (unpriced) Rows(context.Context, id.Team, []decision.ProductID, history.Withdrawal) error {
	return nil
}
func (unpriced) Team(context.Context, id.Team, history.Withdrawal) error { return nil }

// Ample returns a limit of rows that no test reaches.
type Ample struct{}

// Rows returns a limit that no test reaches.
func (Ample) Rows(context.Context, id.Team) (int64, error) { return 250_000, nil }

// Each runs a test on every implementation.
func Each(t *testing.T, test func(t *testing.T, w World)) {
	t.Helper()
	t.Run("memory", func(t *testing.T) {
		m := rowstore.New()
		test(t, InMemory(m))
	})
	EachDatabase(t, test)
}

// EachDatabase runs a test of features that only databases have.
func EachDatabase(t *testing.T, test func(t *testing.T, w World)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, s *db.Store) { test(t, Stored(s)) })
}

// In runs fn in a transaction that must commit.
func (w World) In(t testing.TB, fn func(ctx context.Context)) {
	t.Helper()
	require.NoError(t, w.Tx.InTx(t.Context(), func(ctx context.Context) error {
		fn(ctx)
		return nil
	}))
}

// Strategy stores a strategy for these marketplaces, or for all by default.
func (w World) Strategy(t testing.TB, team id.Team, name string, serves ...marketplace.ID) strategy.ID {
	t.Helper()
	made, err := strategy.New(team, Matching(name, serves...), Noon)
	require.NoError(t, err)
	var out strategy.ID
	w.In(t, func(ctx context.Context) {
		out, err = w.Strategies.Insert(ctx, made)
		require.NoError(t, err)
	})
	require.Positive(t, out)
	return out
}

// Matching describes a strategy that matches the buy box.
func Matching(name string, serves ...marketplace.ID) strategy.Patch {
	return strategy.Patch{
		Name: optional.Put(name), Type: optional.Put(decision.TypeCompetitor), CompeteWith: optional.Put(decision.TargetBuyBox),
		Action: optional.Put(decision.ActionMatch), MarketplaceIDs: optional.Put(serves),
	}
}

// Rows stores rows unchanged and returns them with their ids.
func (w World) Rows(t testing.TB, team id.Team, rows ...repricer.ProductSnapshot) []repricer.ProductSnapshot {
	t.Helper()
	made := make([]*repricer.Product, len(rows))
	for i, row := range rows {
		row.ID, row.Team = 1, team
		var err error
		made[i], err = repricer.RestoreProduct(row)
		require.NoError(t, err)
	}
	var inserted []ports.Inserted
	w.In(t, func(ctx context.Context) {
		var err error
		inserted, err = w.Products.Insert(ctx, team, made)
		require.NoError(t, err)
	})
	require.Len(t, inserted, len(rows))
	out := make([]repricer.ProductSnapshot, len(rows))
	for i, in := range inserted {
		require.False(t, in.Existed)
		require.Positive(t, in.ID)
		out[i] = rows[i]
		out[i].ID, out[i].Team = in.ID, team
	}
	return out
}

// PlainRow returns a row with only the required members.
func PlainRow(n int) repricer.ProductSnapshot {
	return repricer.ProductSnapshot{
		Key:  repricer.Key{SellerID: "A2SELLER", MarketplaceID: Germany, SKU: fmt.Sprintf("sku-%03d", n)},
		ASIN: fmt.Sprintf("B%09d", n), Currency: "EUR", Mode: decision.ModeOff, Priority: repricer.PriorityNormal,
		Condition: decision.ConditionNew, Limits: decision.DefaultLimits(), RunState: repricer.RunIdle,
		Observed: repricer.Observed{BuyBox: decision.BuyBox{Owner: decision.BoxUnknown}},
		Version:  1, CreatedAt: Noon, UpdatedAt: Noon,
	}
}

// PlainRows returns n plain rows.
func PlainRows(n int) []repricer.ProductSnapshot {
	out := make([]repricer.ProductSnapshot, n)
	for i := range out {
		out[i] = PlainRow(i)
	}
	return out
}

// IDs returns the ids of rows.
func IDs(rows []repricer.ProductSnapshot) []decision.ProductID {
	out := make([]decision.ProductID, len(rows))
	for i, r := range rows {
		out[i] = r.ID
	}
	return out
}

// Amount parses a known amount.
func Amount(s string) optional.Maybe[money.Amount] { return optional.Some(money.MustParse(s)) }

// Percent parses a known percentage.
func Percent(s string) optional.Maybe[money.Percent] {
	return optional.Some(money.MustParsePercent(s))
}

// RequireCode requires a fault of this kind and code.
func RequireCode(t testing.TB, err error, kind fault.Kind, code fault.Code) {
	t.Helper()
	e, ok := fault.As(err)
	require.True(t, ok, "%v", err)
	require.Equal(t, code, e.Code)
	require.Equal(t, kind, e.Kind)
}

// Unlisted returns no listings.
type Unlisted struct{}

// Current returns no listing.
func (Unlisted) Current(context.Context, id.Team, []repricer.Key) (map[repricer.Key]ports.Listing, error) {
	return nil, nil
}

// Us returns a caller of our team.
func Us() caller.Caller { return caller.Caller{Team: Ours} }

// AllRows lists all rows of the team by id.
func AllRows(t *testing.T, w World) []repricer.ProductSnapshot {
	t.Helper()
	p, err := w.Products.List(t.Context(), Ours, repricer.ProductFilter{}, page.Request{Limit: 200, Order: []page.By{{Field: "id"}}})
	require.NoError(t, err)
	require.Nil(t, p.Next)
	require.Nil(t, p.Total)
	return p.Items
}

// Lock locks rows for writing, and returns their ids.
func Lock(ctx context.Context, t *testing.T, w World, ids ...decision.ProductID) []decision.ProductID {
	t.Helper()
	_, err := w.Products.LoadLocked(ctx, Ours, ids)
	require.NoError(t, err)
	return ids
}
