package canon

import (
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/codec"
)

// Offers encodes an OfferSnapshot in a queue entry, or is nil.
type Offers []byte

// Offers begin with a version. Incomplete offers have their own.
const (
	sightingVersion   = 1
	incompleteVersion = 2
)

// Pack encodes the snapshot for the queue.
func Pack(s decision.OfferSnapshot) Offers {
	c := codec.Writing(64 + 64*len(s.Offers))
	codeOffers(&c, &s)
	return c.Bytes()
}

// Unpack decodes it; bytes that Pack did not write are ErrInput.
func (p Offers) Unpack() (decision.OfferSnapshot, error) {
	c := codec.Reading(p)
	var s decision.OfferSnapshot
	codeOffers(&c, &s)
	if !c.Complete() {
		return decision.OfferSnapshot{}, ErrInput
	}
	return s, nil
}

func codeOffers(c *codec.Codec, s *decision.OfferSnapshot) {
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
