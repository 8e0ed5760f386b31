package inventory_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
	ports "sellingassistant/ports/inventory"
)

func TestSKUObserve(t *testing.T) {
	eachSKUWorld(t, func(t *testing.T, w *skuWorld) {
		price := euros("19.99")
		a, b := seen(1), seen(2)
		a.Title, a.ImageURL, a.FNSKU, a.Price = ptr("Kettle"), ptr("https://x.example/k.jpg"), ptr("X1"), price
		b.Channel, b.Quantity, b.ASIN, b.UpdatedAt = inventory.FBM, ptr(int64(7)), "", skuNoon.Add(-time.Minute)
		changed, err := w.intake.Observe(t.Context(), skuTeam, 1, skuNoon, []inventory.Observation{a, b})
		require.NoError(t, err)
		require.Equal(t, 2, changed)
		first := w.find(t, keyOf(a))
		require.Equal(t, inventory.SKUSnapshot{
			ID: first.ID, Team: skuTeam, Key: keyOf(a), Connection: 5,
			SKUListing: inventory.SKUListing{
				ASIN: "B000000001", FNSKU: optional.Some("X1"), Title: optional.Some("Kettle"), ImageURL: optional.Some("https://x.example/k.jpg"),
				Condition: "new", Channel: "fba", Status: "active", Price: optional.Some(*price), Currency: "EUR",
			},
			SKUMatching: inventory.SKUMatching{UnitsPerSale: 1}, SeenRun: 1, LastSyncedAt: optional.Some(skuNoon),
			Version: 1, CreatedAt: skuNoon, UpdatedAt: skuNoon,
		}, first)
		second := w.find(t, keyOf(b))
		require.Equal(t, optional.Some(int64(7)), second.Fulfillable)
		require.Equal(t, optional.Some(skuNoon.Add(-time.Minute)), second.ListedAt)
		require.Empty(t, second.ASIN)

		// One SKU changes, one is only seen, one is new.
		later := skuNoon.Add(time.Hour)
		a.Price = euros("18")
		c := seen(3)
		changed, err = w.intake.Observe(t.Context(), skuTeam, 2, later, []inventory.Observation{c, b, a})
		require.NoError(t, err)
		require.Equal(t, 2, changed)
		is := w.find(t, keyOf(a))
		require.Equal(t, first.ID, is.ID)
		require.Equal(t, int64(2), is.Version)
		require.Equal(t, later, is.UpdatedAt)
		is = w.find(t, keyOf(b))
		require.Equal(t, int64(1), is.Version)
		require.Equal(t, int64(2), is.SeenRun)
		require.Equal(t, optional.Some(later), is.LastSyncedAt)
		require.Equal(t, skuNoon, is.UpdatedAt)

		// An earlier reading changes nothing.
		a.Price = euros("1")
		changed, err = w.intake.Observe(t.Context(), skuTeam, 3, skuNoon, []inventory.Observation{a})
		require.NoError(t, err)
		require.Zero(t, changed)
		require.Equal(t, *euros("18"), w.find(t, keyOf(a)).Price.Or(money.Amount{}))
		require.Equal(t, int64(3), w.find(t, keyOf(a)).SeenRun)

		// Another team's SKU with the same key is another SKU.
		w.observe(t, skuRival, a)
		require.Equal(t, *euros("18"), w.find(t, keyOf(a)).Price.Or(money.Amount{}))
		changed, err = w.intake.Observe(t.Context(), skuTeam, 3, skuNoon, nil)
		require.NoError(t, err)
		require.Zero(t, changed)
	})
}

func TestSKUTextsFollowTheListing(t *testing.T) {
	skuWorldByTier(t, func(t *testing.T, w *skuWorld) {
		o := seen(1)
		o.Title = ptr("Green kettle")
		w.one(t, o)
		found := func(q string) int {
			p, err := w.app.List(t.Context(), w.who, ports.SKUFilter{Query: q}, pageBy("sku"))
			require.NoError(t, err)
			return len(p.Items)
		}
		require.Equal(t, 1, found("green"))
		o.Title = ptr("Blue kettle")
		_, err := w.intake.Observe(t.Context(), skuTeam, 2, skuNoon.Add(time.Hour), []inventory.Observation{o})
		require.NoError(t, err)
		require.Equal(t, 0, found("green"))
		require.Equal(t, 1, found("blue kett"))
		require.Equal(t, 1, found("SKU-001"))
	})
}

