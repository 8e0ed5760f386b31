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

// Listings returns listings as they were last read from the marketplaces.
type Listings interface {
	// Current returns the listings of keys; unknown ones are left out. Without keys the map is
	// empty.
	Current(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key]Listing, error)
}

// Listing is a SKU as the marketplace lists it.
type Listing struct {
	// ASIN is the product, "" if unknown.
	ASIN        string
	Condition   decision.Condition
	Title       optional.Maybe[string]
	Fulfillment optional.Maybe[decision.Fulfillment]
	// Quantity is how many can be sold.
	Quantity optional.Maybe[int64]
	Price    optional.Maybe[money.Amount]
	Currency money.Currency
	// MapPrice is the minimum advertised price that the seller has entered.
	MapPrice optional.Maybe[money.Amount]
	// SeenAt is when the listing was read.
	SeenAt time.Time
}
