package lookup

import (
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/series"
)

// Type names the extent of the provider's facts about a product.
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

// Product describes a product in an answer of a provider of price histories. Unknown times are
// zero.
type Product struct {
	Facts
	Offers
	ASIN        string
	Marketplace marketplace.Marketplace
	Type        Type
	// MonthlySold has the lower end that the product page shows, BadgeChange90 its change in 90
	// days in percent.
	MonthlySold, BadgeChange90 optional.Maybe[int64]
	// RankMean30 and RankMean90 come from the provider itself, for answers without a history.
	RankMean30, RankMean90 optional.Maybe[int64]
	// RankDrops of each of series.Windows.
	RankDrops [len(series.Windows)]optional.Maybe[int64]
	// PickAndPack has the fulfillment fee, Referral the share of the present price.
	PickAndPack optional.Maybe[money.Amount]
	Referral    optional.Maybe[money.Percent]
	// FBA says whether Amazon ships for sellers who had the buy box lately.
	FBA map[string]bool
	// TrackingSince, ListedSince and LastUpdate may lie ahead of the present.
	TrackingSince, ListedSince, LastUpdate time.Time
	series.History
}

// Category describes a root category of a marketplace.
type Category struct {
	ID   int64
	Name string
	// Products counts its products.
	Products int64
}
