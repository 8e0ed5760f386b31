package purchasing

import (
	"context"
	"slices"
	"time"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/purchasing"
	"sellingassistant/ports/tx"
)

// StockFilter narrows a list of balances.
type StockFilter = ports.StockFilter

// Stock books units into and out of warehouses.
type Stock struct {
	ledger    ports.Stock
	inventory ports.Inventory
	on        tx.Runner
	clock     clock.Clock
}

// NewStock returns the use cases.
func NewStock(ledger ports.Stock, inventory ports.Inventory, runner tx.Runner, clk clock.Clock) *Stock {
	return &Stock{ledger, inventory, runner, clk}
}

// Book appends the movements of an order, all or nothing. The transaction of ctx wrote its receipts
// and locked the products, which have to be live. It returns the changes of the products' units. A
// warehouse of type amazon keeps no stock: its movements are left out. Missing units are a Rule
// fault invalid_state with available; units for a deleted warehouse are not_found.
func (s *Stock) Book(
	ctx context.Context, who caller.Caller, movements []purchasing.Movement,
) ([]ports.UnitChange, error) {
	at := s.clock.Now()
	movements = slices.DeleteFunc(slices.Clone(movements), func(m purchasing.Movement) bool { return m.Units == 0 })
	if slices.ContainsFunc(movements, func(m purchasing.Movement) bool { return m.Units < 0 }) {
		return s.adjust(ctx, who, movements, at)
	}
	places, err := s.ledger.Arrive(ctx, who, movements, at)
	if err != nil {
		return nil, err
	}
	var absent []purchasing.WarehouseID
	for _, m := range movements {
		if _, ok := places[m.Warehouse]; !ok {
			absent = append(absent, m.Warehouse)
		}
	}
	others, err := s.ledger.Places(ctx, who.Team, edit.Once(absent))
	if err != nil {
		return nil, err
	}
	for _, w := range absent {
		if !others[w].Live {
			return nil, noWarehouse(w)
		}
	}
	return shelved(places, movements), nil
}

// adjust appends movements that also take units away.
func (s *Stock) adjust(
	ctx context.Context, who caller.Caller, movements []purchasing.Movement, at time.Time,
) ([]ports.UnitChange, error) {
	places, balances, err := s.read(ctx, who, movements)
	if err != nil {
		return nil, err
	}
	var booked []purchasing.Movement
	for _, m := range movements {
		place, known := places[m.Warehouse]
		switch {
		case m.Units > 0 && !place.Live:
			return nil, noWarehouse(m.Warehouse)
		case known && !place.Booked():
			continue
		}
		if err := balances.Move(m); err != nil {
			return nil, err
		}
		booked = append(booked, m)
	}
	_, err = s.ledger.Append(ctx, who, booked, at)
	return shelved(places, booked), err
}

func noWarehouse(w purchasing.WarehouseID) error {
	return fault.Newf(fault.Rule, fault.CodeNotFound, "There is no warehouse %d.", w).At("/warehouse_id")
}

// shelved returns the changes of products' units by movements in these warehouses.
func shelved(
	places map[purchasing.WarehouseID]purchasing.StockPlace, movements []purchasing.Movement,
) (changes []ports.UnitChange) {
	for _, m := range movements {
		switch place, ok := places[m.Warehouse]; {
		case !ok:
		case place.SellsDirectly:
			changes = append(changes, ports.UnitChange{Product: m.Product, Direct: m.Units})
		default:
			changes = append(changes, ports.UnitChange{Product: m.Product, InWarehouse: m.Units})
		}
	}
	return changes
}

// StockMove has the result of a change of stock.
type StockMove struct {
	Change  purchasing.StockChange
	Outcome edit.Outcome
	// ID names the line in the ledger; for a transfer, the line of the outgoing units. Available
	// counts the units in the warehouse after it.
	ID, Available int64
	At            time.Time
	// Err has the fault if the outcome is edit.Failed.
	Err *fault.Error
}

