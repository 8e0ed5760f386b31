package orders_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/test/stores"
)

// rowsVariable says of how many orders TestOrderListsAgainstBruteForce lists: 40 without it.
const rowsVariable = "TEST_ORDER_ROWS"

// TestOrderListsAgainstBruteForce compares each filter in each order with all orders.
func TestOrderListsAgainstBruteForce(t *testing.T) {
	rows := number(t, rowsVariable, 40)
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		w.buyer.Surplus = optional.None[money.Percent]()
		suppliers := []int64{w.shop(t, "Äpfel & Co"), w.shop(t, "100%_'\"")}
		a, red, blue := w.product(t, "a"), w.tag(t, "red"), w.tag(t, "blue")
		items := map[order.ID][]order.ItemValues{}
		for n := range rows {
			item := line("thing", int64(1+n%4), fmt.Sprint(n%5+1))
			switch n % 4 {
			case 0:
				item.ProductID = optional.Put(a)
			case 1:
				item.SupplierSKU = optional.Put(fmt.Sprint("Sku ", n%3))
			case 2:
				item.GTIN = optional.Put("4006381333931")
			}
			in := from(suppliers[n%2], item)
			in.Patch.Number = optional.Put(fmt.Sprintf("N-%02d", (n*7)%rows))
			day := date.MustParse("2026-03-01").Add(n % 9)
			if n%3 > 0 {
				in.Patch.OrderDate, in.Patch.ExpectedDate = optional.Put(day), optional.Put(day.Add(n%30))
			}
			if n%5 == 0 {
				in.Patch.TagIDs = optional.Put([]int64{red})
			}
			if n%10 == 0 {
				in.Patch.TagIDs = optional.Put([]int64{red, blue})
			}
			if n%6 == 0 {
				in.Patch.AssigneeID, in.Patch.TrackingNumbers = optional.Put(us.User), optional.Put([]string{fmt.Sprintf("TRACK%%_%d", n)})
				in.Patch.Payments = optional.Put([]order.Payment{{PaidOn: day, Amount: usd(fmt.Sprint(1 + n%3)), Kind: order.Deposit}})
			}
			in.Patch.OnHold = optional.Put(n%8 == 7)
			in.Ordered = n%4 > 0
			one := w.made(t, in)
			if in.Ordered && n%8 != 7 && n%3 == 0 {
				w.received(t, one, arrived(int64(n%6+1)))
			}
			for _, item := range one.Items {
				items[one.ID] = append(items[one.ID], item.Values)
			}
		}
		stores.Analyze(t, w.Store)
		read := func(f orders.Filter) func(page.Request) (page.Page[orders.View], error) {
			return func(r page.Request) (page.Page[orders.View], error) { return w.List(ctx, us, f, r) }
		}
		var all []orders.View
		for req := (page.Request{Limit: 100}); ; {
			found, err := read(orders.Filter{})(req)
			require.NoError(t, err)
			if all = append(all, found.Items...); found.Next == nil {
				break
			}
			req.After = found.Next
		}
		require.Len(t, all, rows)
		names := func(v orders.View, fits func(order.ItemValues) bool) bool {
			return slices.ContainsFunc(items[v.ID], fits)
		}
		tagged := func(v orders.View, tag int64) bool { return slices.Contains(v.Values.TagIDs, tag) }
		within := func(d optional.Maybe[date.Date], from, to string) bool {
			day, ok := d.Get()
			return ok && !day.Before(date.MustParse(from)) && !day.After(date.MustParse(to))
		}
		span := func(from, to string) (*date.Date, *date.Date) {
			return new(date.MustParse(from)), new(date.MustParse(to))
		}
		orderedFrom, orderedTo := span("2026-03-03", "2026-03-05")
		expectedFrom, expectedTo := span("2026-03-10", "2026-03-20")
		for name, c := range map[string]struct {
			f    orders.Filter
			fits func(orders.View) bool
		}{
			"none":      {orders.Filter{}, func(orders.View) bool { return true }},
			"status":    {orders.Filter{Statuses: []order.Status{order.Draft, order.Received}}, func(v orders.View) bool { return v.Status == order.Draft || v.Status == order.Received }},
			"supplier":  {orders.Filter{Suppliers: suppliers[1:]}, func(v orders.View) bool { return v.Values.SupplierID == suppliers[1] }},
			"warehouse": {orders.Filter{Warehouses: []int64{99}}, func(orders.View) bool { return false }},
			"assignee":  {orders.Filter{Assignees: []id.User{us.User}}, func(v orders.View) bool { return v.Values.AssigneeID.Known() }},
			"payment": {orders.Filter{Payments: []order.PaymentStatus{order.PartlyPaid, order.Paid}}, func(v orders.View) bool {
				return v.PaymentStatus() == order.PartlyPaid || v.PaymentStatus() == order.Paid
			}},
			"overdue":  {orders.Filter{Overdue: new(true)}, func(v orders.View) bool { return v.Overdue(v.Today) }},
			"in time":  {orders.Filter{Overdue: new(false)}, func(v orders.View) bool { return !v.Overdue(v.Today) }},
			"on hold":  {orders.Filter{OnHold: new(true)}, func(v orders.View) bool { return v.Values.OnHold }},
			"over":     {orders.Filter{OverReceived: new(true)}, func(v orders.View) bool { return v.OverReceived() }},
			"any tag":  {orders.Filter{Tags: mark.Filter{Any: []int64{red, blue}}}, func(v orders.View) bool { return tagged(v, red) || tagged(v, blue) }},
			"all tags": {orders.Filter{Tags: mark.Filter{All: []int64{red, blue}}}, func(v orders.View) bool { return tagged(v, red) && tagged(v, blue) }},
			"numbers":  {orders.Filter{Numbers: []string{"n-07", "N-21", "x"}}, func(v orders.View) bool { return v.Values.Number == "N-07" || v.Values.Number == "N-21" }},
			"product": {orders.Filter{Thing: orders.Thing{Products: []int64{a}}}, func(v orders.View) bool {
				return names(v, func(i order.ItemValues) bool { return i.ProductID.Known() })
			}},
			"sku": {orders.Filter{Thing: orders.Thing{SupplierSKUs: []string{"sKU 1"}}}, func(v orders.View) bool {
				return names(v, func(i order.ItemValues) bool { return i.SupplierSKU.Or("") == "Sku 1" })
			}},
			"gtin":  {orders.Filter{Thing: orders.Thing{GTINs: []string{"04006381333931"}}}, func(v orders.View) bool { return names(v, func(i order.ItemValues) bool { return i.GTIN.Known() }) }},
			"name":  {orders.Filter{Query: "äPFEL"}, func(v orders.View) bool { return v.Values.SupplierID == suppliers[0] }},
			"signs": {orders.Filter{Query: `%_'"`}, func(v orders.View) bool { return v.Values.SupplierID == suppliers[1] }},
			"tracking": {orders.Filter{Query: "track%_1"}, func(v orders.View) bool {
				return strings.HasPrefix(strings.Join(v.Values.TrackingNumbers, ""), "TRACK%_1")
			}},
			"ordered":  {orders.Filter{OrderedFrom: orderedFrom, OrderedTo: orderedTo}, func(v orders.View) bool { return within(v.Values.OrderDate, "2026-03-03", "2026-03-05") }},
			"expected": {orders.Filter{ExpectedFrom: expectedFrom, ExpectedTo: expectedTo}, func(v orders.View) bool { return within(v.Values.ExpectedDate, "2026-03-10", "2026-03-20") }},
			"total": {orders.Filter{TotalFrom: new(usd("4")), TotalTo: new(usd("8"))}, func(v orders.View) bool {
				return v.Sums.Total.Or(usd("0")).Cmp(usd("4")) >= 0 && v.Sums.Total.Or(usd("99")).Cmp(usd("8")) <= 0
			}},
		} {
			t.Log(name)
			days := func(of func(order.Values) optional.Maybe[date.Date]) func(bool) func(a, b orders.View) int {
				return func(desc bool) func(a, b orders.View) int {
					return func(a, b orders.View) int {
						return stores.Last(of(a.Values), of(b.Values), desc, func(x, y date.Date) int { return cmp.Compare(x.Days(), y.Days()) })
					}
				}
			}
			plain := func(less func(a, b orders.View) int) func(bool) func(a, b orders.View) int {
				return func(bool) func(a, b orders.View) int { return less }
			}
			for field, less := range map[string]func(desc bool) func(a, b orders.View) int{
				"id":            plain(func(a, b orders.View) int { return 0 }),
				"created_at":    plain(func(a, b orders.View) int { return a.CreatedAt.Compare(b.CreatedAt) }),
				"updated_at":    plain(func(a, b orders.View) int { return a.UpdatedAt.Compare(b.UpdatedAt) }),
				"number":        plain(func(a, b orders.View) int { return cmp.Compare(db.Fold(a.Values.Number), db.Fold(b.Values.Number)) }),
				"status":        plain(func(a, b orders.View) int { return cmp.Compare(a.Status, b.Status) }),
				"total":         plain(func(a, b orders.View) int { return a.Sums.Total.Or(usd("0")).Cmp(b.Sums.Total.Or(usd("0"))) }),
				"order_date":    days(func(v order.Values) optional.Maybe[date.Date] { return v.OrderDate }),
				"expected_date": days(func(v order.Values) optional.Maybe[date.Date] { return v.ExpectedDate }),
			} {
				for _, desc := range []bool{false, true} {
					stores.Sweep(t, all, func(v orders.View) int64 { return int64(v.ID) }, c.fits, page.By{Field: field, Desc: desc}, less(desc), read(c.f))
				}
			}
		}
	})
}