func TestSKUStock(t *testing.T) {
	skuWorldByTier(t, func(t *testing.T, w *skuWorld) {
		fba, own, gone := seen(1), seen(2), seen(3)
		own.Channel = inventory.FBM
		w.observe(t, skuTeam, fba, own, gone)
		u := ports.Unseen{Team: skuTeam, Seller: "A2SELLER", Marketplace: skuDE, Run: 2, Started: skuNoon.Add(time.Minute), At: skuNoon.Add(time.Minute)}
		closed, err := w.intake.CloseUnseen(t.Context(), u, []string{"sku-003"})
		require.NoError(t, err)
		require.Equal(t, 1, closed)

		at := skuNoon.Add(time.Hour)
		names, err := w.skus.StaleStock(t.Context(), skuTeam, "A2SELLER", skuDE, at, "", 10)
		require.NoError(t, err)
		require.Equal(t, []string{"sku-001"}, names)
		stock := []inventory.Stock{
			{SKU: "sku-003", Fulfillable: 1}, {SKU: "sku-001", FNSKU: "X9", Fulfillable: 4, Inbound: 3, Reserved: 2, Unfulfillable: 1},
			{SKU: "sku-002", Fulfillable: 1}, {SKU: "nobody", Fulfillable: 1},
		}
		changed, err := w.intake.ObserveStock(t.Context(), skuTeam, "A2SELLER", skuDE, at, stock)
		require.NoError(t, err)
		require.Equal(t, 1, changed)
		s := w.find(t, keyOf(fba))
		require.Equal(t, optional.Some("X9"), s.FNSKU)
		require.Equal(t, optional.Some(int64(4)), s.Fulfillable)
		require.Equal(t, optional.Some(int64(1)), s.Unfulfillable)
		require.False(t, w.find(t, keyOf(own)).Fulfillable.Known())
		names, err = w.skus.StaleStock(t.Context(), skuTeam, "A2SELLER", skuDE, at, "", 10)
		require.NoError(t, err)
		require.Empty(t, names)
		changed, err = w.intake.ObserveStock(t.Context(), skuTeam, "A2SELLER", skuDE, at.Add(time.Hour), stock)
		require.NoError(t, err)
		require.Zero(t, changed)
		require.Equal(t, optional.Some(at.Add(time.Hour)), w.find(t, keyOf(fba)).StockAt)
	})
}

func TestSKUsThatARunDidNotSee(t *testing.T) {
	eachSKUWorld(t, func(t *testing.T, w *skuWorld) {
		other := seen(9)
		other.Marketplace = skuGB
		w.observe(t, skuTeam, seen(1), seen(2), seen(3), other)
		w.observe(t, skuRival, seen(1))
		_, err := w.intake.Observe(t.Context(), skuTeam, 2, skuNoon.Add(time.Hour), []inventory.Observation{seen(2)})
		require.NoError(t, err)
		u := ports.Unseen{Team: skuTeam, Seller: "A2SELLER", Marketplace: skuDE, Run: 2, Started: skuNoon.Add(time.Minute), At: skuNoon.Add(2 * time.Hour)}
		names, err := w.skus.Unseen(t.Context(), u, 10)
		require.NoError(t, err)
		require.Equal(t, []string{"sku-001", "sku-003"}, names)
		names, err = w.skus.Unseen(t.Context(), u, 1)
		require.NoError(t, err)
		require.Equal(t, []string{"sku-001"}, names)
		closed, err := w.intake.CloseUnseen(t.Context(), u, []string{"sku-001", "sku-002", "nobody"})
		require.NoError(t, err)
		require.Equal(t, 1, closed)
		s := w.find(t, keyOf(seen(1)))
		require.Equal(t, inventory.SKUClosed, s.Status)
		require.Equal(t, int64(2), s.Version)
		require.Equal(t, skuNoon.Add(2*time.Hour), s.UpdatedAt)
		require.Equal(t, inventory.SKUActive, w.find(t, keyOf(seen(2))).Status)
		names, err = w.skus.Unseen(t.Context(), u, 10)
		require.NoError(t, err)
		require.Equal(t, []string{"sku-003"}, names)
		rivals, err := w.skus.Find(t.Context(), skuRival, []inventory.SKUKey{keyOf(seen(1))})
		require.NoError(t, err)
		rival, err := w.skus.Get(t.Context(), skuRival, rivals[keyOf(seen(1))])
		require.NoError(t, err)
		require.Equal(t, inventory.SKUActive, rival.Status)
	})
}

