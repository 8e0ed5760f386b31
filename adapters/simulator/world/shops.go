package world

import (
	"encoding/json"
	"strconv"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// Shop has a marketplace with the simulator's own data about it.
type Shop struct {
	marketplace.Marketplace
	// Index numbers the marketplace among all of them.
	Index int
	// Decimals counts the decimals of the currency on price tags.
	Decimals int
	// perHundredDollars has about the value of a hundred US dollars in units of the currency.
	perHundredDollars int64
	// Language names the language of the marketplace.
	Language string
	// Core marketplaces sell every product.
	Core bool
}

// Shops has all marketplaces.
var Shops = seedShops()

func seedShops() map[marketplace.ID]*Shop {
	rates := map[money.Currency]int64{
		"USD": 100, "CAD": 136, "MXN": 1750, "BRL": 520, "GBP": 79, "EUR": 92, "SEK": 1050, "PLN": 400, "TRY": 3200,
		"EGP": 4800, "SAR": 375, "AED": 367, "ZAR": 1850, "INR": 8300, "JPY": 15_000, "AUD": 152, "SGD": 135,
	}
	languages := map[string]string{
		"US": "en_US", "CA": "en_CA", "MX": "es_MX", "BR": "pt_BR", "GB": "en_GB", "DE": "de_DE", "FR": "fr_FR",
		"IT": "it_IT", "ES": "es_ES", "IE": "en_IE", "NL": "nl_NL", "BE": "fr_BE", "SE": "sv_SE", "PL": "pl_PL",
		"TR": "tr_TR", "EG": "ar_AE", "SA": "ar_AE", "AE": "en_AE", "ZA": "en_ZA", "IN": "en_IN", "JP": "ja_JP",
		"AU": "en_AU", "SG": "en_SG",
	}
	core := map[string]bool{"US": true, "CA": true, "GB": true, "DE": true, "FR": true, "IT": true, "ES": true, "JP": true}
	all := map[marketplace.ID]*Shop{}
	for i, s := range marketplace.All() {
		all[s.ID] = &Shop{
			Marketplace: s, Index: i, Decimals: s.Currency.Decimals(), perHundredDollars: rates[s.Currency],
			Language: languages[s.Country], Core: core[s.Country],
		}
	}
	return all
}

// Minor turns US cents into the smallest unit of the shop's currency.
func (s *Shop) Minor(cents int64) int64 {
	if s.Decimals == 0 {
		return cents * s.perHundredDollars / 10_000
	}
	return cents * s.perHundredDollars / 100
}

// Number writes a sum in the smallest unit of the shop's currency as a JSON number.
func (s *Shop) Number(minor int64) json.Number {
	if s.Decimals == 0 {
		return json.Number(strconv.FormatInt(minor, 10))
	}
	b := make([]byte, 0, 12)
	if minor < 0 {
		b, minor = append(b, '-'), -minor
	}
	b = strconv.AppendInt(b, minor/100, 10)
	return json.Number(append(b, '.', byte('0'+minor/10%10), byte('0'+minor%10)))
}

// MinorOf converts a caller's amount in units of the shop's currency to its smallest unit, rounded.
// It returns false if the text is not a sum of money.
func (s *Shop) MinorOf(amount json.Number) (int64, bool) {
	a, err := money.Parse(amount.String())
	if err != nil || a.Units() < 0 {
		return 0, false
	}
	unit := s.Currency.Unit().Units()
	return (a.Units() + unit/2) / unit, true
}
