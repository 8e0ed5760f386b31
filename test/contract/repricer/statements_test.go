package repricer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/ports/clock"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/repricing"
	"sellingassistant/test/rowstore"
	"sellingassistant/test/stores"
)

func TestCallsRunAFixedNumberOfStatements(t *testing.T) {
	p := &pgtest.Tap{}
	s := stores.Open(t, p.Listen(t, pgtest.URL(t)))
	w := stored(s)
	m := rowstore.New()
	m.Connect(ours, account.Seller{ID: "A2SELLER", Marketplaces: []marketplace.ID{de}, Active: true})
	products := manage.NewProducts(w.Products, w.Strategies, w.Settings, repricing.Ample{}.Rows, m.Sellers(), repricing.Unlisted{}.Current, w.Ends, w.Tx, clock.System{})
	strategies := manage.NewStrategies(w.Strategies, w.Settings, w.Products, w.Ends, w.Tx, clock.System{})
	settings := manage.NewSettings(w.Settings, w.Strategies, w.Ends, w.Tx, clock.System{})
	who := caller.Caller{Team: ours}
	standard, own := w.Strategy(t, ours, "Standard"), w.Strategy(t, ours, "Own")
	_, err := settings.Update(t.Context(), who, manage.UpdateSettings{
		Patch: repricer.SettingsPatch{DefaultStrategyID: optional.Put(standard)},
	})
	require.NoError(t, err)
	all := ids(w.Rows(t, ours, plainRows(200)...))

	price := 10
	update := func(p repricer.ProductPatch) func(n int) {
		return func(n int) {
			price++
			patch := p
			patch.Limits = optional.Put(repricer.LimitsPatch{MinPrice: optional.Put(money.FromUnits(int64(price) * 10_000))})
			results, err := products.BulkUpdate(t.Context(), who, manage.UpdateProducts{IDs: all[:n], Patch: patch})
			require.NoError(t, err)
			require.Len(t, results, n)
			for _, r := range results {
				require.Equal(t, edit.Updated, r.Outcome)
			}
		}
	}
	next := 1000
	for _, c := range []struct {
		name string
		call func(n int)
		want int
	}{
		// BEGIN, load, default strategy, save, COMMIT.
		{"limits of rows that are off", update(repricer.ProductPatch{}), 5},
		// The same and where the default strategy serves.
		{"rows of the default strategy go live", update(repricer.ProductPatch{Mode: optional.Some(decision.ModeAuto)}), 6},
		// BEGIN, lock the strategy, load, save, COMMIT.
		{"rows get a strategy", update(repricer.ProductPatch{StrategyID: optional.Put(own)}), 5},
		{"list", func(n int) {
			p, err := products.List(t.Context(), who, repricer.ProductFilter{}, page.Request{Limit: n, Order: []page.By{{Field: "id", Desc: true}}})
			require.NoError(t, err)
			require.Len(t, p.Items, n)
		}, 2},
		{"get", func(int) {
			_, err := products.Get(t.Context(), who, all[150])
			require.NoError(t, err)
		}, 2},
		// BEGIN, settings, a row and the number of all, where strategies serve, existing keys,
		// insert, COMMIT.
		{"create", func(n int) {
			rows := make([]repricer.NewProduct, n)
			for i := range rows {
				next++
				s := plainRow(next)
				rows[i] = repricer.NewProduct{Key: s.Key, ASIN: s.ASIN}
			}
			results, err := products.Create(t.Context(), who, rows)
			require.NoError(t, err)
			for _, r := range results {
				require.Equal(t, edit.Created, r.Outcome)
			}
		}, 8},
		// BEGIN, load, prices that have not left, delete, COMMIT.
		{"delete", func(n int) {
			results, err := products.DeleteMany(t.Context(), who, edit.Many[decision.ProductID]{IDs: all[len(all)-n:]})
			require.NoError(t, err)
			all = all[:len(all)-n]
			for _, r := range results {
				require.Equal(t, edit.Deleted, r.Outcome)
			}
		}, 5},
		// BEGIN, settings, strategy, usage and its sample, load and save the rows,
		// prices that have not left, delete, COMMIT.
		{"delete a strategy and unassign its rows", func(n int) {
			doomed := w.Strategy(t, ours, "Doomed")
			rows := plainRows(n)
			for i := range rows {
				next++
				rows[i] = plainRow(next)
				rows[i].StrategyID = optional.Some(doomed)
			}
			w.Rows(t, ours, rows...)
			require.Equal(t, 10, p.During(func() {
				require.NoError(t, strategies.Delete(t.Context(), who, manage.DeleteStrategy{ID: doomed, Replacement: manage.Replacement{Unassign: true}}))
			}), "for %d", n)
		}, 0},
	} {
		for _, n := range []int{1, 2, 50} {
			got := p.During(func() { c.call(n) })
			if c.want > 0 {
				require.Equal(t, c.want, got, "%s of %d", c.name, n)
			}
		}
	}
	// The last new prices of rows come in one more statement.
	_, err = s.DB().ExecContext(t.Context(), "UPDATE repricer_products SET last_change_id = id, last_change_at = 1")
	require.NoError(t, err)
	for _, n := range []int{1, 2, 50} {
		require.Equal(t, 3, p.During(func() {
			_, err := products.List(t.Context(), who, repricer.ProductFilter{}, page.Request{Limit: n, Order: []page.By{{Field: "id", Desc: true}}})
			require.NoError(t, err)
		}), "a list of %d", n)
		require.Equal(t, 6, p.During(func() { update(repricer.ProductPatch{StrategyID: optional.Put(own)})(n) }), "a change of %d", n)
	}
}
