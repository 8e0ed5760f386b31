package inventory

import (
	"context"
	"time"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
)

// ListingWatch is told how a sync found listings.
type ListingWatch interface {
	// ListingsSeen tells what was read of listings, at most 100 with different
	// keys, in a read that began at that time, in the transaction of ctx.
	ListingsSeen(ctx context.Context, team id.Team, at time.Time, rows []inventory.Observation) error
}

// Unseen names what a full run of an account's marketplace did not see: rows
// with seen_run below Run that were last read before Started. A listing that
// went live while the run went on is none of them. The sync asks the marketplace
// about each by its name before it closes it, so that a search that left one out
// closes nothing.
type Unseen struct {
	Team        id.Team
	Seller      string
	Marketplace marketplace.ID
	Run         int64
	Started     time.Time
	At          time.Time
}

// Keys are the keys of SKUs of the account on the marketplace.
func (u Unseen) Keys(skus []string) []inventory.SKUKey {
	keys := make([]inventory.SKUKey, len(skus))
	for i, sku := range skus {
		keys[i] = inventory.SKUKey{Seller: u.Seller, Marketplace: u.Marketplace, SKU: sku}
	}
	return keys
}
