package repricer

import (
	"context"
	"time"

	notificationapp "sellingassistant/app/notification"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/notification"
)

// OrderCoverage returns the time from which the repricer receives orders.
type OrderCoverage struct {
	subscriptions *notificationapp.Subscriptions
}

func NewOrderCoverage(s *notificationapp.Subscriptions) *OrderCoverage { return &OrderCoverage{s} }

func (n *OrderCoverage) CoveredSince(ctx context.Context, team id.Team) (map[id.Connection]time.Time, error) {
	return n.subscriptions.Since(ctx, team, notification.OrderChanged)
}
