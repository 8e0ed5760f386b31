package simulator

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"sellingassistant/adapters/simulator/draw"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// What numbers about sellers are drawn for.
const (
	ofListing draw.Entity = 1000 + iota
	ofStock
	ofDelay
	ofPlan
	ofShipment
	ofBox
	ofFeed
)

// key is a seller as a number, for draws.
func (s *Seller) key() uint64 {
	key := uint64(0)
	for _, c := range []byte(s.ID) {
		key = draw.Mix(key + uint64(c))
	}
	return key
}

// firstProduct is where a seller's listings start in the catalogue. They
// follow each other, so that variation families are listed whole.
func (m *Marketplace) firstProduct(s *Seller) int {
	blocks := m.cfg.Products / blockSize
	if s.Kind == Enormous || blocks == 0 {
		return 0
	}
	d := m.draws(ofListing, s.key(), 0)
	return d.Below(blocks) * blockSize
}

// flaw is something the marketplace says about a listing.
type flaw struct {
	hides bool
	issue issue
}

var (
	missingCountry = &flaw{issue: issue{
		Code: "90220", Message: "'country_of_origin' is required but not supplied.", Severity: "WARNING",
		AttributeNames: []string{"country_of_origin"}, Categories: []string{"MISSING_ATTRIBUTE"},
	}}
	poorImage = &flaw{hides: true, issue: issue{
		Code: "18027", Message: "The main image does not meet the requirements.", Severity: "ERROR",
		AttributeNames: []string{"main_product_image_locator"}, Categories: []string{"INVALID_IMAGE"},
		Enforcements: &enforcements{
			Actions:   []enforcement{{"SEARCH_SUPPRESSED"}, {"LISTING_SUPPRESSED"}},
			Exemption: exemption{Status: "NOT_EXEMPT"},
		},
	}}
)

// seededListing computes a listing as it was before anybody changed it.
func (m *Marketplace) seededListing(s *Seller, i int) *listing {
	return m.seededFor(s, i, m.productAt((m.firstProduct(s)+i)%m.cfg.Products))
}

// seededFor is seededListing for who has the product already.
func (m *Marketplace) seededFor(s *Seller, i int, p *product) *listing {
	d := m.draws(ofListing, s.key(), uint64(i)+1)
	l := &listing{seller: s.ID, sku: s.sku(i), asin: p.ASIN, productType: p.ProductType, condition: newItems}
	l.fba = d.Chance(600)
	if l.fba {
		l.fnsku = "X00" + strings.ToUpper(padded36(draw.Mix(s.key()+uint64(i)), 7))
	}
	l.units = d.Between(1, 400)
	switch {
	case d.Chance(50):
		l.units = 0
	case d.Chance(40):
		l.flaw = missingCountry
	case d.Chance(30):
		l.flaw = poorImage
	}
	if !l.fba {
		l.shipping = [...]int64{0, 0, 399, 599}[d.Below(4)]
	}
	if i >= m.cfg.Products && d.Chance(500) {
		// A second listing of a product is often a used one.
		l.condition = conditionTypes[4+d.Below(4)]
	}
	l.created, l.updated = s.dates(m.born, i, &d)
	for n, shop := range s.Marketplaces {
		if s.lists(n, i, &d) && (n == 0 || p.soldIn(shop)) {
			l.tags = append(l.tags, seededTag(p, shop, &d))
		}
	}
	return l
}

// Sale is a listing that buyers can buy.
type Sale struct {
	SKU   string
	ASIN  string
	Title string
	// Price is the listing price as it was first.
	Price money.Amount
}

// ForSale returns n buyable listings of a seller in a marketplace in their initial state, those
// with plain SKUs.
func (m *Marketplace) ForSale(s Seller, in marketplace.ID, n int) []Sale {
	var out []Sale
	for i := 0; i < s.size && len(out) < n; i++ {
		p := m.productAt((m.firstProduct(&s) + i) % m.cfg.Products)
		l := m.seededFor(&s, i, p)
		if l.units == 0 || (l.flaw != nil && l.flaw.hides) || l.condition != newItems || slices.Contains(oddSKUs, l.sku) {
			continue
		}
		for _, t := range l.tags {
			if price, ok := amountOf(t); ok && t.shop == in {
				out = append(out, Sale{l.sku, l.asin, p.Title, price})
			}
		}
	}
	return out
}

// amountOf is the price of a tag, false for what cannot be bought.
func amountOf(t priceTag) (money.Amount, bool) {
	price, err := money.Parse(string(shops[t.shop].number(t.price)))
	return price, err == nil && t.price > 0
}

// lists reports whether the listing is in the n-th marketplace of the account: always in the
// first, odd SKUs also in the second, others at random.
func (s *Seller) lists(n, i int, d *draw.Series) bool {
	switch {
	case n == 0:
		return true
	case s.Kind == Enormous:
		return false
	case n == 1 && (i-firstOdd)%everyOdd == 0:
		return true
	}
	return d.Chance(350 / n)
}

func seededTag(p *product, shop marketplace.ID, d *draw.Series) priceTag {
	t := priceTag{shop: shop}
	if p.isHead() {
		return t // the head of a family cannot be bought
	}
	base := p.basePrice(shop)
	t.price = base * int64(d.Between(950, 1150)) / 1000
	if d.Chance(500) {
		t.low, t.high = t.price*8/10, t.price*15/10
	}
	if d.Chance(150) {
		t.business = t.price * 95 / 100
	}
	return t
}

// dates are when a listing was made and last changed. The lower its index, the
// younger it is.
func (s *Seller) dates(born time.Time, i int, d *draw.Series) (created, updated time.Time) {
	every := 2 * 24 * time.Hour
	if s.Kind == Enormous {
		every = 20 * time.Minute
	}
	age := time.Duration(i+1)*every - time.Duration(d.Below(int(every/time.Second)))*time.Second
	since := time.Duration(d.Below(int(age/time.Second)+1)) * time.Second
	return born.Add(-age), born.Add(-since)
}

// padded36 is a number in so many digits and letters.
func padded36(n uint64, digits int) string {
	text := strconv.FormatUint(n, 36)
	return strings.Repeat("0", max(0, digits-len(text))) + text[max(0, len(text)-digits):]
}
