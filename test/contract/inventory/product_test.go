package inventory_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	app "sellingassistant/app/inventory"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/kernel/vat"
	ports "sellingassistant/ports/inventory"
)

func TestProductComesBackAsItWasMade(t *testing.T) {
	eachProductWorld(t, func(t *testing.T, w *productWorld) {
		made := w.create(t, inventory.ProductPatch{
			Title: optional.Some("  Kettle, 1.7 l "), Brand: optional.Put("Brewwell"), Category: optional.Put("Kitchen"),
			MPN: optional.Put("BW-17"), ImageURL: optional.Put("https://images.example.com/k.jpg"),
			GTINs:    optional.Some([]string{"036000291452", "4006381333931"}),
			ASINs:    optional.Some([]inventory.ProductASIN{{ASIN: "b0kettle01", Marketplace: skuDE}}),
			UnitCost: optional.Put(money.MustParse("11.4")), OutboundShipping: optional.Put(money.MustParse("3.9")), PackSize: optional.Some(6), WeightG: optional.Put(1150),
			LengthMM: optional.Put(240), WidthMM: optional.Put(210), HeightMM: optional.Put(260), Hazmat: optional.Some(inventory.HazmatNo),
			Meltable: optional.Put(false), VATClass: optional.Put(vat.ClassSuperReduced), ReorderPoint: optional.Put(0), LeadTimeDays: optional.Put(21),
		})
		require.Equal(t, int64(1), made.Version)
		got := w.get(t, made.ID)
		require.Equal(t, made, got)
		require.Equal(t, "Kettle, 1.7 l", got.Values.Title)
		require.Equal(t, "036000291452", got.Values.GTINs[0].Given)
		require.Equal(t, "00036000291452", got.Values.GTINs[0].Key())
		require.Equal(t, []inventory.ProductASIN{{ASIN: "B0KETTLE01", Marketplace: skuDE}}, got.Values.ASINs)
		require.Equal(t, "EUR", string(got.Cost.Or(inventory.CurrentCost{}).Currency), "the team's own")
		require.Equal(t, optional.Some(money.MustParse("3.9")), got.Cost.Or(inventory.CurrentCost{}).OutboundShipping)
		require.Equal(t, optional.Some(vat.ClassSuperReduced), got.Values.VATClass)
		require.True(t, got.LowStock(), "nothing there and nothing to come")
		require.Equal(t, []string{"created"}, w.lines(t, made.ID))

		_, err := w.things.Get(t.Context(), rival(w), made.ID)
		require.True(t, fault.Is(err, fault.CodeNotFound))
	})
}

