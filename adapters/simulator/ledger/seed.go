package ledger

import (
	"strings"
	"time"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/draw"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// FirstProduct returns the place in the catalogue where a seller's listings start. They follow each
// other, so that variation families are listed whole.
func (led *Ledger) FirstProduct(s *world.Seller) int {
	blocks := led.world.Products / catalog.BlockSize
	if s.Kind == world.Enormous || blocks == 0 {
		return 0
	}
	d := led.world.Draws(world.OfListing, s.Key(), 0)
	return d.Below(blocks) * catalog.BlockSize
}

// flaw has an issue of a listing from the seed.
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

// SeededListing computes the initial state of a listing.
func (led *Ledger) SeededListing(s *world.Seller, i int) *Listing {
	return led.SeededFor(s, i, led.catalog.ProductAt((led.FirstProduct(s)+i)%led.world.Products))
}

// SeededFor does the same as SeededListing for callers that have the product already.
func (led *Ledger) SeededFor(s *world.Seller, i int, p *catalog.Product) *Listing {
	d := led.world.Draws(world.OfListing, s.Key(), uint64(i)+1)
	l := &Listing{seller: s.ID, SKU: led.skuAt(s, i), ASIN: p.ASIN, productType: p.ProductType, condition: catalog.NewItems}
	l.FBA = d.Chance(600)
	if l.FBA {
		l.FNSKU = "X00" + strings.ToUpper(world.Padded36(draw.Mix(s.Key()+uint64(i)), 7))
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
	if !l.FBA {
		l.shipping = [...]int64{0, 0, 399, 599}[d.Below(4)]
	}
	if i >= led.world.Products && d.Chance(500) {
		// A second listing of a product is often a used product.
		l.condition = catalog.ConditionTypes[4+d.Below(4)]
	}
	l.Created, l.updated = dates(s, led.world.Born, i, &d)
	for n, shop := range s.Marketplaces {
		if listedIn(s, n, i, &d) && (n == 0 || p.SoldIn(shop)) {
			l.Tags = append(l.Tags, seededTag(p, shop, &d))
		}
	}
	return l
}

// Sale has a listing that buyers can buy.
type Sale struct {
	SKU   string
	ASIN  string
	Title string
	// Price has the initial listing price.
	Price money.Amount
}

// ForSale returns n buyable listings of a seller in a marketplace in their initial state, without
// the places of odd SKUs.
func (led *Ledger) ForSale(s world.Seller, marketplaceID marketplace.ID, n int) []Sale {
	var out []Sale
	for i := 0; i < s.Size && len(out) < n; i++ {
		p := led.catalog.ProductAt((led.FirstProduct(&s) + i) % led.world.Products)
		l := led.SeededFor(&s, i, p)
		if l.units == 0 || (l.flaw != nil && l.flaw.hides) || l.condition != catalog.NewItems || odd(i) != "" {
			continue
		}
		for _, t := range l.Tags {
			if price, ok := amountOf(t); ok && t.Shop == marketplaceID {
				out = append(out, Sale{l.SKU, l.ASIN, p.Title, price})
			}
		}
	}
	return out
}

// amountOf returns the price of a tag, or false if it cannot be bought.
func amountOf(t PriceTag) (money.Amount, bool) {
	price, err := money.Parse(string(world.Shops[t.Shop].Number(t.Price)))
	return price, err == nil && t.Price > 0
}

// listedIn reports whether the listing is in the n-th marketplace of the account: always in the
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

func seededTag(p *catalog.Product, shop marketplace.ID, d *draw.Series) PriceTag {
	t := PriceTag{Shop: shop}
	if p.IsHead() {
		return t // the head of a family cannot be bought
	}
	base := p.BasePrice(shop)
	t.Price = base * int64(d.Between(950, 1150)) / 1000
	if d.Chance(500) {
		t.low, t.high = t.Price*8/10, t.Price*15/10
	}
	if d.Chance(150) {
		t.business = t.Price * 95 / 100
	}
	return t
}

// dates draws the times at which a listing was made and last changed. The lower its index, the
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
