package pricing

import (
	"context"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
)

// Costs knows what units cost the team.
type Costs interface {
	// Current tells what one sale of each key costs today. Keys of which it is not
	// known are left out. No keys: an empty map.
	Current(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key]Cost, error)
}

// Cost is what one sale costs the team until the goods lie ready.
type Cost struct {
	// Landed sums unit cost, prep, inbound shipping and other cost. It is in
	// Currency, which need not be that of the row.
	Landed   money.Amount
	Currency money.Currency
	// VATRate is the percentage of VAT contained in what the supplier is paid, None
	// where the team did not name one.
	VATRate optional.Maybe[money.Percent]
}