func TestProductChanges(t *testing.T) {
	productWorldByTier(t, func(t *testing.T, w *productWorld) {
		made := w.create(t, inventory.ProductPatch{
			Title: optional.Some("Kettle"), Brand: optional.Put("Brewwell"), GTINs: optional.Some([]string{"036000291452"}),
		})
		update := func(p inventory.ProductPatch, ifMatch *int64) (app.Product, error) {
			w.clock.set(w.clock.Now().Add(time.Hour))
			return w.things.Update(t.Context(), w.who, app.UpdateProduct{ID: made.ID, Patch: p, IfMatch: ifMatch})
		}
		same, err := update(inventory.ProductPatch{Title: optional.Some("Kettle"), GTINs: optional.Some([]string{"036000291452"})}, nil)
		require.NoError(t, err)
		require.Equal(t, made, same, "nothing changed")

		changed, err := update(inventory.ProductPatch{Brand: optional.Clear[string](), GTINs: optional.Some([]string{"4006381333931"})}, ptr(int64(1)))
		require.NoError(t, err)
		require.Equal(t, int64(2), changed.Version)
		require.False(t, changed.Values.Brand.Known())
		require.Equal(t, w.clock.Now(), changed.UpdatedAt)
		require.Equal(t, changed, w.get(t, made.ID))

		_, err = update(titled("Pot"), ptr(int64(1)))
		require.True(t, fault.Is(err, fault.CodePreconditionFailed))
		_, err = update(inventory.ProductPatch{SupplierID: optional.Put(int64(1))}, nil)
		_ = requireRule(t, err, fault.CodeNotFound, "/default_supplier_id")
		_, err = update(inventory.ProductPatch{WarehouseID: optional.Put(int64(1))}, nil)
		_ = requireRule(t, err, fault.CodeNotFound, "/default_warehouse_id")
		require.Equal(t, []string{"created", "updated"}, w.lines(t, made.ID))

		// The old code is free, the new code is taken.
		other := w.create(t, inventory.ProductPatch{Title: optional.Some("Other"), GTINs: optional.Some([]string{"0036000291452"})})
		_, err = w.things.Create(t.Context(), w.who, app.CreateProduct{Patch: inventory.ProductPatch{
			Title: optional.Some("Third"), GTINs: optional.Some([]string{"96385074", "04006381333931"}),
		}})
		f := requireRule(t, err, fault.CodeDuplicate, "/gtins/1")
		require.Equal(t, int64(made.ID), f.Details["existing_id"])
		_, err = update(inventory.ProductPatch{GTINs: optional.Some([]string{"4006381333931", "00036000291452"})}, nil)
		f = requireRule(t, err, fault.CodeDuplicate, "/gtins/1")
		require.Equal(t, int64(other.ID), f.Details["existing_id"])

		twin, err := w.things.Create(t.Context(), w.who, app.CreateProduct{Patch: inventory.ProductPatch{
			Title: optional.Some("Twin"), GTINs: optional.Some([]string{"4006381333931"}),
		}, AllowDuplicateGTIN: true})
		require.NoError(t, err)
		require.NotEqual(t, made.ID, twin.ID)
		_, err = w.things.Create(t.Context(), rival(w), app.CreateProduct{Patch: inventory.ProductPatch{
			Title: optional.Some("Elsewhere"), GTINs: optional.Some([]string{"4006381333931"}),
		}})
		require.NoError(t, err, "another team's codes are its own")
	})
}

func TestProductCosts(t *testing.T) {
	productWorldByTier(t, func(t *testing.T, w *productWorld) {
		made := w.create(t, inventory.ProductPatch{Title: optional.Some("Kettle"), UnitCost: optional.Put(money.MustParse("10"))})
		cost := func(unit string) app.Product {
			p, err := w.things.Update(t.Context(), w.who, app.UpdateProduct{ID: made.ID, Patch: inventory.ProductPatch{
				UnitCost: optional.Put(money.MustParse(unit)),
			}})
			require.NoError(t, err)
			return p
		}
		layers := func(p app.Product) []string {
			out := []string{}
			for _, l := range p.Layers {
				line := l.From.String() + "/"
				if to, ok := l.To.Get(); ok {
					line += to.String()
				}
				out = append(out, line+" "+l.Cost.Unit.String()+" "+string(l.Cost.Currency))
			}
			return out
		}
		require.Equal(t, []string{"2026-11-02/ 10 EUR"}, layers(made))
		require.Equal(t, int64(1), cost("10").Version, "the same cost is no change")

		w.clock.set(skuNoon.AddDate(0, 0, 10))
		next := cost("11.4")
		require.Equal(t, []string{"2026-11-02/2026-11-11 10 EUR", "2026-11-12/ 11.4 EUR"}, layers(next))
		require.Equal(t, int64(2), next.Version)
		require.Equal(t, "2026-11-12", next.Cost.Or(inventory.CurrentCost{}).AsOf.String())
		require.Equal(t, next, w.get(t, made.ID))

		changed, err := w.things.Update(t.Context(), w.who, app.UpdateProduct{ID: made.ID, Patch: inventory.ProductPatch{
			Currency: optional.Put(money.Currency("USD")),
		}})
		require.NoError(t, err)
		require.Equal(t, []string{"2026-11-02/2026-11-11 10 EUR", "2026-11-12/ 11.4 USD"}, layers(changed))

		w.clock.set(skuNoon.AddDate(0, 0, 20))
		none, err := w.things.Update(t.Context(), w.who, app.UpdateProduct{ID: made.ID, Patch: inventory.ProductPatch{
			UnitCost: optional.Clear[money.Amount](),
		}})
		require.NoError(t, err)
		require.False(t, none.Cost.Known())
		require.Equal(t, []string{"2026-11-02/2026-11-11 10 EUR", "2026-11-12/2026-11-21 11.4 USD"}, layers(none))
		_, err = w.things.Update(t.Context(), w.who, app.UpdateProduct{ID: made.ID, Patch: inventory.ProductPatch{
			Currency: optional.Put(money.Currency("EUR")),
		}})
		_ = requireRule(t, err, fault.CodeValidationFailed, "/currency")
	})
}

