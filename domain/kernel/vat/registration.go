package vat

import (
	"cmp"
	"slices"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
)

// RegistrationScheme says how a registered seller pays VAT in a country.
type RegistrationScheme string

// The schemes of registrations. A small business owes and recovers no VAT. With margin, VAT is
// due on the difference between the price and the cost.
const (
	RegisteredStandard RegistrationScheme = "standard"
	RegisteredSmall    RegistrationScheme = "small_business"
	RegisteredFlat     RegistrationScheme = "flat"
	RegisteredMargin   RegistrationScheme = "margin"
)

func (RegistrationScheme) Words() []RegistrationScheme {
	return []RegistrationScheme{RegisteredStandard, RegisteredSmall, RegisteredFlat, RegisteredMargin}
}

// Recovers reports whether tax on purchases comes back.
func (s RegistrationScheme) Recovers() bool { return s != RegisteredSmall }

// ofSales maps the scheme to the scheme that sales are calculated by. VAT of the whole price counts
// for margin, which is more than is due.
func (s RegistrationScheme) ofSales() Scheme {
	switch s {
	case RegisteredSmall:
		return SchemeNotRegistered
	case RegisteredFlat:
		return SchemeFlat
	case RegisteredStandard, RegisteredMargin:
	}
	return SchemeStandard
}

// Registration registers a seller for VAT in a country.
type Registration struct {
	// Country has two capitals.
	Country string
	Number  optional.Maybe[string]
	Scheme  RegistrationScheme
	// Since has the first day; without it the registration always counts.
	Since optional.Maybe[date.Date]
}

// begins returns the first day, or the beginning of the calendar if absent.
func (r Registration) begins() date.Date { return r.Since.Or(date.MustParse("0001-01-01")) }

// Registrations lists the registrations of a seller. A later registration in the same country
// replaces the earlier registration from its first day on.
type Registrations []Registration

// On finds the registration in a country that counts on a day.
func (r Registrations) On(country string, day date.Date) (found Registration, ok bool) {
	for _, next := range r {
		if next.Country != country || day.Before(next.begins()) {
			continue
		}
		if !ok || next.begins().After(found.begins()) {
			found, ok = next, true
		}
	}
	return found, ok
}

// Sorted orders the registrations by country and first day.
func (r Registrations) Sorted() Registrations {
	out := slices.Clone(r)
	slices.SortStableFunc(out, func(a, b Registration) int {
		return cmp.Or(cmp.Compare(a.Country, b.Country), a.begins().Cmp(b.begins()))
	})
	return out
}
