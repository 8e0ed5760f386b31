package head

import (
	"regexp"
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// buyers finds the names at labels of buyers. Is reports these names, also with fewer or more words
// at their end.
func (s Sheet) buyers() (is func(name string) bool, known bool) {
	var names []string
	for i, r := range s.Rows[:min(s.Start, len(s.Rows))] {
		if !s.written(r) {
			continue
		}
		for _, c := range r.Chunks() {
			party, n := field.Parties.At(r.TextsOf(c))
			_, longer := label.Fields.At(r.TextsOf(c))
			if n == 0 || party != field.Buyer || longer > n ||
				s.Ordered && addressees[label.Fold(strings.Join(r.TextsOf(c)[:n], " "))] { // the seller
				continue
			}
			if name := label.Fold(s.atLabel(i, c, field.Buyer)); name != "" {
				names = append(names, name)
			}
		}
	}
	return func(name string) bool {
		name = label.Fold(name)
		return name != "" && slices.ContainsFunc(names, func(b string) bool {
			return name == b || begins(name, b) || begins(b, name)
		})
	}, len(names) > 0
}

// begins reports a name of several words that begins a longer one.
func begins(name, longer string) bool {
	return len(name) >= leastShared && strings.Contains(name, " ") && strings.HasPrefix(longer, name+" ")
}

// leastShared bounds the letters of a name that can begin a longer one.
const leastShared = 10

// addresses lists headings over two addresses of a buyer, which name no party by themselves.
var addresses = map[string]bool{
	"fiscal": true, "entrega": true, "envio": true, "facturacion": true, "livraison": true, "facturation": true,
}

// headsBuyers reports the heading of an address of a buyer beside the heading of another.
func (s Sheet) headsBuyers(r *grid.Row, at int) bool {
	first := ""
	for i, c := range r.Chunks() {
		text := label.Fold(strings.Join(r.TextsOf(c), " "))
		if i == at && !addresses[text] {
			return false
		}
		if i == at {
			first = text
		}
	}
	return slices.ContainsFunc(r.Chunks(), func(c [2]int) bool {
		text := label.Fold(strings.Join(r.TextsOf(c), " "))
		return addresses[text] && text != first
	})
}

// centred returns the left side of an address below a label that is centred over it.
func (s Sheet) centred(r *grid.Row, c [2]int, left float64) float64 {
	if r.At+1 >= len(s.Rows) {
		return left
	}
	below := s.Rows[r.At+1]
	if below.Page != r.Page || below.Y-r.Y > 2*r.H {
		return left
	}
	for _, b := range below.Chunks() {
		l, right := below.Words[b[0]].Left, below.Words[b[1]].Right
		beside := c[0] > 0 && r.Words[c[0]-1].Right > l
		if l < r.Words[c[1]].Right && r.Words[c[0]].Left < right && !beside {
			left = min(left, l-0.1)
		}
	}
	return left
}

// Places of the address in the window of an envelope: right of a share of the page, with so many
// rows, no two of them farther apart than some heights. The contact of a seller is near its row.
const (
	windowLeft   = 0.4
	windowRows   = 7
	windowGap    = 2.5
	contactReach = 10
)

var (
	// contacts matches the contact details that a seller prints below its name and a buyer does not.
	contacts = regexp.MustCompile(`(?i)@|www\.|(?:^|[^\pL])(?:tel|tél|phone|telefon|telefono|teléfono|tfno|tlf|fax` +
		`|mail|email|siret|siren|rcs|iban|hrb)(?:[^\pL]|$)`)
	// customers matches labels of a customer number, which is printed above an address on the right.
	customers = regexp.MustCompile(`^(?:cliente|cod cli|(?:n|no|num|numero|cod|codigo|code|codice)(?: (?:de|del|di))?` +
		` client[ei]?)(?: |$)`)
	// bills matches titles of invoices, postals rows of a town, of the countries with such windows.
	bills   = regexp.MustCompile(`^(?:facture|factura|fattura)(?: |$)`)
	postals = regexp.MustCompile(`^(?:[A-Z]{1,2}-)?\d{4,5} +\p{Lu}`)
)

// window finds names in the window of an envelope, which no label names: on the right, over a town
// after its code, without telephone, mail and register. Other rows show that it is the buyer's: the
// contact of a seller on its left, the number of a buyer, or the title of an invoice of such a
// country. Nothing is found where a label names the buyer.
func (s Sheet) window(zones []zone, known bool) func(r *grid.Row, c [2]int) bool {
	width, numbered, billed, reached := 0.0, false, false, false
	var sellers []place // contacts above the lines
	for i, r := range s.Rows {
		if r.Page != 1 {
			break
		}
		width = max(width, r.Words[len(r.Words)-1].Right)
		for _, c := range r.Chunks() {
			text := strings.Join(r.TextsOf(c), " ")
			if s.written(r) && i < s.Start {
				numbered = numbered || customers.MatchString(label.Fold(text))
				billed = billed || bills.MatchString(label.Fold(text))
			}
			if !s.written(r) || slices.ContainsFunc(zones, func(z zone) bool { return z.has(r, c) }) {
				continue
			}
			contact := contacts.MatchString(text)
			if reached = reached || contact && i >= s.Start; contact && i < s.Start {
				sellers = append(sellers, place{r.Words[c[1]].Right, r.Y})
			}
		}
	}
	return func(r *grid.Row, c [2]int) bool {
		left := r.Words[c[0]].Left
		if known || r.Page != 1 || r.At >= s.Start || left < windowLeft*width {
			return false
		}
		if town, contacted := s.below(r, left); !town || contacted {
			return false
		}
		beside := slices.ContainsFunc(sellers, func(o place) bool {
			return o.right < left && near(o.y, r.Y, contactReach*r.H)
		})
		return beside || numbered || billed && reached
	}
}

// place has the right side and the row of a text.
type place struct{ right, y float64 }

// below reads the rows below a name at its edge: a town, and the contact of a seller.
func (s Sheet) below(r *grid.Row, left float64) (town, contacted bool) {
	last := r.Y
	for n, next := 0, r.At+1; next < s.Start && n < windowRows; next++ {
		row := s.Rows[next]
		if row.Page != r.Page || row.Y-last > windowGap*r.H {
			break
		}
		for _, b := range row.Chunks() {
			if !near(row.Words[b[0]].Left, left, 1.5*r.H) {
				continue
			}
			contacted = contacted || contacts.MatchString(strings.Join(row.TextsOf(b), " "))
			code := row.Words[b[0]:min(b[0]+2, len(row.Words))] // a gap may part the town from its code
			town = town || postals.MatchString(grid.Joined(code))
			last = row.Y
			n++
		}
	}
	return town, contacted
}

// streets matches words of streets.
var streets = regexp.MustCompile(`(?:^| )(?:rue|place|chemin|avenue|boulevard|allee|impasse|quai|calle|avenida|plaza` +
	`|camino|via|viale|piazza|corso|street|st|road|rd|lane|ln|way|drive|dr|court|ct|square|ave|blvd|pkwy)(?: |$)`)

// sites matches the beginning of an address in a district of works.
var sites = regexp.MustCompile(`^(?:poligono|zona industriale?|zone industrielle|zac|gewerbegebiet` +
	`|industriegebiet)(?: |$)`)

// noName reports a street with its number, a district of works, or the place of a party at another:
// chez.
func noName(words []string) bool {
	text, last := label.Fold(strings.Join(words, " ")), words[len(words)-1]
	switch {
	case strings.HasPrefix(text, "chez "), sites.MatchString(text), number.HasDigit(words[0]) && streets.MatchString(text):
		return true
	}
	return number.HasDigit(last) && !(len(words) > 1 && field.Form(words[0])) // Hafenweg 44, but SAS D2AD
}
