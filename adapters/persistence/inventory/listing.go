package inventory

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	ports "sellingassistant/ports/inventory"
)

type marketplaceID = marketplace.ID

// Listings implements the port of that name.
type Listings struct {
	store  *db.Store
	texts  listingStatements
	search textIndex
	reach  Reach
}

// NewListings makes the store of listings.
func NewListings(s *db.Store) *Listings {
	return &Listings{s, newListingStatements(s), newTextIndex(s, "inventory_listing", "listing_id"), listingReach}
}

var _ ports.Listings = (*Listings)(nil)

// listingStatements are the statements that differ between the databases.
type listingStatements struct {
	load, byID, loadKeys, existing, taken, insert, save, remove string
}

const liveListings = " FROM inventory_listings WHERE team_id = $1 AND deleted_at IS NULL"

func newListingStatements(s *db.Store) listingStatements {
	d := s.Dialect()
	keys := skuKeys.Batch().From(d, 2)
	// SQLite keeps the order of a cross join: each key is looked up by itself.
	keyed := func(table, alias string) string {
		return " FROM " + keys + " CROSS JOIN " + table + " AS " + alias + " WHERE " + alias + ".team_id = $1 AND " +
			alias + ".seller_id = u.seller_id AND " + alias + ".marketplace_id = u.marketplace_id AND " + alias + ".sku = u.sku"
	}
	lock := ""
	if s.ForUpdate() != "" {
		lock = s.ForUpdate() + " OF l"
	}
	return listingStatements{
		load: "SELECT " + listingMembers.Names("") + liveListings + " AND " + s.IDsIn("id", 2) + " ORDER BY id" + s.ForUpdate(),
		byID: "SELECT " + listingMembers.Names("") + liveListings + " AND " + s.IDsIn("id", 2),
		loadKeys: "SELECT " + listingMembers.Names("l.") + keyed("inventory_listings", "l") +
			" AND l.deleted_at IS NULL ORDER BY l.id" + lock,
		existing: "SELECT l.id, l.seller_id, l.marketplace_id, l.sku" + keyed("inventory_listings", "l") + " AND l.deleted_at IS NULL",
		taken: "SELECT l.seller_id, l.marketplace_id, l.sku" + keyed("inventory_listings", "l") + " AND l.deleted_at IS NULL" +
			" UNION SELECT s.seller_id, s.marketplace_id, s.sku" + keyed("inventory_skus", "s"),
		insert: "INSERT INTO inventory_listings (team_id, " + listingInserted.Names("") + ") SELECT $1, " + listingInserted.Names("u.") +
			" FROM " + listingInserted.Batch().From(d, 2) + " RETURNING id, seller_id, marketplace_id, sku",
		save: saveListings(d),
		remove: "UPDATE inventory_listings SET deleted_at = $3 WHERE team_id = $1 AND " + s.IDsIn("id", 2) +
			" AND deleted_at IS NULL",
	}
}

func saveListings(d db.Dialect) string {
	var sets []string
	for _, m := range listingSaved {
		if m.Name != "id" {
			sets = append(sets, m.Name+" = u."+m.Name)
		}
	}
	// The plus keeps SQLite from walking all rows of the team; see skuUpdate.
	return "UPDATE inventory_listings AS l SET " + strings.Join(sets, ", ") + " FROM " + listingSaved.Batch().From(d, 2) +
		" WHERE +l.team_id = $1 AND l.id = u.id AND l.deleted_at IS NULL"
}

const reserveNumbers = "INSERT INTO inventory_listing_numbers (team_id, last) VALUES ($1, $2)" +
	" ON CONFLICT (team_id) DO UPDATE SET last = inventory_listing_numbers.last + excluded.last RETURNING last"

// Reserve implements the port.
func (l *Listings) Reserve(ctx context.Context, team id.Team, n int) (int64, error) {
	var last int64
	err := l.store.Hot(ctx).QueryRow(ctx, reserveNumbers, int64(team), int64(n)).Scan(&last)
	return last - int64(n) + 1, db.Fault(err)
}

// Taken implements the port.
func (l *Listings) Taken(ctx context.Context, team id.Team, keys []inventory.ListingKey) (map[inventory.ListingKey]bool, error) {
	out := map[inventory.ListingKey]bool{}
	if len(keys) == 0 {
		return out, nil
	}
	args, err := l.keyArgs(team, keys)
	if err != nil {
		return nil, err
	}
	var seller, place, sku string
	err = db.Each(l.store.Hot(ctx).Query(ctx, l.texts.taken, args...))(func() {
		out[inventory.ListingKey{Seller: seller, Marketplace: marketplaceID(place), SKU: sku}] = true
	}, &seller, &place, &sku)
	return out, err
}

// Existing implements the port.
func (l *Listings) Existing(ctx context.Context, team id.Team, keys []inventory.ListingKey) (map[inventory.ListingKey]inventory.ListingID, error) {
	out := map[inventory.ListingKey]inventory.ListingID{}
	if len(keys) == 0 {
		return out, nil
	}
	args, err := l.keyArgs(team, keys)
	if err != nil {
		return nil, err
	}
	var n int64
	var seller, place, sku string
	err = db.Each(l.store.Hot(ctx).Query(ctx, l.texts.existing, args...))(func() {
		out[inventory.ListingKey{Seller: seller, Marketplace: marketplaceID(place), SKU: sku}] = inventory.ListingID(n)
	}, &n, &seller, &place, &sku)
	return out, err
}

