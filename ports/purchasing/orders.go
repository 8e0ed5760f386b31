package purchasing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/form"
	"sellingassistant/domain/purchasing/order"
)

// Thing narrows orders or items by the ordered product; of a slice any value fits.
type Thing struct {
	Products []int64
	// SKUs has the team's SKUs. ASINs are in capitals, GTINs have 14 digits. SupplierSKUs match in
	// any letter case.
	SKUs, ASINs, GTINs, SupplierSKUs []string
}

// OrderFilter narrows a list of orders. Members that are empty or nil do not narrow; of
// a slice any value fits; ranges include both ends.
type OrderFilter struct {
	Statuses     []order.Status
	Suppliers    []int64
	Warehouses   []int64
	Assignees    []id.User
	Payments     []order.PaymentStatus
	Overdue      *bool
	OnHold       *bool
	OverReceived *bool
	HasDocuments *bool
	Tags         mark.Filter
	// Today sets the day from which Overdue counts.
	Today date.Date
	// Numbers match in any letter case.
	Numbers []string
	Thing
	// Query matches text within number, reference, name of the supplier or a tracking number, in
	// any letter case.
	Query                    string
	OrderedFrom, OrderedTo   *date.Date
	ExpectedFrom, ExpectedTo *date.Date
	TotalFrom, TotalTo       *money.Amount
}

// ItemFilter narrows a list of items, by the rules of OrderFilter.
type ItemFilter struct {
	Thing
	Outstanding, OverReceived *bool
	// Query matches text within title, SKU, the supplier's SKU, ASIN or GTIN, in any letter case.
	Query string
}

// LineFilter narrows a list of receipt lines, by the rules of OrderFilter.
type LineFilter struct {
	IDs        []int64
	Items      []order.ItemID
	Kinds      []order.ReceiptKind
	References []string
}

// Orders stores the purchase orders of all teams, their items and receipts. A number must be unique
// among the live orders of a team, ignoring letter case. A duplicate is a Rule fault "duplicate" at
// /number with existing_id. Every writer locks the order first, so that later reads in the
// transaction stay valid.
type Orders interface {
	// Number returns the team's next free order number. Other writers that ask for a number wait
	// until the transaction ends.
	Number(ctx context.Context, team id.Team) (string, error)
	// Insert stores a new order with its items.
	Insert(ctx context.Context, o *order.Order, items []*order.Item) (order.ID, error)
	Find(ctx context.Context, team id.Team, one order.ID) (order.Snapshot, error)
	// List reads a page. Order fields: id, created_at, updated_at, number (in any letter
	// case), order_date, expected_date, total, status.
	List(ctx context.Context, team id.Team, f OrderFilter, r page.Request) (page.Page[order.Snapshot], error)
	// Lock reads the named orders, ascending, and locks them until the transaction ends. Absent
	// orders are left out.
	Lock(ctx context.Context, team id.Team, ids []order.ID) ([]*order.Order, error)
	// LockItem reads an order and one of its items, and locks both until the transaction ends. twin
	// reports another item with the same product; it may be older than the lock. An absent order or
	// item is fault.Missing.
	LockItem(
		ctx context.Context, team id.Team, parent order.ID, item order.ItemID,
	) (locked *order.Order, line *order.Item, twin bool, err error)
	// Save stores a locked order and its changed items.
	Save(ctx context.Context, o *order.Order, items ...*order.Item) error
	// Live returns the ids that belong to live orders of the team, ascending.
	Live(ctx context.Context, team id.Team, ids []int64) ([]int64, error)
	// Touch marks orders as changed at a time, as Suppliers.Touch does.
	Touch(ctx context.Context, team id.Team, ids []int64, at time.Time) error
	// Remove hides locked orders.
	Remove(ctx context.Context, team id.Team, ids []order.ID, at time.Time) error

	// Items reads the first items of an order by position and id; limit 0 reads all.
	Items(ctx context.Context, team id.Team, of order.ID, limit int) ([]*order.Item, error)
	// Named reads items of an order, ascending. Absent items are left out.
	Named(ctx context.Context, team id.Team, of order.ID, ids []order.ItemID) ([]*order.Item, error)
	// Twins reports which items order the same product as another item of the order.
	Twins(ctx context.Context, team id.Team, of order.ID, items []order.ItemSnapshot) (map[order.ItemID]bool, error)
	// ListItems reads a page. Order fields: id, created_at, position, title (in any
	// letter case), quantity, unit_cost.
	ListItems(ctx context.Context, team id.Team, of order.ID, f ItemFilter, r page.Request) (page.Page[order.ItemSnapshot], error)
	// Add stores new items of a locked order and returns their ids, in order.
	Add(ctx context.Context, of order.ID, items []*order.Item) ([]order.ItemID, error)
	// Drop deletes items of a locked order.
	Drop(ctx context.Context, team id.Team, ids []order.ItemID) error

	// Book adds receipt lines of a locked order and returns their ids, in order. Receipts reads the
	// receipt lines of an item, the oldest first.
	Book(ctx context.Context, who caller.Caller, lines []order.Receipt, at time.Time) ([]int64, error)
	Receipts(ctx context.Context, team id.Team, item order.ItemID) ([]order.Receipt, error)
	// Lines reads a page of the receipt lines of an order. Order fields: id, created_at.
	Lines(ctx context.Context, team id.Team, of order.ID, f LineFilter, r page.Request) (page.Page[order.Line], error)
	// Booked finds a receipt line with a delivery note, letter for letter; 0 without such a line.
	Booked(ctx context.Context, team id.Team, of order.ID, reference string) (line int64, err error)
	// Brought reads the receipt lines of cost targets of a kind on a day and later, of all orders,
	// with the shares of their items and their orders. known has the shares of changed items, and
	// orders that need no read. Came reads the receipt lines of an order. Costed stores the costs
	// of lines.
	Brought(
		ctx context.Context, team id.Team, kind purchasing.CostTargetKind, targets []int64, from date.Date,
		known order.Ledger,
	) (order.Ledger, error)
	Came(ctx context.Context, team id.Team, of order.ID) ([]order.Receipt, error)
	Costed(ctx context.Context, team id.Team, lines []order.Receipt) error
	// Costing stores whether costs of a locked order remain to be written. The version stays.
	Costing(ctx context.Context, team id.Team, of order.ID, pending bool) error

	// Pasts reads facts from the team's other orders: whether another order of the supplier has the
	// same reference, and the exchange rate of the last earlier order in the same currencies.
	Pasts(ctx context.Context, team id.Team, ids []order.ID) (map[order.ID]order.Past, error)
}

