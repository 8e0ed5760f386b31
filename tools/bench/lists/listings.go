package main

import (
	"context"
	"math/rand/v2"
	"time"

	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/inventory"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/inventory"
)

// fillListings stores a live listing for nearly every SKU, and drafts for the
// rest.
func fillListings(ctx context.Context, s *db.Store, rows int) error {
	listings := store.NewListings(s)
	for t, n := range map[id.Team]int{team: rows, neighbour: rows / 10} {
		r := rand.New(rand.NewPCG(uint64(t), 7))
		for from := 0; from < n; from += batch {
			made := make([]*inventory.Listing, min(batch, n-from))
			for i := range made {
				var err error
				if made[i], err = inventory.RestoreListing(listingOf(r, t, from+i)); err != nil {
					return err
				}
			}
			err := s.InTx(ctx, func(ctx context.Context) error {
				_, err := listings.Insert(ctx, t, made)
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func listingOf(r *rand.Rand, team id.Team, n int) inventory.ListingSnapshot {
	o := observation(r, n)
	s := inventory.ListingSnapshot{
		ID: 1, Team: team, Connection: o.Connection, Key: inventory.ListingKey{Seller: o.Seller, Marketplace: o.Marketplace, SKU: o.SKU},
		Kind: inventory.ListingLive, Status: inventory.ListingIsLive, Currency: o.Currency,
		Offer: inventory.ListingOffer{
			ASIN: o.ASIN, Condition: o.Condition, Channel: o.Channel, Price: optional.Of(o.Price), Attributes: inventory.NoAttributes,
		},
		Source: inventory.Source{Kind: inventory.SourceSync}, Version: 1,
		CreatedAt: now.Add(-time.Duration(r.ExpFloat64() * float64(200*24*time.Hour))),
	}
	s.UpdatedAt = s.CreatedAt.Add(time.Duration(r.Float64() * float64(now.Sub(s.CreatedAt))))
	if r.IntN(20) == 0 {
		s.Kind, s.Source.Kind = inventory.ListingDraft, inventory.SourceAPI
		s.Status = []inventory.ListingStatus{inventory.ListingIncomplete, inventory.ListingReady, inventory.ListingRejected}[weighted(r, 6, 3, 1)]
		s.Permission = optional.Some(inventory.Permissions()[weighted(r, 8, 1, 1)])
	}
	return s
}

// askedListings names a filter to measure.
type askedListings struct {
	name   string
	filter ports.ListingFilter
}

func listingFilters() []askedListings {
	type filter = ports.ListingFilter
	before := func(d time.Duration) *time.Time { t := now.Add(-d); return &t }
	const day = 24 * time.Hour
	return []askedListings{
		{"none", filter{}},
		{"live", filter{Kinds: []inventory.ListingKind{inventory.ListingLive}}},
		{"drafts", filter{Kinds: []inventory.ListingKind{inventory.ListingDraft}}},
		{"rejected", filter{Statuses: []inventory.ListingStatus{inventory.ListingRejected}}},
		{"marketplace of a tenth", filter{Marketplaces: markets[3:]}},
		{"fbm", filter{Channels: []inventory.Channel{inventory.FBM}}},
		{"collectible", filter{Conditions: []inventory.Condition{inventory.ConditionCollectible}}},
		{"refused", filter{Permissions: []inventory.Permission{inventory.PermissionRefused}}},
		{"made by calls", filter{SourceKinds: []inventory.SourceKind{inventory.SourceAPI}}},
		{"asin of 20", filter{ASINs: asins(20)}},
		{"unknown sku", filter{SKUs: []string{"NOBODY"}}},
		{"created in one hour", filter{Window: page.Window{CreatedFrom: before(49 * time.Hour), CreatedTo: before(48 * time.Hour)}}},
		{"created in the last week", filter{Window: page.Window{CreatedFrom: before(7 * day)}}},
		{"created in one week", filter{Window: page.Window{CreatedFrom: before(37 * day), CreatedTo: before(30 * day)}}},
		{"created long ago", filter{Window: page.Window{CreatedTo: before(400 * day)}}},
		{"q=mug", filter{Query: "mug"}},
		{"q=b00001", filter{Query: "b00001"}},
		{"q=77", filter{Query: "77"}},
		{"q=zq", filter{Query: "zq"}},
		{"q=0", filter{Query: "0"}},
		{"q=not there", filter{Query: "not there"}},
		{"q=mug, long ago", filter{Query: "mug", Window: page.Window{CreatedTo: before(400 * day)}}},
		{"q=mug, rejected", filter{Query: "mug", Statuses: []inventory.ListingStatus{inventory.ListingRejected}}},
	}
}

// listingList describes the list of listings.
func listingList(s *db.Store) list {
	listings, filters := store.NewListings(s), listingFilters()
	l := list{name: "listings", table: "inventory_listings", sorts: []sort{
		{"created_at", "created_at"}, {"updated_at", "updated_at"}, {"sku", "sku"}, {"price", "price"}, {"status", "status"},
	}}
	for _, f := range filters {
		l.filters = append(l.filters, f.name)
	}
	l.next = func(ctx context.Context, filter int, r page.Request) (page.Key, error) {
		p, err := listings.List(ctx, team, filters[filter].filter, r)
		return p.Next, err
	}
	return l
}
