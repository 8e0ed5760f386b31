package inventory_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/inventory"
	"sellingassistant/app/inventory/listings"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	ports "sellingassistant/ports/inventory"
	"sellingassistant/test/stores"
)

func TestDraftsAreCreated(t *testing.T) {
	t.Parallel()
	stores.ByTier(t, func(t *testing.T, s *db.Store) {
		w := openListings(t, s)
		there := w.drafts(t, "there")[0]
		w.live(t, 1, "live")
		w.asked = nil
		w.permission["B00000000R"] = inventory.PermissionRefused
		restricted, yen, priceless, british, product, unnamed, dear := wantedDraft("restricted"), wantedDraft("yen"), wantedDraft("no price"), wantedDraft("gb"),
			wantedDraft("product"), wantedDraft(""), wantedDraft("dear")
		restricted.Offer.ASIN = "B00000000R"
		yen.Marketplace, yen.Offer.Price = shopJP, optional.Some(money.MustParse("19.99"))
		priceless.Offer.Price = optional.None[money.Amount]()
		british.Marketplace = "A1F83G8C2ARO7P"
		product.Offer.Product = optional.Some(int64(404))
		dear.Offer.MaxPrice = optional.Some(money.MustParse("10"))
		german := wantedDraft("there")
		german.Marketplace = shopDE
		results := w.create(t, listings.CreateListings{Items: []listings.NewListing{
			wantedDraft("new"), wantedDraft("there"), restricted, yen, wantedDraft("new"), priceless, british, product, unnamed, dear, german, wantedDraft("live"),
		}})
		require.Equal(t, []string{
			"created", "failed duplicate /sku", "created", "failed validation_failed /price", "failed duplicate /sku", "created",
			"failed marketplace_not_connected ", "failed not_found /inventory_product_id", "failed validation_failed /sku",
			"failed validation_failed /price", "created", "failed duplicate /sku",
		}, listingOutcomes(results))
		require.Equal(t, map[string]any{"existing_id": int64(there)}, results[1].Err.Details)
		require.Equal(t, inventory.ListingIncomplete, results[2].Listing.Status)
		require.Equal(t, optional.Some(inventory.PermissionRefused), results[2].Listing.Permission)
		require.Equal(t, inventory.ListingIncomplete, results[5].Listing.Status)
		require.Equal(t, inventory.ListingReady, results[10].Listing.Status)
		require.EqualValues(t, "EUR", results[10].Listing.Currency)
		for _, r := range results {
			if r.Listing != nil {
				require.Equal(t, r.Listing.ListingSnapshot, w.get(t, r.ID))
			}
		}
		// One question per product, marketplace and condition; no question for rows that fail
		// anyway.
		slices.Sort(w.asked)
		require.Equal(t, []string{"permission DE B000000001 new", "permission US B000000001 new", "permission US B00000000R new"}, w.asked)
		require.Len(t, w.lines(t), 5)
		require.Equal(t, fmt.Sprintf("created %d cli", results[0].ID), w.lines(t)[1])
	})
}

func TestWhatRefusesAWholeCreation(t *testing.T) {
	t.Parallel()
	stores.ByTier(t, func(t *testing.T, s *db.Store) {
		w := openListings(t, s)
		for n, items := range map[int][]listings.NewListing{0: nil, 101: make([]listings.NewListing, 101)} {
			_, err := w.app.Create(t.Context(), w.who, listings.CreateListings{Items: items})
			require.True(t, fault.Is(err, "validation_failed"), n)
		}
		_, err := w.app.Create(t.Context(), w.who, listings.CreateListings{Items: []listings.NewListing{wantedDraft("")}, Template: "{price}"})
		require.True(t, fault.Is(err, "validation_failed"))
		for _, code := range []fault.Code{fault.CodeIntegrationRequired, fault.CodeIntegrationNeedsAttention} {
			w.refuse = fault.New(fault.Forbidden, code, "No.")
			_, err = w.app.Create(t.Context(), w.who, listings.CreateListings{Items: []listings.NewListing{wantedDraft("a")}})
			require.True(t, fault.Is(err, code))
		}
		require.Empty(t, w.lines(t))
		require.Empty(t, w.asked)
	})
}

