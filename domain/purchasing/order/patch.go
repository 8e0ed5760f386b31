package order

import (
	"slices"
	"strings"
	"time"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/landed"
)

// Bounds of an order's members.
const (
	MaxNumber    = 64
	MaxReference = 200
	MaxTracking  = 20
	MaxCosts     = 20
	MaxLabel     = 60
	MaxPayments  = 20
	MaxNote      = 2000
	MaxItemNote  = 500
)

// Patch changes the members of an order. An absent member keeps its value; null clears a member
// that may be empty, and is refused for the others.
type Patch struct {
	Number            optional.Field[string]
	SupplierID        optional.Field[int64]
	WarehouseID       optional.Field[int64]
	Currency          optional.Field[money.Currency]
	CostCurrency      optional.Field[money.Currency]
	ExchangeRate      optional.Field[money.Rate]
	OrderDate         optional.Field[date.Date]
	ExpectedDate      optional.Field[date.Date]
	PaymentDueDate    optional.Field[date.Date]
	SupplierReference optional.Field[string]
	PaymentTerms      optional.Field[string]
	TrackingNumbers   optional.Field[[]string]
	ShippingCost      optional.Field[money.Amount]
	ShippingTaxRate   optional.Field[money.Percent]
	Discount          optional.Field[money.Amount]
	// OtherCosts without a currency or allocation take the order's.
	OtherCosts          optional.Field[[]landed.OtherCost]
	CostAllocation      optional.Field[landed.Allocation]
	PricesIncludeTax    optional.Field[bool]
	TaxCountry          optional.Field[string]
	TaxRecoverable      optional.Field[bool]
	TaxOverride         optional.Field[money.Amount]
	ApplyWarehouseCosts optional.Field[bool]
	Payments            optional.Field[[]Payment]
	AssigneeID          optional.Field[id.User]
	Note                optional.Field[string]
	TagIDs              optional.Field[[]int64]
	OnHold              optional.Field[bool]
	ConfirmedAt         optional.Field[time.Time]
	ShippedAt           optional.Field[time.Time]
	SentAt              optional.Field[time.Time]
}

// over returns the value of a member that is never empty.
func over[T any](f *check.Faults, pointer string, field optional.Field[T], current T) T {
	check.NotNull(f, pointer, field)
	return field.Maybe().Or(current)
}

// Over lays the patch over members and lists every invalid member in one Invalid fault. New and
// Edit check the rules over several members.
func (p Patch) Over(v Values) (Values, error) {
	var f check.Faults
	check.NotNull(&f, "/number", p.Number)
	v.Number = check.Line(&f, "/number", p.Number, MaxNumber).Maybe().Or(v.Number)
	v.SupplierID, v.WarehouseID = over(&f, "/supplier_id", p.SupplierID, v.SupplierID), over(&f, "/warehouse_id", p.WarehouseID, v.WarehouseID)
	f.Required("/supplier_id", v.SupplierID != 0)
	check.FieldCurrency(&f, "/currency", p.Currency)
	check.FieldCurrency(&f, "/cost_currency", p.CostCurrency)
	v.Currency, v.CostCurrency = over(&f, "/currency", p.Currency, v.Currency), over(&f, "/cost_currency", p.CostCurrency, v.CostCurrency)
	v.ExchangeRate = p.ExchangeRate.Over(v.ExchangeRate)
	v.OrderDate, v.ExpectedDate, v.PaymentDueDate = p.OrderDate.Over(v.OrderDate), p.ExpectedDate.Over(v.ExpectedDate), p.PaymentDueDate.Over(v.PaymentDueDate)
	v.SupplierReference = check.Line(&f, "/supplier_reference", p.SupplierReference, MaxReference).Over(v.SupplierReference)
	v.PaymentTerms = check.Line(&f, "/payment_terms", p.PaymentTerms, MaxReference).Over(v.PaymentTerms)
	if check.NotNull(&f, "/tracking_numbers", p.TrackingNumbers); p.TrackingNumbers.Set {
		v.TrackingNumbers = check.Lines(&f, "/tracking_numbers", p.TrackingNumbers.Value, MaxTracking, 100)
	}
	check.FieldNotNegative(&f, "/shipping_cost", p.ShippingCost)
	check.FieldNotNegative(&f, "/discount", p.Discount)
	check.FieldNotNegative(&f, "/tax_override", p.TaxOverride)
	v.ShippingCost, v.Discount = over(&f, "/shipping_cost", p.ShippingCost, v.ShippingCost), over(&f, "/discount", p.Discount, v.Discount)
	v.TaxOverride = p.TaxOverride.Over(v.TaxOverride)
	v.CostAllocation = check.WordOver(&f, "/cost_allocation", p.CostAllocation, v.CostAllocation)
	p.lists(&f, &v)
	v.PricesIncludeTax = over(&f, "/prices_include_tax", p.PricesIncludeTax, v.PricesIncludeTax)
	p.taxes(&f, &v)
	v.ApplyWarehouseCosts = over(&f, "/apply_warehouse_costs", p.ApplyWarehouseCosts, v.ApplyWarehouseCosts)
	v.OnHold = over(&f, "/on_hold", p.OnHold, v.OnHold)
	v.AssigneeID = p.AssigneeID.Over(v.AssigneeID)
	v.Note = check.Text(&f, "/note", p.Note, MaxNote).Over(v.Note)
	v.ConfirmedAt, v.ShippedAt, v.SentAt = p.ConfirmedAt.Over(v.ConfirmedAt), p.ShippedAt.Over(v.ShippedAt), p.SentAt.Over(v.SentAt)
	return v, f.Err(fault.CodeValidationFailed)
}

