package purchasing

import (
	"context"
	"time"

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
	// ASINs in capitals, GTINs of 14 digits, and the supplier's SKUs in any letter case.
	ASINs, GTINs, SKUs     []string
	Statuses               []purchasing.Status
	Availabilities         []purchasing.Availability
	Preferred, CostChanged *bool
	// Query matches text within title, brand, the supplier's SKU, the ASIN or a GTIN, in any letter
	// case.
	Query string
}

// Offers stores the offers of all teams. A SKU must be unique among the live offers of a supplier,
// ignoring letter case. A duplicate is a Rule fault "duplicate" at /supplier_sku with existing_id.
// Order fields: id, created_at, updated_at, unit_cost, cost_change_percent, last_seen_at, title (in
// any letter case).
type Offers interface {
	Insert(ctx context.Context, o purchasing.Offer) (purchasing.OfferID, error)
	Find(ctx context.Context, team id.Team, offer purchasing.OfferID) (purchasing.Offer, error)
	List(ctx context.Context, team id.Team, f OfferFilter, r page.Request) (page.Page[purchasing.Offer], error)
	// Lock reads the named offers, ascending, and locks them until the transaction ends. Absent
	// offers are left out.
	Lock(ctx context.Context, team id.Team, ids []purchasing.OfferID) ([]purchasing.Offer, error)
	// Named works like Lock, without locking.
	Named(ctx context.Context, team id.Team, ids []purchasing.OfferID) ([]purchasing.Offer, error)
	// Live returns the ids that belong to live offers of the team, ascending.
	Live(ctx context.Context, team id.Team, ids []int64) ([]int64, error)
	// Preferred reads the preferred offer of a product, false without such an offer.
	Preferred(ctx context.Context, team id.Team, product purchasing.ProductID) (purchasing.Offer, bool, error)
	// AllPreferred reads the preferred active offers of a team, at most one of a product.
	AllPreferred(ctx context.Context, team id.Team) ([]purchasing.Offer, error)
	// Clashing locks the offers of suppliers that share a SKU with another of these offers. It
	// returns them grouped by SKU.
	Clashing(ctx context.Context, team id.Team, suppliers []purchasing.SupplierID) ([][]purchasing.Offer, error)
	// Move moves the live offers of suppliers to another supplier and counts them. The SKUs must
	// not clash. Versions stay.
	Move(
		ctx context.Context, team id.Team, from []purchasing.SupplierID, into purchasing.SupplierID, at time.Time,
	) (int64, error)
	// Inherit moves the prices of an offer to another offer, which keeps the newest.
	Inherit(ctx context.Context, team id.Team, from, into purchasing.OfferID) error
	// OfSupplier locks at most limit active offers of a supplier.
	OfSupplier(ctx context.Context, team id.Team, supplier purchasing.SupplierID, limit int) ([]purchasing.Offer, error)
	// Save stores a locked offer. Remove hides locked offers.
	Save(ctx context.Context, o purchasing.Offer) error
	Remove(ctx context.Context, team id.Team, ids []purchasing.OfferID, at time.Time) error
	// Price adds the offer's present cost to its history, which keeps the newest prices. History
	// reads it, the newest first.
	Price(ctx context.Context, o purchasing.Offer, from time.Time) error
	// InsertMany stores new offers with one statement. If two SKUs clash, it stores no offer and
	// returns a Rule fault "duplicate", which does not name the offer.
	InsertMany(ctx context.Context, all []purchasing.Offer) ([]purchasing.OfferID, error)
	// PriceNew begins the histories of new offers.
	PriceNew(ctx context.Context, all []purchasing.Offer) error
	History(ctx context.Context, team id.Team, offer purchasing.OfferID) ([]purchasing.OfferPrice, error)
	// Ordered stores the unit costs of offers in their last order, and the time of that order. A
	// cost in another currency is stored as unknown. Lock the team's products first; versions stay.
	Ordered(ctx context.Context, team id.Team, costs map[purchasing.OfferID]optional.Maybe[money.Amount], at time.Time) error
	// Count counts the live offers of each product. Products without offers are left out.
	Count(ctx context.Context, team id.Team, products []int64) (map[int64]int64, error)
}