// A missing answer of another context is a warning, for every reason.
func TestDraftsWithoutAnswers(t *testing.T) {
	t.Parallel()
	stores.ByTier(t, func(t *testing.T, s *db.Store) {
		w := openListings(t, s)
		w.away = fault.New(fault.Payment, fault.CodeQuotaExhausted, "No tokens left.")
		lamp := wantedDraft("lamp")
		lamp.Offer.ProductType, lamp.Offer.Attributes = optional.Some("LAMP"), `{"color":[{"value":"red"}]}`
		second := lamp
		second.SKU = "second"
		results := w.create(t, listings.CreateListings{Items: []listings.NewListing{wantedDraft("plain"), lamp, second}})
		require.Equal(t, []string{"created", "created", "created"}, listingOutcomes(results))
		for i, codes := range [][]string{{"restriction_unknown"}, {"restriction_unknown", "schema_unavailable"}, {"restriction_unknown", "schema_unavailable"}} {
			var got []string
			for _, issue := range results[i].Listing.Issues {
				require.Equal(t, inventory.IssueWarning, issue.Severity)
				got = append(got, issue.Code)
			}
			require.Equal(t, codes, got)
			require.Equal(t, inventory.ListingReady, results[i].Listing.Status)
			require.False(t, results[i].Listing.Permission.Known())
			require.False(t, results[i].Listing.CheckedAt.Known())
		}
		require.Len(t, w.asked, 2, "a failed question is not repeated for the next row")

		// A fault of the program does not become a warning.
		w.away = errors.New("broken")
		_, err := w.app.Create(t.Context(), w.who, listings.CreateListings{Items: []listings.NewListing{wantedDraft("other")}})
		require.ErrorIs(t, err, w.away)
	})
}

func TestSchemasOfDrafts(t *testing.T) {
	t.Parallel()
	stores.ByTier(t, func(t *testing.T, s *db.Store) {
		w := openListings(t, s)
		wrong := inventory.ListingIssue{Code: "attribute_invalid", Severity: inventory.IssueError, Attribute: optional.Some("color"), Message: "color: no"}
		w.schema["LAMP"] = inventory.SchemaFindings{Issues: []inventory.ListingIssue{wrong}}
		w.schema["NONE"] = inventory.SchemaFindings{Unknown: true}
		lamp, none, plain := wantedDraft("lamp"), wantedDraft("none"), wantedDraft("plain")
		lamp.Offer.ProductType, lamp.Offer.Attributes = optional.Some("LAMP"), `{"color":1}`
		none.Offer.ProductType = optional.Some("NONE")
		plain.Offer.Attributes = `{"x":1}`
		results := w.create(t, listings.CreateListings{Items: []listings.NewListing{lamp, none, plain}})
		require.Equal(t, []inventory.ListingIssue{wrong}, results[0].Listing.Issues)
		require.Equal(t, inventory.ListingIncomplete, results[0].Listing.Status)
		require.Equal(t, "product_type_unknown", results[1].Listing.Issues[0].Code)
		require.Equal(t, inventory.ListingIncomplete, results[1].Listing.Status)
		require.Equal(t, inventory.ListingReady, results[2].Listing.Status)
		slices.Sort(w.asked)
		require.Equal(t, []string{
			`permission US B000000001 new`,
			`schema A1 ATVPDKIKX0DER LAMP {"color":1}`, `schema A1 ATVPDKIKX0DER NONE {}`, `schema A1 ATVPDKIKX0DER PRODUCT {"x":1}`,
		}, w.asked, "a type that says nothing and attributes that are none need no schema")
	})
}

