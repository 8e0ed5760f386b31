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

// Mode names the records to make of a document.
type Mode string

// The modes.
const (
	Create  Mode = "create_purchase_order"
	Update  Mode = "update_purchase_order"
	Receive Mode = "receive_only"
	Credit  Mode = "credit"
	Costs   Mode = "costs_only"
)

// Paper describes a supplier's document to book.
type Paper struct {
	Mode     Mode
	Document int64
	Supplier domain.SupplierID
	// New makes the supplier; Issuer is learned as its aliases if Learn is set.
	New       optional.Maybe[domain.SupplierPatch]
	Issuer    purchasing.Issuer
	Learn     bool
	Warehouse int64
	// Order names the order to be changed.
	Order order.ID
	// Terms change members of the order, Charges add to its other costs.
	Terms   order.Patch
	Charges []landed.OtherCost
	// Placed orders the made order. Receives books the units too, on Day or else today, with
	// Reference.
	Placed, Receives bool
	Day              optional.Maybe[date.Date]
	Reference        optional.Maybe[string]
	// Issued has the day from which prices apply.
	Issued optional.Maybe[date.Date]
	// Currency applies to the amounts; "" means the supplier's, else the team's.
	Currency money.Currency
	// Returned books a credit as returned units; otherwise Credit raises the discount of the order.
	Returned bool
	Credit   optional.Maybe[money.Amount]
	// UpdateCosts writes the costs of offers, CreateOffers makes missing offers.
	UpdateCosts, CreateOffers bool
	// Partial books the valid lines only.
	Partial bool
	Lines   []Line
}

// Line has a line of a document.
type Line struct {
	No int
	// The item to be changed, received or returned, 0 for a new item.
	Item order.ItemID
	// Values has the members of the item. Members that are not given stay.
	Values order.ItemPatch
	// Fresh makes an inventory product from title, GTIN and MPN.
	Fresh bool
	MPN   string
	// Units counts received or returned units, or the units that weigh a cost. Net has the price of
	// one unit.
	Units optional.Maybe[int64]
	Net   optional.Maybe[money.Amount]
}

// Status has the outcome of a line.
type Status string

// The outcomes of lines.
const (
	Made    Status = "created"
	Changed Status = "updated"
	Refused Status = "failed"
)

// Outcome has the result of a line.
type Outcome struct {
	No            int
	Status        Status
	Item, Product int64
	Old, New      optional.Maybe[money.Amount]
	Err           *fault.Error
}

// Booked has the result of a document.
type Booked struct {
	Lines    []Outcome
	Supplier domain.Supplier
	// Order has the order afterwards; it is absent if no order was changed.
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

// Blocker names a record that changed since.
type Blocker struct {
	Type   string
	ID     int64
	Reason string
}

// Parts has the dependencies of the use cases.
type Parts struct {
	Orders     *orders.Orders
	Suppliers  *purchasing.Suppliers
	Offers     *purchasing.Offers
	Store      ports.Orders
	Vendors    ports.Suppliers
	Warehouses ports.Warehouses
	Offered    ports.Offers
	Inventory  ports.Inventory
	Teams      ports.Teams
	Rates      ports.Rates
	Trail      audit.Log
	On         tx.Runner
	Clock      clock.Clock
}

// Papers provides the use cases of suppliers' documents.
type Papers struct{ Parts }

// New opens the use cases.
func New(p Parts) *Papers { return &Papers{p} }
