package order

import (
	"fmt"
	"reflect"
	"time"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing/landed"
)

// PaymentKind names the purpose of a payment.
type PaymentKind string

// The kinds of payments.
const (
	Deposit      PaymentKind = "deposit"
	Balance      PaymentKind = "balance"
	OtherPayment PaymentKind = "other"
)

func (PaymentKind) Words() []PaymentKind { return []PaymentKind{Deposit, Balance, OtherPayment} }

// Payment has an amount that was paid to the supplier, in the order's currency.
type Payment struct {
	PaidOn    date.Date
	Amount    money.Amount
	Kind      PaymentKind
	Reference optional.Maybe[string]
}

// Values has the members of an order that its users write, except its items. Amounts are in
// Currency unless said.
type Values struct {
	Number      string
	SupplierID  int64
	WarehouseID int64
	Currency    money.Currency
	// CostCurrency has the currency of landed costs. ExchangeRate converts 1 Currency to it, and is
	// absent if they are the same.
	CostCurrency      money.Currency
	ExchangeRate      optional.Maybe[money.Rate]
	OrderDate         optional.Maybe[date.Date]
	ExpectedDate      optional.Maybe[date.Date]
	PaymentDueDate    optional.Maybe[date.Date]
	SupplierReference optional.Maybe[string]
	PaymentTerms      optional.Maybe[string]
	TrackingNumbers   []string
	ShippingCost      money.Amount
	ShippingTaxRate   money.Percent
	Discount          money.Amount
	OtherCosts        []landed.OtherCost
	CostAllocation    landed.Allocation
	PricesIncludeTax  bool
	// TaxCountry levies the tax, by its ISO 3166-1 code of two capitals.
	TaxCountry           optional.Maybe[string]
	TaxRecoverable       bool
	TaxRecoverableReason TaxReason
	TaxOverride          optional.Maybe[money.Amount]
	ApplyWarehouseCosts  bool
	Payments             []Payment
	AssigneeID           optional.Maybe[id.User]
	Note                 optional.Maybe[string]
	TagIDs               []int64
	OnHold               bool
	ConfirmedAt          optional.Maybe[time.Time]
	ShippedAt            optional.Maybe[time.Time]
	SentAt               optional.Maybe[time.Time]
}

// Terms returns the terms that landed costs are calculated by.
func (v Values) Terms() landed.Terms {
	return landed.Terms{
		Currency: v.Currency, CostCurrency: v.CostCurrency, Rate: v.ExchangeRate, Shipping: v.ShippingCost, ShippingTaxRate: v.ShippingTaxRate, Discount: v.Discount,
		Allocation: v.CostAllocation, Others: v.OtherCosts, PricesIncludeTax: v.PricesIncludeTax, TaxRecoverable: v.TaxRecoverable,
		TaxOverride: v.TaxOverride,
	}
}

// member has a member of an order or item, with the group that says when it may be edited.
type member[V any] struct {
	pointer string
	group   group
	of      func(V) any
}

var orderMembers = []member[Values]{
	{"/supplier_id", ofParties, func(v Values) any { return v.SupplierID }},
	{"/currency", ofParties, func(v Values) any { return v.Currency }},
	{"/cost_currency", ofParties, func(v Values) any { return v.CostCurrency }},
	{"/number", ofTerms, func(v Values) any { return v.Number }},
	{"/warehouse_id", ofTerms, func(v Values) any { return v.WarehouseID }},
	{"/prices_include_tax", ofTerms, func(v Values) any { return v.PricesIncludeTax }},
	{"/tax_country", ofTerms, func(v Values) any { return v.TaxCountry }},
	{"/tax_recoverable", ofTerms, func(v Values) any { return v.TaxRecoverable }},
	{"/apply_warehouse_costs", ofTerms, func(v Values) any { return v.ApplyWarehouseCosts }},
	{"/exchange_rate", ofMoney, func(v Values) any { return v.ExchangeRate }},
	{"/shipping_cost", ofMoney, func(v Values) any { return v.ShippingCost }},
	{"/shipping_tax_rate", ofMoney, func(v Values) any { return v.ShippingTaxRate }},
	{"/discount", ofMoney, func(v Values) any { return v.Discount }},
	{"/other_costs", ofMoney, func(v Values) any { return v.OtherCosts }},
	{"/cost_allocation", ofMoney, func(v Values) any { return v.CostAllocation }},
	{"/tax_override", ofMoney, func(v Values) any { return v.TaxOverride }},
	{"/order_date", ofPapers, func(v Values) any { return v.OrderDate }},
	{"/expected_date", ofPapers, func(v Values) any { return v.ExpectedDate }},
	{"/payment_due_date", ofPapers, func(v Values) any { return v.PaymentDueDate }},
	{"/supplier_reference", ofPapers, func(v Values) any { return v.SupplierReference }},
	{"/payment_terms", ofPapers, func(v Values) any { return v.PaymentTerms }},
	{"/tracking_numbers", ofPapers, func(v Values) any { return v.TrackingNumbers }},
	{"/assignee_id", ofPapers, func(v Values) any { return v.AssigneeID }},
	{"/confirmed_at", ofPapers, func(v Values) any { return v.ConfirmedAt }},
	{"/shipped_at", ofPapers, func(v Values) any { return v.ShippedAt }},
	{"/sent_at", ofPapers, func(v Values) any { return v.SentAt }},
	{"/on_hold", ofHold, func(v Values) any { return v.OnHold }},
	{"/note", ofTalk, func(v Values) any { return v.Note }},
	{"/tag_ids", ofTalk, func(v Values) any { return v.TagIDs }},
	{"/payments", ofTalk, func(v Values) any { return v.Payments }},
}

