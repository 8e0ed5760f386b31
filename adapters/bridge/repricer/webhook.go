package repricer

import (
	"context"
	"fmt"

	"sellingassistant/app/repricer/alerts"
	"sellingassistant/app/webhook"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	hooks "sellingassistant/domain/webhook"
	ports "sellingassistant/ports/repricer"
)

// AlertAddress has the address of alerts among the endpoints of webhooks.
type AlertAddress struct{ managed *webhook.Managed }

// NewAlertAddress makes the bridge from repricer to webhook.
func NewAlertAddress(m *webhook.Managed) *AlertAddress { return &AlertAddress{m} }

var _ ports.AlertAddress = (*AlertAddress)(nil)

// Set shows an address, or removes it.
func (a *AlertAddress) Set(ctx context.Context, team id.Team, address optional.Maybe[string]) error {
	return a.managed.Set(ctx, team, address)
}

// Send has a message delivered to an address.
func (a *AlertAddress) Send(ctx context.Context, to string, m repricer.AlertMessage) error {
	body, err := alerts.Body(m)
	if err != nil {
		return fmt.Errorf("encode alerts: %w", err)
	}
	return a.managed.Send(ctx, webhook.Message{Team: m.Team, To: to, ID: hooks.EventID(m.ID), At: m.At, Body: body})
}
