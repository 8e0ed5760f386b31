package inventory

import (
	"context"
	"time"

	"sellingassistant/app/repricer/events"
	repricerfacade "sellingassistant/app/repricer/facade"
	"sellingassistant/app/repricer/queue"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	inventoryports "sellingassistant/ports/inventory"
)

// CostEvents notifies the repricer of changed costs.
type CostEvents struct{ news *queue.CostChanges }

func NewCostEvents(n *queue.CostChanges) *CostEvents { return &CostEvents{n} }

var _ inventoryports.CostWatch = (*CostEvents)(nil)

func (c *CostEvents) CostsChanged(ctx context.Context, team id.Team, keys []inventory.SKUKey) error {
	return c.news.CostsChanged(ctx, team, repricerKeys(keys))
}

func (c *CostEvents) MapPricesChanged(ctx context.Context, team id.Team, keys []inventory.SKUKey) error {
	return c.news.MapPricesChanged(ctx, team, repricerKeys(keys))
}

func repricerKeys(keys []inventory.SKUKey) []repricer.Key {
	out := make([]repricer.Key, len(keys))
	for i, k := range keys {
		out[i] = repricer.Key{SellerID: k.Seller, MarketplaceID: k.Marketplace, SKU: k.SKU}
	}
	return out
}

// SKURepricing finds the repricer rows of SKUs.
type SKURepricing struct{ repricer *repricerfacade.Facade }

func NewSKURepricing(f *repricerfacade.Facade) *SKURepricing { return &SKURepricing{f} }

func (s *SKURepricing) Rows(ctx context.Context, team id.Team, keys []inventory.SKUKey) (map[inventory.SKUKey]int64, error) {
	named := repricerKeys(keys)
	found, err := s.repricer.FindRows(ctx, team, named)
	if err != nil {
		return nil, err
	}
	out := make(map[inventory.SKUKey]int64, len(found))
	for i, k := range keys {
		if row, ok := found[named[i]]; ok {
			out[k] = int64(row)
		}
	}
	return out, nil
}

// ListingEvents passes the listing states that the inventory reads to the repricer, because the
// marketplace's own notifications can get lost.
type ListingEvents struct{ intake *events.Intake }

func NewListingEvents(i *events.Intake) *ListingEvents { return &ListingEvents{i} }

func (n *ListingEvents) ListingsSeen(ctx context.Context, team id.Team, at time.Time, rows []inventory.Observation) error {
	found := make(map[repricer.Key]repricer.ListingState, len(rows))
	for _, o := range rows {
		if problem, clear := problemOf(o); clear {
			k := repricer.Key{SellerID: o.Seller, MarketplaceID: o.Marketplace, SKU: o.SKU}
			found[k] = repricer.ListingState{At: at, Problem: problem, Since: at}
		}
	}
	return n.intake.ListingsRead(ctx, team, found)
}

// problemOf applies the rules for events to a listing and returns a sentence, "" without a problem.
// It returns false if it cannot decide: a listing that is not on sale may only be out of stock,
// which needs no alert.
func problemOf(o inventory.Observation) (string, bool) {
	switch {
	case o.PriceIssue:
		return repricer.ProblemPriceIssue, true
	case o.Buyable:
		return "", true
	}
	return repricer.ProblemNotOnSale, o.Status == inventory.SKUSuppressed
}