func (l *Listings) keyArgs(team id.Team, keys []inventory.ListingKey) ([]any, error) {
	args, err := skuKeys.Args(l.store.Dialect(), keys)
	return append([]any{int64(team)}, args...), err
}

const getListing = " WHERE team_id = $1 AND id = $2 AND deleted_at IS NULL"

var getListingText = "SELECT " + listingMembers.Names("") + " FROM inventory_listings" + getListing

// Get implements the port.
func (l *Listings) Get(ctx context.Context, team id.Team, listing inventory.ListingID) (inventory.ListingSnapshot, error) {
	var row listingRow
	err := l.store.Hot(ctx).QueryRow(ctx, getListingText, int64(team), int64(listing)).Scan(listingMembers.Places(&row)...)
	if errors.Is(err, sql.ErrNoRows) {
		return inventory.ListingSnapshot{}, fault.Missing()
	}
	if err != nil {
		return inventory.ListingSnapshot{}, db.Fault(err)
	}
	return row.snapshot(team), nil
}

// LoadLocked implements the port.
func (l *Listings) LoadLocked(ctx context.Context, team id.Team, ids []inventory.ListingID) ([]*inventory.Listing, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return l.load(ctx, team, l.texts.load, int64(team), l.store.IDsArg(db.Plain(ids)))
}

// LoadKeysLocked implements the port.
func (l *Listings) LoadKeysLocked(ctx context.Context, team id.Team, keys []inventory.ListingKey) ([]*inventory.Listing, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	args, err := l.keyArgs(team, keys)
	if err != nil {
		return nil, err
	}
	return l.load(ctx, team, l.texts.loadKeys, args...)
}

func (l *Listings) load(ctx context.Context, team id.Team, query string, args ...any) ([]*inventory.Listing, error) {
	var row listingRow
	var out []*inventory.Listing
	return out, db.TryEach(l.store.Hot(ctx).Query(ctx, query, args...))(func() error {
		one, err := inventory.RestoreListing(row.snapshot(team))
		if err != nil {
			return fmt.Errorf("listing %d: %w", row.ID, err)
		}
		out = append(out, one)
		return nil
	}, listingMembers.Places(&row)...)
}

// Insert implements the port.
func (l *Listings) Insert(ctx context.Context, team id.Team, listings []*inventory.Listing) ([]inventory.ListingID, error) {
	if len(listings) == 0 {
		return nil, nil
	}
	args, err := listingInserted.Args(l.store.Dialect(), listingRows(listings))
	if err != nil {
		return nil, err
	}
	made := make(map[inventory.ListingKey]inventory.ListingID, len(listings))
	var n int64
	var seller, place, sku string
	err = db.Each(l.store.Hot(ctx).Query(ctx, l.texts.insert, append([]any{int64(team)}, args...)...))(func() {
		made[inventory.ListingKey{Seller: seller, Marketplace: marketplaceID(place), SKU: sku}] = inventory.ListingID(n)
	}, &n, &seller, &place, &sku)
	if err != nil {
		return nil, err
	}
	out := make([]inventory.ListingID, len(listings))
	texts := make([]recordText, len(listings))
	for i, one := range listings {
		out[i] = made[one.Key()]
		texts[i] = recordText{int64(out[i]), listingText(one)}
	}
	return out, l.search.put(ctx, team, texts)
}

// listingText is what is searched. The parts are held apart by a character that
// no search can contain.
func listingText(l *inventory.Listing) string {
	s := l.Snapshot()
	return db.Fold(s.Key.SKU + "\x1f" + s.Offer.ASIN)
}

// Save implements the port.
func (l *Listings) Save(ctx context.Context, team id.Team, listings []*inventory.Listing) error {
	if len(listings) == 0 {
		return nil
	}
	args, err := listingSaved.Args(l.store.Dialect(), listingRows(listings))
	if err != nil {
		return err
	}
	n, err := l.store.Hot(ctx).Exec(ctx, l.texts.save, append([]any{int64(team)}, args...)...)
	if err := db.Written(n, len(listings), err); err != nil {
		return err
	}
	texts := make([]recordText, len(listings))
	for i, one := range listings {
		texts[i] = recordText{int64(one.ID()), listingText(one)}
	}
	return l.search.save(ctx, team, texts)
}

// Delete implements the port.
func (l *Listings) Delete(ctx context.Context, team id.Team, ids []inventory.ListingID, now time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	n, err := l.store.Hot(ctx).Exec(ctx, l.texts.remove, int64(team), l.store.IDsArg(db.Plain(ids)), db.Micros(now))
	if err := db.Written(n, len(ids), err); err != nil {
		return err
	}
	return l.search.drop(ctx, db.Plain(ids))
}

const unseenListings = "SELECT sku" + liveListings + " AND seller_id = $2 AND marketplace_id = $3 AND status IN ('live', 'submitting')" +
	" AND seen_run < $4 AND COALESCE(seen_at, 0) < $5 AND COALESCE(submitted_at, 0) < $5 ORDER BY sku LIMIT $6"

// Unseen implements the port.
func (l *Listings) Unseen(ctx context.Context, u ports.Unseen, limit int) ([]string, error) {
	var out []string
	var sku string
	err := db.Each(l.store.Hot(ctx).Query(ctx, unseenListings, int64(u.Team), u.Seller, string(u.Marketplace), u.Run,
		db.Micros(u.Started), int64(limit)))(func() { out = append(out, sku) }, &sku)
	return out, err
}

func listingRows(listings []*inventory.Listing) []listingRow {
	rows := make([]listingRow, len(listings))
	for i, one := range listings {
		rows[i] = listingRowOf(one)
	}
	return rows
}
