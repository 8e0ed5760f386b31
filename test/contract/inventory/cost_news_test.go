package inventory_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	app "sellingassistant/app/inventory"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	ports "sellingassistant/ports/inventory"
)

func unitCost(unit string, from string) inventory.SKUPatch {
	c := inventory.CostPatch{Unit: optional.Put(money.MustParse(unit))}
	if from != "" {
		c.From = optional.Some(date.MustParse(from))
	}
	return inventory.SKUPatch{Costs: optional.Some(c)}
}

func TestCostsOfSKUsAreToldWhenTheyHold(t *testing.T) {
	skuWorldByTier(t, func(t *testing.T, w *skuWorld) {
		sku := w.one(t, seen(1))
		w.one(t, seen(2))
		const told = "1 A2SELLER A1PA6795UKMFR9 sku-001"
		w.edit(t, sku.ID, unitCost("4", ""))
		require.Equal(t, []string{told}, w.heard.since())
		w.edit(t, sku.ID, unitCost("4", ""))
		require.Empty(t, w.heard.since(), "the same cost is no news")
		w.edit(t, sku.ID, unitCost("5", "2026-11-05"))
		require.Empty(t, w.heard.since(), "it holds later")
		_, err := w.costs.Roll(t.Context())
		require.NoError(t, err)
		require.Empty(t, w.heard.since())
		w.clock.set(time.Date(2026, 11, 5, 0, 0, 0, 0, time.UTC))
		_, err = w.costs.Roll(t.Context())
		require.NoError(t, err)
		require.Equal(t, []string{told}, w.heard.since(), "on the day it begins")

		w.heard.broken = errors.New("no")
		_, err = w.app.Update(t.Context(), w.who, app.UpdateSKU{ID: sku.ID, Patch: unitCost("6", "")})
		require.ErrorIs(t, err, w.heard.broken)
		require.Equal(t, "5", w.find(t, sku.Key).UnitCost.Or(money.Amount{}).String(), "one transaction")
	})
}

func TestCostsOfProductsAreToldOfTheirSKUs(t *testing.T) {
	productWorldByTier(t, func(t *testing.T, w *productWorld) {
		first, second := w.one(t, seen(1)), w.one(t, seen(2))
		w.one(t, seen(3))
		const one, two = "1 A2SELLER A1PA6795UKMFR9 sku-001", "1 A2SELLER A1PA6795UKMFR9 sku-002"
		patch := titled("Kettle")
		patch.UnitCost = optional.Put(money.MustParse("4"))
		made := w.create(t, patch)
		require.Empty(t, w.heard.since(), "no SKU is made of it")
		w.matched(t, made.ID, skuMatch(first.ID, 1, false), skuMatch(second.ID, 2, false))
		require.ElementsMatch(t, []string{one, two}, w.heard.since())
		w.matched(t, made.ID, skuMatch(first.ID, 1, false), skuMatch(second.ID, 3, false))
		require.Equal(t, []string{two}, w.heard.since())

		update := func(p inventory.ProductPatch) {
			_, err := w.things.Update(t.Context(), w.who, app.UpdateProduct{ID: made.ID, Patch: p})
			require.NoError(t, err)
		}
		update(inventory.ProductPatch{UnitCost: optional.Put(money.MustParse("5"))})
		require.ElementsMatch(t, []string{one, two}, w.heard.since())
		update(titled("Kettle, red"))
		require.Empty(t, w.heard.since())
	})
}

func TestARollOfAProductTellsOfItsSKUs(t *testing.T) {
	productWorldByTier(t, func(t *testing.T, w *productWorld) {
		sku := w.one(t, seen(1))
		patch := titled("Kettle")
		patch.UnitCost = optional.Put(money.MustParse("4"))
		made := w.create(t, patch)
		w.matched(t, made.ID, skuMatch(sku.ID, 1, false))
		layers, err := w.layers.Load(t.Context(), skuTeam, inventory.CostOfProduct, []int64{int64(made.ID)})
		require.NoError(t, err)
		before := layers[int64(made.ID)]
		now, _ := before.In(date.MustParse("2026-11-02"))
		later := now.Cost
		later.Unit = money.MustParse("6")
		after, _, err := before.Set(inventory.CostSpan{From: date.MustParse("2026-11-04")}, later)
		require.NoError(t, err)
		require.NoError(t, w.news.Save(t.Context(), skuTeam, inventory.CostOfProduct, ports.LayerChange{Owner: int64(made.ID), Before: before, After: after}))
		w.heard.since()
		_, err = w.store.DB().ExecContext(t.Context(), "UPDATE inventory_products SET cost_turns_on = ? WHERE id = ?",
			date.MustParse("2026-11-04").Days(), int64(made.ID))
		require.NoError(t, err)
		w.clock.set(time.Date(2026, 11, 4, 0, 0, 0, 0, time.UTC))
		rolled, err := w.costs.RollProducts(t.Context())
		require.NoError(t, err)
		require.Equal(t, 1, rolled)
		require.Equal(t, []string{"1 A2SELLER A1PA6795UKMFR9 sku-001"}, w.heard.since())
	})
}

func TestMapPricesOfSKUsAreTold(t *testing.T) {
	skuWorldByTier(t, func(t *testing.T, w *skuWorld) {
		sku := w.one(t, seen(1))
		w.edit(t, sku.ID, inventory.SKUPatch{MapPrice: optional.Put(money.MustParse("20"))})
		require.Equal(t, []string{"1 A2SELLER A1PA6795UKMFR9 sku-001 map"}, w.heard.since())
		w.edit(t, sku.ID, inventory.SKUPatch{MapPrice: optional.Put(money.MustParse("20")), MinPrice: optional.Put(money.MustParse("18"))})
		require.Empty(t, w.heard.since(), "it is the same")
		w.heard.broken = errors.New("no")
		_, err := w.app.Update(t.Context(), w.who, app.UpdateSKU{ID: sku.ID, Patch: inventory.SKUPatch{MapPrice: optional.Clear[money.Amount]()}})
		require.ErrorIs(t, err, w.heard.broken)
		require.Equal(t, "20", w.find(t, sku.Key).MapPrice.Or(money.Amount{}).String(), "one transaction")
	})
}
