package lookup

import (
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/series"
)

// Type says how much the provider knows of a product.
type Type int64

// The types. A product without a type is standard.
const (
	Standard Type = iota
	Download
	Ebook
	Unreadable
	Invalid
	Parent
)

// Product is one of an answer of a provider of price histories. Times are zero where it has none.
type Product struct {
	Facts
	Offers
	ASIN        string
	Marketplace marketplace.Marketplace
	Type        Type
	// MonthlySold is the lower end that the product page shows, BadgeChange90 by how many percent it changed in 90 days.
	MonthlySold, BadgeChange90 optional.Maybe[int64]
	// RankMean30 and RankMean90 are the provider's own, for answers without a history.
	RankMean30, RankMean90 optional.Maybe[int64]
	// RankDrops of each of series.Windows.
	RankDrops [len(series.Windows)]optional.Maybe[int64]
	// PickAndPack is the fulfillment fee, Referral the share of the present price.
	PickAndPack optional.Maybe[money.Amount]
	Referral    optional.Maybe[money.Percent]
	// FBA says of sellers who had the buy box of late whether Amazon ships for them.
	FBA map[string]bool
	// TrackingSince, ListedSince and LastUpdate may lie ahead of the present.
	TrackingSince, ListedSince, LastUpdate time.Time
	series.History
}

// Category is a root category of a marketplace.
type Category struct {
	ID   int64
	Name string
	// Products is how many it has.
	Products int64
}
