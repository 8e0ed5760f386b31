package notification

import (
	"strings"
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/notification"
	"sellingassistant/domain/repricer/decision"
)

// snapshotOf converts the offers of an event for a decision. Amounts in another currency than the
// marketplace's cannot be compared: such an offer is left out, and such a box counts as unknown. A
// box of 0 also counts as unknown.
func snapshotOf(at time.Time, c notification.OfferChange) decision.OfferSnapshot {
	shop, _ := marketplace.ByID(c.Marketplace)
	s := decision.OfferSnapshot{At: at, Box: decision.BoxReport{Unknown: !c.Summary.Told}}
	counts := decision.OfferCounts{Named: c.Listed, Listed: c.Listed}
	if total := c.Summary.Total(c.Condition); total != nil {
		counts.Total = new(int64(*total))
	}
	for _, box := range c.Summary.Boxes {
		if box.Condition != c.Condition {
			continue
		}
		counts.Box = true
		landed := box.Landed
		s.Box.Unknown = landed == nil || landed.Currency != shop.Currency || !landed.Amount.Positive()
		if !s.Box.Unknown {
			s.Box.Price = optional.Some(landed.Amount)
		}
		break
	}
	if p := c.Summary.Competitive; p != nil && p.Currency == shop.Currency && p.Amount.Positive() {
		s.ExternalPrice = optional.Some(p.Amount)
	}
	for _, o := range c.Offers {
		if o.Price.Currency == shop.Currency {
			s.Offers = append(s.Offers, decisionOffer(o, decision.Condition(c.Condition), c.Marketplace))
			if o.Price.Amount.Positive() {
				counts.Priced++
			}
		}
	}
	s.Incomplete = counts.Incomplete()
	return s
}

func decisionOffer(o notification.Offer, c decision.Condition, m marketplace.ID) decision.Offer {
	out := decision.Offer{
		SellerID: o.SellerID, Price: o.Price.Amount, Shipping: o.Shipping, Points: o.Points, Fulfillment: shippedBy(o), Condition: c,
		BuyBox: o.Winner != nil && *o.Winner, Featured: o.Featured != nil && *o.Featured, Amazon: o.SellerID == marketplace.OwnSeller(m),
		FeedbackCount: notNegative(int(o.FeedbackCount)), HandlingHours: notNegative(o.MaximumHours),
		ShipsFrom: o.ShipsFrom, AvailableNow: optional.Of(o.AvailableNow),
	}
	if o.Feedback >= 0 {
		out.RatingPercent = optional.Some(money.PercentFromUnits(int64(o.Feedback) * money.MustParsePercent("1").Units()))
	}
	if grade, err := words.Parse[decision.SubCondition](gradeOf(o.SubCondition)); err == nil {
		out.SubCondition = optional.Some(grade)
	}
	return out
}

func shippedBy(o notification.Offer) decision.Fulfillment {
	if o.ByMarketplace {
		return decision.FBA
	}
	return decision.FBM
}

// gradeOf normalises the marketplace's grades, which come with and without spaces and capitals.
func gradeOf(word string) string {
	grade := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(word)), " ", "_")
	switch grade {
	case "likenew", "mint":
		return string(decision.SubLikeNew)
	case "verygood":
		return string(decision.SubVeryGood)
	}
	return grade
}

func notNegative(n int) optional.Maybe[int] {
	if n < 0 {
		return optional.None[int]()
	}
	return optional.Some(n)
}