// changes lists the groups with changed members, or refuses a change that the status forbids.
func changes[V any](s Status, members []member[V], from, to V) (map[group]bool, error) {
	found := map[group]bool{}
	for _, m := range members {
		if reflect.DeepEqual(m.of(from), m.of(to)) {
			continue
		}
		if err := s.edits(m.group, m.pointer); err != nil {
			return nil, err
		}
		found[m.group] = true
	}
	return found, nil
}

// check checks the rules over several members.
func (v Values) check() error {
	var f check.Faults
	fits := func(pointer string, a money.Amount, c money.Currency) {
		check.NotNegative(&f, pointer, a)
		if !a.Fits(c) {
			f.Clash(fault.CodeInvalid, pointer, "has more decimals than "+string(c)+" allows")
		}
	}
	check.Word(&f, "/cost_allocation", v.CostAllocation)
	fits("/shipping_cost", v.ShippingCost, v.Currency)
	fits("/discount", v.Discount, v.Currency)
	fits("/tax_override", v.TaxOverride.Or(money.Amount{}), v.Currency)
	for i, c := range v.OtherCosts {
		at := check.Item("/other_costs", i)
		check.FieldCurrency(&f, at+"/currency", optional.Put(c.Currency))
		check.Word(&f, at+"/allocation", c.Allocation)
		check.Word(&f, at+"/payee", c.Paid(v.Currency))
		third := c.Currency != v.Currency && c.Currency != v.CostCurrency
		switch {
		case c.Payee == landed.BySupplier && c.Currency != v.Currency:
			f.Clash(fault.CodeNotAllowed, at+"/payee", "must be other, because the supplier bills in the currency of the order")
		case c.ExchangeRate.Known() && !third:
			f.Clash(fault.CodeNotAllowed, at+"/exchange_rate", "must be null in the currency of the order or of its costs")
		}
		if amount := c.Amount; c.Allocation != landed.ByNone || amount.Positive() {
			fits(at+"/amount", amount, c.Currency)
		} else {
			fits(at+"/amount", money.FromUnits(-amount.Units()), c.Currency)
		}
	}
	for i, p := range v.Payments {
		fits(check.Item("/payments", i)+"/amount", p.Amount, v.Currency)
	}
	if ordered, ok := v.OrderDate.Get(); ok && v.ExpectedDate.Or(ordered).Before(ordered) {
		f.Clash(fault.CodeInvalid, "/expected_date", "must not be before the order date")
	}
	if v.Currency == v.CostCurrency && v.ExchangeRate.Known() {
		f.Clash(fault.CodeNotAllowed, "/exchange_rate", "must be null where both currencies are the same")
	}
	return f.Err(fault.CodeValidationFailed)
}

// Bounds of items.
const (
	MaxItems    = 5000
	MaxPosition = 100_000
	MaxQuantity = 1_000_000
	MaxWeightG  = 10_000_000
)

var hundred = money.MustParsePercent("100")

// ItemValues has the members of an item that its users write.
type ItemValues struct {
	Position      int
	ProductID     optional.Maybe[int64]
	SKUID         optional.Maybe[int64]
	OfferID       optional.Maybe[int64]
	ASIN          optional.Maybe[string]
	MarketplaceID optional.Maybe[marketplace.ID]
	SupplierSKU   optional.Maybe[string]
	GTIN          optional.Maybe[string]
	Title         optional.Maybe[string]
	// Quantity counts units, including Cancelled units, which do not arrive.
	Quantity     int64
	Cancelled    int64
	CaseQuantity optional.Maybe[int64]
	UnitsPerCase optional.Maybe[int64]
	// UnitCost rounds the price of one unit in the order's currency. Price keeps it exact.
	UnitCost     optional.Maybe[money.Amount]
	Price        optional.Maybe[money.Price]
	Discount     money.Percent
	TaxRate      money.Percent
	WeightG      optional.Maybe[int64]
	ExpectedDate optional.Maybe[date.Date]
	Note         optional.Maybe[string]
}

