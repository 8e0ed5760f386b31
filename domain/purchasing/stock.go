package purchasing

import (
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
)

// MovementKind says why units came into a warehouse or left it.
type MovementKind string

// The kinds of movements. Orders book the first three.
const (
	MovedReceipt    MovementKind = "receipt"
	MovedCorrection MovementKind = "correction"
	MovedReturn     MovementKind = "return"
	MovedAdjust     MovementKind = "adjust"
	MovedTransfer   MovementKind = "transfer"
	MovedShip       MovementKind = "ship"
)

// Words lists them.
func (MovementKind) Words() []MovementKind {
	return []MovementKind{MovedReceipt, MovedCorrection, MovedReturn, MovedAdjust, MovedTransfer, MovedShip}
}

// StockKey names the units of a product in a warehouse.
type StockKey struct {
	Warehouse WarehouseID
	Product   ProductID
}

// Movement is a line of the stock ledger.
type Movement struct {
	StockKey
	Kind MovementKind
	// Units are above 0 for those that come, below for those that leave.
	Units int64
	// Receipt is the receipt line of an order.
	Receipt   optional.Maybe[int64]
	Reference optional.Maybe[string]
	Reason    optional.Maybe[string]
}

// StockPlace is what matters of a warehouse for the units in it.
type StockPlace struct {
	Type          WarehouseType
	SellsDirectly bool
	// Live is false for a deleted warehouse.
	Live bool
}

// Booked reports whether stock is kept: the figures of the marketplace count what is
// in a warehouse of type amazon.
func (p StockPlace) Booked() bool { return p.Type != AmazonWarehouse }

// Balance are the units of a product in a warehouse.
type Balance struct {
	StockKey
	Units int64
}

// Held sums up balances that are not 0: of the products in a warehouse, or of a product
// in warehouses.
type Held struct {
	// Records counts the products, or the warehouses; IDs are the first ones.
	Records, Units int64
	IDs            []int64
}

// Balances are the units in warehouses.
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
