package inventory

import (
	"context"
	"time"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
)

// Listings keeps drafts and live listings.
type Listings interface {
	// Reserve locks out the team's other writers of new listings until the transaction ends, and
	// reserves n numbers, of which it returns the first. Numbers start at 1 and are never reused;
	// n may be 0.
	Reserve(ctx context.Context, team id.Team, n int) (int64, error)
	// Taken returns the keys that a listing or a SKU of the team already has. Without keys it runs
	// no statement.
	Taken(ctx context.Context, team id.Team, keys []inventory.ListingKey) (map[inventory.ListingKey]bool, error)
	// Existing finds listings by key; keys without one are left out. Without keys it does nothing.
	Existing(ctx context.Context, team id.Team, keys []inventory.ListingKey) (map[inventory.ListingKey]inventory.ListingID, error)
	// ProductTypes returns the marketplace's product types of listings; keys without a listing, and
	// listings without a type, are left out. Without keys it runs no statement.
	ProductTypes(ctx context.Context, team id.Team, keys []inventory.ListingKey) (map[inventory.ListingKey]string, error)
	// Insert stores new listings of one team, whose keys differ from each other and are free since
	// Reserve, and returns their ids in the same order. Without listings it does nothing.
	Insert(ctx context.Context, team id.Team, listings []*inventory.Listing) ([]inventory.ListingID, error)
	// Get reads one listing; absent is a NotFound fault.
	Get(ctx context.Context, team id.Team, listing inventory.ListingID) (inventory.ListingSnapshot, error)
	// List reads a page. Order fields: id, created_at, updated_at
	// (microseconds), sku (byte by byte), price (ten-thousandths, none last in
	// both directions), status (its word). Ties are broken by id in the direction
	// of the last field.
	List(ctx context.Context, team id.Team, f ListingFilter, r page.Request) (page.Page[inventory.ListingSnapshot], error)
	// LoadLocked reads the named listings and keeps other writers of them waiting until the
	// transaction ends, locking by id. Absent ones are left out; the answer is in id order.
	// Without ids it does nothing.
	LoadLocked(ctx context.Context, team id.Team, ids []inventory.ListingID) ([]*inventory.Listing, error)
	// LoadKeysLocked is LoadLocked by key; keys without a listing are left out. Without keys it
	// runs no statement.
	LoadKeysLocked(ctx context.Context, team id.Team, keys []inventory.ListingKey) ([]*inventory.Listing, error)
	// Unseen lists at most limit SKUs, by SKU, of live listings, and of drafts
	// being sent, that a full run did not see and that were neither read nor sent
	// since it started.
	Unseen(ctx context.Context, u Unseen, limit int) ([]string, error)
	// Save stores listings loaded locked in the same transaction. Without listings it does
	// nothing.
	Save(ctx context.Context, team id.Team, listings []*inventory.Listing) error
	// Delete removes listings loaded locked in the same transaction. Their keys are free again,
	// their ids never come back. Without ids it does nothing.
	Delete(ctx context.Context, team id.Team, ids []inventory.ListingID, now time.Time) error
}

// ListingFilter narrows a list of listings; an empty member does not. A list
// means any of its entries, and all members together have to hold.
type ListingFilter struct {
	Kinds        []inventory.ListingKind
	Statuses     []inventory.ListingStatus
	SKUs         []string // whole and case-sensitive
	ASINs        []string
	Marketplaces []marketplace.ID
	Channels     []inventory.Channel
	Conditions   []inventory.Condition
	Products     []int64
	Permissions  []inventory.Permission
	SourceKinds  []inventory.SourceKind
	SourceIDs    []int64
	Tags         mark.Filter
	// CreatedFrom and CreatedTo are inclusive.
	CreatedFrom, CreatedTo *time.Time
	// Query is text contained in SKU or ASIN, ignoring letter case.
	Query string
}

// ListingProducts knows the inventory products behind drafts.
type ListingProducts interface {
	// ForListings reads the named products with the costs of the day; missing ones are left out.
	// Without ids it runs no statement.
	ForListings(ctx context.Context, team id.Team, products []int64, day date.Date) (map[int64]ListingProduct, error)
}

// ListingProduct is an inventory product as SKU templates see it.
type ListingProduct struct {
	// UnitCost is what one unit is bought for on the day, nil when not known.
	UnitCost *money.Amount
	Currency money.Currency
	// SupplierID is from whom it is usually bought, 0 when not known, and Supplier what
	// the team calls that one: the code, else the name.
	SupplierID int64
	Supplier   optional.Maybe[string]
}

// ListingHomes knows where a team sells.
type ListingHomes interface {
	// Marketplace is where a team sells that does not say where.
	Marketplace(ctx context.Context, team id.Team) (marketplace.ID, error)
}

// Restrictions knows what a seller may sell.
type Restrictions interface {
	// Permission says whether the team may sell a product in a condition. An answer of the
	// marketplace costs a token of the plan and counts as one restriction check; a cached one
	// costs nothing. Faults: those of account.Sellers.For, Payment for the plan, Limited beyond
	// the limit of checks, and those of the marketplace.
	Permission(ctx context.Context, team id.Team, m marketplace.Marketplace, a asin.ASIN, c inventory.Condition) (inventory.Permission, error)
}

// Definitions knows what the attributes of a product type are.
type Definitions interface {
	// Check validates each given attribute against the schema of a product type; attributes is a
	// JSON object. Missing attributes are no error, because an offer of an existing product needs
	// no others. An unknown type is Unknown. Faults are those of the marketplace: Invalid
	// upstream_rejected, Forbidden integration_needs_attention, Limited upstream_rate_limited,
	// Unavailable upstream_unavailable.
	Check(ctx context.Context, s account.Seller, m marketplace.ID, productType, attributes string) (inventory.SchemaFindings, error)
}
