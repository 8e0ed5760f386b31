package notification

import (
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// OfferChange has the offers of a product after a change of the twenty best, of the buy box or of
// the reference price. Every seller of the product receives it.
type OfferChange struct {
	SellerID    string
	Marketplace marketplace.ID
	ASIN        string
	// Condition has the condition of the offers; others do not compete.
	Condition string
	Summary   Summary
	// Offers has the best of the condition, at most twenty.
	Offers []Offer
	// Listed counts the entries of the event. Offers lacks entries without a seller or a price.
	Listed int
}

// Summary has the figures over all offers of a product.
type Summary struct {
	// Counts has numbers of offers by condition and channel.
	Counts []OfferCount
	// Counted says whether the event counts its offers.
	Counted bool
	// Boxes has the buy boxes by condition; an empty list means no box.
	Boxes []Box
	// Competitive has the marketplace's reference price from outside, nil if unknown.
	Competitive *money.Sum
	// Stays false if the event had no summary at all.
	Told bool
}

// OfferCount has a number of offers.
type OfferCount struct {
	Condition string
	// Channel has the marketplace's word: Amazon or Merchant.
	Channel string
	// Count has -1 for an unknown number.
	Count int
}

// Total returns the number of offers of a condition, nil if unknown.
func (s Summary) Total(condition string) *int {
	if !s.Counted {
		return nil
	}
	total := 0
	for _, n := range s.Counts {
		if n.Condition != condition {
			continue
		}
		if n.Count < 0 {
			return nil
		}
		total += n.Count
	}
	return &total
}

// Box has the price in a buy box.
type Box struct {
	Condition string
	// Landed has the price that a buyer pays, shipping included and points taken off.
	Landed *money.Sum
}

// Offer describes one offer.
type Offer struct {
	SellerID     string
	SubCondition string
	Price        money.Sum
	// Shipping and Points have the currency of the price. The value of the points is deducted if
	// the marketplace does so.
	Shipping money.Amount
	Points   money.Amount
	// ByMarketplace says that the marketplace ships.
	ByMarketplace bool
	// Featured offers can win the box. Nil if unknown.
	Featured *bool
	// Winner says whether the offer has the box. Nil if unknown.
	Winner *bool
	// Feedback has the seller's share of positive feedback in percent, and its count; -1 if
	// unknown.
	Feedback      int
	FeedbackCount int64
	// MinimumHours and MaximumHours bound the time until the offer ships; -1 if unknown.
	MinimumHours, MaximumHours int
	// ShipsFrom has a country code in capitals, "" if unknown.
	ShipsFrom string
	// AvailableNow has false for pre-orders. Nil if unknown.
	AvailableNow *bool
}

// PricingHealth says that an own offer is no longer eligible for the buy box because of its price.
type PricingHealth struct {
	SellerID    string
	Marketplace marketplace.ID
	ASIN        string
	Condition   string
	// Issue has the marketplace's free text.
	Issue string
	// Landed has the landed price of the own offer, nil if unknown.
	Landed *money.Sum
	// Competitive has the marketplace's reference price, nil if unknown.
	Competitive *money.Sum
}
