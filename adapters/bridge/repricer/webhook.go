package repricer

import (
	"context"
	"fmt"

	"sellingassistant/app/repricer/alerts"
	"sellingassistant/app/webhook"
	"sellingassistant/domain/repricer"
	hooks "sellingassistant/domain/webhook"
)

// AlertAddress sends alerts to their address, which is among the endpoints of webhooks.
type AlertAddress struct{ managed *webhook.Managed }

// NewAlertAddress makes the bridge from repricer to webhook.
func NewAlertAddress(m *webhook.Managed) *AlertAddress { return &AlertAddress{m} }

// Send has a message delivered to an address.
func (a *AlertAddress) Send(ctx context.Context, to string, m repricer.AlertMessage) error {
	body, err := alerts.Body(m)
	if err != nil {
		return fmt.Errorf("encode alerts: %w", err)
	}
	return a.managed.Send(ctx, webhook.Message{Team: m.Team, To: to, ID: hooks.EventID(m.ID), At: m.At, Body: body})
}