// taxes lays the tax members over an order. A changed tax_recoverable is a person's decision.
func (p Patch) taxes(f *check.Faults, v *Values) {
	if c, ok := p.TaxCountry.Given(); ok && !check.IsCountry(c) {
		f.Add(fault.CodeInvalid, "/tax_country", "must be an ISO 3166-1 code of two capitals")
	}
	check.FieldPercent(f, "/shipping_tax_rate", p.ShippingTaxRate)
	v.TaxCountry = p.TaxCountry.Over(v.TaxCountry)
	v.ShippingTaxRate = over(f, "/shipping_tax_rate", p.ShippingTaxRate, v.ShippingTaxRate)
	recoverable := over(f, "/tax_recoverable", p.TaxRecoverable, v.TaxRecoverable)
	if recoverable != v.TaxRecoverable {
		v.TaxRecoverable, v.TaxRecoverableReason = recoverable, TaxGiven
	}
}

// lists replaces lists as a whole.
func (p Patch) lists(f *check.Faults, v *Values) {
	if check.NotNull(f, "/other_costs", p.OtherCosts); p.OtherCosts.Set {
		v.OtherCosts = append([]landed.OtherCost{}, p.OtherCosts.Value...)
		check.NoMore(f, "/other_costs", len(v.OtherCosts), MaxCosts)
		for i := range v.OtherCosts {
			c, at := &v.OtherCosts[i], check.Item("/other_costs", i)
			c.Label = check.Line(f, at+"/label", optional.Put(c.Label), MaxLabel).Value
			if c.Currency == "" {
				c.Currency = v.Currency
			}
			if c.Allocation == "" {
				c.Allocation = v.CostAllocation
			}
			if c.Allocation != landed.ByNone {
				check.NotNegative(f, at+"/amount", c.Amount)
			}
			check.FieldPercent(f, at+"/tax_rate", optional.Put(c.TaxRate))
		}
	}
	if check.NotNull(f, "/payments", p.Payments); p.Payments.Set {
		v.Payments = append([]Payment{}, p.Payments.Value...)
		check.NoMore(f, "/payments", len(v.Payments), MaxPayments)
		for i := range v.Payments {
			one, at := &v.Payments[i], check.Item("/payments", i)
			check.FieldPositive(f, at+"/amount", optional.Put(one.Amount))
			check.Word(f, at+"/kind", one.Kind)
			one.Reference = check.Line(f, at+"/reference", optional.FieldOf(one.Reference), MaxReference).Maybe()
		}
	}
	if check.NotNull(f, "/tag_ids", p.TagIDs); p.TagIDs.Set {
		check.Entries(f, "/tag_ids", p.TagIDs.Value, mark.MaxTags, func(_ string, n int64) (int64, bool) { return n, true })
		v.TagIDs = append([]int64{}, p.TagIDs.Value...)
	}
}