var itemMembers = []member[ItemValues]{
	{"/inventory_product_id", ofThing, func(v ItemValues) any { return v.ProductID }},
	{"/sku_id", ofThing, func(v ItemValues) any { return v.SKUID }},
	{"/supplier_offer_id", ofThing, func(v ItemValues) any { return v.OfferID }},
	{"/asin", ofThing, func(v ItemValues) any { return v.ASIN }},
	{"/marketplace_id", ofThing, func(v ItemValues) any { return v.MarketplaceID }},
	{"/supplier_sku", ofThing, func(v ItemValues) any { return v.SupplierSKU }},
	{"/gtin", ofThing, func(v ItemValues) any { return v.GTIN }},
	{"/unit_cost", ofPrice, func(v ItemValues) any { return v.Exact() }},
	{"/discount_percent", ofPrice, func(v ItemValues) any { return v.Discount }},
	{"/tax_rate", ofPrice, func(v ItemValues) any { return v.TaxRate }},
	{"/unit_weight_g", ofPrice, func(v ItemValues) any { return v.WeightG }},
	{"/quantity", ofQuantity, func(v ItemValues) any { return v.Quantity }},
	{"/case_quantity", ofQuantity, func(v ItemValues) any { return v.CaseQuantity }},
	{"/units_per_case", ofQuantity, func(v ItemValues) any { return v.UnitsPerCase }},
	{"/quantity_cancelled", ofLine, func(v ItemValues) any { return v.Cancelled }},
	{"/position", ofLine, func(v ItemValues) any { return v.Position }},
	{"/title", ofLine, func(v ItemValues) any { return v.Title }},
	{"/expected_date", ofLine, func(v ItemValues) any { return v.ExpectedDate }},
	{"/note", ofLine, func(v ItemValues) any { return v.Note }},
}

// identified reports whether the item names its goods.
func (v ItemValues) identified() bool {
	return v.ProductID.Known() || v.SKUID.Known() || v.OfferID.Known() || v.ASIN.Known() || v.SupplierSKU.Known() || v.GTIN.Known() || v.Title.Known()
}

// Exact returns the price of one unit before rounding.
func (v ItemValues) Exact() optional.Maybe[money.Price] {
	if v.Price.Known() {
		return v.Price
	}
	return optional.Convert(v.UnitCost, money.PriceOf)
}

// Identity returns the same text for items of the same goods. A title counts only if nothing else
// names the goods, and a supplier's article number only without an offer, which has its own.
func (v ItemValues) Identity() string {
	title, number := v.Title.Or(""), v.SupplierSKU.Or("")
	if v.OfferID.Known() {
		number = ""
	}
	if v.ProductID.Known() || v.SKUID.Known() || v.OfferID.Known() || v.ASIN.Known() || v.SupplierSKU.Known() || v.GTIN.Known() {
		title = ""
	}
	return fmt.Sprintf("%d %d %d %q %q %q %q %q", v.ProductID.Or(0), v.SKUID.Or(0), v.OfferID.Or(0), v.ASIN.Or(""), v.MarketplaceID.Or(""),
		number, v.GTIN.Or(""), title)
}

func (v ItemValues) check() error {
	var f check.Faults
	check.Int(&f, "/position", v.Position, 1, MaxPosition)
	check.Int(&f, "/quantity", int(v.Quantity), 1, MaxQuantity)
	check.Int(&f, "/unit_weight_g", int(v.WeightG.Or(0)), 0, MaxWeightG)
	check.NotNegative(&f, "/unit_cost", v.UnitCost.Or(money.Amount{}))
	if p, ok := v.Price.Get(); ok && (p.Units < 1 || p.Units > MaxQuantity || optional.Some(p.Each()) != v.UnitCost) {
		f.Clash(fault.CodeInvalid, "/unit_cost", "must be the rounded price")
	}
	for pointer, p := range map[string]money.Percent{"/discount_percent": v.Discount, "/tax_rate": v.TaxRate} {
		if p.Units() < 0 || p.Cmp(hundred) > 0 {
			f.Add(fault.CodeOutOfRange, pointer, "must be from 0 to 100")
		}
	}
	if !v.identified() {
		f.Clash(fault.CodeRequired, "/title", "is required where nothing else names the goods")
	}
	if v.ASIN.Known() != v.MarketplaceID.Known() {
		f.Clash(fault.CodeRequired, "/asin", "and marketplace_id go together")
	}
	cases, each := v.CaseQuantity.Or(1), v.UnitsPerCase.Or(1)
	if v.CaseQuantity.Known() != v.UnitsPerCase.Known() || v.CaseQuantity.Known() && (cases > MaxQuantity || each > MaxQuantity || cases*each != v.Quantity) {
		f.Clash(fault.CodeInvalid, "/case_quantity", "times units_per_case must be quantity")
	}
	if v.Cancelled < 0 {
		f.Add(fault.CodeOutOfRange, "/quantity_cancelled", "must not be below 0")
	}
	if v.Cancelled > v.Quantity {
		f.Clash(fault.CodeOutOfRange, "/quantity_cancelled", "must not be above quantity")
	}
	return f.Err(fault.CodeValidationFailed)
}
