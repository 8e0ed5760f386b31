package pricing

import (
	"context"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// Costs returns the team's costs of units. It returns today's cost and VAT class of one sale of
// each key. Keys with neither are left out. Without keys the map is empty.
type Costs func(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key]Cost, error)

// Pair names the currencies of a cost and of its row.
type Pair struct{ From, To money.Currency }

// ExchangeRates reads the team's exchange rates. It returns the value of one From in To at a day.
// Pairs without a rate of the last 7 days are left out. Without pairs it reads nothing.
type ExchangeRates func(ctx context.Context, team id.Team, day date.Date, pairs []Pair) (map[Pair]money.Rate, error)

// ConvertedRow has a row with a cost in another currency.
type ConvertedRow struct {
	ID       decision.ProductID
	Currency money.Currency
	FX       repricer.CostFX
}

// Cost has the parts of a unit's cost, in Currency, which may differ from the row's.
type Cost struct {
	// Unit has the price paid to the supplier. Without a cost it has no value, and the other
	// amounts are 0.
	Unit                 optional.Maybe[money.Amount]
	Prep, Inbound, Other money.Amount
	Currency             money.Currency
	// Postage has the price of sending the sold goods to the buyer. It counts for offers that the
	// seller ships.
	Postage optional.Maybe[money.Amount]
	// VATRate comes from the cost layer, if the team entered a rate.
	VATRate optional.Maybe[money.Percent]
	// VATClass has the class of the SKU's products, if all have the same.
	VATClass optional.Maybe[vat.Class]
}

// Landed sums the cost of a unit that is ready to ship: unit, prep, other, and inbound shipping
// unless the seller ships.
func (c Cost) Landed(ships optional.Maybe[decision.Fulfillment]) optional.Maybe[money.Amount] {
	return optional.Convert(c.Unit, func(unit money.Amount) money.Amount {
		sum := unit.Units() + c.Prep.Units() + c.Other.Units()
		if ships != optional.Some(decision.FBM) {
			sum += c.Inbound.Units()
		}
		return money.FromUnits(sum)
	})
}
