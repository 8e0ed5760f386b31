package order_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/purchasing/landed"
	"sellingassistant/domain/purchasing/order"
)

func some[T any](v T) optional.Maybe[T] { return optional.Some(v) }

// TestWhatMayBeEdited changes each member in each status.
func TestWhatMayBeEdited(t *testing.T) {
	day := date.MustParse("2026-04-01")
	terms, talk := "draft ordered partially_received", "draft ordered partially_received received closed cancelled"
	money2 := "draft ordered partially_received received closed"
	for pointer, x := range map[string]struct {
		where string
		edit  func(*order.Values)
	}{
		"/supplier_id":           {"draft", func(v *order.Values) { v.SupplierID = 6 }},
		"/currency":              {"draft", func(v *order.Values) { v.Currency, v.ExchangeRate = "CNY", some(money.One) }},
		"/cost_currency":         {"draft", func(v *order.Values) { v.CostCurrency, v.ExchangeRate = "EUR", some(money.One) }},
		"/number":                {terms, func(v *order.Values) { v.Number = "X" }},
		"/warehouse_id":          {terms, func(v *order.Values) { v.WarehouseID = 3 }},
		"/prices_include_tax":    {terms, func(v *order.Values) { v.PricesIncludeTax = true }},
		"/tax_recoverable":       {terms, func(v *order.Values) { v.TaxRecoverable = false }},
		"/apply_warehouse_costs": {terms, func(v *order.Values) { v.ApplyWarehouseCosts = true }},
		"/shipping_cost":         {money2, func(v *order.Values) { v.ShippingCost = usd("3") }},
		"/discount":              {money2, func(v *order.Values) { v.Discount = usd("3") }},
		"/other_costs": {money2, func(v *order.Values) {
			v.OtherCosts = []landed.OtherCost{{Label: "Duty", Amount: usd("1"), Currency: "USD", Allocation: landed.ByValue}}
		}},
		"/cost_allocation":    {money2, func(v *order.Values) { v.CostAllocation = landed.ByQuantity }},
		"/tax_override":       {money2, func(v *order.Values) { v.TaxOverride = some(usd("1")) }},
		"/order_date":         {money2, func(v *order.Values) { v.OrderDate = some(day) }},
		"/expected_date":      {money2, func(v *order.Values) { v.ExpectedDate = some(day) }},
		"/payment_due_date":   {money2, func(v *order.Values) { v.PaymentDueDate = some(day) }},
		"/supplier_reference": {money2, func(v *order.Values) { v.SupplierReference = some("R") }},
		"/payment_terms":      {money2, func(v *order.Values) { v.PaymentTerms = some("30 days") }},
		"/tracking_numbers":   {money2, func(v *order.Values) { v.TrackingNumbers = []string{"1Z"} }},
		"/assignee_id":        {money2, func(v *order.Values) { v.AssigneeID = some(id.User(3)) }},
		"/confirmed_at":       {money2, func(v *order.Values) { v.ConfirmedAt = some(monday) }},
		"/shipped_at":         {money2, func(v *order.Values) { v.ShippedAt = some(monday) }},
		"/sent_at":            {money2, func(v *order.Values) { v.SentAt = some(monday) }},
		"/on_hold":            {terms + " received", func(v *order.Values) { v.OnHold = true }},
		"/note":               {talk, func(v *order.Values) { v.Note = some("n") }},
		"/tag_ids":            {talk, func(v *order.Values) { v.TagIDs = []int64{4} }},
		"/payments": {talk, func(v *order.Values) {
			v.Payments = []order.Payment{{PaidOn: day, Amount: usd("1"), Kind: order.Deposit}}
		}},
	} {
		for _, s := range words.Of[order.Status]() {
			h := in(t, s)
			before := h.order.Snapshot()
			v := before.Values
			x.edit(&v)
			holds(t, h.order.Edit(v, tuesday), slices.Contains(strings.Fields(x.where), string(s)), pointer, s)
			if !slices.Contains(strings.Fields(x.where), string(s)) {
				require.Equal(t, before, h.order.Snapshot())
			} else {
				require.Equal(t, before.Version+1, h.order.Version())
			}
		}
	}
	price := "draft ordered partially_received received closed"
	for pointer, x := range map[string]struct {
		where string
		edit  func(*order.ItemValues)
	}{
		"/inventory_product_id": {"draft", func(v *order.ItemValues) { v.ProductID = some(int64(7)) }},
		"/sku_id":               {"draft", func(v *order.ItemValues) { v.SKUID = some(int64(7)) }},
		"/supplier_offer_id":    {"draft", func(v *order.ItemValues) { v.OfferID = some(int64(7)) }},
		"/asin":                 {"draft", func(v *order.ItemValues) { v.ASIN, v.MarketplaceID = some("B0"), some(marketplace.ID("M")) }},
		"/supplier_sku":         {"draft", func(v *order.ItemValues) { v.SupplierSKU = some("S") }},
		"/gtin":                 {"draft", func(v *order.ItemValues) { v.GTIN = some("4") }},
		"/unit_cost":            {price, func(v *order.ItemValues) { v.UnitCost = some(usd("2.1")) }},
		"/discount_percent":     {price, func(v *order.ItemValues) { v.Discount = money.MustParsePercent("1") }},
		"/tax_rate":             {price, func(v *order.ItemValues) { v.TaxRate = money.MustParsePercent("1") }},
		"/unit_weight_g":        {price, func(v *order.ItemValues) { v.WeightG = some(int64(7)) }},
		"/quantity":             {terms + " received", func(v *order.ItemValues) { v.Quantity++ }},
		"/case_quantity":        {terms + " received", func(v *order.ItemValues) { v.CaseQuantity, v.UnitsPerCase = some(int64(2)), some(v.Quantity/2) }},
		"/quantity_cancelled":   {terms, func(v *order.ItemValues) { v.Cancelled++ }},
		"/position":             {terms, func(v *order.ItemValues) { v.Position = 9 }},
		"/title":                {terms, func(v *order.ItemValues) { v.Title = some("Pot") }},
		"/expected_date":        {terms, func(v *order.ItemValues) { v.ExpectedDate = some(day) }},
		"/note":                 {terms, func(v *order.ItemValues) { v.Note = some("n") }},
	} {
		for _, s := range words.Of[order.Status]() {
			h := in(t, s)
			v := h.items[0].Snapshot().Values
			x.edit(&v)
			holds(t, h.order.EditItem(h.items[0], v, tuesday), slices.Contains(strings.Fields(x.where), string(s)), pointer, s)
		}
	}
	h := in(t, order.Received)
	v := h.items[0].Snapshot().Values
	v.Quantity--
	holds(t, h.order.EditItem(h.items[0], v, tuesday), false, "/quantity", order.Received)
}

