package pricing

import (
	"context"
	"errors"

	"sellingassistant/app/repricer/queue"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/ports/clock"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// rates reads the exchange rates of the day for costs in other currencies than their rows.
func (e *Engine) rates(
	ctx context.Context, b *batch, costs map[repricer.Key]pricingports.Cost,
) (map[pricingports.Pair]money.Rate, error) {
	var pairs []pricingports.Pair
	for _, c := range b.cases {
		cost, ok := costs[c.row.Key]
		if ok && cost.Unit.Known() && cost.Currency != c.row.Currency {
			pairs = append(pairs, pricingports.Pair{From: cost.Currency, To: c.row.Currency})
		}
	}
	if len(pairs) == 0 {
		return nil, nil
	}
	return e.p.ExchangeRates(ctx, b.team, date.Of(b.now.UTC()), pairs)
}

// converted returns an amount in the row's currency with four decimals. An amount that does not fit
// has no value.
func converted(a optional.Maybe[money.Amount], rate money.Rate) (none optional.Maybe[money.Amount]) {
	known, ok := a.Get()
	if !ok {
		return none
	}
	if there, fits := rate.Converted(known, money.FromUnits(1)); fits {
		return optional.Some(there)
	}
	return none
}

// used returns the conversion that a decision used.
func used(fx optional.Maybe[repricer.CostFX]) (none optional.Maybe[decision.FX]) {
	if rate, ok := fx.Or(repricer.CostFX{}).Rate.Get(); ok {
		return optional.Some(decision.FX{From: fx.Or(repricer.CostFX{}).From, Rate: rate})
	}
	return none
}

// followedAtOnce bounds the rows that are compared as one step.
const followedAtOnce = 1_000

// RateWatch wakes rows after a move of the exchange rate of their cost.
type RateWatch struct {
	rows  pricingports.Rows
	rates pricingports.ExchangeRates
	news  *queue.CostChanges
	clock clock.Clock
}

// NewRateWatch returns the use case.
func NewRateWatch(
	rows pricingports.Rows, rates pricingports.ExchangeRates, news *queue.CostChanges,
	clk clock.Clock,
) *RateWatch {
	return &RateWatch{rows, rates, news, clk}
}

// Follow queues rows if the exchange rate of their cost moved by more than 2 % since their last
// decision. A team that fails does not stop the others.
func (r *RateWatch) Follow(ctx context.Context) error {
	teams, err := r.rows.Teams(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for _, team := range teams {
		failed = append(failed, r.follow(ctx, team))
	}
	return errors.Join(failed...)
}

func (r *RateWatch) follow(ctx context.Context, team id.Team) error {
	for after := decision.ProductID(0); ; {
		rows, err := r.rows.Converted(ctx, team, after, followedAtOnce)
		if err != nil || len(rows) == 0 {
			return err
		}
		pairs := make([]pricingports.Pair, len(rows))
		for i, row := range rows {
			pairs[i] = pricingports.Pair{From: row.FX.From, To: row.Currency}
		}
		rates, err := r.rates(ctx, team, date.Of(r.clock.Now().UTC()), pairs)
		if err != nil {
			return err
		}
		var moved []decision.ProductID
		for i, row := range rows {
			today := optional.None[money.Rate]()
			if rate, ok := rates[pairs[i]]; ok {
				today = optional.Some(rate)
			}
			if row.FX.Moved(today) {
				moved = append(moved, row.ID)
			}
		}
		if err := r.news.RatesMoved(ctx, team, moved); err != nil {
			return err
		}
		after = rows[len(rows)-1].ID
	}
}
