package inventory_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	ports "sellingassistant/ports/inventory"
)

func TestSKUCostsTurnByThemselves(t *testing.T) {
	skuWorldByTier(t, func(t *testing.T, w *skuWorld) {
		sku := w.one(t, seen(1))
		w.edit(t, sku.ID, inventory.SKUPatch{Costs: optional.Some(inventory.CostPatch{Unit: optional.Put(money.MustParse("4"))})})
		w.edit(t, sku.ID, inventory.SKUPatch{Costs: optional.Some(inventory.CostPatch{
			Unit: optional.Put(money.MustParse("5")), From: optional.Some(date.MustParse("2026-11-05")),
		})})
		before := w.find(t, sku.Key)
		require.Equal(t, "4", before.UnitCost.Or(money.Amount{}).String())
		rolled, err := w.costs.Roll(t.Context())
		require.NoError(t, err)
		require.Zero(t, rolled)

		w.clock.set(time.Date(2026, 11, 5, 0, 0, 0, 0, time.UTC))
		got, err := w.app.Get(t.Context(), w.who, sku.ID)
		require.NoError(t, err)
		require.Equal(t, "5", got.Cost.Or(inventory.CostLayer{}).Cost.Unit.String(), "a record is exact before the job has run")
		rolled, err = w.costs.Roll(t.Context())
		require.NoError(t, err)
		require.Equal(t, 1, rolled)
		after := w.find(t, sku.Key)
		require.Equal(t, "5", after.UnitCost.Or(money.Amount{}).String())
		require.False(t, after.TurnsOn.Known())
		require.Equal(t, before.Version, after.Version)
	})
}

func TestSKUCurrentCosts(t *testing.T) {
	skuWorldByTier(t, func(t *testing.T, w *skuWorld) {
		own, made, bundle := w.one(t, seen(1)), w.one(t, seen(2)), w.one(t, seen(3))
		bare, half, rival := w.one(t, seen(4)), w.one(t, seen(5)), seen(6)
		w.observe(t, skuRival, rival)
		w.edit(t, own.ID, inventory.SKUPatch{Costs: optional.Some(inventory.CostPatch{Unit: optional.Put(money.MustParse("4")), Prep: optional.Some(money.MustParse("0.5"))})})
		for product, unit := range map[int64]string{4: "1.25", 5: "2"} {
			layers, _, err := inventory.CostLayers{}.Set(inventory.CostSpan{From: date.MustParse("2026-01-01")},
				inventory.Cost{Unit: money.MustParse(unit), Currency: "USD", Source: inventory.Source{Kind: inventory.SourceManual}})
			require.NoError(t, err)
			require.NoError(t, w.layers.Save(t.Context(), skuTeam, inventory.CostOfProduct, ports.LayerChange{Owner: product, After: layers}))
		}
		for _, m := range []struct{ sku, product, units int64 }{
			{int64(own.ID), 4, 2}, {int64(made.ID), 4, 6}, {int64(bundle.ID), 4, 2}, {int64(bundle.ID), 5, 3}, {int64(half.ID), 5, 1}, {int64(half.ID), 6, 1},
		} {
			_, err := w.store.DB().ExecContext(t.Context(), "INSERT INTO inventory_matches (team_id, product_id, target_type, target_id, sku, asin,"+
				" marketplace_id, units_per_sale, bundle, method, confidence, created_by_name, created_at)"+
				" VALUES (1, ?, 'sku', ?, '', '', '', ?, TRUE, 'manual', 10000, '', 0)", m.product, m.sku, m.units)
			require.NoError(t, err)
		}
		got, err := w.costs.Current(t.Context(), skuTeam, []inventory.SKUKey{own.Key, made.Key, bundle.Key, bare.Key, half.Key, keyOf(rival), {SKU: "nobody"}})
		require.NoError(t, err)
		manual := inventory.Source{Kind: inventory.SourceManual}
		sale := func(c inventory.Cost) inventory.SaleCost { return inventory.SaleCost{Cost: optional.Some(c)} }
		require.Equal(t, map[inventory.SKUKey]inventory.SaleCost{
			own.Key: sale(inventory.Cost{
				Unit: money.MustParse("4"), Prep: money.MustParse("0.5"), Currency: "EUR", Source: inventory.Source{Kind: inventory.SourceAPI},
			}),
			made.Key:   sale(inventory.Cost{Unit: money.MustParse("7.5"), Currency: "USD", Source: manual}),
			bundle.Key: sale(inventory.Cost{Unit: money.MustParse("8.5"), Currency: "USD", Source: manual}),
		}, got)
		shown, err := w.app.Get(t.Context(), w.who, made.ID)
		require.NoError(t, err)
		require.False(t, shown.Cost.Known(), "a SKU shows its own cost alone: six units of the product for 1.25 are the product's")
		got, err = w.costs.Current(t.Context(), skuTeam, nil)
		require.NoError(t, err)
		require.Empty(t, got)
	})
}

func TestCostLayersAreKept(t *testing.T) {
	eachSKUWorld(t, func(t *testing.T, w *skuWorld) {
		cost := inventory.Cost{
			Unit: money.MustParse("1.2345"), Prep: money.MustParse("0.1"), InboundShipping: money.MustParse("0.2"), Other: money.MustParse("0.3"),
			OutboundShipping: optional.Some(money.MustParse("4.1901")), VATRate: optional.Some(money.MustParsePercent("7.5")), Currency: "USD",
			Source: inventory.Source{Kind: inventory.SourcePurchaseOrder, ID: optional.Some(int64(12))},
		}
		none := inventory.CostLayers{}
		layers, _, err := none.Set(inventory.CostSpan{From: date.MustParse("2026-01-01")}, cost)
		require.NoError(t, err)
		cost.Unit, cost.OutboundShipping = money.MustParse("2"), optional.None[money.Amount]()
		two, _, err := layers.Set(inventory.CostSpan{From: date.MustParse("2026-03-01"), To: optional.Some(date.MustParse("2026-03-31"))}, cost)
		require.NoError(t, err)
		save := func(owner int64, before, after inventory.CostLayers) {
			require.NoError(t, w.layers.Save(t.Context(), skuTeam, inventory.CostOfProduct, ports.LayerChange{Owner: owner, Before: before, After: after}))
		}
		save(7, none, layers)
		save(7, layers, two)
		save(8, none, layers)
		save(9, none, layers)
		save(9, layers, none)
		save(9, none, none)
		got, err := w.layers.Load(t.Context(), skuTeam, inventory.CostOfProduct, []int64{7, 8, 9, 10})
		require.NoError(t, err)
		require.Equal(t, map[int64]inventory.CostLayers{7: two, 8: layers}, got)
		for name, load := range map[string]func() (map[int64]inventory.CostLayers, error){
			"another team": func() (map[int64]inventory.CostLayers, error) {
				return w.layers.Load(t.Context(), skuRival, inventory.CostOfProduct, []int64{7})
			},
			"another kind": func() (map[int64]inventory.CostLayers, error) {
				return w.layers.Load(t.Context(), skuTeam, inventory.CostOfSKU, []int64{7})
			},
			"nobody": func() (map[int64]inventory.CostLayers, error) {
				return w.layers.Load(t.Context(), skuTeam, inventory.CostOfSKU, nil)
			},
		} {
			got, err := load()
			require.NoError(t, err, name)
			require.Empty(t, got, name)
		}
		// Layers that were not as the writer thought.
		require.Error(t, w.layers.Save(t.Context(), skuTeam, inventory.CostOfProduct, ports.LayerChange{Owner: 8, Before: two, After: none}))
	})
}
