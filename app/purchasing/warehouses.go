package purchasing

import (
	"context"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	marks "sellingassistant/ports/mark"
	ports "sellingassistant/ports/purchasing"
	"sellingassistant/ports/tx"
)

type (
	// WarehouseFilter says which warehouses a list has.
	WarehouseFilter = ports.WarehouseFilter
	// PrepProviderFilter says which prep providers a list has.
	PrepProviderFilter = ports.PrepProviderFilter
)

// Warehouses provides the use cases of warehouses. A team with warehouses has one default, also
// after concurrent writes: every writer locks the team's warehouses first.
type Warehouses struct {
	edit.Kind[purchasing.WarehouseID, purchasing.WarehouseValues, purchasing.WarehousePatch, WarehouseFilter]
	store     ports.Warehouses
	providers ports.PrepProviders
	inventory ports.Inventory
	stock     *Stock
	orders    ports.PartyOrders
}

// NewWarehouses returns the use cases.
func NewWarehouses(store ports.Warehouses, providers ports.PrepProviders, inventory ports.Inventory, stock *Stock, orders ports.PartyOrders,
	marks marks.Marks, trail audit.Log, runner tx.Runner, clk clock.Clock,
) *Warehouses {
	w := &Warehouses{store: store, providers: providers, inventory: inventory, stock: stock, orders: orders}
	w.Store, w.On, w.Clock, w.Standard, w.Trail, w.Noun = store, runner, clk, purchasing.StandardWarehouse(), trail, "warehouse"
	w.Hold, w.Complete, w.Blockers, w.Removed = store.Hold, w.complete, w.blockers, w.removed
	w.Stored, w.Look = w.stored, w.look
	w.Marks, w.Marked = marks, func(v *purchasing.WarehouseValues) *mark.Marks { return &v.Marks }
	return w
}

// complete makes the first warehouse the default. If another warehouse becomes the default, the
// previous one loses that mark.
func (w *Warehouses) complete(ctx context.Context, before, next purchasing.Warehouse) (purchasing.WarehouseValues, error) {
	v := next.Values
	if provider, ok := v.PrepProvider.Get(); ok && v.PrepProvider != before.Values.PrepProvider {
		switch known, err := w.providers.Known(ctx, provider); {
		case err != nil:
			return v, err
		case !known:
			return v, check.Rule(fault.CodeNotFound, "/prep_provider_id", "There is no such prep provider.")
		}
	}
	if before.Version > 0 && v.Type != before.Values.Type {
		if err := w.stock.fixed(ctx, before); err != nil {
			return v, err
		}
	}
	if before.Values.Default {
		return v, nil
	}
	was, ok, err := w.store.Default(ctx, next.Team)
	switch {
	case err != nil:
		return v, err
	case !ok:
		v.Default = true
	case v.Default:
		values := was.Values
		values.Default = false
		return v, w.store.Save(ctx, was.With(values, next.UpdatedAt))
	}
	return v, nil
}

func (w *Warehouses) stored(ctx context.Context, _ caller.Caller, before, after purchasing.Warehouse) error {
	if before.Version == 0 || before.Values.SellsDirectly == after.Values.SellsDirectly {
		return nil
	}
	return w.stock.serve(ctx, after)
}

func (w *Warehouses) look(ctx context.Context, team id.Team, found []purchasing.Warehouse, _ bool) error {
	held, err := w.stock.ledger.InWarehouses(ctx, team, warehouseIDs(found))
	if err != nil {
		return err
	}
	orders, err := w.orders.Open(ctx, team, order.ToWarehouse, numbers(found))
	for i, one := range found {
		of := held[one.ID]
		found[i].Values.Stats = purchasing.WarehouseStats{Products: of.Records, Units: of.Units, OpenOrders: orders[int64(one.ID)].Records}
	}
	return err
}

func warehouseIDs(all []purchasing.Warehouse) []purchasing.WarehouseID {
	ids := make([]purchasing.WarehouseID, len(all))
	for i, one := range all {
		ids[i] = one.ID
	}
	return ids
}

// removed removes the warehouses from products.
func (w *Warehouses) removed(ctx context.Context, who caller.Caller, gone []purchasing.Warehouse) error {
	return w.inventory.Forget(ctx, who.Team, nil, warehouseIDs(gone), w.Clock.Now())
}

// blockers keeps the default warehouse, and warehouses with goods or goods on their way to them. No
// units arrive while products are locked.
func (w *Warehouses) blockers(ctx context.Context, team id.Team, all []purchasing.Warehouse) (map[purchasing.WarehouseID][]edit.Blocker, error) {
	if err := w.inventory.Hold(ctx, team); err != nil {
		return nil, err
	}
	held, err := w.stock.ledger.InWarehouses(ctx, team, warehouseIDs(all))
	if err != nil {
		return nil, err
	}
	orders, err := w.orders.Open(ctx, team, order.ToWarehouse, numbers(all))
	out := blocked[purchasing.WarehouseID](blockedByOrder, orders)
	for _, one := range all {
		if one.Values.Default {
			out[one.ID] = append(out[one.ID], edit.Blocker{Type: "default_warehouse", Count: 1, IDs: []int64{int64(one.ID)}})
		}
		if of, ok := held[one.ID]; ok {
			out[one.ID] = append(out[one.ID], edit.Blocker{Type: blockedByStock, Count: of.Records, IDs: of.IDs})
		}
	}
	return out, err
}

// PrepProviders provides the use cases of the operator's catalogue.
type PrepProviders struct {
	store ports.PrepProviders
	on    tx.Runner
}

// NewPrepProviders returns the use cases.
func NewPrepProviders(store ports.PrepProviders, runner tx.Runner) *PrepProviders {
	return &PrepProviders{store, runner}
}

// List reads a page, which is the same for all teams.
func (p *PrepProviders) List(ctx context.Context, _ caller.Caller, f PrepProviderFilter, r page.Request) (page.Page[purchasing.PrepProvider], error) {
	return p.store.List(ctx, f, r)
}

// Import stores providers, all or nothing. It returns the faults of PrepProvider.Check, with the
// place of the provider.
func (p *PrepProviders) Import(ctx context.Context, all []purchasing.PrepProvider) error {
	for i, one := range all {
		if err := one.Check(); err != nil {
			return fault.Newf(fault.Invalid, fault.CodeValidationFailed, "Provider %d: %s", i+1, message(err))
		}
	}
	return p.on.InTx(ctx, func(ctx context.Context) error { return p.store.Put(ctx, all...) })
}

func message(err error) string {
	if e, ok := fault.As(err); ok {
		return e.Message
	}
	return err.Error()
}
