package bridge

import (
	"context"
	"time"

	documentapp "sellingassistant/app/document"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/ports/identity"
	"sellingassistant/ports/repricer"
)

// Usage collects a team's usage figures for the account page.
type Usage struct {
	documents *documentapp.Documents
	products  *manage.Products
}

// NewUsage makes the bridge from document and repricer to identity.
func NewUsage(d *documentapp.Documents, p *manage.Products) *Usage { return &Usage{d, p} }

// Price lists are not analysed yet.
func (u *Usage) Figures(ctx context.Context, team id.Team, _ time.Time) (identity.Figures, error) {
	who := caller.Caller{Team: team}
	bytes, err := u.documents.StoredBytes(ctx, who)
	if err != nil {
		return identity.Figures{}, err
	}
	rows, err := u.products.List(ctx, who, repricer.ProductFilter{}, page.Request{Limit: 1, Count: true})
	if err != nil {
		return identity.Figures{}, err
	}
	return identity.Figures{DocumentBytes: bytes, RepricerProducts: *rows.Total}, nil
}
