package marketplace

import "sellingassistant/domain/kernel/money"

// standardVAT is the standard rate of VAT, or of the tax on goods and services, by
// country, where shops show prices that contain it. Those of the United States and
// Canada are without tax; Brazil has several taxes and no one rate.
var standardVAT = map[string]money.Percent{
	"GB": whole(20), "DE": whole(19), "FR": whole(20), "IT": whole(22), "ES": whole(21), "IE": whole(23), "NL": whole(21),
	"BE": whole(21), "SE": whole(25), "PL": whole(23), "TR": whole(20), "EG": whole(14), "SA": whole(15), "AE": whole(5),
	"ZA": whole(15), "IN": whole(18), "JP": whole(10), "AU": whole(10), "SG": whole(9), "MX": whole(16),
}

func whole(percent int64) money.Percent { return money.PercentFromUnits(percent * 10_000) }

// StandardVAT is the VAT that a price of the marketplace contains by default, in
// percent of the price without it; 0 where prices are without tax.
func (m Marketplace) StandardVAT() money.Percent { return standardVAT[m.Country] }

// Untaxed reports whether prices of the marketplace exclude tax.
func (m Marketplace) Untaxed() bool { return m.Country == "US" || m.Country == "CA" }
