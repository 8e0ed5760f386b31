// Package marketplaces checks the tables outside the kernel that have facts of marketplaces.
package marketplaces

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/feetable"
	"sellingassistant/adapters/simulator/tariff"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/vat"
)

// TestPlaces names for each place the countries that it does not know. A new marketplace fails here
// with the places that miss it: add its facts there, or its country to the list below.
func TestPlaces(t *testing.T) {
	day := date.MustParse("2026-05-10")
	tables, err := feetable.Read()
	require.NoError(t, err)
	text, err := os.ReadFile("../../adapters/http/console/page/words.json")
	require.NoError(t, err)
	var page map[string]map[string]string
	require.NoError(t, json.Unmarshal(text, &page))
	sale := tariff.Sale{Day: day, Sides: [3]int64{4000, 3000, 1000}, Weight: 100, Price: 2000}
	places := map[string]func(m marketplace.Marketplace) bool{
		"domain/kernel/marketplace, Keepa":     func(m marketplace.Marketplace) bool { return m.Keepa > 0 },
		"domain/kernel/marketplace, OwnSeller": func(m marketplace.Marketplace) bool { return m.OwnSeller != "" },
		"domain/kernel/vat/rates.go, prices with tax": func(m marketplace.Marketplace) bool {
			_, ok := vat.Rate(m.Country, vat.ClassStandard, day)
			return ok || m.Untaxed
		},
		"adapters/feetable": func(m marketplace.Marketplace) bool {
			_, ok := tables.Market(m.Country, false)
			return ok
		},
		"adapters/http/console/page/words.json": func(m marketplace.Marketplace) bool {
			return page["marketplaces"][string(m.ID)] == m.Domain
		},
		"adapters/simulator/world/shops.go, rates": func(m marketplace.Marketplace) bool {
			return world.Shops[m.ID].Minor(10_000) > 0
		},
		"adapters/simulator/world/shops.go, languages": func(m marketplace.Marketplace) bool {
			return world.Shops[m.ID].Language != ""
		},
		"adapters/simulator/tariff": func(m marketplace.Marketplace) bool {
			sale.Country = m.Country
			_, ok := tariff.Of(sale)
			return ok
		},
	}
	missing := map[string]string{}
	for place, knows := range places {
		var countries []string
		for _, m := range marketplace.All() {
			if !knows(m) {
				countries = append(countries, m.Country)
			}
		}
		missing[place] = strings.Join(countries, " ")
	}
	require.Equal(t, map[string]string{
		"domain/kernel/marketplace, Keepa":             "IE NL BE SE PL TR EG SA AE ZA AU SG",
		"domain/kernel/marketplace, OwnSeller":         "BR IE BE SE PL TR EG SA AE ZA IN SG",
		"domain/kernel/vat/rates.go, prices with tax":  "BR",
		"adapters/feetable":                            "CA MX BR IE NL BE SE PL TR EG SA AE ZA IN JP AU SG",
		"adapters/http/console/page/words.json":        "",
		"adapters/simulator/world/shops.go, rates":     "",
		"adapters/simulator/world/shops.go, languages": "",
		"adapters/simulator/tariff":                    "CA MX BR FR IT ES IE NL BE SE PL TR EG SA AE ZA IN JP AU SG",
	}, missing)
}
