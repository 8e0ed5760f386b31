package decision

import (
	"time"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision/codec"
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

// PackedOffers encodes an OfferSnapshot in a queue entry, or is nil.
type PackedOffers []byte

// PackedOffers begin with a version. Incomplete offers have their own.
const (
	sightingVersion   = 1
	incompleteVersion = 2
)

// Pack encodes the snapshot for the queue.
func (s OfferSnapshot) Pack() PackedOffers {
	c := codec.Writing(64 + 64*len(s.Offers))
	codeOffers(&c, &s)
	return c.Bytes()
}

// Unpack decodes it; bytes that Pack did not write are ErrInput.
func (p PackedOffers) Unpack() (OfferSnapshot, error) {
	c := codec.Reading(p)
	var s OfferSnapshot
	codeOffers(&c, &s)
	if !c.Complete() {
		return OfferSnapshot{}, ErrInput
	}
	return s, nil
}

func codeOffers(c *codec.Codec, s *OfferSnapshot) {
	version := int64(sightingVersion)
	if s.Incomplete {
		version = incompleteVersion
	}
	c.Number(&version)
	if c.Reads() && version != sightingVersion && version != incompleteVersion {
		c.Fail()
		return
	}
	if c.Reads() {
		s.Incomplete = version == incompleteVersion
	}
	c.Moment(&s.At)
	c.Flag(&s.Box.Unknown)
	codec.Maybe(c, &s.Box.Price, (*codec.Codec).Amount)
	codec.List(c, &s.Offers, codeOffer)
	codec.Maybe(c, &s.ExternalPrice, (*codec.Codec).Amount)
}

// OwnOffer returns the seller's only offer with a condition and, if known, a way of shipping. With
// several such offers the row's own is unknown, and ok is false.
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

// Empty reports that no offer has a price, so nothing can be decided from the snapshot.
func (s OfferSnapshot) Empty() bool {
	for _, o := range s.Offers {
		if o.Price.Positive() {
			return false
		}
	}
	return true
}
