package alerts

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	alertsports "sellingassistant/ports/repricer/alerts"
)

// Alerts implements the port of that name.
type Alerts struct {
	store      *db.Store
	note, take string
}

var _ alertsports.Alerts = (*Alerts)(nil)

type alert = repricer.Alert

// alertMembers are the columns of an alert, without id and team_id.
var alertMembers = db.Members[alert]{
	db.Words("event", func(a *alert) *repricer.NotifyEvent { return &a.Event }),
	db.MaybeWhole("product_id", func(a *alert) *optional.Maybe[decision.ProductID] { return &a.ProductID }),
	db.Words("sku", func(a *alert) *string { return &a.SKU }),
	db.Words("marketplace_id", func(a *alert) *marketplace.ID { return &a.MarketplaceID }),
	db.Words("reason", func(a *alert) *repricer.AlertReason { return &a.Reason }),
	db.Words("details", func(a *alert) *string { return &a.Details }),
	db.Stamp("created_at", func(a *alert) *time.Time { return &a.At }),
}

// NewAlerts makes the store of what people are to be told.
func NewAlerts(s *db.Store) *Alerts {
	return &Alerts{
		store: s,
		note: "INSERT INTO repricer_alerts (team_id, " + alertMembers.Names("") + ") SELECT $1, " + alertMembers.Names("u.") +
			" FROM " + alertMembers.Batch().From(s.Dialect(), 2),
		take: "DELETE FROM repricer_alerts WHERE team_id = $1 RETURNING id, " + alertMembers.Names(""),
	}
}

func (a *Alerts) Note(ctx context.Context, team id.Team, alerts []alert) (bool, error) {
	if len(alerts) == 0 {
		return false, nil
	}
	waiting, err := a.Wait(ctx, team)
	if err != nil {
		return false, err
	}
	args, err := alertMembers.Args(a.store.Dialect(), alerts)
	if err != nil {
		return false, err
	}
	n, err := a.store.Hot(ctx).Exec(ctx, a.note, append([]any{int64(team)}, args...)...)
	return !waiting, db.Written(n, len(alerts), err)
}

// What is read is what is removed, by one statement: alerts that are noted
// meanwhile are not lost between two. Only those that are told in detail stay in
// memory.
func (a *Alerts) Take(ctx context.Context, team id.Team) (repricer.AlertDigest, error) {
	type numbered struct {
		alert
		id int64
	}
	var row numbered
	var first []numbered
	oldest := func() []numbered {
		slices.SortFunc(first, func(a, b numbered) int { return cmp.Compare(a.id, b.id) })
		return first[:min(len(first), repricer.MaxAlertsTold)]
	}
	d := repricer.AlertDigest{Counts: map[repricer.NotifyEvent]int64{}}
	err := db.Each(a.store.HotWrite(ctx).Query(ctx, a.take, int64(team)))(func() {
		d.Counts[row.Event]++
		d.More++
		if first = append(first, row); len(first) == 8*repricer.MaxAlertsTold {
			first = oldest()
		}
	}, append([]any{&row.id}, alertMembers.Places(&row.alert)...)...)
	for _, one := range oldest() {
		d.Alerts = append(d.Alerts, one.alert)
	}
	d.More -= int64(len(d.Alerts))
	return d, err
}

func (a *Alerts) Wait(ctx context.Context, team id.Team) (bool, error) {
	var waiting bool
	err := a.store.Hot(ctx).QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM repricer_alerts WHERE team_id = $1)", int64(team)).Scan(&waiting)
	return waiting, db.Fault(err)
}

func (a *Alerts) Post(ctx context.Context, c repricer.Channel, m repricer.AlertMessage) error {
	n, err := a.store.Hot(ctx).Exec(ctx, "INSERT INTO repricer_alert_messages (id, channel, team_id, body, created_at) VALUES ($1, $2, $3, $4, $5)",
		m.ID, string(c), int64(m.Team), db.JSONOf(alertBodyOf(m.AlertDigest)), db.Micros(m.At))
	return db.Written(n, 1, err)
}

const ofMessage = " FROM repricer_alert_messages WHERE team_id = $1 AND id = $2 AND channel = $3"

func (a *Alerts) Message(ctx context.Context, team id.Team, message string, c repricer.Channel) (*repricer.AlertMessage, error) {
	m := repricer.AlertMessage{ID: message, Team: team}
	var body db.JSON[alertBody]
	err := a.store.Hot(ctx).QueryRow(ctx, "SELECT body, created_at"+ofMessage, int64(team), message, string(c)).Scan(&body, db.Moment(&m.At))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	m.AlertDigest = body.V.digest()
	return &m, db.Fault(err)
}

func (a *Alerts) Drop(ctx context.Context, team id.Team, message string, c repricer.Channel) error {
	_, err := a.store.Hot(ctx).Exec(ctx, "DELETE"+ofMessage, int64(team), message, string(c))
	return db.Fault(err)
}

func (a *Alerts) Forget(ctx context.Context, before time.Time) (int64, error) {
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

func (a *Alerts) Stranded(ctx context.Context, before time.Time) ([]id.Team, error) {
	var out []id.Team
	var team int64
	err := db.Each(a.store.Hot(ctx).Query(ctx, "SELECT DISTINCT team_id FROM repricer_alerts WHERE created_at < $1 ORDER BY team_id",
		db.Micros(before)))(func() { out = append(out, id.Team(team)) }, &team)
	return out, err
}

// alertBody is the document of a digest.
type alertBody struct {
	Counts map[repricer.NotifyEvent]int64 `json:"counts"`
	Alerts []alertEntry                   `json:"alerts"`
	More   int64                          `json:"more"`
}

type alertEntry struct {
	Event         repricer.NotifyEvent `json:"event"`
	ProductID     *decision.ProductID  `json:"product_id"`
	SKU           string               `json:"sku"`
	MarketplaceID marketplace.ID       `json:"marketplace_id"`
	Reason        repricer.AlertReason `json:"reason"`
	Details       string               `json:"details"`
	// At is in microseconds since 1970.
	At int64 `json:"at"`
}

func alertBodyOf(d repricer.AlertDigest) alertBody {
	b := alertBody{Counts: d.Counts, Alerts: make([]alertEntry, len(d.Alerts)), More: d.More}
	for i, a := range d.Alerts {
		b.Alerts[i] = alertEntry{a.Event, a.ProductID.Ptr(), a.SKU, a.MarketplaceID, a.Reason, a.Details, db.Micros(a.At)}
	}
	return b
}

func (b alertBody) digest() repricer.AlertDigest {
	d := repricer.AlertDigest{Counts: b.Counts, Alerts: make([]alert, len(b.Alerts)), More: b.More}
	for i, e := range b.Alerts {
		d.Alerts[i] = alert{
			Event: e.Event, ProductID: optional.Of(e.ProductID), SKU: e.SKU, MarketplaceID: e.MarketplaceID,
			Reason: e.Reason, Details: e.Details, At: db.FromMicros(e.At),
		}
	}
	return d
}
