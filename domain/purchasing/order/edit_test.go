package order_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/purchasing"
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
		"/tax_country":           {terms, func(v *order.Values) { v.TaxCountry = some("DE") }},
		"/shipping_tax_rate":     {money2, func(v *order.Values) { v.ShippingTaxRate = money.MustParsePercent("19") }},
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

// holds requires a change to succeed, or to be refused by the state at a member.
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
			v.OtherCosts = []landed.OtherCost{{Amount: usd("1"), Currency: "gbp", Allocation: landed.ByNone}}
		},
		"/other_costs/0/payee": func(v *order.Values) {
			v.OtherCosts = []landed.OtherCost{{Amount: usd("1"), Currency: "GBP", Allocation: landed.ByNone, Payee: landed.BySupplier}}
		},
		"/other_costs/0/exchange_rate": func(v *order.Values) {
			v.OtherCosts = []landed.OtherCost{{Amount: usd("1"), Currency: v.Currency, Allocation: landed.ByNone, ExchangeRate: some(money.One)}}
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
		"/title":               func(v *order.ItemValues) { v.Title = optional.None[string]() },
		"/asin":                func(v *order.ItemValues) { v.ASIN = some("B000000001") },
		"/quantity":            func(v *order.ItemValues) { v.Quantity = 0 },
		"/unit_cost":           func(v *order.ItemValues) { v.UnitCost = some(usd("-1")) },
		"/discount_percent":    func(v *order.ItemValues) { v.Discount = money.MustParsePercent("100.1") },
		"/tax_rate":            func(v *order.ItemValues) { v.TaxRate = money.MustParsePercent("-1") },
		"/unit_weight_g":       func(v *order.ItemValues) { v.WeightG = some(int64(-1)) },
		"/case_quantity":       func(v *order.ItemValues) { v.CaseQuantity, v.UnitsPerCase = some(int64(3)), some(int64(3)) },
		"/quantity_cancelled":  func(v *order.ItemValues) { v.Cancelled = 11 },
		"/unit_cost ":          func(v *order.ItemValues) { v.Price = some(money.Price{Amount: usd("1.01"), Units: 1}) },
		"/unit_cost  ":         func(v *order.ItemValues) { v.Price = some(money.Price{Amount: usd("1")}) },
		"/quantity_cancelled ": func(v *order.ItemValues) { v.Cancelled = -1 },
		"/position":            func(v *order.ItemValues) { v.Position = 100_001 },
	} {
		v := line(10, "1")
		edit(&v)
		_, err := o.Add(v, monday)
		f, _ := fault.As(err)
		require.NotNil(t, f, pointer)
		require.Equal(t, strings.TrimSpace(pointer), f.Pointer)
	}
	require.Equal(t, int64(0), o.Snapshot().Counts.Items)

	v := values()
	v.Discount = usd("20.01")
	h := draft(t, values(), line(10, "2"))
	require.NoError(t, h.order.Edit(v, tuesday))
	require.True(t, h.order.Stale())
	require.True(t, fault.Is(h.order.Reprice(h.items, tuesday), fault.CodeValidationFailed), "more than the subtotal")
	before := h.order.Snapshot()
	v.Discount = usd("1.001")
	require.True(t, fault.Is(h.order.Edit(v, tuesday), fault.CodeValidationFailed), "an edit has the rules of a new order")
	require.Equal(t, before, h.order.Snapshot())

	h = placed(t, values(), line(10, "2"))
	v = values()
	v.ShippingCost, v.CostAllocation = usd("5"), landed.ByWeight
	require.NoError(t, h.order.Edit(v, tuesday))
	f, _ := fault.As(h.order.Reprice(h.items, tuesday))
	require.NotNil(t, f, "the item has no weight")
	require.Equal(t, "/items/1/unit_weight_g", f.Pointer)
}

