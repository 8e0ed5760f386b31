package inventory_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/inventory"
	"sellingassistant/adapters/persistence/inventory/catalogue"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	ports "sellingassistant/ports/inventory"
	"sellingassistant/test/stores"
)

// fullListing makes a listing with every member set, different from its neighbours.
func fullListing(t testing.TB, sku string) *inventory.Listing {
	t.Helper()
	at := listingNoon.Add(-time.Hour)
	l, err := inventory.RestoreListing(inventory.ListingSnapshot{
		ID: 1, Team: listingTeam, Connection: 4, Key: inventory.ListingKey{Seller: "A1", Marketplace: shopDE, SKU: sku},
		Kind: inventory.ListingDraft, Status: inventory.ListingRejected, Currency: "EUR",
		Offer: inventory.ListingOffer{
			ASIN: "B000000001", ProductType: optional.Some("LAMP"), Condition: inventory.ConditionRefurbished, Channel: inventory.FBM,
			Price: optional.Some(money.MustParse("19.99")), MinPrice: optional.Some(money.MustParse("15.5")), MaxPrice: optional.Some(money.MustParse("30")),
			Quantity: optional.Some(int64(3)), Product: optional.Some(int64(9)), Attributes: `{"b": 1.50, "a": "ä\u0041 "}`,
		},
		Issues: []inventory.ListingIssue{
			{Code: "E1", Severity: inventory.IssueError, Attribute: optional.Some("color"), Message: "Falsch: \"x\""},
			{Code: "W1", Severity: inventory.IssueWarning, Message: "Hm."},
		},
		Permission: optional.Some(inventory.PermissionToAskFor), CheckedAt: optional.Some(at.Add(1 * time.Microsecond)),
		Submission: optional.Some(inventory.ListingSubmission{ID: optional.Some("s1"), At: at.Add(2 * time.Microsecond), Result: inventory.SubmissionInvalid}),
		Source:     inventory.Source{Kind: inventory.SourcePriceList, ID: optional.Some(int64(12))},
		Seen:       inventory.ListingSeen{Run: 5, At: optional.Some(at.Add(3 * time.Microsecond)), ChangedAt: optional.Some(at.Add(4 * time.Microsecond))},
		Version:    6, CreatedAt: at.Add(5 * time.Microsecond), UpdatedAt: at.Add(6 * time.Microsecond),
	})
	require.NoError(t, err)
	return l
}

func TestListingsAreKeptWhole(t *testing.T) {
	t.Parallel()
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w, ctx := openListings(t, s), t.Context()
		bare, err := inventory.NewListing(listingTeam, inventory.ListingWish{
			Key: inventory.ListingKey{Seller: "A1", Marketplace: shopDE, SKU: "bare"}, Offer: wantedDraft("").Offer, Source: inventory.Source{Kind: inventory.SourceAPI},
		}, inventory.ListingFindings{}, listingNoon)
		require.NoError(t, err)
		made := []*inventory.Listing{fullListing(t, "full ä/%"), bare}
		ids, err := w.listings.Insert(ctx, listingTeam, made)
		require.NoError(t, err)
		for i, listing := range made {
			want := listing.Snapshot()
			want.ID, want.Team = ids[i], listingTeam
			got, err := w.listings.Get(ctx, listingTeam, ids[i])
			require.NoError(t, err)
			require.Equal(t, want, got)
			loaded, err := w.listings.LoadLocked(ctx, listingTeam, []inventory.ListingID{ids[i]})
			require.NoError(t, err)
			require.Equal(t, want, loaded[0].Snapshot())
		}
		// Saved members come back; bare members stay bare.
		loaded, err := w.listings.LoadLocked(ctx, listingTeam, ids)
		require.NoError(t, err)
		require.True(t, slices.IsSortedFunc(loaded, func(a, b *inventory.Listing) int { return int(a.ID() - b.ID()) }))
		var want []inventory.ListingSnapshot
		for _, listing := range loaded {
			listing.Observe(inventory.Observation{
				Seller: "A1", Connection: 5, Marketplace: shopDE, SKU: listing.Key().SKU, ASIN: "B000000009", Condition: inventory.ConditionUsedGood,
				Channel: inventory.FBA, Currency: "EUR", UpdatedAt: listingNoon,
			}, 8, listingNoon.Add(time.Minute))
			want = append(want, listing.Snapshot())
		}
		require.NoError(t, w.listings.Save(ctx, listingTeam, loaded))
		for i := range want {
			got, err := w.listings.Get(ctx, listingTeam, want[i].ID)
			require.NoError(t, err)
			require.Equal(t, want[i], got)
		}
	})
}

