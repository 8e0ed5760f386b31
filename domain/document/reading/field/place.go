package field

import (
	"regexp"
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/money"
)

// Place gathers signs of the country of a document: addresses, tax numbers, telephone numbers. It
// decides the currency if no currency is printed, and the order of days and months.
type Place struct {
	countries map[string]bool
	// american and european count dates that show their order: 5/19/2024, 19/05/2024.
	american, european int
	// foreign and domestic report words unknown or known in America only, such as VAT and sales tax.
	foreign, domestic bool
	// dollars reports the code or the name of the American dollar, taxed a tax of other countries
	// with dollars.
	dollars, taxed bool
	// stateside reports words and labels that hardly anybody else prints: Item #, Ship Via.
	stateside bool
}

// States of America before postal codes. DE is left out because it names Germany too.
var (
	states = anyOf(`AL AK AZ AR CA CO CT FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC
		ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR`)
	stateNames = anyOf(`alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii
		idaho illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi
		missouri montana nebraska nevada new_hampshire new_jersey new_mexico new_york north_carolina north_dakota ohio
		oklahoma oregon pennsylvania rhode_island south_carolina south_dakota tennessee texas utah vermont virginia
		washington west_virginia wisconsin wyoming`)
	zip = regexp.MustCompile(`\p{L}[.,]? ` + states + `[.,]? \d{5}(?:-\d{4})?` +
		`(?:$|[,. ]*(?:US|USA|U\.S\.A\.?|United States.*)$| +(?:Tel|Ph|Phone|\())`)
	zipNamed = regexp.MustCompile(`(?:^| )` + stateNames + ` \d{5}(?: \d{4})?(?:$| (?:us|usa|united states.*)$)`)
	british  = regexp.MustCompile(`\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b`)
	canadian = regexp.MustCompile(`\b(?:ON|QC|BC|AB|MB|SK|NS|NB|NL|PE),? [A-Z]\d[A-Z] ?\d[A-Z]\d\b`)
	aussie   = regexp.MustCompile(`\b(?:NSW|VIC|QLD|TAS|ACT)\.?,? \d{4}\b`)
	vatID    = regexp.MustCompile(`\b(ATU|BE[01]?|CHE-?|CY|CZ|DE|DK|EE|EL|ES[A-Z]?|FI|FR[0-9A-Z]{0,2}|GB|HR|HU|IE|IT|LT|` +
		`LU|LV|MT|NL|NO|PL|PT|RO|SE|SI|SK) ?\d[\d .]{5,13}[\dA-Z]`)
	// taxNumbers matches tax numbers and taxes of single countries.
	taxNumbers = map[string]*regexp.Regexp{
		"AU": regexp.MustCompile(`\b(?:ABN|ACN|A\.B\.N\.?)[ :.]*\d`), "NZ": regexp.MustCompile(`\bNZBN\b|\bNZ GST\b`),
		"SG": regexp.MustCompile(`\bUEN\b`), "CA": regexp.MustCompile(`\b(?:HST|QST|TVQ)\b`),
		"MX": regexp.MustCompile(`\bRFC[ :.]*[A-ZÑ&]{3,4} ?\d{6}`),
	}
	americas = regexp.MustCompile(`\b(?:USD|US\$|U\.S\.\$|US [Dd]ollars?)`)
	phone    = regexp.MustCompile(`(?:^|[ :(])(?:\+|00)(3[1-4]|353|39|41|420|4[3-9]|52|61|64|65|852|86|91)[ (./-]?[\d (]`)
)

