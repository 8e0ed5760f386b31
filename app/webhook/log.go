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
	// GatherJob makes events of the changes of a team that wait to be gathered.
	GatherJob = "webhook.gather"
	// gatherFor sets how long changes are gathered.
	gatherFor = 5 * time.Second
	// maxObject bounds a record in an event, in bytes. It leaves room for the other members of a body.
	maxObject = maxBody - 4<<10
	// wantedFor bounds the age of the known wishes of a team.
	wantedFor = 5 * time.Second
)

// LogParts has the dependencies of a Log.
type LogParts struct {
	Events  ports.Events
	Changes ports.Changes
	Objects ports.Objects
	Wanted  *Wanted
	Queue   jobs.Queue
	On      tx.AtEnd
	Clock   clock.Clock
}

// Log stores events at the end of the transaction of their change, and asks for the job that
// delivers them. Frequent events wait in a table until they are gathered.
type Log struct {
	p      LogParts
	ending tx.Ending[event.Event]
}

// NewLog returns the log.
func NewLog(p LogParts) *Log {
	l := &Log{p: p}
	l.ending.On, l.ending.Run = p.On, l.store
	return l
}

var _ event.Log = (*Log)(nil)

// frequent reports whether events of a type are gathered, and stored only while wanted.
func frequent(t kernel.Type) bool {
	k, ok := webhook.KindOf(t)
	return !ok || k.Frequent
}

// Write keeps events for the end of the transaction, without the frequent ones that no endpoint
// wants.
func (l *Log) Write(ctx context.Context, events ...event.Event) error {
	var kept []event.Event
	for _, e := range events {
		if frequent(e.Type) {
			wanted, err := l.p.Wanted.By(ctx, e.Team, e.Type)
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

// written has the events of a team in a transaction.
type written struct {
	events  []webhook.Event
	changes []webhook.WaitingChange
}

// store writes the events of a transaction, team by team in a fixed order, because it locks.
func (l *Log) store(ctx context.Context, events []event.Event) error {
	now := l.p.Clock.Now()
	teams := map[id.Team]*written{}
	for _, e := range events {
		w := teams[e.Team]
		if w == nil {
			w = &written{}
			teams[e.Team] = w
		}
		part := webhook.Part{Record: e.Record, Version: e.Version, Changed: e.Changed, Details: e.Details}
		if frequent(e.Type) {
			w.changes = append(w.changes, webhook.WaitingChange{Team: e.Team, Type: e.Type, Part: part, At: now})
			continue
		}
		made, err := newEvent(e.Team, e.Type, webhook.Data{Part: part}, now)
		if err != nil {
			return err
		}
		w.events = append(w.events, made)
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

func (l *Log) storeTeam(ctx context.Context, team id.Team, w *written) error {
	if len(w.changes) > 0 {
		if err := l.p.Changes.Add(ctx, w.changes...); err != nil {
			return err
		}
		at := l.p.Clock.Now().Add(gatherFor)
		if err := gather(ctx, l.p.Queue, team, at); err != nil {
			return err
		}
	}
	if len(w.events) == 0 {
		return nil
	}
	wanted, err := l.show(ctx, team, w.events)
	if err != nil {
		return err
	}
	if _, err := l.p.Events.Append(ctx, team, w.events); err != nil || !wanted {
		return err
	}
	return fanOut(ctx, l.p.Queue, team, time.Time{})
}

// show adds the records to the events that an endpoint wants, and reports whether there are any.
// The others stay as they are, so that they cost no read.
func (l *Log) show(ctx context.Context, team id.Team, events []webhook.Event) (wanted bool, err error) {
	about := map[kernel.Type][]int64{}
	for _, e := range events {
		ok, err := l.p.Wanted.By(ctx, team, e.Type)
		if err != nil {
			return false, err
		}
		wanted = wanted || ok
		if record, known := e.Data.Record.Get(); ok && known && !slices.Contains(about[e.Type], record) {
			about[e.Type] = append(about[e.Type], record)
		}
	}
	for _, t := range slices.Sorted(maps.Keys(about)) {
		found, err := l.p.Objects(ctx, team, t, about[t])
		if err != nil {
			return false, err
		}
		for i := range events {
			record, known := events[i].Data.Record.Get()
			if text := found[record]; known && events[i].Type == t && len(text) <= maxObject {
				events[i].Data.Object = text
			}
		}
	}
	return wanted, nil
}

// fanOut asks for the job that delivers the events of a team, now or with a time later. A job that
// waits is not queued twice, and one that waits for its time does not delay the others.
func fanOut(ctx context.Context, queue jobs.Queue, team id.Team, at time.Time) error {
	r := jobs.Request{Kind: FanOutJob, Team: team, Unique: "new", At: at, Queue: jobs.Batch}
	if !at.IsZero() {
		r.Unique = "later"
	}
	_, err := queue.Enqueue(ctx, r)
	return err
}

// gather asks for the job that gathers the changes of a team. A job that waits is not queued twice.
func gather(ctx context.Context, queue jobs.Queue, team id.Team, at time.Time) error {
	_, err := queue.Enqueue(ctx, jobs.Request{Kind: GatherJob, Team: team, Unique: "changes", At: at})
	return err
}

// Wanted knows which types the endpoints and the people of a team want. It may be as old as
// wantedFor: a job of each changed endpoint then finds the events that were stored meanwhile.
type Wanted struct {
	endpoints ports.Endpoints
	read      ports.ReadTypes
	clock     clock.Clock

	mu    sync.Mutex
	known map[id.Team]wishes
}

type wishes struct {
	types map[kernel.Type]bool
	at    time.Time
}

// NewWanted returns the wishes of all teams.
func NewWanted(endpoints ports.Endpoints, read ports.ReadTypes, clk clock.Clock) *Wanted {
	return &Wanted{endpoints: endpoints, read: read, clock: clk, known: map[id.Team]wishes{}}
}

// mostTeams bounds the teams that are remembered.
const mostTeams = 10_000

// By reports whether an enabled endpoint or a person of the team wants a type.
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
	read, err := w.read(ctx, team)
	if err != nil {
		return false, err
	}
	for _, t := range read {
		found.types[t] = true
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
