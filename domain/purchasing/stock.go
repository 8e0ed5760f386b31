package purchasing

import (
	"time"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
)

// MovementKind names the reason of a movement of units into a warehouse or out of it.
type MovementKind string

// The kinds of movements that orders book. StockChange has the other kinds.
const (
	MovedReceipt    MovementKind = "receipt"
	MovedCorrection MovementKind = "correction"
	MovedReturn     MovementKind = "return"
)

// StockKey names the units of a product in a warehouse.
type StockKey struct {
	Warehouse WarehouseID
	Product   ProductID
}

// Movement has a line of the stock ledger.
type Movement struct {
	StockKey
	Kind MovementKind
	// Units count above 0 for incoming units, below 0 for outgoing units.
	Units int64
	// Receipt names the receipt line of an order.
	Receipt   optional.Maybe[int64]
	Reference optional.Maybe[string]
	Reason    optional.Maybe[string]
}

// StockPlace has the members of a warehouse that affect the units in it.
type StockPlace struct {
	Type          WarehouseType
	SellsDirectly bool
	// Live stays false for a deleted warehouse.
	Live bool
}

// Booked reports whether stock is kept. For a warehouse of type amazon the marketplace's own
// figures count it.
func (p StockPlace) Booked() bool { return p.Type != AmazonWarehouse }

// Balance counts the units of a product in a warehouse.
type Balance struct {
	StockKey
	Units int64
}

// StockLine extends a balance for lists.
type StockLine struct {
	Balance
	ID               int64
	WarehouseName    string
	Title            string
	CreatedAt, Moved time.Time
}

// Held describes the records that need another record: balances that are not 0, of the products in
// a warehouse or of a product in warehouses, or open orders and their items.
type Held struct {
	// Records counts them; IDs has the first ids. Units sums balances, or the outstanding units of
	// items.
	Records, Units int64
	IDs            []int64
}

// Balances has the units in warehouses.
type Balances map[StockKey]int64

// Move applies a movement. A balance does not fall below 0: Rule fault invalid_state
// with the units that are available.
func (b Balances) Move(m Movement) error {
	have := b[m.StockKey]
	if have+m.Units < 0 {
		return fault.Newf(fault.Rule, fault.CodeInvalidState, "Warehouse %d has %d units of inventory product %d.", m.Warehouse, have, m.Product).
			With("available", have)
	}
	b[m.StockKey] = have + m.Units
	return nil
}

// StockChangeKind names the kind of a user's change of stock.
type StockChangeKind string

// The kinds of changes.
const (
	StockAdjust   StockChangeKind = "adjust"
	StockTransfer StockChangeKind = "transfer"
	StockShip     StockChangeKind = "ship"
)

func (StockChangeKind) Words() []StockChangeKind {
	return []StockChangeKind{StockAdjust, StockTransfer, StockShip}
}

// StockChange describes a change of stock that a user asks for.
type StockChange struct {
	Kind      StockChangeKind
	Product   ProductID
	Warehouse WarehouseID
	// To names the destination of transferred units.
	To optional.Maybe[WarehouseID]
	// Units count from 1; an adjustment may have units below 0.
	Units     int64
	Reference optional.Maybe[string]
	Reason    optional.Maybe[string]
}

// The bounds of a change.
const (
	MaxMovedUnits  = 1_000_000
	MaxMovedReason = 500
)

// Movements returns the lines that the change adds to the ledger. Faults: validation_failed for
// members that contradict each other, not_found for a warehouse outside the places, not_supported
// for a warehouse without stock.
func (c StockChange) Movements(places map[WarehouseID]StockPlace) ([]Movement, error) {
	var f check.Faults
	reference := check.Line(&f, "/reference", optional.FieldOf(c.Reference), MaxLine)
	reason := check.Line(&f, "/reason", optional.FieldOf(c.Reason), MaxMovedReason)
	to, moves := c.To.Get()
	switch {
	case c.Units == 0 || c.Units < 0 && c.Kind != StockAdjust || max(c.Units, -c.Units) > MaxMovedUnits:
		f.Clash(fault.CodeOutOfRange, "/units", "must be from 1 to 1000000, or that far below 0 in an adjustment")
	case moves != (c.Kind == StockTransfer) || moves && to == c.Warehouse:
		f.Clash(fault.CodeNotAllowed, "/to_warehouse_id", "is another warehouse, and goes with a transfer only")
	}
	if err := f.Err(fault.CodeValidationFailed); err != nil {
		return nil, err
	}
	line := Movement{StockKey: StockKey{c.Warehouse, c.Product}, Kind: MovementKind(c.Kind), Units: c.Units, Reference: reference.Maybe(), Reason: reason.Maybe()}
	if c.Kind != StockAdjust {
		line.Units = -c.Units
	}
	out := []Movement{line}
	if moves {
		line.Warehouse, line.Units = to, c.Units
		out = append(out, line)
	}
	for _, m := range out {
		switch place := places[m.Warehouse]; {
		case !place.Live:
			return nil, fault.Newf(fault.Rule, fault.CodeNotFound, "There is no warehouse %d.", m.Warehouse)
		case !place.Booked():
			return nil, fault.Newf(fault.Rule, fault.CodeNotSupported, "Warehouse %d is the marketplace's, and the marketplace's own figures count its units.", m.Warehouse)
		}
	}
	return out, nil
}
