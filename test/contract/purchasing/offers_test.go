package purchasing_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	inventoryapp "sellingassistant/app/inventory"
	app "sellingassistant/app/purchasing"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	inventoryports "sellingassistant/ports/inventory"
	"sellingassistant/test/stores"
)

// seller makes a supplier.
func (w world) seller(t *testing.T, name string) purchasing.SupplierID {
	t.Helper()
	record, err := w.suppliers.Create(t.Context(), us, supplier(name))
	require.NoError(t, err)
	return record.ID
}

// product makes an inventory product.
func (w world) product(t *testing.T, title string) purchasing.ProductID {
	t.Helper()
	product, err := w.products.Create(t.Context(), us, inventoryapp.CreateProduct{Patch: inventory.ProductPatch{Title: optional.Some(title)}})
	require.NoError(t, err)
	return purchasing.ProductID(product.ID)
}

func offer(s purchasing.SupplierID, sku, cost string) purchasing.OfferPatch {
	return purchasing.OfferPatch{Supplier: optional.Put(s), SupplierSKU: optional.Put(sku), UnitCost: optional.Put(money.MustParse(cost))}
}

// TestOffersAreMadeTogether makes five offers, two of them invalid. Each invalid offer is a fault
// at its place, and the others are as if made singly.
func TestOffersAreMadeTogether(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx, seller, bottle, mug := t.Context(), w.seller(t, "S"), w.product(t, "Bottle"), w.product(t, "Mug")
		had, err := w.offers.Create(ctx, us, offer(seller, "A-1", "4"))
		require.NoError(t, err)
		wish := func(sku, cost string, product purchasing.ProductID, gtin string) purchasing.OfferPatch {
			p := offer(seller, sku, cost)
			p.Currency, p.Product, p.GTINs = optional.Put(money.Currency("USD")), optional.Put(product), optional.Put([]string{gtin})
			return p
		}
		made, faults, err := w.offers.CreateMany(ctx, us, seller, []purchasing.OfferPatch{
			wish("B-1", "1", bottle, "4006381333931"), wish("a-1", "2", mug, "96385074"), wish("B-2", "3", mug, "96385074"), wish("b-1", "4", mug, "96385074"),
			wish("B-3", "5", mug, "4006381333931"),
		})
		require.NoError(t, err)
		require.Len(t, faults, 5)
		for place, other := range map[int]purchasing.OfferID{1: had.ID, 3: made[0].ID} {
			require.Equal(t, []any{fault.CodeDuplicate, "/supplier_sku", int64(other)}, []any{faults[place].Code, faults[place].Pointer, faults[place].Details["existing_id"]})
			require.Zero(t, made[place])
		}
		for _, c := range []struct {
			place   int
			sku     string
			cost    string
			product purchasing.ProductID
			gtin    string
		}{{0, "B-1", "1", bottle, "04006381333931"}, {2, "B-2", "3", mug, "00000096385074"}, {4, "B-3", "5", mug, "04006381333931"}} {
			require.Nil(t, faults[c.place])
			found, err := w.offers.Get(ctx, us, made[c.place].ID)
			require.NoError(t, err)
			v := found.Values
			require.Equal(t, []any{c.sku, money.MustParse(c.cost), optional.Some(c.product), []string{c.gtin}, int64(1)},
				[]any{v.SupplierSKU.Or(""), v.UnitCost, v.Product, v.GTINKeys(), found.Version})
			require.Equal(t, []purchasing.OfferPrice{
				{UnitCost: money.MustParse(c.cost), Currency: "USD", From: found.CreatedAt, Source: purchasing.Source{Kind: "api"}},
			}, v.Seen.History)
		}
		for product, want := range map[purchasing.ProductID][]string{bottle: {"B-1"}, mug: {"B-2", "B-3"}} {
			p, err := w.products.Get(ctx, us, inventory.ProductID(product))
			require.NoError(t, err)
			var skus []string
			for _, m := range p.Matches {
				skus = append(skus, m.Record.SKU)
			}
			require.Equal(t, want, skus)
			require.Equal(t, int64(2), p.Version, "all matches of a product are one change")
		}
		list, err := w.products.List(ctx, us, inventoryports.ProductFilter{Query: "b-3"}, page.Request{Limit: 10})
		require.NoError(t, err)
		require.Len(t, list.Items, 1, "a product is found by the SKUs of its offers")
		require.Equal(t, inventory.ProductID(mug), list.Items[0].ID)
	})
}