// Bounded limits the number of costs of an order. It adds the surplus to other costs of the same
// currency, allocation and tax rate, the last costs first, so that no amount is lost.
func Bounded(list []landed.OtherCost) []landed.OtherCost {
	out := slices.Clone(list)
	for last := len(out) - 1; last > 0 && len(out) > MaxCosts; last-- {
		c := out[last]
		at := slices.IndexFunc(out[:last], func(o landed.OtherCost) bool {
			alike := o.Currency == c.Currency && o.Allocation == c.Allocation && o.TaxRate == c.TaxRate &&
				o.Payee == c.Payee && o.ExchangeRate == c.ExchangeRate
			return alike && (o.Label == c.Label || last >= MaxCosts)
		})
		if at >= 0 {
			out[at].Amount = money.FromUnits(out[at].Amount.Units() + c.Amount.Units())
			if out[at].Label != c.Label {
				out[at].Label = "Other costs"
			}
			out = slices.Delete(out, last, last+1)
		}
	}
	return out
}

// ItemPatch changes the members of an item, as Patch does for an order.
type ItemPatch struct {
	Position      optional.Field[int]
	ProductID     optional.Field[int64]
	SKUID         optional.Field[int64]
	OfferID       optional.Field[int64]
	ASIN          optional.Field[string]
	MarketplaceID optional.Field[marketplace.ID]
	SupplierSKU   optional.Field[string]
	GTIN          optional.Field[string]
	Title         optional.Field[string]
	Quantity      optional.Field[int64]
	Cancelled     optional.Field[int64]
	CaseQuantity  optional.Field[int64]
	UnitsPerCase  optional.Field[int64]
	UnitCost      optional.Field[money.Amount]
	// Price keeps UnitCost before rounding. It is set only together with UnitCost.
	Price        optional.Maybe[money.Price]
	Discount     optional.Field[money.Percent]
	TaxRate      optional.Field[money.Percent]
	WeightG      optional.Field[int64]
	ExpectedDate optional.Field[date.Date]
	Note         optional.Field[string]
}

// Exact returns the price of one unit that the patch sets.
func (p ItemPatch) Exact() optional.Maybe[money.Price] {
	return ItemValues{UnitCost: p.UnitCost.Maybe(), Price: p.Price}.Exact()
}

// Names reports whether the patch changes the ordered goods.
func (p ItemPatch) Names() bool { return p.ProductID.Set || p.SKUID.Set || p.OfferID.Set }

// Over lays the patch over members and lists every invalid member in one Invalid fault. Absent
// cases follow a new quantity, or become unknown.
func (p ItemPatch) Over(v ItemValues) (ItemValues, error) {
	var f check.Faults
	v.Position = over(&f, "/position", p.Position, v.Position)
	check.FieldInt(&f, "/position", p.Position, 1, MaxPosition)
	v.ProductID, v.SKUID, v.OfferID = p.ProductID.Over(v.ProductID), p.SKUID.Over(v.SKUID), p.OfferID.Over(v.OfferID)
	if code, ok := p.ASIN.Given(); ok {
		if p.ASIN.Value = strings.ToUpper(code); !check.IsASIN(p.ASIN.Value) {
			f.Add(fault.CodeInvalid, "/asin", "must be 10 letters or digits")
		}
	}
	if m, ok := p.MarketplaceID.Given(); ok {
		check.Marketplace(&f, "/marketplace_id", m)
	}
	if code, ok := p.GTIN.Given(); ok {
		if _, ok := purchasing.GTINKey(code); !ok {
			f.Add(fault.CodeInvalid, "/gtin", "must be 8, 12, 13 or 14 digits with a fitting check digit")
		}
	}
	v.ASIN, v.MarketplaceID, v.GTIN = p.ASIN.Over(v.ASIN), p.MarketplaceID.Over(v.MarketplaceID), p.GTIN.Over(v.GTIN)
	v.SupplierSKU = check.Line(&f, "/supplier_sku", p.SupplierSKU, purchasing.MaxSupplierSKU).Over(v.SupplierSKU)
	v.Title = check.Line(&f, "/title", p.Title, purchasing.MaxTitle).Over(v.Title)
	v.Note = check.Line(&f, "/note", p.Note, MaxItemNote).Over(v.Note)
	v.Cancelled = over(&f, "/quantity_cancelled", p.Cancelled, v.Cancelled)
	p.quantities(&f, &v)
	check.FieldNotNegative(&f, "/unit_cost", p.UnitCost)
	check.FieldPercent(&f, "/discount_percent", p.Discount)
	check.FieldPercent(&f, "/tax_rate", p.TaxRate)
	v.WeightG, v.ExpectedDate = p.WeightG.Over(v.WeightG), p.ExpectedDate.Over(v.ExpectedDate)
	p.costs(&v)
	v.Discount, v.TaxRate = over(&f, "/discount_percent", p.Discount, v.Discount), over(&f, "/tax_rate", p.TaxRate, v.TaxRate)
	return v, f.Err(fault.CodeValidationFailed)
}

