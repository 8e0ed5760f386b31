// Package repricer_test holds the repricer's ports to their contract, in
// memory, on SQLite and on Postgres.
package repricer_test

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
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
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

const (
	ours   id.Team = 1
	theirs id.Team = 2

	de marketplace.ID = "A1PA6795UKMFR9"
	gb marketplace.ID = "A1F83G8C2ARO7P"
	jp marketplace.ID = "A1VC38T7YXB528"
)

var noon = time.Date(2026, 11, 2, 12, 0, 0, 123456000, time.UTC)

// world is one implementation of the ports. Memories and the queue are the
// databases' alone.
type world struct {
	settings   ports.Settings
	strategies ports.Strategies
	products   ports.Products
	ends       manage.Withdrawer
	memories   ports.Memories
	due        queueports.EvaluationQueue
	tx         tx.Runner
	// decided notes when a row was decided last.
	decided func(t testing.TB, product decision.ProductID, at time.Time)
}

func stored(s *db.Store) world {
	products, due := managestore.NewProducts(s), queuestore.NewEvaluationQueue(s)
	return world{
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

func inMemory(m *rowstore.Store) world {
	return world{settings: m.Settings(), strategies: m.Strategies(), products: m.Products(), ends: unpriced{}, tx: m}
}

// unpriced has no prices to withdraw: the store in memory keeps none.
type unpriced struct{}

func (unpriced) Rows(context.Context, id.Team, []decision.ProductID, history.Withdrawal) error {
	return nil
}
func (unpriced) Team(context.Context, id.Team, history.Withdrawal) error { return nil }

// ample is a plan that no test reaches the end of.
type ample struct{}

func (ample) Rows(context.Context, id.Team) (int64, error) { return 250_000, nil }

// each runs a test on every implementation.
func each(t *testing.T, test func(t *testing.T, w world)) {
	t.Helper()
	t.Run("memory", func(t *testing.T) {
		m := rowstore.New()
		test(t, inMemory(m))
	})
	eachDatabase(t, test)
}

// eachDatabase runs a test of what only databases keep.
func eachDatabase(t *testing.T, test func(t *testing.T, w world)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, s *db.Store) { test(t, stored(s)) })
}

// in runs fn in a transaction that has to commit.
func (w world) in(t testing.TB, fn func(ctx context.Context)) {
	t.Helper()
	require.NoError(t, w.tx.InTx(t.Context(), func(ctx context.Context) error {
		fn(ctx)
		return nil
	}))
}

// strategy stores a strategy that serves the marketplaces, everywhere by default.
func (w world) strategy(t testing.TB, team id.Team, name string, serves ...marketplace.ID) strategy.ID {
	t.Helper()
	made, err := strategy.New(team, matching(name, serves...), noon)
	require.NoError(t, err)
	var out strategy.ID
	w.in(t, func(ctx context.Context) {
		out, err = w.strategies.Insert(ctx, made)
		require.NoError(t, err)
	})
	require.Positive(t, out)
	return out
}

func matching(name string, serves ...marketplace.ID) strategy.Patch {
	return strategy.Patch{
		Name: optional.Put(name), Type: optional.Put(decision.TypeCompetitor), CompeteWith: optional.Put(decision.TargetBuyBox),
		Action: optional.Put(decision.ActionMatch), MarketplaceIDs: optional.Put(serves),
	}
}

// rows stores rows as they are and returns them with their ids.
func (w world) rows(t testing.TB, team id.Team, rows ...repricer.ProductSnapshot) []repricer.ProductSnapshot {
	t.Helper()
	made := make([]*repricer.Product, len(rows))
	for i, row := range rows {
		row.ID, row.Team = 1, team
		var err error
		made[i], err = repricer.RestoreProduct(row)
		require.NoError(t, err)
	}
	var inserted []ports.Inserted
	w.in(t, func(ctx context.Context) {
		var err error
		inserted, err = w.products.Insert(ctx, team, made)
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

// plainRow is a row of which only what has to be is set.
func plainRow(n int) repricer.ProductSnapshot {
	return repricer.ProductSnapshot{
		Key:  repricer.Key{SellerID: "A2SELLER", MarketplaceID: de, SKU: fmt.Sprintf("sku-%03d", n)},
		ASIN: fmt.Sprintf("B%09d", n), Currency: "EUR", Mode: decision.ModeOff, Priority: repricer.PriorityNormal,
		Condition: decision.ConditionNew, Limits: decision.DefaultLimits(), RunState: repricer.RunIdle,
		Observed: repricer.Observed{BuyBox: decision.BuyBox{Owner: decision.BoxUnknown}},
		Version:  1, CreatedAt: noon, UpdatedAt: noon,
	}
}

func plainRows(n int) []repricer.ProductSnapshot {
	out := make([]repricer.ProductSnapshot, n)
	for i := range out {
		out[i] = plainRow(i)
	}
	return out
}

func ids(rows []repricer.ProductSnapshot) []decision.ProductID {
	out := make([]decision.ProductID, len(rows))
	for i, r := range rows {
		out[i] = r.ID
	}
	return out
}

func amount(s string) optional.Maybe[money.Amount] { return optional.Some(money.MustParse(s)) }

func percent(s string) optional.Maybe[money.Percent] {
	return optional.Some(money.MustParsePercent(s))
}

func requireCode(t testing.TB, err error, kind fault.Kind, code fault.Code) {
	t.Helper()
	e, ok := fault.As(err)
	require.True(t, ok, "%v", err)
	require.Equal(t, code, e.Code)
	require.Equal(t, kind, e.Kind)
}

// unlisted knows no listing.
type unlisted struct{}

func (unlisted) Current(context.Context, id.Team, []repricer.Key) (map[repricer.Key]ports.Listing, error) {
	return nil, nil
}
