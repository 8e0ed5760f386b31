package pricing

import (
	"context"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// FeeBands knows how the referral fee of a listing follows its price.
type FeeBands interface {
	// Bands returns the bands of the referral fee of each key. Keys whose fee category is not known, or
	// whose fee follows one rule at all prices, are left out. Without keys the map is empty.
	Bands(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key][]decision.FeeBand, error)
}
