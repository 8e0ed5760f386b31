package simulator

import (
	"slices"
	"strings"
	"time"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/draw"
	"sellingassistant/adapters/simulator/world"
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

// firstProduct is where a seller's listings start in the catalogue. They
// follow each other, so that variation families are listed whole.
func (m *Marketplace) firstProduct(s *world.Seller) int {
	blocks := m.World.Products / catalog.BlockSize
	if s.Kind == world.Enormous || blocks == 0 {
		return 0
	}
	d := m.Draws(ofListing, s.Key(), 0)
	return d.Below(blocks) * catalog.BlockSize
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
func (m *Marketplace) seededListing(s *world.Seller, i int) *listing {
	return m.seededFor(s, i, m.Catalog.ProductAt((m.firstProduct(s)+i)%m.World.Products))
}

// seededFor is seededListing for who has the product already.
func (m *Marketplace) seededFor(s *world.Seller, i int, p *catalog.Product) *listing {
	d := m.Draws(ofListing, s.Key(), uint64(i)+1)
	l := &listing{seller: s.ID, sku: skuAt(s, i), asin: p.ASIN, productType: p.ProductType, condition: catalog.NewItems}
	l.fba = d.Chance(600)
	if l.fba {
		l.fnsku = "X00" + strings.ToUpper(world.Padded36(draw.Mix(s.Key()+uint64(i)), 7))
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
	if i >= m.World.Products && d.Chance(500) {
		// A second listing of a product is often a used one.
		l.condition = catalog.ConditionTypes[4+d.Below(4)]
	}
	l.created, l.updated = dates(s, m.World.Born, i, &d)
	for n, shop := range s.Marketplaces {
		if listedIn(s, n, i, &d) && (n == 0 || p.SoldIn(shop)) {
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
func (m *Marketplace) ForSale(s world.Seller, in marketplace.ID, n int) []Sale {
	var out []Sale
	for i := 0; i < s.Size && len(out) < n; i++ {
		p := m.Catalog.ProductAt((m.firstProduct(&s) + i) % m.World.Products)
		l := m.seededFor(&s, i, p)
		if l.units == 0 || (l.flaw != nil && l.flaw.hides) || l.condition != catalog.NewItems || slices.Contains(oddSKUs, l.sku) {
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
	price, err := money.Parse(string(world.Shops[t.shop].Number(t.price)))
	return price, err == nil && t.price > 0
}

// lists reports whether the listing is in the n-th marketplace of the account: always in the
// first, odd SKUs also in the second, others at random.
func listedIn(s *world.Seller, n, i int, d *draw.Series) bool {
	switch {
	case n == 0:
		return true
	case s.Kind == world.Enormous:
		return false
	case n == 1 && (i-firstOdd)%everyOdd == 0:
		return true
	}
	return d.Chance(350 / n)
}

func seededTag(p *catalog.Product, shop marketplace.ID, d *draw.Series) priceTag {
	t := priceTag{shop: shop}
	if p.IsHead() {
		return t // the head of a family cannot be bought
	}
	base := p.BasePrice(shop)
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
func dates(s *world.Seller, born time.Time, i int, d *draw.Series) (created, updated time.Time) {
	every := 2 * 24 * time.Hour
	if s.Kind == world.Enormous {
		every = 20 * time.Minute
	}
	age := time.Duration(i+1)*every - time.Duration(d.Below(int(every/time.Second)))*time.Second
	since := time.Duration(d.Below(int(age/time.Second)+1)) * time.Second
	return born.Add(-age), born.Add(-since)
}