// TestProductCostsRoll lets a layer begin and another end by themselves: a read
// of one product knows at once, lists after the roll.
func TestProductCostsRoll(t *testing.T) {
	productWorldByTier(t, func(t *testing.T, w *productWorld) {
		made := w.create(t, inventory.ProductPatch{Title: optional.Some("Kettle"), UnitCost: optional.Put(money.MustParse("10"))})
		before, err := inventory.RestoreCostLayers(made.Layers)
		require.NoError(t, err)
		after, _, err := before.Set(inventory.CostSpan{
			From: date.MustParse("2026-11-10"), To: optional.Some(date.MustParse("2026-11-19")),
		}, inventory.Cost{Unit: money.MustParse("8"), Currency: "EUR"})
		require.NoError(t, err)
		require.NoError(t, w.store.InTx(t.Context(), func(ctx context.Context) error {
			if err := w.layers.Save(ctx, skuTeam, inventory.CostOfProduct, ports.LayerChange{Owner: int64(made.ID), Before: before, After: after}); err != nil {
				return err
			}
			rows, err := w.products.Load(ctx, skuTeam, []inventory.ProductID{made.ID})
			if err != nil {
				return err
			}
			rows[0].Cost(after, made.Layers[0].From)
			return w.products.Save(ctx, rows...)
		}))
		listed := func() string {
			p, err := w.things.List(t.Context(), w.who, app.ProductFilter{}, page.Request{Limit: 1, Order: []page.By{{Field: "created_at"}}})
			require.NoError(t, err)
			return p.Items[0].Cost.Or(inventory.CurrentCost{}).Unit.String()
		}
		roll := func(want int) {
			n, err := w.costs.RollProducts(t.Context())
			require.NoError(t, err)
			require.Equal(t, want, n)
		}
		roll(0)
		w.clock.set(time.Date(2026, 11, 10, 0, 0, 1, 0, time.UTC))
		require.Equal(t, "8", w.get(t, made.ID).Cost.Or(inventory.CurrentCost{}).Unit.String())
		require.Equal(t, "10", listed())
		roll(1)
		require.Equal(t, "8", listed())
		w.clock.set(time.Date(2026, 11, 25, 0, 0, 1, 0, time.UTC))
		roll(1)
		require.Equal(t, "10", listed())
		require.Equal(t, int64(1), w.get(t, made.ID).Version, "no user changed it")
		roll(0)
	})
}

func TestTwoCreationsOfOneCode(t *testing.T) {
	eachProductWorld(t, func(t *testing.T, w *productWorld) {
		for _, code := range []string{"036000291452", "4006381333931", "96385074", "10036000291459", "9780306406157"} {
			var group sync.WaitGroup
			errs, made := make([]error, 2), make([]app.Product, 2)
			for i := range 2 {
				group.Go(func() {
					made[i], errs[i] = w.things.Create(t.Context(), w.who, app.CreateProduct{Patch: inventory.ProductPatch{
						Title: optional.Some("Kettle"), GTINs: optional.Some([]string{code}),
					}})
				})
			}
			group.Wait()
			winner, loser := 0, 1
			if errs[0] != nil {
				winner, loser = 1, 0
			}
			require.NoError(t, errs[winner])
			f := requireRule(t, errs[loser], fault.CodeDuplicate, "/gtins/0")
			require.Equal(t, int64(made[winner].ID), f.Details["existing_id"])
		}
	})
}

