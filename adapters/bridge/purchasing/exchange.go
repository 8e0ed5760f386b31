package purchasing

import (
	"context"

	exchangefacade "sellingassistant/app/exchange/facade"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/purchasing/order"
	purchasingports "sellingassistant/ports/purchasing"
)

// Rates reads the exchange rates of orders.
type Rates struct{ exchange *exchangefacade.Facade }

// NewRates makes the bridge from exchange to purchase orders.
func NewRates(f *exchangefacade.Facade) *Rates { return &Rates{f} }

// At returns the rate of a day.
func (r *Rates) At(
	ctx context.Context, team id.Team, base, quote money.Currency, day date.Date,
) (purchasingports.Rate, error) {
	found, err := r.exchange.At(ctx, team, base, quote, day)
	return purchasingports.Rate{
		Rate: found.Rate, Origin: order.RateOrigin{Source: order.RateSource(found.Source), Day: found.Day},
	}, err
}
