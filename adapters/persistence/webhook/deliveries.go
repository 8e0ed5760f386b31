package webhook

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/webhook"
	ports "sellingassistant/ports/webhook"
)

type deliveryRow struct {
	bun.BaseModel `bun:"table:webhook_deliveries"`

	ID        int64                  `bun:"id,pk,autoincrement"`
	Team      id.Team                `bun:"team_id"`
	Endpoint  int64                  `bun:"endpoint_id"`
	Position  int64                  `bun:"position"`
	Event     webhook.EventID        `bun:"event_id"`
	Type      event.Type             `bun:"type"`
	Status    webhook.DeliveryStatus `bun:"status"`
	Attempts  int64                  `bun:"attempts"`
	Step      int64                  `bun:"step"`
	NextAt    *int64                 `bun:"next_at"`
	CreatedAt int64                  `bun:"created_at"`
	EndedAt   *int64                 `bun:"ended_at"`
	Body      *string                `bun:"body"`
}

func deliveryRowOf(d webhook.Delivery) deliveryRow {
	var body *string
	if d.Body != nil {
		body = new(string(d.Body))
	}
	return deliveryRow{
		ID: int64(d.ID), Team: d.Team, Endpoint: int64(d.Endpoint), Position: int64(d.Position), Event: d.Event,
		Type: d.Type, Status: d.Status, Attempts: d.Attempts, Step: d.Step, NextAt: micros(d.NextAt),
		CreatedAt: db.Micros(d.CreatedAt), EndedAt: micros(d.EndedAt),
		Body: body,
	}
}

func (r *deliveryRow) delivery() (webhook.Delivery, error) {
	var body []byte
	if r.Body != nil {
		body = []byte(*r.Body)
	}
	return webhook.Delivery{
		ID: webhook.DeliveryID(r.ID), Team: r.Team, Endpoint: webhook.EndpointID(r.Endpoint),
		Position: webhook.Position(r.Position), Event: r.Event, Type: r.Type, Status: r.Status, Attempts: r.Attempts,
		Step: r.Step, NextAt: moment(r.NextAt), CreatedAt: db.FromMicros(r.CreatedAt), EndedAt: moment(r.EndedAt),
		Body: body,
	}, nil
}

type attemptRow struct {
	bun.BaseModel `bun:"table:webhook_attempts"`

	ID       int64   `bun:"id,pk,autoincrement"`
	Team     id.Team `bun:"team_id"`
	Delivery int64   `bun:"delivery_id"`
	At       int64   `bun:"at"`
	Took     int64   `bun:"took"`
	Status   int64   `bun:"status"`
	Answer   string  `bun:"answer"`
	Failure  *string `bun:"failure"`
}

func (r attemptRow) attempt() webhook.Attempt {
	return webhook.Attempt{
		At: db.FromMicros(r.At), Took: time.Duration(r.Took) * time.Microsecond, Status: r.Status, Answer: r.Answer,
		Failure: record.MaybeText[webhook.Failure](r.Failure),
	}
}

// Deliveries stores the deliveries of all teams, and their calls.
type Deliveries struct {
	all      *record.Records[deliveryRow, webhook.Delivery]
	attempts *record.Records[attemptRow, attemptRow]
	store    *db.Store
	// due and expire select the deliveries that are due, and delete the old ones.
	due, expire string
}

// NewDeliveries opens the deliveries of all teams.
func NewDeliveries(s *db.Store) *Deliveries {
	on := record.On(s)
	all := record.New(on, record.Table[deliveryRow, webhook.Delivery]{
		Row: deliveryRowOf, Snapshot: (*deliveryRow).delivery, Key: []string{"endpoint_id", "position"},
		Fixed: []string{"body"}, Sorts: map[string]string{"created_at": "created_at"},
	})
	return &Deliveries{
		all: all, attempts: record.New(on, record.Plain[attemptRow]()), store: s,
		due: "SELECT " + all.Columns("") + ` FROM webhook_deliveries
			WHERE team_id = $1 AND endpoint_id = $2 AND next_at <= $3 ORDER BY next_at, id LIMIT $4 + 0`,
		expire: expired(s.Dialect(), "webhook_deliveries", "created_at"),
	}
}