func TestAnOfferKeepsItsMembers(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		p := offer(w.seller(t, "S"), "A-1", "4")
		p.ASIN, p.Marketplace, p.GTINs = optional.Put("b0case0001"), optional.Put(marketplace.US), optional.Put([]string{"4006381333931"})
		p.Title, p.Brand, p.URL = optional.Put("Bottle"), optional.Put("Brewwell"), optional.Put("https://s.example/1")
		p.PackSize, p.CaseCost, p.MOQ = optional.Put(12), optional.Put(money.MustParse("48")), optional.Put(24)
		p.PriceBreaks = optional.Put([]purchasing.PriceBreak{{MinQuantity: 240, UnitCost: money.MustParse("3.5")}})
		p.LeadTimeDays, p.Availability, p.AvailableQuantity = optional.Put(7), optional.Put(purchasing.Availability("low")), optional.Put(30)
		p.CheckedAt, p.ValidFrom, p.ValidTo = optional.Put(at(0)), optional.Put(date.MustParse("2026-03-01")), optional.Put(date.MustParse("2026-04-01"))
		made, err := w.offers.Create(ctx, us, p)
		require.NoError(t, err)
		require.Equal(t, []any{money.Currency("USD"), purchasing.Source{Kind: "api"}, "B0CASE0001", 12}, // the team's currency
			[]any{made.Values.Currency, made.Values.Source, made.Values.ASIN.Or(""), made.Values.OrderMultiple})
		found, err := w.offers.Get(ctx, us, made.ID)
		require.NoError(t, err)
		require.Equal(t, made, found)
		require.Len(t, found.Values.Seen.History, 1)

		// A title with letters that grow when folded.
		long := offer(made.Values.Supplier, "L", "1")
		long.Title = optional.Put(strings.Repeat("ΐ", purchasing.MaxTitle))
		_, err = w.offers.Create(ctx, us, long)
		require.NoError(t, err)

		dearer, err := w.offers.Update(ctx, us, made.ID, purchasing.OfferPatch{UnitCost: optional.Put(money.MustParse("5"))}, new(int64(1)))
		require.NoError(t, err)
		v := dearer.Values
		require.Equal(t, []any{optional.Some(money.MustParse("4")), optional.Some(money.MustParsePercent("25")), optional.Some(money.MustParse("60"))},
			[]any{v.PreviousUnitCost, v.CostChange, v.CaseCost})
		require.Equal(t, []purchasing.OfferPrice{
			{UnitCost: money.MustParse("5"), Currency: "USD", From: dearer.UpdatedAt, Source: purchasing.Source{Kind: "api"}},
			{UnitCost: money.MustParse("4"), Currency: "USD", From: made.CreatedAt, Source: purchasing.Source{Kind: "api"}},
		}, v.Seen.History)
		// A change of another member adds no price.
		same, err := w.offers.Update(ctx, us, made.ID, purchasing.OfferPatch{Brand: optional.Clear[string]()}, nil)
		require.NoError(t, err)
		require.Len(t, same.Values.Seen.History, 2)
		require.Equal(t, optional.Some(money.MustParsePercent("25")), same.Values.CostChange)
	})
}

func TestAHistoryHasTheNewestFiftyPrices(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		made, err := w.offers.Create(ctx, us, offer(w.seller(t, "S"), "A", "0.01"))
		require.NoError(t, err)
		for cents := 2; cents <= 55; cents++ {
			made, err = w.offers.Update(ctx, us, made.ID, purchasing.OfferPatch{UnitCost: optional.Put(money.MustParse(fmt.Sprintf("0.%02d", cents)))}, nil)
			require.NoError(t, err)
		}
		history := made.Values.Seen.History
		require.Len(t, history, 50)
		require.Equal(t, []money.Amount{money.MustParse("0.55"), money.MustParse("0.06")}, []money.Amount{history[0].UnitCost, history[49].UnitCost})
	})
}