// Of quantity, cases and units per case the two that are not patched follow, or the cases are
// unknown.
func TestCasesFollowAPatch(t *testing.T) {
	put, clear := optional.Put[int64], optional.Clear[int64]
	was := line(24, "1")
	was.Position, was.CaseQuantity, was.UnitsPerCase = 1, some(int64(2)), some(int64(12))
	for name, c := range map[string]struct {
		patch                 order.ItemPatch
		quantity, cases, each int64
	}{
		"nothing":             {order.ItemPatch{}, 24, 2, 12},
		"whole cases":         {order.ItemPatch{Quantity: put(36)}, 36, 3, 12},
		"part of a case":      {order.ItemPatch{Quantity: put(30)}, 30, 0, 0},
		"more cases":          {order.ItemPatch{CaseQuantity: put(3)}, 36, 3, 12},
		"smaller cases":       {order.ItemPatch{UnitsPerCase: put(10)}, 20, 2, 10},
		"no number of cases":  {order.ItemPatch{CaseQuantity: clear()}, 24, 0, 0},
		"no content of cases": {order.ItemPatch{UnitsPerCase: clear()}, 24, 0, 0},
		"all three":           {order.ItemPatch{Quantity: put(40), CaseQuantity: put(4), UnitsPerCase: put(10)}, 40, 4, 10},
	} {
		v, err := c.patch.Over(was)
		require.NoError(t, err, name)
		require.Equal(t, []int64{c.quantity, c.cases, c.each}, []int64{v.Quantity, v.CaseQuantity.Or(0), v.UnitsPerCase.Or(0)}, name)
	}
}

// A new item calculates the missing member of quantity, cases and units per case.
func TestCasesOfNewItems(t *testing.T) {
	goods := order.Goods{Offers: map[int64]purchasing.OfferValues{7: {PackSize: 6}}}
	none := optional.None[int64]()
	for name, c := range map[string]struct {
		quantity          int64
		cases, each       optional.Maybe[int64]
		want, count, pack int64
	}{
		"pieces":                    {24, none, none, 24, 0, 0},
		"cases of the offer's pack": {0, some(int64(2)), none, 12, 2, 6},
		"cases of a quantity":       {24, some(int64(2)), none, 24, 2, 12},
		"a quantity of cases":       {24, none, some(int64(12)), 24, 2, 12},
		"less than a case":          {6, none, some(int64(12)), 6, 1, 12},
		"cases and their content":   {0, some(int64(3)), some(int64(8)), 24, 3, 8},
	} {
		v := order.ItemValues{OfferID: some(int64(7)), Quantity: c.quantity, CaseQuantity: c.cases, UnitsPerCase: c.each}.Fill(goods, "USD")
		require.Equal(t, []int64{c.want, c.count, c.pack}, []int64{v.Quantity, v.CaseQuantity.Or(0), v.UnitsPerCase.Or(0)}, name)
	}
}

// An item made from an offer has the supplier's article number, unless it gives another one. It is the same goods with and without it.
func TestItemsOfOffersHaveTheirArticleNumber(t *testing.T) {
	goods := order.Goods{Offers: map[int64]purchasing.OfferValues{7: {PackSize: 1, SupplierSKU: some("HT-1")}, 8: {PackSize: 1}}}
	item := order.ItemValues{OfferID: some(int64(7)), Quantity: 2}
	filled := item.Fill(goods, "USD")
	require.Equal(t, some("HT-1"), filled.SupplierSKU)
	require.Equal(t, item.Identity(), filled.Identity())
	item.SupplierSKU = some("HT-9")
	require.Equal(t, some("HT-9"), item.Fill(goods, "USD").SupplierSKU)
	require.False(t, order.ItemValues{OfferID: some(int64(8)), Quantity: 2}.Fill(goods, "USD").SupplierSKU.Known())
	require.NotEqual(t, order.ItemValues{SupplierSKU: some("A")}.Identity(), order.ItemValues{SupplierSKU: some("B")}.Identity())
}

// The product, the SKU and the offer of an item belong together.
func TestNamedGoodsAgree(t *testing.T) {
	goods := order.Goods{
		Products: map[int64]order.Product{40: {Title: "Kettle"}, 41: {Title: "Lid"}},
		SKUs: map[int64]order.SKU{
			70: {Name: "KE-1", Parts: []order.Part{{Product: 40, Units: 1}}}, 71: {Name: "SET-1", Parts: []order.Part{{Product: 40, Units: 1}, {Product: 41, Units: 2}}},
			72: {Name: "LI-2", Parts: []order.Part{{Product: 41, Units: 2}}}, 73: {Name: "NEW"},
		},
	}
	for name, c := range map[string]struct {
		product, sku int64
		pointer      string
		target       purchasing.CostTarget
	}{
		"the product of a SKU":         {0, 70, "", purchasing.CostTarget{Kind: purchasing.CostOfProduct, ID: 40}},
		"the product and its SKU":      {40, 70, "", purchasing.CostTarget{Kind: purchasing.CostOfProduct, ID: 40}},
		"the SKU of another product":   {41, 70, "/sku_id", purchasing.CostTarget{}},
		"a set":                        {0, 71, "", purchasing.CostTarget{Kind: purchasing.CostOfSKU, ID: 71}},
		"a product of a set":           {41, 71, "", purchasing.CostTarget{Kind: purchasing.CostOfProduct, ID: 41}},
		"a pack of another product":    {40, 72, "/sku_id", purchasing.CostTarget{}},
		"a product and an unknown SKU": {40, 73, "", purchasing.CostTarget{Kind: purchasing.CostOfProduct, ID: 40}},
	} {
		v := line(1, "1")
		if v.SKUID = some(c.sku); c.product != 0 {
			v.ProductID = some(c.product)
		}
		tie, err := v.Tie(goods, 5)
		if c.pointer != "" {
			f, _ := fault.As(err)
			require.NotNil(t, f, name)
			require.Equal(t, c.pointer, f.Pointer, name)
			continue
		}
		require.NoError(t, err, name)
		require.Equal(t, c.target, tie.Target, name)
	}
}

