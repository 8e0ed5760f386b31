package pricing

import (
	"context"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
)

// Costs returns what units cost the team.
type Costs interface {
	// Current returns today's cost of one sale of each key. Keys with unknown cost are left out.
	// Without keys the map is empty.
	Current(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key]Cost, error)
}

// Cost is the cost of one unit until it is ready to ship.
type Cost struct {
	// Landed sums unit cost, prep, inbound shipping and other cost. It is in Currency, which may
	// differ from the row's.
	Landed   money.Amount
	Currency money.Currency
	// Postage is what sending the goods of the sale to the buyer costs, in Currency, for
	// what the team ships; None is not known.
	Postage optional.Maybe[money.Amount]
	// VATRate is the percentage of VAT contained in the supplier's price, None if the team entered
	// none.
	VATRate optional.Maybe[money.Percent]
}