func TestOffersNameWhatTheTeamHas(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		s := w.seller(t, "S")
		first, err := w.offers.Create(ctx, us, offer(s, "A", "1"))
		require.NoError(t, err)
		_, err = w.offers.Create(ctx, us, offer(w.seller(t, "T"), "a", "1"))
		require.NoError(t, err, "another supplier's SKUs are its own")
		_, err = w.offers.Create(ctx, us, offer(s, "a", "1"))
		require.Equal(t, int64(first.ID), refusal(t, err, fault.CodeDuplicate, "/supplier_sku").Details["existing_id"])
		_, err = w.offers.Create(ctx, us, offer(99, "B", "1"))
		refused(t, err, fault.CodeNotFound, "/supplier_id")
		_, err = w.offers.Create(ctx, them, offer(s, "B", "1"))
		refused(t, err, fault.CodeNotFound, "/supplier_id")
		unknown := purchasing.OfferPatch{Product: optional.Put(purchasing.ProductID(99))}
		_, err = w.offers.Update(ctx, us, first.ID, unknown, nil)
		refused(t, err, fault.CodeNotFound, "/inventory_product_id")
		unchanged, err := w.offers.Get(ctx, us, first.ID)
		require.NoError(t, err)
		require.Equal(t, first, unchanged)

		// A new offer has the currency of its supplier.
		_, err = w.suppliers.Update(ctx, us, s, purchasing.SupplierPatch{Currency: optional.Put(money.Currency("EUR"))}, nil)
		require.NoError(t, err)
		euro, err := w.offers.Create(ctx, us, offer(s, "E", "1"))
		require.NoError(t, err)
		require.Equal(t, money.Currency("EUR"), euro.Values.Currency)
	})
}

// matched returns the ids of the offers that the product is matched with.
func (w world) matched(t *testing.T, product purchasing.ProductID) (ids []int64) {
	t.Helper()
	p, err := w.products.Get(t.Context(), us, inventory.ProductID(product))
	require.NoError(t, err)
	for _, m := range p.Matches {
		require.Equal(t, []any{inventory.MatchSupplierOffer, 1}, []any{m.Target.Type, m.UnitsPerSale})
		ids = append(ids, m.Target.ID)
	}
	require.Equal(t, int64(len(ids)), p.Offers, "offers of the product")
	return ids
}

func TestTheTableOfMatchesIsTheTruth(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		a, b := w.product(t, "a"), w.product(t, "b")
		p := offer(w.seller(t, "S"), "X", "1")
		p.Product, p.Preferred = optional.Put(a), optional.Put(true)
		o, err := w.offers.Create(ctx, us, p)
		require.NoError(t, err)
		require.Equal(t, []int64{int64(o.ID)}, w.matched(t, a))

		// Through the offer it moves to another product, and back through the product.
		o, err = w.offers.Update(ctx, us, o.ID, purchasing.OfferPatch{Product: optional.Put(b)}, nil)
		require.NoError(t, err)
		require.Empty(t, w.matched(t, a))
		require.Equal(t, []int64{int64(o.ID)}, w.matched(t, b))
		set := inventoryapp.SetMatches{Product: inventory.ProductID(a), Matches: []inventory.WantedMatch{{
			Target: inventory.MatchTarget{Type: inventory.MatchSupplierOffer, ID: int64(o.ID)}, UnitsPerSale: 1,
		}}}
		_, err = w.products.SetMatches(ctx, us, set)
		refused(t, err, fault.CodeConflict, "/matches/0/target_id")
		set.Move = true
		_, err = w.products.SetMatches(ctx, us, set)
		require.NoError(t, err)
		moved, err := w.offers.Get(ctx, us, o.ID)
		require.NoError(t, err)
		require.Equal(t, []any{optional.Some(a), false}, []any{moved.Values.Product, moved.Values.Preferred})
		require.Equal(t, []int64{int64(o.ID)}, w.matched(t, a))
		require.Empty(t, w.matched(t, b))
		set.Matches[0].UnitsPerSale = 2
		_, err = w.products.SetMatches(ctx, us, set)
		refused(t, err, fault.CodeValidationFailed, "/matches/0/units_per_sale")

		// A deleted product loses its offers, a deleted offer its product.
		require.NoError(t, w.products.Delete(ctx, us, inventory.ProductID(a), nil))
		alone, err := w.offers.Get(ctx, us, o.ID)
		require.NoError(t, err)
		require.False(t, alone.Values.Product.Known())
		_, err = w.offers.Update(ctx, us, o.ID, purchasing.OfferPatch{Product: optional.Put(b)}, nil)
		require.NoError(t, err)
		require.NoError(t, w.offers.Delete(ctx, us, o.ID, nil))
		require.Empty(t, w.matched(t, b))
	})
}