// currencies of countries, as their letters.
var currencies = map[string]money.Currency{
	"US": "USD", "GB": "GBP", "CA": "CAD", "AU": "AUD", "NZ": "NZD", "CH": "CHF", "CZ": "CZK", "DK": "DKK",
	"HU": "HUF", "NO": "NOK", "PL": "PLN", "RO": "RON", "SE": "SEK", "CN": "CNY", "IN": "INR", "AT": "EUR",
	"SG": "SGD", "HK": "HKD", "MX": "MXN",
	"BE": "EUR", "CY": "EUR", "DE": "EUR", "EE": "EUR", "EL": "EUR", "ES": "EUR", "FI": "EUR", "FR": "EUR",
	"HR": "EUR", "IE": "EUR", "IT": "EUR", "LT": "EUR", "LU": "EUR", "LV": "EUR", "MT": "EUR", "NL": "EUR",
	"PT": "EUR", "SI": "EUR", "SK": "EUR",
}

// dialled has countries by the codes before telephone numbers.
var dialled = map[string]string{
	"31": "NL", "32": "BE", "33": "FR", "34": "ES", "353": "IE", "39": "IT", "41": "CH", "420": "CZ", "43": "AT",
	"44": "GB", "45": "DK", "46": "SE", "47": "NO", "48": "PL", "49": "DE", "52": "MX", "61": "AU", "64": "NZ", "65": "SG",
	"852": "HK", "86": "CN", "91": "IN",
}

// countryNames has countries as addresses name them.
var countryNames = map[string]string{
	"usa": "US", "u s a": "US", "united states": "US", "united states of america": "US", "united kingdom": "GB",
	"great britain": "GB", "england": "GB", "scotland": "GB", "wales": "GB", "uk": "GB", "canada": "CA",
	"australia": "AU", "new zealand": "NZ", "germany": "DE", "deutschland": "DE", "france": "FR", "spain": "ES",
	"espana": "ES", "italy": "IT", "italia": "IT", "netherlands": "NL", "the netherlands": "NL",
	"nederland": "NL", "belgium": "BE", "belgie": "BE", "belgique": "BE", "austria": "AT", "osterreich": "AT",
	"switzerland": "CH", "schweiz": "CH", "suisse": "CH", "poland": "PL", "polska": "PL", "ireland": "IE",
	"portugal": "PT", "sweden": "SE", "sverige": "SE", "denmark": "DK", "danmark": "DK", "norway": "NO",
	"finland": "FI", "china": "CN", "india": "IN", "singapore": "SG", "hong kong": "HK", "mexico": "MX",
}

// Add reads a text, such as a row of a page or a cell.
func (p *Place) Add(text string) {
	if text == "" || len(text) > maxText {
		return
	}
	is := func(country string) {
		if p.countries == nil {
			p.countries = map[string]bool{}
		}
		p.countries[country] = true
	}
	folded := label.Fold(text)
	switch {
	case zip.MatchString(text), zipNamed.MatchString(folded):
		is("US")
	case canadian.MatchString(text):
		is("CA")
	case aussie.MatchString(text):
		is("AU")
	case british.MatchString(text):
		is("GB")
	}
	if m := vatID.FindStringSubmatch(text); m != nil && digitsOf(m[0]) >= leastVAT {
		is(m[1][:2])
		p.foreign = true
	}
	for country, number := range taxNumbers {
		if number.MatchString(text) {
			is(country)
		}
	}
	p.dollars = p.dollars || americas.MatchString(text)
	if m := phone.FindStringSubmatch(text); m != nil && dialled[m[1]] != "" {
		is(dialled[m[1]])
	}
	words := strings.Fields(text)
	for n := 1; n <= min(4, len(words)); n++ { // the end of an address
		if country, ok := countryNames[label.Fold(strings.Join(words[len(words)-n:], " "))]; ok &&
			(n == len(words) || !within[label.Fold(words[len(words)-n-1])]) {
			is(country)
		}
	}
	for _, w := range strings.Fields(folded) {
		p.foreign = p.foreign || abroad[w]
		p.taxed = p.taxed || w == "gst"
	}
	p.domestic = p.domestic || strings.Contains(folded, "sales tax") || strings.Contains(folded, "state tax")
	p.stateside = p.stateside || stateside.MatchString(folded) || numberSign.MatchString(text)
	for i, w := range words {
		if !number.HasDigit(w) {
			continue
		}
		switch _, shown, n := dayAt(words[i:], Certain); {
		case n == 0 || strings.Contains(w, "."):
		case shown == MonthFirst:
			p.american++
		case shown == DayFirst:
			p.european++
		}
	}
}

