package orders

import (
	"context"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/purchasing"
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
	found, err := o.Rates.At(ctx, s.Team, v.Currency, v.CostCurrency, v.OrderDate.Or(o.today()))
	if e, ok := fault.As(err); ok && e.Code == fault.CodeExchangeRateMissing {
		return e.At("/exchange_rate"), nil
	}
	if err != nil {
		return nil, err
	}
	placed.Rated(found.Rate, found.Origin)
	return nil, nil
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
		found, err := o.Rates.At(ctx, s.Team, offer.Currency, s.Values.Currency, s.Values.OrderDate.Or(o.today()))
		if err != nil && !fault.Is(err, fault.CodeExchangeRateMissing) {
			return nil, err
		}
		rates[offer.Currency] = found.Rate
	}
	return rates, nil
}
