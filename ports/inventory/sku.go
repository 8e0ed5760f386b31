package inventory

import (
	"context"
	"time"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/kernel/vat"
)

// SKUs keeps the SKUs and their cost layers.
type SKUs interface {
	// Get reads one SKU, hidden or not; absent is a NotFound fault.
	Get(ctx context.Context, team id.Team, sku inventory.SKUID) (inventory.SKUSnapshot, error)
	// List reads a page. Order fields: sku (byte by byte), title (folded, its first
	// 100 characters), price, unit_cost (ten-thousandths), fulfillable, created_at,
	// updated_at (microseconds), id. What is not known comes last in both directions. Ties are
	// broken by id in the direction of the last field. With one order field any
	// page of any filter costs about the same.
	List(ctx context.Context, team id.Team, f SKUFilter, r page.Request) (page.Page[inventory.SKUSnapshot], error)
	// LoadLocked reads the named SKUs and keeps other writers of them waiting until the
	// transaction ends, locking by id. Absent ones are left out; the answer is in id order.
	// Without ids it does nothing.
	LoadLocked(ctx context.Context, team id.Team, ids []inventory.SKUID) ([]*inventory.SKU, error)
	// LoadKeysLocked is LoadLocked by key.
	LoadKeysLocked(ctx context.Context, team id.Team, keys []inventory.SKUKey) ([]*inventory.SKU, error)
	// Insert stores new SKUs of one team, whose keys differ from each other, and returns those
	// whose key a SKU has already: they are not written and it is no error. Without rows it does
	// nothing.
	Insert(ctx context.Context, team id.Team, rows []*inventory.SKU) (taken []inventory.SKUKey, err error)
	// Save stores SKUs loaded locked in the same transaction, without their cost layers
	// (CostLayers.Save). Without rows it does nothing.
	Save(ctx context.Context, team id.Team, rows []*inventory.SKU) error
	// Mark is Save of nothing but when and by which run SKUs were seen.
	Mark(ctx context.Context, team id.Team, rows []*inventory.SKU) error
	// Turning lists at most limit SKUs of any team, those whose cost turns on the
	// day or before.
	Turning(ctx context.Context, day date.Date, limit int) ([]TeamSKU, error)
	// Find names the SKUs of keys; keys without one are left out. Without keys it does nothing.
	Find(ctx context.Context, team id.Team, keys []inventory.SKUKey) (map[inventory.SKUKey]inventory.SKUID, error)
	// Parts lists the products that the SKUs are matched with, in any order; SKUs without a match
	// are left out. Without SKUs it does nothing.
	Parts(ctx context.Context, team id.Team, skus []int64) ([]SKUPart, error)
	// Costing names the SKUs that are the owners of costs themselves, or that are matched with
	// them where these are products, in any order. Without owners it does nothing.
	Costing(ctx context.Context, team id.Team, kind inventory.CostOwner, owners []int64) ([]inventory.SKUKey, error)
	// StaleStock lists at most limit SKUs above after, by SKU, of FBA rows that are
	// not closed and whose stock is not known from a read at or after before.
	StaleStock(ctx context.Context, team id.Team, seller string, m marketplace.ID, before time.Time, after string, limit int) ([]string, error)
	// Unseen lists at most limit SKUs, by SKU, whose rows are not closed and that
	// a full run did not see.
	Unseen(ctx context.Context, u Unseen, limit int) ([]string, error)
}

// TeamSKU names a SKU over all teams.
type TeamSKU struct {
	Team id.Team
	SKU  inventory.SKUID
}

// SKUFilter narrows a list of SKUs; an empty member does not. A list means any
// of its entries, and all members together have to hold.
type SKUFilter struct {
	SKUs         []string // whole and case-sensitive
	ASINs        []string
	FNSKUs       []string
	Marketplaces []marketplace.ID
	Statuses     []inventory.SKUStatus
	Channels     []inventory.Channel
	Conditions   []inventory.Condition
	Suppliers    []int64
	Products     []int64 // as the only product it is matched with
	Tags         mark.Filter
	// HasCost asks for SKUs with a cost of their own in force, Matched for those
	// matched with a product.
	HasCost *bool
	Matched *bool
	// Hidden asks for hidden SKUs or for the others; nil is both.
	Hidden *bool
	// Query is text contained in SKU, ASIN, FNSKU or title, ignoring letter case.
	Query string
	// The ranges include their ends; a SKU without a price is in none.
	PriceFrom, PriceTo     *money.Amount
	UpdatedFrom, UpdatedTo *time.Time
}

// SKURepricing knows the rows of the repricer.
type SKURepricing interface {
	// Rows finds the rows of SKUs; those without one are left out.
	Rows(ctx context.Context, team id.Team, keys []inventory.SKUKey) (map[inventory.SKUKey]int64, error)
}

// SKUPart is how many units of a product go into one sale of a SKU.
type SKUPart struct {
	SKU, Product int64
	Units        int64
	// VATClass of the product.
	VATClass optional.Maybe[vat.Class]
}
