package webhook

import (
	"context"
	"fmt"
	"time"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/webhook"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/jobs"
	"sellingassistant/ports/tx"
	ports "sellingassistant/ports/webhook"
)

// endpointRecord names an endpoint in the audit trail.
const endpointRecord = "webhook_endpoint"

// recent bounds the deliveries that an endpoint counts.
const recent = 24 * time.Hour

// Plain accepts http addresses of endpoints, for trials.
type Plain bool

// EndpointParts has the dependencies of Endpoints.
type EndpointParts struct {
	Store      ports.Endpoints
	Events     ports.Events
	Deliveries ports.Deliveries
	Wanted     *Wanted
	Secrets    ports.Secrets
	Caller     ports.Caller
	Queue      jobs.Queue
	Trail      audit.Log
	Tx         tx.Runner
	Clock      clock.Clock
	Plain      Plain
}

// Endpoints provides the use cases of endpoints. Create, Get, List, Update and Delete work as
// edit.Kind says.
type Endpoints struct {
	edit.Kind[webhook.EndpointID, webhook.EndpointValues, webhook.EndpointPatch, webhook.EndpointFilter]
	p EndpointParts
}

// NewEndpoints returns the use cases.
func NewEndpoints(p EndpointParts) *Endpoints {
	e := &Endpoints{p: p}
	e.Store, e.On, e.Clock, e.Trail, e.Noun = p.Store, p.Tx, p.Clock, p.Trail, endpointRecord
	e.Standard, e.Hold = webhook.StandardEndpoint(), p.Store.Hold
	e.Complete, e.Stored, e.Look, e.Removed = e.complete, e.stored, e.look, e.removed
	return e
}

// Create makes an endpoint that gets the events from now on. A team with webhook.MaxEndpoints gets
// the Rule fault limit_reached.
func (e *Endpoints) Create(
	ctx context.Context, who caller.Caller, patch webhook.EndpointPatch,
) (webhook.Endpoint, error) {
	patch.Plain = bool(e.p.Plain)
	return e.Kind.Create(ctx, who, patch)
}

// Update changes an endpoint. An endpoint that is enabled again gets the events from now on.
func (e *Endpoints) Update(
	ctx context.Context, who caller.Caller, endpoint webhook.EndpointID, patch webhook.EndpointPatch, ifMatch *int64,
) (webhook.Endpoint, error) {
	patch.Plain = bool(e.p.Plain)
	return e.Kind.Update(ctx, who, endpoint, patch, ifMatch)
}

// complete limits the number of endpoints, and makes an endpoint begin with the next event.
func (e *Endpoints) complete(ctx context.Context, before, next webhook.Endpoint) (webhook.EndpointValues, error) {
	v := next.Values
	if err := before.Values.Changeable(); err != nil {
		return v, err
	}
	if before.Version == 0 {
		n, err := e.p.Store.Count(ctx, next.Team)
		if err == nil && n >= webhook.MaxEndpoints {
			err = fault.Newf(fault.Rule, fault.CodeLimitReached,
				"A team has at most %d webhook endpoints. Delete an unused endpoint.", webhook.MaxEndpoints)
		}
		if err != nil {
			return v, err
		}
	}
	if v.Enabled && !before.Values.Enabled {
		last, err := e.p.Events.Last(ctx, next.Team)
		v.Position = last
		return v, err
	}
	return v, nil
}

// stored stores the state beside the version, and delivers the events that other processes store
// before they know the change.
func (e *Endpoints) stored(ctx context.Context, who caller.Caller, before, after webhook.Endpoint) error {
	if before.Version > 0 && !before.Values.Enabled && after.Values.Enabled {
		if err := e.p.Store.Moved(ctx, []webhook.Endpoint{after}); err != nil {
			return err
		}
		if err := e.p.Store.Progressed(ctx, after); err != nil {
			return err
		}
	}
	e.p.Wanted.Forget(who.Team)
	return fanOut(ctx, e.p.Queue, who.Team, e.p.Clock.Now().Add(wantedFor+time.Second))
}

// removed refuses to delete an endpoint that follows other settings.
func (e *Endpoints) removed(_ context.Context, _ caller.Caller, gone []webhook.Endpoint) error {
	for _, endpoint := range gone {
		if err := endpoint.Values.Changeable(); err != nil {
			return err
		}
	}
	return nil
}

