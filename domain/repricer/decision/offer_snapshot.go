package decision

import (
	"time"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// OfferSnapshot is what a source told of the offers for a row's product. Amounts are
// in the currency of the row's marketplace.
type OfferSnapshot struct {
	// At is when the offers were like this.
	At     time.Time
	Box    BoxReport
	Offers []Offer
	// ExternalPrice is the competitive price outside the marketplace.
	ExternalPrice optional.Maybe[money.Amount]
}

// PackedOffers is a sighting that waits for its row's turn; nil for none.
type PackedOffers []byte

// sightingVersion is the first byte of every packed one.
const sightingVersion = 1

// Pack makes a sighting wait for the row's turn.
func (s OfferSnapshot) Pack() PackedOffers {
	c := codec{buf: make([]byte, 0, 64+64*len(s.Offers))}
	c.sighting(&s)
	return c.buf
}

// Unpack unpacks it; bytes that Pack did not write are ErrInput.
func (p PackedOffers) Unpack() (OfferSnapshot, error) {
	if len(p) > maxInputBytes {
		return OfferSnapshot{}, ErrInput
	}
	c := codec{buf: p, reading: true}
	var s OfferSnapshot
	c.sighting(&s)
	if c.bad || len(c.buf) != 0 {
		return OfferSnapshot{}, ErrInput
	}
	return s, nil
}

func (c *codec) sighting(s *OfferSnapshot) {
	version := int64(sightingVersion)
	c.number(&version)
	if c.reading && version != sightingVersion {
		c.fail()
		return
	}
	c.moment(&s.At)
	c.flag(&s.Box.Unknown)
	maybe(c, &s.Box.Price, (*codec).amount)
	list(c, &s.Offers, (*codec).offer)
	maybe(c, &s.ExternalPrice, (*codec).amount)
}

// OwnOffer is the seller's own offer in a condition, and shipped in a way where that is
// known, if there is exactly one: of several it cannot be told which is the row's.
func (s OfferSnapshot) OwnOffer(seller string, c Condition, by optional.Maybe[Fulfillment]) (Offer, bool) {
	var found Offer
	n := 0
	for _, o := range s.Offers {
		if o.SellerID == seller && o.Condition == c && by.Or(o.Fulfillment) == o.Fulfillment && o.Price.Positive() {
			found, n = o, n+1
		}
	}
	return found, n == 1
}

// Empty reports that the source told of no offer with a price: nothing that a
// price could be decided from.
func (s OfferSnapshot) Empty() bool {
	for _, o := range s.Offers {
		if o.Price.Positive() {
			return false
		}
	}
	return true
}
