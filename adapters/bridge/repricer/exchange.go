package repricer

import (
	"context"

	exchangefacade "sellingassistant/app/exchange/facade"
	"sellingassistant/domain/exchange"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// ExchangeRates gives the repricer the exchange rates of costs.
type ExchangeRates struct{ exchange *exchangefacade.Facade }

// NewExchangeRates makes the bridge from repricer to exchange.
func NewExchangeRates(f *exchangefacade.Facade) *ExchangeRates { return &ExchangeRates{f} }

// Rates returns the rates of a day.
func (e *ExchangeRates) Rates(
	ctx context.Context, team id.Team, day date.Date, pairs []pricingports.Pair,
) (map[pricingports.Pair]money.Rate, error) {
	asked := make([]exchange.Pair, len(pairs))
	for i, p := range pairs {
		asked[i] = exchange.Pair{Base: p.From, Quote: p.To}
	}
	book, err := e.exchange.Book(ctx, team, day, asked...)
	if err != nil {
		return nil, err
	}
	out := make(map[pricingports.Pair]money.Rate, len(pairs))
	for i, p := range pairs {
		if _, known := out[p]; known {
			continue
		}
		found, err := book.Find(asked[i], day)
		switch {
		case err == nil:
			out[p] = found.Rate
		case !fault.Is(err, fault.CodeExchangeRateMissing):
			return nil, err
		}
	}
	return out, nil
}
