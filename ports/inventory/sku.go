package inventory

import (
	"context"
	"time"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/inventory/view"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/page"
)

// SKUs stores the SKUs and their cost layers.
type SKUs interface {
	// Get reads one SKU, hidden or not; absent is a NotFound fault.
	Get(ctx context.Context, team id.Team, sku inventory.SKUID) (inventory.SKUSnapshot, error)
	// List reads a page. Order fields: sku (byte by byte), title (folded, its first 100
	// characters), price, unit_cost (ten-thousandths), fulfillable, created_at, updated_at
	// (microseconds), id. Unknown values come last in both directions. Ties are broken by id in the
	// direction of the last field. With one order field any page of any filter costs about the
	// same.
	List(ctx context.Context, team id.Team, f SKUFilter, r page.Request) (page.Page[inventory.SKUSnapshot], error)
	// LoadLocked reads and locks the named SKUs by id, so that other writers wait until the
	// transaction ends. Absent SKUs are left out; the answer is in id order. Without ids it does
	// nothing.
	LoadLocked(ctx context.Context, team id.Team, ids []inventory.SKUID) ([]*inventory.SKU, error)
	// LoadKeysLocked works like LoadLocked, by key.
	LoadKeysLocked(ctx context.Context, team id.Team, keys []inventory.SKUKey) ([]*inventory.SKU, error)
	// Insert stores new SKUs of one team; their keys must differ. It returns the keys that other
	// SKUs already have. These rows are not written, and this is not an error. Without rows it does
	// nothing.
	Insert(ctx context.Context, team id.Team, rows []*inventory.SKU) (taken []inventory.SKUKey, err error)
	// Save stores SKUs loaded locked in the same transaction, without their cost layers
	// (CostLayers.Save). Without rows it does nothing.
	Save(ctx context.Context, team id.Team, rows []*inventory.SKU) error
	// Mark saves only the time and the run in which SKUs were seen.
	Mark(ctx context.Context, team id.Team, rows []*inventory.SKU) error
	// Turning lists at most limit SKUs of any team with a cost that changes on the day or before.
	Turning(ctx context.Context, day date.Date, limit int) ([]TeamSKU, error)
	// Find maps keys to SKUs. Keys without a SKU are left out. Without keys it does nothing.
	Find(ctx context.Context, team id.Team, keys []inventory.SKUKey) (map[inventory.SKUKey]inventory.SKUID, error)
	// Parts lists the products that the SKUs are matched with, in any order; SKUs without a match
	// are left out. Without SKUs it does nothing.
	Parts(ctx context.Context, team id.Team, skus []int64) ([]view.SKUPart, error)
	// Costing names the SKUs affected by owners of costs, in any order: the SKUs themselves, or the
	// SKUs matched with products. Without owners it does nothing.
	Costing(ctx context.Context, team id.Team, kind inventory.CostOwner, owners []int64) ([]inventory.SKUKey, error)
	// StaleStock lists at most limit SKUs above after, by SKU: FBA rows that are not closed,
	// without a read of their stock at before or later.
	StaleStock(ctx context.Context, team id.Team, seller string, m marketplace.ID, before time.Time, after string, limit int) ([]string, error)
	// Unseen lists at most limit SKUs, by SKU, of rows that are not closed and that a full run did
	// not see.
	Unseen(ctx context.Context, u Unseen, limit int) ([]string, error)
}

// TeamSKU names a SKU over all teams.
type TeamSKU struct {
	Team id.Team
	SKU  inventory.SKUID
}

// SKUFilter narrows a list of SKUs; empty members do not narrow. A list means any of its entries.
// All members together must match.
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
	// HasCost selects SKUs with their own cost in force. Matched selects SKUs that are matched with
	// a product.
	HasCost *bool
	Matched *bool
	// Costed selects SKUs with a cost that counts: their own, else the costs of all their products
	// in one currency.
	Costed *bool
	// Hidden selects hidden SKUs or the others; nil selects both.
	Hidden *bool
	// Query matches text within SKU, ASIN, FNSKU or title, ignoring letter case.
	Query string
	// Ranges include both ends. A SKU without a price is in no range.
	PriceFrom, PriceTo *money.Amount
	// Window counts, not the window of the page request. Removed includes hidden SKUs.
	Window page.Window
}

// SKURepricing finds the rows of the repricer. It finds the rows of SKUs. SKUs without a row are
// left out.
type SKURepricing func(ctx context.Context, team id.Team, keys []inventory.SKUKey) (map[inventory.SKUKey]int64, error)