// Labels of America: Item #, Ship Via. A number after the sign says nothing, because web shops
// everywhere print Order #1001.
var (
	stateside  = regexp.MustCompile(`^(?:ship(?:ped)? via|f o b|fob point|slsmn|salesperson|zip code)$`)
	numberSign = regexp.MustCompile(`^\p{L}[\p{L}. ]*#:?$`)
)

// leastVAT counts the digits of the shortest tax number.
const leastVAT = 7

func digitsOf(s string) (n int) {
	for _, r := range s {
		if r >= '0' && r <= '9' {
			n++
		}
	}
	return n
}

// abroad has words unknown in America.
var abroad = setOf("vat mwst ust tva iva btw despatch despatched carriage cheque cheques postcode")

// within has words before a country outside of addresses, or in another name: made in China, New
// Mexico.
var within = setOf("in of from to new")

// Currency returns the currency of the only country that was seen, else "".
func (p *Place) Currency() money.Currency {
	var found money.Currency
	for country := range p.countries {
		c := currencies[country]
		if found != "" && c != found {
			return ""
		}
		found = c
	}
	return found
}

// Settle chooses the currency of a document that prints a mark, or "", beside its amounts. A bare $
// is the dollar of the only country with one that was seen, and of America without another sign.
// Unknown reports a mark that names no currency for sure.
func (p *Place) Settle(mark string, printed money.Currency, signs Dollars) (c money.Currency, unknown bool) {
	if !signs.Bare() || printed != american || p.dollars || p.domestic {
		return number.Settled(mark, printed, p.Currency())
	}
	var found []money.Currency
	for country := range p.countries {
		if c := currencies[country]; slices.Contains(number.Currencies(dollar), c) && !slices.Contains(found, c) {
			found = append(found, c)
		}
	}
	switch {
	case slices.Contains(found, american), len(found) == 0 && (!p.taxed || len(p.countries) > 0):
		return printed, false
	case len(found) == 1:
		return found[0], false
	}
	return "", true
}

// Several countries have dollar as the sign of their dollars and pesos. America comes first.
const (
	dollar                  = "$"
	american money.Currency = "USD"
)

// Dollars counts the signs of the dollar beside amounts.
type Dollars struct{ bare, coded bool }

// Count adds the sign of an amount.
func (d *Dollars) Count(sign string) {
	c, _ := number.Currency(sign)
	d.bare = d.bare || sign == dollar
	d.coded = d.coded || sign != dollar && c == american
}

// Bare reports amounts with a $, and no other sign or code of the American dollar.
func (d Dollars) Bare() bool { return d.bare && !d.coded }

// taxing has currencies of countries with VAT, which is printed on every invoice.
var taxing = map[money.Currency]bool{"GBP": true, "EUR": true}

// Order decides between day and month: by dates that show the order, by the country, by the
// currency, and by the decimal comma.
func (p *Place) Order(c money.Currency, comma bool) Order {
	own := p.Currency()
	switch {
	case p.american > 0 && p.european == 0:
		return MonthFirst
	case p.european > 0 && p.american == 0:
		return DayFirst
	case comma, p.foreign && !p.domestic:
		return DayFirst
	case p.domestic && !p.foreign:
		return MonthFirst
	case c == "":
		c = own
	case c == "USD" && taxing[own]:
		// British and European suppliers name the VAT. Without it the address may be the buyer's.
		if p.stateside {
			return MonthFirst
		}
		return Certain
	case c == "USD" && own != "":
		c = own
	}
	switch {
	case c == "USD":
		return MonthFirst
	case c == "CAD", c == "" && (len(p.countries) == 0 || p.countries["US"]):
		return Certain
	}
	return DayFirst
}