// holds wants a change to succeed, or to be refused by the state at a member.
func holds(t *testing.T, err error, allowed bool, pointer string, s order.Status) {
	t.Helper()
	if allowed {
		require.NoError(t, err, "%s in %s", pointer, s)
		return
	}
	f, _ := fault.As(err)
	require.NotNil(t, f, "%s in %s", pointer, s)
	require.Equal(t, []any{fault.CodeInvalidState, pointer}, []any{f.Code, f.Pointer}, s)
}

func TestMembersThatDoNotGoTogether(t *testing.T) {
	for pointer, edit := range map[string]func(*order.Values){
		"/shipping_cost":   func(v *order.Values) { v.ShippingCost = usd("1.001") },
		"/cost_allocation": func(v *order.Values) { v.CostAllocation = "by_luck" },
		"/discount":        func(v *order.Values) { v.Discount = usd("1.001") },
		"/tax_override":    func(v *order.Values) { v.TaxOverride = some(usd("-1")) },
		"/exchange_rate":   func(v *order.Values) { v.ExchangeRate = some(money.One) },
		"/other_costs/0/currency": func(v *order.Values) {
			v.OtherCosts = []landed.OtherCost{{Amount: usd("1"), Currency: "GBP", Allocation: landed.ByNone}}
		},
		"/other_costs/0/amount": func(v *order.Values) {
			v.CostCurrency, v.OtherCosts = "JPY", []landed.OtherCost{{Amount: usd("1.5"), Currency: "JPY", Allocation: landed.ByNone}}
		},
		"/payments/0/amount": func(v *order.Values) { v.Payments = []order.Payment{{Amount: usd("0.001")}} },
		"/expected_date": func(v *order.Values) {
			v.OrderDate, v.ExpectedDate = some(date.MustParse("2026-03-02")), some(date.MustParse("2026-03-01"))
		},
	} {
		v := values()
		edit(&v)
		_, err := order.New(1, optional.None[id.User](), v, monday)
		f, _ := fault.As(err)
		require.NotNil(t, f, pointer)
		require.Equal(t, pointer, f.Pointer)
	}
	o := draft(t, values()).order
	for pointer, edit := range map[string]func(*order.ItemValues){
		"/title":              func(v *order.ItemValues) { v.Title = optional.None[string]() },
		"/asin":               func(v *order.ItemValues) { v.ASIN = some("B000000001") },
		"/quantity":           func(v *order.ItemValues) { v.Quantity = 0 },
		"/unit_cost":          func(v *order.ItemValues) { v.UnitCost = some(usd("-1")) },
		"/discount_percent":   func(v *order.ItemValues) { v.Discount = money.MustParsePercent("100.1") },
		"/tax_rate":           func(v *order.ItemValues) { v.TaxRate = money.MustParsePercent("-1") },
		"/unit_weight_g":      func(v *order.ItemValues) { v.WeightG = some(int64(-1)) },
		"/case_quantity":      func(v *order.ItemValues) { v.CaseQuantity, v.UnitsPerCase = some(int64(3)), some(int64(3)) },
		"/quantity_cancelled": func(v *order.ItemValues) { v.Cancelled = 11 },
		"/position":           func(v *order.ItemValues) { v.Position = 100_001 },
	} {
		v := line(10, "1")
		edit(&v)
		_, err := o.Add(v, monday)
		f, _ := fault.As(err)
		require.NotNil(t, f, pointer)
		require.Equal(t, pointer, f.Pointer)
	}
	require.Equal(t, int64(0), o.Snapshot().Counts.Items)

	v := values()
	v.Discount = usd("20.01")
	h := draft(t, values(), line(10, "2"))
	require.NoError(t, h.order.Edit(v, tuesday))
	require.True(t, h.order.Stale())
	require.True(t, fault.Is(h.order.Reprice(h.items, tuesday), fault.CodeValidationFailed), "more than the subtotal")
}