func TestListingsOfOneTeam(t *testing.T) {
	t.Parallel()
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w, ctx := openListings(t, s), t.Context()
		ids, err := w.listings.Insert(ctx, listingTeam, []*inventory.Listing{fullListing(t, "one")})
		require.NoError(t, err)
		key := inventory.ListingKey{Seller: "A1", Marketplace: shopDE, SKU: "one"}
		_, err = w.listings.Get(ctx, listingOther, ids[0])
		require.True(t, fault.Is(err, fault.CodeNotFound))
		for name, find := range map[string]func() (int, error){
			"load": func() (int, error) { l, err := w.listings.LoadLocked(ctx, listingOther, ids); return len(l), err },
			"load by key": func() (int, error) {
				l, err := w.listings.LoadKeysLocked(ctx, listingOther, []inventory.ListingKey{key})
				return len(l), err
			},
			"existing": func() (int, error) {
				l, err := w.listings.Existing(ctx, listingOther, []inventory.ListingKey{key})
				return len(l), err
			},
			"product types": func() (int, error) {
				l, err := w.listings.ProductTypes(ctx, listingOther, []inventory.ListingKey{key})
				return len(l), err
			},
			"taken": func() (int, error) {
				l, err := w.listings.Taken(ctx, listingOther, []inventory.ListingKey{key})
				return len(l), err
			},
			"no ids":  func() (int, error) { l, err := w.listings.LoadLocked(ctx, listingTeam, nil); return len(l), err },
			"no keys": func() (int, error) { l, err := w.listings.LoadKeysLocked(ctx, listingTeam, nil); return len(l), err },
			"another case": func() (int, error) {
				other := key
				other.SKU = "ONE"
				l, err := w.listings.Existing(ctx, listingTeam, []inventory.ListingKey{other})
				return len(l), err
			},
		} {
			n, err := find()
			require.NoError(t, err, name)
			require.Zero(t, n, name)
		}
		untyped := key
		untyped.SKU = "two"
		types, err := w.listings.ProductTypes(ctx, listingTeam, []inventory.ListingKey{key, untyped})
		require.NoError(t, err)
		require.Equal(t, map[inventory.ListingKey]string{key: "LAMP"}, types)
		types, err = w.listings.ProductTypes(ctx, listingTeam, nil)
		require.NoError(t, err)
		require.Empty(t, types)
		require.Error(t, w.listings.Delete(ctx, listingOther, ids, listingNoon))
		loaded, err := w.listings.LoadLocked(ctx, listingTeam, ids)
		require.NoError(t, err)
		require.Error(t, w.listings.Save(ctx, listingOther, loaded))
		for _, err := range []error{
			w.listings.Delete(ctx, listingTeam, nil, listingNoon), w.listings.Save(ctx, listingTeam, nil),
		} {
			require.NoError(t, err)
		}

		require.NoError(t, w.listings.Delete(ctx, listingTeam, ids, listingNoon))
		_, err = w.listings.Get(ctx, listingTeam, ids[0])
		require.True(t, fault.Is(err, fault.CodeNotFound))
		again, err := w.listings.Insert(ctx, listingTeam, []*inventory.Listing{fullListing(t, "one")})
		require.NoError(t, err, "the key is free again")
		require.NotEqual(t, ids, again)
		_, err = w.listings.Insert(ctx, listingTeam, []*inventory.Listing{fullListing(t, "one")})
		var unique *db.Unique
		require.ErrorAs(t, err, &unique)
	})
}