// Move books changes in their order, in one transaction, and returns a result for each. A change
// fails alone with the faults of StockChange.Movements, not_found for a product, or invalid_state
// with available for missing units.
func (s *Stock) Move(ctx context.Context, who caller.Caller, changes []purchasing.StockChange) ([]StockMove, error) {
	if err := edit.Counted(len(changes), "/movements"); err != nil {
		return nil, err
	}
	return tx.Value(ctx, s.on, func(ctx context.Context) ([]StockMove, error) {
		if err := s.inventory.Hold(ctx, who.Team); err != nil {
			return nil, err
		}
		var named []purchasing.Movement
		var products []purchasing.ProductID
		for _, c := range changes {
			products = append(products, c.Product)
			named = append(named, purchasing.Movement{StockKey: purchasing.StockKey{Warehouse: c.Warehouse, Product: c.Product}})
			if to, ok := c.To.Get(); ok {
				named = append(named, purchasing.Movement{StockKey: purchasing.StockKey{Warehouse: to, Product: c.Product}})
			}
		}
		live, err := s.inventory.Live(ctx, who.Team, products)
		if err != nil {
			return nil, err
		}
		places, balances, err := s.read(ctx, who, named)
		if err != nil {
			return nil, err
		}
		out, at := make([]StockMove, len(changes)), s.clock.Now()
		var booked []purchasing.Movement
		var rows []int
		for i, c := range changes {
			lines, err := moved(c, live, places, balances)
			out[i] = StockMove{Change: c, Outcome: edit.Created, Available: balances[purchasing.StockKey{Warehouse: c.Warehouse, Product: c.Product}], At: at}
			if refused, ok := fault.As(err); ok {
				out[i].Outcome, out[i].Err = edit.Failed, refused
			}
			for range lines {
				rows = append(rows, i)
			}
			booked = append(booked, lines...)
		}
		ids, err := s.ledger.Append(ctx, who, booked, at)
		if err != nil {
			return nil, err
		}
		for n, line := range slices.Backward(ids) {
			out[rows[n]].ID = line
		}
		return out, s.inventory.AddUnits(ctx, who.Team, shelved(places, booked))
	})
}

// moved applies a change to the balances, completely or not at all.
func moved(c purchasing.StockChange, live []purchasing.ProductID, places map[purchasing.WarehouseID]purchasing.StockPlace,
	balances purchasing.Balances,
) ([]purchasing.Movement, error) {
	lines, err := c.Movements(places)
	switch {
	case err != nil:
		return nil, err
	case !slices.Contains(live, c.Product):
		return nil, fault.Newf(fault.Rule, fault.CodeNotFound, "There is no inventory product %d.", c.Product)
	}
	for _, line := range lines {
		// The first line takes units; the following lines only add them elsewhere.
		if err := balances.Move(line); err != nil {
			return nil, err
		}
	}
	return lines, nil
}

// List reads a page of the units in warehouses.
func (s *Stock) List(ctx context.Context, who caller.Caller, f StockFilter, r page.Request) (page.Page[purchasing.StockLine], error) {
	return s.ledger.List(ctx, who.Team, f, r)
}

// serve moves the products' units when a warehouse begins or ends to serve buyers itself.
func (s *Stock) serve(ctx context.Context, w purchasing.Warehouse) error {
	if err := s.inventory.Hold(ctx, w.Team); err != nil {
		return err
	}
	sign := int64(1)
	if w.Values.SellsDirectly {
		sign = -1
	}
	const atOnce = 1000
	for after := purchasing.ProductID(0); ; {
		found, err := s.ledger.Units(ctx, w.Team, w.ID, after, atOnce)
		if err != nil || len(found) == 0 {
			return err
		}
		changes := make([]ports.UnitChange, len(found))
		for i, b := range found {
			changes[i] = ports.UnitChange{Product: b.Product, InWarehouse: sign * b.Units, Direct: -sign * b.Units}
		}
		if err := s.inventory.AddUnits(ctx, w.Team, changes); err != nil {
			return err
		}
		after = found[len(found)-1].Product
	}
}

// fixed refuses another type for a warehouse that has had stock.
func (s *Stock) fixed(ctx context.Context, w purchasing.Warehouse) error {
	if err := s.inventory.Hold(ctx, w.Team); err != nil {
		return err
	}
	moved, err := s.ledger.Moved(ctx, w.Team, w.ID)
	if err == nil && moved {
		err = check.Rule(fault.CodeInvalidState, "/type", "The type stays as it is: goods came to the warehouse or left it.")
	}
	return err
}

// read reads the warehouses and balances of movements, after their products were locked.
func (s *Stock) read(ctx context.Context, who caller.Caller, movements []purchasing.Movement) (
	map[purchasing.WarehouseID]purchasing.StockPlace, purchasing.Balances, error,
) {
	var warehouses []purchasing.WarehouseID
	var keys []purchasing.StockKey
	for _, m := range movements {
		warehouses, keys = append(warehouses, m.Warehouse), append(keys, m.StockKey)
	}
	slices.Sort(warehouses)
	places, err := s.ledger.Places(ctx, who.Team, slices.Compact(warehouses))
	if err != nil {
		return nil, nil, err
	}
	balances, err := s.ledger.Balances(ctx, who.Team, keys)
	return places, balances, err
}
