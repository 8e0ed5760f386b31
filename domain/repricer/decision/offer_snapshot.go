package decision

import (
	"time"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// OfferSnapshot has the offers for a row's product at one moment. Amounts are in the currency of
// the row's marketplace.
type OfferSnapshot struct {
	// At dates the offers.
	At     time.Time
	Box    BoxReport
	Offers []Offer
	// Incomplete says that the source left offers or prices out, or contradicts itself.
	Incomplete bool
	// ExternalPrice has the competitive price outside the marketplace.
	ExternalPrice optional.Maybe[money.Amount]
}

// OwnOffer returns the seller's only offer with a condition and, if known, a way of shipping. With
// several such offers the row's own is unknown, and ok is false.
func (s OfferSnapshot) OwnOffer(seller string, c Condition, fulfillment optional.Maybe[Fulfillment]) (Offer, bool) {
	var found Offer
	n := 0
	for _, o := range s.Offers {
		if o.SellerID == seller && o.Condition == c && fulfillment.Or(o.Fulfillment) == o.Fulfillment && o.Price.Positive() {
			found, n = o, n+1
		}
	}
	return found, n == 1
}

// Empty reports that no offer has a price, so nothing can be decided from the snapshot.
func (s OfferSnapshot) Empty() bool {
	for _, o := range s.Offers {
		if o.Price.Positive() {
			return false
		}
	}
	return true
}

// MostOffers bounds the list of offers of the marketplace, which counts all of them.
const MostOffers = 20

// OfferCounts counts the offers in an answer, all for the condition of the row.
type OfferCounts struct {
	// Total counts them by the answer itself, nil if the answer has no total.
	Total *int64
	// Named counts the entries for consumers in its list, and Listed all entries. Priced counts the
	// named offers with a price above 0 in the right currency.
	Named, Listed, Priced int
	// Box says that the answer has a buy box for the condition.
	Box bool
}

// Incomplete reports whether offers or prices are missing, or the answer contradicts itself. An
// answer that does not count its offers cannot say that there are no others.
func (c OfferCounts) Incomplete() bool {
	switch {
	case c.Total == nil, c.Priced < c.Named, c.Box && c.Priced == 0:
		return true
	case *c.Total >= MostOffers && c.Named >= MostOffers:
		return false
	}
	return *c.Total < int64(c.Named) || *c.Total > int64(c.Listed)
}
