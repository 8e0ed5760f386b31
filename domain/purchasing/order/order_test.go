package order_test

import (
	"cmp"
	"encoding/json"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/purchasing/landed"
	"sellingassistant/domain/purchasing/order"
)

var (
	monday  = time.Date(2026, 3, 9, 12, 0, 0, 0, time.UTC)
	tuesday = monday.Add(24 * time.Hour)
)

func usd(s string) money.Amount { return money.MustParse(s) }

func values() order.Values {
	return order.Values{
		Number: "PO-000001", SupplierID: 5, WarehouseID: 2, Currency: "USD", CostCurrency: "USD", CostAllocation: landed.ByValue, TaxRecoverable: true,
	}
}

// line makes an item with a unit cost.
func line(quantity int64, cost string) order.ItemValues {
	return order.ItemValues{Title: optional.Some("Kettle"), Quantity: quantity, UnitCost: optional.Some(usd(cost))}
}

func ready() order.Circumstances {
	return order.Circumstances{Policy: order.Policy{Now: tuesday}, SupplierActive: true, WarehouseActive: true}
}

// held has an order with its items and their receipt lines, as a store has them.
type held struct {
	t     require.TestingT
	order *order.Order
	items []*order.Item
	lines map[*order.Item][]order.Receipt
	next  int64
}

func draft(t require.TestingT, v order.Values, items ...order.ItemValues) *held {
	o, err := order.New(1, optional.None[id.User](), v, monday)
	require.NoError(t, err)
	h := &held{t: t, order: o, lines: map[*order.Item][]order.Receipt{}}
	for _, v := range items {
		i, err := o.Add(v, monday)
		require.NoError(t, err)
		h.items = append(h.items, i)
	}
	require.NoError(t, o.Reprice(h.items, monday))
	h.store()
	return h
}

func placed(t require.TestingT, v order.Values, items ...order.ItemValues) *held {
	h := draft(t, v, items...)
	require.NoError(t, h.write(order.Ordered))
	h.store()
	return h
}

// store reads the order and its items again from their snapshots.
func (h *held) store() {
	s := h.order.Snapshot()
	s.ID = 9
	o, err := order.Restored(s)
	require.NoError(h.t, err)
	h.order = o
	for k, i := range h.items {
		s := i.Snapshot()
		if s.ID == 0 {
			h.next++
			s.ID = order.ItemID(h.next)
		}
		again, err := order.RestoredItem(s)
		require.NoError(h.t, err)
		h.lines[again] = h.lines[i]
		delete(h.lines, i)
		h.items[k] = again
	}
}

func (h *held) book(i *order.Item, err error, lines ...order.Receipt) error {
	if err == nil {
		h.lines[i] = append(h.lines[i], lines...)
	}
	return err
}

func (h *held) write(to order.Status) error {
	lines, err := h.order.Write(to, h.items, ready())
	for _, l := range lines {
		at := slices.IndexFunc(h.items, func(i *order.Item) bool { return i.Snapshot().ID == l.Item })
		h.lines[h.items[at]] = append(h.lines[h.items[at]], l)
	}
	if err == nil && h.order.Stale() {
		require.NoError(h.t, h.order.Reprice(h.items, tuesday))
	}
	return err
}

func (h *held) receive(k int, accepted, rejected int64, surplus optional.Maybe[money.Percent]) error {
	reason := optional.None[order.Rejection]()
	if rejected > 0 {
		reason = optional.Some(order.Damaged)
	}
	r, err := h.order.Receive(h.items[k], accepted, rejected, reason, order.Delivery{}, order.Policy{Now: tuesday, Surplus: surplus})
	return h.book(h.items[k], err, r)
}

func (h *held) set(k int, units int64, surplus optional.Maybe[money.Percent]) error {
	lines, err := h.order.SetReceived(h.items[k], units, order.Delivery{}, h.lines[h.items[k]], order.Policy{Now: tuesday, Surplus: surplus})
	return h.book(h.items[k], err, lines...)
}

func (h *held) back(k int, units int64, replace bool) error {
	lines, err := h.order.Return(h.items[k], units, order.GoingBack{Replace: replace}, h.lines[h.items[k]], order.Policy{Now: tuesday})
	return h.book(h.items[k], err, lines...)
}

// readCases reads a file of testdata.
func readCases(t *testing.T, file string, into any) {
	t.Helper()
	f, err := os.Open("testdata/" + file)
	require.NoError(t, err)
	defer f.Close()
	require.NoError(t, json.NewDecoder(f).Decode(into))
}

