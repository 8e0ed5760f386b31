package marketplace_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
)

func TestResolve(t *testing.T) {
	for _, c := range []struct {
		domain, id string
		home       marketplace.ID
		country    string
	}{
		{"", "", "", "US"},
		{"", "", "A1PA6795UKMFR9", "DE"},
		{"", "", "unknown", "US"},
		{"amazon.de", "", "A1VC38T7YXB528", "DE"},
		{"WWW.Amazon.CO.UK", "", "", "GB"},
		{"", "A1VC38T7YXB528", "A1PA6795UKMFR9", "JP"},
		{"amazon.fr", "A1VC38T7YXB528", "", "FR"},
		{"amazon.fr", "unknown", "", "FR"},
	} {
		m, err := marketplace.Choice{Domain: c.domain, MarketplaceID: c.id}.Resolve(c.home)
		require.NoError(t, err)
		require.Equal(t, c.country, m.Country)
	}
}

func TestResolveUnknown(t *testing.T) {
	for _, c := range []struct{ domain, id, parameter string }{
		{"amazon.example", "", "domain"},
		{"amazon.example", "ATVPDKIKX0DER", "domain"},
		{"", "atvpdkikx0der", "marketplaceId"},
	} {
		_, err := marketplace.Choice{Domain: c.domain, MarketplaceID: c.id}.Resolve("")
		e, ok := fault.As(err)
		require.True(t, ok)
		require.Equal(t, fault.Invalid, e.Kind)
		require.Equal(t, c.parameter, e.Parameter)
	}
}

func TestTableHasNoDoubles(t *testing.T) {
	ids, domains := map[marketplace.ID]bool{}, map[string]bool{}
	for _, m := range marketplace.All() {
		require.False(t, ids[m.ID] || domains[m.Domain], m.Domain)
		ids[m.ID], domains[m.Domain] = true, true
		require.Contains(t, marketplace.Regions(), m.Region)
		require.Len(t, string(m.Currency), 3)
		found, ok := marketplace.ByID(m.ID)
		require.True(t, ok)
		require.Equal(t, m, found)
	}
	require.Len(t, ids, 23)
}

// A new row has all columns that every marketplace needs.
func TestEachRowIsComplete(t *testing.T) {
	keepa := map[int64]bool{}
	for _, m := range marketplace.All() {
		require.False(t, m.Keepa > 0 && keepa[m.Keepa], m.Domain)
		keepa[m.Keepa] = true
		require.NotEmpty(t, m.Zone, m.Domain)
		_, err := time.LoadLocation(m.Zone)
		require.NoError(t, err, m.Domain)
		require.Contains(t, m.SellerCentral, "sellercentral", m.Domain)
		require.Equal(t, m.Country == "JP", m.Points, m.Domain)
	}
}

func TestSellerCentral(t *testing.T) {
	hosts := map[string]string{}
	for _, m := range marketplace.All() {
		hosts[m.Country] = m.SellerCentral
	}
	for _, country := range []string{"GB", "DE", "FR", "IT", "ES", "IE"} {
		require.Equal(t, "sellercentral-europe.amazon.com", hosts[country])
	}
	require.Equal(t, "sellercentral.amazon.com", hosts["US"])
	require.Equal(t, "sellercentral.amazon.nl", hosts["NL"])
	require.Equal(t, "sellercentral.amazon.co.jp", hosts["JP"])
	require.Equal(t, "A3JWKAKR8XB7XF", marketplace.OwnSeller("A1PA6795UKMFR9"))
	require.Empty(t, marketplace.OwnSeller("A19VAU5U5O7RUS"))
}

func TestKeepa(t *testing.T) {
	numbers := map[string]int64{}
	for number := range int64(20) {
		if m, ok := marketplace.ByKeepa(number); ok {
			numbers[m.Country] = number
		}
	}
	require.Equal(t, map[string]int64{
		"US": 1, "GB": 2, "DE": 3, "FR": 4, "JP": 5, "CA": 6, "IT": 8, "ES": 9, "IN": 10, "MX": 11, "BR": 12,
	}, numbers)
}

func TestFirst(t *testing.T) {
	for region, country := range map[marketplace.Region]string{marketplace.NA: "US", marketplace.EU: "GB", marketplace.FE: "JP"} {
		m, ok := marketplace.First(region)
		require.True(t, ok)
		require.Equal(t, country, m.Country)
	}
	_, ok := marketplace.First("asia")
	require.False(t, ok)
}

func TestUntaxed(t *testing.T) {
	var without []string
	for _, m := range marketplace.All() {
		if m.Untaxed {
			without = append(without, m.Country)
		}
	}
	require.Equal(t, []string{"US", "CA"}, without)
}

// Finds a marketplace by its identifier, domain or country, in any letter case.
func TestNamed(t *testing.T) {
	for text, country := range map[string]string{
		"ATVPDKIKX0DER": "US", " atvpdkikx0der ": "US", "amazon.de": "DE", "www.Amazon.co.uk": "GB", "gb": "GB", "UK": "GB", "uk": "GB",
		"AmazonUS": "US", "Amazon UK": "GB", "amazon_de": "DE", "Amazon.jp": "JP", "Amazon.com": "US",
	} {
		m, ok := marketplace.Named(text)
		require.True(t, ok, text)
		require.Equal(t, country, m.Country, text)
	}
	for _, text := range []string{"", "amazon", "XX", "amazon.de/shop", "AmazonXX", "Amazon amazon", "Amazonas"} {
		_, ok := marketplace.Named(text)
		require.False(t, ok, text)
	}
}
