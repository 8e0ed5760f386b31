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

// Listings knows what is listed on the marketplaces, from the last time they
// were read.
type Listings interface {
	// Current tells of the listings of keys; those that are not known are left
	// out. No keys: an empty map.
	Current(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key]Listing, error)
}

// Listing is a SKU as the marketplace lists it.
type Listing struct {
	// ASIN is the product, "" where it is not known.
	ASIN        string
	Condition   decision.Condition
	Title       optional.Maybe[string]
	Fulfillment optional.Maybe[decision.Fulfillment]
	// Quantity is how many can be sold.
	Quantity optional.Maybe[int64]
	Price    optional.Maybe[money.Amount]
	Currency money.Currency
	// MapPrice is the lowest price that the maker allows to be shown, as the seller
	// has entered it.
	MapPrice optional.Maybe[money.Amount]
	// SeenAt is when the listing was read.
	SeenAt time.Time
}