func TestDraftsAreReplaced(t *testing.T) {
	t.Parallel()
	stores.ByTier(t, func(t *testing.T, s *db.Store) {
		w := openListings(t, s)
		ids := w.drafts(t, "a", "b", "sent")
		require.NoError(t, w.sending.Begin(t.Context(), w.who, ids[2], 1))
		w.live(t, 1, "live")
		w.clock.advance(time.Hour)
		changed := wantedDraft("a")
		changed.Offer.Price = optional.None[money.Amount]()
		request := listings.CreateListings{Replace: true, Items: []listings.NewListing{changed, wantedDraft("b"), wantedDraft("c"), wantedDraft("sent"), wantedDraft("live"), wantedDraft("c")}}
		results := w.create(t, request)
		require.Equal(t, []string{
			"updated", "unchanged", "created", "failed invalid_state ", "failed invalid_state ", "failed duplicate /sku",
		}, listingOutcomes(results))
		require.Equal(t, ids[0], results[0].ID)
		require.EqualValues(t, 2, results[0].Listing.Version)
		require.Equal(t, inventory.ListingIncomplete, w.get(t, ids[0]).Status)
		require.EqualValues(t, 1, w.get(t, ids[1]).Version)
		require.Equal(t, []string{"live", "ready", "rejected", "submitting"}, results[3].Err.Details["allowed"])
		require.Equal(t, []string{fmt.Sprintf("updated %d cli", ids[0]), fmt.Sprintf("created %d cli", results[2].ID)}, w.lines(t)[4:])
		var change string
		require.NoError(t, s.Read(t.Context()).NewRaw("SELECT changes FROM audit_log WHERE verb = 'updated'").Scan(t.Context(), &change))
		require.JSONEq(t, `{"price":{"old":19.99,"new":null},"status":{"old":"ready","new":"incomplete"},"issues":{"old":[],"new":["price_missing"]}}`, change)
	})
}

func TestSKUsByTemplate(t *testing.T) {
	t.Parallel()
	stores.ByTier(t, func(t *testing.T, s *db.Store) {
		w := openListings(t, s)
		cost := money.MustParse("12.5")
		w.products[9] = ports.ListingProduct{UnitCost: &cost, Currency: "USD"}
		known := wantedDraft("")
		known.Offer.Product = optional.Some(int64(9))
		named := wantedDraft("B000000001-261121-2")
		other := wantedDraft("")
		other.Offer.ASIN = "B000000002"
		elsewhere := wantedDraft("")
		elsewhere.Marketplace = shopDE
		const template = "{supplier}-{asin}-{yymmdd}"
		_, err := store.NewSKUs(s).Insert(t.Context(), listingTeam, []*inventory.SKU{inventory.NewSKU(listingTeam, seenListing("B000000001-261121-4"), 1, listingNoon)})
		require.NoError(t, err)
		w.live(t, 1, "B000000001-261121-5")
		results := w.create(t, listings.CreateListings{Template: template, Items: []listings.NewListing{wantedDraft(""), named, wantedDraft(""), wantedDraft(""), other, elsewhere}})
		require.Equal(t, []string{
			"B000000001-261121", "B000000001-261121-2", "B000000001-261121-3", "B000000001-261121-6", "B000000002-261121", "B000000001-261121",
		}, listingSKUs(results))
		require.Equal(t, "sku_template_word_unknown", results[0].Listing.Issues[0].Code)
		require.Empty(t, results[1].Listing.Issues)

		results = w.create(t, listings.CreateListings{Template: "{asin}_{cost}_{seq}", Items: []listings.NewListing{known, wantedDraft(""), known}})
		require.Equal(t, []string{"B000000001_12.50_0001", "B000000001_0002", "B000000001_12.50_0003"}, listingSKUs(results))
		results = w.create(t, listings.CreateListings{Template: "S{seq}", Items: []listings.NewListing{wantedDraft("")}})
		require.Equal(t, []string{"S0004"}, listingSKUs(results))

		// A SKU that is too long is not cut; the number after a clash counts too.
		long := strings.Repeat("x", 41)
		results = w.create(t, listings.CreateListings{Template: long, Items: []listings.NewListing{wantedDraft("")}})
		require.Equal(t, []string{"failed validation_failed /sku_template"}, listingOutcomes(results))
		results = w.create(t, listings.CreateListings{Template: long[:39], Items: []listings.NewListing{wantedDraft(""), wantedDraft("")}})
		require.Equal(t, []string{"created", "failed validation_failed /sku_template"}, listingOutcomes(results))
		results = w.create(t, listings.CreateListings{Template: "{supplier}", Items: []listings.NewListing{wantedDraft("")}})
		require.Equal(t, []string{"failed validation_failed /sku_template"}, listingOutcomes(results))

		// A hundred of one template in one call, twice, and no SKU twice.
		seen := map[string]bool{}
		for range 2 {
			items := make([]listings.NewListing, 100)
			for i := range items {
				items[i] = wantedDraft("")
			}
			for _, sku := range listingSKUs(w.create(t, listings.CreateListings{Template: "many", Items: items})) {
				require.False(t, seen[sku], sku)
				seen[sku] = true
			}
		}
		require.True(t, seen["many"] && seen["many-2"] && seen["many-200"])
	})
}

