// Package notification stores Amazon's notifications: the ids of the last days, the newest event
// of each stream, unreadable messages, and the wanted subscriptions.
package notification

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/notification"
)

// Events stores the events of the port, on both databases.
type Events struct {
	store *db.Store
	// keep has the statement of Keep.
	keep string
}

func NewEvents(s *db.Store) *Events { return &Events{s, keepText(s.Dialect())} }

// idList passes a list of ids as one argument, and returns it as a table with one column.
func (e *Events) idList(ids []notification.ID) (from string, arg any, err error) {
	texts := make([]string, len(ids))
	for i, v := range ids {
		texts[i] = string(v)
	}
	// The same order in every statement prevents deadlocks.
	slices.Sort(texts)
	b, err := json.Marshal(slices.Compact(texts))
	if e.store.Dialect() == db.Postgres {
		return "jsonb_array_elements_text(CAST($1 AS JSONB)) AS u(id)", string(b), err
	}
	return "(SELECT value AS id FROM json_each($1)) AS u", string(b), err
}

func (e *Events) Note(ctx context.Context, ids []notification.ID, now time.Time) ([]notification.ID, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	from, arg, err := e.idList(ids)
	if err != nil {
		return nil, err
	}
	var fresh []notification.ID
	var named string
	err = db.Each(e.store.HotWrite(ctx).Query(ctx, `INSERT INTO notification_ids (id, seen_at)
		SELECT u.id, $2 FROM `+from+` WHERE true ON CONFLICT (id) DO NOTHING RETURNING id`, arg, db.Micros(now)))(
		func() { fresh = append(fresh, notification.ID(named)) }, &named)
	return fresh, err
}

var keepBatch = db.Batch{
	{Name: "type", Kind: db.Texts}, {Name: "seller_id", Kind: db.Texts}, {Name: "marketplace_id", Kind: db.Texts},
	{Name: "subject", Kind: db.Texts}, {Name: "event_id", Kind: db.Texts}, {Name: "at", Kind: db.Numbers}, {Name: "body", Kind: db.Texts},
}

// keepText returns a statement that writes streams in a fixed order, which prevents deadlocks.
func keepText(d db.Dialect) string {
	body := "u.body"
	if d == db.Postgres {
		body = "CAST(u.body AS JSONB)"
	}
	return `INSERT INTO notification_newest (type, seller_id, marketplace_id, subject, event_id, at, body)
		SELECT u.type, u.seller_id, u.marketplace_id, u.subject, u.event_id, u.at, ` + body + ` FROM ` + keepBatch.From(d, 1) + `
		WHERE true ORDER BY u.type, u.seller_id, u.marketplace_id, u.subject
		ON CONFLICT (type, seller_id, marketplace_id, subject) DO UPDATE
		SET event_id = excluded.event_id, at = excluded.at, body = excluded.body
		WHERE notification_newest.at < excluded.at RETURNING event_id`
}

func (e *Events) Keep(ctx context.Context, events []notification.Event) (map[notification.ID]bool, error) {
	kept := make(map[notification.ID]bool, len(events))
	if len(events) == 0 {
		return kept, nil
	}
	cells := make([][]db.Cell, len(events))
	for i, v := range events {
		s, ok := v.Stream()
		if !ok {
			return nil, errors.New("notification: an event without a stream cannot be kept")
		}
		body, err := json.Marshal(bodyOf(v))
		if err != nil {
			return nil, err
		}
		for _, text := range []string{string(s.Type), s.SellerID, string(s.Marketplace), s.Subject, string(v.ID)} {
			cells[i] = append(cells[i], db.Cell{Known: true, S: text})
		}
		cells[i] = append(cells[i], db.Cell{Known: true, N: db.Micros(v.At)}, db.Cell{Known: true, S: string(body)})
	}
	args, err := keepBatch.Args(e.store.Dialect(), len(events), func(r, c int) db.Cell { return cells[r][c] })
	if err != nil {
		return nil, err
	}
	var named string
	err = db.Each(e.store.HotWrite(ctx).Query(ctx, e.keep, args...))(func() { kept[notification.ID(named)] = true }, &named)
	return kept, err
}

// Lock locks the stream until the transaction ends. SQLite has a single writer anyway.
func (e *Events) Lock(ctx context.Context, s notification.Stream) error {
	if e.store.Dialect() == db.SQLite {
		return nil
	}
	name := strings.Join([]string{"notification", s.SellerID, string(s.Marketplace), s.Subject}, "|")
	_, err := e.store.Hot(ctx).Exec(ctx, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", name)
	return db.Fault(err)
}

func (e *Events) Newest(ctx context.Context, s notification.Stream) (*notification.Event, error) {
	var (
		id   string
		at   int64
		kept db.JSON[body]
	)
	err := e.store.Hot(ctx).QueryRow(ctx, `SELECT event_id, at, body FROM notification_newest
		WHERE type = $1 AND seller_id = $2 AND marketplace_id = $3 AND subject = $4`,
		string(s.Type), s.SellerID, string(s.Marketplace), s.Subject).Scan(&id, &at, &kept)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, db.Fault(err)
	}
	v := kept.V.event()
	v.ID, v.Type, v.At = notification.ID(id), s.Type, db.FromMicros(at)
	return &v, nil
}

const (
	maxBody   = 256 << 10
	maxReason = 500
)

func (e *Events) Bury(ctx context.Context, body []byte, reason string, now time.Time) error {
	_, err := e.store.Hot(ctx).Exec(ctx, `INSERT INTO notification_dead (body, reason, buried_at) VALUES ($1, $2, $3)`,
		body[:min(len(body), maxBody)], clip(reason), db.Micros(now))
	return db.Fault(err)
}

// clip shortens a reason to the length that is stored.
func clip(s string) string {
	s = db.Text(s)
	return db.Text(s[:min(len(s), maxReason)])
}

func (e *Events) Sweep(ctx context.Context, before time.Time) (int64, error) {
	ids, err := e.store.Hot(ctx).Exec(ctx, `DELETE FROM notification_ids WHERE seen_at < $1`, db.Micros(before))
	if err != nil {
		return 0, db.Fault(err)
	}
	dead, err := e.store.Hot(ctx).Exec(ctx, `DELETE FROM notification_dead WHERE buried_at < $1`, db.Micros(before))
	if err != nil {
		return 0, db.Fault(err)
	}
	_, err = e.store.Hot(ctx).Exec(ctx, `DELETE FROM notification_newest WHERE type = $1 AND at < $2`,
		string(notification.OrderChanged), db.Micros(before))
	return ids + dead, db.Fault(err)
}
