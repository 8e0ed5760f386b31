package pricelist

import (
	"cmp"
	"slices"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

// VAT has the seller's VAT settings; missing settings follow from the marketplace.
type VAT struct {
	Scheme          optional.Maybe[vat.Scheme]
	Rate            optional.Maybe[money.Percent]
	CostIncludesVAT bool
	// Flat has the rate of the scheme flat.
	Flat optional.Maybe[money.Percent]
}

// KnownVAT has the VAT of a product that the team sells already.
type KnownVAT struct {
	// CostLayer has the rate of the goods' cost.
	CostLayer optional.Maybe[money.Percent]
	Class     optional.Maybe[vat.Class]
}

// Rate converts one unit of a currency to the marketplace's currency.
type Rate struct {
	Currency money.Currency
	Rate     money.Rate
}

// Expenses has the costs of a sold unit besides the product and the fees, and the bars that a row
// has to reach. Amounts are in the marketplace's currency. Percentages are of the cost, except for
// returns, which are of the price.
type Expenses struct {
	Prep, Label, Bag, Bundle, ThirdParty, Misc money.Amount
	// Inbound has the cost of sending a unit to Amazon, or else InboundKG the cost per kilogram.
	// Outbound has the postage of units that the seller ships.
	Inbound, InboundKG, Outbound                      Maybe
	Warehouse                                         optional.Maybe[int64]
	StorageMonths                                     optional.Maybe[money.Amount]
	VAT                                               VAT
	SalesTax, Discount, Cashback, Returns, MiscOfCost money.Percent
	Rates                                             []Rate
	Basis                                             Basis
	TargetROI, MinMargin                              optional.Maybe[money.Percent]
	MinProfit                                         Maybe
}

// ExpensesPatch changes expenses; null clears a member.
type ExpensesPatch struct {
	Prep, Label, Bag, Bundle, ThirdParty, Misc        optional.Field[money.Amount]
	Inbound, InboundKG, Outbound                      optional.Field[money.Amount]
	Warehouse                                         optional.Field[int64]
	StorageMonths                                     optional.Field[money.Amount]
	VAT                                               optional.Field[VAT]
	SalesTax, Discount, Cashback, Returns, MiscOfCost optional.Field[money.Percent]
	Rates                                             optional.Field[[]Rate]
	Basis                                             optional.Field[Basis]
	TargetROI, MinMargin                              optional.Field[money.Percent]
	MinProfit                                         optional.Field[money.Amount]
}

// Bounds of expenses.
const (
	MaxRates         = 50
	MaxStorageMonths = 120
)

// Over lays the patch over expenses. It returns a Rule fault with every invalid member.
func (p ExpensesPatch) Over(e Expenses) (Expenses, error) {
	var faults check.Faults
	for pointer, v := range map[string]optional.Field[money.Amount]{
		"/prep_per_unit": p.Prep, "/label_per_unit": p.Label, "/bag_per_unit": p.Bag, "/bundle_per_unit": p.Bundle, "/misc_per_unit": p.Misc,
		"/third_party_per_unit": p.ThirdParty, "/inbound_per_unit": p.Inbound, "/inbound_per_kg": p.InboundKG,
		"/outbound_shipping_per_unit": p.Outbound, "/storage_months": p.StorageMonths,
	} {
		check.FieldNotNegative(&faults, pointer, v)
	}
	for pointer, v := range map[string]optional.Field[money.Percent]{
		"/sales_tax_percent": p.SalesTax, "/discount_percent": p.Discount, "/cashback_percent": p.Cashback, "/returns_percent": p.Returns,
		"/misc_percent_of_cost": p.MiscOfCost,
	} {
		check.FieldPercent(&faults, pointer, v)
	}
	check.FieldWord(&faults, "/price_basis", p.Basis)
	if v, ok := p.VAT.Given(); ok {
		check.FieldWord(&faults, "/vat/scheme", optional.FieldOf(v.Scheme))
		check.FieldPercent(&faults, "/vat/rate", optional.FieldOf(v.Rate))
		check.FieldPercent(&faults, "/vat/flat_rate", optional.FieldOf(v.Flat))
		// The seller's scheme stays if a call gives a rate alone.
		if !v.Scheme.Known() {
			v.Scheme = e.VAT.Scheme
		}
		if !v.Flat.Known() {
			v.Flat = e.VAT.Flat
		}
		p.VAT = optional.Put(v)
	}
	var none money.Amount
	var nothing money.Percent
	e.Prep, e.Label, e.Bag = p.Prep.OverDefault(e.Prep, none), p.Label.OverDefault(e.Label, none), p.Bag.OverDefault(e.Bag, none)
	e.Bundle, e.ThirdParty, e.Misc = p.Bundle.OverDefault(e.Bundle, none), p.ThirdParty.OverDefault(e.ThirdParty, none), p.Misc.OverDefault(e.Misc, none)
	// The last given inbound shipping counts: a price per unit replaces one per kilogram, and vice
	// versa.
	if _, ok := p.Inbound.Given(); ok && !p.InboundKG.Set {
		e.InboundKG = Maybe{}
	}
	if _, ok := p.InboundKG.Given(); ok && !p.Inbound.Set {
		e.Inbound = Maybe{}
	}
	e.Inbound, e.InboundKG, e.Outbound = p.Inbound.Over(e.Inbound), p.InboundKG.Over(e.InboundKG), p.Outbound.Over(e.Outbound)
	e.Warehouse, e.StorageMonths, e.VAT = p.Warehouse.Over(e.Warehouse), p.StorageMonths.Over(e.StorageMonths), p.VAT.OverDefault(e.VAT, VAT{})
	e.SalesTax, e.Discount = p.SalesTax.OverDefault(e.SalesTax, nothing), p.Discount.OverDefault(e.Discount, nothing)
	e.Cashback, e.Returns = p.Cashback.OverDefault(e.Cashback, nothing), p.Returns.OverDefault(e.Returns, nothing)
	e.MiscOfCost, e.Rates, e.Basis = p.MiscOfCost.OverDefault(e.MiscOfCost, nothing), p.Rates.OverDefault(e.Rates, nil), p.Basis.OverDefault(e.Basis, AtBuyBox)
	e.TargetROI, e.MinMargin, e.MinProfit = p.TargetROI.Over(e.TargetROI), p.MinMargin.Over(e.MinMargin), p.MinProfit.Over(e.MinProfit)
	e.Basis = cmp.Or(e.Basis, AtBuyBox)
	if e.Inbound.Known() && e.InboundKG.Known() {
		faults.Clash(fault.CodeValidationFailed, "/inbound_per_kg", "Give inbound shipping for a unit or for a kilogram.")
	}
	if months, ok := e.StorageMonths.Get(); ok && months.Cmp(money.FromUnits(MaxStorageMonths*tenThousand)) > 0 {
		faults.Clash(fault.CodeValidationFailed, "/storage_months", "must be at most 120")
	}
	check.Entries(&faults, "/exchange_rates", e.Rates, MaxRates, func(at string, r Rate) (money.Currency, bool) {
		if r.Rate == (money.Rate{}) {
			faults.Add(fault.CodeOutOfRange, at, "must be above 0")
		}
		return r.Currency, true
	})
	return e, faults.Err(fault.CodeValidationFailed)
}

// Rated reports whether the expenses have a rate of the currency.
func (e Expenses) Rated(c, home money.Currency) bool {
	_, ok := e.rate(c, home)
	return ok
}

// with returns the expenses with more rates, up to the limit. A currency that has a rate keeps it.
func (e Expenses) with(rates []Rate) Expenses {
	e.Rates = slices.Clone(e.Rates)
	for _, r := range rates {
		if !e.Rated(r.Currency, "") && len(e.Rates) < MaxRates {
			e.Rates = append(e.Rates, r)
		}
	}
	return e
}

// Take adds exchange rates of the team to the expenses. A currency that has a rate keeps it.
func (v *Values) Take(rates []Rate) {
	if len(rates) > 0 {
		v.Expenses, v.ShownExpenses = v.Expenses.with(rates), v.ShownExpenses.with(rates)
	}
}

// rate returns the value of one unit of the currency, 1 for the marketplace's own.
func (e Expenses) rate(from, home money.Currency) (money.Rate, bool) {
	if from == "" || from == home {
		return money.One, true
	}
	for _, r := range e.Rates {
		if r.Currency == from {
			return r.Rate, true
		}
	}
	return money.Rate{}, false
}
