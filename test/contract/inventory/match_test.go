package inventory_test

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	auditstore "sellingassistant/adapters/persistence/audit"
	store "sellingassistant/adapters/persistence/inventory"
	app "sellingassistant/app/inventory"
	listingsapp "sellingassistant/app/inventory/listings"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/test/reported"
)

func TestMatchesAreSet(t *testing.T) {
	productWorldByTier(t, func(t *testing.T, w *productWorld) {
		sku := w.one(t, seen(1))
		_, err := w.intake.ObserveStock(t.Context(), skuTeam, sku.Key.Seller, sku.Key.Marketplace, skuNoon, []inventory.Stock{
			{SKU: sku.Key.SKU, Fulfillable: 7, Inbound: 2, Reserved: 1},
		})
		require.NoError(t, err)
		made := w.create(t, inventory.ProductPatch{Title: optional.Some("Kettle"), ReorderPoint: optional.Put(27)})
		require.True(t, made.LowStock())

		got := w.matched(t, made.ID, skuMatch(sku.ID, 3, false), asinMatch("b0kettle01", skuGB))
		require.Equal(t, int64(2), got.Version)
		require.Equal(t, inventory.Quantities{OnHand: 21, Inbound: 6, Reserved: 3}, got.Quantities)
		require.True(t, got.LowStock())
		require.Len(t, got.Matches, 2)
		first := got.Matches[0]
		require.Equal(t, inventory.MatchedRecord{SKU: "sku-001", ASIN: "B000000001", Marketplace: skuDE}, first.Record)
		require.Equal(t, inventory.MatchedManually, first.Method)
		require.Equal(t, 1.0, first.Confidence.Fraction())
		require.Equal(t, inventory.MatchMaker{User: 1, Name: "User 1"}, first.CreatedBy.Or(inventory.MatchMaker{}))
		require.Equal(t, "B0KETTLE01", got.Matches[1].Target.ASIN)
		tied := w.find(t, sku.Key)
		require.Equal(t, inventory.SKUMatching{Matches: 1, Product: optional.Some(int64(made.ID)), UnitsPerSale: 3}, tied.SKUMatching)

		again := w.matched(t, made.ID, asinMatch("B0KETTLE01", skuGB), skuMatch(sku.ID, 3, false))
		require.Equal(t, got, again, "the same set changes nothing")

		fewer := w.matched(t, made.ID, skuMatch(sku.ID, 4, false))
		require.Equal(t, int64(3), fewer.Version)
		require.Equal(t, first.ID, fewer.Matches[0].ID, "the match goes on")
		require.Equal(t, int64(28), fewer.Quantities.OnHand)
		require.False(t, fewer.LowStock())
		require.Equal(t, []string{"created", "matched", "matched"}, w.lines(t, made.ID))

		none := w.matched(t, made.ID)
		require.Empty(t, none.Matches)
		require.Zero(t, none.Quantities.OnHand)
		require.Equal(t, inventory.SKUMatching{UnitsPerSale: 1}, w.find(t, sku.Key).SKUMatching)
		require.Equal(t, []string{"created", "matched", "matched", "unmatched"}, w.lines(t, made.ID))
	})
}

func TestAListingIsMatched(t *testing.T) {
	productWorldByTier(t, func(t *testing.T, w *productWorld) {
		listings := store.NewListings(w.store)
		intake := listingsapp.NewListingIntake(listings, unwatched{}.ListingsSeen, auditstore.New(w.store, nil), &reported.Log{}, w.store)
		require.NoError(t, intake.ObserveLive(t.Context(), skuTeam, 1, skuNoon, []inventory.Observation{seen(1), seen(2)}))
		require.NoError(t, intake.ObserveLive(t.Context(), skuRival, 1, skuNoon, []inventory.Observation{seen(3)}))
		listing := func(n int64) inventory.WantedMatch {
			return inventory.WantedMatch{Target: inventory.MatchTarget{Type: inventory.MatchListing, ID: n}, UnitsPerSale: 2}
		}
		made := w.create(t, titled("Kettle"))
		got := w.matched(t, made.ID, listing(2), listing(1))
		require.Len(t, got.Matches, 2)
		require.Equal(t, inventory.MatchedRecord{SKU: "sku-002", ASIN: "B000000002", Marketplace: skuDE}, got.Matches[0].Record)
		require.Equal(t, inventory.MatchTarget{Type: inventory.MatchListing, ID: 2}, got.Matches[0].Target)
		require.Equal(t, inventory.MatchedRecord{SKU: "sku-001", ASIN: "B000000001", Marketplace: skuDE}, got.Matches[1].Record)
		require.Equal(t, got, w.matched(t, made.ID, listing(1), listing(2)), "the same set changes nothing")
		found, err := w.things.List(t.Context(), w.who, app.ProductFilter{SKUs: []string{"sku-002"}}, page.Request{Limit: 5, Order: []page.By{{Field: "id"}}})
		require.NoError(t, err)
		require.Len(t, found.Items, 1)

		// The match outlives its listing; a deleted listing takes no new match.
		require.NoError(t, w.store.InTx(t.Context(), func(ctx context.Context) error {
			if _, err := listings.LoadLocked(ctx, skuTeam, []inventory.ListingID{1}); err != nil {
				return err
			}
			return listings.Delete(ctx, skuTeam, []inventory.ListingID{1}, skuNoon)
		}))
		require.Equal(t, got, w.matched(t, made.ID, listing(1), listing(2)))
		other := w.create(t, titled("Other"))
		for _, n := range []int64{1, 3, 99} {
			_, err := w.set(t, other.ID, false, listing(n))
			_ = requireRule(t, err, fault.CodeNotFound, "/matches/0/target_id")
		}
	})
}