func TestWritersAtOnceLeaveOnePreferredOffer(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		product, s := w.product(t, "p"), w.seller(t, "S")
		const writers = 6
		ids, faults := make([]purchasing.OfferID, writers), make([]error, writers)
		var all sync.WaitGroup
		for i := range writers {
			all.Go(func() {
				p := offer(s, fmt.Sprint("X", i), "1")
				p.Product, p.Preferred = optional.Put(product), optional.Put(true)
				o, err := w.offers.Create(ctx, us, p)
				ids[i], faults[i] = o.ID, err
			})
		}
		all.Wait()
		require.Equal(t, make([]error, writers), faults)
		preferred := func() int {
			found, err := w.offers.List(ctx, us, app.OfferFilter{Preferred: new(true)}, page.Request{Limit: 10})
			require.NoError(t, err)
			return len(found.Items)
		}
		require.Equal(t, 1, preferred())
		require.Len(t, w.matched(t, product), writers)
		for i := range writers {
			all.Go(func() {
				_, faults[i] = w.offers.Update(ctx, us, ids[i], purchasing.OfferPatch{Preferred: optional.Put(true)}, nil)
			})
		}
		all.Wait()
		require.Equal(t, make([]error, writers), faults)
		require.Equal(t, 1, preferred())
	})
}

