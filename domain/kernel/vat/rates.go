package vat

import (
	"maps"
	"slices"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
)

// Class names one of the rates of a country.
type Class string

// A country's highest rate below the standard rate has the class reduced. Its lowest rate above 0
// has the class super reduced, if it has at least two reduced rates. A rate between them has no
// class.
const (
	ClassStandard     Class = "standard"
	ClassReduced      Class = "reduced"
	ClassSuperReduced Class = "super_reduced"
	ClassZero         Class = "zero"
)

func (Class) Words() []Class {
	return []Class{ClassStandard, ClassReduced, ClassSuperReduced, ClassZero}
}

// Basis names the origin of a rate.
type Basis string

// The bases. An assumed rate is the standard rate, without knowledge of the product.
const (
	BasisGiven     Basis = "given"
	BasisCostLayer Basis = "cost_layer"
	BasisClass     Basis = "class"
	BasisAssumed   Basis = "assumed"
)

// The notes mark figures that an assumed rate is part of. If the product is usually taxed at a
// reduced rate, its class decides. NoteNoRegistration marks VAT of a country without a registration
// of the seller, NoteMargin VAT of the whole price although less is due.
const (
	NoteRateAssumed    = "vat_rate_assumed"
	NoteClassUnsure    = "vat_class_unsure"
	NoteNoRegistration = "no_registration"
	NoteMargin         = "margin_scheme"
)

// row has the rate of a class from a day on, up to the next row of the same country and class.
type row struct {
	country string
	class   Class
	from    date.Date
	rate    money.Percent
}

func since(country string, class Class, from, rate string) row {
	return row{country, class, date.MustParse(from), money.MustParsePercent(rate)}
}

// rows has the rates of marketplaces where prices contain tax. Brazil has several taxes and no
// standard rate. Temporary rates of single goods, such as food, have no row.
var rows = []row{
	since("GB", ClassStandard, "2011-01-04", "20"),
	since("GB", ClassReduced, "2011-01-04", "5"),
	since("GB", ClassZero, "2011-01-04", "0"),
	since("DE", ClassStandard, "2007-01-01", "19"),
	since("DE", ClassStandard, "2020-07-01", "16"),
	since("DE", ClassStandard, "2021-01-01", "19"),
	since("DE", ClassReduced, "2007-01-01", "7"),
	since("DE", ClassReduced, "2020-07-01", "5"),
	since("DE", ClassReduced, "2021-01-01", "7"),
	since("FR", ClassStandard, "2014-01-01", "20"),
	since("FR", ClassReduced, "2014-01-01", "10"),
	since("FR", ClassSuperReduced, "2014-01-01", "2.1"),
	since("IT", ClassStandard, "2013-10-01", "22"),
	since("IT", ClassReduced, "2013-10-01", "10"),
	since("IT", ClassSuperReduced, "2013-10-01", "4"),
	since("ES", ClassStandard, "2012-09-01", "21"),
	since("ES", ClassReduced, "2012-09-01", "10"),
	since("ES", ClassSuperReduced, "2012-09-01", "4"),
	since("IE", ClassStandard, "2012-01-01", "23"),
	since("IE", ClassStandard, "2020-09-01", "21"),
	since("IE", ClassStandard, "2021-03-01", "23"),
	since("IE", ClassReduced, "2012-01-01", "13.5"),
	since("IE", ClassSuperReduced, "2012-01-01", "4.8"),
	since("IE", ClassZero, "2012-01-01", "0"),
	since("NL", ClassStandard, "2012-10-01", "21"),
	since("NL", ClassReduced, "2012-10-01", "6"),
	since("NL", ClassReduced, "2019-01-01", "9"),
	since("BE", ClassStandard, "1996-01-01", "21"),
	since("BE", ClassReduced, "1996-01-01", "12"),
	since("BE", ClassSuperReduced, "1996-01-01", "6"),
	since("SE", ClassStandard, "1996-01-01", "25"),
	since("SE", ClassReduced, "1996-01-01", "12"),
	since("SE", ClassSuperReduced, "1996-01-01", "6"),
	since("PL", ClassStandard, "2011-01-01", "23"),
	since("PL", ClassReduced, "2011-01-01", "8"),
	since("PL", ClassSuperReduced, "2011-01-01", "5"),
	since("TR", ClassStandard, "2002-01-01", "18"),
	since("TR", ClassStandard, "2023-07-10", "20"),
	since("EG", ClassStandard, "2017-07-01", "14"),
	since("SA", ClassStandard, "2018-01-01", "5"),
	since("SA", ClassStandard, "2020-07-01", "15"),
	since("AE", ClassStandard, "2018-01-01", "5"),
	since("ZA", ClassStandard, "2018-04-01", "15"),
	since("IN", ClassStandard, "2017-07-01", "18"),
	since("JP", ClassStandard, "2014-04-01", "8"),
	since("JP", ClassStandard, "2019-10-01", "10"),
	since("AU", ClassStandard, "2000-07-01", "10"),
	since("SG", ClassStandard, "2007-07-01", "7"),
	since("SG", ClassStandard, "2023-01-01", "8"),
	since("SG", ClassStandard, "2024-01-01", "9"),
	since("MX", ClassStandard, "2010-01-01", "16"),
}

// byCountry has the rows of each country and class in the order of their days.
var byCountry = func() map[string]map[Class][]row {
	found := map[string]map[Class][]row{}
	for _, r := range rows {
		if found[r.country] == nil {
			found[r.country] = map[Class][]row{}
		}
		found[r.country][r.class] = append(found[r.country][r.class], r)
	}
	return found
}()

// Rate finds the rate of a class on a day, in percent of the price without VAT. Before the first
// row of the class that row counts. It returns false if the country has no such rate.
func Rate(country string, class Class, day date.Date) (rate money.Percent, ok bool) {
	for i, r := range byCountry[country][class] {
		if i == 0 || !day.Before(r.from) {
			rate, ok = r.rate, true
		}
	}
	return rate, ok
}

// ClassRate has the rate of a class in a country, from its first day on. The first rate of a class
// counts before that day too.
type ClassRate struct {
	Country string
	Class   Class
	Since   date.Date
	Rate    money.Percent
}

// RatesOn lists the rates on a day by country and class. An empty country means all countries.
func RatesOn(country string, day date.Date) (out []ClassRate) {
	for _, c := range slices.Sorted(maps.Keys(byCountry)) {
		if country != "" && c != country {
			continue
		}
		for _, class := range ClassStandard.Words() {
			at := -1
			for i, r := range byCountry[c][class] {
				if i == 0 || !day.Before(r.from) {
					at = i
				}
			}
			if at >= 0 {
				r := byCountry[c][class][at]
				out = append(out, ClassRate{r.country, r.class, r.from, r.rate})
			}
		}
	}
	return out
}

// Present finds the standard rate of the last row; 0 without a rate.
func Present(country string) money.Percent {
	rates := byCountry[country][ClassStandard]
	if len(rates) == 0 {
		return money.Percent{}
	}
	return rates[len(rates)-1].rate
}
