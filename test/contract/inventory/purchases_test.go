package inventory_test

import (
	"context"
	"fmt"
	"math/big"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	auditstore "sellingassistant/adapters/persistence/audit"
	"sellingassistant/adapters/persistence/db"
	app "sellingassistant/app/inventory"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/inventory"
	"sellingassistant/ports/tx"
	"sellingassistant/test/stores"
)

// buying runs the use cases, each call in a transaction of its own.
type buying struct {
	*app.Purchases
	on *db.Store
}

func (w *productWorld) purchases() buying {
	return buying{app.NewPurchases(w.products, w.skus, w.news, auditstore.New(w.store, nil), w.clock), w.store}
}

func (b buying) Add(ctx context.Context, team id.Team, changes []app.UnitChange) error {
	return b.on.InTx(ctx, func(ctx context.Context) error { return b.Purchases.Add(ctx, team, changes) })
}

// taken calls do with taken targets.
func taken[T any](
	ctx context.Context, b buying, who caller.Caller, targets []app.CostTarget, do func(context.Context, *app.Taken) (T, error),
) (T, error) {
	return tx.Value(ctx, b.on, func(ctx context.Context) (none T, err error) {
		t, err := b.Take(ctx, who, targets)
		if err != nil {
			return none, err
		}
		return do(ctx, t)
	})
}

func (b buying) Stock(ctx context.Context, team id.Team, targets []app.CostTarget) (map[app.CostTarget]int64, error) {
	return taken(ctx, b, caller.Caller{Team: team}, targets, func(_ context.Context, t *app.Taken) (map[app.CostTarget]int64, error) {
		return t.Stock(), nil
	})
}

func (b buying) Receive(ctx context.Context, who caller.Caller, all []app.Received) ([][][]inventory.CostNote, error) {
	targets := make([]app.CostTarget, len(all))
	for i, r := range all {
		targets[i] = r.Target
	}
	return taken(ctx, b, who, targets, func(ctx context.Context, t *app.Taken) ([][][]inventory.CostNote, error) {
		notes, err := t.Receive(ctx, all)
		if err != nil {
			return nil, err
		}
		return notes, t.Write(ctx, nil)
	})
}

func (w *productWorld) ids(t testing.TB, f ports.ProductFilter) []inventory.ProductID {
	t.Helper()
	p, err := w.things.List(t.Context(), w.who, f, page.Request{Limit: 50, Order: []page.By{{Field: "id"}}})
	require.NoError(t, err)
	out := []inventory.ProductID{}
	for _, item := range p.Items {
		out = append(out, item.ID)
	}
	return out
}

func TestUnitsAreAdded(t *testing.T) {
	productWorldByTier(t, func(t *testing.T, w *productWorld) {
		patch := titled("Kettle")
		patch.ReorderPoint = optional.Put(9)
		kettle, pot := w.create(t, patch), w.create(t, titled("Pot"))
		buy := w.purchases()
		add := func(changes ...app.UnitChange) {
			require.NoError(t, buy.Add(t.Context(), skuTeam, changes))
		}
		low := ports.ProductFilter{LowStock: new(true)}
		require.Equal(t, []inventory.ProductID{kettle.ID}, w.ids(t, low))

		add(app.UnitChange{Product: pot.ID, InWarehouse: 3}, app.UnitChange{Product: kettle.ID, OnOrder: 12}, app.UnitChange{Product: 999, OnOrder: 1},
			app.UnitChange{Product: kettle.ID, OnOrder: -4, InWarehouse: 1})
		require.Equal(t, inventory.Quantities{OnOrder: 8, InWarehouse: 1}, w.get(t, kettle.ID).Quantities)
		require.Equal(t, inventory.Quantities{InWarehouse: 3}, w.get(t, pot.ID).Quantities)
		require.Equal(t, []inventory.ProductID{kettle.ID}, w.ids(t, low), "9 are not more than 9")
		add(app.UnitChange{Product: kettle.ID, InWarehouse: 1})
		require.Empty(t, w.ids(t, low))
		require.False(t, w.get(t, kettle.ID).LowStock())
		require.Equal(t, int64(1), w.get(t, kettle.ID).Version, "units are no change of the product")

		change := titled("Kettle, 2 l")
		_, err := w.things.Update(t.Context(), w.who, app.UpdateProduct{ID: kettle.ID, Patch: change})
		require.NoError(t, err)
		require.Equal(t, inventory.Quantities{OnOrder: 8, InWarehouse: 2}, w.get(t, kettle.ID).Quantities, "a change of the product leaves them")

		require.NoError(t, buy.Add(t.Context(), skuRival, []app.UnitChange{{Product: kettle.ID, OnOrder: 100}}))
		require.Equal(t, int64(8), w.get(t, kettle.ID).Quantities.OnOrder, "it is another team's")
		before := stores.Rows(t, w.store, "inventory_products")
		add()
		add(app.UnitChange{Product: kettle.ID})
		require.Equal(t, before, stores.Rows(t, w.store, "inventory_products"))
	})
}

