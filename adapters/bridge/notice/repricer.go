package notice

import (
	"context"
	"time"

	"sellingassistant/app/repricer/history"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
)

// Sales knows the sales of the repricer's rows.
type Sales struct{ own *history.OwnSales }

// NewSales returns the sales.
func NewSales(own *history.OwnSales) *Sales { return &Sales{own} }

// Units returns the units sold by product.
func (s *Sales) Units(
	ctx context.Context, team id.Team, m marketplace.ID, asins []string, span time.Duration,
) (map[string]int64, error) {
	found, err := s.own.Of(ctx, team, m, asins, span)
	out := make(map[string]int64, len(found))
	for asin, sold := range found {
		out[asin] = sold.Units
	}
	return out, err
}