func TestCasesOfStatuses(t *testing.T) {
	var cases []struct {
		Name  string
		Input struct {
			Items []struct {
				Quantity  int64
				Cancelled int64 `json:"quantity_cancelled"`
				Accepted  int64
				Rejected  int64
				Returned  int64
				ToReplace int64 `json:"to_replace"`
			}
		}
		Expected struct {
			Status      order.Status
			Outstanding []int64
			Over        bool `json:"over_received"`
		}
	}
	readCases(t, "status.json", &cases)
	require.Len(t, cases, 7)
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			var items []order.ItemValues
			for _, i := range c.Input.Items {
				v := line(i.Quantity, "1")
				v.Cancelled = i.Cancelled
				items = append(items, v)
			}
			h := placed(t, values(), items...)
			for k, i := range c.Input.Items {
				if i.Accepted+i.Rejected > 0 {
					require.NoError(t, h.receive(k, i.Accepted, i.Rejected, optional.None[money.Percent]()))
				}
				if i.Returned > 0 {
					require.NoError(t, h.back(k, i.Returned, i.ToReplace > 0))
				}
			}
			h.store()
			require.Equal(t, c.Expected.Status, h.order.Status())
			require.Equal(t, c.Expected.Over, h.order.Snapshot().OverReceived())
			for k, want := range c.Expected.Outstanding {
				require.Equal(t, want, h.items[k].Outstanding())
			}
		})
	}
}

func TestCasesOfSteps(t *testing.T) {
	var cases []struct {
		Name  string
		Input struct {
			Surplus *json.Number `json:"over_receipt_percent"`
			Order   struct {
				Shipping json.Number `json:"shipping_cost"`
			}
			Items []struct {
				Quantity int64
				UnitCost json.Number `json:"unit_cost"`
			}
			Steps []struct {
				Do       string
				Item     int
				On       bool
				To       order.Status
				Quantity int64
				Received int64 `json:"quantity_received"`
				Accepted int64
				Rejected int64
				Code     fault.Code   `json:"expect_code"`
				Status   order.Status `json:"expect_status"`
			}
		}
		Expected struct {
			Status order.Status
			Over   bool `json:"over_received"`
			Short  bool `json:"closed_short"`
			Items  []map[string]json.Number
		}
	}
	readCases(t, "steps.json", &cases)
	require.Len(t, cases, 9)
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			v := values()
			v.ShippingCost = money.MustParse(cmp.Or(string(c.Input.Order.Shipping), "0"))
			var items []order.ItemValues
			for _, i := range c.Input.Items {
				items = append(items, line(i.Quantity, i.UnitCost.String()))
			}
			surplus := optional.Convert(optional.Of(c.Input.Surplus), func(n json.Number) money.Percent { return money.MustParsePercent(n.String()) })
			h := placed(t, v, items...)
			for _, s := range c.Input.Steps {
				version, lines := h.order.Version(), len(h.lines[h.items[0]])
				var err error
				switch s.Do {
				case "receive":
					err = h.receive(s.Item-1, s.Accepted, s.Rejected, surplus)
				case "set_received":
					same := h.items[s.Item-1].Snapshot().Accepted == s.Received
					err = h.set(s.Item-1, s.Received, surplus)
					require.Equal(t, same, h.order.Version() == version)
					require.Equal(t, same, lines == len(h.lines[h.items[0]]))
				case "return":
					err = h.back(s.Item-1, s.Quantity, false)
				case "status":
					err = h.write(s.To)
				case "hold":
					v := h.order.Snapshot().Values
					v.OnHold = s.On
					err = h.order.Edit(v, tuesday)
				case "both":
					continue // Two ways of receiving in one body never reach the order.
				default:
					t.Fatal(s.Do)
				}
				if s.Code != "" {
					require.True(t, fault.Is(err, s.Code), "%s: %v", s.Do, err)
					require.Equal(t, version, h.order.Version())
				} else {
					require.NoError(t, err)
				}
				h.store()
				require.Equal(t, cmp.Or(s.Status, h.order.Status()), h.order.Status())
			}
			s := h.order.Snapshot()
			require.Equal(t, c.Expected.Status, s.Status)
			require.Equal(t, c.Expected.Over, s.OverReceived())
			require.Equal(t, c.Expected.Short, s.ClosedShort())
			for k, members := range c.Expected.Items {
				i := h.items[k].Snapshot()
				number := func(n int64) string { return money.FromUnits(n * 10_000).String() }
				for name, want := range members {
					require.Equal(t, want.String(), map[string]string{
						"quantity_received": number(i.Accepted), "quantity_rejected": number(i.Rejected), "quantity_returned": number(i.Returned),
						"quantity_cancelled": number(i.Values.Cancelled), "quantity_outstanding": number(h.items[k].Outstanding()),
						"landed_total": i.Landed.LandedTotal.Or(usd("0")).String(), "landed_unit_cost": i.Landed.LandedUnit.Or(usd("0")).String(),
					}[name], name)
				}
			}
		})
	}
}