func TestCorrectionsTakeTheLatestReceipts(t *testing.T) {
	h := placed(t, values(), line(20, "2"))
	policy := order.Policy{Now: tuesday}
	book := func(units int64, day string, warehouse int64) {
		r, err := h.order.Receive(h.items[0], units, 0, optional.None[order.Rejection](),
			order.Delivery{Day: some(date.MustParse(day)), WarehouseID: warehouse}, policy)
		require.NoError(t, h.book(h.items[0], err, r))
	}
	book(4, "2026-03-01", 2)
	book(3, "2026-03-08", 3)
	book(2, "2026-03-08", 3)
	book(5, "2026-03-02", 2)
	require.NoError(t, h.back(0, 2, false))
	require.NoError(t, h.set(0, 8, optional.None[money.Percent]()))
	require.NoError(t, h.set(0, 5, optional.None[money.Percent]()))
	type part struct {
		kind      order.ReceiptKind
		units     int64
		day       string
		warehouse int64
	}
	var got []part
	for _, l := range h.lines[h.items[0]][4:] {
		got = append(got, part{l.Kind, l.Accepted, l.Day.String(), l.WarehouseID})
	}
	require.Equal(t, []part{
		{order.Return, -2, "2026-03-10", 2},
		{order.Correction, -5, "2026-03-02", 2}, {order.Correction, -1, "2026-03-08", 3},
		{order.Correction, -3, "2026-03-08", 3},
	}, got)
	for day, want := range map[string]int64{"2026-03-01": 4, "2026-03-02": 0, "2026-03-08": 1, "2026-03-10": 0} {
		require.Equal(t, want, order.Accepted(h.lines[h.items[0]], date.MustParse(day)), day)
	}
	require.True(t, fault.Is(h.set(0, 1, optional.None[money.Percent]()), fault.CodeValidationFailed), "two went back")
}

