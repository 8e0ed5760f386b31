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
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/form"
	"sellingassistant/domain/purchasing/order"
)

// Thing narrows orders or items by what is ordered; of a slice any value fits.
type Thing struct {
	Products []int64
	// SKUs are what the team's SKUs are called. ASINs are in capitals, GTINs in 14
	// digits; SupplierSKUs are in any letter case.
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
	// Today is the day that Overdue counts from.
	Today date.Date
	// Numbers are in any letter case.
	Numbers []string
	Thing
	// Query is text contained in number, reference, name of the supplier or a tracking
	// number, in any letter case.
	Query                    string
	OrderedFrom, OrderedTo   *date.Date
	ExpectedFrom, ExpectedTo *date.Date
	CreatedFrom, CreatedTo   *time.Time
	TotalFrom, TotalTo       *money.Amount
}

// ItemFilter narrows a list of items, as OrderFilter does one of orders.
type ItemFilter struct {
	Thing
	Outstanding, OverReceived *bool
	// Query is text contained in title, SKU, the supplier's SKU, ASIN or GTIN, in any
	// letter case.
	Query string
}

// LineFilter narrows a list of receipt lines, as OrderFilter does one of orders.
type LineFilter struct {
	IDs        []int64
	Items      []order.ItemID
	Kinds      []order.ReceiptKind
	References []string
}

// Orders keeps the purchase orders of all teams, their items and receipts. A number that
// another live order of the team has, in any letter case, is a Rule fault "duplicate" at
// /number with existing_id. Every writer locks the order first, so that what is read of
// it afterwards stands still.
type Orders interface {
	// Number is the next number of the team that no order has. Other writers that ask
	// for one wait until the transaction ends.
	Number(ctx context.Context, team id.Team) (string, error)
	// Insert stores a new order with its items.
	Insert(ctx context.Context, o *order.Order, items []*order.Item) (order.ID, error)
	Find(ctx context.Context, team id.Team, one order.ID) (order.Snapshot, error)
	// List reads a page. Order fields: id, created_at, updated_at, number (in any letter
	// case), order_date, expected_date, total, status.
	List(ctx context.Context, team id.Team, f OrderFilter, r page.Request) (page.Page[order.Snapshot], error)
	// Lock reads the named orders, ascending, and holds them until the transaction ends;
	// absent ones are left out.
	Lock(ctx context.Context, team id.Team, ids []order.ID) ([]*order.Order, error)
	// Save stores a locked order and those of its items that changed.
	Save(ctx context.Context, o *order.Order, items ...*order.Item) error
	// Live returns those of the ids that are live orders of the team, ascending.
	Live(ctx context.Context, team id.Team, ids []int64) ([]int64, error)
	// Remove hides locked orders.
	Remove(ctx context.Context, team id.Team, ids []order.ID, at time.Time) error

	// Items reads the first items of an order by position and id, all for limit 0.
	Items(ctx context.Context, team id.Team, of order.ID, limit int) ([]*order.Item, error)
	// Named reads items of an order, ascending; absent ones are left out.
	Named(ctx context.Context, team id.Team, of order.ID, ids []order.ItemID) ([]*order.Item, error)
	// Twins reports which items order the same as another one of the order.
	Twins(ctx context.Context, team id.Team, of order.ID, items []order.ItemSnapshot) (map[order.ItemID]bool, error)
	// ListItems reads a page. Order fields: id, created_at, position, title (in any
	// letter case), quantity, unit_cost.
	ListItems(ctx context.Context, team id.Team, of order.ID, f ItemFilter, r page.Request) (page.Page[order.ItemSnapshot], error)
	// Add stores new items of a locked order and returns their ids, in order.
	Add(ctx context.Context, of order.ID, items []*order.Item) ([]order.ItemID, error)
	// Drop deletes items of a locked order.
	Drop(ctx context.Context, team id.Team, ids []order.ItemID) error

	// Book adds receipt lines of a locked order and returns their ids, in order; Receipts
	// reads those of an item, the oldest first.
	Book(ctx context.Context, who caller.Caller, lines []order.Receipt, at time.Time) ([]int64, error)
	Receipts(ctx context.Context, team id.Team, item order.ItemID) ([]order.Receipt, error)
	// Lines reads a page of the receipt lines of an order. Order fields: id, created_at.
	Lines(ctx context.Context, team id.Team, of order.ID, f LineFilter, r page.Request) (page.Page[order.Line], error)
	// Booked finds units that came with a delivery note, letter for letter; 0 for none.
	Booked(ctx context.Context, team id.Team, of order.ID, reference string) (line int64, err error)
	// Brought reads the receipt lines of cost targets of a kind on a day and later, of
	// all orders, with their items and orders, of which known has some; Came those of an
	// order. Costed stores the costs of lines.
	Brought(ctx context.Context, team id.Team, kind purchasing.CostTargetKind, targets []int64, from date.Date, known order.Ledger) (order.Ledger, error)
	Came(ctx context.Context, team id.Team, of order.ID) ([]order.Receipt, error)
	Costed(ctx context.Context, team id.Team, lines []order.Receipt) error
	// Costing stores whether costs of an order that is locked are still to be written. The
	// version stays.
	Costing(ctx context.Context, team id.Team, of order.ID, pending bool) error

	// Pasts reads what the team's other orders say about orders: whether another one of
	// the supplier has the reference, and the rate of the last one that was placed before
	// in the same currencies.
	Pasts(ctx context.Context, team id.Team, ids []order.ID) (map[order.ID]order.Past, error)
}

