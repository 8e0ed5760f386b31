package pricing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer/decision"
	ports "sellingassistant/ports/repricer"
)

// Market reads facts for many SKUs or products at once.
type Market interface {
	// Offers answers every question separately, in the order of the questions: each answer has
	// offers or a fault. Questions of one region may be mixed; equal questions are asked once. A
	// question that failed for a temporary reason is asked again as long as ctx and the limits of
	// the account allow.
	//
	// Faults of a single question: Invalid for an impossible question; upstream_rejected and
	// NotFound for a refusal of the marketplace (its messages are in Errors; do not ask again);
	// Unavailable or Limited for a question that may be asked again later. A fault of the account
	// or the marketplace as a whole is set at every question that it left open.
	Offers(ctx context.Context, s account.Seller, asked []OfferQuestion) []OfferAnswer
	// Fees estimates the marketplace's fees of sales. It answers each question separately, as Offers
	// does.
	Fees(ctx context.Context, s account.Seller, asked []FeeQuestion) []FeeAnswer
	// ExpectedPrices reads featured offer expected prices of SKUs of new goods. It answers each
	// question separately, as Offers does.
	ExpectedPrices(ctx context.Context, s account.Seller, asked []ports.SKUOrASIN) []ExpectedPriceAnswer
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

// OfferData has the offers for one SKU or product in one condition. Unknown values are nil or
// empty, never zero.
type OfferData struct {
	// At has the time of the data, in UTC.
	At time.Time
	// ASIN identifies the product, "" if unknown.
	ASIN string
	// Offers has at most the twenty best offers of the condition.
	Offers []MarketOffer
	// FBA and FBM count all offers of the condition, even beyond Offers; nil if unknown.
	FBA, FBM *int64
	// Total counts all offers of the condition; nil if unknown or contradicted by the answer
	// itself.
	Total *int64
	// Listed counts all entries of the answer's list, Named the entries for consumers. Offers lacks
	// entries without a price.
	Listed, Named int
	// Foreign says that the answer names another condition than the question.
	Foreign bool
	// Boxes has the buy box prices by condition; empty means no box.
	Boxes []BoxPrice
	// Winners lists the sellers with the box of the condition. It is empty if no seller has it or
	// is named; it has two sellers if different buyers see different winners.
	Winners []string
	// Competitive has the marketplace's reference price from outside, nil if unknown.
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

// MarketOffer has one offer of any seller.
type MarketOffer struct {
	SellerID     string // "" if unknown
	Condition    decision.Condition
	SubCondition decision.SubCondition // "" if unknown
	Fulfillment  decision.Fulfillment  // "" if unknown
	ports.PriceParts
	// FeedbackCount and Rating have the number of the seller's ratings and the share of positive
	// ratings.
	FeedbackCount *int64
	Rating        *money.Percent
	// MaxHandlingHours has the longest time until the offer ships.
	MaxHandlingHours *int
	// AvailableNow has false for goods that are not in stock yet.
	AvailableNow *bool
	// ShipsFrom has an ISO 3166 country code in capitals, "" if unknown.
	ShipsFrom string
	// Featured offers can have the box; Winner has it.
	Featured *bool
	Winner   *bool
}

// BoxPrice has the price in a buy box.
type BoxPrice struct {
	Condition decision.Condition
	ports.PriceParts
	// Landed has the landed price as the marketplace adds it up.
	Landed *money.Amount
	// SellerID has the box, "" if unknown.
	SellerID string
}