func TestNumbersOfListings(t *testing.T) {
	t.Parallel()
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w, ctx := openListings(t, s), t.Context()
		for _, c := range []struct{ n, first int }{{3, 1}, {0, 4}, {2, 4}, {1, 6}} {
			first, err := w.listings.Reserve(ctx, listingTeam, c.n)
			require.NoError(t, err)
			require.EqualValues(t, c.first, first)
		}
		first, err := w.listings.Reserve(ctx, listingOther, 1)
		require.NoError(t, err)
		require.EqualValues(t, 1, first, "each team counts for itself")
		lost := errors.New("lost")
		require.ErrorIs(t, s.InTx(ctx, func(ctx context.Context) error {
			_, err := w.listings.Reserve(ctx, listingTeam, 10)
			return errors.Join(err, lost)
		}), lost)
		first, err = w.listings.Reserve(ctx, listingTeam, 1)
		require.NoError(t, err)
		require.EqualValues(t, 7, first)
	})
}

func TestTakenSKUs(t *testing.T) {
	t.Parallel()
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w, ctx := openListings(t, s), t.Context()
		w.drafts(t, "draft")
		w.live(t, 1, "live")
		_, err := store.NewSKUs(s).Insert(ctx, listingTeam, []*inventory.SKU{inventory.NewSKU(listingTeam, seenListing("sku"), 1, listingNoon)})
		require.NoError(t, err)
		var keys []inventory.ListingKey
		for _, sku := range []string{"draft", "live", "sku", "SKU", "free"} {
			keys = append(keys, inventory.ListingKey{Seller: "A1", Marketplace: marketplace.US, SKU: sku})
		}
		keys = append(keys, inventory.ListingKey{Seller: "A2", Marketplace: marketplace.US, SKU: "sku"}, inventory.ListingKey{Seller: "A1", Marketplace: shopDE, SKU: "draft"})
		taken, err := w.listings.Taken(ctx, listingTeam, keys)
		require.NoError(t, err)
		require.Equal(t, map[inventory.ListingKey]bool{keys[0]: true, keys[1]: true, keys[2]: true}, taken)
	})
}

func TestProductsBehindListings(t *testing.T) {
	t.Parallel()
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w, ctx := newProductWorld(t, s), t.Context()
		dear := titled("Kettle")
		dear.UnitCost, dear.Currency = optional.Put(money.MustParse("12.5")), optional.Put(money.Currency("USD"))
		kettle, bare, gone := w.create(t, dear), w.create(t, titled("Lamp")), w.create(t, titled("Gone"))
		require.NoError(t, w.things.Delete(ctx, w.who, gone.ID, nil))
		reader, today := catalogue.NewListingProducts(s), date.Of(w.clock.Now())
		ids := []int64{int64(kettle.ID), int64(bare.ID), int64(gone.ID), 999}
		found, err := reader.ForListings(ctx, skuTeam, ids, today)
		require.NoError(t, err)
		cost := money.MustParse("12.5")
		require.Equal(t, map[int64]ports.ListingProduct{ids[0]: {UnitCost: &cost, Currency: "USD"}, ids[1]: {}}, found)
		found, err = reader.ForListings(ctx, skuTeam, ids[:1], today.Add(-1))
		require.NoError(t, err)
		require.Equal(t, map[int64]ports.ListingProduct{ids[0]: {}}, found, "nothing is known of the cost of the day before")
		for _, nobody := range []func() (map[int64]ports.ListingProduct, error){
			func() (map[int64]ports.ListingProduct, error) { return reader.ForListings(ctx, skuRival, ids, today) },
			func() (map[int64]ports.ListingProduct, error) { return reader.ForListings(ctx, skuTeam, nil, today) },
		} {
			found, err := nobody()
			require.NoError(t, err)
			require.Empty(t, found)
		}
	})
}
