package purchasing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
)

// OfferFilter narrows a list of offers. Members that are empty or nil do not
// narrow; of a slice any value fits; ranges include both ends.
type OfferFilter struct {
	Suppliers []purchasing.SupplierID
	Products  []purchasing.ProductID
	// ASINs are in capitals, GTINs in 14 digits; SKUs are the supplier's, in any
	// letter case.
	ASINs, GTINs, SKUs     []string
	Statuses               []purchasing.Status
	Availabilities         []purchasing.Availability
	Preferred, CostChanged *bool
	// Query is text contained in title, brand, the supplier's SKU, the ASIN or a
	// GTIN, in any letter case.
	Query                  string
	UpdatedFrom, UpdatedTo *time.Time
}

// Offers keeps the offers of all teams. A SKU that another live offer of the
// supplier has, in any letter case, is a Rule fault "duplicate" at /supplier_sku
// with existing_id. Order fields: id, created_at, updated_at, unit_cost,
// cost_change_percent, last_seen_at, title (in any letter case).
type Offers interface {
	Insert(ctx context.Context, o purchasing.Offer) (purchasing.OfferID, error)
	Find(ctx context.Context, team id.Team, offer purchasing.OfferID) (purchasing.Offer, error)
	List(ctx context.Context, team id.Team, f OfferFilter, r page.Request) (page.Page[purchasing.Offer], error)
	// Lock reads the named offers, ascending, and holds them until the transaction
	// ends; absent ones are left out.
	Lock(ctx context.Context, team id.Team, ids []purchasing.OfferID) ([]purchasing.Offer, error)
	// Named is Lock that holds nothing.
	Named(ctx context.Context, team id.Team, ids []purchasing.OfferID) ([]purchasing.Offer, error)
	// Live returns those of the ids that are live offers of the team, ascending.
	Live(ctx context.Context, team id.Team, ids []int64) ([]int64, error)
	// Preferred reads the preferred offer of a product, false for none.
	Preferred(ctx context.Context, team id.Team, product purchasing.ProductID) (purchasing.Offer, bool, error)
	// AllPreferred reads the preferred active offers of a team, at most one of a product.
	AllPreferred(ctx context.Context, team id.Team) ([]purchasing.Offer, error)
	// Clashing locks the offers of suppliers that have the SKU of another one of them, those
	// of one SKU together.
	Clashing(ctx context.Context, team id.Team, suppliers []purchasing.SupplierID) ([][]purchasing.Offer, error)
	// Move gives the live offers of suppliers, of which none clash, to another one and counts
	// them. Versions stay.
	Move(ctx context.Context, team id.Team, from []purchasing.SupplierID, into purchasing.SupplierID) (int64, error)
	// Inherit gives the prices of an offer to another one, which keeps the newest.
	Inherit(ctx context.Context, team id.Team, from, into purchasing.OfferID) error
	// OfSupplier locks at most limit active offers of a supplier.
	OfSupplier(ctx context.Context, team id.Team, supplier purchasing.SupplierID, limit int) ([]purchasing.Offer, error)
	// Save stores a locked offer, Remove hides locked ones.
	Save(ctx context.Context, o purchasing.Offer) error
	Remove(ctx context.Context, team id.Team, ids []purchasing.OfferID, at time.Time) error
	// Price adds what the offer costs from now on to its history, which has its
	// newest prices; History reads it, the newest first.
	Price(ctx context.Context, o purchasing.Offer, from time.Time) error
	// InsertMany stores new offers with one statement. Where one has the SKU of another, none is stored: a Rule fault "duplicate", which does
	// not say which one.
	InsertMany(ctx context.Context, all []purchasing.Offer) ([]purchasing.OfferID, error)
	// PriceNew begins the histories of offers that were just made.
	PriceNew(ctx context.Context, all []purchasing.Offer) error
	History(ctx context.Context, team id.Team, offer purchasing.OfferID) ([]purchasing.OfferPrice, error)
	// Ordered keeps what a unit of offers cost when they were ordered last, none where that
	// was in another currency, and when that was. It runs behind Products.Hold; versions
	// stay.
	Ordered(ctx context.Context, team id.Team, costs map[purchasing.OfferID]optional.Maybe[money.Amount], at time.Time) error
	// Count counts the live offers of each product; products without one are left out.
	Count(ctx context.Context, team id.Team, products []int64) (map[int64]int64, error)
}

// Products is what offers need of the inventory.
type Products interface {
	// Hold keeps other writers of the team's products, of their matches and so of
	// the offers that are preferred waiting until the transaction ends.
	Hold(ctx context.Context, team id.Team) error
	// Live returns those of the ids that are products of the team.
	Live(ctx context.Context, team id.Team, products []purchasing.ProductID) ([]purchasing.ProductID, error)
	// Forget takes deleted suppliers and warehouses from products and SKUs.
	Forget(ctx context.Context, team id.Team, suppliers []purchasing.SupplierID, warehouses []purchasing.WarehouseID) error
	// Resupply puts a supplier in place of others on products and SKUs. Versions stay.
	Resupply(ctx context.Context, team id.Team, from []purchasing.SupplierID, into purchasing.SupplierID) error
	// Match makes offers ones of products, or of none, in the table of matches. A product
	// that is not the team's is a Rule fault not_found.
	Match(ctx context.Context, who caller.Caller, products map[purchasing.OfferID]optional.Maybe[purchasing.ProductID]) error
}

// NewProduct is a product that a paper names first.
type NewProduct struct {
	Title string
	// GTIN is empty for none, and so is MPN.
	GTIN, MPN string
	Supplier  purchasing.SupplierID
}

// PaperProducts makes inventory products.
type PaperProducts interface {
	// Create makes a product behind Products.Hold. Faults are those of the inventory, with pointers of its members.
	Create(ctx context.Context, who caller.Caller, p NewProduct) (purchasing.ProductID, error)
}

// Teams knows what purchasing takes from a team.
type Teams interface {
	// Currency is that of an offer where neither it nor its supplier names one.
	Currency(ctx context.Context, team id.Team) (money.Currency, error)
}
