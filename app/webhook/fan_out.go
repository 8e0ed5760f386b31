package webhook

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"time"

	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/webhook"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/jobs"
	"sellingassistant/ports/tx"
	ports "sellingassistant/ports/webhook"
)

const (
	// eventsAtOnce bounds the events that one transaction turns into deliveries.
	eventsAtOnce = 500
	// roundsAtOnce bounds the transactions of one run.
	roundsAtOnce = 20
)

// FanOut turns events into deliveries.
type FanOut struct {
	endpoints  ports.Endpoints
	events     ports.Events
	deliveries ports.Deliveries
	bodies     *Bodies
	queue      jobs.Queue
	on         tx.LazyRunner
	clock      clock.Clock
}

// NewFanOut returns the job.
func NewFanOut(
	endpoints ports.Endpoints, events ports.Events, deliveries ports.Deliveries, bodies *Bodies, queue jobs.Queue,
	runner tx.LazyRunner, clk clock.Clock,
) *FanOut {
	return &FanOut{endpoints, events, deliveries, bodies, queue, runner, clk}
}

// errMore says that new work arrived while a job was about to end.
var errMore = errors.New("more work waits")

// Run runs FanOutJob. Its commits do not wait for the disk, because a lost round is made again: the
// positions of the endpoints are lost with the deliveries.
func (f *FanOut) Run(ctx context.Context, j jobs.Job) error {
	var seen webhook.Position
	return untilDone(ctx, f.on, f.on.InLazyTx, j, func(ctx context.Context) (done bool, err error) {
		seen, done, err = f.round(ctx, j.Team)
		return done, err
	}, func(ctx context.Context) (nothing bool, err error) {
		last, err := f.events.Last(ctx, j.Team)
		return last <= seen, err
	})
}

// untilDone repeats a round in a transaction each until it reports that nothing is left, and ends
// the job with the last round if a look finds nothing more.
func untilDone(
	ctx context.Context, on tx.Runner, commit func(context.Context, func(context.Context) error) error, j jobs.Job,
	round, look func(context.Context) (done bool, err error),
) error {
	for range roundsAtOnce {
		done := false
		err := commit(ctx, func(ctx context.Context) (err error) {
			if done, err = round(ctx); err != nil || !done {
				return err
			}
			done, err = ending(ctx, on, j, look)
			return err
		})
		if err != nil || done {
			return err
		}
	}
	return jobs.Later(0)
}

// ending ends a job as a part of a transaction. Before it does so it looks again, because work that
// is stored while the job runs does not ask for another job. It returns false, and the job goes on,
// if there is more work.
func ending(
	ctx context.Context, on tx.Runner, j jobs.Job, look func(context.Context) (nothing bool, err error),
) (ended bool, err error) {
	err = on.InTx(ctx, func(ctx context.Context) error {
		if err := j.Finish(ctx); err != nil {
			return err
		}
		nothing, err := look(ctx)
		if err == nil && !nothing {
			err = errMore
		}
		return err
	})
	if errors.Is(err, errMore) {
		return false, nil
	}
	return err == nil, err
}

// round makes the deliveries of the team's next events. It returns the position of the last one,
// and whether these were all events. The positions of the endpoints commit with the deliveries.
// Without an endpoint no event counts.
func (f *FanOut) round(ctx context.Context, team id.Team) (seen webhook.Position, done bool, err error) {
	found, err := f.endpoints.LockEnabled(ctx, team)
	if err != nil || len(found) == 0 {
		return math.MaxInt64, true, err
	}
	from := found[0].Values.Position
	for _, endpoint := range found {
		from = min(from, endpoint.Values.Position)
	}
	events, err := f.events.After(ctx, team, from, eventsAtOnce)
	if err != nil || len(events) == 0 {
		return from, true, err
	}
	var made []webhook.Delivery
	now := f.clock.Now()
	for i := range found {
		made = append(made, deliveriesTo(&found[i], events, now)...)
	}
	if err := f.encode(events, made); err != nil {
		return from, false, err
	}
	if _, err := f.deliveries.Insert(ctx, made); err != nil {
		return from, false, err
	}
	if err := f.endpoints.Moved(ctx, found); err != nil {
		return from, false, err
	}
	return events[len(events)-1].Position, len(events) < eventsAtOnce, deliver(ctx, f.queue, made)
}

// encode prepares the bodies of events, for the calls of all endpoints.
func (f *FanOut) encode(events []webhook.Event, made []webhook.Delivery) error {
	wanted := map[webhook.Position]bool{}
	for _, d := range made {
		wanted[d.Position] = true
	}
	for _, e := range events {
		if !wanted[e.Position] {
			continue
		}
		if _, err := f.bodies.of(e); err != nil {
			return err
		}
	}
	return nil
}

// deliveriesTo returns the deliveries of events to an endpoint, and moves the endpoint to the
// last event.
func deliveriesTo(endpoint *webhook.Endpoint, events []webhook.Event, now time.Time) (out []webhook.Delivery) {
	v := &endpoint.Values
	for _, e := range events {
		if e.Position <= v.Position {
			continue
		}
		v.Position = e.Position
		about, _ := e.Data.Record.Get()
		own := e.Type == event.WebhookEndpointDisabled && about == int64(endpoint.ID)
		if v.Enabled && !own && v.Wants(e) {
			out = append(out, webhook.NewDelivery(endpoint.ID, e, now))
		}
	}
	return out
}

// deliver asks for the jobs that make the calls of deliveries.
func deliver(ctx context.Context, queue jobs.Queue, all []webhook.Delivery) error {
	asked := map[webhook.EndpointID]bool{}
	for _, d := range all {
		if asked[d.Endpoint] {
			continue
		}
		asked[d.Endpoint] = true
		if err := deliverTo(ctx, queue, d.Team, d.Endpoint); err != nil {
			return err
		}
	}
	return nil
}

// endpointArgs has the arguments of the jobs of an endpoint.
type endpointArgs struct {
	Endpoint webhook.EndpointID `json:"endpoint"`
}

// deliverTo asks for the job that calls an endpoint. A job that waits is not queued twice.
func deliverTo(ctx context.Context, queue jobs.Queue, team id.Team, endpoint webhook.EndpointID) error {
	r := jobs.Request{Kind: DeliverJob, Team: team, Unique: unique(endpoint), Queue: jobs.Calls}
	return ask(ctx, queue, r, endpoint)
}

// deliverNow asks for the job without waiting for the pause of an endpoint that fails.
func deliverNow(ctx context.Context, queue jobs.Queue, team id.Team, endpoint webhook.EndpointID) error {
	return ask(ctx, queue, jobs.Request{Kind: DeliverJob, Team: team, Unique: unique(endpoint) + "/now"}, endpoint)
}

func unique(endpoint webhook.EndpointID) string { return strconv.FormatInt(int64(endpoint), 10) }

func ask(ctx context.Context, queue jobs.Queue, r jobs.Request, endpoint webhook.EndpointID) error {
	args, err := json.Marshal(endpointArgs{endpoint})
	if err != nil {
		return err
	}
	r.Args = args
	_, err = queue.Enqueue(ctx, r)
	return err
}
