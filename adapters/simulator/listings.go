package simulator

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// listing is what a seller offers under one SKU. It is never changed: a
// submission makes another one.
type listing struct {
	seller, sku, asin, productType, condition string
	fnsku                                     string // set for what marketplaces ship
	created, updated                          time.Time
	// fba says that the marketplace ships it, from units in its fulfilment centres.
	fba   bool
	units int
	// shipping is what the seller charges for it, in US cents.
	shipping int64
	tags     []priceTag // one per marketplace it is listed in
	flaw     *flaw      // what the seed found wrong with it
	// attributes are what it was submitted with; nil as long as it is as the
	// seed made it.
	attributes attributes
}

// priceTag is a listing in one marketplace. Amounts are in the smallest unit of its currency; 0 is
// none.
type priceTag struct {
	shop                       marketplace.ID
	price, low, high, business int64
}

// outside reports a price beyond the seller's own minimum or maximum, which deactivates the
// listing.
func (t priceTag) outside() bool {
	return t.price > 0 && ((t.low > 0 && t.price < t.low) || (t.high > 0 && t.price > t.high))
}

// tag is the listing in one marketplace.
func (l *listing) tag(id marketplace.ID) (priceTag, bool) {
	for _, t := range l.tags {
		if t.shop == id {
			return t, true
		}
	}
	return priceTag{}, false
}

const (
	buyable      = "BUYABLE"
	discoverable = "DISCOVERABLE"
)

// status is what shoppers can do with a listing in one marketplace: buy it,
// see it, or neither.
func (l *listing) status(id marketplace.ID) []string {
	t, ok := l.tag(id)
	switch {
	case !ok, l.flaw != nil && l.flaw.hides:
		return []string{}
	case t.price == 0, t.outside(), l.units == 0:
		return []string{discoverable}
	}
	return []string{buyable, discoverable}
}

// ownOffer is a seller's offer in one marketplace. Sums are in the smallest
// unit of the marketplace's currency.
type ownOffer struct {
	Seller, SKU, ASIN string
	Shop              marketplace.ID
	Condition         string
	Price, Shipping   int64
	FBA               bool
	Units             int
	// Buyable is false for offers that shoppers do not see.
	Buyable bool
}

// offer is what the listing offers in one marketplace, false for nothing.
func (l *listing) offer(id marketplace.ID) (ownOffer, bool) {
	t, ok := l.tag(id)
	if !ok || t.price == 0 {
		return ownOffer{}, false
	}
	return ownOffer{
		Seller: l.seller, SKU: l.sku, ASIN: l.asin, Shop: id, Condition: l.condition, Price: t.price,
		Shipping: world.Shops[id].Minor(l.shipping), FBA: l.fba, Units: l.units, Buyable: slices.Contains(l.status(id), buyable),
	}, true
}

// listingOf finds a listing as it is now. Submissions that are due have to be
// settled first; the gateway does so before every answer.
func (m *Marketplace) listingOf(seller, sku string) (*listing, bool) {
	if l, changed := m.book.changed(seller, sku); changed {
		return l, l != nil
	}
	s, ok := m.Account(seller)
	if !ok {
		return nil, false
	}
	i, ok := listingIndex(s, sku)
	if !ok {
		return nil, false
	}
	return m.seededListing(s, i), true
}

// ownOffers are the offers of the seller accounts for a product in one marketplace, including
// inactive ones, by account and SKU.
func (m *Marketplace) ownOffers(asin string, shop marketplace.ID) []ownOffer {
	index, _ := m.Index(asin)
	home, ok := marketplace.ByID(shop)
	if !ok {
		return nil
	}
	var offers []ownOffer
	for i := range m.World.Accounts {
		s := &m.World.Accounts[i]
		if s.Region != home.Region {
			continue
		}
		for _, sku := range m.skusOf(s, index, asin) {
			if l, ok := m.listingOf(s.ID, sku); ok {
				if o, ok := l.offer(shop); ok {
					offers = append(offers, o)
				}
			}
		}
	}
	return offers
}

// skusOf are the SKUs a seller has or had for a product.
func (m *Marketplace) skusOf(s *world.Seller, index int, asin string) []string {
	var skus []string
	count := s.Size
	for i := (index - m.firstProduct(s) + m.World.Products) % m.World.Products; i < count && strings.HasPrefix(asin, world.ASINPrefix); i += m.World.Products {
		skus = append(skus, skuAt(s, i))
	}
	for _, sku := range m.book.addedFor(s.ID, asin) {
		if !slices.Contains(skus, sku) {
			skus = append(skus, sku)
		}
	}
	slices.Sort(skus)
	return skus
}

// oddSKUs are hard to carry through addresses and lists. The accounts have
// them at every seventh place, from the third.
var oddSKUs = []string{"A/B", "A%2FB", "A+B", "50%", "ä b", "..", "A,B", "#?", ".", "a&b=c", `"quoted"`, "100%25"}

const (
	firstOdd = 3
	everyOdd = 7
)

// SKU is the seller's number of the listing with this index, of 300 in a full account.
func SKU(index int) string {
	if n := index - firstOdd; n >= 0 && n%everyOdd == 0 && n/everyOdd < len(oddSKUs) {
		return oddSKUs[n/everyOdd]
	}
	return world.Numbered("SIM-", 4, index)
}

func skuAt(s *world.Seller, index int) string {
	if s.Kind == world.Enormous {
		return world.Numbered("BIG-", 5, index)
	}
	return SKU(index)
}

// listingIndex is the reverse of sku.
func listingIndex(s *world.Seller, sku string) (int, bool) {
	if n := slices.Index(oddSKUs, sku); n >= 0 {
		i := firstOdd + n*everyOdd
		return i, s.Kind != world.Enormous && i < s.Size
	}
	_, digits, _ := strings.Cut(sku, "-")
	i, err := strconv.Atoi(digits)
	return i, err == nil && i >= 0 && i < s.Size && skuAt(s, i) == sku
}