func TestMatchesThatAreRefused(t *testing.T) {
	productWorldByTier(t, func(t *testing.T, w *productWorld) {
		sku := w.one(t, seen(1))
		w.observe(t, skuRival, seen(2))
		foreign := inventory.SKUID(2)
		made := w.create(t, titled("Kettle"))
		good := w.matched(t, made.ID, skuMatch(sku.ID, 1, false))
		for name, x := range map[string]struct {
			wanted  inventory.WantedMatch
			code    fault.Code
			pointer string
		}{
			"no units":           {skuMatch(sku.ID, 0, false), fault.CodeValidationFailed, "/matches/1/units_per_sale"},
			"no target":          {skuMatch(0, 1, false), fault.CodeValidationFailed, "/matches/1/target_id"},
			"an ASIN and an id":  {inventory.WantedMatch{Target: inventory.MatchTarget{Type: inventory.MatchSKU, ID: 1, ASIN: "B000000001"}, UnitsPerSale: 1}, fault.CodeValidationFailed, "/matches/1/asin"},
			"no ASIN":            {asinMatch("", skuDE), fault.CodeValidationFailed, "/matches/1/asin"},
			"no marketplace":     {asinMatch("B000000001", ""), fault.CodeValidationFailed, "/matches/1/marketplace_id"},
			"twice":              {asinMatch("b000000009", skuDE), fault.CodeValidationFailed, "/matches/1"},
			"nobody's SKU":       {skuMatch(999_999, 1, false), fault.CodeNotFound, "/matches/1/target_id"},
			"another team's SKU": {skuMatch(foreign, 1, false), fault.CodeNotFound, "/matches/1/target_id"},
			"a supplier's offer": {inventory.WantedMatch{Target: inventory.MatchTarget{Type: inventory.MatchSupplierOffer, ID: 1}, UnitsPerSale: 1}, fault.CodeNotFound, "/matches/1/target_id"},
		} {
			_, err := w.set(t, made.ID, false, asinMatch("B000000009", skuDE), x.wanted)
			_ = requireRule(t, err, x.code, x.pointer)
			require.Equal(t, good, w.get(t, made.ID), name)
		}
		_, err := w.things.SetMatches(t.Context(), rival(w), app.SetMatches{Product: made.ID})
		require.True(t, fault.Is(err, fault.CodeNotFound))
		_, err = w.things.SetMatches(t.Context(), w.who, app.SetMatches{Product: made.ID, IfMatch: ptr(int64(1))})
		require.True(t, fault.Is(err, fault.CodePreconditionFailed))
	})
}

