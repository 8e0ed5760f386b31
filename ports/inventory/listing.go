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

// Listings stores drafts and live listings.
type Listings interface {
	// Reserve makes other writers of new listings of the team wait until the transaction ends. It
	// reserves n numbers and returns the first. Numbers start at 1 and are never reused; n may be
	// 0.
	Reserve(ctx context.Context, team id.Team, n int) (int64, error)
	// Taken returns the keys that a listing or a SKU of the team already has. Without keys it runs
	// no statement.
	Taken(ctx context.Context, team id.Team, keys []inventory.ListingKey) (map[inventory.ListingKey]bool, error)
	// Existing finds listings by key. Keys without a listing are left out. Without keys it does
	// nothing.
	Existing(ctx context.Context, team id.Team, keys []inventory.ListingKey) (map[inventory.ListingKey]inventory.ListingID, error)
	// ProductTypes returns the marketplace's product types of listings; keys without a listing, and
	// listings without a type, are left out. Without keys it runs no statement.
	ProductTypes(ctx context.Context, team id.Team, keys []inventory.ListingKey) (map[inventory.ListingKey]string, error)
	// Insert stores new listings of one team and returns their ids in the same order. Their keys
	// must differ, and must be free since Reserve. Without listings it does nothing.
	Insert(ctx context.Context, team id.Team, listings []*inventory.Listing) ([]inventory.ListingID, error)
	// Get reads one listing; absent is a NotFound fault.
	Get(ctx context.Context, team id.Team, listing inventory.ListingID) (inventory.ListingSnapshot, error)
	// List reads a page. Order fields: id, created_at, updated_at (microseconds), sku (byte by
	// byte), price (ten-thousandths, null last in both directions), status (its word). Ties are
	// broken by id in the direction of the last field.
	List(ctx context.Context, team id.Team, f ListingFilter, r page.Request) (page.Page[inventory.ListingSnapshot], error)
	// LoadLocked reads and locks the named listings by id, so that other writers wait until the
	// transaction ends. Absent listings are left out; the answer is in id order. Without ids it
	// does nothing.
	LoadLocked(ctx context.Context, team id.Team, ids []inventory.ListingID) ([]*inventory.Listing, error)
	// LoadKeysLocked works like LoadLocked, by key. Keys without a listing are left out. Without
	// keys it runs no statement.
	LoadKeysLocked(ctx context.Context, team id.Team, keys []inventory.ListingKey) ([]*inventory.Listing, error)
	// Unseen lists at most limit SKUs of live listings and of drafts being sent, by SKU, that a
	// full run did not see. It leaves out listings that were read or sent since the run started.
	Unseen(ctx context.Context, u Unseen, limit int) ([]string, error)
	// Save stores listings loaded locked in the same transaction. Without listings it does nothing.
	Save(ctx context.Context, team id.Team, listings []*inventory.Listing) error
	// Delete removes listings loaded locked in the same transaction. Their keys become free; their
	// ids are never reused. Without ids it does nothing.
	Delete(ctx context.Context, team id.Team, ids []inventory.ListingID, now time.Time) error
}

// ListingFilter narrows a list of listings; empty members do not narrow. A list means any of its
// entries. All members together must match.
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
	// Window counts, not the window of the page request.
	Window page.Window
	// Query matches text within SKU or ASIN, ignoring letter case.
	Query string
}

// ListingProducts reads the inventory products of drafts. It reads the named products with the
// costs of the day. Missing products are left out. Without ids it runs no statement.
type ListingProducts func(
	ctx context.Context, team id.Team, products []int64, day date.Date,
) (map[int64]ListingProduct, error)

// ListingProduct has the data of an inventory product for SKU templates.
type ListingProduct struct {
	// UnitCost has the purchase cost of one unit on the day, nil if unknown.
	UnitCost *money.Amount
	Currency money.Currency
	// SupplierID names the usual supplier, 0 if unknown. Supplier has the supplier's code, or else
	// the name.
	SupplierID int64
	Supplier   optional.Maybe[string]
}

// ListingHomes finds the default marketplace of a team. It returns the marketplace for drafts that
// do not name a marketplace.
type ListingHomes func(ctx context.Context, team id.Team) (marketplace.ID, error)

// Restrictions checks whether a seller may sell a product. It says whether the team may sell a
// product in a condition. An answer of the marketplace costs a token of the plan and counts as one
// restriction check; a cached answer is free. It returns the faults of account.Sellers.For and of
// the marketplace, Payment for the plan, and Limited beyond the limit of checks.
type Restrictions func(
	ctx context.Context, team id.Team, m marketplace.Marketplace, a asin.ASIN, c inventory.Condition,
) (inventory.Permission, error)

// Definitions checks attributes against the schemas of product types. It validates each given
// attribute against the schema of a product type; attributes is a JSON object. Missing attributes
// are not an error, because an offer of an existing product needs no others. An unknown type is
// Unknown. It returns the faults of the marketplace: Invalid upstream_rejected, Forbidden
// integration_needs_attention, Limited upstream_rate_limited, Unavailable upstream_unavailable.
type Definitions func(
	ctx context.Context, s account.Seller, m marketplace.ID, productType, attributes string,
) (inventory.SchemaFindings, error)
