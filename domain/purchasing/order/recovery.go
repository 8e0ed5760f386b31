package order

import (
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

// TaxReason says why the tax of an order comes back, or is part of its cost.
type TaxReason string

// The reasons: the order or the supplier says so; the buyer's registration in the country of the
// tax, or its absence; or the prices of the buyer's default marketplace, with or without tax.
// Orders of earlier versions have no reason.
const (
	TaxGiven          TaxReason = "given"
	TaxOfSupplier     TaxReason = "supplier"
	TaxRegistration   TaxReason = "registration"
	TaxSmallBusiness  TaxReason = "small_business"
	TaxNoRegistration TaxReason = "no_registration"
	TaxOfMarketplace  TaxReason = "default_marketplace"
)

// Recovery has the facts that decide whether tax of purchases comes back.
type Recovery struct {
	// Supplier has the supplier's own setting, which decides first.
	Supplier optional.Maybe[bool]
	// Registrations have no value until the buyer states where it is registered.
	Registrations optional.Maybe[vat.Registrations]
	// Default decides without registrations, and for tax of an unknown country.
	Default bool
}

// Of decides for tax of a country on a day.
func (r Recovery) Of(country optional.Maybe[string], day date.Date) (bool, TaxReason) {
	if own, ok := r.Supplier.Get(); ok {
		return own, TaxOfSupplier
	}
	all, stated := r.Registrations.Get()
	in, known := country.Get()
	if !stated || !known {
		return r.Default, TaxOfMarketplace
	}
	switch found, ok := all.On(in, day); {
	case !ok:
		return false, TaxNoRegistration
	case !found.Scheme.Recovers():
		return false, TaxSmallBusiness
	}
	return true, TaxRegistration
}

// Recover decides whether the order's tax comes back. The decision of a person stays.
func (v *Values) Recover(r Recovery, today date.Date) {
	if v.TaxRecoverableReason != TaxGiven {
		v.TaxRecoverable, v.TaxRecoverableReason = r.Of(v.TaxCountry, v.OrderDate.Or(today))
	}
}