func TestASKUBelongsToOneProductOrToABundle(t *testing.T) {
	eachProductWorld(t, func(t *testing.T, w *productWorld) {
		sku := w.one(t, seen(1))
		a, b := w.create(t, titled("A")), w.create(t, titled("B"))
		w.matched(t, a.ID, skuMatch(sku.ID, 2, false), asinMatch("B000000001", skuDE))
		for _, bundle := range []bool{false, true} {
			_, err := w.set(t, b.ID, false, skuMatch(sku.ID, 1, bundle))
			f := requireRule(t, err, fault.CodeConflict, "/matches/0/target_id")
			require.Equal(t, int64(a.ID), f.Details["inventory_product_id"])
		}

		moved, err := w.set(t, b.ID, true, skuMatch(sku.ID, 1, true))
		require.NoError(t, err)
		require.Len(t, moved.Matches, 1)
		left := w.get(t, a.ID)
		require.Len(t, left.Matches, 1, "its ASIN")
		require.Equal(t, int64(3), left.Version)
		require.Equal(t, []string{"created", "matched", "unmatched"}, w.lines(t, a.ID))
		require.Equal(t, optional.Some(int64(b.ID)), w.find(t, sku.Key).Product)

		// As parts of a bundle both may have it, and the SKU does not have a single product.
		w.matched(t, a.ID, skuMatch(sku.ID, 2, true))
		require.Equal(t, inventory.SKUMatching{Matches: 2, UnitsPerSale: 1}, w.find(t, sku.Key).SKUMatching)
		_, err = w.set(t, a.ID, false, skuMatch(sku.ID, 2, false))
		_ = requireRule(t, err, fault.CodeConflict, "/matches/0/target_id")
		w.matched(t, b.ID)
		require.Equal(t, inventory.SKUMatching{Matches: 1, Product: optional.Some(int64(a.ID)), UnitsPerSale: 2}, w.find(t, sku.Key).SKUMatching)
	})
}

// TestTwoProductsFightForASKU lets two calls match a SKU at once, with and without move. One
// product has it in the end, and both answers agree.
func TestTwoProductsFightForASKU(t *testing.T) {
	eachProductWorld(t, func(t *testing.T, w *productWorld) {
		for n := range 6 {
			sku := w.one(t, seen(100+n))
			things := []app.Product{w.create(t, titled("A")), w.create(t, titled("B"))}
			errs := make([]error, 2)
			var group sync.WaitGroup
			for i := range things {
				group.Go(func() { _, errs[i] = w.set(t, things[i].ID, n%2 == 0, skuMatch(sku.ID, 1, false)) })
			}
			group.Wait()
			have := 0
			for i, err := range errs {
				if err != nil {
					_ = requireRule(t, err, fault.CodeConflict, "/matches/0/target_id")
				}
				have += len(w.get(t, things[i].ID).Matches)
			}
			require.Equal(t, 1, have)
			require.Equal(t, n%2 == 0, errs[0] == nil && errs[1] == nil)
			require.Equal(t, int64(1), w.find(t, sku.Key).Matches)
		}
	})
}

func TestMatchesAreRemoved(t *testing.T) {
	productWorldByTier(t, func(t *testing.T, w *productWorld) {
		sku := w.one(t, seen(1))
		made, other := w.create(t, titled("Kettle")), w.create(t, titled("Other"))
		got := w.matched(t, made.ID, skuMatch(sku.ID, 1, false), asinMatch("B000000001", skuDE))
		theirs := w.matched(t, other.ID, asinMatch("B000000002", skuDE)).Matches[0].ID
		ids := []inventory.MatchID{got.Matches[1].ID, 999_999, theirs, got.Matches[1].ID}
		remove := func() []bool {
			rows, err := w.things.RemoveMatches(t.Context(), w.who, app.RemoveMatches{Product: made.ID, IDs: ids})
			require.NoError(t, err)
			var out []bool
			for i, r := range rows {
				require.Equal(t, ids[i], r.ID)
				out = append(out, r.Err == nil)
			}
			return out
		}
		require.Equal(t, []bool{true, false, false, true}, remove())
		after := w.get(t, made.ID)
		require.Equal(t, []inventory.Match{got.Matches[0]}, after.Matches)
		require.Equal(t, int64(3), after.Version)
		require.Equal(t, []bool{false, false, false, false}, remove())
		require.Equal(t, int64(3), w.get(t, made.ID).Version, "nothing was taken away")
		require.Len(t, w.get(t, other.ID).Matches, 1)
		_, err := w.things.RemoveMatches(t.Context(), w.who, app.RemoveMatches{Product: 999_999, IDs: ids})
		require.True(t, fault.Is(err, fault.CodeNotFound))
	})
}

