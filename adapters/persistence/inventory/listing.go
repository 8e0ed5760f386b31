package inventory

import (
	"context"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	ports "sellingassistant/ports/inventory"
)

type marketplaceID = marketplace.ID

// Listings stores the listings of all teams.
type Listings struct {
	grouped
	listings *record.Records[listingRow, listingSnapshot]
	skus     *record.Records[skuRow, skuSnapshot]
}

func NewListings(s *db.Store) *Listings {
	return &Listings{
		grouped{s, listingGroups, newTextIndex(s, "inventory_listing", "listing_id"), listingReach},
		record.New(record.On(s), listingTable), record.New(record.On(s), skuTable),
	}
}

var _ ports.Listings = (*Listings)(nil)

const liveListings = " FROM inventory_listings WHERE team_id = $1 AND deleted_at IS NULL"

const reserveNumbers = "INSERT INTO inventory_listing_numbers (team_id, last) VALUES ($1, $2)" +
	" ON CONFLICT (team_id) DO UPDATE SET last = inventory_listing_numbers.last + excluded.last RETURNING last"

func (l *Listings) Reserve(ctx context.Context, team id.Team, n int) (int64, error) {
	var last int64
	err := l.store.HotWrite(ctx).QueryRow(ctx, reserveNumbers, int64(team), int64(n)).Scan(&last)
	return last - int64(n) + 1, db.Fault(err)
}

func (l *Listings) Taken(ctx context.Context, team id.Team, keys []inventory.ListingKey) (map[inventory.ListingKey]bool, error) {
	out := map[inventory.ListingKey]bool{}
	listings, err := l.Existing(ctx, team, keys)
	if err != nil {
		return nil, err
	}
	skus, err := l.skus.Keyed(ctx, team, keyed(keys), false)
	for key := range listings {
		out[key] = true
	}
	for _, s := range skus {
		out[s.Key] = true
	}
	return out, err
}

func (l *Listings) Existing(ctx context.Context, team id.Team, keys []inventory.ListingKey) (map[inventory.ListingKey]inventory.ListingID, error) {
	return ofKeys(ctx, l, team, keys, func(s listingSnapshot) (inventory.ListingID, bool) { return s.ID, true })
}

func (l *Listings) ProductTypes(ctx context.Context, team id.Team, keys []inventory.ListingKey) (map[inventory.ListingKey]string, error) {
	return ofKeys(ctx, l, team, keys, func(s listingSnapshot) (string, bool) { return s.Offer.ProductType.Get() })
}

// ofKeys returns a value of each existing listing with one of the keys.
func ofKeys[V any](ctx context.Context, l *Listings, team id.Team, keys []inventory.ListingKey, of func(listingSnapshot) (V, bool)) (map[inventory.ListingKey]V, error) {
	found, err := l.listings.Keyed(ctx, team, likeListings(keys), false)
	out := make(map[inventory.ListingKey]V, len(found))
	for _, s := range found {
		if v, ok := of(s); ok {
			out[s.Key] = v
		}
	}
	return out, err
}

// likeListings returns listings that have only their key.
func likeListings(keys []inventory.ListingKey) []listingSnapshot {
	return each(keys, func(key inventory.ListingKey) listingSnapshot { return listingSnapshot{Key: key} })
}

func (l *Listings) Get(ctx context.Context, team id.Team, listing inventory.ListingID) (inventory.ListingSnapshot, error) {
	return l.listings.Find(ctx, team, int64(listing))
}

func (l *Listings) LoadLocked(ctx context.Context, team id.Team, ids []inventory.ListingID) ([]*inventory.Listing, error) {
	return record.RestoredAll(inventory.RestoreListing)(l.listings.Lock(ctx, team, db.Plain(ids)))
}

func (l *Listings) LoadKeysLocked(ctx context.Context, team id.Team, keys []inventory.ListingKey) ([]*inventory.Listing, error) {
	return record.RestoredAll(inventory.RestoreListing)(l.listings.Keyed(ctx, team, likeListings(keys), true))
}

func (l *Listings) Insert(ctx context.Context, team id.Team, listings []*inventory.Listing) ([]inventory.ListingID, error) {
	all := listingSnapshots(team, listings)
	ids, err := l.listings.Insert(ctx, all...)
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].ID = inventory.ListingID(ids[i])
	}
	return each(ids, func(n int64) inventory.ListingID { return inventory.ListingID(n) }), l.search.put(ctx, team, each(all, listingText))
}

// listingText returns the searchable text. A character that no search can contain separates the
// parts.
func listingText(s listingSnapshot) recordText {
	return recordText{int64(s.ID), db.Fold(s.Key.SKU + "\x1f" + s.Offer.ASIN)}
}

func (l *Listings) Save(ctx context.Context, team id.Team, listings []*inventory.Listing) error {
	all := listingSnapshots(team, listings)
	if err := l.listings.Update(ctx, l.listings.Info().Saved, all...); err != nil {
		return err
	}
	return l.search.save(ctx, team, each(all, listingText))
}

func (l *Listings) Delete(ctx context.Context, team id.Team, ids []inventory.ListingID, now time.Time) error {
	if err := l.listings.Remove(ctx, team, db.Plain(ids), now); err != nil || len(ids) == 0 {
		return err
	}
	return l.search.drop(ctx, team, db.Plain(ids))
}

const unseenListings = "SELECT sku" + liveListings + " AND seller_id = $2 AND marketplace_id = $3 AND status IN ('live', 'submitting')" +
	" AND seen_run < $4 AND COALESCE(seen_at, 0) < $5 AND COALESCE(submitted_at, 0) < $5 ORDER BY sku LIMIT $6"

func (l *Listings) Unseen(ctx context.Context, u ports.Unseen, limit int) ([]string, error) {
	var out []string
	var sku string
	err := db.Each(l.store.Hot(ctx).Query(ctx, unseenListings, int64(u.Team), u.Seller, string(u.Marketplace), u.Run,
		db.Micros(u.Started), int64(limit)))(func() { out = append(out, sku) }, &sku)
	return out, err
}

func listingSnapshots(team id.Team, listings []*inventory.Listing) []listingSnapshot {
	return each(listings, func(l *inventory.Listing) listingSnapshot {
		s := l.Snapshot()
		s.Team = team
		return s
	})
}
