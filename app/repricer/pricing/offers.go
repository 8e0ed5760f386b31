package pricing

import (
	"slices"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// snapshotOf converts offers into the domain's form. Offers priced in another currency than the
// marketplace's are left out, because their amounts cannot be compared. Amounts of 0 are unknown.
func snapshotOf(f *pricingports.OfferData, m marketplace.Marketplace, c decision.Condition) decision.OfferSnapshot {
	s := decision.OfferSnapshot{At: f.At, Incomplete: f.Incomplete(c, m.Currency)}
	for _, o := range f.Offers {
		if o.Currency == m.Currency && o.Condition == c {
			s.Offers = append(s.Offers, offerOf(o, f.Winners, m))
		}
	}
	for _, b := range f.Boxes {
		if b.Condition != c {
			continue
		}
		if s.Box.Unknown = b.Currency != m.Currency || !landedOf(b).Positive(); !s.Box.Unknown {
			s.Box.Price = optional.Some(landedOf(b))
		}
		break
	}
	if f.Competitive != nil && f.Competitive.Currency == m.Currency && f.Competitive.Amount.Positive() {
		s.ExternalPrice = optional.Some(f.Competitive.Amount)
	}
	return s
}

func offerOf(o pricingports.MarketOffer, winners []string, m marketplace.Marketplace) decision.Offer {
	out := decision.Offer{
		SellerID: o.SellerID, Price: o.Price, Shipping: amountOr(o.Shipping), Points: amountOr(o.Points),
		Fulfillment: o.Fulfillment, Condition: o.Condition, ShipsFrom: o.ShipsFrom,
		Featured: o.Featured != nil && *o.Featured, BuyBox: o.Winner != nil && *o.Winner,
		Amazon:        o.SellerID != "" && o.SellerID == marketplace.OwnSeller(m.ID),
		RatingPercent: optional.Of(o.Rating), HandlingHours: optional.Of(o.MaxHandlingHours), AvailableNow: optional.Of(o.AvailableNow),
	}
	// A seller named as winner counts as winner, even if the offer is not marked.
	if o.Winner == nil && o.SellerID != "" {
		out.BuyBox = slices.Contains(winners, o.SellerID)
	}
	if o.SubCondition != "" {
		out.SubCondition = optional.Some(o.SubCondition)
	}
	if o.FeedbackCount != nil {
		out.FeedbackCount = optional.Some(int(*o.FeedbackCount))
	}
	return out
}

// landedOf returns the landed price: the marketplace's own sum, else computed from its parts.
func landedOf(b pricingports.BoxPrice) money.Amount {
	if b.Landed != nil {
		return *b.Landed
	}
	total := b.Price.Units() + amountOr(b.Shipping).Units()
	if b.Currency == "JPY" {
		total -= amountOr(b.Points).Units()
	}
	return money.FromUnits(total)
}

func amountOr(a *money.Amount) money.Amount {
	if a == nil {
		return money.Amount{}
	}
	return *a
}