// in makes an order of two items in a status.
func in(t *testing.T, s order.Status) *held {
	t.Helper()
	h := draft(t, values(), line(10, "2"), line(5, "3"))
	none := optional.None[money.Percent]()
	for _, step := range map[order.Status][]func() error{
		order.Draft:             nil,
		order.Ordered:           {func() error { return h.write(order.Ordered) }},
		order.PartiallyReceived: {func() error { return h.write(order.Ordered) }, func() error { return h.receive(0, 4, 0, none) }},
		order.Received:          {func() error { return h.write(order.Ordered) }, func() error { return h.write(order.Received) }},
		order.Closed:            {func() error { return h.write(order.Ordered) }, func() error { return h.receive(0, 4, 0, none) }, func() error { return h.write(order.Closed) }},
		order.Cancelled:         {func() error { return h.write(order.Cancelled) }},
	}[s] {
		require.NoError(t, step())
	}
	h.store()
	require.Equal(t, s, h.order.Status())
	return h
}

func TestEveryPairOfStatuses(t *testing.T) {
	const no = order.Status("")
	// One column per written status, in the order of the words.
	table := map[order.Status][]order.Status{
		order.Draft:             {order.Draft, order.Ordered, no, no, no, order.Cancelled},
		order.Ordered:           {order.Draft, order.Ordered, no, order.Received, no, order.Cancelled},
		order.PartiallyReceived: {no, no, order.PartiallyReceived, order.Received, order.Closed, no},
		order.Received:          {no, no, no, order.Received, order.Closed, no},
		order.Closed:            {no, order.PartiallyReceived, no, no, order.Closed, no},
		order.Cancelled:         {order.Draft, no, no, no, no, order.Cancelled},
	}
	statuses := words.Of[order.Status]()
	require.Len(t, statuses, 6)
	for from, row := range table {
		var allowed []order.Status
		for k, to := range statuses {
			if row[k] != no && to != from {
				allowed = append(allowed, to)
			}
		}
		for k, to := range statuses {
			h := in(t, from)
			before, items := h.order.Snapshot(), h.items[0].Snapshot()
			err := h.write(to)
			if row[k] == no {
				f, _ := fault.As(err)
				require.NotNil(t, f, "%s to %s", from, to)
				require.Equal(t, fault.CodeInvalidTransition, f.Code)
				require.Equal(t, allowed, f.Details["allowed"])
			} else {
				require.NoError(t, err)
				require.Equal(t, row[k], h.order.Status(), "%s to %s", from, to)
			}
			if row[k] == no || to == from {
				require.Equal(t, before, h.order.Snapshot())
				require.Equal(t, items, h.items[0].Snapshot())
			}
		}
	}
}

func TestConditionsOfPlacing(t *testing.T) {
	v := values()
	v.CostCurrency, v.ShippingCost, v.CostAllocation = "EUR", usd("5"), landed.ByWeight
	unknown := line(5, "1")
	unknown.UnitCost = optional.None[money.Amount]()
	h := draft(t, v, unknown, line(1, "0"))
	_, err := h.order.Write(order.Ordered, h.items, order.Circumstances{Policy: order.Policy{Now: tuesday}})
	f, _ := fault.As(err)
	require.NotNil(t, f)
	require.Equal(t, fault.CodeValidationFailed, f.Code)
	var pointers []string
	for _, e := range f.Errors {
		pointers = append(pointers, e.Pointer)
	}
	require.Equal(t, []string{
		"/exchange_rate", "/items/1/unit_cost", "/items/1/unit_weight_g", "/items/2/unit_cost", "/items/2/unit_weight_g", "/supplier_id", "/warehouse_id",
	}, pointers)
	require.Equal(t, order.Draft, h.order.Status())

	empty := draft(t, values())
	require.True(t, fault.Is(empty.write(order.Ordered), fault.CodeValidationFailed))
	all := line(5, "1")
	all.Cancelled = 5
	require.True(t, fault.Is(draft(t, values(), all).write(order.Ordered), fault.CodeValidationFailed))

	free := draft(t, values(), line(1, "0"))
	c := ready()
	c.AllowZeroCost, c.LeadTimeDays = true, optional.Some(21)
	_, err = free.order.Write(order.Ordered, free.items, c)
	require.NoError(t, err)
	s := free.order.Snapshot()
	require.Equal(t, optional.Some(date.MustParse("2026-03-10")), s.Values.OrderDate)
	require.Equal(t, optional.Some(date.MustParse("2026-03-31")), s.Values.ExpectedDate)
	require.Equal(t, optional.Some(tuesday), s.OrderedAt)
	require.False(t, s.Overdue(date.MustParse("2026-03-31")))
	require.True(t, s.Overdue(date.MustParse("2026-04-01")))
}

func TestReceiptsKeepAnOrderFromTheDrafts(t *testing.T) {
	h := in(t, order.PartiallyReceived)
	require.NoError(t, h.set(0, 0, optional.None[money.Percent]()))
	require.Equal(t, order.Ordered, h.order.Status())
	require.True(t, fault.Is(h.write(order.Draft), fault.CodeInvalidState))
	require.NoError(t, h.write(order.Cancelled))
	require.True(t, fault.Is(h.order.Deletable(), fault.CodeInvalidState))
}

func TestWhatMayBeDeleted(t *testing.T) {
	for _, s := range words.Of[order.Status]() {
		require.Equal(t, s == order.Draft || s == order.Cancelled, in(t, s).order.Deletable() == nil, s)
	}
}
