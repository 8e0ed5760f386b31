package pricing

import (
	"context"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/profit"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// FeeBands calculates the fees of a listing at each price.
type FeeBands interface {
	// Schedules returns the fees of each key at every price. Without keys the map is empty.
	Schedules(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key]FeeSchedule, error)
	// Bands returns the bands of the referral fee of each key. It leaves out keys with an unknown
	// fee category, or with a fee that follows one rule at all prices. Without keys the map is
	// empty.
	Bands(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key][]decision.FeeBand, error)
}

// FeeSchedule calculates the fees of one listing.
type FeeSchedule interface {
	// Fees combines the marketplace's estimates, the newest first, with the fee tables. A line that
	// neither has is missing.
	Fees(q FeeScheduleQuestion) (profit.Fees, error)
	// Storage returns the storage fee included in Fees, 0 if it is left out.
	Storage(q FeeScheduleQuestion) money.Amount
}

// FeeScheduleQuestion asks for the fees of a sale at every price.
type FeeScheduleQuestion struct {
	Fulfillment decision.Fulfillment
	// Shipping adds to the buyer's payment.
	Shipping  money.Amount
	Estimates []repricer.FeeEstimate
	Goods     optional.Maybe[repricer.Goods]
	// StorageMonths counts months in Amazon's warehouse, in ten-thousandths. Without a package size
	// the storage fee is unknown and left out.
	StorageMonths int64
	// MonthsAssumed says that the team did not name the months. Storage is then left out too in a
	// marketplace without a table of it: else its rows would wait for ever.
	MonthsAssumed bool
}

// GoodsAnswer has the facts about a product that fees follow, and its variation.
type GoodsAnswer struct {
	repricer.Goods
	Variation repricer.Variation
}

// Goods reads facts about the products of listings.
type Goods interface {
	// Goods returns the facts about each product that the source knows. After an error it may
	// answer later. Without products the map is empty.
	Goods(ctx context.Context, team id.Team, at marketplace.ID, asins []string) (map[string]GoodsAnswer, error)
	// Reduced returns the keys with a product type that the country usually taxes below its
	// standard rate of VAT. Without keys the map is empty.
	Reduced(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key]bool, error)
}
