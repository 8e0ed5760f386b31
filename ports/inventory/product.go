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

// MatchesOf changes the matches of a product.
type MatchesOf struct {
	Product inventory.ProductID
	inventory.MatchChange
}

// Products stores the live inventory products and their matches. Some rules span several products:
// a code belongs to one product, and a SKU to one product. They are safe because every writer locks
// the team's products first. Writers of units and costs lock their own products only.
type Products interface {
	// Makes other writers of the team's products and matches wait until the transaction ends. Call
	// it before any read.
	Hold(ctx context.Context, team id.Team) error
	// Insert stores a new product without matches and returns its id.
	Insert(ctx context.Context, p *inventory.Product) (inventory.ProductID, error)
	// Get reads one product; absent is a NotFound fault.
	Get(ctx context.Context, team id.Team, product inventory.ProductID) (inventory.ProductSnapshot, error)
	// Load reads the named products for a change, in id order. Missing products are left out.
	// Without ids it does nothing.
	Load(ctx context.Context, team id.Team, ids []inventory.ProductID) ([]*inventory.Product, error)
	// Save stores products of one team that were loaded in the same transaction, except their
	// matches.
	Save(ctx context.Context, rows ...*inventory.Product) error
	// Take reads products without matches, in id order, and locks them until the transaction ends,
	// for SaveCosts and AddUnits. Writers that lock all products of the team wait for it, and it
	// waits for them. Transactions that take other products do not wait for each other. Missing
	// products are left out. Without ids it does nothing.
	Take(ctx context.Context, team id.Team, ids []inventory.ProductID) ([]*inventory.Product, error)
	// SaveCosts stores taken products with no other change than the cost.
	SaveCosts(ctx context.Context, rows ...*inventory.Product) error
	// Delete removes products loaded in the same transaction, with their matches. Their codes
	// become free; their ids are never reused. Without ids it does nothing.
	Delete(ctx context.Context, team id.Team, ids []inventory.ProductID, now time.Time) error

	// List reads a page. Order fields: id, created_at, updated_at (microseconds), title, brand
	// (folded, byte by byte), unit_cost (ten-thousandths), on_hand. Unknown brands and unit costs
	// come last. Ties are broken by id in the direction of the last field.
	List(ctx context.Context, team id.Team, f ProductFilter, r page.Request) (page.Page[inventory.ProductSnapshot], error)
	// Facets counts the values of every key over the products that pass the filter. The counts of a
	// key ignore the key's own filter. A key has its MaxFacetValues most frequent values, ties in
	// the order of their text.
	Facets(ctx context.Context, team id.Team, f ProductFilter) ([]inventory.Facet, error)

	// Holders finds the oldest live product with each of the codes, which have 14 digits in request
	// and answer. Codes without a product are left out. Without codes it does nothing.
	Holders(ctx context.Context, team id.Team, codes []string) (map[string]inventory.ProductID, error)
	// Rivals lists the matches of live products with any of the records of a type, by record and
	// then by id. Without records it does nothing.
	Rivals(ctx context.Context, team id.Team, of inventory.MatchType, records []int64) ([]inventory.OwnedMatch, error)
	// SaveMatches stores the changed matches of products, each named once.
	SaveMatches(ctx context.Context, team id.Team, changes ...MatchesOf) error
	// Refuse records that users removed these SKUs from a product, so that the program does not
	// match them again. Without SKUs it does nothing.
	Refuse(ctx context.Context, team id.Team, product inventory.ProductID, skus []int64) error

	// Tally recounts the units of the named products: the units of their matched SKUs, times the
	// units per sale. Versions stay. Without ids it does nothing.
	Tally(ctx context.Context, team id.Team, ids []inventory.ProductID) error
	// TallyAfter recounts at most limit products with an id above after, in id order. It returns
	// the last id, 0 without further products.
	TallyAfter(ctx context.Context, team id.Team, after inventory.ProductID, limit int) (inventory.ProductID, error)
	// AddUnits adds to the units on order and in warehouses of taken products. Absent products are
	// left out. Versions stay. Without changes it does nothing.
	AddUnits(ctx context.Context, team id.Team, changes []UnitChange) error
	// Forget clears these suppliers and warehouses from products, and these suppliers from SKUs.
	// Versions stay.
	Forget(ctx context.Context, team id.Team, suppliers, warehouses []int64, at time.Time) error
	// Resupply replaces suppliers by another supplier on products and SKUs. Versions stay.
	Resupply(ctx context.Context, team id.Team, from []int64, into int64, at time.Time) error
	// Turning lists at most limit products of any team with a scheduled cost that takes effect on
	// the day or before.
	Turning(ctx context.Context, day date.Date, limit int) ([]TurningProduct, error)
}

// UnitChange has the change of a product's units.
type UnitChange struct {
	Product              inventory.ProductID
	OnOrder, InWarehouse int64
	// Direct counts units in warehouses that serve buyers themselves. They are on hand of products
	// that the seller ships, and in the warehouse of other products.
	Direct int64
}

// TurningProduct names a product with a scheduled cost that takes effect.
type TurningProduct struct {
	Team    id.Team
	Product inventory.ProductID
}

// ProductFilter narrows a list of products; empty members do not narrow. A list means any of its
// entries. All members together must match. Ranges include both ends.
type ProductFilter struct {
	// Window counts, not the window of the page request.
	Window page.Window
	// ASINs filters by a product's own ASINs and the ASINs of its matches. GTINs (14 digits)
	// filters by its codes, and SKUs (case-sensitive) by the SKUs of its matches.
	ASINs, GTINs, SKUs []string
	// Brands and Categories compare folded texts, with inner spaces collapsed.
	Brands, Categories []string
	// Suppliers and Warehouses filter by the default supplier and warehouse.
	Suppliers, Warehouses []int64
	Tags                  mark.Filter
	// Statuses defaults to active if empty.
	Statuses []inventory.ProductStatus
	Hazmats  []inventory.Hazmat
	Matched  *bool
	HasCost  *bool
	LowStock *bool

	// CostFrom and CostTo compare unit costs without converting currencies.
	CostFrom, CostTo     *money.Amount
	OnHandFrom, OnHandTo *int64
	// Query matches text within title, brand, or a SKU, ASIN or GTIN of the product or its matches,
	// ignoring letter case.
	Query string
}

// ProductTeams reads the data of a team that products need.
type ProductTeams interface {
	// Currency returns the currency of a cost that names no currency.
	Currency(ctx context.Context, team id.Team) (money.Currency, error)
	// PersonName returns the name of a member of the team.
	PersonName(ctx context.Context, team id.Team, user id.User) (string, error)
}
