package repricer

import (
	"slices"
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

// MarketState is what an event tells of the offers for a product, all of one
// condition.
type MarketState struct {
	// At is when the offers changed.
	At time.Time
	// Total is the number of all offers; Offers are at most the best twenty.
	Total  optional.Maybe[int]
	Offers []MarketOffer
	// BoxKnown is false where the event said nothing about the buy box.
	BoxKnown bool
	// Box is the landed price in the buy box, None where there is no box.
	Box optional.Maybe[Price]
}

// Price is an amount with its currency.
type Price struct {
	Amount   money.Amount
	Currency money.Currency
}

// MarketOffer is one offer.
type MarketOffer struct {
	SellerID string
	// Landed is what a buyer pays: price and shipping, less points.
	Landed Price
	// Listed is the price alone; None is not told.
	Listed optional.Maybe[Price]
	// Fulfillment is how it is shipped; None is not told.
	Fulfillment optional.Maybe[decision.Fulfillment]
	// Featured offers can have the box; None is not told.
	Featured optional.Maybe[bool]
	// Winner has the box; None is not told.
	Winner optional.Maybe[bool]
}

// OfferEvent takes over what an event tells of the row's market, and asks for
// the row to be evaluated. own are the seller ids of the row's team: offers of
// the team are not competitors. It reports false, and changes nothing, for an
// event that is not newer than what is known.
func (p *Product) OfferEvent(m MarketState, own []string, now time.Time) bool {
	if last, ok := p.observed.OffersAt.Get(); ok && !m.At.After(last) {
		return false
	}
	p.observed.CompetitorsCount = m.competitors(own)
	p.observed.seeBox(m.At, m.box(p.key, p.currency, own))
	p.Wake(m.At, now)
	return true
}

// competitors counts the offers of others. The team's own are taken from the
// list, the number of all from the count, which may be larger.
func (m MarketState) competitors(own []string) optional.Maybe[int] {
	total, told := m.Total.Get()
	if !told && m.Offers == nil {
		return optional.None[int]()
	}
	ours := 0
	for _, o := range m.Offers {
		if slices.Contains(own, o.SellerID) {
			ours++
		}
	}
	return optional.Some(max(total, len(m.Offers)) - ours)
}

// box says who has the buy box. Where the event names no winner, the one featured
// offer at the price of the box has it; two of them leave it open.
func (m MarketState) box(k Key, c money.Currency, own []string) decision.BuyBox {
	box := decision.BuyBox{Owner: decision.BoxUnknown}
	if !m.BoxKnown {
		return box
	}
	price, there := m.Box.Get()
	if there && price.Currency == c {
		box.Price = optional.Some(price.Amount)
	}
	var named, likely []MarketOffer
	for _, o := range m.Offers {
		if o.Winner.Or(false) {
			named = append(named, o)
		}
		if there && o.Landed == price && o.Featured.Or(false) {
			likely = append(likely, o)
		}
	}
	switch {
	case len(named) == 1:
		box.Owner = ownerOf(named[0].SellerID, k, own)
		if !there && named[0].Landed.Currency == c {
			box.Price = optional.Some(named[0].Landed.Amount)
		}
	case !there:
		box.Owner = decision.BoxNone
	case len(named) == 0 && len(likely) == 1:
		box.Owner, box.Inferred = ownerOf(likely[0].SellerID, k, own), true
	}
	return box
}

func ownerOf(seller string, k Key, own []string) decision.BoxOwner {
	switch {
	case seller == k.SellerID:
		return decision.BoxOwn
	case slices.Contains(own, seller):
		return decision.BoxTeam
	case marketplace.OwnSeller(k.MarketplaceID) == seller:
		return decision.BoxAmazon
	}
	return decision.BoxCompetitor
}

// Wake notes an event of the row that happened at, and makes a row in automatic
// mode due. A row that is due already stays so: frequent events must not put it off.
func (p *Product) Wake(at, now time.Time) {
	if last, ok := p.observed.LastEventAt.Get(); !ok || at.After(last) {
		p.observed.LastEventAt = optional.Some(at)
	}
	if due, ok := p.observed.NextDueAt.Get(); p.settled.mode == decision.ModeAuto && (!ok || now.Before(due)) {
		p.observed.NextDueAt = optional.Some(now)
	}
}

// ListingState is what the marketplace says about a listing.
type ListingState struct {
	// At is when it was said.
	At time.Time
	// Problem is a sentence for people, "" for a listing that is all right.
	Problem string
	// Since is when the trouble began.
	Since time.Time
}

// listingShows is how long it takes at most until what was told of a listing shows
// when it is read.
const listingShows = 30 * time.Second

// ListingRead holds the row, or lets go of it, by what was read of its listing:
// what is told of listings can get lost. It reports whether the row is to be looked
// at, as also one is whose live price was not known until now. A hold or an event
// that is not older than the read knows more than it, and a hold for another reason
// stays.
func (p *Product) ListingRead(l ListingState) bool {
	h, held := p.settled.hold.Get()
	switch {
	case !held && l.Problem != "" && l.At.Before(p.observed.LastEventAt.Or(time.Time{})):
		return false
	case !held && l.Problem != "":
		p.PutOnHold(Hold{Reason: decision.HoldListingIssue, Since: l.Since, Details: l.Problem})
		return true
	case held && l.Problem == "" && !l.At.Before(h.Since.Add(listingShows)):
		return p.EndHold(decision.HoldListingIssue)
	}
	return !held && p.LastReason() == decision.ReasonMissingPrice
}

// ListingEvent holds the row while its listing is in trouble, and lets go of it
// when that is solved. A hold for another reason stays what it is.
func (p *Product) ListingEvent(l ListingState, now time.Time) {
	held, ok := p.settled.hold.Get()
	switch {
	case ok && held.Reason != decision.HoldListingIssue:
	case l.Problem != "":
		h := Hold{Reason: decision.HoldListingIssue, Since: l.Since, Details: l.Problem}
		p.PutOnHold(h)
		p.settled.hold = optional.Some(h)
	default:
		p.settled.hold = optional.None[Hold]()
	}
	p.Wake(l.At, now)
}

// PriceSeen is an own offer seen at a price.
type PriceSeen struct {
	// At is when it was seen.
	At    time.Time
	Price Price
}

// OwnPrice is the price of the row's own offer in an event, None where the event
// does not show it or shows more than one offer of the account that is shipped as
// the row is: which of them is the row's it does not say.
func (p *Product) OwnPrice(m MarketState) optional.Maybe[PriceSeen] {
	var seen []MarketOffer
	for _, o := range m.Offers {
		if o.SellerID == p.key.SellerID && p.shipsAs(o) {
			seen = append(seen, o)
		}
	}
	if len(seen) != 1 || !seen[0].Listed.Known() {
		return optional.None[PriceSeen]()
	}
	return optional.Some(PriceSeen{At: m.At, Price: seen[0].Listed.Or(Price{})})
}

// shipsAs reports whether an offer may be the row's by the way it is shipped: the
// account may sell the product from its own stock and from the marketplace's.
func (p *Product) shipsAs(o MarketOffer) bool {
	by, known := o.Fulfillment.Get()
	return !known || p.observed.Fulfillment.Or(by) == by
}