func TestProductsAreDeleted(t *testing.T) {
	productWorldByTier(t, func(t *testing.T, w *productWorld) {
		sku := w.one(t, seen(1))
		first := w.create(t, inventory.ProductPatch{Title: optional.Some("First"), GTINs: optional.Some([]string{"036000291452"})})
		second := w.create(t, titled("Second"))
		foreign, err := w.things.Create(t.Context(), rival(w), app.CreateProduct{Patch: titled("Foreign")})
		require.NoError(t, err)
		w.matched(t, first.ID, skuMatch(sku.ID, 3, false))
		require.Equal(t, int64(3), w.find(t, sku.Key).UnitsPerSale)

		ids := []inventory.ProductID{second.ID, 999_999, first.ID, second.ID, foreign.ID}
		outcome := func(dry bool) []bool {
			rows, err := w.things.DeleteMany(t.Context(), w.who, edit.Many[inventory.ProductID]{IDs: ids, DryRun: dry})
			require.NoError(t, err)
			out := make([]bool, len(rows))
			for i, r := range rows {
				require.Equal(t, ids[i], r.ID)
				out[i] = r.Err == nil
				require.True(t, r.Err == nil || r.Err.Code == fault.CodeNotFound)
			}
			return out
		}
		require.Equal(t, []bool{true, false, true, true, false}, outcome(true))
		require.Len(t, w.get(t, first.ID).Matches, 1, "a dry run writes nothing")
		require.Equal(t, []bool{true, false, true, true, false}, outcome(false))
		require.Equal(t, []bool{false, false, false, false, false}, outcome(false))

		free := w.find(t, sku.Key)
		require.Zero(t, free.Matches)
		require.False(t, free.Product.Known())
		require.Equal(t, int64(1), free.UnitsPerSale)
		require.Equal(t, []string{"created", "matched", "deleted"}, w.lines(t, first.ID))
		again := w.create(t, inventory.ProductPatch{Title: optional.Some("Again"), GTINs: optional.Some([]string{"036000291452"})})
		require.Greater(t, again.ID, first.ID)

		_, err = w.things.DeleteMany(t.Context(), w.who, edit.Many[inventory.ProductID]{})
		require.True(t, fault.Is(err, fault.CodeValidationFailed))
		_, err = w.things.DeleteMany(t.Context(), w.who, edit.Many[inventory.ProductID]{IDs: make([]inventory.ProductID, 101)})
		require.True(t, fault.Is(err, fault.CodeValidationFailed))
		require.True(t, fault.Is(w.things.Delete(t.Context(), w.who, again.ID, ptr(int64(7))), fault.CodePreconditionFailed))
		require.NoError(t, w.things.Delete(t.Context(), w.who, again.ID, ptr(int64(1))))
		require.True(t, fault.Is(w.things.Delete(t.Context(), w.who, again.ID, nil), fault.CodeNotFound))
	})
}

func TestAHundredProductsAreDeleted(t *testing.T) {
	eachProductWorld(t, func(t *testing.T, w *productWorld) {
		ids := make([]inventory.ProductID, 100)
		for i := range ids {
			ids[i] = w.create(t, titled("Kettle")).ID
		}
		rows, err := w.things.DeleteMany(t.Context(), w.who, edit.Many[inventory.ProductID]{IDs: ids})
		require.NoError(t, err)
		require.Len(t, rows, 100)
		left, err := w.things.List(t.Context(), w.who, app.ProductFilter{}, page.Request{Limit: 1, Count: true, Order: []page.By{{Field: "title"}}})
		require.NoError(t, err)
		require.Zero(t, *left.Total)
	})
}
