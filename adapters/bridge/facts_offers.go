package bridge

import (
	"strings"
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/notification"
	"sellingassistant/domain/repricer"
)

// sightingOf puts the offers of an event in the words of a decision. An amount
// in another currency than the marketplace's compares with nothing: such an
// offer is left out, and such a box is one that was not told.
func sightingOf(at time.Time, c notification.OfferChange) repricer.Sighting {
	shop, _ := marketplace.ByID(c.Marketplace)
	s := repricer.Sighting{At: at, Box: repricer.BoxReport{Untold: !c.Summary.Told}}
	for _, box := range c.Summary.Boxes {
		if box.Condition != c.Condition {
			continue
		}
		if s.Box.Untold = box.Landed == nil || box.Landed.Currency != shop.Currency; !s.Box.Untold {
			s.Box.Price = repricer.Some(box.Landed.Amount)
		}
		break
	}
	if p := c.Summary.Competitive; p != nil && p.Currency == shop.Currency {
		s.ExternalPrice = repricer.Some(p.Amount)
	}
	for _, o := range c.Offers {
		if o.Price.Currency == shop.Currency {
			s.Offers = append(s.Offers, sightedOffer(o, repricer.Condition(c.Condition), c.Marketplace))
		}
	}
	return s
}

func sightedOffer(o notification.Offer, c repricer.Condition, m marketplace.ID) repricer.Offer {
	out := repricer.Offer{
		SellerID: o.SellerID, Price: o.Price.Amount, Shipping: o.Shipping, Points: o.Points, Fulfillment: shippedBy(o), Condition: c,
		BuyBox: o.Winner != nil && *o.Winner, Featured: o.Featured != nil && *o.Featured, Amazon: o.SellerID == marketplace.OwnSeller(m),
		FeedbackCount: notNegative(int(o.FeedbackCount)), HandlingHours: notNegative(o.MaximumHours),
		ShipsFrom: o.ShipsFrom, AvailableNow: repricer.Of(o.AvailableNow),
	}
	if o.Feedback >= 0 {
		out.RatingPercent = repricer.Some(money.PercentFromUnits(int64(o.Feedback) * money.MustParsePercent("1").Units()))
	}
	if grade, err := repricer.Parse[repricer.SubCondition](gradeOf(o.SubCondition)); err == nil {
		out.SubCondition = repricer.Some(grade)
	}
	return out
}

func shippedBy(o notification.Offer) repricer.Fulfillment {
	if o.ByMarketplace {
		return repricer.FBA
	}
	return repricer.FBM
}

// gradeOf writes the marketplace's grades, which come with and without spaces
// and capitals, in one way.
func gradeOf(word string) string {
	grade := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(word)), " ", "_")
	switch grade {
	case "likenew", "mint":
		return string(repricer.SubLikeNew)
	case "verygood":
		return string(repricer.SubVeryGood)
	}
	return grade
}

func notNegative(n int) repricer.Maybe[int] {
	if n < 0 {
		return repricer.None[int]()
	}
	return repricer.Some(n)
}
