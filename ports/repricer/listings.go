package repricer

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer"
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
	Condition   repricer.Condition
	Title       repricer.Maybe[string]
	Fulfillment repricer.Maybe[repricer.Fulfillment]
	// Quantity is how many can be sold.
	Quantity repricer.Maybe[int64]
	Price    repricer.Maybe[money.Amount]
	Currency money.Currency
	// MapPrice is the lowest price that the maker allows to be shown, as the seller
	// has entered it.
	MapPrice repricer.Maybe[money.Amount]
	// SeenAt is when the listing was read.
	SeenAt time.Time
}
