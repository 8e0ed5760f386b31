package webhook

import (
	"context"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/webhook"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/event"
	"sellingassistant/ports/jobs"
	"sellingassistant/ports/tx"
	ports "sellingassistant/ports/webhook"
)

const (
	// DeliverJob makes the calls of an endpoint that are due. One runs at a time for an endpoint,
	// so a slow receiver delays itself alone.
	DeliverJob = "webhook.deliver"
	// WakeJob asks for DeliverJob when a later call is due.
	WakeJob = "webhook.wake"
	// callsAtOnce bounds the calls of one endpoint under way.
	callsAtOnce = 4
	// callsARound bounds the calls of a round, which are stored together. An endpoint that fails
	// has rounds of callsAtOnce. After roundFor a round begins no further call.
	callsARound = 32
	roundFor    = 10 * time.Second
	// deliverFor bounds a run that finds more work; callTimeout leaves time for the last calls.
	deliverFor  = 20 * time.Second
	callTimeout = time.Minute
	// failingPause frees the worker between the rounds of calls to an endpoint that fails, because
	// each round may last as long as a call without an answer.
	failingPause = 30 * time.Second
)

// DelivererParts has the dependencies of a Deliverer.
type DelivererParts struct {
	Endpoints  ports.Endpoints
	Events     ports.Events
	Changes    ports.Changes
	Deliveries ports.Deliveries
	Bodies     *Bodies
	Secrets    ports.Secrets
	Caller     ports.Caller
	Log        event.Log
	Queue      jobs.Queue
	Tx         tx.LazyRunner
	Clock      clock.Clock
}

// Deliverer calls endpoints.
type Deliverer struct{ p DelivererParts }

// NewDeliverer returns the jobs that call endpoints.
func NewDeliverer(p DelivererParts) *Deliverer { return &Deliverer{p} }

// run runs DeliverJob.
func (d *Deliverer) run(ctx context.Context, j jobs.Job) error {
	var args endpointArgs
	if err := json.Unmarshal(j.Args, &args); err != nil {
		return jobs.Dead(err)
	}
	failed := false // the last round began and ended with an endpoint that fails
	for end := d.p.Clock.Now().Add(deliverFor); d.p.Clock.Now().Before(end); {
		endpoint, err := d.p.Endpoints.Find(ctx, j.Team, args.Endpoint)
		if fault.Is(err, fault.CodeNotFound) || err == nil && !endpoint.Values.Enabled {
			_, err = d.p.Deliveries.Drop(ctx, j.Team, args.Endpoint, d.p.Clock.Now())
			return err
		}
		if err != nil {
			return err
		}
		failing := endpoint.Values.Status() == webhook.Failing
		limit := callsARound
		if failing {
			limit = callsAtOnce
		}
		due, err := d.p.Deliveries.Due(ctx, j.Team, endpoint.ID, d.p.Clock.Now(), limit)
		if err != nil {
			return err
		}
		if len(due) == 0 {
			ended, err := d.finish(ctx, j, endpoint)
			if err == nil && !ended {
				err = jobs.Later(0)
			}
			return err
		}
		if failing && failed {
			return jobs.Later(failingPause)
		}
		failed = failing
		ended := false
		err = d.calls(ctx, endpoint, due, func(ctx context.Context) (err error) {
			if len(due) < limit {
				ended, err = d.finish(ctx, j, endpoint)
			}
			return err
		})
		if err != nil || ended {
			return err
		}
	}
	return jobs.Later(0)
}

// finish ends the job and asks for the next call, as a part of the transaction of ctx. It returns
// false, and the job goes on, if calls became due meanwhile.
func (d *Deliverer) finish(ctx context.Context, j jobs.Job, endpoint webhook.Endpoint) (ended bool, err error) {
	return ending(ctx, d.p.Tx, j, func(ctx context.Context) (nothing bool, err error) {
		at, later, err := d.p.Deliveries.Next(ctx, endpoint.Team, endpoint.ID)
		if err != nil || !later {
			return err == nil, err
		}
		if !at.After(d.p.Clock.Now()) {
			return false, nil
		}
		return true, ask(ctx, d.p.Queue, jobs.Request{
			Kind: WakeJob, Team: endpoint.Team, At: at,
			Unique: unique(endpoint.ID) + "/" + strconv.FormatInt(at.Unix(), 10),
		}, endpoint.ID)
	})
}

// wake runs WakeJob.
func (d *Deliverer) wake(ctx context.Context, j jobs.Job) error {
	var args endpointArgs
	if err := json.Unmarshal(j.Args, &args); err != nil {
		return jobs.Dead(err)
	}
	return deliverTo(ctx, d.p.Queue, j.Team, args.Endpoint)
}