func TestSKUMatches(t *testing.T) {
	skuWorldByTier(t, func(t *testing.T, w *skuWorld) {
		first, second := w.one(t, seen(1)), w.one(t, seen(2))
		w.clock.set(skuNoon.Add(time.Hour))
		require.NoError(t, w.intake.SetMatches(t.Context(), skuTeam, map[inventory.SKUID]inventory.SKUMatching{
			first.ID: {Matches: 1, Product: optional.Some(int64(4)), UnitsPerSale: 6}, second.ID: {Matches: 2, UnitsPerSale: 1}, 999: {Matches: 1, UnitsPerSale: 1},
		}))
		is := w.find(t, first.Key)
		require.Equal(t, inventory.SKUMatching{Matches: 1, Product: optional.Some(int64(4)), UnitsPerSale: 6}, is.SKUMatching)
		require.Equal(t, int64(2), is.Version)
		require.Equal(t, skuNoon.Add(time.Hour), is.UpdatedAt)
		require.Equal(t, inventory.SKUMatching{Matches: 2, UnitsPerSale: 1}, w.find(t, second.Key).SKUMatching)
		require.NoError(t, w.intake.SetMatches(t.Context(), skuRival, map[inventory.SKUID]inventory.SKUMatching{first.ID: {UnitsPerSale: 1}}))
		require.NoError(t, w.intake.SetMatches(t.Context(), skuTeam, nil))
		require.Equal(t, is, w.find(t, first.Key))
	})
}

// lines returns the audit lines about SKUs.
func lines(t *testing.T, w *skuWorld) []string {
	t.Helper()
	rows, err := w.store.Read(t.Context()).QueryContext(t.Context(),
		"SELECT record_id, verb, changes FROM audit_log WHERE record_type = 'sku' AND team_id = 1 ORDER BY id")
	require.NoError(t, err)
	defer func() { require.NoError(t, rows.Close()) }()
	var out []string
	for rows.Next() {
		var id int64
		var verb string
		var changes []byte
		require.NoError(t, rows.Scan(&id, &verb, &changes))
		var v any
		require.NoError(t, json.Unmarshal(changes, &v))
		sorted, err := json.Marshal(v)
		require.NoError(t, err)
		out = append(out, fmt.Sprintf("%s %s", verb, sorted))
	}
	require.NoError(t, rows.Err())
	return out
}

