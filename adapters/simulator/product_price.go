package simulator

import (
	"encoding/json"
	"strconv"

	"sellingassistant/adapters/simulator/draw"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// shop is a marketplace as the simulated one sees it.
type shop struct {
	marketplace.Marketplace
	index int
	// decimals of the currency on price tags.
	decimals int
	// hundred US dollars in units of the currency, about.
	perHundredDollars int64
	// core marketplaces sell every product.
	core bool
}

var shops = seedShops()

func seedShops() map[marketplace.ID]*shop {
	rates := map[money.Currency]int64{
		"USD": 100, "CAD": 136, "MXN": 1750, "BRL": 520, "GBP": 79, "EUR": 92, "SEK": 1050, "PLN": 400, "TRY": 3200,
		"EGP": 4800, "SAR": 375, "AED": 367, "ZAR": 1850, "INR": 8300, "JPY": 15_000, "AUD": 152, "SGD": 135,
	}
	core := map[string]bool{"US": true, "CA": true, "GB": true, "DE": true, "FR": true, "IT": true, "ES": true, "JP": true}
	all := map[marketplace.ID]*shop{}
	for i, s := range marketplace.All() {
		all[s.ID] = &shop{Marketplace: s, index: i, decimals: s.Currency.Decimals(), perHundredDollars: rates[s.Currency], core: core[s.Country]}
	}
	return all
}

// minor turns US cents into the smallest unit of the shop's currency.
func (s *shop) minor(cents int64) int64 {
	if s.decimals == 0 {
		return cents * s.perHundredDollars / 10_000
	}
	return cents * s.perHundredDollars / 100
}

// number writes a sum in the smallest unit of the shop's currency as a JSON number.
func (s *shop) number(minor int64) json.Number {
	if s.decimals == 0 {
		return json.Number(strconv.FormatInt(minor, 10))
	}
	b := make([]byte, 0, 12)
	if minor < 0 {
		b, minor = append(b, '-'), -minor
	}
	b = strconv.AppendInt(b, minor/100, 10)
	return json.Number(append(b, '.', byte('0'+minor/10%10), byte('0'+minor%10)))
}

// minorOf reads an amount in units of the shop's currency, as a caller sent
// it, to the nearest smallest unit; false for what is no sum of money.
func (s *shop) minorOf(amount json.Number) (int64, bool) {
	a, err := money.Parse(amount.String())
	if err != nil || a.Units() < 0 {
		return 0, false
	}
	unit := s.Currency.Unit().Units()
	return (a.Units() + unit/2) / unit, true
}

// soldIn reports whether a marketplace has the product.
func (p *product) soldIn(id marketplace.ID) bool {
	s, ok := shops[id]
	return ok && (s.core || p.absent>>(4*s.index%60)&15 != 0)
}

// basePrice is what the product costs in a marketplace before anybody
// competes, in the smallest unit of the marketplace's currency (yen for Japan).
func (p *product) basePrice(id marketplace.ID) int64 {
	s, ok := shops[id]
	if !ok {
		return 0
	}
	d := draw.At(p.prices + uint64(s.index))
	local := max(s.minor(p.cents)*int64(d.Between(920, 1120))/1000, 100)
	if s.decimals == 0 {
		return local - local%10
	}
	return local - local%10 + 9
}