// calls makes the calls of deliveries, some side by side, and stores their results together with
// the last step.
func (d *Deliverer) calls(
	ctx context.Context, endpoint webhook.Endpoint, due []webhook.Delivery, last func(context.Context) error,
) error {
	bodies, err := d.bodies(ctx, endpoint.Team, due)
	if err != nil {
		return err
	}
	results := map[webhook.DeliveryID]webhook.Attempt{}
	attempts := make([]optional.Maybe[webhook.Attempt], len(due))
	signed := keys(d.p.Secrets, endpoint, d.p.Clock.Now())
	var group errgroup.Group
	group.SetLimit(callsAtOnce)
	until := d.p.Clock.Now().Add(roundFor)
	skipped := make([]bool, len(due))
	for i, delivery := range due {
		text, ok := bodies[delivery.ID]
		if !ok {
			continue
		}
		group.Go(func() error {
			if skipped[i] = !d.p.Clock.Now().Before(until); !skipped[i] {
				attempts[i] = optional.Some(d.p.Caller(ctx, ports.Call{
					To: endpoint.Values.URL, ID: delivery.Event, Body: text, Keys: signed,
				}))
			}
			return nil
		})
	}
	_ = group.Wait() // no call has an error
	if err := ctx.Err(); err != nil {
		return err // a call that was cut off is made again
	}
	var ended []webhook.Delivery
	for i, delivery := range due {
		if a, made := attempts[i].Get(); made {
			results[delivery.ID] = a
		}
		if !skipped[i] {
			ended = append(ended, delivery)
		}
	}
	commit := d.p.Tx.InLazyTx
	for _, a := range results {
		if !a.OK() {
			commit = d.p.Tx.InTx // it may disable the endpoint, which is an event
		}
	}
	return commit(ctx, func(ctx context.Context) error {
		if err := d.settle(ctx, endpoint, ended, results); err != nil {
			return err
		}
		return last(ctx)
	})
}

// bodies returns the bodies of deliveries. It leaves out deliveries that lost their event to age,
// and reads the events that another process made deliveries of.
func (d *Deliverer) bodies(
	ctx context.Context, team id.Team, due []webhook.Delivery,
) (map[webhook.DeliveryID][]byte, error) {
	out := map[webhook.DeliveryID][]byte{}
	missing := map[webhook.Position]webhook.DeliveryID{}
	for _, delivery := range due {
		text := delivery.Body
		if text == nil {
			text = d.p.Bodies.known(delivery.Event)
		}
		if text == nil {
			missing[delivery.Position] = delivery.ID
			continue
		}
		out[delivery.ID] = text
	}
	if len(missing) == 0 {
		return out, nil
	}
	events, err := d.p.Events.At(ctx, team, slices.Sorted(maps.Keys(missing)))
	if err != nil {
		return nil, err
	}
	for _, e := range events {
		if out[missing[e.Position]], err = d.p.Bodies.of(e); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// settle stores the results of calls, in the transaction of ctx. A delivery without a result has
// lost its event to age. A result that is lost with a commit is a call that is made again.
func (d *Deliverer) settle(
	ctx context.Context, endpoint webhook.Endpoint, due []webhook.Delivery,
	results map[webhook.DeliveryID]webhook.Attempt,
) error {
	before, ids := map[webhook.DeliveryID]webhook.Delivery{}, make([]webhook.DeliveryID, len(due))
	for i, delivery := range due {
		before[delivery.ID], ids[i] = delivery, delivery.ID
	}
	endpoints, err := d.p.Endpoints.Lock(ctx, endpoint.Team, []webhook.EndpointID{endpoint.ID})
	if err != nil {
		return err
	}
	found, err := d.p.Deliveries.Lock(ctx, endpoint.Team, ids)
	if err != nil {
		return err
	}
	state := endpoint
	if len(endpoints) > 0 {
		state = endpoints[0]
	}
	values, off := state.Values, false
	var made []webhook.Made
	for i, delivery := range found {
		a, called := results[delivery.ID]
		if !called {
			found[i] = delivery.Drop(d.p.Clock.Now())
			continue
		}
		if delivery.Attempts != before[delivery.ID].Attempts {
			continue // another run has stored this call
		}
		found[i] = delivery.After(a, 2*rand.Float64()-1) //nolint:gosec // it spreads calls
		made = append(made, webhook.Made{Delivery: found[i], Attempt: a})
		var ended bool
		values, ended = values.Heard(delivery, a)
		off = off || ended
	}
	if err := d.p.Deliveries.AddAttempts(ctx, made...); err != nil {
		return err
	}
	if err := d.p.Deliveries.Save(ctx, found...); err != nil || len(endpoints) == 0 {
		return err
	}
	return d.progress(ctx, state, values, off)
}

// progress stores the state of an endpoint after calls, and disables it after too many failures.
func (d *Deliverer) progress(
	ctx context.Context, state webhook.Endpoint, values webhook.EndpointValues, off bool,
) error {
	if values.Progress != state.Values.Progress {
		next := state
		next.Values = values
		if err := d.p.Endpoints.Progressed(ctx, next); err != nil {
			return err
		}
	}
	if !off {
		return nil
	}
	now := d.p.Clock.Now()
	next := state.With(values, now)
	if err := d.p.Endpoints.Save(ctx, next); err != nil {
		return err
	}
	if _, err := d.p.Deliveries.Drop(ctx, state.Team, state.ID, now); err != nil {
		return err
	}
	return d.p.Log.Write(ctx, event.Event{
		Team: state.Team, Type: kernel.WebhookEndpointDisabled, Record: optional.Some(int64(state.ID)),
		Version: optional.Some(next.Version), Changed: []string{"enabled"},
		Details: map[string]string{"reason": string(values.DisabledReason.Or(""))},
	})
}
