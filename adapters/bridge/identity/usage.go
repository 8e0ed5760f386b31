package identity

import (
	"context"
	"time"

	documentapp "sellingassistant/app/document"
	pricelistfacade "sellingassistant/app/pricelist/facade"
	repricerfacade "sellingassistant/app/repricer/facade"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	domain "sellingassistant/domain/pricelist"
	"sellingassistant/ports/identity"
)

// Usage collects a team's usage figures for the account page.
type Usage struct {
	documents *documentapp.Documents
	repricer  *repricerfacade.Facade
	lists     *pricelistfacade.Facade
}

func NewUsage(d *documentapp.Documents, r *repricerfacade.Facade, l *pricelistfacade.Facade) *Usage {
	return &Usage{d, r, l}
}

// Figures counts rows of price lists by calendar months in UTC.
func (u *Usage) Figures(ctx context.Context, team id.Team, now time.Time) (identity.Figures, error) {
	who := caller.Caller{Team: team}
	bytes, err := u.documents.StoredBytes(ctx, who)
	if err != nil {
		return identity.Figures{}, err
	}
	rows, err := u.repricer.CountRows(ctx, team)
	if err != nil {
		return identity.Figures{}, err
	}
	analyzed, err := u.lists.RowsSince(ctx, team, domain.Month(now))
	return identity.Figures{DocumentBytes: bytes, RepricerProducts: rows, PriceListRowsMonth: analyzed}, err
}
