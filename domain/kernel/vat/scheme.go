// Package vat decides how much VAT counts in a sale: the seller's scheme and the rate of a country.
package vat

import (
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Scheme says whether a seller owes VAT, and whether it reclaims VAT.
type Scheme string

// The schemes:
//   - SchemeNone: prices, costs and fees are counted without VAT
//   - SchemeStandard: VAT of sales is due, VAT of costs and fees is reclaimed
//   - SchemeNotRegistered: the seller owes nothing, reclaims nothing and pays VAT on fees
//   - SchemeFlat: a flat rate of sales is due, nothing is reclaimed
const (
	SchemeNone          Scheme = "none"
	SchemeStandard      Scheme = "standard"
	SchemeNotRegistered Scheme = "not_registered"
	SchemeFlat          Scheme = "flat"
)

func (Scheme) Words() []Scheme {
	return []Scheme{SchemeNone, SchemeStandard, SchemeNotRegistered, SchemeFlat}
}

// Settings apply to one sale. Rate (of the sale and its fees) and Cost (contained in the cost) are
// percentages of the price without VAT. Flat is a percentage of the price with VAT.
type Settings struct {
	Scheme           Scheme
	Rate, Cost, Flat money.Percent
	// Basis of Rate. Unsure marks an assumed rate of a product that is usually taxed at a reduced
	// rate.
	Basis  Basis
	Unsure bool
	// Doubt has NoteNoRegistration or NoteMargin if VAT of the price counts.
	Doubt string
}

// Notes lists the doubts about a rate that counts.
func (s Settings) Notes() (notes []string) {
	if s.Scheme == SchemeNone {
		return nil
	}
	if s.Basis == BasisAssumed {
		notes = append(notes, NoteRateAssumed)
		if s.Unsure {
			notes = append(notes, NoteClassUnsure)
		}
	}
	if s.Doubt != "" {
		notes = append(notes, s.Doubt)
	}
	return notes
}

// Defaults of a team count if a sale has no scheme of its own.
type Defaults struct {
	Scheme optional.Maybe[Scheme]
	Flat   optional.Maybe[money.Percent]
	// Registrations have no value until the team states where it is registered.
	Registrations optional.Maybe[Registrations]
}

// For fills the members that are not given, on a day. A registration in the marketplace's country
// decides before the default scheme. If prices exclude tax, the scheme stays open.
func (d Defaults) For(m marketplace.Marketplace, day date.Date, g Given) Given {
	if !g.Flat.Known() {
		g.Flat = d.Flat
	}
	if m.Untaxed {
		return g
	}
	scheme := d.Scheme
	if all, stated := d.Registrations.Get(); stated {
		switch found, ok := all.On(m.Country, day); {
		case !ok:
			g.Doubt = NoteNoRegistration
		case found.Scheme == RegisteredMargin:
			g.Doubt, scheme = NoteMargin, optional.Some(found.Scheme.ofSales())
		default:
			scheme = optional.Some(found.Scheme.ofSales())
		}
	}
	if !g.Scheme.Known() {
		g.Scheme = scheme
	}
	return g
}

// Given has the facts about the VAT of one sale.
type Given struct {
	Scheme           optional.Maybe[Scheme]
	Rate, Cost, Flat optional.Maybe[money.Percent]
	// CostLayer has the rate of the goods' cost, Class describes the product.
	CostLayer optional.Maybe[money.Percent]
	Class     optional.Maybe[Class]
	// Unsure marks a product that is usually taxed at a reduced rate.
	Unsure bool
	// Doubt has NoteNoRegistration or NoteMargin for a sale with VAT of the price.
	Doubt string
}

// Resolve finds the rate of the sale: the given rate, else that in the cost layer, else the rate of
// its class, else the standard rate, which is then assumed. If prices exclude tax, only a given
// rate counts. Without it there is neither a rate nor a basis.
func (g Given) Resolve(m marketplace.Marketplace, day date.Date) (money.Percent, Basis) {
	if rate, ok := g.Rate.Get(); ok {
		return rate, BasisGiven
	}
	if m.Untaxed {
		return money.Percent{}, ""
	}
	if rate, ok := g.CostLayer.Get(); ok {
		return rate, BasisCostLayer
	}
	if c, ok := g.Class.Get(); ok {
		if rate, ok := Rate(m.Country, c, day); ok {
			return rate, BasisClass
		}
	}
	rate, _ := Rate(m.Country, ClassStandard, day)
	return rate, BasisAssumed
}

// Usual returns the scheme of sellers who did not choose a scheme.
func Usual(m marketplace.Marketplace) Scheme {
	if m.Untaxed {
		return SchemeNone
	}
	return SchemeStandard
}

// On completes the settings for a marketplace and a day: the scheme standard at the rate of
// Resolve, or no VAT if prices exclude tax. The cost contains the rate of the sale.
func (g Given) On(m marketplace.Marketplace, day date.Date) Settings {
	rate, basis := g.Resolve(m, day)
	s := Settings{
		Scheme: g.Scheme.Or(Usual(m)), Rate: rate, Cost: g.Cost.Or(rate), Flat: g.Flat.Or(money.Percent{}), Basis: basis,
		Unsure: g.Unsure && basis == BasisAssumed && !g.Class.Known(),
	}
	if !m.Untaxed && (s.Scheme == SchemeStandard || s.Scheme == SchemeFlat && g.Doubt == NoteNoRegistration) {
		s.Doubt = g.Doubt
	}
	return s
}
