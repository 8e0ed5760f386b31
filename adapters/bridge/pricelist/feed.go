package pricelist

import (
	"context"
	"encoding/json"

	historyapp "sellingassistant/app/history"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
	ports "sellingassistant/ports/pricelist"
)

// Feed writes accepted products of analyses to the product history.
type Feed struct{ history *historyapp.History }

func NewFeed(h *historyapp.History) *Feed { return &Feed{h} }

// Analyzed stores the figures of the rows in the form of published results.
func (f *Feed) Analyzed(ctx context.Context, team id.Team, by id.User, of pricelist.ID, m marketplace.ID, products []ports.Accepted) error {
	views := make([]historyapp.View, len(products))
	for i, p := range products {
		views[i] = historyapp.View{ASIN: p.ASIN.String(), Marketplace: m, Snapshot: map[string]any{
			"price_used": figure(p.Price), "cost_per_sellable_unit": figure(p.Cost), "profit": figure(p.Profit), "roi": figure(p.ROI),
		}}
		if p.Title != "" {
			views[i].Title = optional.Some(p.Title)
		}
	}
	return f.history.Analyzed(ctx, team, by, int64(of), views)
}

// figure returns an exact number, or null.
func figure[T interface{ String() string }](v optional.Maybe[T]) any {
	if n, ok := v.Get(); ok {
		return json.Number(n.String())
	}
	return nil
}
