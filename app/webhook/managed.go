package webhook

import (
	"context"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/versioned"
	"sellingassistant/domain/webhook"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/tx"
	ports "sellingassistant/ports/webhook"
)

// Managed keeps the endpoint of the repricer's alert address, and its deliveries. The repricer
// sends the messages.
type Managed struct {
	endpoints  ports.Endpoints
	deliveries ports.Deliveries
	on         tx.Runner
	clock      clock.Clock
}

// NewManaged returns the use cases.
func NewManaged(endpoints ports.Endpoints, deliveries ports.Deliveries, on tx.Runner, clk clock.Clock) *Managed {
	return &Managed{endpoints, deliveries, on, clk}
}

var _ ports.Messages = (*Managed)(nil)

// Set makes the endpoint follow an address. An unknown address deletes it.
func (m *Managed) Set(ctx context.Context, team id.Team, address optional.Maybe[string]) error {
	return m.on.InTx(ctx, func(ctx context.Context) error {
		_, err := m.set(ctx, team, address)
		return err
	})
}

func (m *Managed) set(ctx context.Context, team id.Team, address optional.Maybe[string]) (webhook.Endpoint, error) {
	if err := m.endpoints.Hold(ctx, team); err != nil {
		return webhook.Endpoint{}, err
	}
	found, had, err := m.endpoints.Managed(ctx, team)
	to, wanted := address.Get()
	now := m.clock.Now()
	switch {
	case err != nil, had && wanted && found.Values.URL == to, !had && !wanted:
		return found, err
	case !wanted:
		return found, m.endpoints.Remove(ctx, team, []webhook.EndpointID{found.ID}, now)
	case had:
		values := found.Values
		values.URL = to
		found = found.With(values, now)
		return found, m.endpoints.Save(ctx, found)
	}
	found = versioned.New[webhook.EndpointID](team, webhook.ManagedEndpoint(to), now)
	found.ID, err = m.endpoints.Insert(ctx, found)
	return found, err
}

// Note stores a call, and with the first call of a message its delivery.
func (m *Managed) Note(ctx context.Context, sent ports.Message) error {
	return m.on.InTx(ctx, func(ctx context.Context) error {
		endpoint, err := m.set(ctx, sent.Team, optional.Some(sent.To))
		if err != nil {
			return err
		}
		before, err := m.delivery(ctx, endpoint, sent)
		if err != nil {
			return err
		}
		after := before.Noted(sent.Call)
		if err := m.deliveries.AddAttempts(ctx, webhook.Made{Delivery: after, Attempt: sent.Call}); err != nil {
			return err
		}
		if err := m.deliveries.Save(ctx, after); err != nil {
			return err
		}
		values, _ := endpoint.Values.Heard(before, sent.Call)
		endpoint.Values.Progress = values.Progress
		return m.endpoints.Progressed(ctx, endpoint)
	})
}

// delivery finds the delivery of a message, or stores it.
func (m *Managed) delivery(ctx context.Context, to webhook.Endpoint, sent ports.Message) (webhook.Delivery, error) {
	if _, err := m.deliveries.Insert(ctx, []webhook.Delivery{
		webhook.NewMessage(to, sent.ID, sent.Body, sent.At),
	}); err != nil {
		return webhook.Delivery{}, err
	}
	position := webhook.MessagePosition(sent.At)
	found, err := m.deliveries.Of(ctx, sent.Team, to.ID, []webhook.Position{position})
	if err != nil {
		return webhook.Delivery{}, err
	}
	if len(found) == 0 {
		return webhook.Delivery{}, fault.Missing()
	}
	return found[position], nil
}
