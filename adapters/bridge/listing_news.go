package bridge

import (
	"context"
	"time"

	"sellingassistant/app/repricer/pricing"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/notification"
	"sellingassistant/domain/repricer"
	inventoryports "sellingassistant/ports/inventory"
)

// ListingEvents passes the listing states that the inventory reads to the repricer, because the
// marketplace's own notifications can get lost.
type ListingEvents struct{ intake *pricing.Intake }

// NewListingEvents makes the bridge from inventory to repricer.
func NewListingEvents(i *pricing.Intake) *ListingEvents { return &ListingEvents{i} }

var _ inventoryports.ListingWatch = (*ListingEvents)(nil)

func (n *ListingEvents) ListingsSeen(ctx context.Context, team id.Team, at time.Time, rows []inventory.Observation) error {
	found := make(map[repricer.Key]repricer.ListingState, len(rows))
	for _, o := range rows {
		if problem, clear := problemOf(o); clear {
			k := repricer.Key{SellerID: o.Seller, MarketplaceID: o.Marketplace, SKU: o.SKU}
			found[k] = repricer.ListingState{At: at, Problem: problems[problem], Since: at}
		}
	}
	return n.intake.ListingsRead(ctx, team, found)
}

// problemOf judges a listing by the rules for events about it. It reports false
// where it cannot: a listing that is not on sale may only be out of stock, which
// needs no alert.
func problemOf(o inventory.Observation) (notification.Problem, bool) {
	switch {
	case o.PriceIssue:
		return notification.PriceIssue, true
	case o.Buyable:
		return notification.NoProblem, true
	}
	return notification.NotOnSale, o.Status == inventory.SKUSuppressed
}
