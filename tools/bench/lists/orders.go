package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"sellingassistant/adapters/persistence/db"
	historystore "sellingassistant/adapters/persistence/history"
	store "sellingassistant/adapters/persistence/purchasing"
	"sellingassistant/domain/history"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/landed"
	"sellingassistant/domain/purchasing/order"
	ports "sellingassistant/ports/purchasing"
)

// These constants size the orders and events. The first supplier has a twentieth of the orders.
const (
	suppliers    = 500
	goods        = 50_000
	itemsOfOrder = 10
	// partly indexes the status in moved with a partial receipt.
	partly = 2
)

var today = date.Of(now)

// fillOrders stores orders of a team in all states, with ten items each.
func fillOrders(ctx context.Context, s *db.Store, rows int) error {
	orders, r := store.NewOrders(s), rand.New(rand.NewPCG(1, 11))
	const part = 1000
	for from := 0; from < rows; from += part {
		err := s.InTx(ctx, func(ctx context.Context) error {
			for n := from; n < min(from+part, rows); n++ {
				order, items, err := orderOf(r, n)
				if err != nil {
					return err
				}
				if _, err := orders.Insert(ctx, order, items); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func orderOf(r *rand.Rand, n int) (*order.Order, []*order.Item, error) {
	at := now.Add(-time.Duration(r.ExpFloat64() * float64(200*24*time.Hour)))
	supplier := int64(1 + r.IntN(suppliers))
	if r.IntN(20) == 0 {
		supplier = 1
	}
	v := order.Values{
		Number: fmt.Sprintf("PO-%06d", n+1), SupplierID: supplier, WarehouseID: int64(1 + weighted(r, 8, 1, 1)), Currency: "CNY", CostCurrency: "USD",
		ExchangeRate: optional.Some(money.MustParseRate("0.1389")), OrderDate: optional.Some(date.Of(at)), ExpectedDate: optional.Some(date.Of(at).Add(30)),
		ShippingCost: money.FromUnits(int64(r.IntN(1000)) * 10_000), CostAllocation: landed.ByValue, TaxRecoverable: true,
		TrackingNumbers: []string{}, OtherCosts: []landed.OtherCost{}, Payments: []order.Payment{}, TagIDs: []int64{},
	}
	if r.IntN(4) == 0 {
		v.SupplierReference = optional.Some(fmt.Sprintf("A-%d", r.IntN(100_000)))
	}
	if r.IntN(10) == 0 {
		v.AssigneeID = optional.Some(id.User(1 + r.IntN(9)))
	}
	status := weighted(r, 5, 8, 7, 20, 50, 10)
	v.OnHold = status < partly && r.IntN(5) == 0
	o, err := order.New(team, optional.Some(id.User(1)), v, at)
	if err != nil {
		return nil, nil, err
	}
	o.Meets(order.Supplier{Name: fmt.Sprintf("Supplier %d", supplier)}, order.Warehouse{Name: "Cellar", Type: "own"})
	items := make([]*order.Item, itemsOfOrder)
	for i := range items {
		product := int64(1 + r.IntN(goods))
		items[i], err = o.Add(order.ItemValues{
			ProductID: optional.Some(product), Title: optional.Some(fmt.Sprintf("%s %d", []string{"Mug", "Kettle", "Rope", "Mat"}[product%4], product)),
			SupplierSKU: optional.Some(fmt.Sprintf("S-%d", product)), Quantity: int64(1 + r.IntN(500)), UnitCost: optional.Some(money.FromUnits(int64(1+r.IntN(900)) * 1000)),
		}, at)
		if err != nil {
			return nil, nil, err
		}
		items[i].Tied(order.Tie{Target: purchasing.CostTarget{Kind: purchasing.CostOfProduct, ID: product}})
	}
	if err := o.Reprice(items, at); err != nil {
		return nil, nil, err
	}
	if err := moved(o, items, status, at); err != nil {
		return nil, nil, err
	}
	return o, items, paid(r, o, status, at)
}

// paid pays most received orders, and a deposit on half of the orders with a partial receipt.
func paid(r *rand.Rand, o *order.Order, status int, at time.Time) error {
	v, total := o.Snapshot().Values, o.Snapshot().Sums.Total.Or(money.Amount{})
	switch {
	case status > partly && o.Status() != order.Cancelled && r.IntN(10) > 0:
		v.Payments = []order.Payment{{PaidOn: date.Of(at), Amount: total, Kind: order.Balance}}
	case status == partly && r.IntN(2) == 0:
		v.Payments = []order.Payment{{PaidOn: date.Of(at), Amount: money.FromUnits(total.Units() / 20_000 * 10_000), Kind: order.Deposit}}
	}
	return o.Edit(v, at)
}

// moved moves an order to one of the statuses.
func moved(o *order.Order, items []*order.Item, status int, at time.Time) error {
	c := order.Circumstances{SupplierActive: true, WarehouseActive: true, Policy: order.Policy{Now: at}}
	steps := [][]order.Status{
		{}, {order.Ordered}, {order.Ordered}, {order.Ordered, order.Received}, {order.Ordered, order.Received, order.Closed}, {order.Ordered, order.Cancelled},
	}[status]
	for _, to := range steps {
		if _, err := o.Write(to, items, c); err != nil {
			return err
		}
	}
	if status != partly {
		return nil
	}
	// A third of these orders receive more of an item than was ordered.
	units := int64(1)
	if items[0].Outstanding()%3 == 0 {
		units += items[0].Outstanding()
	}
	_, err := o.Receive(items[0], units, 0, optional.None[order.Rejection](), order.Delivery{}, c.Policy)
	return err
}

// eventWeights has the frequency of each kind of event, in the order of the words; the sum is 101.
var eventWeights = []int{5, 20, 1, 5, 1, 20, 5, 2, 3, 18, 18, 2, 1}

// events makes a row of the feed for each number i. Products of numbers modulo a prime spread the
// products, kinds and times.
const events = `, a AS (SELECT i, i * 48271 % 2147483647 AS x FROM n), h AS (SELECT i, x * x % 2147483647 AS x FROM a),
	e AS (SELECT i, 1 + x % {goods} AS product, x / {goods} % {weights} AS kind, i * 69621 % 2147483647 * 29360 AS ago FROM h)
	INSERT INTO history_events (team_id, event, kind, subject_id, asin, marketplace_id, title, changes, snapshot, source_kind, actor_id, actor_name, count, at)
	SELECT {team}, CASE {kinds} END, 'inventory_product', product, 'B' || (100000000 + product), 'ATVPDKIKX0DER', 'Kettle ' || product,
		'{"unit_cost":{"new":"2","old":"1"}}', 'null', 'api', 1 + i % 9, 'Ann', 1, {now} - ago FROM e`

// fillEvents stores events of products over two years with statements in the database, which is an
// order of magnitude faster than sending rows.
func fillEvents(ctx context.Context, s *db.Store, rows int) error {
	var kinds strings.Builder
	sum := 0
	for i, weight := range eventWeights {
		sum += weight
		fmt.Fprintf(&kinds, " WHEN kind < %d THEN '%s'", sum, history.Kind("").Words()[i])
	}
	text := strings.NewReplacer("{team}", fmt.Sprint(team), "{goods}", fmt.Sprint(goods), "{weights}", fmt.Sprint(sum), "{kinds}", kinds.String(),
		"{now}", fmt.Sprint(db.Micros(now))).Replace(events)
	const part = 250_000
	for from := 1; from <= rows; from += part {
		numbers := fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT CAST(%d AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < %d)", from, min(from+part-1, rows))
		if _, err := s.DB().ExecContext(ctx, numbers+text); err != nil {
			return err
		}
	}
	return nil
}

// question names a filter to measure.
type question[F any] struct {
	name   string
	filter F
}

// listOf describes a list of a port for measurement.
func listOf[F, T any](name, table string, sorts []sort, filters []question[F], read func(context.Context, id.Team, F, page.Request) (page.Page[T], error)) list {
	l := list{name: name, table: table, sorts: sorts}
	for _, f := range filters {
		l.filters = append(l.filters, f.name)
	}
	l.next = func(ctx context.Context, filter int, r page.Request) (page.Key, error) {
		found, err := read(ctx, team, filters[filter].filter, r)
		return found.Next, err
	}
	return l
}

func orderList(s *db.Store) list {
	type filter = ports.OrderFilter
	yes, no := true, false
	day := func(ago int) *date.Date { d := today.Add(-ago); return &d }
	amount := func(text string) *money.Amount { a := money.MustParse(text); return &a }
	filters := []question[filter]{
		{"none", filter{}},
		{"drafts", filter{Statuses: []order.Status{order.Draft}}},
		{"open", filter{Statuses: order.Opened}},
		{"a supplier of a twentieth", filter{Suppliers: []int64{1}}},
		{"one supplier", filter{Suppliers: []int64{77}}},
		{"warehouse of a tenth", filter{Warehouses: []int64{3}}},
		{"assignee", filter{Assignees: []id.User{4}}},
		{"unpaid", filter{Payments: []order.PaymentStatus{order.Unpaid}}},
		{"paid", filter{Payments: []order.PaymentStatus{order.Paid}}},
		{"overdue", filter{Overdue: &yes, Today: today}},
		{"on hold", filter{OnHold: &yes}},
		{"over received", filter{OverReceived: &yes}},
		{"without documents", filter{HasDocuments: &no}},
		{"with documents", filter{HasDocuments: &yes}},
		{"one number", filter{Numbers: []string{"po-000777"}}},
		{"one product", filter{Thing: ports.Thing{Products: []int64{4711}}}},
		{"one supplier sku", filter{Thing: ports.Thing{SupplierSKUs: []string{"s-4711"}}}},
		{"unknown asin", filter{Thing: ports.Thing{ASINs: []string{"B000NOBODY"}}}},
		{"q=supplier 7", filter{Query: "supplier 7"}},
		{"q=a-777", filter{Query: "a-777"}},
		{"ordered in one week", filter{OrderedFrom: day(37), OrderedTo: day(30)}},
		{"expected this week", filter{ExpectedFrom: day(0), ExpectedTo: day(-7)}},
		{"large totals", filter{TotalFrom: amount("200000")}},
		{"open of one supplier", filter{Statuses: order.Opened, Suppliers: []int64{1}}},
	}
	return listOf("purchase orders", "purchasing_orders", []sort{
		{"created_at", "created_at"}, {"updated_at", "updated_at"}, {"number", "number_key"}, {"order_date", "order_date"}, {"expected_date", "expected_date"},
		{"total", "total"}, {"status", "status"},
	}, filters, store.NewOrders(s).List)
}

func eventList(s *db.Store) list {
	type filter struct {
		history.Filter
		window page.Window
	}
	b := func(f history.Filter) filter { return filter{Filter: f} }
	events := historystore.NewEvents(s)
	before := func(days int) *time.Time { t := now.AddDate(0, 0, -days); return &t }
	filters := []question[filter]{
		{"none", filter{}},
		{"one product", b(history.Filter{Types: []history.ProductType{history.InventoryProduct}, Products: []int64{4711}})},
		{"one asin", b(history.Filter{ASINs: []string{"B100004711"}})},
		{"unknown asin", b(history.Filter{ASINs: []string{"B000NOBODY"}})},
		{"received", b(history.Filter{Kinds: []history.Kind{history.StockReceived}})},
		{"viewed", b(history.Filter{Kinds: []history.Kind{history.Viewed}})},
		{"costs and receipts", b(history.Filter{Kinds: []history.Kind{history.CostChanged, history.StockReceived}})},
		{"costs of one product", b(history.Filter{Kinds: []history.Kind{history.CostChanged}, Types: []history.ProductType{history.InventoryProduct}, Products: []int64{4711}})},
		{"one week", filter{window: page.Window{CreatedFrom: before(37), CreatedTo: before(30)}}},
	}
	return listOf("product history", "history_events", []sort{{"created_at", "at"}}, filters,
		func(ctx context.Context, team id.Team, f filter, r page.Request) (page.Page[history.Event], error) {
			r.Window = f.window
			return events.List(ctx, team, f.Filter, r)
		})
}
