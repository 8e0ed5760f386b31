package bridge

import (
	"context"
	"time"

	notificationapp "sellingassistant/app/notification"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/notification"
	"sellingassistant/domain/repricer/sales"
	pricingports "sellingassistant/ports/repricer/pricing"
)

func (e *Events) OrderChanged(ctx context.Context, at time.Time, o notification.OrderChange) error {
	order := sales.Order{
		SellerID: o.SellerID, MarketplaceID: o.Marketplace, OrderID: o.OrderID, PurchasedAt: o.PurchasedAt, ChangedAt: at,
		Cancelled: notification.Cancelled(o.Status),
	}
	for _, i := range o.Items {
		order.Items = append(order.Items, sales.OrderItem{ItemID: i.ItemID, SKU: i.SKU, Units: o.Sold(i)})
	}
	return e.teams(ctx, o.SellerID, o.Marketplace, func(team id.Team) error {
		return e.orders.Changed(ctx, team, order)
	})
}

// OrderCoverage returns the time from which the repricer receives orders.
type OrderCoverage struct {
	subscriptions *notificationapp.Subscriptions
}

// NewOrderCoverage makes the bridge from notification to the repricer's decisions.
func NewOrderCoverage(s *notificationapp.Subscriptions) *OrderCoverage { return &OrderCoverage{s} }

var _ pricingports.OrderCoverage = (*OrderCoverage)(nil)

func (n *OrderCoverage) CoveredSince(ctx context.Context, team id.Team) (map[id.Connection]time.Time, error) {
	return n.subscriptions.Since(ctx, team, notification.OrderChanged)
}
