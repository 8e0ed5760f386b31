package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace/noop"
	"go.uber.org/zap"

	"sellingassistant/adapters/jobs"
	"sellingassistant/adapters/persistence/audit"
	"sellingassistant/adapters/persistence/commit"
	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/webhook"
	client "sellingassistant/adapters/webhook"
	app "sellingassistant/app/webhook"
	"sellingassistant/domain/kernel/caller"
	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/webhook"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/event"
)

// types has the type that each endpoint of a team wants: an event goes to one endpoint.
var types = [perTeam]kernel.Type{
	kernel.DocumentReady, kernel.PurchaseOrderCreated, kernel.SKUUpdated, kernel.ListingStatusChanged,
	kernel.SyncCompleted,
}

// receivers count the calls of all endpoints.
type receivers struct {
	mu    sync.Mutex
	begin map[string]time.Time
	waits []time.Duration
	twice int
	done  chan struct{}
}

// ServeHTTP answers a call, or never for the path /dead.
func (r *receivers) ServeHTTP(w http.ResponseWriter, call *http.Request) {
	if call.URL.Path == "/dead" {
		select {
		case <-call.Context().Done():
		case <-r.done:
		}
		return
	}
	var body struct {
		ID        string    `json:"id"`
		Timestamp time.Time `json:"timestamp"`
	}
	if err := json.NewDecoder(call.Body).Decode(&body); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	now := time.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, had := r.begin[body.ID]; had {
		r.twice++
		return
	}
	r.begin[body.ID] = body.Timestamp
	r.waits = append(r.waits, now.Sub(body.Timestamp))
}

func (r *receivers) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.waits)
}

// nothing has no facts, no records and no people.
type nothing struct{}

func (nothing) Teams(context.Context) ([]id.Team, error) { return nil, nil }
func (nothing) States(context.Context, id.Team, time.Time) ([]webhook.State, error) {
	return nil, nil
}
func (nothing) Types(context.Context, id.Team) ([]kernel.Type, error) { return nil, nil }
func (nothing) Of(context.Context, id.Team, kernel.Type, []int64) (map[int64][]byte, error) {
	return map[int64][]byte{}, nil
}
func (nothing) Keys(id.Team, webhook.EndpointID, int64) []secret.Text {
	return []secret.Text{secret.New("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=")}
}

// measure runs the events, the jobs and the receivers in this process.
func measure(ctx context.Context, s *db.Store, o options) error {
	clk := clock.System{}
	q, err := jobs.NewQueue(s, jobs.Traces{
		Of:    func(context.Context) string { return "" },
		With:  func(ctx context.Context, _ string) context.Context { return ctx },
		Spans: noop.NewTracerProvider(),
	}, zap.NewNop())
	if err != nil {
		return err
	}
	events, endpoints := store.NewEvents(s), store.NewEndpoints(s)
	deliveries, changes := store.NewDeliveries(s), store.NewChanges(s)
	wanted := app.NewWanted(endpoints, nothing{}.Types, clk)
	log := app.NewLog(app.LogParts{
		Events: events, Changes: changes, Objects: nothing{}.Of, Wanted: wanted, Queue: q, On: s.AtEnd, Clock: clk,
	})
	caller := client.NewClient(client.Config{Version: "bench", Local: true}, clk)
	use := app.NewEndpoints(app.EndpointParts{
		Store: endpoints, Events: events, Deliveries: deliveries, Wanted: wanted,
		Secrets: nothing{}.Keys, Caller: caller.Call,
		Queue: q, Trail: audit.New(s, nil), Tx: s, Clock: clk, Plain: true,
	})
	shared, bodies := commit.NewShared(s), app.NewBodies()
	handlers := app.Handlers(app.NewFanOut(endpoints, events, deliveries, bodies, q, shared, clk),
		app.NewGathering(changes, events, q, s, clk), app.NewDeliverer(app.DelivererParts{
			Endpoints: endpoints, Events: events, Changes: changes, Deliveries: deliveries, Bodies: bodies,
			Secrets: nothing{}.Keys, Caller: caller.Call, Log: log, Queue: q, Tx: shared, Clock: clk,
		}), app.NewWatch(nothing{}, store.NewStates(s).Replace, log, s, clk))
	numbers, err := jobs.NewNumbers(s, prometheus.NewRegistry(), zap.NewNop())
	if err != nil {
		return err
	}
	workers, err := jobs.NewWorkers(jobs.Config{PerLane: o.workers, StopWithin: time.Second}, q, clk, numbers,
		zap.NewNop(), handlers, app.Periodic())
	if err != nil {
		return err
	}
	r := &receivers{begin: map[string]time.Time{}, done: make(chan struct{})}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{Handler: r, ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(listener) }()
	defer server.Close()
	if err := fill(ctx, s, use, "http://"+listener.Addr().String(), o); err != nil {
		return err
	}
	if o.alone {
		begin := time.Now()
		made, _, err := happen(ctx, s, log, o)
		fmt.Printf("  committed alone                %.0f/s\n", float64(made)/time.Since(begin).Seconds())
		return err
	}
	working, stop := context.WithCancel(ctx)
	over := make(chan error, 1)
	go func() { over <- workers.Run(working) }()
	made, late, err := happen(ctx, s, log, o)
	if err == nil {
		err = r.await(ctx, made)
	}
	close(r.done)
	stop()
	if err = errors.Join(err, <-over); err != nil {
		return err
	}
	fmt.Printf("  committed                      %.0f/s\n", float64(made)/(o.during+late).Seconds())
	r.report(made, late)
	return nil
}

