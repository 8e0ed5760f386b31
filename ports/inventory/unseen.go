package inventory

import (
	"context"
	"time"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
)

// ListingWatch receives listings that a sync read. It passes on listings read by a sync, at most
// 100 with different keys, in the transaction of ctx. at has the time when the read began.
type ListingWatch func(ctx context.Context, team id.Team, at time.Time, rows []inventory.Observation) error

// Unseen selects the rows that a full run did not find: rows with seen_run below Run that were last
// read before Started. A listing created during the run is not included. Before closing a row the
// sync reads its SKU, so that an incomplete search closes nothing.
type Unseen struct {
	Team        id.Team
	Seller      string
	Marketplace marketplace.ID
	Run         int64
	Started     time.Time
	At          time.Time
}

// Keys returns the keys of SKUs of the account on the marketplace.
func (u Unseen) Keys(skus []string) []inventory.SKUKey {
	keys := make([]inventory.SKUKey, len(skus))
	for i, sku := range skus {
		keys[i] = inventory.SKUKey{Seller: u.Seller, Marketplace: u.Marketplace, SKU: sku}
	}
	return keys
}
