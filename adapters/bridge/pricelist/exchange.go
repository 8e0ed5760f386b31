package pricelist

import (
	"context"

	exchangefacade "sellingassistant/app/exchange/facade"
	"sellingassistant/domain/exchange"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/pricelist"
)

// Rates reads the exchange rates of price lists.
type Rates struct{ exchange *exchangefacade.Facade }

// NewRates makes the bridge from exchange to price lists.
func NewRates(f *exchangefacade.Facade) *Rates { return &Rates{f} }

// RatesOf returns the rates of a day.
func (r *Rates) RatesOf(
	ctx context.Context, team id.Team, currencies []money.Currency, home money.Currency, day date.Date,
) ([]pricelist.Rate, error) {
	pairs := make([]exchange.Pair, len(currencies))
	for i, c := range currencies {
		pairs[i] = exchange.Pair{Base: c, Quote: home}
	}
	book, err := r.exchange.Book(ctx, team, day, pairs...)
	if err != nil {
		return nil, err
	}
	var out []pricelist.Rate
	for _, p := range pairs {
		found, err := book.Find(p, day)
		switch {
		case err == nil:
			out = append(out, pricelist.Rate{Currency: p.Base, Rate: found.Rate})
		case !fault.Is(err, fault.CodeExchangeRateMissing):
			return nil, err
		}
	}
	return out, nil
}
