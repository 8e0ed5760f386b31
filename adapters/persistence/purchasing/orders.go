package purchasing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	ports "sellingassistant/ports/purchasing"
)

// orderRow has a column for each value that lists filter or sort by. Merging suppliers changes only
// supplier_id.
type orderRow struct {
	bun.BaseModel `bun:"table:purchasing_orders"`

	record.Head
	Body          record.Document[order.Snapshot] `bun:"body"`
	Costing       bool                            `bun:"costing"`
	NumberKey     string                          `bun:"number_key" record:"derived"`
	Status        order.Status                    `bun:"status" record:"derived"`
	Supplier      int64                           `bun:"supplier_id"`
	Warehouse     int64                           `bun:"warehouse_id" record:"derived"`
	Assignee      *int64                          `bun:"assignee_id" record:"derived"`
	Currency      money.Currency                  `bun:"currency" record:"derived"`
	CostCurrency  money.Currency                  `bun:"cost_currency" record:"derived"`
	Rate          *int64                          `bun:"rate" record:"derived"`
	OrderDate     *int64                          `bun:"order_date" record:"derived"`
	ExpectedDate  *int64                          `bun:"expected_date" record:"derived"`
	OrderedAt     *int64                          `bun:"ordered_at" record:"derived"`
	Total         *int64                          `bun:"total" record:"derived"`
	PaymentStatus order.PaymentStatus             `bun:"payment_status" record:"derived"`
	OnHold        bool                            `bun:"on_hold" record:"derived"`
	ItemsOpen     int64                           `bun:"items_open" record:"derived"`
	ItemsOver     int64                           `bun:"items_over" record:"derived"`
	ReferenceKey  *string                         `bun:"reference_key" record:"derived"`
	Search        string                          `bun:"search" record:"derived"`
}

func orderRowOf(s order.Snapshot) orderRow {
	v := s.Values
	return orderRow{
		Head: record.Head{ID: int64(s.ID), Team: s.Team, Version: s.Version, CreatedAt: db.Micros(s.CreatedAt), UpdatedAt: db.Micros(s.UpdatedAt)},
		Body: record.DocumentOf(s), Costing: s.Costing, NumberKey: record.Key(v.Number), Status: s.Status, Supplier: v.SupplierID,
		Warehouse: v.WarehouseID, Assignee: record.Whole(v.AssigneeID), Currency: v.Currency, CostCurrency: v.CostCurrency,
		Rate: record.Number(v.ExchangeRate, money.Rate.Units), OrderDate: record.Number(v.OrderDate, date.Date.Days),
		ExpectedDate: record.Number(v.ExpectedDate, date.Date.Days), OrderedAt: record.Number(s.OrderedAt, db.Micros),
		Total: record.Number(s.Sums.Total, money.Amount.Units), PaymentStatus: s.PaymentStatus(), OnHold: v.OnHold,
		ItemsOpen: s.Counts.Open, ItemsOver: s.Counts.Over, ReferenceKey: optional.Convert(v.SupplierReference, record.Key).Ptr(),
		Search: db.Fold(strings.Join(append([]string{v.Number, v.SupplierReference.Or(""), s.Supplier.Name}, v.TrackingNumbers...), "\n")),
	}
}

func (r *orderRow) order() (order.Snapshot, error) {
	s := r.Body.V
	s.Values.SupplierID = r.Supplier
	s.ID, s.Team, s.Version, s.Costing = order.ID(r.ID), r.Team, r.Version, r.Costing
	s.CreatedAt, s.UpdatedAt = db.FromMicros(r.CreatedAt), db.FromMicros(r.UpdatedAt)
	return s, nil
}

// Orders stores orders, their items and receipts.
type Orders struct {
	store  *db.Store
	orders *record.Records[orderRow, order.Snapshot]
	items  *record.Records[itemRow, order.ItemSnapshot]
	lines  *record.Records[receiptRow, receiptRow]
	// repriced writes the landed costs of items.
	repriced *record.Records[repricedRow, repricedRow]
	// both has the text of LockItem, brought of Brought.
	both, brought string
}

