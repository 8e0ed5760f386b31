package papers

import (
	"sellingassistant/app/purchasing"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	domain "sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/landed"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/purchasing"
	"sellingassistant/ports/tx"
)

// Mode is what is made of a paper.
type Mode string

// The modes.
const (
	Create  Mode = "create_purchase_order"
	Update  Mode = "update_purchase_order"
	Receive Mode = "receive_only"
	Credit  Mode = "credit"
	Costs   Mode = "costs_only"
)

// Paper is a wish to book a supplier's paper.
type Paper struct {
	Mode     Mode
	Document int64
	Supplier domain.SupplierID
	// New makes the supplier; Issuer is learned as its aliases where Learn says so.
	New       optional.Maybe[domain.SupplierPatch]
	Issuer    purchasing.Issuer
	Learn     bool
	Warehouse int64
	// Order is the one to be changed.
	Order order.ID
	// Terms change members of the order, Charges add to its other costs.
	Terms   order.Patch
	Charges []landed.OtherCost
	// Placed orders what is made, Receives books the units too, on Day or else today, with Reference.
	Placed, Receives bool
	Day              optional.Maybe[date.Date]
	Reference        optional.Maybe[string]
	// Issued is the day from which prices hold.
	Issued optional.Maybe[date.Date]
	// Currency is that of the amounts; the supplier's, else the team's, where it is empty.
	Currency money.Currency
	// Returned takes a credit for units that went back; else Credit raises the discount of the order.
	Returned bool
	Credit   optional.Maybe[money.Amount]
	// UpdateCosts writes what offers cost, CreateOffers makes those that are missing.
	UpdateCosts, CreateOffers bool
	// Partial books the lines that are good.
	Partial bool
	Lines   []Line
}

// Line is a line of a paper.
type Line struct {
	No int
	// Item is the one to be changed, received or returned, 0 for a new one.
	Item order.ItemID
	// Values are those of the item. Members that are not given stay.
	Values order.ItemPatch
	// Fresh makes an inventory product of title, GTIN and MPN.
	Fresh bool
	MPN   string
	// Units come, go back, or weigh a cost. Net is what one costs.
	Units optional.Maybe[int64]
	Net   optional.Maybe[money.Amount]
}

// Status is what became of a line.
type Status string

// What becomes of lines.
const (
	Made    Status = "created"
	Changed Status = "updated"
	Refused Status = "failed"
)

// Outcome is what became of a line.
type Outcome struct {
	No            int
	Status        Status
	Item, Product int64
	Old, New      optional.Maybe[money.Amount]
	Err           *fault.Error
}

// Booked is what became of a paper.
type Booked struct {
	Lines    []Outcome
	Supplier domain.Supplier
	// Order is as it is afterwards, none where none was touched.
	Order    optional.Maybe[order.Snapshot]
	Made     bool
	Items    struct{ Made, Changed int }
	Offers   struct{ Made, Changed int }
	Receipts int
	Products int
	Costs    int
	// Undo takes it back.
	Undo string
}

// Blocker is a record that changed since.
type Blocker struct {
	Type   string
	ID     int64
	Reason string
}

// Parts are what papers are booked with.
type Parts struct {
	Orders     *orders.Orders
	Suppliers  *purchasing.Suppliers
	Offers     *purchasing.Offers
	Store      ports.Orders
	Vendors    ports.Suppliers
	Warehouses ports.Warehouses
	Offered    ports.Offers
	Products   ports.PaperProducts
	Goods      ports.Goods
	Costs      ports.Costs
	Buyers     ports.Buyers
	Trail      audit.Log
	On         tx.Runner
	Clock      clock.Clock
}

// Papers are the use cases.
type Papers struct{ Parts }

// New opens the use cases.
func New(p Parts) *Papers { return &Papers{p} }
