package research

import (
	"context"

	exchangefacade "sellingassistant/app/exchange/facade"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
)

// Rates reads the exchange rates of profits.
type Rates struct{ exchange *exchangefacade.Facade }

// NewRates makes the bridge from exchange to research.
func NewRates(f *exchangefacade.Facade) *Rates { return &Rates{f} }

// At returns the rate of a day.
func (r *Rates) At(
	ctx context.Context, team id.Team, base, quote money.Currency, day date.Date,
) (money.Rate, error) {
	found, err := r.exchange.At(ctx, team, base, quote, day)
	return found.Rate, err
}