func TestReceiptsThatAreRefused(t *testing.T) {
	for name, x := range map[string]struct {
		accepted, rejected int64
		reason             optional.Maybe[order.Rejection]
		day                string
	}{
		"nothing":               {0, 0, optional.None[order.Rejection](), "2026-03-10"},
		"below 0":               {-1, 2, some(order.Damaged), "2026-03-10"},
		"rejected for nothing":  {1, 1, optional.None[order.Rejection](), "2026-03-10"},
		"a reason for nothing":  {1, 0, some(order.Expired), "2026-03-10"},
		"long ago":              {1, 0, optional.None[order.Rejection](), "1999-12-31"},
		"the day after tomorow": {1, 0, optional.None[order.Rejection](), "2026-03-12"},
	} {
		h := placed(t, values(), line(20, "2"))
		before := h.order.Snapshot()
		_, err := h.order.Receive(h.items[0], x.accepted, x.rejected, x.reason, order.Delivery{Day: some(date.MustParse(x.day))}, order.Policy{Now: tuesday})
		require.True(t, fault.Is(err, fault.CodeValidationFailed), name)
		require.Equal(t, before, h.order.Snapshot())
	}
	h := placed(t, values(), line(100, "1"))
	err := h.receive(0, 106, 0, some(money.MustParsePercent("5.9")))
	f, _ := fault.As(err)
	require.NotNil(t, f)
	require.Equal(t, fault.CodeOverReceipt, f.Code)
	require.Equal(t, map[string]any{"ordered": int64(100), "received": int64(106), "most": int64(105)}, f.Errors[0].Details)
	require.NoError(t, h.receive(0, 100_000, 0, optional.None[money.Percent]()), "without a limit")
}

func TestPayments(t *testing.T) {
	v := values()
	for paid, want := range map[string]order.PaymentStatus{"": order.Unpaid, "1": order.PartlyPaid, "20": order.Paid, "20.01": order.OverpaidFor} {
		v.Payments = nil
		if paid != "" {
			v.Payments = []order.Payment{{Amount: usd(paid), Kind: order.Balance}}
		}
		require.Equal(t, want, draft(t, v, line(10, "2")).order.Snapshot().PaymentStatus(), paid)
	}
}

func TestWarnings(t *testing.T) {
	v := values()
	v.CostCurrency, v.ExchangeRate = "EUR", some(money.MustParseRate("0.5"))
	h := draft(t, v, line(10, "2.2"))
	fine := order.Market{MOQ: 10, Multiple: 5, InForce: some(usd("1")), Currency: "EUR", Targeted: true}
	require.Empty(t, h.order.Snapshot().ItemWarnings(h.items[0].Snapshot(), fine), "1.10 is a tenth more than 1.00")
	bad := order.Market{MOQ: 11, Multiple: 4, InForce: some(usd("1.99")), Currency: "USD", Twin: true, SKUCost: true}
	require.Equal(t, []order.Warning{order.BelowMOQ, order.NotOrderMultiple, order.CostUp, order.DuplicateItem, order.SKUCostFirst, order.NoCostTarget},
		h.order.Snapshot().ItemWarnings(h.items[0].Snapshot(), bad))
	fine.Currency = "GBP"
	require.Equal(t, []order.Warning{order.CostInThird}, h.order.Snapshot().ItemWarnings(h.items[0].Snapshot(), fine))

	s := h.order.Snapshot()
	require.Empty(t, s.Warnings(order.Past{Minimum: some(usd("22")), LastRate: some(money.MustParseRate("0.625"))}))
	require.Equal(t, []order.Warning{order.BelowMinimum, order.DuplicateReference, order.RateFarOff},
		s.Warnings(order.Past{Minimum: some(usd("22.01")), SameReference: true, LastRate: some(money.MustParseRate("0.63"))}))
}
