package inventory

import (
	"time"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// SKUID identifies a SKU; 0 before it is stored.
type SKUID int64

// SKUKey identifies a SKU in a team. The SKU is case-sensitive.
type SKUKey struct {
	// Seller has Amazon's identifier of the seller.
	Seller      string
	Marketplace marketplace.ID
	SKU         string
}

// SKU models an article that a team sells on a marketplace under a name. Observing updates the
// marketplace's members; the others are the team's own.
type SKU struct {
	s SKUSnapshot
}

// SKUSnapshot has all values of a SKU.
type SKUSnapshot struct {
	ID   SKUID
	Team id.Team
	Key  SKUKey
	// Connection names the link to the seller account that read it last.
	Connection id.Connection

	SKUListing
	SKULocal
	SKUMatching

	// Costs has the past, current and future unit costs. UnitCost has the unit cost in force on the
	// day of the last change, and TurnsOn the next day on which a scheduled cost takes effect:
	// lists filter and sort by them.
	Costs    CostLayers
	UnitCost optional.Maybe[money.Amount]
	TurnsOn  optional.Maybe[date.Date]

	// SeenRun names the last run of a sync that saw it, LastSyncedAt dates the last read of the
	// listing.
	SeenRun      int64
	LastSyncedAt optional.Maybe[time.Time]
	// Version counts visible changes, from 1.
	Version   int64
	CreatedAt time.Time
	UpdatedAt time.Time
}

// SKUListing has the marketplace's members. It compares with ==.
type SKUListing struct {
	// "" until the marketplace assigns it.
	ASIN      string
	FNSKU     optional.Maybe[string]
	Title     optional.Maybe[string]
	ImageURL  optional.Maybe[string]
	Condition Condition
	Channel   Channel
	Status    SKUStatus
	// Price has the marketplace's Currency.
	Price    optional.Maybe[money.Amount]
	Currency money.Currency
	// The stock in units; absent if unknown. See Stock.
	Fulfillable, Inbound, Reserved, Unfulfillable optional.Maybe[int64]
	// ListedAt dates the marketplace's last change of the listing, StockAt the last read of the
	// stock (FBA).
	ListedAt, StockAt optional.Maybe[time.Time]
}

// SKULocal has the members of a SKU that the team maintains. Prices are in the marketplace's
// currency. It compares with ==.
type SKULocal struct {
	// MinPrice and MaxPrice suggest limits to the repricer. MapPrice has the lowest price the maker
	// allows to be shown.
	MinPrice, MaxPrice, MapPrice optional.Maybe[money.Amount]
	Supplier                     optional.Maybe[int64]
	// Hidden removes it from lists. The marketplace's listing stays, and a sync does not show the
	// SKU again.
	Hidden bool
}

// SKUMatching connects a SKU to inventory products. It compares with ==.
type SKUMatching struct {
	// Matches counts the products it is matched with: several for a bundle.
	Matches int64
	// Product has a value if there is a single product.
	Product optional.Maybe[int64]
	// UnitsPerSale counts the units of Product in one sale, else 1.
	UnitsPerSale int64
}

// The longest stored texts of a listing, in characters.
const (
	maxTitle    = 500
	maxImageURL = 2000
)

// NewSKU makes a SKU of version 1 from the result of a sync run.
func NewSKU(team id.Team, o Observation, run int64, at time.Time) *SKU {
	k := &SKU{SKUSnapshot{
		Team: team, Key: o.Key(), Connection: o.Connection,
		SKUListing: SKUListing{Channel: o.Channel}, SKUMatching: SKUMatching{UnitsPerSale: 1},
		SeenRun: run, LastSyncedAt: optional.Some(at), Version: 1, CreatedAt: at, UpdatedAt: at,
	}}
	k.s.SKUListing = k.s.SKUListing.observed(o)
	return k
}

// RestoreSKU restores a stored SKU. It checks shape only.
func RestoreSKU(s SKUSnapshot) (*SKU, error) {
	if s.ID <= 0 || s.Team <= 0 || s.Version < 1 || s.Key.SKU == "" || s.Currency == "" || s.UnitsPerSale < 1 {
		return nil, check.ErrShape
	}
	return &SKU{s}, nil
}

// Snapshot returns a copy that shares nothing with the aggregate.
func (k *SKU) Snapshot() SKUSnapshot { return k.s }

// ID identifies the SKU.
func (k *SKU) ID() SKUID { return k.s.ID }

// Key returns the key that identifies the SKU in its team.
func (k *SKU) Key() SKUKey { return k.s.Key }

// Version counts visible changes, from 1.
func (k *SKU) Version() int64 { return k.s.Version }

// Hide takes the SKU out of lists and reports whether it was there.
func (k *SKU) Hide(now time.Time) bool {
	if k.s.Hidden {
		return false
	}
	k.s.Hidden = true
	k.touch(now)
	return true
}

// Matched applies changed matches and reports whether anything displayed changed.
func (k *SKU) Matched(m SKUMatching, now time.Time) bool {
	if m.UnitsPerSale < 1 || !m.Product.Known() {
		m.UnitsPerSale = 1
	}
	was := k.s.SKUMatching
	k.s.SKUMatching = m
	if was == m {
		return false
	}
	k.touch(now)
	return true
}

// Roll updates the cost in lists to a day.
func (k *SKU) Roll(today date.Date) {
	k.s.UnitCost = optional.None[money.Amount]()
	if l, ok := k.s.Costs.In(today); ok {
		k.s.UnitCost = optional.Some(l.Cost.Unit)
	}
	k.s.TurnsOn = k.s.Costs.TurnsOn(today)
}

// Recost replaces the cost layers, which counts as a change of the SKU.
func (k *SKU) Recost(layers CostLayers, today date.Date, now time.Time) {
	k.s.Costs = layers
	k.Roll(today)
	k.touch(now)
}

// Owned counts the units that are paid for and still here, in units that it sells.
func (s SKUSnapshot) Owned() int64 { return s.Fulfillable.Or(0) + s.Inbound.Or(0) + s.Reserved.Or(0) }

func (k *SKU) touch(now time.Time) {
	k.s.Version++
	if now.After(k.s.UpdatedAt) {
		k.s.UpdatedAt = now
	}
}