// costs writes the price into the item. A price with the same rounded text as the item's price
// keeps the item's exact price.
func (p ItemPatch) costs(v *ItemValues) {
	if !p.UnitCost.Set {
		return
	}
	price, exact := p.Price.Get()
	now := ItemValues{UnitCost: p.UnitCost.Maybe(), Price: p.Price}
	shown := func(v ItemValues) string { return optional.Convert(v.Exact(), money.Price.String).Or("") }
	if written := !exact || price.Units == money.WrittenUnits; written && v.Price.Known() && shown(now) == shown(*v) {
		return
	}
	if price.Units == 1 {
		now.Price = optional.None[money.Price]()
	}
	v.UnitCost, v.Price = now.UnitCost, now.Price
}

func (p ItemPatch) quantities(f *check.Faults, v *ItemValues) {
	for _, n := range []struct {
		at     string
		field  optional.Field[int64]
		lowest int64
		most   int64
	}{
		{"/quantity", p.Quantity, 1, MaxQuantity},
		{"/case_quantity", p.CaseQuantity, 1, MaxQuantity},
		{"/units_per_case", p.UnitsPerCase, 1, MaxQuantity},
		{"/quantity_cancelled", p.Cancelled, 0, MaxQuantity},
		{"/unit_weight_g", p.WeightG, 0, MaxWeightG},
	} {
		if given, ok := n.field.Given(); ok {
			check.Int(f, n.at, int(given), int(n.lowest), int(n.most))
		}
	}
	was := *v
	v.Quantity = over(f, "/quantity", p.Quantity, v.Quantity)
	v.CaseQuantity, v.UnitsPerCase = p.CaseQuantity.Over(v.CaseQuantity), p.UnitsPerCase.Over(v.UnitsPerCase)
	f.Required("/quantity", v.Quantity != 0 || v.CaseQuantity.Known())
	each, sized := was.UnitsPerCase.Get()
	cases, counted := was.CaseQuantity.Get()
	switch {
	case p.Quantity.Set && !p.CaseQuantity.Set && !p.UnitsPerCase.Set && sized:
		if v.CaseQuantity = optional.Some(v.Quantity / each); v.Quantity%each != 0 {
			v.CaseQuantity, v.UnitsPerCase = optional.None[int64](), optional.None[int64]()
		}
	case !p.Quantity.Set && p.CaseQuantity.Set && !p.CaseQuantity.Null && !p.UnitsPerCase.Set && sized:
		v.Quantity = v.CaseQuantity.Or(1) * each
	case !p.Quantity.Set && p.UnitsPerCase.Set && !p.UnitsPerCase.Null && !p.CaseQuantity.Set && counted:
		v.Quantity = cases * v.UnitsPerCase.Or(1)
	case p.CaseQuantity.Set && p.CaseQuantity.Null && !p.UnitsPerCase.Set:
		v.UnitsPerCase = optional.None[int64]()
	case p.UnitsPerCase.Set && p.UnitsPerCase.Null && !p.CaseQuantity.Set:
		v.CaseQuantity = optional.None[int64]()
	}
}
