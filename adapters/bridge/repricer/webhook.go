package repricer

import (
	"context"

	"sellingassistant/app/webhook"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	ports "sellingassistant/ports/repricer"
)

// AlertAddress shows the address of alerts among the endpoints of webhooks.
type AlertAddress struct{ managed *webhook.Managed }

// NewAlertAddress makes the bridge from repricer to webhook.
func NewAlertAddress(m *webhook.Managed) *AlertAddress { return &AlertAddress{m} }

var _ ports.AlertAddress = (*AlertAddress)(nil)

// Set shows an address, or removes it.
func (a *AlertAddress) Set(ctx context.Context, team id.Team, address optional.Maybe[string]) error {
	return a.managed.Set(ctx, team, address)
}