func TestSKUUpdate(t *testing.T) {
	skuWorldByTier(t, func(t *testing.T, w *skuWorld) {
		sku := w.one(t, seen(1))
		w.clock.set(skuNoon.Add(time.Hour))
		got := w.edit(t, sku.ID, inventory.SKUPatch{
			MinPrice: optional.Put(money.MustParse("10")),
			Costs:    optional.Some(inventory.CostPatch{Unit: optional.Put(money.MustParse("4.5"))}),
		})
		require.Equal(t, int64(2), got.Version)
		require.Equal(t, "4.5", got.Cost.Or(inventory.CostLayer{}).Cost.Unit.String())
		require.Equal(t, got.SKUSnapshot, w.find(t, sku.Key))
		w.edit(t, sku.ID, inventory.SKUPatch{Costs: optional.Some(inventory.CostPatch{
			Unit: optional.Put(money.MustParse("4")), From: optional.Some(date.MustParse("2026-01-01")), To: optional.Some(date.MustParse("2026-11-01")),
		})})
		same := w.edit(t, sku.ID, inventory.SKUPatch{MinPrice: optional.Put(money.MustParse("10"))})
		require.Equal(t, int64(3), same.Version)
		require.Equal(t, []string{
			`updated {"cost_layers":{"new":[{"currency":"EUR","from":"2026-11-02","inbound_shipping":0,"other_cost":0,"outbound_shipping":null,"prep_cost":0,"to":null,"unit_cost":4.5,"vat_rate":null}],"old":[]},"min_price":{"new":10,"old":null}}`,
			`updated {"cost_layers":{"new":[{"currency":"EUR","from":"2026-01-01","inbound_shipping":0,"other_cost":0,"outbound_shipping":null,"prep_cost":0,"to":"2026-11-01","unit_cost":4,"vat_rate":null}],"old":[]}}`,
		}, lines(t, w))

		_, err := w.app.Update(t.Context(), w.who, app.UpdateSKU{ID: sku.ID, Patch: inventory.SKUPatch{MaxPrice: optional.Put(money.MustParse("9"))}})
		require.True(t, fault.Is(err, fault.CodeInvalidLimits))
		_, err = w.app.Update(t.Context(), w.who, app.UpdateSKU{ID: sku.ID, IfMatch: ptr(int64(1)), Patch: inventory.SKUPatch{Hidden: optional.Some(true)}})
		require.True(t, fault.Is(err, fault.CodePreconditionFailed))
		_, err = w.app.Update(t.Context(), w.who, app.UpdateSKU{ID: 999, Patch: inventory.SKUPatch{Hidden: optional.Some(true)}})
		require.True(t, fault.Is(err, fault.CodeNotFound))
		rival := w.who
		rival.Team = skuRival
		_, err = w.app.Update(t.Context(), rival, app.UpdateSKU{ID: sku.ID, Patch: inventory.SKUPatch{Hidden: optional.Some(true)}})
		require.True(t, fault.Is(err, fault.CodeNotFound))
		_, err = w.app.Get(t.Context(), rival, sku.ID)
		require.True(t, fault.Is(err, fault.CodeNotFound))
		require.Equal(t, same.SKUSnapshot, w.find(t, sku.Key))
		require.Len(t, lines(t, w), 2)
	})
}

func TestSKUDelete(t *testing.T) {
	skuWorldByTier(t, func(t *testing.T, w *skuWorld) {
		first, second, third := w.one(t, seen(1)), w.one(t, seen(2)), w.one(t, seen(3))
		w.observe(t, skuRival, seen(4))
		require.NoError(t, w.app.Delete(t.Context(), w.who, second.ID, nil))
		ids := []inventory.SKUID{third.ID, 999, first.ID, second.ID, third.ID}
		want := []edit.Result[inventory.SKUID]{
			{ID: third.ID, Outcome: "deleted"}, {ID: 999, Outcome: "failed", Err: fault.Missing()}, {ID: first.ID, Outcome: "deleted"},
			{ID: second.ID, Outcome: "unchanged"}, {ID: third.ID, Outcome: "deleted"},
		}
		dry, err := w.app.DeleteMany(t.Context(), w.who, edit.Many[inventory.SKUID]{IDs: ids, DryRun: true})
		require.NoError(t, err)
		require.Equal(t, want, dry)
		require.Equal(t, first, w.find(t, first.Key))
		got, err := w.app.DeleteMany(t.Context(), w.who, edit.Many[inventory.SKUID]{IDs: ids})
		require.NoError(t, err)
		require.Equal(t, want, got)
		require.True(t, w.find(t, first.Key).Hidden)
		require.Equal(t, []string{
			`deleted {"hidden":{"new":true,"old":false}}`, `deleted {"hidden":{"new":true,"old":false}}`, `deleted {"hidden":{"new":true,"old":false}}`,
		}, lines(t, w))

		// The next sync does not bring it back, an update does.
		o := seen(1)
		o.Price = euros("3")
		_, err = w.intake.Observe(t.Context(), skuTeam, 2, skuNoon.Add(time.Hour), []inventory.Observation{o})
		require.NoError(t, err)
		require.True(t, w.find(t, first.Key).Hidden)
		require.False(t, w.edit(t, first.ID, inventory.SKUPatch{Hidden: optional.Some(false)}).Hidden)

		err = w.app.Delete(t.Context(), w.who, first.ID, ptr(int64(1)))
		require.True(t, fault.Is(err, fault.CodePreconditionFailed))
		require.True(t, fault.Is(w.app.Delete(t.Context(), w.who, 999, nil), fault.CodeNotFound))
		require.NoError(t, w.app.Delete(t.Context(), w.who, second.ID, nil), "again")
		for _, n := range []int{0, 101} {
			_, err := w.app.DeleteMany(t.Context(), w.who, edit.Many[inventory.SKUID]{IDs: make([]inventory.SKUID, n)})
			require.True(t, fault.Is(err, fault.CodeValidationFailed))
		}
	})
}