// Twenty concurrent calls with the same template: each SKU is given once, without gaps.
func TestOneTemplateAtOnce(t *testing.T) {
	t.Parallel()
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := openListings(t, s)
		const calls = 20
		results := make([][]listings.ListingResult, calls)
		failures := make([]error, calls)
		var wg sync.WaitGroup
		for i := range calls {
			wg.Go(func() {
				results[i], failures[i] = w.app.Create(t.Context(), w.who, listings.CreateListings{
					Template: "{asin}-{yymmdd}", Items: []listings.NewListing{wantedDraft(""), wantedDraft("")},
				})
			})
		}
		wg.Wait()
		require.NoError(t, errors.Join(failures...))
		var got, want []string
		for i, r := range results {
			require.Equal(t, []string{"created", "created"}, listingOutcomes(r))
			got = append(got, listingSKUs(r)...)
			for n := 2*i + 1; n <= 2*i+2; n++ {
				sku := "B000000001-261121"
				if n > 1 {
					sku += fmt.Sprintf("-%d", n)
				}
				want = append(want, sku)
			}
		}
		require.ElementsMatch(t, want, got)
	})
}

// Twenty calls at once for one SKU: one gets it.
func TestOneSKUAtOnce(t *testing.T) {
	t.Parallel()
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := openListings(t, s)
		const calls = 20
		said := make([]string, calls)
		var wg sync.WaitGroup
		for i := range calls {
			wg.Go(func() {
				results, err := w.app.Create(t.Context(), w.who, listings.CreateListings{Items: []listings.NewListing{wantedDraft("one")}})
				if said[i] = fmt.Sprint(err); err == nil {
					said[i] = listingOutcomes(results)[0]
				}
			})
		}
		wg.Wait()
		slices.Sort(said)
		require.Equal(t, append([]string{"created"}, slices.Repeat([]string{"failed duplicate /sku"}, calls-1)...), said)
		require.Len(t, w.lines(t), 1)
	})
}

func TestDraftsAreDeleted(t *testing.T) {
	t.Parallel()
	stores.ByTier(t, func(t *testing.T, s *db.Store) {
		w := openListings(t, s)
		ids := w.drafts(t, "a", "b", "sent", "kept")
		require.NoError(t, w.sending.Begin(t.Context(), w.who, ids[2], 1))
		w.live(t, 1, "kept")
		many := edit.Many[inventory.ListingID]{IDs: []inventory.ListingID{ids[1], 999, ids[0], ids[2], ids[3], ids[1]}, DryRun: true}
		want := []string{"deleted", "failed not_found ", "deleted", "failed invalid_state ", "failed invalid_state ", "deleted"}
		dry, err := w.app.DeleteMany(t.Context(), w.who, many)
		require.NoError(t, err)
		require.Equal(t, want, deletedOutcomes(dry))
		require.Equal(t, inventory.ListingReady, w.get(t, ids[0]).Status)

		foreign := w.who
		foreign.Team = listingOther
		theirs, err := w.app.DeleteMany(t.Context(), foreign, many)
		require.NoError(t, err)
		require.Equal(t, slices.Repeat([]string{"failed not_found "}, 6), deletedOutcomes(theirs))

		many.DryRun = false
		before := len(w.lines(t))
		wet, err := w.app.DeleteMany(t.Context(), w.who, many)
		require.NoError(t, err)
		require.Equal(t, dry, wet)
		require.Equal(t, []string{fmt.Sprintf("deleted %d cli", ids[0]), fmt.Sprintf("deleted %d cli", ids[1])}, w.lines(t)[before:])

		first, second := int64(1), int64(2)
		again := w.drafts(t, "a")[0]
		require.True(t, fault.Is(w.app.Delete(t.Context(), w.who, again, &second), "precondition_failed"))
		require.True(t, fault.Is(w.app.Delete(t.Context(), foreign, again, &first), "not_found"))
		require.True(t, fault.Is(w.app.Delete(t.Context(), w.who, ids[2], nil), "invalid_state"))
		require.NoError(t, w.app.Delete(t.Context(), w.who, again, &first))
		require.True(t, fault.Is(w.app.Delete(t.Context(), w.who, again, nil), "not_found"))
	})
}
