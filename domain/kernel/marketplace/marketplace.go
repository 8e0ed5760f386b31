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
	// Untaxed reports that prices exclude tax. Package vat has the dated rates of the other shops.
	Untaxed bool
	// Zone names the time zone by which the day of the shop begins.
	Zone string
	// SellerCentral has the host where sellers work and grant access.
	SellerCentral string
	// Keepa numbers the shop at Keepa; 0 if Keepa does not follow it.
	Keepa int64
	// OwnSeller has the id under which Amazon itself sells. It is seen on Amazon's offers and
	// published nowhere. It is "" if unknown; then an offer of Amazon looks like anybody's.
	OwnSeller string
	// Points reports that Amazon Points lower a price.
	Points bool
}

// european has the host of the older European shops.
const european = "sellercentral-europe.amazon.com"

// table has the shops in the order of the published lists. The test in test/marketplaces names the
// places elsewhere that a new shop needs.
var table = []Marketplace{
	{
		ID: US, Country: "US", Domain: "amazon.com", Region: NA, Currency: "USD", Untaxed: true,
		Zone: "America/Los_Angeles", SellerCentral: "sellercentral.amazon.com", Keepa: 1, OwnSeller: "ATVPDKIKX0DER",
	},
	{
		ID: "A2EUQ1WTGCTBG2", Country: "CA", Domain: "amazon.ca", Region: NA, Currency: "CAD", Untaxed: true,
		Zone: "America/Los_Angeles", SellerCentral: "sellercentral.amazon.ca", Keepa: 6, OwnSeller: "A3DWYIK6Y9EEQB",
	},
	{
		ID: "A1AM78C64UM0Y8", Country: "MX", Domain: "amazon.com.mx", Region: NA, Currency: "MXN",
		Zone: "America/Mexico_City", SellerCentral: "sellercentral.amazon.com.mx", Keepa: 11, OwnSeller: "AVDBXBAVVSXLQ",
	},
	{
		ID: "A2Q3Y263D00KWC", Country: "BR", Domain: "amazon.com.br", Region: NA, Currency: "BRL",
		Zone: "America/Sao_Paulo", SellerCentral: "sellercentral.amazon.com.br", Keepa: 12,
	},
	{
		ID: "A1F83G8C2ARO7P", Country: "GB", Domain: "amazon.co.uk", Region: EU, Currency: "GBP",
		Zone: "Europe/London", SellerCentral: european, Keepa: 2, OwnSeller: "A3P5ROKL5A1OLE",
	},
	{
		ID: "A1PA6795UKMFR9", Country: "DE", Domain: "amazon.de", Region: EU, Currency: "EUR",
		Zone: "Europe/Berlin", SellerCentral: european, Keepa: 3, OwnSeller: "A3JWKAKR8XB7XF",
	},
	{
		ID: "A13V1IB3VIYZZH", Country: "FR", Domain: "amazon.fr", Region: EU, Currency: "EUR",
		Zone: "Europe/Paris", SellerCentral: european, Keepa: 4, OwnSeller: "A1X6FK5RDHNB96",
	},
	{
		ID: "APJ6JRA9NG5V4", Country: "IT", Domain: "amazon.it", Region: EU, Currency: "EUR",
		Zone: "Europe/Rome", SellerCentral: european, Keepa: 8, OwnSeller: "A11IL2PNWYJU7H",
	},
	{
		ID: "A1RKKUPIHCS9HS", Country: "ES", Domain: "amazon.es", Region: EU, Currency: "EUR",
		Zone: "Europe/Madrid", SellerCentral: european, Keepa: 9, OwnSeller: "A1AT7YVPFBWXBL",
	},
	{
		ID: "A28R8C7NBKEWEA", Country: "IE", Domain: "amazon.ie", Region: EU, Currency: "EUR",
		Zone: "Europe/Dublin", SellerCentral: european,
	},
	{
		ID: "A1805IZSGTT6HS", Country: "NL", Domain: "amazon.nl", Region: EU, Currency: "EUR",
		Zone: "Europe/Amsterdam", SellerCentral: "sellercentral.amazon.nl", OwnSeller: "A17D2BRD4YMT0X",
	},
	{
		ID: "AMEN7PMS3EDWL", Country: "BE", Domain: "amazon.com.be", Region: EU, Currency: "EUR",
		Zone: "Europe/Brussels", SellerCentral: "sellercentral.amazon.com.be",
	},
	{
		ID: "A2NODRKZP88ZB9", Country: "SE", Domain: "amazon.se", Region: EU, Currency: "SEK",
		Zone: "Europe/Stockholm", SellerCentral: "sellercentral.amazon.se",
	},
	{
		ID: "A1C3SOZRARQ6R3", Country: "PL", Domain: "amazon.pl", Region: EU, Currency: "PLN",
		Zone: "Europe/Warsaw", SellerCentral: "sellercentral.amazon.pl",
	},
	{
		ID: "A33AVAJ2PDY3EV", Country: "TR", Domain: "amazon.com.tr", Region: EU, Currency: "TRY",
		Zone: "Europe/Istanbul", SellerCentral: "sellercentral.amazon.com.tr",
	},
	{
		ID: "ARBP9OOSHTCHU", Country: "EG", Domain: "amazon.eg", Region: EU, Currency: "EGP",
		Zone: "Africa/Cairo", SellerCentral: "sellercentral.amazon.eg",
	},
	{
		ID: "A17E79C6D8DWNP", Country: "SA", Domain: "amazon.sa", Region: EU, Currency: "SAR",
		Zone: "Asia/Riyadh", SellerCentral: "sellercentral.amazon.sa",
	},
	{
		ID: "A2VIGQ35RCS4UG", Country: "AE", Domain: "amazon.ae", Region: EU, Currency: "AED",
		Zone: "Asia/Dubai", SellerCentral: "sellercentral.amazon.ae",
	},
	{
		ID: "AE08WJ6YKNBMC", Country: "ZA", Domain: "amazon.co.za", Region: EU, Currency: "ZAR",
		Zone: "Africa/Johannesburg", SellerCentral: "sellercentral.amazon.co.za",
	},
	{
		ID: "A21TJRUUN4KGV", Country: "IN", Domain: "amazon.in", Region: EU, Currency: "INR",
		Zone: "Asia/Kolkata", SellerCentral: "sellercentral.amazon.in", Keepa: 10,
	},
	{
		ID: "A1VC38T7YXB528", Country: "JP", Domain: "amazon.co.jp", Region: FE, Currency: "JPY",
		Zone: "Asia/Tokyo", SellerCentral: "sellercentral.amazon.co.jp", Keepa: 5, OwnSeller: "AN1VRQENFRJN5", Points: true,
	},
	{
		ID: "A39IBJ37TRP1C6", Country: "AU", Domain: "amazon.com.au", Region: FE, Currency: "AUD",
		Zone: "Australia/Sydney", SellerCentral: "sellercentral.amazon.com.au", OwnSeller: "ANEGB3WVEVKZB",
	},
	{
		ID: "A19VAU5U5O7RUS", Country: "SG", Domain: "amazon.sg", Region: FE, Currency: "SGD",
		Zone: "Asia/Singapore", SellerCentral: "sellercentral.amazon.sg",
	},
}

