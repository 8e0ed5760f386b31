package purchasing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
)

// WarehouseFilter narrows a list of warehouses. Members that are empty do not
// narrow; of a slice any value fits.
type WarehouseFilter struct {
	Types     []purchasing.WarehouseType
	Statuses  []purchasing.Status
	Countries []string
	// Query is text contained in the name, in any letter case.
	Query string
}

// Warehouses keeps the warehouses of all teams. A name that another live warehouse
// of the team has, in any letter case and with any spaces between words, is a Rule
// fault "duplicate" at /name with existing_id. Order fields: id, name (in any
// letter case), created_at.
type Warehouses interface {
	// Hold keeps other writers of the team's warehouses waiting until the
	// transaction ends: one of them is the default.
	Hold(ctx context.Context, team id.Team) error
	Insert(ctx context.Context, w purchasing.Warehouse) (purchasing.WarehouseID, error)
	Find(ctx context.Context, team id.Team, warehouse purchasing.WarehouseID) (purchasing.Warehouse, error)
	List(ctx context.Context, team id.Team, f WarehouseFilter, r page.Request) (page.Page[purchasing.Warehouse], error)
	// Lock reads the named warehouses, ascending, and holds them until the
	// transaction ends; absent ones are left out.
	Lock(ctx context.Context, team id.Team, ids []purchasing.WarehouseID) ([]purchasing.Warehouse, error)
	// Named is Lock that holds nothing.
	Named(ctx context.Context, team id.Team, ids []purchasing.WarehouseID) ([]purchasing.Warehouse, error)
	// Default reads the default warehouse, false for none.
	Default(ctx context.Context, team id.Team) (purchasing.Warehouse, bool, error)
	// Save stores a locked warehouse, Remove hides locked ones.
	Save(ctx context.Context, w purchasing.Warehouse) error
	Remove(ctx context.Context, team id.Team, ids []purchasing.WarehouseID, at time.Time) error
	// Live returns those of the ids that are live warehouses of the team, ascending.
	Live(ctx context.Context, team id.Team, ids []int64) ([]int64, error)
}

// PrepProviderFilter narrows the catalogue. Members that are empty do not narrow;
// of a slice any value fits.
type PrepProviderFilter struct {
	Countries []string
	Services  []purchasing.PrepService
	// Query is text contained in name or region, in any letter case.
	Query string
}

// PrepProviders is the operator's catalogue, for all teams.
type PrepProviders interface {
	// List reads a page. Order fields: id, name (in any letter case).
	List(ctx context.Context, f PrepProviderFilter, r page.Request) (page.Page[purchasing.PrepProvider], error)
	// Known reports whether there is a provider.
	Known(ctx context.Context, provider purchasing.PrepProviderID) (bool, error)
	// Put stores providers. One with the name, in any letter case, and the country
	// of another one takes its place and keeps its id.
	Put(ctx context.Context, all ...purchasing.PrepProvider) error
}
