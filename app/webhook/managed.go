package webhook

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/versioned"
	"sellingassistant/domain/webhook"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/jobs"
	"sellingassistant/ports/tx"
	ports "sellingassistant/ports/webhook"
)

// Managed keeps the endpoint of the repricer's alert address, and stores messages to it.
type Managed struct {
	endpoints  ports.Endpoints
	deliveries ports.Deliveries
	queue      jobs.Queue
	on         tx.Runner
	clock      clock.Clock
}

// NewManaged returns the use cases.
func NewManaged(
	endpoints ports.Endpoints, deliveries ports.Deliveries, queue jobs.Queue, on tx.Runner, clk clock.Clock,
) *Managed {
	return &Managed{endpoints, deliveries, queue, on, clk}
}

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
		found = found.With(found.Values.Moved(to), now)
		if err := m.endpoints.Save(ctx, found); err != nil {
			return found, err
		}
		return found, m.endpoints.Progressed(ctx, found)
	}
	found = versioned.New[webhook.EndpointID](team, webhook.ManagedEndpoint(to), now)
	found.ID, err = m.endpoints.Insert(ctx, found)
	return found, err
}

// Message has a message that is no event.
type Message struct {
	Team id.Team
	To   string
	// ID distinguishes the message for its receiver, and At has its time.
	ID   webhook.EventID
	At   time.Time
	Body []byte
}

// Send stores a message as a delivery, and asks for its call. A message that is stored already is
// not sent twice.
func (m *Managed) Send(ctx context.Context, sent Message) error {
	return m.on.InTx(ctx, func(ctx context.Context) error {
		endpoint, err := m.set(ctx, sent.Team, optional.Some(sent.To))
		if err != nil {
			return err
		}
		n, err := m.deliveries.Insert(ctx, []webhook.Delivery{
			webhook.NewMessage(endpoint, sent.ID, sent.Body, sent.At, m.clock.Now()),
		})
		if err == nil && n == 0 {
			err = m.resume(ctx, endpoint, sent)
		}
		if err != nil {
			return err
		}
		return deliverTo(ctx, m.queue, sent.Team, endpoint.ID)
	})
}

// resume makes a message due that an earlier version of the program called, and was to call again.
func (m *Managed) resume(ctx context.Context, to webhook.Endpoint, sent Message) error {
	position := webhook.MessagePosition(sent.At)
	found, err := m.deliveries.Of(ctx, sent.Team, to.ID, []webhook.Position{position})
	if d := found[position]; err == nil && d.Status == webhook.Failed && !d.NextAt.Known() {
		err = m.deliveries.Save(ctx, d.Again(m.clock.Now()))
	}
	return err
}
