package repricer

import (
	"slices"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

// MarketState reports a product's offers in one condition, as an event describes them.
type MarketState struct {
	// At dates the change of the offers.
	At time.Time
	// Total counts all offers; Offers are at most the best twenty.
	Total  optional.Maybe[int]
	Offers []MarketOffer
	// BoxKnown stays false if the event says nothing about the buy box.
	BoxKnown bool
	// Box has the landed price in the buy box; it is absent if the box is empty.
	Box optional.Maybe[money.Sum]
}

// MarketOffer describes one offer of an event.
type MarketOffer struct {
	SellerID string
	// Landed sums price and shipping, less points.
	Landed money.Sum
	// Listed has the listing price; it is absent if unknown.
	Listed optional.Maybe[money.Sum]
	// Fulfillment may be absent, if unknown.
	Fulfillment optional.Maybe[decision.Fulfillment]
	// Featured offers can have the box; it is absent if unknown.
	Featured optional.Maybe[bool]
	// Winner has the box; it is absent if unknown.
	Winner optional.Maybe[bool]
}

// OfferEvent applies the offers of an event to the row and makes it due. own lists the team's
// seller ids: their offers do not compete. It reports false, and changes nothing, for an event that
// is not newer than the known state.
func (p *Product) OfferEvent(m MarketState, own []string, now time.Time) bool {
	if last, ok := p.observed.OffersAt.Get(); ok && !m.At.After(last) {
		return false
	}
	p.observed.CompetitorsCount = m.competitors(own)
	p.observed.seeBox(m.At, m.box(p.key, p.currency, own))
	p.Wake(m.At, now)
	return true
}

// competitors counts the offers of other sellers. The team's own are counted in the list and
// subtracted from the total, which may be larger than the list.
func (m MarketState) competitors(own []string) optional.Maybe[int] {
	total, known := m.Total.Get()
	if !known && m.Offers == nil {
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

// box finds the owner of the buy box. If the event names no winner, the only featured offer at the
// box's price has it; with two the owner is unknown.
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
		box.Owner, box.SellerID = ownerOf(named[0].SellerID, k, own), named[0].SellerID
		if !there && named[0].Landed.Currency == c {
			box.Price = optional.Some(named[0].Landed.Amount)
		}
	case !there:
		box.Owner = decision.BoxNone
	case len(named) == 0 && len(likely) == 1:
		box.Owner, box.SellerID, box.Inferred = ownerOf(likely[0].SellerID, k, own), likely[0].SellerID, true
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

// Wake records an event and makes a row in automatic mode due. It never moves a due time later, so
// that frequent events cannot postpone the row.
func (p *Product) Wake(at, now time.Time) {
	if last, ok := p.observed.LastEventAt.Get(); !ok || at.After(last) {
		p.observed.LastEventAt = optional.Some(at)
	}
	if due, ok := p.observed.NextDueAt.Get(); p.settled.mode == decision.ModeAuto && (!ok || now.Before(due)) {
		p.observed.NextDueAt = optional.Some(now)
	}
}

// Offer names a seller's product in one condition on one marketplace. Several rows share it if
// several SKUs offer it.
type Offer struct {
	SellerID      string
	MarketplaceID marketplace.ID
	ASIN          string
	Condition     decision.Condition
}

// TeamOffer has an offer of one of a team's sellers.
type TeamOffer struct {
	Team id.Team
	Offer
}

// The sentences of ListingState.Problem.
const (
	ProblemPriceIssue = "The marketplace reports an issue with the price of the listing."
	ProblemNotOnSale  = "The listing is not on sale."
)

// ListingState reports the state of a listing at the marketplace.
type ListingState struct {
	// At dates the report.
	At time.Time
	// Problem explains the state to people, "" if the listing is fine.
	Problem string
	// Since is when the problem began.
	Since time.Time
}

// listingShows bounds the time until a read also shows a reported listing state.
const listingShows = 30 * time.Second

// ListingRead stops or resumes the row by the state that a read of the listing found, because
// listing events can get lost. It reports whether the row has to be evaluated: its stop began or
// ended, or it has no live price. A stop or an event newer than the read wins. Stops for other
// reasons stay.
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

// ListingEvent stops the row while its listing has a problem. Stops for other reasons stay.
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

// PriceSeen records the observed price of an own offer.
type PriceSeen struct {
	// At dates the observation.
	At    time.Time
	Price money.Sum
}

// OwnPrice returns the price of the row's own offer in an event. It is absent if the event shows no
// such offer, or several of the account with the row's fulfilment, because the row's own offer is
// then unknown.
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
	return optional.Some(PriceSeen{At: m.At, Price: seen[0].Listed.Or(money.Sum{})})
}

// shipsAs reports whether an offer may be the row's by its fulfilment: an account may sell one
// product both as FBA and as FBM.
func (p *Product) shipsAs(o MarketOffer) bool {
	fulfillment, known := o.Fulfillment.Get()
	return !known || p.observed.Fulfillment.Or(fulfillment) == fulfillment
}