func TestUnitsAreAddedAtOnce(t *testing.T) {
	eachProductWorld(t, func(t *testing.T, w *productWorld) {
		a, b := w.create(t, titled("Kettle")), w.create(t, titled("Pot"))
		buy := w.purchases()
		var group sync.WaitGroup
		for n := range 20 {
			group.Go(func() {
				changes := []app.UnitChange{{Product: a.ID, OnOrder: 1}, {Product: b.ID, InWarehouse: int64(n)}}
				if n%2 == 0 {
					changes[0], changes[1] = changes[1], changes[0]
				}
				if err := buy.Add(t.Context(), skuTeam, changes); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		require.Equal(t, inventory.Quantities{OnOrder: 20}, w.get(t, a.ID).Quantities)
		require.Equal(t, inventory.Quantities{InWarehouse: 190}, w.get(t, b.ID).Quantities)
	})
}

// came makes the receipts of an order on a day.
func came(target app.CostTarget, day string, units int64, landed string, currency money.Currency) app.Received {
	price, _ := new(big.Rat).SetString(landed)
	return app.Received{Target: target, Days: []inventory.CostDay{{Day: date.MustParse(day), Receipts: []inventory.CostReceipt{
		{Order: 7, Units: units, Landed: price, Currency: currency, CostCurrency: currency, Rate: money.MustParseRate("1")},
	}}}}
}

func thing(product inventory.ProductID) app.CostTarget {
	return app.CostTarget{Kind: inventory.CostOfProduct, ID: int64(product)}
}

func (w *productWorld) layersOf(t testing.TB, target app.CostTarget) []string {
	t.Helper()
	found, err := w.layers.Load(t.Context(), skuTeam, target.Kind, []int64{target.ID})
	require.NoError(t, err)
	out := []string{}
	for _, l := range found[target.ID].All() {
		out = append(out, fmt.Sprintf("%s/%s %s %s %s", l.From, optional.Convert(l.To, date.Date.String).Or(""), l.Cost.Unit, l.Cost.Currency, l.Cost.Source.Kind))
	}
	return out
}

func TestReceiptsWriteCosts(t *testing.T) {
	productWorldByTier(t, func(t *testing.T, w *productWorld) {
		buy := w.purchases()
		sku, alone := w.one(t, seen(1)), w.one(t, seen(2))
		patch := titled("Kettle")
		patch.UnitCost = optional.Put(money.MustParse("10"))
		kettle := w.create(t, patch)
		w.matched(t, kettle.ID, skuMatch(sku.ID, 1, false))
		pot, gone := w.create(t, titled("Pot")), w.create(t, titled("Pan"))
		require.NoError(t, w.things.Delete(t.Context(), w.who, gone.ID, nil))
		w.heard.since()
		own := app.CostTarget{Kind: inventory.CostOfSKU, ID: int64(alone.ID)}
		receive := func(all ...app.Received) [][][]inventory.CostNote {
			notes, err := buy.Receive(t.Context(), w.who, all)
			require.NoError(t, err)
			return notes
		}

		// The day is 2 November 2026; the kettle's cost of that day was set by hand.
		fine, manual := [][]inventory.CostNote{{""}}, [][]inventory.CostNote{{inventory.NoteManualCost}}
		require.Equal(t, [][][]inventory.CostNote{manual, nil, fine, fine}, receive(came(thing(kettle.ID), "2026-11-02", 5, "8", "EUR"),
			came(thing(gone.ID), "2026-11-02", 5, "8", "EUR"), came(own, "2026-11-02", 5, "8.125", "EUR"), came(thing(pot.ID), "2026-11-01", 4, "61/3", "EUR")))
		require.Equal(t, []string{"2026-11-02/ 10 EUR api"}, w.layersOf(t, thing(kettle.ID)))
		require.Equal(t, []string{"2026-11-02/ 8.125 EUR purchase_order"}, w.layersOf(t, own))
		require.Equal(t, []string{"2026-11-01/ 20.3333 EUR purchase_order"}, w.layersOf(t, thing(pot.ID)))
		shown := w.get(t, pot.ID)
		require.Equal(t, int64(2), shown.Version)
		require.Equal(t, inventory.CurrentCost{
			Unit: money.MustParse("20.3333"), Currency: "EUR", AsOf: date.MustParse("2026-11-01"),
			Source: inventory.Source{Kind: inventory.SourcePurchaseOrder, ID: optional.Some(int64(7))},
		}, shown.Cost.Or(inventory.CurrentCost{}))
		require.Equal(t, []inventory.ProductID{kettle.ID, pot.ID}, w.ids(t, ports.ProductFilter{HasCost: new(true)}))
		require.Equal(t, []string{"created", "updated"}, w.lines(t, pot.ID))
		require.Equal(t, int64(1), w.get(t, kettle.ID).Version-1, "the match alone changed it")
		sold := w.find(t, alone.Key)
		require.Equal(t, []any{alone.Version + 1, "8.125"}, []any{sold.Version, sold.UnitCost.Or(money.Amount{}).String()})
		require.Equal(t, []string{"1 A2SELLER A1PA6795UKMFR9 sku-002"}, w.heard.since())

		// The same again changes nothing; a third currency writes nothing.
		before := stores.Rows(t, w.store, "inventory_products", "inventory_cost_layers", "inventory_skus", "audit_log")
		require.Equal(t, [][][]inventory.CostNote{fine, fine}, receive(came(thing(pot.ID), "2026-11-01", 4, "61/3", "EUR"), came(own, "2026-11-02", 5, "8.125", "EUR")))
		require.Equal(t, [][][]inventory.CostNote{{{inventory.NoteCurrency}}}, receive(came(thing(pot.ID), "2026-11-02", 4, "2", "CNY")))
		require.Equal(t, before, stores.Rows(t, w.store, "inventory_products", "inventory_cost_layers", "inventory_skus", "audit_log"))
		require.Empty(t, w.heard.since())

		// Before the kettle's own cost the order's cost counts, and today's cost stays.
		require.Equal(t, [][][]inventory.CostNote{fine}, receive(came(thing(kettle.ID), "2026-10-20", 5, "8", "EUR")))
		require.Equal(t, []string{"2026-10-20/2026-11-01 8 EUR purchase_order", "2026-11-02/ 10 EUR api"}, w.layersOf(t, thing(kettle.ID)))
		require.Empty(t, w.heard.since(), "today's cost is the same")

		// A correction to 0 units removes the layer.
		require.Equal(t, [][][]inventory.CostNote{fine, fine}, receive(came(thing(pot.ID), "2026-11-01", 0, "0", "EUR"), came(own, "2026-11-02", 0, "0", "EUR")))
		require.Empty(t, w.layersOf(t, thing(pot.ID)))
		require.Empty(t, w.layersOf(t, own))
		require.False(t, w.get(t, pot.ID).Cost.Known())
		require.False(t, w.find(t, alone.Key).UnitCost.Known())

		stock, err := buy.Stock(t.Context(), skuTeam, []app.CostTarget{thing(kettle.ID), thing(gone.ID), own})
		require.NoError(t, err)
		require.Equal(t, map[app.CostTarget]int64{thing(kettle.ID): 0, own: 0}, stock)
		require.NoError(t, buy.Add(t.Context(), skuTeam, []app.UnitChange{{Product: kettle.ID, OnOrder: 9, InWarehouse: 4}}))
		_, err = w.intake.ObserveStock(t.Context(), skuTeam, sku.Key.Seller, sku.Key.Marketplace, skuNoon, []inventory.Stock{
			{SKU: sku.Key.SKU, Fulfillable: 30, Inbound: 20, Reserved: 10}, {SKU: alone.Key.SKU, Fulfillable: 3, Inbound: 2, Reserved: 1},
		})
		require.NoError(t, err)
		_, err = w.matching.Run(t.Context(), skuTeam)
		require.NoError(t, err)
		stock, err = buy.Stock(t.Context(), skuTeam, []app.CostTarget{thing(kettle.ID), own})
		require.NoError(t, err)
		require.Equal(t, map[app.CostTarget]int64{thing(kettle.ID): 64, own: 6}, stock, "units on order are not in the stock")
	})
}

func TestReceiptsAreWrittenTogetherOrNotAtAll(t *testing.T) {
	eachProductWorld(t, func(t *testing.T, w *productWorld) {
		buy := w.purchases()
		sku, alone := w.one(t, seen(1)), w.one(t, seen(2))
		patch := titled("Kettle")
		patch.UnitCost = optional.Put(money.MustParse("10"))
		kettle := w.create(t, patch)
		w.matched(t, kettle.ID, skuMatch(sku.ID, 1, false))
		w.clock.set(skuNoon.AddDate(0, 0, 3))
		all := []app.Received{
			came(thing(kettle.ID), "2026-11-04", 5, "8", "EUR"), came(app.CostTarget{Kind: inventory.CostOfSKU, ID: int64(alone.ID)}, "2026-11-04", 5, "8", "EUR"),
		}
		tables := []string{"inventory_products", "inventory_cost_layers", "inventory_skus", "audit_log"}
		before := stores.Rows(t, w.store, tables...)
		for _, at := range [][2]string{
			{"UPDATE", "inventory_products"}, {"DELETE", "inventory_cost_layers"}, {"INSERT", "inventory_cost_layers"}, {"UPDATE", "inventory_skus"},
			{"INSERT", "audit_log"},
		} {
			again := stores.Refuse(t, w.store, at[0], at[1])
			_, err := buy.Receive(t.Context(), w.who, all)
			require.ErrorContains(t, err, "refused by the test", "%v", at)
			again()
			require.Equal(t, before, stores.Rows(t, w.store, tables...), "%v", at)
		}
		w.heard.broken = fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "The queue is away.")
		_, err := buy.Receive(t.Context(), w.who, all)
		require.True(t, fault.Is(err, fault.CodeServiceUnavailable), "%v", err)
		w.heard.broken = nil
		require.Equal(t, before, stores.Rows(t, w.store, tables...))

		prepared := came(thing(kettle.ID), "2026-11-05", 5, "8", "EUR")
		prepared.Days[0].Receipts[0].Prep = optional.Some(money.Sum{Amount: money.MustParse("1"), Currency: "USD"})
		_, err = buy.Receive(t.Context(), w.who, append(all, prepared)[1:])
		_ = requireRule(t, err, fault.CodeValidationFailed, "/apply_warehouse_costs")
		require.Equal(t, before, stores.Rows(t, w.store, tables...))

		_, err = buy.Receive(t.Context(), w.who, all)
		require.NoError(t, err)
		require.Equal(t, []string{"2026-11-02/2026-11-03 10 EUR api", "2026-11-04/ 8 EUR purchase_order"}, w.layersOf(t, thing(kettle.ID)))
	})
}

// Units in a warehouse that serves buyers itself are on hand of a product that the seller ships. Of
// other products they are in the warehouse.
func TestUnitsInWarehousesThatSell(t *testing.T) {
	eachProductWorld(t, func(t *testing.T, w *productWorld) {
		fba, fbm := seen(1), seen(2)
		fba.Channel, fbm.Channel = inventory.FBA, inventory.FBM
		stored, shipped := skuMatch(w.one(t, fba).ID, 1, false), skuMatch(w.one(t, fbm).ID, 1, false)
		kettle, buy := w.create(t, titled("Kettle")), w.purchases()
		inWarehouse := func(want int64, when string) {
			t.Helper()
			require.Equal(t, want, w.get(t, kettle.ID).Quantities.InWarehouse, when)
		}
		require.NoError(t, buy.Add(t.Context(), skuTeam, []app.UnitChange{{Product: kettle.ID, Direct: 20, InWarehouse: 3}}))
		inWarehouse(23, "without a SKU")
		w.matched(t, kettle.ID, stored)
		inWarehouse(23, "Amazon ships")
		w.matched(t, kettle.ID, stored, shipped)
		inWarehouse(3, "the seller ships too")
		require.NoError(t, buy.Add(t.Context(), skuTeam, []app.UnitChange{{Product: kettle.ID, Direct: -5}}))
		inWarehouse(3, "sold from there")
		w.matched(t, kettle.ID, stored)
		inWarehouse(18, "Amazon ships again")
	})
}