func NewOrders(s *db.Store) *Orders {
	on := record.On(s)
	orders := record.New(on, record.Table[orderRow, order.Snapshot]{
		Row: orderRowOf, Snapshot: (*orderRow).order, Fixed: []string{"deleted_at"},
		Narrow: [][]string{
			{"version", "updated_at", "body"}, {"version", "updated_at", "body", "status", "items_open", "items_over"},
		},
		Sorts: map[string]string{
			"created_at": "created_at", "updated_at": "updated_at", "number": "number_key", "order_date": "order_date",
			"expected_date": "expected_date", "total": "total", "status": "status",
		},
	})
	items, lines := record.New(on, itemTable), record.New(on, receiptTable)
	return &Orders{
		s, orders, items, lines, record.New(on, record.Plain[repricedRow]()),
		"SELECT " + orders.Columns("o.") + ", " + items.Columns("i.") + `, EXISTS (SELECT 1 FROM purchasing_items AS t
				WHERE t.team_id = i.team_id AND t.order_id = i.order_id AND t.identity = i.identity AND t.id <> i.id)
			FROM purchasing_orders AS o JOIN purchasing_items AS i ON i.team_id = o.team_id AND i.order_id = o.id
			WHERE o.team_id = $1 AND o.id = $2 AND o.deleted_at IS NULL AND i.id = $3` + s.ForUpdate(),
		broughtText(s),
	}
}

var (
	_ ports.Orders      = (*Orders)(nil)
	_ ports.PartyOrders = (*Orders)(nil)
)

// Number returns the next free order number.
func (o *Orders) Number(ctx context.Context, team id.Team) (string, error) {
	for {
		var last int64
		err := o.store.HotWrite(ctx).QueryRow(ctx, "INSERT INTO purchasing_counters (team_id, last) VALUES ($1, 1)"+
			" ON CONFLICT (team_id) DO UPDATE SET last = purchasing_counters.last + 1 RETURNING last", int64(team)).Scan(&last)
		if err != nil {
			return "", db.Fault(err)
		}
		number := fmt.Sprintf("PO-%06d", last)
		if _, taken, err := o.orders.First(ctx, record.Query{Team: team, Where: []record.Condition{numbered(number)}}); err != nil || !taken {
			return number, err
		}
	}
}

func numbered(number string) record.Condition {
	return record.Is("number_key", new(record.Key(number)))
}

// Insert stores an order with its items.
func (o *Orders) Insert(ctx context.Context, one *order.Order, items []*order.Item) (made order.ID, err error) {
	err = o.unique(ctx, one.Snapshot(), func(ctx context.Context) error {
		ids, err := o.orders.Insert(ctx, one.Snapshot())
		if err == nil {
			made = order.ID(ids[0])
		}
		return err
	})
	if err != nil {
		return 0, err
	}
	_, err = o.Add(ctx, made, items)
	return made, err
}

// unique writes inside a savepoint, so that it can find the order with the same number.
func (o *Orders) unique(ctx context.Context, s order.Snapshot, write func(ctx context.Context) error) error {
	err := o.store.InTx(ctx, write)
	if _, taken := errors.AsType[*db.Unique](err); !taken {
		return err
	}
	other, _, err := o.orders.First(ctx, record.Query{Team: s.Team, Where: []record.Condition{numbered(s.Values.Number)}})
	if err != nil {
		return err
	}
	return fault.New(fault.Rule, fault.CodeDuplicate, "Another order has this number.").At("/number").With("existing_id", int64(other.ID))
}

// Find returns an order. An absent order is fault.Missing.
func (o *Orders) Find(ctx context.Context, team id.Team, one order.ID) (order.Snapshot, error) {
	return o.orders.Find(ctx, team, int64(one))
}

// List reads a page.
func (o *Orders) List(ctx context.Context, team id.Team, f ports.OrderFilter, r page.Request) (page.Page[order.Snapshot], error) {
	return o.orders.Page(ctx, team, orderConditions(team, f), r)
}

func days(d *date.Date) *int64 { return record.Number(optional.Of(d), date.Date.Days) }

func folded(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = record.Key(text)
	}
	return out
}

func orderConditions(team id.Team, f ports.OrderFilter) []record.Condition {
	out := []record.Condition{
		record.In("status", f.Statuses), record.In("supplier_id", f.Suppliers), record.In("warehouse_id", f.Warehouses),
		record.In("assignee_id", f.Assignees), record.In("payment_status", f.Payments), record.Is("on_hold", f.OnHold),
		record.Whether(f.OverReceived, record.Above("items_over", new(int64(0)))), record.In("number_key", folded(f.Numbers)),
		record.Contains("search", f.Query), record.Tagged("purchasing_orders", mark.Order, f.Tags), record.Between("order_date", days(f.OrderedFrom), days(f.OrderedTo)),
		record.Between("expected_date", days(f.ExpectedFrom), days(f.ExpectedTo)),
		record.Between("total", record.Units(f.TotalFrom), record.Units(f.TotalTo)),
		record.Whether(f.Overdue, record.Condition{
			Text: "status IN (?) AND items_open > 0 AND COALESCE(expected_date, ?) < ?",
			Args: []any{bun.List(order.Opened), f.Today.Days(), f.Today.Days()},
		}),
		record.Whether(f.HasDocuments, record.Condition{
			Text: "id IN (SELECT target_id FROM v_document_targets WHERE team_id = ? AND kind = 'purchase_order')", Args: []any{int64(team)},
		}),
	}
	for _, c := range thing(f.Thing) {
		if c.Text != "" {
			out = append(out, record.Condition{
				Text: "id IN (SELECT order_id FROM purchasing_items WHERE team_id = ? AND " + c.Text + ")", Args: append([]any{int64(team)}, c.Args...),
			})
		}
	}
	return out
}