// OwnSeller returns the seller id of Amazon itself on a marketplace, "" if unknown.
func OwnSeller(m ID) string { return byID[m].OwnSeller }

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

// ByKeepa finds a marketplace by its number at Keepa.
func ByKeepa(number int64) (Marketplace, bool) {
	for _, m := range table {
		if number > 0 && m.Keepa == number {
			return m, true
		}
	}
	return Marketplace{}, false
}

// First returns the shop of a region where sellers grant access unless they name another shop.
func First(r Region) (Marketplace, bool) {
	for _, m := range table {
		if m.Region == r {
			return m, true
		}
	}
	return Marketplace{}, false
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
	if rest, ok := strings.CutPrefix(country, "AMAZON"); ok { // AmazonUS, Amazon UK
		return Named(strings.Trim(rest, " ._-"))
	}
	return Marketplace{}, false
}

// Choice names the marketplace of a call: by domain, which takes precedence, or by Amazon's
// identifier.
type Choice struct{ Domain, MarketplaceID string }

// Resolve finds the marketplace. Letter case and "www." are ignored. An empty choice is home,
// and amazon.com without a known home. An unknown marketplace is an Invalid fault that names its
// parameter, domain or marketplaceId.
func (c Choice) Resolve(home ID) (Marketplace, error) {
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
	if m, ok := byID[home]; ok {
		return m, nil
	}
	return byID[US], nil
}

func unknown(parameter string) error {
	e := fault.New(fault.Invalid, fault.CodeValidationFailed, parameter+" is not a known marketplace").In(parameter)
	e.Errors = []fault.Item{{Code: fault.CodeNotAllowed, Message: "is not a known marketplace", Parameter: parameter}}
	return e
}
