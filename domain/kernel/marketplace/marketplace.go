// Package marketplace lists Amazon's marketplaces.
package marketplace

import (
	"strings"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
)

// Region names one of the three parts of the world that a seller's grant covers.
type Region string

// The regions.
const (
	NA Region = "na"
	EU Region = "eu"
	FE Region = "fe"
)

// Regions lists them all.
func Regions() []Region { return []Region{NA, EU, FE} }

// ID has Amazon's identifier of a marketplace.
type ID string

// US serves calls that name no marketplace.
const US ID = "ATVPDKIKX0DER"

// Marketplace describes one shop.
type Marketplace struct {
	ID       ID
	Country  string
	Domain   string
	Region   Region
	Currency money.Currency
}

var table = []Marketplace{
	{US, "US", "amazon.com", NA, "USD"},
	{"A2EUQ1WTGCTBG2", "CA", "amazon.ca", NA, "CAD"},
	{"A1AM78C64UM0Y8", "MX", "amazon.com.mx", NA, "MXN"},
	{"A2Q3Y263D00KWC", "BR", "amazon.com.br", NA, "BRL"},
	{"A1F83G8C2ARO7P", "GB", "amazon.co.uk", EU, "GBP"},
	{"A1PA6795UKMFR9", "DE", "amazon.de", EU, "EUR"},
	{"A13V1IB3VIYZZH", "FR", "amazon.fr", EU, "EUR"},
	{"APJ6JRA9NG5V4", "IT", "amazon.it", EU, "EUR"},
	{"A1RKKUPIHCS9HS", "ES", "amazon.es", EU, "EUR"},
	{"A28R8C7NBKEWEA", "IE", "amazon.ie", EU, "EUR"},
	{"A1805IZSGTT6HS", "NL", "amazon.nl", EU, "EUR"},
	{"AMEN7PMS3EDWL", "BE", "amazon.com.be", EU, "EUR"},
	{"A2NODRKZP88ZB9", "SE", "amazon.se", EU, "SEK"},
	{"A1C3SOZRARQ6R3", "PL", "amazon.pl", EU, "PLN"},
	{"A33AVAJ2PDY3EV", "TR", "amazon.com.tr", EU, "TRY"},
	{"ARBP9OOSHTCHU", "EG", "amazon.eg", EU, "EGP"},
	{"A17E79C6D8DWNP", "SA", "amazon.sa", EU, "SAR"},
	{"A2VIGQ35RCS4UG", "AE", "amazon.ae", EU, "AED"},
	{"AE08WJ6YKNBMC", "ZA", "amazon.co.za", EU, "ZAR"},
	{"A21TJRUUN4KGV", "IN", "amazon.in", EU, "INR"},
	{"A1VC38T7YXB528", "JP", "amazon.co.jp", FE, "JPY"},
	{"A39IBJ37TRP1C6", "AU", "amazon.com.au", FE, "AUD"},
	{"A19VAU5U5O7RUS", "SG", "amazon.sg", FE, "SGD"},
}

// SellerCentral returns the host where sellers of the marketplace work and grant access: one for
// the older European shops, one per shop elsewhere.
func (m Marketplace) SellerCentral() string {
	switch m.Country {
	case "GB", "DE", "FR", "IT", "ES", "IE":
		return "sellercentral-europe.amazon.com"
	}
	return "sellercentral." + m.Domain
}

// ownSellers has the ids under which Amazon itself sells. They are seen on its offers and published
// nowhere, so an offer of an id that is missing here looks like anybody's.
var ownSellers = map[ID]string{
	US: "ATVPDKIKX0DER", "A2EUQ1WTGCTBG2": "A3DWYIK6Y9EEQB", "A1AM78C64UM0Y8": "AVDBXBAVVSXLQ",
	"A1F83G8C2ARO7P": "A3P5ROKL5A1OLE", "A1PA6795UKMFR9": "A3JWKAKR8XB7XF", "A13V1IB3VIYZZH": "A1X6FK5RDHNB96",
	"APJ6JRA9NG5V4": "A11IL2PNWYJU7H", "A1RKKUPIHCS9HS": "A1AT7YVPFBWXBL", "A1805IZSGTT6HS": "A17D2BRD4YMT0X",
	"A1VC38T7YXB528": "AN1VRQENFRJN5", "A39IBJ37TRP1C6": "ANEGB3WVEVKZB",
}

// OwnSeller returns the seller id of Amazon itself on a marketplace, "" if unknown.
func OwnSeller(m ID) string { return ownSellers[m] }

var byID, byDomain = index()

func index() (map[ID]Marketplace, map[string]Marketplace) {
	ids, domains := make(map[ID]Marketplace, len(table)), make(map[string]Marketplace, len(table))
	for _, m := range table {
		ids[m.ID], domains[m.Domain] = m, m
	}
	return ids, domains
}

// All lists every marketplace.
func All() []Marketplace { return append([]Marketplace(nil), table...) }

// ByID finds a marketplace by Amazon's identifier.
func ByID(id ID) (Marketplace, bool) {
	m, ok := byID[id]
	return m, ok
}

// Named finds a marketplace by its name in a table: Amazon's identifier, its domain, with or
// without www., or the country's code, in any letter case. UK is GB.
func Named(text string) (Marketplace, bool) {
	text = strings.TrimSpace(text)
	if m, ok := byID[ID(strings.ToUpper(text))]; ok {
		return m, true
	}
	if m, ok := byDomain[strings.TrimPrefix(strings.ToLower(text), "www.")]; ok {
		return m, true
	}
	country := strings.ToUpper(text)
	if country == "UK" {
		country = "GB"
	}
	for _, m := range table {
		if m.Country == country {
			return m, true
		}
	}
	return Marketplace{}, false
}

// Choice names the marketplace of a call: by domain, which takes precedence, or by Amazon's
// identifier. Without either it is amazon.com.
type Choice struct{ Domain, MarketplaceID string }

// Resolve finds the marketplace. Letter case and "www." are ignored. An unknown one is an Invalid
// fault that names its parameter, domain or marketplaceId.
func (c Choice) Resolve() (Marketplace, error) {
	switch {
	case c.Domain != "":
		m, ok := byDomain[strings.TrimPrefix(strings.ToLower(c.Domain), "www.")]
		if !ok {
			return Marketplace{}, unknown("domain")
		}
		return m, nil
	case c.MarketplaceID != "":
		m, ok := byID[ID(c.MarketplaceID)]
		if !ok {
			return Marketplace{}, unknown("marketplaceId")
		}
		return m, nil
	}
	return byID[US], nil
}

func unknown(parameter string) error {
	e := fault.New(fault.Invalid, fault.CodeValidationFailed, parameter+" is not a known marketplace").In(parameter)
	e.Errors = []fault.Item{{Code: fault.CodeNotAllowed, Message: "is not a known marketplace", Parameter: parameter}}
	return e
}