// OrderWriter writes orders as files.
type OrderWriter interface {
	// Write lays a form out; the same form is always the same bytes. Texts are made harmless: no
	// cell is a formula, and no mark turns the direction of what follows.
	Write(f form.Form, as form.Format) ([]byte, error)
}

// OrderDocuments knows the documents that are attached to orders.
type OrderDocuments interface {
	// Of reads the newest order.MaxPapers documents of each order, deleted ones too, and
	// counts the live ones; orders without any are left out.
	Of(ctx context.Context, team id.Team, orders []int64) (map[int64]order.Papers, error)
}

// Waiting are what open orders wait for. Open are drafts, those that are ordered and those
// of which not all came.
type Waiting interface {
	// Open counts the open orders of suppliers or to warehouses, or the items of open
	// orders that name offers or write the costs of products, with at most 10 ids,
	// ascending. Records that none names are left out.
	Open(ctx context.Context, team id.Team, of order.Party, ids []int64) (map[int64]purchasing.Held, error)
}

// SupplierOrders are what suppliers tell of their orders.
type SupplierOrders interface {
	Waiting
	// Deliveries reads how the orders of suppliers went that were placed since then, but
	// those that became a draft or were cancelled, by the order's id.
	Deliveries(ctx context.Context, team id.Team, suppliers []int64, since time.Time, today date.Date) ([]purchasing.Delivery, error)
	// Move gives the orders of suppliers to another one and counts them. What the orders
	// show of their supplier stays, versions too. It locks them, and those of the other one,
	// so that Reoffer comes behind the locks of all orders whose items it changes.
	Move(ctx context.Context, team id.Team, from []int64, into int64) (int64, error)
	// Reoffer puts an offer in place of another one in the items that name it.
	Reoffer(ctx context.Context, team id.Team, from, into purchasing.OfferID, at time.Time) error
}

// Goods knows the inventory's records that items name.
type Goods interface {
	// Hold keeps other writers of the team's products waiting until the transaction
	// ends, so that none is deleted meanwhile.
	Hold(ctx context.Context, team id.Team) error
	// Find reads live products, SKUs and the products that SKUs are matched with; absent
	// ones are left out.
	Find(ctx context.Context, team id.Team, products, skus []int64) (order.Goods, error)
	// Costs reads the unit costs in force on a day; targets without one are left out.
	Costs(ctx context.Context, team id.Team, targets []purchasing.CostTarget, day date.Date) (map[purchasing.CostTarget]money.Sum, error)
}

// Buyer is what orders take from their team.
type Buyer struct {
	Name     string
	Currency money.Currency
	// PricesWithTax says that buyers are shown prices with tax.
	PricesWithTax bool
	// Surplus is how much more than ordered may be received, none for no limit.
	Surplus optional.Maybe[money.Percent]
	// Average is the cost method weighted_average.
	Average bool
}

// Buyers knows the teams that place orders.
type Buyers interface {
	Buyer(ctx context.Context, team id.Team) (Buyer, error)
	// Member reports whether a user is one of the team's.
	Member(ctx context.Context, team id.Team, user id.User) (bool, error)
}