func TestOffersAreListed(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		suppliers, products := []purchasing.SupplierID{w.seller(t, "S"), w.seller(t, "T")}, []purchasing.ProductID{w.product(t, "a"), w.product(t, "b")}
		codes := []string{"4006381333931", "96385074", "036000291452"}
		for i := range 30 {
			p := offer(suppliers[i%2], fmt.Sprintf("SKU_%d%%", i), fmt.Sprintf("%d.5", i%7))
			p.Availability, p.Status = optional.Put(purchasing.Availability("").Words()[i%4]), optional.Put(purchasing.Status("").Words()[i%2])
			if i%3 > 0 {
				p.Title, p.GTINs = optional.Put([]string{"Äpfel", "birnen"}[i%2]), optional.Put([]string{codes[i%3]})
				p.Product = optional.Put(products[i%2])
				p.Preferred = optional.Put(i > 27)
			}
			if i%5 == 0 {
				p.ASIN, p.Marketplace = optional.Put("B0CASE0001"), optional.Put(marketplace.US)
			}
			o, err := w.offers.Create(ctx, us, p)
			require.NoError(t, err)
			if i%4 == 0 {
				_, err = w.offers.Update(ctx, us, o.ID, purchasing.OfferPatch{UnitCost: optional.Put(money.MustParse(fmt.Sprint(10 + i%5)))}, nil)
				require.NoError(t, err)
			}
		}
		everything, err := w.offers.List(ctx, us, app.OfferFilter{}, page.Request{Limit: 100})
		require.NoError(t, err)
		all := everything.Items
		require.Len(t, all, 30)
		nobody, err := w.offers.List(ctx, them, app.OfferFilter{}, page.Request{Limit: 100})
		require.NoError(t, err)
		require.Empty(t, nobody.Items)
		for _, c := range []struct {
			f    app.OfferFilter
			fits func(purchasing.OfferValues) bool
		}{
			{app.OfferFilter{}, func(purchasing.OfferValues) bool { return true }},
			{app.OfferFilter{Suppliers: suppliers[:1]}, func(v purchasing.OfferValues) bool { return v.Supplier == suppliers[0] }},
			{app.OfferFilter{Products: products[1:]}, func(v purchasing.OfferValues) bool { return v.Product == optional.Some(products[1]) }},
			{app.OfferFilter{ASINs: []string{"B0CASE0001"}}, func(v purchasing.OfferValues) bool { return v.ASIN.Known() }},
			{app.OfferFilter{GTINs: []string{"04006381333931", "00036000291452"}}, func(v purchasing.OfferValues) bool {
				return slices.Contains(v.GTINs, codes[0]) || slices.Contains(v.GTINs, codes[2])
			}},
			{app.OfferFilter{SKUs: []string{"sku_3%"}}, func(v purchasing.OfferValues) bool { return v.SupplierSKU == optional.Some("SKU_3%") }},
			{app.OfferFilter{Statuses: []purchasing.Status{"inactive"}}, func(v purchasing.OfferValues) bool { return v.Status == "inactive" }},
			{app.OfferFilter{Availabilities: []purchasing.Availability{"low", "out"}}, func(v purchasing.OfferValues) bool {
				return v.Availability == "low" || v.Availability == "out"
			}},
			{app.OfferFilter{Preferred: new(true)}, func(v purchasing.OfferValues) bool { return v.Preferred }},
			{app.OfferFilter{CostChanged: new(true)}, func(v purchasing.OfferValues) bool { return v.CostChange.Known() }},
			{app.OfferFilter{CostChanged: new(false)}, func(v purchasing.OfferValues) bool { return !v.CostChange.Known() }},
			{app.OfferFilter{Query: "äPF"}, func(v purchasing.OfferValues) bool { return v.Title == optional.Some("Äpfel") }},
			{app.OfferFilter{Query: "_1%"}, func(v purchasing.OfferValues) bool { return v.SupplierSKU == optional.Some("SKU_1%") }},
			{app.OfferFilter{Query: "96385074"}, func(v purchasing.OfferValues) bool { return slices.Contains(v.GTINs, "96385074") }},
			{app.OfferFilter{Query: "b0case"}, func(v purchasing.OfferValues) bool { return v.ASIN.Known() }},
		} {
			for field, less := range map[string]func(desc bool, a, b purchasing.Offer) int{
				"id":         func(_ bool, _, _ purchasing.Offer) int { return 0 },
				"created_at": func(_ bool, a, b purchasing.Offer) int { return a.CreatedAt.Compare(b.CreatedAt) },
				"updated_at": func(_ bool, a, b purchasing.Offer) int { return a.UpdatedAt.Compare(b.UpdatedAt) },
				"unit_cost":  func(_ bool, a, b purchasing.Offer) int { return a.Values.UnitCost.Cmp(b.Values.UnitCost) },
				"cost_change_percent": func(desc bool, a, b purchasing.Offer) int {
					return stores.Last(a.Values.CostChange, b.Values.CostChange, desc, money.Percent.Cmp)
				},
				"last_seen_at": func(desc bool, a, b purchasing.Offer) int {
					return stores.Last(a.Values.LastSeenAt, b.Values.LastSeenAt, desc, time.Time.Compare)
				},
				"title": func(desc bool, a, b purchasing.Offer) int {
					return stores.Last(a.Values.Title, b.Values.Title, desc, func(x, y string) int { return cmp.Compare(db.Fold(x), db.Fold(y)) })
				},
			} {
				for _, desc := range []bool{false, true} {
					stores.Sweep(t, all, func(o purchasing.Offer) int64 { return int64(o.ID) }, func(o purchasing.Offer) bool { return c.fits(o.Values) },
						page.By{Field: field, Desc: desc}, func(a, b purchasing.Offer) int { return less(desc, a, b) },
						func(r page.Request) (page.Page[purchasing.Offer], error) { return w.offers.List(ctx, us, c.f, r) })
				}
			}
		}
	})
}
