package inventory_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/inventory"
	"sellingassistant/app/inventory/listings"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/test/stores"
	"sellingassistant/test/tier"
)

func listingWord[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

// someListings makes listings of a team with every word of every filter.
func someListings(t testing.TB, r *rand.Rand, team id.Team, from, n int) []*inventory.Listing {
	t.Helper()
	out := make([]*inventory.Listing, n)
	for i := range out {
		s := inventory.ListingSnapshot{
			ID: 1, Team: team, Connection: 4, Kind: inventory.ListingDraft, Status: listingWord(r, inventory.ListingIncomplete, inventory.ListingReady, inventory.ListingSubmitting, inventory.ListingIsLive, inventory.ListingRejected), Currency: "USD",
			Key: inventory.ListingKey{Seller: "A1", Marketplace: listingWord(r, marketplace.US, shopDE, shopJP), SKU: fmt.Sprintf("%s-%05d", listingWord(r, "a", "B", "ä", "50%"), from+i)},
			Offer: inventory.ListingOffer{
				ASIN: fmt.Sprintf("B0%08d", r.IntN(300)), Condition: listingWord(r, inventory.Conditions()...), Channel: listingWord(r, inventory.Channels()...),
				Attributes: inventory.NoAttributes,
			},
			Source:  inventory.Source{Kind: listingWord(r, inventory.SourceAPI, inventory.SourceSync, inventory.SourcePriceList)},
			Version: 1, CreatedAt: listingNoon.Add(time.Duration(r.IntN(500)) * time.Minute), UpdatedAt: listingNoon.Add(time.Duration(r.IntN(500)) * time.Minute),
		}
		if s.Status == inventory.ListingIsLive {
			s.Kind = inventory.ListingLive
		}
		if r.IntN(3) > 0 {
			s.Offer.Price = optional.Some(money.FromUnits(int64(1+r.IntN(400)) * 10_000))
		}
		if r.IntN(3) > 0 {
			s.Permission = optional.Some(listingWord(r, inventory.Permissions()...))
		}
		if r.IntN(2) > 0 {
			s.Offer.Product = optional.Some(int64(1 + r.IntN(30)))
		}
		if s.Source.Kind == inventory.SourcePriceList {
			s.Source.ID = optional.Some(int64(1 + r.IntN(20)))
		}
		l, err := inventory.RestoreListing(s)
		require.NoError(t, err)
		out[i] = l
	}
	return out
}

func minute(minutes int) *time.Time {
	t := listingNoon.Add(time.Duration(minutes) * time.Minute)
	return &t
}

// listingFilter has a filter and its meaning.
type listingFilter struct {
	filter listings.ListingFilter
	means  func(inventory.ListingSnapshot) bool
}

// listingFilters lists filters of all kinds but tags.
var listingFilters = map[string]listingFilter{
	"none":  {listings.ListingFilter{}, func(inventory.ListingSnapshot) bool { return true }},
	"kind":  {listings.ListingFilter{Kinds: []inventory.ListingKind{"live"}}, func(s inventory.ListingSnapshot) bool { return s.Kind == "live" }},
	"draft": {listings.ListingFilter{Kinds: []inventory.ListingKind{"draft"}}, func(s inventory.ListingSnapshot) bool { return s.Kind == "draft" }},
	"status": {listings.ListingFilter{Statuses: []inventory.ListingStatus{"ready", "rejected"}}, func(s inventory.ListingSnapshot) bool {
		return s.Status == "ready" || s.Status == "rejected"
	}},
	"sku": {listings.ListingFilter{SKUs: []string{"a-00007", "B-00007", "ä-00007", "50%-00007", "A-00008"}}, func(s inventory.ListingSnapshot) bool {
		return strings.HasSuffix(s.Key.SKU, "-00007")
	}},
	"asin": {listings.ListingFilter{ASINs: []string{"B000000011", "B000000012"}}, func(s inventory.ListingSnapshot) bool {
		return s.Offer.ASIN == "B000000011" || s.Offer.ASIN == "B000000012"
	}},
	"marketplace": {listings.ListingFilter{Marketplaces: []marketplace.ID{shopDE}}, func(s inventory.ListingSnapshot) bool { return s.Key.Marketplace == shopDE }},
	"channel":     {listings.ListingFilter{Channels: []inventory.Channel{"fbm"}}, func(s inventory.ListingSnapshot) bool { return s.Offer.Channel == "fbm" }},
	"condition": {listings.ListingFilter{Conditions: []inventory.Condition{"used_good", "collectible"}}, func(s inventory.ListingSnapshot) bool {
		return s.Offer.Condition == "used_good" || s.Offer.Condition == "collectible"
	}},
	"product": {listings.ListingFilter{Products: []int64{3, 4}}, func(s inventory.ListingSnapshot) bool { p := s.Offer.Product.Or(0); return p == 3 || p == 4 }},
	"permission": {listings.ListingFilter{Permissions: []inventory.Permission{"NOT_ELIGIBLE"}}, func(s inventory.ListingSnapshot) bool {
		return s.Permission == optional.Some(inventory.PermissionRefused)
	}},
	"source kind": {listings.ListingFilter{SourceKinds: []inventory.SourceKind{"sync", "api"}}, func(s inventory.ListingSnapshot) bool { return s.Source.Kind != "price_list" }},
	"source id":   {listings.ListingFilter{SourceIDs: []int64{5}}, func(s inventory.ListingSnapshot) bool { return s.Source.ID.Or(0) == 5 }},
	"created": {listings.ListingFilter{Window: page.Window{CreatedFrom: minute(100), CreatedTo: minute(200)}}, func(s inventory.ListingSnapshot) bool {
		return !s.CreatedAt.Before(*minute(100)) && s.CreatedAt.Before(*minute(200))
	}},
	"query":             {listings.ListingFilter{Query: "-0001"}, func(s inventory.ListingSnapshot) bool { return strings.Contains(s.Key.SKU, "-0001") }},
	"query of a letter": {listings.ListingFilter{Query: "Ä"}, func(s inventory.ListingSnapshot) bool { return strings.HasPrefix(s.Key.SKU, "ä") }},
	"query of signs":    {listings.ListingFilter{Query: "0%-0"}, func(s inventory.ListingSnapshot) bool { return strings.Contains(s.Key.SKU, "0%-0") }},
	"query of an asin":  {listings.ListingFilter{Query: "b00000011"}, func(s inventory.ListingSnapshot) bool { return strings.Contains(s.Offer.ASIN, "B00000011") }},
	"query of nothing":  {listings.ListingFilter{Query: "no such text"}, func(inventory.ListingSnapshot) bool { return false }},
	"several": {listings.ListingFilter{
		Kinds: []inventory.ListingKind{"draft"}, Marketplaces: []marketplace.ID{marketplace.US, shopJP}, Channels: []inventory.Channel{"fba"},
		Window: page.Window{CreatedTo: minute(400)}, Query: "b-0",
	}, func(s inventory.ListingSnapshot) bool {
		return s.Kind == "draft" && s.Key.Marketplace != shopDE && s.Offer.Channel == "fba" && s.CreatedAt.Before(*minute(400)) && strings.HasPrefix(s.Key.SKU, "B-0")
	}},
	"no listing at all": {listings.ListingFilter{Kinds: []inventory.ListingKind{"live"}, Statuses: []inventory.ListingStatus{"ready"}}, func(inventory.ListingSnapshot) bool { return false }},
}

// compareListings orders by a field of a list.
func compareListings(a, b inventory.ListingSnapshot, by page.By) int {
	order := 0
	switch by.Field {
	case "sku":
		order = strings.Compare(a.Key.SKU, b.Key.SKU)
	case "status":
		order = strings.Compare(string(a.Status), string(b.Status))
	case "created_at":
		order = a.CreatedAt.Compare(b.CreatedAt)
	case "updated_at":
		order = a.UpdatedAt.Compare(b.UpdatedAt)
	case "id":
		order = cmp.Compare(a.ID, b.ID)
	case "price":
		x, known := a.Offer.Price.Get()
		y, other := b.Offer.Price.Get()
		switch {
		case known != other && known:
			return -1
		case known != other:
			return 1
		}
		order = x.Cmp(y)
	}
	if by.Desc {
		return -order
	}
	return order
}

// Compares every filter, in every order and page by page, with the results of a loop.
func TestListingsAgainstALoop(t *testing.T) {
	t.Parallel()
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w, r := openListings(t, s), rand.New(rand.NewPCG(1, 2))
		ids, err := w.listings.Insert(t.Context(), listingTeam, someListings(t, r, listingTeam, 0, 400))
		require.NoError(t, err)
		_, err = w.listings.Insert(t.Context(), listingOther, someListings(t, r, listingOther, 0, 50))
		require.NoError(t, err)
		require.NoError(t, w.listings.Delete(t.Context(), listingTeam, ids[380:], listingNoon))
		var all []inventory.ListingSnapshot
		loaded, err := w.listings.LoadLocked(t.Context(), listingTeam, ids)
		require.NoError(t, err)
		require.Len(t, loaded, 380)
		for _, l := range loaded {
			all = append(all, l.Snapshot())
		}
		tagAll(t, s, listingTeam, mark.Listing, db.Plain(ids[:380]))
		filters := maps.Clone(listingFilters)
		for i, tags := range tagFilters {
			filters[fmt.Sprint("tags ", i)] = listingFilter{listings.ListingFilter{Tags: tags}, func(s inventory.ListingSnapshot) bool { return hasTags(int64(s.ID), tags) }}
			filters[fmt.Sprint("live with tags ", i)] = listingFilter{
				listings.ListingFilter{Tags: tags, Kinds: []inventory.ListingKind{"live"}, Query: "-0", Window: page.Window{CreatedTo: minute(400)}},
				func(s inventory.ListingSnapshot) bool {
					return hasTags(int64(s.ID), tags) && s.Kind == "live" && s.CreatedAt.Before(*minute(400))
				},
			}
		}
		orders := [][]page.By{{{Field: "price"}, {Field: "sku", Desc: true}}, {{Field: "status"}, {Field: "created_at", Desc: true}}}
		for _, field := range []string{"created_at", "sku", "price", "status", "updated_at", "id"} {
			orders = append(orders, []page.By{{Field: field}}, []page.By{{Field: field, Desc: true}})
		}
		// By turns with a reach that few rows are enough to leave.
		lists := []*store.Listings{w.listings, w.listings.Reaching(store.Reach{Few: 40, InRange: 40, Walked: 60, Far: 150, Most: 100})}
		turn := 0
		for _, name := range slices.Sorted(maps.Keys(filters)) {
			f := filters[name]
			for n, order := range orders {
				// All rows in every order; each filter in some of them, by turns.
				if turn++; name != "none" && turn%tier.Of(27, 9) != 0 {
					continue
				}
				want := slices.DeleteFunc(slices.Clone(all), func(s inventory.ListingSnapshot) bool { return !f.means(s) })
				tie := page.By{Field: "id", Desc: order[len(order)-1].Desc}
				slices.SortFunc(want, func(a, b inventory.ListingSnapshot) int {
					for _, by := range append(slices.Clone(order), tie) {
						if c := compareListings(a, b, by); c != 0 {
							return c
						}
					}
					return 0
				})
				got := []inventory.ListingSnapshot{}
				request := page.Request{Limit: []int{100, 37}[n%2], Order: order, Count: true}
				for pages := 0; ; pages++ {
					require.Less(t, pages, 60)
					p, err := lists[turn/9%2].List(t.Context(), listingTeam, f.filter, request)
					require.NoError(t, err, name)
					require.EqualValues(t, len(want), *p.Total, "%s %v", name, order)
					got = append(got, p.Items...)
					if p.Next == nil {
						break
					}
					require.Len(t, p.Items, request.Limit)
					request.After = p.Next
				}
				require.Equal(t, len(want), len(got), "%s %v", name, order)
				for i := range want {
					require.Equal(t, want[i], got[i], "%s %v: %d", name, order, i)
				}
			}
		}
		for _, after := range []page.Key{{"text", int64(1)}, {int64(1)}, {int64(1), "1"}} {
			_, err := w.app.List(t.Context(), w.who, listings.ListingFilter{}, page.Request{Limit: 5, Order: []page.By{{Field: "created_at"}}, After: after})
			require.True(t, fault.Is(err, "invalid_cursor"), "%v", after)
		}
	})
}
