package order

import (
	"cmp"
	"slices"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
)

// Product has the members of an inventory product that an order uses.
type Product struct {
	Title   string
	WeightG optional.Maybe[int64]
}

// Part counts the units of a product in one sale of a SKU.
type Part struct{ Product, Units int64 }

// SKU has the members of a SKU that an order uses.
type SKU struct {
	Name  string
	Title optional.Maybe[string]
	Parts []Part
}

// Goods has the live records that items name.
type Goods struct {
	Products map[int64]Product
	SKUs     map[int64]SKU
	Offers   map[int64]purchasing.OfferValues
	// Rates convert prices of offers to the order's currency, by the offer's currency.
	Rates map[money.Currency]money.Rate
}

// Tie has the facts that an item keeps of the records that it names.
type Tie struct {
	Target purchasing.CostTarget
	SKU    optional.Maybe[string]
}

// Tied keeps it.
func (i *Item) Tied(t Tie) { i.s.Target, i.s.SKU = t.Target, t.SKU }

// Tie finds the target of an item and the name of its SKU. Named records have to exist, Rule fault
// not_found, and to agree, validation_failed.
func (v ItemValues) Tie(g Goods, supplier int64) (t Tie, err error) {
	var f check.Faults
	product, named := v.ProductID.Get()
	if _, ok := g.Products[product]; named && !ok {
		return t, check.Rule(fault.CodeNotFound, "/inventory_product_id", "There is no such inventory product.")
	}
	agree := func(pointer string, other int64) {
		if !named {
			product, named = other, true
		} else if other != product {
			f.Clash(fault.CodeInvalid, pointer, "belongs to another inventory product")
		}
	}
	if n, ok := v.SKUID.Get(); ok {
		sku, ok := g.SKUs[n]
		if !ok {
			return t, check.Rule(fault.CodeNotFound, "/sku_id", "There is no such SKU.")
		}
		t.SKU = optional.Some(sku.Name)
		within := slices.ContainsFunc(sku.Parts, func(p Part) bool { return p.Product == product })
		switch {
		case len(sku.Parts) == 1 && sku.Parts[0].Units == 1:
			agree("/sku_id", sku.Parts[0].Product)
		case named && len(sku.Parts) > 0 && !within:
			f.Clash(fault.CodeInvalid, "/sku_id", "belongs to another inventory product")
		}
	}
	if n, ok := v.OfferID.Get(); ok {
		offer, ok := g.Offers[n]
		if !ok {
			return t, check.Rule(fault.CodeNotFound, "/supplier_offer_id", "There is no such supplier offer.")
		}
		if int64(offer.Supplier) != supplier {
			f.Clash(fault.CodeInvalid, "/supplier_offer_id", "is an offer of another supplier")
		}
		if other, ok := offer.Product.Get(); ok {
			agree("/supplier_offer_id", int64(other))
		}
	}
	switch n, sku := v.SKUID.Get(); {
	case named:
		t.Target = purchasing.CostTarget{Kind: purchasing.CostOfProduct, ID: product}
	case sku:
		t.Target = purchasing.CostTarget{Kind: purchasing.CostOfSKU, ID: n}
	}
	return t, f.Err(fault.CodeValidationFailed)
}

// Fill completes the members of a new item by the records that it names. It takes the offer's price
// for the quantity, if its currency is the order's or has a rate, its article number and pack size,
// and title and weight.
func (v ItemValues) Fill(g Goods, currency money.Currency) ItemValues {
	offer, offered := g.Offers[v.OfferID.Or(0)]
	product, sku := g.Products[v.ProductID.Or(int64(offer.Product.Or(0)))], g.SKUs[v.SKUID.Or(0)]
	pack := int64(1)
	if offered {
		pack = int64(offer.PackSize)
		if !v.SupplierSKU.Known() {
			v.SupplierSKU = offer.SupplierSKU
		}
	}
	v = v.cases(pack)
	if offered && !v.UnitCost.Known() {
		v.UnitCost = g.price(offer, v.Quantity, currency)
	}
	for _, title := range []optional.Maybe[string]{optional.Some(product.Title), sku.Title, offer.Title, optional.Some(sku.Name), offer.SupplierSKU} {
		if !v.Title.Known() && title.Or("") != "" {
			v.Title = title
		}
	}
	if !v.WeightG.Known() {
		v.WeightG = g.Products[v.ordered(g)].WeightG
	}
	return v
}

// price returns the offer's price for a quantity in a currency. A converted price has four
// decimals.
func (g Goods) price(
	offer purchasing.OfferValues, quantity int64, currency money.Currency,
) optional.Maybe[money.Amount] {
	price := offer.PriceFor(int(quantity))
	if offer.Currency == currency {
		return optional.Some(price)
	}
	rate, ok := g.Rates[offer.Currency]
	if !ok || rate == (money.Rate{}) {
		return optional.None[money.Amount]()
	}
	converted, fits := rate.Converted(price, money.FromUnits(1))
	if !fits {
		return optional.None[money.Amount]()
	}
	return optional.Some(converted)
}