// OrderWriter lays out a form as a file. The same form always gives the same bytes. It makes texts
// harmless: no cell is a formula, and no mark changes the direction of the text after it.
type OrderWriter func(f form.Form, as form.Format) ([]byte, error)

// PartyOrders reads and moves the orders of a party: a supplier, a warehouse, an offer or a
// product.
type PartyOrders interface {
	// Open counts the open orders of suppliers or to warehouses: drafts, ordered orders and
	// partially received orders. For offers and products it counts the items of open orders that
	// name the offers or write the costs of the products. It returns at most 10 ids, ascending.
	// Records without open orders are left out.
	Open(ctx context.Context, team id.Team, of order.Party, ids []int64) (map[int64]purchasing.Held, error)
	// Deliveries reads the deliveries of the suppliers' orders placed since a time, by the order's
	// id. Orders that became a draft again or were cancelled are left out.
	Deliveries(ctx context.Context, team id.Team, suppliers []int64, since time.Time, today date.Date) ([]purchasing.Delivery, error)
	// Move moves the orders of suppliers to another supplier and counts them. The supplier data in
	// the orders stays, and so do the versions. It locks these orders and the other supplier's
	// orders, so that Reoffer runs after the locks of all orders with changed items.
	Move(ctx context.Context, team id.Team, from []int64, into int64, at time.Time) (int64, error)
	// Reoffer replaces an offer by another offer in the items that name it.
	Reoffer(ctx context.Context, team id.Team, from, into purchasing.OfferID, at time.Time) error
}

// Buyer has the data of a team that orders need.
type Buyer struct {
	Name string
	// Address has any number of lines, and is empty for a team without it.
	Address  string
	Currency money.Currency
	// PricesWithTax says that buyers see prices with tax.
	PricesWithTax bool
	// PurchasesWithTax says that purchase prices contain tax unless a supplier says otherwise.
	PurchasesWithTax bool
	// Registrations for VAT have no value until the team states them.
	Registrations optional.Maybe[vat.Registrations]
	// Surplus bounds the receipts beyond the ordered quantity, in percent; no value means no limit.
	Surplus optional.Maybe[money.Percent]
	// Average selects the cost method weighted_average.
	Average bool
}

// Recovery decides whether tax on purchases from a supplier comes back.
func (b Buyer) Recovery(s purchasing.SupplierValues) order.Recovery {
	return order.Recovery{Supplier: s.TaxRecoverable, Registrations: b.Registrations, Default: b.PricesWithTax}
}

// VATNumber returns the number of the team's registration in the tax country of an order, else the
// first number. It is empty without a number.
func (b Buyer) VATNumber(v order.Values, today date.Date) string {
	all := b.Registrations.Or(nil)
	if r, ok := all.On(v.TaxCountry.Or(""), v.OrderDate.Or(today)); ok && r.Number.Known() {
		return r.Number.Or("")
	}
	for _, r := range all {
		if r.Number.Known() {
			return r.Number.Or("")
		}
	}
	return ""
}

// Rate has an exchange rate and where it comes from.
type Rate struct {
	Rate   money.Rate
	Origin order.RateOrigin
}

// Rates returns how much quote one base was worth at a day, by the team's exchange rates. Without a
// rate of the last 7 days it is the Rule fault exchange_rate_missing with base, quote and date.
type Rates func(ctx context.Context, team id.Team, base, quote money.Currency, day date.Date) (Rate, error)

// Teams reads the teams that place orders.
type Teams interface {
	Buyer(ctx context.Context, team id.Team) (Buyer, error)
	// Member reports whether a user is a member of the team.
	Member(ctx context.Context, team id.Team, user id.User) (bool, error)
}
