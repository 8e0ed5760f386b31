package ledger

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// Listing has a seller's offer under a SKU. It is never changed: a submission makes a new listing.
type Listing struct {
	seller, SKU, ASIN, productType, condition string
	FNSKU                                     string // set for units that the marketplace ships
	Created, updated                          time.Time
	// FBA marks a listing that the marketplace ships, from units in its fulfilment centres.
	FBA   bool
	units int
	// shipping has the seller's shipping charge, in US cents.
	shipping int64
	Tags     []PriceTag // one per marketplace
	flaw     *flaw      // an issue from the seed
	// attributes has the submitted attributes; nil until the first submission.
	attributes attributes
}

// PriceTag has the prices in one marketplace. Amounts are in the smallest unit of its currency; 0
// means no price.
type PriceTag struct {
	Shop                       marketplace.ID
	Price, low, high, business int64
}

// outside reports a price beyond the seller's own minimum or maximum, which deactivates the
// listing.
func (t PriceTag) outside() bool {
	return t.Price > 0 && ((t.low > 0 && t.Price < t.low) || (t.high > 0 && t.Price > t.high))
}

// Tag returns the prices in one marketplace.
func (l *Listing) Tag(id marketplace.ID) (PriceTag, bool) {
	for _, t := range l.Tags {
		if t.Shop == id {
			return t, true
		}
	}
	return PriceTag{}, false
}

// The statuses of a listing.
const (
	Buyable      = "BUYABLE"
	Discoverable = "DISCOVERABLE"
)

// status returns the shoppers' view of a listing in one marketplace: they can buy it, see it, or
// neither.
func (l *Listing) status(id marketplace.ID) []string {
	t, ok := l.Tag(id)
	switch {
	case !ok, l.flaw != nil && l.flaw.hides:
		return []string{}
	case t.Price == 0, t.outside(), l.units == 0:
		return []string{Discoverable}
	}
	return []string{Buyable, Discoverable}
}

// OwnOffer has a seller's offer in one marketplace. Sums are in the smallest unit of the
// marketplace's currency.
type OwnOffer struct {
	Seller, SKU, ASIN string
	Shop              marketplace.ID
	Condition         string
	Price, Shipping   int64
	FBA               bool
	Units             int
	// Buyable excludes offers that shoppers do not see.
	Buyable bool
}

// Offer returns the listing's offer in one marketplace, or false.
func (l *Listing) Offer(id marketplace.ID) (OwnOffer, bool) {
	t, ok := l.Tag(id)
	if !ok || t.Price == 0 {
		return OwnOffer{}, false
	}
	return OwnOffer{
		Seller: l.seller, SKU: l.SKU, ASIN: l.ASIN, Shop: id, Condition: l.condition, Price: t.Price,
		Shipping: world.Shops[id].Minor(l.shipping), FBA: l.FBA, Units: l.units, Buyable: slices.Contains(l.status(id), Buyable),
	}, true
}

// ListingOf returns the present state of a listing. Due submissions must be settled first; the
// gateway does so before every answer.
func (led *Ledger) ListingOf(seller, sku string) (*Listing, bool) {
	if l, changed := led.book.changed(seller, sku); changed {
		return l, l != nil
	}
	s, ok := led.world.Account(seller)
	if !ok {
		return nil, false
	}
	i, ok := led.listingIndex(s, sku)
	if !ok {
		return nil, false
	}
	return led.SeededListing(s, i), true
}

// OwnOffers returns the offers of the seller accounts for a product in a marketplace, also inactive
// offers, by account and SKU.
func (led *Ledger) OwnOffers(asin string, shop marketplace.ID) []OwnOffer {
	index, _ := led.world.Index(asin)
	home, ok := marketplace.ByID(shop)
	if !ok {
		return nil
	}
	var offers []OwnOffer
	for i := range led.world.Accounts {
		s := &led.world.Accounts[i]
		if s.Region != home.Region {
			continue
		}
		for _, sku := range led.skusOf(s, index, asin) {
			if l, ok := led.ListingOf(s.ID, sku); ok {
				if o, ok := l.Offer(shop); ok {
					offers = append(offers, o)
				}
			}
		}
	}
	return offers
}

// skusOf returns the present and former SKUs of a seller for a product.
func (led *Ledger) skusOf(s *world.Seller, index int, asin string) []string {
	var skus []string
	count := s.Size
	for i := (index - led.FirstProduct(s) + led.world.Products) % led.world.Products; i < count && strings.HasPrefix(asin, world.ASINPrefix); i += led.world.Products {
		skus = append(skus, led.skuAt(s, i))
	}
	for _, sku := range led.book.addedFor(s.ID, asin) {
		if !slices.Contains(skus, sku) {
			skus = append(skus, sku)
		}
	}
	slices.Sort(skus)
	return skus
}

// oddSKUs lists SKUs that are hard to carry through addresses and lists. The accounts of a world
// without PlainSKUs have them at every seventh place, from the third.
var oddSKUs = []string{"A/B", "A%2FB", "A+B", "50%", "ä b", "..", "A,B", "#?", ".", "a&b=c", `"quoted"`, "100%25"}

const (
	firstOdd = 3
	everyOdd = 7
)

// odd returns the odd SKU of a place, "" for other places.
func odd(index int) string {
	if n := index - firstOdd; n >= 0 && n%everyOdd == 0 && n/everyOdd < len(oddSKUs) {
		return oddSKUs[n/everyOdd]
	}
	return ""
}

// SKU returns the seller's number of the listing with this index, of 300 in a full account.
func SKU(index int) string { return cmp.Or(odd(index), world.Numbered("SIM-", 4, index)) }

func (led *Ledger) skuAt(s *world.Seller, index int) string {
	switch {
	case s.Kind == world.Enormous:
		return world.Numbered("BIG-", 5, index)
	case led.world.PlainSKUs:
		return world.Numbered("SIM-", 4, index)
	}
	return SKU(index)
}

// listingIndex reverses skuAt.
func (led *Ledger) listingIndex(s *world.Seller, sku string) (int, bool) {
	if n := slices.Index(oddSKUs, sku); n >= 0 && !led.world.PlainSKUs {
		i := firstOdd + n*everyOdd
		return i, s.Kind != world.Enormous && i < s.Size
	}
	_, digits, _ := strings.Cut(sku, "-")
	i, err := strconv.Atoi(digits)
	return i, err == nil && i >= 0 && i < s.Size && led.skuAt(s, i) == sku
}