// ordered returns the inventory product that the item orders, also by an offer or a SKU; 0 without
// a product.
func (v ItemValues) ordered(g Goods) int64 {
	product := v.ProductID.Or(int64(g.Offers[v.OfferID.Or(0)].Product.Or(0)))
	if parts := g.SKUs[v.SKUID.Or(0)].Parts; product == 0 && len(parts) == 1 && parts[0].Units == 1 {
		product = parts[0].Product
	}
	return product
}

// cases calculates the missing member of quantity, cases and units per case; pack has the default
// number of units in a case.
func (v ItemValues) cases(pack int64) ItemValues {
	cases, counted := v.CaseQuantity.Get()
	each, sized := v.UnitsPerCase.Get()
	switch {
	case counted && !sized:
		each = pack
		if v.Quantity > 0 && cases > 0 {
			each = v.Quantity / cases
		}
		v.UnitsPerCase = optional.Some(max(each, 1))
	case sized && !counted && v.Quantity > 0 && each > 0:
		v.CaseQuantity = optional.Some(max(v.Quantity/each, 1))
	}
	if v.Quantity == 0 && v.CaseQuantity.Known() && cases <= MaxQuantity && v.UnitsPerCase.Or(1) <= MaxQuantity {
		v.Quantity = cases * v.UnitsPerCase.Or(1)
	}
	return v
}

// Again returns the members of an order that orders the same once more: its parties, terms and
// costs. It repeats an exchange rate that the user gave.
func (s Snapshot) Again() Values {
	v := s.Values
	rate := v.ExchangeRate
	if s.RateFrom.Known() {
		rate = optional.None[money.Rate]()
	}
	return Values{
		SupplierID: v.SupplierID, WarehouseID: v.WarehouseID, Currency: v.Currency, CostCurrency: v.CostCurrency,
		ExchangeRate: rate, PaymentTerms: v.PaymentTerms, ShippingCost: v.ShippingCost, ShippingTaxRate: v.ShippingTaxRate,
		Discount: v.Discount, OtherCosts: v.OtherCosts, CostAllocation: v.CostAllocation,
		PricesIncludeTax: v.PricesIncludeTax, TaxCountry: v.TaxCountry, TaxRecoverable: v.TaxRecoverable,
		TaxRecoverableReason: v.TaxRecoverableReason, ApplyWarehouseCosts: v.ApplyWarehouseCosts,
		TrackingNumbers: []string{}, Payments: []Payment{}, TagIDs: []int64{},
	}
}

// Again returns the members of an item that orders the same units once more. With outstanding it
// orders only the units that did not arrive, including units that closing cancelled. It returns
// false without units.
func (s ItemSnapshot) Again(outstanding bool) (ItemValues, bool) {
	v := s.Values
	v.Cancelled, v.ExpectedDate = 0, optional.None[date.Date]()
	if outstanding {
		v.Quantity = s.Outstanding() + s.ClosedShort
	}
	if v.Quantity != s.Values.Quantity {
		v.CaseQuantity, v.UnitsPerCase = optional.None[int64](), optional.None[int64]()
	}
	return v, v.Quantity > 0
}

// Living returns the members without references to records that no longer exist.
func (v ItemValues) Living(g Goods) ItemValues {
	if _, ok := g.Products[v.ProductID.Or(0)]; !ok {
		v.ProductID = optional.None[int64]()
	}
	if _, ok := g.SKUs[v.SKUID.Or(0)]; !ok {
		v.SKUID = optional.None[int64]()
	}
	if _, ok := g.Offers[v.OfferID.Or(0)]; !ok {
		v.OfferID = optional.None[int64]()
	}
	return v
}

// Sort sorts items by position, and equal positions by age, the older first.
func Sort(items []*Item) {
	slices.SortFunc(items, func(a, b *Item) int {
		return cmp.Or(cmp.Compare(a.s.Values.Position, b.s.Values.Position), cmp.Compare(a.s.Serial, b.s.Serial))
	})
}

// Merges reports whether an item takes units of another item: both have the same goods at the same
// cost and discount.
func (v ItemValues) Merges(other ItemValues) bool {
	return v.Identity() == other.Identity() && v.Exact() == other.Exact() && v.Discount == other.Discount
}

// Plus returns the members with more units. Cases that no longer fit become unknown.
func (v ItemValues) Plus(units int64) ItemValues {
	v.Quantity += units
	if each, ok := v.UnitsPerCase.Get(); ok {
		if v.CaseQuantity = optional.Some(v.Quantity / each); v.Quantity%each != 0 {
			v.CaseQuantity, v.UnitsPerCase = optional.None[int64](), optional.None[int64]()
		}
	}
	return v
}
