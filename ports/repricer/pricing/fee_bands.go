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

// FeeBands knows how the fees of a listing follow its price.
type FeeBands interface {
	// Schedules returns the fees of each key at every price. Without keys the map is empty.
	Schedules(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key]FeeSchedule, error)
	// Bands returns the bands of the referral fee of each key. Keys whose fee category is not known, or
	// whose fee follows one rule at all prices, are left out. Without keys the map is empty.
	Bands(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key][]decision.FeeBand, error)
}

// FeeSchedule counts the fees of one listing.
type FeeSchedule interface {
	// Fees lays the marketplace's estimates, the newest first, over the fee tables. A line that
	// neither has is missing.
	Fees(q FeeScheduleQuestion) (profit.Fees, error)
	// Storage returns the storage fee that is part of Fees, 0 where it is left out.
	Storage(q FeeScheduleQuestion) money.Amount
}

// FeeScheduleQuestion asks for the fees of a sale at every price.
type FeeScheduleQuestion struct {
	Fulfillment decision.Fulfillment
	// Shipping adds to the price of the buyer.
	Shipping  money.Amount
	Estimates []repricer.FeeEstimate
	Goods     optional.Maybe[repricer.Goods]
	// StorageMonths in Amazon's warehouse are counted in ten-thousandths. Without a size of the
	// package they cost an unknown amount, which is left out.
	StorageMonths int64
}

// Goods knows the products of listings.
type Goods interface {
	// Goods returns the facts about each product that the source knows. An error says that it may
	// answer later. Without products the map is empty.
	Goods(ctx context.Context, team id.Team, at marketplace.ID, asins []string) (map[string]repricer.Goods, error)
	// Reduced contains the keys with a product type that the country usually taxes below its standard
	// rate of VAT. Without keys the map is empty.
	Reduced(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key]bool, error)
}