var _ ports.Deliveries = (*Deliveries)(nil)

// Insert stores deliveries that are not there yet.
func (d *Deliveries) Insert(ctx context.Context, all []webhook.Delivery) (n int64, err error) {
	ids, err := d.all.Insert(ctx, all...)
	for _, made := range ids {
		if made != 0 {
			n++
		}
	}
	return n, err
}

func of(e webhook.EndpointID) record.Condition { return record.Is("endpoint_id", &e) }

// List reads a page of an endpoint's deliveries.
func (d *Deliveries) List(
	ctx context.Context, team id.Team, e webhook.EndpointID, f webhook.DeliveryFilter, r page.Request,
) (page.Page[webhook.Delivery], error) {
	return d.all.Page(ctx, team, []record.Condition{
		of(e), record.In("status", f.Statuses), record.In("type", f.Types),
	}, r)
}

// Find reads a delivery of an endpoint.
func (d *Deliveries) Find(
	ctx context.Context, team id.Team, e webhook.EndpointID, delivery webhook.DeliveryID,
) (webhook.Delivery, error) {
	found, err := d.all.Find(ctx, team, int64(delivery))
	if err == nil && found.Endpoint != e {
		return webhook.Delivery{}, fault.Missing()
	}
	return found, err
}

// Lock reads and locks deliveries.
func (d *Deliveries) Lock(ctx context.Context, team id.Team, ids []webhook.DeliveryID) ([]webhook.Delivery, error) {
	return d.all.Lock(ctx, team, db.Plain(ids))
}

// Due reads the deliveries that are due.
func (d *Deliveries) Due(
	ctx context.Context, team id.Team, e webhook.EndpointID, now time.Time, limit int,
) ([]webhook.Delivery, error) {
	return d.all.Collect(d.store.Hot(ctx).Query(ctx, d.due, int64(team), int64(e), db.Micros(now), int64(limit)))
}

// Next reads the time of the earliest coming call.
func (d *Deliveries) Next(ctx context.Context, team id.Team, e webhook.EndpointID) (time.Time, bool, error) {
	var at *int64
	err := d.store.Hot(ctx).QueryRow(ctx, `SELECT min(next_at) FROM webhook_deliveries
		WHERE team_id = $1 AND endpoint_id = $2 AND next_at IS NOT NULL`, int64(team), int64(e)).Scan(&at)
	if err != nil || at == nil {
		return time.Time{}, false, db.Fault(err)
	}
	return db.FromMicros(*at), true, nil
}

// Save stores changed deliveries.
func (d *Deliveries) Save(ctx context.Context, all ...webhook.Delivery) error {
	return d.all.Save(ctx, all...)
}

// Drop gives up the deliveries of an endpoint that are not ended.
func (d *Deliveries) Drop(ctx context.Context, team id.Team, e webhook.EndpointID, now time.Time) (int64, error) {
	n, err := d.store.Hot(ctx).Exec(ctx, `UPDATE webhook_deliveries SET status = $3, next_at = NULL, ended_at = $4
		WHERE team_id = $1 AND endpoint_id = $2 AND next_at IS NOT NULL`,
		int64(team), int64(e), string(webhook.GivenUp), db.Micros(now))
	return n, db.Fault(err)
}

// Of reads the deliveries of events.
func (d *Deliveries) Of(
	ctx context.Context, team id.Team, e webhook.EndpointID, events []webhook.Position,
) (map[webhook.Position]webhook.Delivery, error) {
	out := map[webhook.Position]webhook.Delivery{}
	if len(events) == 0 {
		return out, nil
	}
	found, err := d.all.Select(ctx, record.Query{
		Team: team, Where: []record.Condition{of(e), record.In("position", events)},
	})
	for _, delivery := range found {
		out[delivery.Position] = delivery
	}
	return out, err
}

