package pricing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer/decision"
	ports "sellingassistant/ports/repricer"
)

// Offers reads the offers for many SKUs or products at once.
type Offers interface {
	// Offers answers every question on its own, in the order of the questions: an
	// answer has offers or the fault by which there are none. Questions of one
	// region may be mixed; equal ones are asked once. What failed for a passing
	// reason is asked again as long as ctx and the limits of the account allow.
	//
	// Faults of a single question: Invalid for one that cannot be asked,
	// upstream_rejected and NotFound for one the marketplace refuses (its words
	// are in Errors; asking again is of no use), Unavailable or Limited for one
	// that may be asked again later. A fault that concerns the account or the
	// marketplace as a whole stands at every question it left open.
	Offers(ctx context.Context, s account.Seller, asked []OfferQuestion) []OfferAnswer
}

// OfferQuestion asks for the consumer offers of one SKU or product in one condition.
type OfferQuestion struct {
	ports.SKUOrASIN
	Condition decision.Condition
}

// OfferAnswer has Offers or Err.
type OfferAnswer struct {
	Offers *OfferData
	Err    error
}

// OfferData are the offers for one SKU or product in one condition. Unknown values are nil or
// empty, never zero.
type OfferData struct {
	// At is the time of the data, in UTC.
	At time.Time
	// ASIN is the product, "" if unknown.
	ASIN string
	// Offers are at most the twenty best of the condition.
	Offers []MarketOffer
	// FBA and FBM count all offers of the condition, more than there are in Offers; nil if unknown.
	FBA, FBM *int64
	// Total counts all offers of the condition; nil if unknown or contradicted by the answer itself.
	Total *int64
	// Listed counts all entries of the answer's list, Named the entries for consumers. Offers lacks
	// entries without a price.
	Listed, Named int
	// Foreign says that the answer names another condition than the question.
	Foreign bool
	// Boxes are the buy box prices by condition; none means no box.
	Boxes []BoxPrice
	// Winners are the sellers with the box of the condition: none if no seller has it or is named,
	// two if different buyers see different winners.
	Winners []string
	// Competitive is the marketplace's reference price from outside, nil if unknown.
	Competitive *money.Sum
}

// Incomplete reports whether offers of a condition or prices in a currency are missing, or the
// answer contradicts itself.
func (f *OfferData) Incomplete(c decision.Condition, currency money.Currency) bool {
	counts := decision.OfferCounts{Total: f.Total, Named: f.Named, Listed: f.Listed}
	for _, o := range f.Offers {
		if o.Currency == currency && o.Condition == c && o.Price.Positive() {
			counts.Priced++
		}
	}
	for _, b := range f.Boxes {
		counts.Box = counts.Box || b.Condition == c
	}
	return f.Foreign || counts.Incomplete()
}

// MarketOffer is one offer of any seller.
type MarketOffer struct {
	SellerID     string // "" when not told
	Condition    decision.Condition
	SubCondition decision.SubCondition // "" when not told
	Fulfillment  decision.Fulfillment  // "" when not told
	ports.PriceParts
	// FeedbackCount and Rating are the number of the seller's ratings and the share of positive
	// ones.
	FeedbackCount *int64
	Rating        *money.Percent
	// MaxHandlingHours is the longest time until the offer ships.
	MaxHandlingHours *int
	// AvailableNow is false for goods that are not in stock yet.
	AvailableNow *bool
	// ShipsFrom is an ISO 3166 country code in capitals, "" if unknown.
	ShipsFrom string
	// Featured offers can have the box; Winner has it.
	Featured *bool
	Winner   *bool
}

// BoxPrice is the price in a buy box.
type BoxPrice struct {
	Condition decision.Condition
	ports.PriceParts
	// Landed is the landed price as the marketplace sums it up.
	Landed *money.Amount
	// SellerID has the box, "" if unknown.
	SellerID string
}
