package purchasing

import (
	"context"
	"slices"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/purchasing"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/purchasing"
)

// Stock books units that come into warehouses and leave them.
type Stock struct {
	ledger   ports.Stock
	products ports.Products
	units    ports.Units
	clock    clock.Clock
}

// NewStock opens the use cases.
func NewStock(ledger ports.Stock, products ports.Products, units ports.Units, clk clock.Clock) *Stock {
	return &Stock{ledger, products, units, clk}
}

// Book appends the movements of an order, all or none, in the transaction that wrote
// its receipts, and with them changes the units of products, also by what the caller
// adds for units on order. Products are live ones. A warehouse of type amazon keeps
// no stock: its movements are left out. Units that are not there are a Rule fault
// invalid_state with available; units for a warehouse that is gone not_found.
func (s *Stock) Book(ctx context.Context, who caller.Caller, movements []purchasing.Movement, also ...ports.UnitChange) error {
	if err := s.products.Hold(ctx, who.Team); err != nil {
		return err
	}
	places, balances, err := s.read(ctx, who, movements)
	if err != nil {
		return err
	}
	var booked []purchasing.Movement
	for _, m := range movements {
		place, known := places[m.Warehouse]
		switch {
		case m.Units > 0 && !place.Live:
			return fault.Newf(fault.Rule, fault.CodeNotFound, "There is no warehouse %d.", m.Warehouse).At("/warehouse_id")
		case known && !place.Booked() || m.Units == 0:
			continue
		}
		if err := balances.Move(m); err != nil {
			return err
		}
		booked = append(booked, m)
	}
	return s.append(ctx, who, places, booked, also)
}

// serve moves the units of a warehouse from or to those in warehouses, when it begins
// or ends to serve buyers itself.
func (s *Stock) serve(ctx context.Context, w purchasing.Warehouse) error {
	if err := s.products.Hold(ctx, w.Team); err != nil {
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
			changes[i] = ports.UnitChange{Product: b.Product, InWarehouse: sign * b.Units}
		}
		if err := s.units.Add(ctx, w.Team, changes); err != nil {
			return err
		}
		after = found[len(found)-1].Product
	}
}

// fixed refuses another type for a warehouse that has had stock.
func (s *Stock) fixed(ctx context.Context, w purchasing.Warehouse) error {
	if err := s.products.Hold(ctx, w.Team); err != nil {
		return err
	}
	moved, err := s.ledger.Moved(ctx, w.Team, w.ID)
	if err == nil && moved {
		err = check.Rule(fault.CodeInvalidState, "/type", "The type stays as it is: goods came to the warehouse or left it.")
	}
	return err
}

// read reads what movements are about, behind Hold.
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

// append writes movements that the balances allow. Units of a warehouse that sells
// directly are on hand already.
func (s *Stock) append(ctx context.Context, who caller.Caller, places map[purchasing.WarehouseID]purchasing.StockPlace,
	booked []purchasing.Movement, also []ports.UnitChange,
) error {
	if err := s.ledger.Append(ctx, who, booked, s.clock.Now()); err != nil {
		return err
	}
	changes := slices.Clone(also)
	for _, m := range booked {
		if !places[m.Warehouse].SellsDirectly {
			changes = append(changes, ports.UnitChange{Product: m.Product, InWarehouse: m.Units})
		}
	}
	return s.units.Add(ctx, who.Team, changes)
}
