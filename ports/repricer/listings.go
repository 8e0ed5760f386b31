package repricer

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// Listings returns listings as they were last read from the marketplaces. It returns the listings
// of keys. Unknown keys are left out. Without keys the map is empty.
type Listings func(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key]Listing, error)

// Listing has a SKU as the marketplace lists it.
type Listing struct {
	// ASIN identifies the product, "" if unknown.
	ASIN        string
	Condition   decision.Condition
	Title       optional.Maybe[string]
	Fulfillment optional.Maybe[decision.Fulfillment]
	// Quantity counts the sellable units.
	Quantity optional.Maybe[int64]
	Price    optional.Maybe[money.Amount]
	Currency money.Currency
	// MapPrice has the minimum advertised price that the seller entered.
	MapPrice optional.Maybe[money.Amount]
	// SeenAt has the time when the listing was read.
	SeenAt time.Time
}
