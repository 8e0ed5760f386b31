package orders

import (
	"context"
	"slices"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/landed"
	"sellingassistant/domain/purchasing/order"
)

// rated gives an order in another currency the team's exchange rate of its order date, unless it
// has a rate. missing has the fault if there is no such rate.
func (o *Orders) rated(ctx context.Context, placed *order.Order) (missing *fault.Error, err error) {
	s := placed.Snapshot()
	v := s.Values
	if v.Terms().AppliedRate().Known() {
		return nil, nil
	}
	found, err := o.Rates(ctx, s.Team, v.Currency, v.CostCurrency, v.OrderDate.Or(o.today()))
	if e, ok := fault.As(err); ok && e.Code == fault.CodeExchangeRateMissing {
		return e.At("/exchange_rate"), nil
	}
	if err != nil {
		return nil, err
	}
	placed.Rated(found.Rate, found.Origin)
	return nil, nil
}

// costRates gives other costs in a third currency the team's exchange rate of the order date,
// unless they have a rate. A cost of the order with the same label and currency keeps its rate. A
// missing rate is a Rule fault exchange_rate_missing with a pointer.
func (o *Orders) costRates(
	ctx context.Context, team id.Team, v order.Values, before []landed.OtherCost,
) (order.Values, error) {
	v.OtherCosts = slices.Clone(v.OtherCosts)
	for i := range v.OtherCosts {
		c := &v.OtherCosts[i]
		had := optional.None[money.Rate]()
		for _, b := range before {
			if b.Label == c.Label && b.Currency == c.Currency && b.ExchangeRate.Known() {
				had = b.ExchangeRate
			}
		}
		switch third := c.Currency != v.Currency && c.Currency != v.CostCurrency; {
		case !third && c.ExchangeRate == had: // the currencies of the order became the cost's
			c.ExchangeRate = optional.None[money.Rate]()
			continue
		case !third, c.ExchangeRate.Known(), !c.Currency.Known():
			continue
		case had.Known():
			c.ExchangeRate = had
			continue
		}
		found, err := o.Rates(ctx, team, c.Currency, v.CostCurrency, v.OrderDate.Or(o.today()))
		if e, ok := fault.As(err); ok {
			return v, e.At(check.Item("/other_costs", i) + "/exchange_rate")
		}
		if err != nil {
			return v, err
		}
		c.ExchangeRate = optional.Some(found.Rate)
	}
	return v, nil
}

// offerRates returns the rates that convert prices of offers to the order's currency, for items
// without a cost. A currency without a rate is left out.
func (o *Orders) offerRates(
	ctx context.Context, s order.Snapshot, offers map[int64]purchasing.OfferValues, list []order.ItemValues,
) (map[money.Currency]money.Rate, error) {
	rates := map[money.Currency]money.Rate{}
	for _, v := range list {
		offer, ok := offers[v.OfferID.Or(0)]
		_, known := rates[offer.Currency]
		if !ok || known || v.UnitCost.Known() || offer.Currency == s.Values.Currency {
			continue
		}
		found, err := o.Rates(ctx, s.Team, offer.Currency, s.Values.Currency, s.Values.OrderDate.Or(o.today()))
		if err != nil && !fault.Is(err, fault.CodeExchangeRateMissing) {
			return nil, err
		}
		rates[offer.Currency] = found.Rate
	}
	return rates, nil
}