func TestNewSKUsAreMatchedWhereThereIsNoDoubt(t *testing.T) {
	productWorldByTier(t, func(t *testing.T, w *productWorld) {
		product := func(title string, asins []inventory.ProductASIN, gtins ...string) inventory.ProductID {
			made, err := w.things.Create(t.Context(), w.who, app.CreateProduct{Patch: inventory.ProductPatch{
				Title: optional.Some(title), ASINs: optional.Some(asins), GTINs: optional.Some(gtins),
			}, AllowDuplicateGTIN: true})
			require.NoError(t, err)
			return made.ID
		}
		on := func(asins ...string) []inventory.ProductASIN {
			var out []inventory.ProductASIN
			for _, a := range asins {
				out = append(out, inventory.ProductASIN{ASIN: a, Marketplace: skuDE})
			}
			return out
		}
		kettle := product("sku-001", on("B000000001", "B000000002", "B000000006"))
		product("one of two", on("B000000003"))
		product("two of two", on("B000000003"))
		book := product("book", nil, "9780306406157")
		coded := product("coded", on("B000000006"), "036000291452")
		archived := product("archived", on("B000000007"))
		_, err := w.things.Update(t.Context(), w.who, app.UpdateProduct{ID: archived, Patch: inventory.ProductPatch{
			Status: optional.Some(inventory.ProductArchived),
		}})
		require.NoError(t, err)

		named := func(sku, asin string) inventory.Observation {
			o := seen(1)
			o.SKU, o.ASIN = sku, asin
			return o
		}
		elsewhere := named("other shop", "B000000001")
		elsewhere.Marketplace = skuGB
		rows := map[string]inventory.Observation{
			"by asin": named("one", "B000000001"), "ambiguous": named("two", "B000000003"), "unknown": named("three", "B000000004"),
			"a book": named("four", "0306406152"), "another shop": elsewhere, "hidden": named("five", "B000000002"),
			"by its name": named("00036000291452", "B000000005"), "contradiction": named("036000291452", "B000000001"),
			"archived": named("six", "B000000007"), "title": named("sku-001", "B000000008"),
		}
		for _, o := range rows {
			w.observe(t, skuTeam, o)
		}
		require.NoError(t, w.app.Delete(t.Context(), w.who, w.find(t, keyOf(rows["hidden"])).ID, nil))

		matched, err := w.matching.Run(t.Context(), skuTeam)
		require.NoError(t, err)
		require.Equal(t, 3, matched)
		owner := func(name string) inventory.ProductID {
			return inventory.ProductID(w.find(t, keyOf(rows[name])).Product.Or(0))
		}
		for name, want := range map[string]inventory.ProductID{
			"by asin": kettle, "a book": book, "by its name": coded, "ambiguous": 0, "unknown": 0, "another shop": 0, "hidden": 0,
			"contradiction": 0, "archived": 0, "title": 0,
		} {
			require.Equal(t, want, owner(name), name)
		}
		got := w.get(t, kettle)
		require.Equal(t, int64(2), got.Version)
		require.Equal(t, inventory.MatchedByASIN, got.Matches[0].Method)
		require.False(t, got.Matches[0].CreatedBy.Known())
		require.Equal(t, inventory.MatchedByGTIN, w.get(t, book).Matches[0].Method)
		require.Equal(t, []string{"created", "matched"}, w.lines(t, kettle))

		// A match that a user removes stays removed; a match that the user makes stays.
		_, err = w.set(t, kettle, false)
		require.NoError(t, err)
		matched, err = w.matching.Run(t.Context(), skuTeam)
		require.NoError(t, err)
		require.Zero(t, matched)
		require.Zero(t, owner("by asin"))
	})
}

// TestUnitsFollowTheStock changes the stock of a matched SKU. The run after the sync counts the
// product's units.
func TestUnitsFollowTheStock(t *testing.T) {
	productWorldByTier(t, func(t *testing.T, w *productWorld) {
		sku := w.one(t, seen(1))
		made := w.create(t, titled("Kettle"))
		w.matched(t, made.ID, skuMatch(sku.ID, 2, false))
		_, err := w.intake.ObserveStock(t.Context(), skuTeam, sku.Key.Seller, sku.Key.Marketplace, skuNoon, []inventory.Stock{
			{SKU: sku.Key.SKU, Fulfillable: 5, Reserved: 1},
		})
		require.NoError(t, err)
		require.Zero(t, w.get(t, made.ID).Quantities.OnHand)
		_, err = w.matching.Run(t.Context(), skuTeam)
		require.NoError(t, err)
		got := w.get(t, made.ID)
		require.Equal(t, inventory.Quantities{OnHand: 10, Reserved: 2}, got.Quantities)
		require.Equal(t, int64(2), got.Version, "no user changed it")
	})
}
