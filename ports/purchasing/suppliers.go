package purchasing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
)

// SupplierFilter narrows a list of suppliers. Members that are empty or nil do
// not narrow; of a slice any value fits; ranges include both ends.
type SupplierFilter struct {
	Types      []purchasing.SupplierType
	Statuses   []purchasing.Status
	Countries  []string
	Currencies []money.Currency
	OpenOrders *bool
	Tags       mark.Filter
	// Query is text contained in name, code or an alias, in any letter case.
	Query                  string
	CreatedFrom, CreatedTo *time.Time
}

// Suppliers keeps the suppliers of all teams. A name or code that another live
// supplier of the team has, in any letter case and with any spaces between words,
// or an alias, is a Rule fault "duplicate" at the member with existing_id. Order
// fields: id, name (in any letter case), created_at, last_order_at.
type Suppliers interface {
	// Hold keeps other writers of the team's suppliers waiting until the
	// transaction ends: no two of them can take the same alias.
	Hold(ctx context.Context, team id.Team) error
	Insert(ctx context.Context, s purchasing.Supplier) (purchasing.SupplierID, error)
	Find(ctx context.Context, team id.Team, supplier purchasing.SupplierID) (purchasing.Supplier, error)
	List(ctx context.Context, team id.Team, f SupplierFilter, r page.Request) (page.Page[purchasing.Supplier], error)
	// Lock reads the named suppliers, ascending, and holds them until the
	// transaction ends; absent ones are left out.
	Lock(ctx context.Context, team id.Team, ids []purchasing.SupplierID) ([]purchasing.Supplier, error)
	// Named is Lock that holds nothing.
	Named(ctx context.Context, team id.Team, ids []purchasing.SupplierID) ([]purchasing.Supplier, error)
	// Save stores a locked supplier, Remove hides locked ones.
	Save(ctx context.Context, s purchasing.Supplier) error
	Remove(ctx context.Context, team id.Team, ids []purchasing.SupplierID, at time.Time) error
	// Ordered adds to the open orders of a supplier, and keeps when the last order was
	// placed where one was. The version stays; an absent one is left out.
	Ordered(ctx context.Context, team id.Team, supplier purchasing.SupplierID, open int64, placed optional.Maybe[time.Time]) error
	// Live returns those of the ids that are live suppliers of the team, ascending.
	Live(ctx context.Context, team id.Team, ids []int64) ([]int64, error)
	// Words are what the team calls suppliers: the code, else the name. Absent ones
	// are left out.
	Words(ctx context.Context, team id.Team, ids []int64) (map[int64]string, error)
	// Called reads the suppliers that have one of the names, and those that have one as an alias, in any letter case.
	Called(ctx context.Context, team id.Team, names []string) (named, aliased []purchasing.Supplier, err error)
	// Alike reads at most limit other live suppliers that share one of the keys, by id.
	Alike(ctx context.Context, s purchasing.Supplier, keys purchasing.TwinKeys, limit int) ([]purchasing.Supplier, error)
}

// SupplierDocuments knows the documents that belong to suppliers.
type SupplierDocuments interface {
	// Count counts the live documents of each supplier; suppliers without one are
	// left out.
	Count(ctx context.Context, team id.Team, suppliers []int64) (map[int64]int64, error)
}

// SupplierPapers moves documents between suppliers.
type SupplierPapers interface {
	// Move puts a supplier in place of others on the live documents that belong to them or
	// were recognised as theirs.
	Move(ctx context.Context, team id.Team, from []int64, into int64, at time.Time) error
}
