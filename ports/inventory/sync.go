package inventory

import (
	"context"
	"time"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
)

// SyncSKUs is what a sync writes of SKUs. Marketplace fields only: what the
// team itself keeps of a SKU (limits, supplier, hidden, costs, matches) is never
// touched, and a hidden SKU stays hidden. A version rises only when a field
// that is shown changed. Every method takes part in the transaction of ctx.
type SyncSKUs interface {
	// Observe stores what was read of listings, at most 100 with different keys,
	// in a fixed number of statements, and returns how many rows are new or
	// changed in a shown field. At is when the read began. A row that is known
	// from a later read (last_synced_at after at), or from a later state (both
	// times known and the row's after Observation.UpdatedAt), keeps its fields:
	// it is only marked as seen. seen_run never falls. A closed row that is seen
	// again is open again. An FBM row takes Quantity as fulfillable and has no
	// inbound, reserved or unfulfillable (null); an FBA row keeps the stock that
	// ObserveStock told, one that was FBM before has none known. Status goes
	// through SKUStatus.WithStock.
	Observe(ctx context.Context, team id.Team, run int64, at time.Time, rows []inventory.Observation) (changed int, err error)
	// ObserveStock stores what the marketplace holds of FBA SKUs, at most 100
	// with different SKUs, and returns how many rows changed. SKUs without a row,
	// closed ones and FBM ones are passed over; stock known from a later read
	// stays. Status goes through SKUStatus.WithStock; seen_run stays.
	ObserveStock(ctx context.Context, team id.Team, seller string, m marketplace.ID, at time.Time, rows []inventory.Stock) (changed int, err error)
	// StaleStock lists at most limit SKUs above after, by SKU, of FBA rows that are
	// not closed and whose stock is not known from a read at or after before.
	StaleStock(ctx context.Context, team id.Team, seller string, m marketplace.ID, before time.Time, after string, limit int) ([]string, error)
	// Unseen lists at most limit SKUs, by SKU, whose rows are not closed and that
	// a full run did not see.
	Unseen(ctx context.Context, u Unseen, limit int) ([]string, error)
	// CloseUnseen marks those of the named SKUs (at most 100) as closed that the
	// run still has not seen, and returns how many. Each close raises the version.
	CloseUnseen(ctx context.Context, u Unseen, skus []string) (closed int, err error)
}

// SyncListings is what a sync writes of live listings. Every method takes part
// in the transaction of ctx.
type SyncListings interface {
	// ObserveLive stores listings, at most 100 with different keys, as rows of
	// kind live; a draft of the same key turns live and keeps its id. The rules
	// of age and version are those of SyncSKUs.Observe.
	ObserveLive(ctx context.Context, team id.Team, run int64, at time.Time, rows []inventory.Observation) error
	// Unseen lists at most limit SKUs, by SKU, of live rows that a full run did
	// not see, and of drafts of which nobody knows whether they arrived.
	Unseen(ctx context.Context, u Unseen, limit int) ([]string, error)
	// RemoveUnseen takes away (soft) the live rows of those of the named SKUs (at
	// most 100) that the run still has not seen, and returns how many. Drafts that
	// did not arrive are ready again.
	RemoveUnseen(ctx context.Context, u Unseen, skus []string) (removed int, err error)
}

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
