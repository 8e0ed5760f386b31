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
	// Query matches text within the name, in any letter case.
	Query string
}

// Warehouses stores the warehouses of all teams. A name must be unique among the live warehouses of
// a team, ignoring letter case and the spaces between words. A duplicate is a Rule fault
// "duplicate" at /name with existing_id. Order fields: id, name (in any letter case), created_at.
type Warehouses interface {
	// Makes other writers of the team's warehouses wait until the transaction ends, so that a
	// single warehouse is the default.
	Hold(ctx context.Context, team id.Team) error
	Insert(ctx context.Context, w purchasing.Warehouse) (purchasing.WarehouseID, error)
	Find(ctx context.Context, team id.Team, warehouse purchasing.WarehouseID) (purchasing.Warehouse, error)
	List(ctx context.Context, team id.Team, f WarehouseFilter, r page.Request) (page.Page[purchasing.Warehouse], error)
	// Lock reads the named warehouses, ascending, and locks them until the transaction ends. Absent
	// warehouses are left out.
	Lock(ctx context.Context, team id.Team, ids []purchasing.WarehouseID) ([]purchasing.Warehouse, error)
	// Named works like Lock, without locking.
	Named(ctx context.Context, team id.Team, ids []purchasing.WarehouseID) ([]purchasing.Warehouse, error)
	// Default reads the default warehouse, false without a default.
	Default(ctx context.Context, team id.Team) (purchasing.Warehouse, bool, error)
	// Save stores a locked warehouse. Remove hides locked warehouses.
	Save(ctx context.Context, w purchasing.Warehouse) error
	Remove(ctx context.Context, team id.Team, ids []purchasing.WarehouseID, at time.Time) error
	// Live returns the ids that belong to live warehouses of the team, ascending.
	Live(ctx context.Context, team id.Team, ids []int64) ([]int64, error)
}

// PrepProviderFilter narrows the catalogue. Members that are empty do not narrow;
// of a slice any value fits.
type PrepProviderFilter struct {
	Countries []string
	Services  []purchasing.PrepService
	// Query matches text within name or region, in any letter case.
	Query string
}

// PrepProviders stores the operator's catalogue, for all teams.
type PrepProviders interface {
	// List reads a page. Order fields: id, name (in any letter case).
	List(ctx context.Context, f PrepProviderFilter, r page.Request) (page.Page[purchasing.PrepProvider], error)
	// Known reports whether the provider exists.
	Known(ctx context.Context, provider purchasing.PrepProviderID) (bool, error)
	// Put stores providers. A provider with the name (in any letter case) and country of an
	// existing provider replaces it and keeps its id.
	Put(ctx context.Context, all ...purchasing.PrepProvider) error
}
