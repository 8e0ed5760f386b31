package alerts

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	alertsports "sellingassistant/ports/repricer/alerts"
)

type alert = repricer.Alert

// alertRow has the columns of a stored alert. Its JSON form is part of a digest's document.
type alertRow struct {
	bun.BaseModel `bun:"table:repricer_alerts" json:"-"`

	ID            int64                `bun:"id,pk,autoincrement" json:"-"`
	Team          id.Team              `bun:"team_id" json:"-"`
	Event         repricer.NotifyEvent `bun:"event" json:"event"`
	ProductID     *int64               `bun:"product_id" json:"product_id"`
	SKU           string               `bun:"sku" json:"sku"`
	MarketplaceID marketplace.ID       `bun:"marketplace_id" json:"marketplace_id"`
	Reason        repricer.AlertReason `bun:"reason" json:"reason"`
	Details       string               `bun:"details" json:"details"`
	// At counts microseconds since 1970.
	At int64 `bun:"created_at" json:"at"`
}

func alertRowOf(team id.Team, a alert) alertRow {
	return alertRow{
		Team: team, Event: a.Event, ProductID: record.Whole(a.ProductID), SKU: a.SKU, MarketplaceID: a.MarketplaceID,
		Reason: a.Reason, Details: a.Details, At: db.Micros(a.At),
	}
}

func (r alertRow) alert() alert {
	return alert{
		Event: r.Event, ProductID: record.MaybeWhole[decision.ProductID](r.ProductID), SKU: r.SKU, MarketplaceID: r.MarketplaceID,
		Reason: r.Reason, Details: r.Details, At: db.FromMicros(r.At),
	}
}

// Alerts stores waiting alerts and messages.
type Alerts struct {
	store      *db.Store
	rows       *record.Lines[alertRow, alertRow]
	noted      []int
	note, take string
}

var _ alertsports.Alerts = (*Alerts)(nil)

func NewAlerts(s *db.Store) *Alerts {
	rows := record.Describe(record.Plain[alertRow]())
	noted := rows.Info().New()
	return &Alerts{
		store: s, rows: rows, noted: noted, note: rows.Info().Insert(s.Dialect(), noted...),
		take: "DELETE FROM repricer_alerts WHERE team_id = $1 RETURNING " + rows.Columns(""),
	}
}

func (a *Alerts) Add(ctx context.Context, team id.Team, alerts []alert) (bool, error) {
	if len(alerts) == 0 {
		return false, nil
	}
	waiting, err := a.HasWaiting(ctx, team)
	if err != nil {
		return false, err
	}
	rows := make([]alertRow, len(alerts))
	for i, one := range alerts {
		rows[i] = alertRowOf(team, one)
	}
	args, err := a.rows.Args(a.store.Dialect(), rows, a.noted...)
	if err != nil {
		return false, err
	}
	n, err := a.store.Hot(ctx).Exec(ctx, a.note, args...)
	return !waiting, db.Written(n, len(alerts), err)
}

// Take reads and removes alerts with one statement, so that alerts added meanwhile are not lost.
// Only the alerts listed in the message stay in memory.
func (a *Alerts) Take(ctx context.Context, team id.Team) (repricer.AlertDigest, error) {
	var first []alertRow
	oldest := func() []alertRow {
		slices.SortFunc(first, func(a, b alertRow) int { return cmp.Compare(a.ID, b.ID) })
		return first[:min(len(first), repricer.MaxAlertsInMessage)]
	}
	d := repricer.AlertDigest{Counts: map[repricer.NotifyEvent]int64{}}
	err := a.rows.Each(a.store.HotWrite(ctx).Query(ctx, a.take, int64(team)))(func(row alertRow) {
		d.Counts[row.Event]++
		d.More++
		if first = append(first, row); len(first) == 8*repricer.MaxAlertsInMessage {
			first = oldest()
		}
	})
	for _, one := range oldest() {
		d.Alerts = append(d.Alerts, one.alert())
	}
	d.More -= int64(len(d.Alerts))
	return d, err
}

func (a *Alerts) HasWaiting(ctx context.Context, team id.Team) (bool, error) {
	var waiting bool
	err := a.store.Hot(ctx).QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM repricer_alerts WHERE team_id = $1)", int64(team)).Scan(&waiting)
	return waiting, db.Fault(err)
}

func (a *Alerts) SaveMessage(ctx context.Context, c repricer.Channel, m repricer.AlertMessage) error {
	n, err := a.store.Hot(ctx).Exec(ctx, "INSERT INTO repricer_alert_messages (id, channel, team_id, body, created_at) VALUES ($1, $2, $3, $4, $5)",
		m.ID, string(c), int64(m.Team), db.JSONOf(alertBodyOf(m.Team, m.AlertDigest)), db.Micros(m.At))
	return db.Written(n, 1, err)
}

const ofMessage = " FROM repricer_alert_messages WHERE team_id = $1 AND id = $2 AND channel = $3"

func (a *Alerts) LoadMessage(ctx context.Context, team id.Team, message string, c repricer.Channel) (*repricer.AlertMessage, error) {
	m := repricer.AlertMessage{ID: message, Team: team}
	var body db.JSON[alertBody]
	var at int64
	err := a.store.Hot(ctx).QueryRow(ctx, "SELECT body, created_at"+ofMessage, int64(team), message, string(c)).Scan(&body, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	m.AlertDigest, m.At = body.V.digest(), db.FromMicros(at)
	return &m, db.Fault(err)
}

func (a *Alerts) DeleteMessage(ctx context.Context, team id.Team, message string, c repricer.Channel) error {
	_, err := a.store.Hot(ctx).Exec(ctx, "DELETE"+ofMessage, int64(team), message, string(c))
	return db.Fault(err)
}

func (a *Alerts) DeleteBefore(ctx context.Context, before time.Time) (int64, error) {
	var all int64
	for _, table := range []string{"repricer_alerts", "repricer_alert_messages"} {
		n, err := a.store.Hot(ctx).Exec(ctx, "DELETE FROM "+table+" WHERE created_at < $1", db.Micros(before))
		if err != nil {
			return all, db.Fault(err)
		}
		all += n
	}
	return all, nil
}

func (a *Alerts) TeamsWaitingSince(ctx context.Context, before time.Time) ([]id.Team, error) {
	var out []id.Team
	var team int64
	err := db.Each(a.store.Hot(ctx).Query(ctx, "SELECT DISTINCT team_id FROM repricer_alerts WHERE created_at < $1 ORDER BY team_id",
		db.Micros(before)))(func() { out = append(out, id.Team(team)) }, &team)
	return out, err
}

// alertBody has the JSON document of a digest.
type alertBody struct {
	Counts map[repricer.NotifyEvent]int64 `json:"counts"`
	Alerts []alertRow                     `json:"alerts"`
	More   int64                          `json:"more"`
}

func alertBodyOf(team id.Team, d repricer.AlertDigest) alertBody {
	b := alertBody{Counts: d.Counts, Alerts: make([]alertRow, len(d.Alerts)), More: d.More}
	for i, a := range d.Alerts {
		b.Alerts[i] = alertRowOf(team, a)
	}
	return b
}

func (b alertBody) digest() repricer.AlertDigest {
	d := repricer.AlertDigest{Counts: b.Counts, Alerts: make([]alert, len(b.Alerts)), More: b.More}
	for i, e := range b.Alerts {
		d.Alerts[i] = e.alert()
	}
	return d
}
