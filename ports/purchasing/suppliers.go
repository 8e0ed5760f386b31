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
	// Query matches text within name, code or an alias, in any letter case.
	Query string
}

// Suppliers stores the suppliers of all teams. A name, code or alias must be unique among the live
// suppliers of a team, ignoring letter case and the spaces between words. A duplicate is a Rule
// fault "duplicate" at the member with existing_id. Order fields: id, name (in any letter case),
// created_at, last_order_at.
type Suppliers interface {
	// Makes other writers of the team's suppliers wait until the transaction ends, so that no two
	// of them take the same alias.
	Hold(ctx context.Context, team id.Team) error
	Insert(ctx context.Context, s purchasing.Supplier) (purchasing.SupplierID, error)
	Find(ctx context.Context, team id.Team, supplier purchasing.SupplierID) (purchasing.Supplier, error)
	List(ctx context.Context, team id.Team, f SupplierFilter, r page.Request) (page.Page[purchasing.Supplier], error)
	// Lock reads the named suppliers, ascending, and locks them until the transaction ends. Absent
	// suppliers are left out.
	Lock(ctx context.Context, team id.Team, ids []purchasing.SupplierID) ([]purchasing.Supplier, error)
	// Named works like Lock, without locking.
	Named(ctx context.Context, team id.Team, ids []purchasing.SupplierID) ([]purchasing.Supplier, error)
	// Save stores a locked supplier. Remove hides locked suppliers.
	Save(ctx context.Context, s purchasing.Supplier) error
	Remove(ctx context.Context, team id.Team, ids []purchasing.SupplierID, at time.Time) error
	// Ordered adds to the open orders of a supplier, and stores the time of the last placed order
	// if given. The version stays. An absent supplier is ignored.
	Ordered(ctx context.Context, team id.Team, supplier purchasing.SupplierID, open int64, placed optional.Maybe[time.Time]) error
	// Live returns the ids that belong to live suppliers of the team, ascending.
	Live(ctx context.Context, team id.Team, ids []int64) ([]int64, error)
	// Touch marks suppliers as changed at a time, because a member that another context owns has
	// changed. Versions stay, and so does a later time.
	Touch(ctx context.Context, team id.Team, ids []int64, at time.Time) error
	// Words returns the team's words for suppliers: the code, or else the name. Absent suppliers
	// are left out.
	Words(ctx context.Context, team id.Team, ids []int64) (map[int64]string, error)
	// Called reads the suppliers with one of the names, and the suppliers with one of the names as
	// an alias, in any letter case.
	Called(ctx context.Context, team id.Team, names []string) (named, aliased []purchasing.Supplier, err error)
	// Alike reads at most limit other live suppliers that share one of the keys, by id.
	Alike(ctx context.Context, s purchasing.Supplier, keys purchasing.TwinKeys, limit int) ([]purchasing.Supplier, error)
}