// fill makes the teams and their endpoints. The first endpoint of the first team is dead.
func fill(ctx context.Context, s *db.Store, use *app.Endpoints, at string, o options) error {
	for team := 1; team <= o.teams; team++ {
		if err := addTeam(ctx, s, team); err != nil {
			return err
		}
		for n, t := range types {
			to := at + "/" + strconv.Itoa(team) + "/" + strconv.Itoa(n)
			if o.dead && team == 1 && n == 0 {
				to = at + "/dead"
			}
			_, err := use.Create(ctx, caller.Caller{Team: id.Team(team)}, webhook.EndpointPatch{
				URL: optional.Put(to), Types: optional.Put([]webhook.Pattern{webhook.Pattern(t)}),
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func addTeam(ctx context.Context, s *db.Store, team int) error {
	_, err := s.Hot(ctx).Exec(ctx, `INSERT INTO teams (id, name, plan_code, plan_status, tokens_month, currency, timezone,
		default_marketplace_id, settings, features, version, created_at, updated_at)
		VALUES ($1, 'T', 'standard', 'active', 1, 'USD', 'UTC', 'ATVPDKIKX0DER', '{}', '[]', 1, 0, 0)`, int64(team))
	return err
}

// happen commits an event each tick. It returns the number of events for receivers that live, and
// the delay of the last event.
func happen(ctx context.Context, s *db.Store, log *app.Log, o options) (made int, late time.Duration, err error) {
	begin := time.Now()
	for n := range int(o.during.Seconds() * float64(o.rate)) {
		due := begin.Add(time.Duration(n) * time.Second / time.Duration(o.rate))
		if !clock.Rest(ctx, time.Until(due)) {
			return made, late, ctx.Err()
		}
		late = time.Since(due)
		team, t := n%o.teams+1, n/o.teams%perTeam
		err := s.InTx(ctx, func(ctx context.Context) error {
			return log.Write(ctx, event.Event{Team: id.Team(team), Type: types[t], Record: optional.Some(int64(n))})
		})
		if err != nil {
			return made, late, err
		}
		if !o.dead || team != 1 || t != 0 {
			made++
		}
	}
	return made, late, nil
}

// await waits until all events arrived, for at most a minute.
func (r *receivers) await(ctx context.Context, made int) error {
	for end := time.Now().Add(time.Minute); r.count() < made && time.Now().Before(end); {
		if !clock.Rest(ctx, 50*time.Millisecond) {
			return ctx.Err()
		}
	}
	return nil
}

// report prints the figures beside their targets.
func (r *receivers) report(made int, late time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	slices.Sort(r.waits)
	build := func(share int) time.Duration {
		if len(r.waits) == 0 {
			return 0
		}
		return r.waits[min(len(r.waits)-1, len(r.waits)*share/100)].Round(time.Millisecond)
	}
	fmt.Printf("  arrived                        %d of %d, %d twice\n", len(r.waits), made, r.twice)
	fmt.Printf("  last event behind its time     %s\n", late.Round(time.Millisecond))
	fmt.Printf("  from commit to call: median    %s\n", build(50))
	fmt.Printf("                  99 of 100      %s (target: at most 2 s)\n", build(99))
	fmt.Printf("                  slowest        %s\n", build(100))
}