// Lock reads orders for a change.
func (o *Orders) Lock(ctx context.Context, team id.Team, ids []order.ID) ([]*order.Order, error) {
	return record.RestoredAll(order.Restored)(o.orders.Lock(ctx, team, db.Plain(ids)))
}

// LockItem reads an order and an item for a change. It locks both: after a wait Postgres reads only
// locked rows again.
func (o *Orders) LockItem(
	ctx context.Context, team id.Team, parent order.ID, item order.ItemID,
) (*order.Order, *order.Item, bool, error) {
	its, theOrder := o.orders.Row()
	places, theItem := o.items.Row()
	var twin bool
	err := o.store.Hot(ctx).QueryRow(ctx, o.both, int64(team), int64(parent), int64(item)).
		Scan(append(slices.Concat(its, places), &twin)...)
	if err != nil {
		return nil, nil, false, db.Absent(err)
	}
	locked, err := record.Restored(order.Restored)(theOrder())
	if err != nil {
		return nil, nil, false, err
	}
	line, err := record.Restored(order.RestoredItem)(theItem())
	return locked, line, twin, err
}

// Save stores an order with its changed items.
func (o *Orders) Save(ctx context.Context, changed *order.Order, items ...*order.Item) error {
	var err error
	write := func(ctx context.Context) error {
		return o.orders.SaveOver(ctx, []order.Snapshot{changed.Stored()}, changed.Snapshot())
	}
	switch {
	case changed.Renamed():
		err = o.unique(ctx, changed.Snapshot(), write)
	case changed.Changed():
		err = write(ctx)
	}
	if err != nil {
		return err
	}
	return o.saveItems(ctx, items)
}

// Live returns the ids that belong to live orders.
func (o *Orders) Live(ctx context.Context, team id.Team, ids []int64) ([]int64, error) {
	found, err := o.orders.Named(ctx, team, ids)
	out := make([]int64, len(found))
	for i, one := range found {
		out[i] = int64(one.ID)
	}
	return out, err
}

// Remove marks orders as removed.
func (o *Orders) Remove(ctx context.Context, team id.Team, ids []order.ID, at time.Time) error {
	return o.orders.Remove(ctx, team, db.Plain(ids), at)
}

// words lists statuses for the text of a statement.
func words(list []order.Status) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = "'" + string(s) + "'"
	}
	return "(" + strings.Join(out, ", ") + ")"
}

// waiting maps each kind of record to the orders or items that wait for it. A product's items are
// those with costs that count for the product, whether they name a SKU or an offer.
var waiting = func() map[order.Party]needed {
	open := "o.deleted_at IS NULL AND o.status IN " + words(order.Waiting)
	orders := "purchasing_orders AS o WHERE o.team_id = $1 AND " + open
	items := "purchasing_items AS i JOIN purchasing_orders AS o ON o.team_id = i.team_id AND o.id = i.order_id WHERE i.team_id = $1 AND " + open
	return map[order.Party]needed{
		order.OfSupplier:  {"o.supplier_id", "o.id", "0", orders},
		order.ToWarehouse: {"o.warehouse_id", "o.id", "0", orders},
		order.OfOffer:     {"i.offer_id", "i.id", "i.outstanding", items},
		order.OfProduct:   {"i.target_id", "i.id", "i.outstanding", items + " AND i.target_kind = '" + string(purchasing.CostOfProduct) + "'"},
	}
}()

// Open counts the orders or items that wait for records.
func (o *Orders) Open(ctx context.Context, team id.Team, of order.Party, ids []int64) (map[int64]purchasing.Held, error) {
	return held(ctx, o.store, team, waiting[of], ids)
}

