// Package vat decides how much VAT counts in a sale: the seller's scheme and the rate of a country.
package vat

import (
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Scheme says whether a seller owes VAT, and whether he reclaims it.
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

// Words lists the schemes.
func (Scheme) Words() []Scheme {
	return []Scheme{SchemeNone, SchemeStandard, SchemeNotRegistered, SchemeFlat}
}

// Settings apply to one sale. Rate (of the sale and its fees) and Cost (contained in the cost) are
// percentages of the price without VAT. Flat is a percentage of the price with VAT.
type Settings struct {
	Scheme           Scheme
	Rate, Cost, Flat money.Percent
	// Basis of Rate.
	Basis Basis
}

// Notes lists NoteRateAssumed where the rate counts and was assumed.
func (s Settings) Notes() []string {
	if s.Scheme != SchemeNone && s.Basis == BasisAssumed {
		return []string{NoteRateAssumed}
	}
	return nil
}

// Given has the settings that a caller gave.
type Given struct {
	Scheme           optional.Maybe[Scheme]
	Rate, Cost, Flat optional.Maybe[money.Percent]
}

// On completes the settings for a marketplace and a day: the scheme standard at the country's
// standard rate, or no VAT where prices exclude tax. The cost contains the rate of the sale.
func (g Given) On(m marketplace.Marketplace, day date.Date) Settings {
	scheme := SchemeStandard
	rate, basis := Resolve(g.Rate, optional.None[Class](), m, day)
	if m.Untaxed() {
		scheme = SchemeNone
	}
	return Settings{
		Scheme: g.Scheme.Or(scheme), Rate: rate, Cost: g.Cost.Or(rate), Flat: g.Flat.Or(money.Percent{}), Basis: basis,
	}
}