// An order that is made again has the same units, or those that did not come.
func TestItemsAreOrderedAgain(t *testing.T) {
	i := line(24, "1")
	i.CaseQuantity, i.UnitsPerCase = some(int64(2)), some(int64(12))
	h := placed(t, values(), i, line(10, "2"))
	require.NoError(t, h.receive(0, 10, 0, optional.None[money.Percent]()))
	require.NoError(t, h.receive(1, 10, 0, optional.None[money.Percent]()))
	s := h.items[0].Snapshot()
	all, ok := s.Again(false)
	require.True(t, ok)
	require.Equal(t, []int64{24, 2, 12}, []int64{all.Quantity, all.CaseQuantity.Or(0), all.UnitsPerCase.Or(0)})
	rest, ok := s.Again(true)
	require.True(t, ok)
	require.Equal(t, []int64{14, 0, 0}, []int64{rest.Quantity, rest.CaseQuantity.Or(0), rest.UnitsPerCase.Or(0)})
	_, ok = h.items[1].Snapshot().Again(true)
	require.False(t, ok, "everything came")
}

// A state that no verb makes cannot be restored.
func TestStoredOrdersKeepTheirShape(t *testing.T) {
	h := placed(t, values(), line(10, "2"))
	for name, change := range map[string]func(s *order.Snapshot){
		"an id":                    func(s *order.Snapshot) { s.ID = 0 },
		"a version":                func(s *order.Snapshot) { s.Version = 0 },
		"a known status":           func(s *order.Snapshot) { s.Status = "lost" },
		"the status of its counts": func(s *order.Snapshot) { s.Status = order.Received },
	} {
		s := h.order.Snapshot()
		change(&s)
		_, err := order.Restored(s)
		require.Equal(t, check.ErrShape, err, name)
	}
	for name, change := range map[string]func(s *order.ItemSnapshot){
		"returns of received units":  func(s *order.ItemSnapshot) { s.Returned = 1 },
		"billed units":               func(s *order.ItemSnapshot) { s.Billed = -1 },
		"billed units of its own":    func(s *order.ItemSnapshot) { s.Billed = 11 },
		"cancelled units of its own": func(s *order.ItemSnapshot) { s.Values.Cancelled = 11 },
	} {
		s := h.items[0].Snapshot()
		change(&s)
		_, err := order.RestoredItem(s)
		require.Equal(t, check.ErrShape, err, name)
	}
}

func TestAnOrderHasAnEnd(t *testing.T) {
	s := draft(t, values()).order.Snapshot()
	s.Counts.Items = order.MaxItems
	o, err := order.Restored(s)
	require.NoError(t, err)
	_, err = o.Add(line(1, "1"), monday)
	require.True(t, fault.Is(err, fault.CodeValidationFailed), "%v", err)
	require.Equal(t, s, o.Snapshot())
}

func TestASINsOfItems(t *testing.T) {
	patch := order.ItemPatch{ASIN: optional.Put("b000000001"), MarketplaceID: optional.Put(marketplace.ID("ATVPDKIKX0DER"))}
	v, err := patch.Over(line(1, "1"))
	require.NoError(t, err)
	require.Equal(t, some("B000000001"), v.ASIN)
	patch.ASIN = optional.Put("b00000001")
	_, err = patch.Over(line(1, "1"))
	f, _ := fault.As(err)
	require.NotNil(t, f)
	require.Equal(t, "/asin", f.Errors[0].Pointer)
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