// look adds the numbers of recent deliveries.
func (e *Endpoints) look(ctx context.Context, team id.Team, found []webhook.Endpoint, _ bool) error {
	ids := make([]webhook.EndpointID, len(found))
	for i, endpoint := range found {
		ids[i] = endpoint.ID
	}
	counts, err := e.p.Deliveries.Counts(ctx, team, ids, e.p.Clock.Now().Add(-recent))
	for i := range found {
		found[i].Values.Recent = counts[ids[i]]
	}
	return err
}

// Secret has the present secret of an endpoint, and the end of the previous one.
type Secret struct {
	Text          secret.Text
	PreviousUntil *time.Time
}

func (e *Endpoints) secret(endpoint webhook.Endpoint) Secret {
	s := Secret{Text: e.p.Secrets(endpoint.Team, endpoint.ID, endpoint.Values.Generation)[0]}
	if until, ok := endpoint.Values.PreviousUntil.Get(); ok && e.p.Clock.Now().Before(until) {
		s.PreviousUntil = &until
	}
	return s
}

// NewSecret returns the secret of an endpoint that the caller has just created.
func (e *Endpoints) NewSecret(endpoint webhook.Endpoint) secret.Text { return e.secret(endpoint).Text }

// Secret shows the secret of an endpoint, and notes that in the trail. An absent endpoint is
// not_found.
func (e *Endpoints) Secret(ctx context.Context, who caller.Caller, endpoint webhook.EndpointID) (Secret, error) {
	return tx.Value(ctx, e.p.Tx, func(ctx context.Context) (Secret, error) {
		found, err := e.p.Store.Find(ctx, who.Team, endpoint)
		if err != nil {
			return Secret{}, err
		}
		line := audit.For(who, endpointRecord, int64(endpoint), "secret_shown", e.p.Clock.Now())
		return e.secret(found), e.p.Trail.Write(ctx, line)
	})
}

// RotateSecret makes a new secret. The previous one signs too for some hours, see
// webhook.EndpointValues.Rotated.
func (e *Endpoints) RotateSecret(
	ctx context.Context, who caller.Caller, endpoint webhook.EndpointID, keepHours int,
) (Secret, error) {
	return tx.Value(ctx, e.p.Tx, func(ctx context.Context) (Secret, error) {
		found, err := e.lock(ctx, who, endpoint)
		if err != nil {
			return Secret{}, err
		}
		if err := found.Values.Changeable(); err != nil {
			return Secret{}, err
		}
		now := e.p.Clock.Now()
		values, err := found.Values.Rotated(keepHours, now)
		if err != nil {
			return Secret{}, err
		}
		next := found.With(values, now)
		if err := e.p.Store.Save(ctx, next); err != nil {
			return Secret{}, err
		}
		line := audit.For(who, endpointRecord, int64(endpoint), "secret_rotated", now)
		line.Version = next.Version
		return e.secret(next), e.p.Trail.Write(ctx, line)
	})
}

// lock locks one endpoint.
func (e *Endpoints) lock(
	ctx context.Context, who caller.Caller, endpoint webhook.EndpointID,
) (webhook.Endpoint, error) {
	found, err := e.p.Store.Lock(ctx, who.Team, []webhook.EndpointID{endpoint})
	if err != nil {
		return webhook.Endpoint{}, err
	}
	if len(found) == 0 {
		return webhook.Endpoint{}, fault.Missing()
	}
	return found[0], nil
}

// Ping sends webhook.ping to an endpoint now, also to a disabled one, and returns the result. It
// stores nothing. An absent endpoint is not_found.
func (e *Endpoints) Ping(
	ctx context.Context, who caller.Caller, endpoint webhook.EndpointID,
) (webhook.Attempt, error) {
	found, err := e.p.Store.Find(ctx, who.Team, endpoint)
	if err != nil {
		return webhook.Attempt{}, err
	}
	now := e.p.Clock.Now()
	ping, err := newEvent(who.Team, event.WebhookPing, webhook.Data{}, now)
	if err != nil {
		return webhook.Attempt{}, err
	}
	text, err := Body(ping)
	if err != nil {
		return webhook.Attempt{}, fmt.Errorf("encode an event: %w", err)
	}
	return e.p.Caller(ctx, ports.Call{
		To: found.Values.URL, ID: ping.ID, Body: text, Keys: keys(e.p.Secrets, found, now),
	}), nil
}

// keys returns the secrets that sign a call to an endpoint.
func keys(s ports.Secrets, endpoint webhook.Endpoint, now time.Time) []secret.Text {
	var out []secret.Text
	for _, generation := range endpoint.Values.Generations(now) {
		out = append(out, s(endpoint.Team, endpoint.ID, generation)...)
	}
	return out
}
