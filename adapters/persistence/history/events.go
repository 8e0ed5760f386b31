package history

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/history"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/history"
)

// eventRow has the columns of a stored event.
type eventRow struct {
	bun.BaseModel `bun:"table:history_events"`

	ID          int64                      `bun:"id,pk,autoincrement"`
	Team        id.Team                    `bun:"team_id"`
	Event       history.Kind               `bun:"event"`
	Kind        history.ProductType        `bun:"kind"`
	Subject     *int64                     `bun:"subject_id"`
	ASIN        *string                    `bun:"asin"`
	Marketplace *string                    `bun:"marketplace_id"`
	Title       *string                    `bun:"title"`
	Changes     db.JSON[map[string]change] `bun:"changes"`
	Snapshot    db.JSON[value]             `bun:"snapshot"`
	Source      history.SourceKind         `bun:"source_kind"`
	SourceID    *int64                     `bun:"source_id"`
	Actor       *int64                     `bun:"actor_id"`
	ActorName   *string                    `bun:"actor_name"`
	Count       int64                      `bun:"count"`
	At          int64                      `bun:"at"`
}

type change struct {
	Old value `json:"old"`
	New value `json:"new"`
}

// value has any JSON value. It keeps the spelling of numbers and sorts the members by name, because
// Postgres sorts them differently.
type value struct{ v any }

func (v value) MarshalJSON() ([]byte, error) { return json.Marshal(v.v) }

func (v *value) UnmarshalJSON(text []byte) error {
	in := json.NewDecoder(bytes.NewReader(text))
	in.UseNumber()
	var read any
	if err := in.Decode(&read); err != nil || read == nil {
		v.v = nil
		return err
	}
	var sorted bytes.Buffer
	out := json.NewEncoder(&sorted)
	out.SetEscapeHTML(false)
	err := out.Encode(read)
	v.v = json.RawMessage(bytes.TrimSpace(sorted.Bytes()))
	return err
}

func eventRowOf(e history.Event) eventRow {
	p, actor := e.Product, e.Actor.Ptr()
	row := eventRow{
		ID: int64(e.ID), Team: e.Team, Event: e.Kind, Kind: p.Type, Subject: p.ID.Ptr(), ASIN: p.ASIN.Ptr(),
		Marketplace: record.Text(p.Marketplace), Title: p.Title.Ptr(), Changes: db.JSONOf(map[string]change{}), Snapshot: db.JSONOf(value{e.Snapshot}),
		Source: e.Source.Kind, SourceID: e.Source.ID.Ptr(), Count: e.Count, At: db.Micros(e.At),
	}
	for _, c := range e.Changes {
		row.Changes.V[c.Field] = change{value{c.Old}, value{c.New}}
	}
	if actor != nil {
		row.Actor = new(int64(actor.ID))
		if actor.Name != "" {
			row.ActorName = &actor.Name
		}
	}
	return row
}

func (r *eventRow) event() (history.Event, error) {
	e := history.Event{
		ID: history.EventID(r.ID), Team: r.Team, Kind: r.Event, Snapshot: r.Snapshot.V.v, Count: r.Count, At: db.FromMicros(r.At),
		Product: history.Product{
			Type: r.Kind, ID: optional.Of(r.Subject), ASIN: optional.Of(r.ASIN), Marketplace: record.MaybeText[marketplace.ID](r.Marketplace), Title: optional.Of(r.Title),
		},
		Source: history.Source{Kind: r.Source, ID: optional.Of(r.SourceID)},
	}
	for _, field := range slices.Sorted(maps.Keys(r.Changes.V)) {
		e.Changes = append(e.Changes, history.Change{Field: field, Old: r.Changes.V[field].Old.v, New: r.Changes.V[field].New.v})
	}
	if r.Actor != nil {
		e.Actor = optional.Some(history.Actor{ID: id.User(*r.Actor), Name: optional.Of(r.ActorName).Or("")})
	}
	return e, nil
}

func conditions(f history.Filter) []record.Condition {
	return []record.Condition{
		record.In("subject_id", f.Products), record.In("asin", f.ASINs), record.In("source_id", f.SourceIDs), record.In("actor_id", f.Actors),
		record.In("event", f.Kinds), record.In("marketplace_id", f.Marketplaces), record.In("kind", f.Types), record.In("source_kind", f.Sources),
	}
}

// Events stores the feed.
type Events struct {
	*record.Records[eventRow, history.Event]
	on     record.Engine
	store  *db.Store
	insert record.Insertion[eventRow, history.Event]
	labels string
}

func NewEvents(s *db.Store) *Events {
	on := record.On(s)
	events := record.New(on, record.Table[eventRow, history.Event]{
		Row: eventRowOf, Snapshot: (*eventRow).event, Sorts: map[string]string{"created_at": "at"},
		Walked: []string{"subject_id", "asin", "source_id", "actor_id", "event", "marketplace_id", "kind", "source_kind"},
	})
	insert := events.Insertion(s.Dialect(), func(text string) string {
		return strings.Replace(text, "u.actor_name", named, 1)
	})
	return &Events{events, on, s, insert, labels(s)}
}

// named reads the name of an actor without a name.
const named = `CASE WHEN u.actor_id IS NOT NULL THEN COALESCE(u.actor_name,
	(SELECT n.name FROM v_identity_names AS n WHERE n.team_id = u.team_id AND n.id = u.actor_id), '') END`

var _ ports.Events = (*Events)(nil)

// batch limits the events of one statement.
const batch = 1000

// Append stores events.
func (e *Events) Append(ctx context.Context, events ...history.Event) error {
	for part := range slices.Chunk(events, batch) {
		text, args, err := e.insert.Statement(part)
		if err != nil {
			return err
		}
		check := func(n int64, err error) error { return db.Written(n, len(part), err) }
		if err := e.store.Later(ctx, check, text, args...); err != nil {
			return err
		}
	}
	return nil
}

// List reads a page.
func (e *Events) List(ctx context.Context, team id.Team, f history.Filter, r page.Request) (page.Page[history.Event], error) {
	return e.Page(ctx, team, conditions(f), r)
}

// Locks the views of the team.
func (e *Events) Hold(ctx context.Context, team id.Team) error {
	return e.on.Lock(ctx, "history_views:"+strconv.FormatInt(int64(team), 10))
}

// Again increments the count of a recent view, if any.
func (e *Events) Again(ctx context.Context, view history.Event, since time.Time) (bool, error) {
	row := eventRowOf(view)
	n, err := e.store.Hot(ctx).Exec(ctx, "UPDATE history_events SET count = count + 1 WHERE team_id = $1 AND id = (SELECT id FROM history_events"+
		" WHERE team_id = $1 AND asin = $2 AND marketplace_id = $3 AND event = $4 AND actor_id = $5 AND at > $6 ORDER BY at DESC, id DESC LIMIT 1)",
		int64(row.Team), *row.ASIN, *row.Marketplace, string(row.Event), *row.Actor, db.Micros(since))
	return n > 0, db.Fault(err)
}
