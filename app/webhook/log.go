package webhook

import (
	"context"
	"crypto/rand"
	"maps"
	"slices"
	"sync"
	"time"

	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/webhook"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/event"
	"sellingassistant/ports/jobs"
	"sellingassistant/ports/tx"
	ports "sellingassistant/ports/webhook"
)

const (
	// FanOutJob turns the new events of a team into deliveries.
	FanOutJob = "webhook.fan_out"
	// wantedFor bounds the age of the known wishes of a team.
	wantedFor = 5 * time.Second
)

// Log stores events at the end of the transaction of their change, and asks for the job that
// delivers them.
type Log struct {
	events ports.Events
	wanted *Wanted
	queue  jobs.Queue
	clock  clock.Clock
	ending tx.Ending[event.Event]
}

// NewLog returns the log.
func NewLog(events ports.Events, wanted *Wanted, queue jobs.Queue, on tx.Ender, clk clock.Clock) *Log {
	l := &Log{events: events, wanted: wanted, queue: queue, clock: clk}
	l.ending.On, l.ending.Run = on, l.store
	return l
}

var _ event.Log = (*Log)(nil)

// Write keeps events for the end of the transaction, without the frequent ones that no endpoint
// wants.
func (l *Log) Write(ctx context.Context, events ...event.Event) error {
	var kept []event.Event
	for _, e := range events {
		if k, ok := webhook.KindOf(e.Type); !ok || k.Frequent {
			wanted, err := l.wanted.By(ctx, e.Team, e.Type)
			if err != nil {
				return err
			}
			if !wanted {
				continue
			}
		}
		kept = append(kept, e)
	}
	return l.ending.Add(ctx, kept...)
}

// store writes the events of a transaction, team by team in a fixed order, because it locks.
func (l *Log) store(ctx context.Context, events []event.Event) error {
	now := l.clock.Now()
	teams := map[id.Team][]webhook.Event{}
	for _, e := range events {
		made, err := newEvent(e.Team, e.Type, webhook.Data{
			Record: e.Record, Version: e.Version, Changed: e.Changed, Details: e.Details,
		}, now)
		if err != nil {
			return err
		}
		teams[e.Team] = append(teams[e.Team], made)
	}
	for _, team := range slices.Sorted(maps.Keys(teams)) {
		if err := l.storeTeam(ctx, team, teams[team]); err != nil {
			return err
		}
	}
	return nil
}

// newEvent makes an event with an id of its own.
func newEvent(team id.Team, t kernel.Type, d webhook.Data, now time.Time) (webhook.Event, error) {
	var chance [16]byte
	_, err := rand.Read(chance[:])
	return webhook.Event{ID: webhook.NewEventID(now, chance), Team: team, Type: t, Data: d, At: now}, err
}

func (l *Log) storeTeam(ctx context.Context, team id.Team, events []webhook.Event) error {
	stored, err := l.events.Append(ctx, team, events)
	if err != nil {
		return err
	}
	for _, e := range stored {
		wanted, err := l.wanted.By(ctx, team, e.Type)
		if err != nil {
			return err
		}
		if wanted {
			return fanOut(ctx, l.queue, team, time.Time{})
		}
	}
	return nil
}

// fanOut asks for the job that delivers the events of a team, now or with a time later. A job that
// waits is not queued twice, and one that waits for its time does not delay the others.
func fanOut(ctx context.Context, queue jobs.Queue, team id.Team, at time.Time) error {
	r := jobs.Request{Kind: FanOutJob, Team: team, Unique: "events", At: at}
	if !at.IsZero() {
		r.Unique = "later"
	}
	_, err := queue.Enqueue(ctx, r)
	return err
}

// Wanted knows which types the endpoints of a team want. It may be as old as wantedFor: a job of
// each changed endpoint then finds the events that were stored meanwhile.
type Wanted struct {
	endpoints ports.Endpoints
	clock     clock.Clock

	mu    sync.Mutex
	known map[id.Team]wishes
}

type wishes struct {
	types map[kernel.Type]bool
	at    time.Time
}

// NewWanted returns the wishes of all teams.
func NewWanted(endpoints ports.Endpoints, clk clock.Clock) *Wanted {
	return &Wanted{endpoints: endpoints, clock: clk, known: map[id.Team]wishes{}}
}

// mostTeams bounds the teams that are remembered.
const mostTeams = 10_000

// By reports whether an enabled endpoint of the team wants a type.
func (w *Wanted) By(ctx context.Context, team id.Team, t kernel.Type) (bool, error) {
	now := w.clock.Now()
	w.mu.Lock()
	found, ok := w.known[team]
	w.mu.Unlock()
	if ok && now.Sub(found.at) < wantedFor {
		return found.types[t], nil
	}
	all, err := w.endpoints.Enabled(ctx, team)
	if err != nil {
		return false, err
	}
	found = wishes{types: map[kernel.Type]bool{}, at: now}
	for _, e := range all {
		for _, wanted := range webhook.Matching(e.Values.Types) {
			found.types[wanted] = true
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.known) >= mostTeams {
		clear(w.known)
	}
	w.known[team] = found
	return found.types[t], nil
}

// Forget makes the next question about a team read its endpoints.
func (w *Wanted) Forget(team id.Team) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.known, team)
}
