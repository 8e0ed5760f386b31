package purchasing

import (
	"context"
	"time"

	inventoryfacade "sellingassistant/app/inventory/facade"
	repricerfacade "sellingassistant/app/repricer/facade"
	"sellingassistant/domain/inventory/view"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/sales"
	purchasingports "sellingassistant/ports/purchasing"
)

// Demand calculates the sales of products from the sales of the rows of their SKUs.
type Demand struct {
	inventory *inventoryfacade.Facade
	repricer  *repricerfacade.Facade
	// covered returns, by connection, the time from which all orders have been received.
	covered func(ctx context.Context, team id.Team) (map[id.Connection]time.Time, error)
}

// NewDemand makes the bridge from inventory and repricer to purchase orders. covered returns the
// times from which the orders of connections are received.
func NewDemand(
	i *inventoryfacade.Facade, r *repricerfacade.Facade,
	covered func(ctx context.Context, team id.Team) (map[id.Connection]time.Time, error),
) *Demand {
	return &Demand{i, r, covered}
}

const day = 24 * time.Hour

// Products reads active products with their sales. The sales of a SKU are known from the day on
// which its row exists and all orders of its account are received. The sales of a product are known
// once this is true for all its SKUs.
func (d *Demand) Products(ctx context.Context, team id.Team, now time.Time, window int64) ([]purchasingports.Demanded, error) {
	stocked, err := d.inventory.Stocked(ctx, team)
	if err != nil {
		return nil, err
	}
	parts, err := d.inventory.SoldAs(ctx, team)
	if err != nil {
		return nil, err
	}
	sellers, err := d.repricer.Sellers(ctx, team)
	if err != nil {
		return nil, err
	}
	covered, err := d.covered(ctx, team)
	if err != nil {
		return nil, err
	}
	known, rows := map[int64]int64{}, make([]decision.ProductID, len(parts))
	for i, p := range parts {
		days := int64(0)
		seller, kept := sellers[repricer.Key{SellerID: p.SKU.Seller, MarketplaceID: p.SKU.Marketplace, SKU: p.SKU.SKU}]
		if since, told := covered[p.Connection]; kept && told {
			since = later(since, seller.Since)
			days, rows[i] = max(0, min(window, int64(now.Sub(since)/day))), seller.Row
		}
		if least, ok := known[p.Product]; ok {
			days = min(days, least)
		}
		known[p.Product] = days
	}
	sold, err := d.sold(ctx, team, now, parts, rows, known)
	out := make([]purchasingports.Demanded, len(stocked))
	for i, s := range stocked {
		out[i] = purchasingports.Demanded{
			Product: purchasing.ProductID(s.Product), LeadTimeDays: s.LeadTimeDays, Position: s.Position, ReorderPoint: s.ReorderPoint,
			Supplier:  optional.Convert(s.Supplier, func(n int64) purchasing.SupplierID { return purchasing.SupplierID(n) }),
			UnitsSold: sold[s.Product], DaysKnown: known[s.Product],
		}
	}
	return out, err
}

// sold adds up the units of products over their known days. A row may sell products with different
// known days, so it reads the sales separately for each number of days.
func (d *Demand) sold(ctx context.Context, team id.Team, now time.Time, parts []view.SoldAs, rows []decision.ProductID, known map[int64]int64) (map[int64]int64, error) {
	windows := map[int64]map[decision.ProductID]sales.Window{}
	for i, p := range parts {
		days := known[p.Product]
		if days == 0 {
			continue
		}
		if windows[days] == nil {
			windows[days] = map[decision.ProductID]sales.Window{}
		}
		windows[days][rows[i]] = sales.Window{From: now.Add(-time.Duration(days) * day), To: now}
	}
	units := map[int64]map[decision.ProductID]int64{}
	for days, of := range windows {
		var err error
		if units[days], err = d.repricer.UnitsSold(ctx, team, of); err != nil {
			return nil, err
		}
	}
	out := map[int64]int64{}
	for i, p := range parts {
		out[p.Product] += p.Units * units[known[p.Product]][rows[i]]
	}
	return out, nil
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
