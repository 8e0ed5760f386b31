package inventory

import (
	"context"
	"time"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/page"
)

// MatchesOf is a change of the matches of a product.
type MatchesOf struct {
	Product inventory.ProductID
	inventory.MatchChange
}

// Products keeps the live inventory products and their matches. Rules over
// several products (a code belongs to one, a SKU to one) hold because every
// writer calls Hold first.
type Products interface {
	// Hold keeps other writers of the team's products and matches waiting until
	// the transaction ends. It comes before anything else is read.
	Hold(ctx context.Context, team id.Team) error
	// Insert stores a new product without matches and returns its id.
	Insert(ctx context.Context, p *inventory.Product) (inventory.ProductID, error)
	// Get reads one product; absent is a NotFound fault.
	Get(ctx context.Context, team id.Team, product inventory.ProductID) (inventory.ProductSnapshot, error)
	// Load reads the named products for a change; missing ones are left out, the answer is in id
	// order. Without ids it does nothing.
	Load(ctx context.Context, team id.Team, ids []inventory.ProductID) ([]*inventory.Product, error)
	// Save stores products of one team that were loaded in the same transaction,
	// save their matches.
	Save(ctx context.Context, rows ...*inventory.Product) error
	// LoadCosts is Load without matches, for SaveCosts: Save for products of which nothing but
	// the cost has changed.
	LoadCosts(ctx context.Context, team id.Team, ids []inventory.ProductID) ([]*inventory.Product, error)
	SaveCosts(ctx context.Context, rows ...*inventory.Product) error
	// Delete removes products loaded in the same transaction, with their matches. Their codes are
	// free again, their ids never come back. Without ids it does nothing.
	Delete(ctx context.Context, team id.Team, ids []inventory.ProductID, now time.Time) error

	// List reads a page. Order fields: id, created_at, updated_at (microseconds),
	// title, brand (folded, byte by byte), unit_cost (ten-thousandths), on_hand.
	// Brand and unit_cost that are not known come last. Ties are broken by id in
	// the direction of the last field.
	List(ctx context.Context, team id.Team, f ProductFilter, r page.Request) (page.Page[inventory.ProductSnapshot], error)
	// Facets counts the values of every key over the products that pass the
	// filter; the counts of a key leave its own filter out. A key has its
	// MaxFacetValues most frequent values, ties in the order of their text.
	Facets(ctx context.Context, team id.Team, f ProductFilter) ([]inventory.Facet, error)

	// Holders finds the oldest live product with each of the codes, given and answered in 14
	// digits; codes without a product are left out. Without codes it does nothing.
	Holders(ctx context.Context, team id.Team, codes []string) (map[string]inventory.ProductID, error)
	// Rivals lists the matches of live products with any of the records of a type, by record and
	// then by id. Without records it does nothing.
	Rivals(ctx context.Context, team id.Team, of inventory.MatchType, records []int64) ([]inventory.OwnedMatch, error)
	// SaveMatches stores the changed matches of products, each named once.
	SaveMatches(ctx context.Context, team id.Team, changes ...MatchesOf) error
	// Refuse remembers that users took these SKUs away from a product, so that the program does
	// not tie them together again. Without SKUs it does nothing.
	Refuse(ctx context.Context, team id.Team, product inventory.ProductID, skus []int64) error

	// Tally counts the units of the named products again: those of their matched SKUs, times the
	// units per sale. Versions stay. Without ids it does nothing.
	Tally(ctx context.Context, team id.Team, ids []inventory.ProductID) error
	// TallyAfter is Tally for at most limit products with an id above after, in
	// id order; it returns the last id, 0 when there was none.
	TallyAfter(ctx context.Context, team id.Team, after inventory.ProductID, limit int) (inventory.ProductID, error)
	// AddUnits adds to the units on order and in warehouses of products that the transaction
	// holds; absent ones are left out. Versions stay. Without changes it does nothing.
	AddUnits(ctx context.Context, team id.Team, changes []UnitChange) error
	// Forget clears the suppliers and warehouses of the products, and the suppliers of
	// SKUs, that name any of these. Versions stay.
	Forget(ctx context.Context, team id.Team, suppliers, warehouses []int64) error
	// Resupply puts a supplier in place of others on products and SKUs. Versions stay.
	Resupply(ctx context.Context, team id.Team, from []int64, into int64) error
	// Turning lists at most limit products of any team whose scheduled cost takes effect on the
	// day or before.
	Turning(ctx context.Context, day date.Date, limit int) ([]TurningProduct, error)
}

// UnitChange is by how much the units of a product change.
type UnitChange struct {
	Product              inventory.ProductID
	OnOrder, InWarehouse int64
}

// TurningProduct is a product whose scheduled cost takes effect.
type TurningProduct struct {
	Team    id.Team
	Product inventory.ProductID
}

// ProductFilter narrows a list of products; an empty member does not. A list
// means any of its entries, and all members together have to hold; ranges
// include both ends.
type ProductFilter struct {
	IDs []inventory.ProductID
	// ASINs filters by a product's own ASINs and those of its matches, GTINs (14 digits) by its
	// codes, SKUs (case-sensitive) by those of its matches.
	ASINs, GTINs, SKUs []string
	// Brands and Categories are compared folded, with inner spaces collapsed.
	Brands, Categories []string
	// Suppliers and Warehouses are those of the products.
	Suppliers, Warehouses []int64
	Tags                  mark.Filter
	// Statuses is active alone when empty.
	Statuses []inventory.ProductStatus
	Hazmats  []inventory.Hazmat
	Matched  *bool
	HasCost  *bool
	LowStock *bool

	// Costs are unit costs in whatever currency they are in.
	CostFrom, CostTo       *money.Amount
	OnHandFrom, OnHandTo   *int64
	CreatedFrom, CreatedTo *time.Time
	UpdatedFrom, UpdatedTo *time.Time
	// Query is text contained in title, brand, or a SKU, ASIN or GTIN of the product or its
	// matches, ignoring letter case.
	Query string
}

// ProductTeams knows what a product takes from its team.
type ProductTeams interface {
	// Currency is the currency of a cost that names none.
	Currency(ctx context.Context, team id.Team) (money.Currency, error)
	// PersonName is the name of a member of the team.
	PersonName(ctx context.Context, team id.Team, user id.User) (string, error)
}