func TestSKUWritersAtOnce(t *testing.T) {
	eachSKUWorld(t, func(t *testing.T, w *skuWorld) {
		sku := w.one(t, seen(1))
		var all sync.WaitGroup
		errs := make([]error, 30)
		for n := range 30 {
			all.Go(func() {
				if n%3 == 0 { // sees it, and others, in another order
					rows := []inventory.Observation{seen(1), seen(2 + n%2), seen(4)}
					rows[0].Price = ptr(money.FromUnits(int64(n+1) * 100))
					_, errs[n] = w.intake.Observe(context.Background(), skuTeam, 2, skuNoon.Add(time.Duration(n)*time.Second), rows)
					return
				}
				p := inventory.SKUPatch{MaxPrice: optional.Put(money.FromUnits(int64(n+1) * 100))}
				if n%3 == 1 {
					p = inventory.SKUPatch{Costs: optional.Some(inventory.CostPatch{
						Unit: optional.Put(money.FromUnits(int64(n))), From: optional.Some(date.MustParse("2026-01-01").Add(n)), To: optional.Some(date.MustParse("2026-01-01").Add(n)),
					})}
				}
				_, errs[n] = w.app.Update(context.Background(), w.who, app.UpdateSKU{ID: sku.ID, Patch: p})
			})
		}
		all.Wait()
		require.NoError(t, errors.Join(errs...))
		is := w.find(t, sku.Key)
		require.Len(t, is.Costs.All(), 10, "no layer was lost")
		require.True(t, is.MaxPrice.Known())
		require.True(t, is.Price.Known())
		require.GreaterOrEqual(t, int(is.Version), 1+len(lines(t, w)), "every line is of a version")
		require.Len(t, lines(t, w), 20)
	})
}

func TestTwentyPatchesOfOneSKU(t *testing.T) {
	eachSKUWorld(t, func(t *testing.T, w *skuWorld) {
		sku := w.one(t, seen(1))
		var all sync.WaitGroup
		errs := make([]error, 20)
		for n := range 20 {
			all.Go(func() {
				_, errs[n] = w.app.Update(context.Background(), w.who, app.UpdateSKU{ID: sku.ID, Patch: inventory.SKUPatch{
					MapPrice: optional.Put(money.FromUnits(int64(n+1) * 100)),
				}})
			})
		}
		all.Wait()
		require.NoError(t, errors.Join(errs...))
		require.Equal(t, int64(21), w.find(t, sku.Key).Version)
		require.Len(t, lines(t, w), 20)
	})
}

func TestSKUIsFoundByItsWholeKey(t *testing.T) {
	eachSKUWorld(t, func(t *testing.T, w *skuWorld) {
		base := seen(1)
		variants := []inventory.Observation{base, base, base, base}
		variants[1].SKU = "SKU-001"
		variants[2].Marketplace = skuGB
		variants[3].Seller = "A3SELLER"
		w.observe(t, skuTeam, variants...)
		keys := make([]inventory.SKUKey, len(variants))
		for i, o := range variants {
			keys[i] = keyOf(o)
		}
		found, err := w.skus.Find(t.Context(), skuTeam, append(keys, inventory.SKUKey{SKU: "x"}))
		require.NoError(t, err)
		require.Len(t, found, 4)
		found, err = w.skus.Find(t.Context(), skuTeam, nil)
		require.NoError(t, err)
		require.Empty(t, found)
	})
}
