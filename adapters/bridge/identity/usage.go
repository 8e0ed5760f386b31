package identity

import (
	"context"
	"time"

	documentapp "sellingassistant/app/document"
	inventoryfacade "sellingassistant/app/inventory/facade"
	pricelistfacade "sellingassistant/app/pricelist/facade"
	purchasingfacade "sellingassistant/app/purchasing/facade"
	repricerfacade "sellingassistant/app/repricer/facade"
	domain "sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/pricelist"
	"sellingassistant/ports/identity"
)

// Usage counts a team's records in other contexts.
type Usage struct{ UsageParts }

// UsageParts has the contexts that count.
type UsageParts struct {
	Documents  *documentapp.Documents
	Repricer   *repricerfacade.Facade
	Lists      *pricelistfacade.Facade
	Purchasing *purchasingfacade.Facade
	Inventory  *inventoryfacade.Facade
}

// NewUsage makes the bridge from other contexts to identity.
func NewUsage(p UsageParts) *Usage { return &Usage{p} }

// Figures counts rows of price lists by calendar months in UTC.
func (u *Usage) Figures(ctx context.Context, team id.Team, now time.Time) (identity.Figures, error) {
	who := caller.Caller{Team: team}
	bytes, err := u.Documents.StoredBytes(ctx, who)
	if err != nil {
		return identity.Figures{}, err
	}
	rows, err := u.Repricer.CountRows(ctx, team)
	if err != nil {
		return identity.Figures{}, err
	}
	analyzed, err := u.Lists.RowsSince(ctx, team, pricelist.Month(now))
	return identity.Figures{DocumentBytes: bytes, RepricerProducts: rows, PriceListRowsMonth: analyzed}, err
}

// Amounts counts purchase orders, costs and rows of price lists, which have currencies of their
// own, and suppliers with amounts in the team's currency.
func (u *Usage) Amounts(ctx context.Context, team id.Team) (recorded domain.Recorded, err error) {
	counts := []struct {
		kind  string
		count func(context.Context, id.Team) (int64, error)
		bare  bool
	}{
		{kind: "purchase_order", count: u.Purchasing.CountOrders},
		{kind: "product_cost", count: u.Inventory.CountProductCosts},
		{kind: "sku_cost", count: u.Inventory.CountSKUCosts},
		{kind: "price_list_row", count: u.Lists.CountRows},
		{kind: "supplier", count: u.Purchasing.CountSuppliersInTeamCurrency, bare: true},
	}
	for _, c := range counts {
		n, err := c.count(ctx, team)
		if err != nil {
			return recorded, err
		}
		list := &recorded.Kept
		if c.bare {
			list = &recorded.Bare
		}
		*list = append(*list, domain.Amounts{Kind: c.kind, Count: n})
	}
	return recorded, nil
}