// Deliveries sums up how orders of suppliers were delivered.
func (o *Orders) Deliveries(ctx context.Context, team id.Team, suppliers []int64, since time.Time, today date.Date) ([]purchasing.Delivery, error) {
	const expected = "COALESCE(i.expected_date, o.expected_date)"
	const complete = "i.outstanding = 0 AND i.accepted >= i.wanted AND i.came IS NOT NULL"
	sum := func(of string) string { return ", CAST(SUM(" + of + ") AS BIGINT)" }
	count := func(when string) string { return sum("CASE WHEN i.wanted > 0 AND " + when + " THEN 1 ELSE 0 END") }
	text := "SELECT o.supplier_id, o.ordered_at, o.currency, o.total, o.status NOT IN " + words(order.Waiting) +
		", o.status IN " + words(order.Opened) + " AND o.items_open > 0 AND COALESCE(o.expected_date, $2) < $2" +
		sum("i.quantity") + sum("CASE WHEN i.accepted < i.quantity THEN i.accepted ELSE i.quantity END") + sum("i.accepted") + sum("i.rejected") +
		", MAX(i.came)" + count("("+complete+" AND "+expected+" IS NOT NULL OR "+expected+" < $2)") + count(complete+" AND i.came <= "+expected) +
		" FROM purchasing_orders AS o JOIN purchasing_items AS i ON i.team_id = o.team_id AND i.order_id = o.id" +
		" WHERE o.team_id = $1 AND o.deleted_at IS NULL AND o.status NOT IN " + words([]order.Status{order.Draft, order.Cancelled}) +
		" AND o.ordered_at >= $3 AND " + o.store.IDsIn("o.supplier_id", 4) +
		" GROUP BY o.supplier_id, o.id, o.ordered_at, o.currency, o.total, o.status, o.items_open, o.expected_date ORDER BY o.id"
	if len(suppliers) == 0 {
		return nil, nil
	}
	var out []purchasing.Delivery
	var d purchasing.Delivery
	var ordered int64
	var total, came *int64
	err := db.Each(o.store.Hot(ctx).Query(ctx, text, int64(team), today.Days(), db.Micros(since), o.store.IDsArg(suppliers)))(func() {
		d.OrderedAt, d.Total, d.Came = db.FromMicros(ordered), record.Maybe(total, money.FromUnits), record.Maybe(came, date.FromDays)
		out = append(out, d)
	}, (*int64)(&d.Supplier), &ordered, (*string)(&d.Currency), &total, &d.Ended, &d.Overdue, &d.Ordered, &d.Filled, &d.Accepted, &d.Rejected,
		&came, &d.Judged, &d.OnTime)
	return out, err
}

// Touch marks orders as changed.
func (o *Orders) Touch(ctx context.Context, team id.Team, ids []int64, at time.Time) error {
	return record.Touch(ctx, o.store, "purchasing_orders", team, ids, at)
}

// Move assigns the orders of suppliers to another supplier.
func (o *Orders) Move(ctx context.Context, team id.Team, from []int64, into int64, at time.Time) (int64, error) {
	var one int64
	if err := db.Each(o.store.HotWrite(ctx).Query(ctx, "SELECT id FROM purchasing_orders WHERE team_id = $1 AND deleted_at IS NULL AND "+
		o.store.IDsIn("supplier_id", 2)+" ORDER BY id"+o.store.ForUpdate(), int64(team), o.store.IDsArg(append([]int64{into}, from...))))(func() {}, &one); err != nil {
		return 0, err
	}
	n, err := o.store.Hot(ctx).Exec(ctx, "UPDATE purchasing_orders SET supplier_id = $3, updated_at = $4"+
		" WHERE team_id = $1 AND deleted_at IS NULL AND "+
		o.store.IDsIn("supplier_id", 2), int64(team), o.store.IDsArg(from), into, db.Micros(at))
	return n, db.Fault(err)
}

// Pasts compares orders with other orders: a shared supplier reference, and the last exchange rate
// before. An index finds the last rate in one step.
func (o *Orders) Pasts(ctx context.Context, team id.Team, ids []order.ID) (map[order.ID]order.Past, error) {
	out := make(map[order.ID]order.Past, len(ids))
	var one order.ID
	var same bool
	var rate *int64
	err := db.Each(o.store.Hot(ctx).Query(ctx, `SELECT o.id, EXISTS (SELECT 1 FROM purchasing_orders AS p
			WHERE p.team_id = o.team_id AND p.supplier_id = o.supplier_id AND p.reference_key = o.reference_key AND p.deleted_at IS NULL AND p.id <> o.id),
		(SELECT p.rate FROM purchasing_orders AS p WHERE p.team_id = o.team_id AND p.currency = o.currency AND p.cost_currency = o.cost_currency
			AND p.rate IS NOT NULL AND p.deleted_at IS NULL AND p.id <> o.id AND p.ordered_at < COALESCE(o.ordered_at, 9223372036854775807)
			AND p.ordered_at IS NOT NULL AND o.rate IS NOT NULL ORDER BY p.ordered_at DESC LIMIT 1)
		FROM purchasing_orders AS o WHERE o.team_id = $1 AND `+o.store.IDsIn("o.id", 2), int64(team), o.store.IDsArg(db.Plain(ids))))(func() {
		out[one] = order.Past{SameReference: same, LastRate: record.Maybe(rate, money.RateFromUnits)}
	}, (*int64)(&one), &same, &rate)
	return out, err
}
