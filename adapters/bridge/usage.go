package bridge

import (
	"context"
	"time"

	documentapp "sellingassistant/app/document"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	domain "sellingassistant/domain/pricelist"
	"sellingassistant/ports/identity"
	"sellingassistant/ports/pricelist"
	"sellingassistant/ports/repricer"
)

// Usage collects a team's usage figures for the account page.
type Usage struct {
	documents *documentapp.Documents
	products  *manage.Products
	analyses  pricelist.Analyses
}

// NewUsage makes the bridge from document, repricer and price lists to identity.
func NewUsage(d *documentapp.Documents, p *manage.Products, a pricelist.Analyses) *Usage {
	return &Usage{d, p, a}
}

// Figures counts rows of price lists by calendar months in UTC.
func (u *Usage) Figures(ctx context.Context, team id.Team, now time.Time) (identity.Figures, error) {
	who := caller.Caller{Team: team}
	bytes, err := u.documents.StoredBytes(ctx, who)
	if err != nil {
		return identity.Figures{}, err
	}
	rows, err := u.products.List(ctx, who, repricer.ProductFilter{}, page.Request{Limit: 1, Count: true})
	if err != nil {
		return identity.Figures{}, err
	}
	analyzed, err := u.analyses.RowsSince(ctx, team, domain.Month(now))
	return identity.Figures{DocumentBytes: bytes, RepricerProducts: *rows.Total, PriceListRowsMonth: analyzed}, err
}
