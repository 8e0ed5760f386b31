package webhook

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/webhook"
	ports "sellingassistant/ports/webhook"
)

type eventRow struct {
	bun.BaseModel `bun:"table:webhook_events"`

	ID    int64           `bun:"id,pk,autoincrement"`
	Team  id.Team         `bun:"team_id"`
	Event webhook.EventID `bun:"event_id"`
	Type  event.Type      `bun:"type"`
	Data  db.JSON[data]   `bun:"data"`
	At    int64           `bun:"at"`
}

// data has the stored form of the data of an event.
type data struct {
	part
	Object  json.RawMessage `json:"object,omitempty"`
	Changes []part          `json:"changes,omitempty"`
}

// part has the stored form of a change of a gathered event.
type part struct {
	Record  *int64            `json:"record,omitempty"`
	Version *int64            `json:"version,omitempty"`
	Changed []string          `json:"changed,omitempty"`
	Details map[string]string `json:"details,omitempty"`
}

func partOf(p webhook.Part) part {
	return part{Record: p.Record.Ptr(), Version: p.Version.Ptr(), Changed: p.Changed, Details: p.Details}
}

func (p part) part() webhook.Part {
	return webhook.Part{
		Record: optional.Of(p.Record), Version: optional.Of(p.Version), Changed: p.Changed, Details: p.Details,
	}
}

func dataOf(d webhook.Data) data {
	out := data{part: partOf(d.Part), Object: d.Object}
	for _, p := range d.Changes {
		out.Changes = append(out.Changes, partOf(p))
	}
	return out
}

func (d data) data() webhook.Data {
	out := webhook.Data{Part: d.part.part(), Object: d.Object}
	for _, p := range d.Changes {
		out.Changes = append(out.Changes, p.part())
	}
	return out
}

func eventRowOf(e webhook.Event) eventRow {
	return eventRow{
		ID: int64(e.Position), Team: e.Team, Event: e.ID, Type: e.Type, At: db.Micros(e.At),
		Data: db.JSONOf(dataOf(e.Data)),
	}
}

func (r *eventRow) event() (webhook.Event, error) {
	return webhook.Event{
		Position: webhook.Position(r.ID), ID: r.Event, Team: r.Team, Type: r.Type, At: db.FromMicros(r.At),
		Data: r.Data.V.data(),
	}, nil
}

// Events stores the events of all teams.
type Events struct {
	all    *record.Records[eventRow, webhook.Event]
	on     record.Engine
	store  *db.Store
	expire string
}

// NewEvents opens the events of all teams. They are listed by their ids: the order of commits.
func NewEvents(s *db.Store) *Events {
	on := record.On(s)
	return &Events{
		record.New(on, record.Table[eventRow, webhook.Event]{
			Row: eventRowOf, Snapshot: (*eventRow).event, Sorts: map[string]string{"created_at": "id"},
			Walked: []string{"type"},
		}), on, s, expired(s.Dialect(), "webhook_events", "at"),
	}
}

// expired returns a statement that deletes $2 rows from before $1, the oldest first.
func expired(d db.Dialect, table, at string) string {
	key := d.TeamKey("id")
	return "DELETE FROM " + table + " WHERE (" + key + ") IN (SELECT " + key + " FROM " + table +
		" WHERE " + at + " < $1 ORDER BY " + at + " LIMIT $2 + 0)"
}

var _ ports.Events = (*Events)(nil)

// Append locks the events of the team, so that ids rise in the order of commits.
func (e *Events) Append(ctx context.Context, team id.Team, events []webhook.Event) ([]webhook.Event, error) {
	if err := e.on.Lock(ctx, "webhook_events:"+strconv.FormatInt(int64(team), 10)); err != nil {
		return nil, err
	}
	ids, err := e.all.Insert(ctx, events...)
	for i := range ids {
		events[i].Position = webhook.Position(ids[i])
	}
	return events, err
}

// List reads a page of the feed.
func (e *Events) List(
	ctx context.Context, team id.Team, f webhook.EventFilter, r page.Request,
) (page.Page[webhook.Event], error) {
	return e.all.Page(ctx, team, []record.Condition{
		record.In("type", f.Types), record.During("at", f.From, f.To),
	}, r)
}

// Find reads an event by its public id.
func (e *Events) Find(ctx context.Context, team id.Team, event webhook.EventID) (webhook.Event, error) {
	found, ok, err := e.all.First(ctx, record.Query{
		Team: team, Where: []record.Condition{record.Is("event_id", &event)}, Prepared: true,
	})
	if err == nil && !ok {
		err = fault.Missing()
	}
	return found, err
}

// After reads events in order.
func (e *Events) After(
	ctx context.Context, team id.Team, position webhook.Position, limit int,
) ([]webhook.Event, error) {
	return e.all.Select(ctx, record.Query{
		Team: team, Where: []record.Condition{record.Above("id", new(int64(position)))}, Limit: limit,
		Order: []page.By{{Field: "id"}},
	})
}

// At reads events by their positions.
func (e *Events) At(ctx context.Context, team id.Team, positions []webhook.Position) ([]webhook.Event, error) {
	return e.all.Named(ctx, team, db.Plain(positions))
}

// Last reads the newest position.
func (e *Events) Last(ctx context.Context, team id.Team) (webhook.Position, error) {
	var last int64
	err := e.store.Hot(ctx).QueryRow(ctx,
		"SELECT COALESCE(max(id), 0) FROM webhook_events WHERE team_id = $1", int64(team)).Scan(&last)
	return webhook.Position(last), db.Fault(err)
}

// DeleteBefore removes old events.
func (e *Events) DeleteBefore(ctx context.Context, before time.Time, limit int) (int64, error) {
	n, err := e.store.Hot(ctx).Exec(ctx, e.expire, db.Micros(before), int64(limit))
	return n, db.Fault(err)
}