// Counts counts recent deliveries by endpoint and status.
func (d *Deliveries) Counts(
	ctx context.Context, team id.Team, endpoints []webhook.EndpointID, since time.Time,
) (map[webhook.EndpointID]webhook.Counts, error) {
	out := map[webhook.EndpointID]webhook.Counts{}
	if len(endpoints) == 0 {
		return out, nil
	}
	var endpoint, n int64
	var status string
	err := db.Each(d.store.Hot(ctx).Query(ctx, `SELECT endpoint_id, status, count(*) FROM webhook_deliveries
		WHERE team_id = $1 AND created_at >= $2 AND `+d.store.IDsIn("endpoint_id", 3)+` GROUP BY endpoint_id, status`,
		int64(team), db.Micros(since), d.store.IDsArg(db.Plain(endpoints))))(func() {
		counts := out[webhook.EndpointID(endpoint)]
		if counts == nil {
			counts = webhook.Counts{}
			out[webhook.EndpointID(endpoint)] = counts
		}
		counts[webhook.DeliveryStatus(status)] = n
	}, &endpoint, &status, &n)
	return out, err
}

// AddAttempts stores calls, and drops the oldest ones.
func (d *Deliveries) AddAttempts(ctx context.Context, made ...webhook.Made) error {
	rows := make([]attemptRow, len(made))
	for i, m := range made {
		rows[i] = attemptRow{
			Team: m.Delivery.Team, Delivery: int64(m.Delivery.ID), At: db.Micros(m.Attempt.At),
			Took: m.Attempt.Took.Microseconds(), Status: m.Attempt.Status, Answer: db.Text(m.Attempt.Answer),
			Failure: record.Text(m.Attempt.Failure),
		}
	}
	if _, err := d.attempts.Insert(ctx, rows...); err != nil {
		return err
	}
	for _, m := range made {
		if m.Delivery.Attempts < webhook.KeptAttempts {
			continue
		}
		_, err := d.store.Hot(ctx).Exec(ctx, `DELETE FROM webhook_attempts
			WHERE team_id = $1 AND delivery_id = $2 AND id NOT IN (
			SELECT id FROM webhook_attempts WHERE team_id = $1 AND delivery_id = $2 ORDER BY id DESC LIMIT $3 + 0)`,
			int64(m.Delivery.Team), int64(m.Delivery.ID), int64(webhook.KeptAttempts))
		if err != nil {
			return db.Fault(err)
		}
	}
	return nil
}

// Attempts reads the calls of a delivery.
func (d *Deliveries) Attempts(ctx context.Context, delivery webhook.Delivery) ([]webhook.Attempt, error) {
	found, err := d.attempts.Select(ctx, record.Query{
		Team: delivery.Team, Where: []record.Condition{record.Is("delivery_id", &delivery.ID)}, Prepared: true,
	})
	out := make([]webhook.Attempt, len(found))
	for i, row := range found {
		out[i] = row.attempt()
	}
	return out, err
}

// Waiting lists endpoints with calls that are late.
func (d *Deliveries) Waiting(ctx context.Context, before time.Time) ([]ports.Due, error) {
	var out []ports.Due
	var team, endpoint int64
	err := db.Each(d.store.Hot(ctx).Query(ctx, `SELECT DISTINCT team_id, endpoint_id FROM webhook_deliveries
		WHERE next_at < $1 ORDER BY team_id, endpoint_id`, db.Micros(before)))(func() {
		out = append(out, ports.Due{Team: id.Team(team), Endpoint: webhook.EndpointID(endpoint)})
	}, &team, &endpoint)
	return out, err
}

// DeleteBefore removes old deliveries with their calls.
func (d *Deliveries) DeleteBefore(ctx context.Context, before time.Time, limit int) (int64, error) {
	n, err := d.store.Hot(ctx).Exec(ctx, d.expire, db.Micros(before), int64(limit))
	return n, db.Fault(err)
}
