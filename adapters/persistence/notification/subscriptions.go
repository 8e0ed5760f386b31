package notification

import (
	"context"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/notification"
	ports "sellingassistant/ports/notification"
)

// Subscriptions stores the wanted subscriptions of the port, on both databases.
type Subscriptions struct{ store *db.Store }

func NewSubscriptions(s *db.Store) *Subscriptions { return &Subscriptions{s} }

const subscriptionColumns = `team_id, connection_id, region, type, subscription_id, aggregated, marketplace_ids, checked_at, since`

func (s *Subscriptions) OfConnection(ctx context.Context, team id.Team, c id.Connection) ([]ports.Subscription, error) {
	return s.list(ctx, `SELECT `+subscriptionColumns+` FROM notification_subscriptions
		WHERE team_id = $1 AND connection_id = $2 ORDER BY type`, int64(team), int64(c))
}

func (s *Subscriptions) All(ctx context.Context) ([]ports.Subscription, error) {
	return s.list(ctx, `SELECT `+subscriptionColumns+` FROM notification_subscriptions ORDER BY connection_id, type`)
}

func (s *Subscriptions) list(ctx context.Context, query string, args ...any) ([]ports.Subscription, error) {
	rows, err := s.store.Hot(ctx).Query(ctx, query, args...)
	if err != nil {
		return nil, db.Fault(err)
	}
	defer rows.Close()
	var out []ports.Subscription
	for rows.Next() {
		var (
			v                ports.Subscription
			team, connection int64
			region, kind     string
			shops            db.JSON[[]marketplace.ID]
			checked, since   int64
		)
		if err := rows.Scan(&team, &connection, &region, &kind, &v.ID, &v.Aggregated, &shops, &checked, &since); err != nil {
			return nil, db.Fault(err)
		}
		v.Team, v.Connection, v.Region = id.Team(team), id.Connection(connection), marketplace.Region(region)
		v.Type, v.Marketplaces, v.CheckedAt = notification.Type(kind), shops.V, db.FromMicros(checked)
		v.Since = db.FromMicros(since)
		out = append(out, v)
	}
	return out, db.Fault(rows.Err())
}

func (s *Subscriptions) Since(ctx context.Context, team id.Team, t notification.Type) (map[id.Connection]time.Time, error) {
	out := map[id.Connection]time.Time{}
	var connection, since int64
	err := db.Each(s.store.Hot(ctx).Query(ctx, `SELECT connection_id, since FROM notification_subscriptions
		WHERE team_id = $1 AND type = $2`, int64(team), string(t)))(func() {
		out[id.Connection(connection)] = db.FromMicros(since)
	}, &connection, &since)
	return out, err
}

func (s *Subscriptions) Put(ctx context.Context, v ports.Subscription) error {
	_, err := s.store.Hot(ctx).Exec(ctx, `INSERT INTO notification_subscriptions (`+subscriptionColumns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (team_id, connection_id, type) DO UPDATE SET subscription_id = excluded.subscription_id,
			aggregated = excluded.aggregated, marketplace_ids = excluded.marketplace_ids, checked_at = excluded.checked_at,
			since = excluded.since`,
		int64(v.Team), int64(v.Connection), string(v.Region), string(v.Type), v.ID, v.Aggregated,
		db.JSONOf(append([]marketplace.ID{}, v.Marketplaces...)), db.Micros(v.CheckedAt), db.Micros(v.Since))
	return db.Fault(err)
}

func (s *Subscriptions) Drop(ctx context.Context, team id.Team, c id.Connection, t notification.Type) error {
	_, err := s.store.Hot(ctx).Exec(ctx, `DELETE FROM notification_subscriptions
		WHERE team_id = $1 AND connection_id = $2 AND type = $3`, int64(team), int64(c), string(t))
	return db.Fault(err)
}

func (s *Subscriptions) Shared(ctx context.Context, subscriptionID string, except id.Connection) (bool, error) {
	var n int64
	err := s.store.Hot(ctx).QueryRow(ctx, `SELECT COUNT(*) FROM notification_subscriptions
		WHERE subscription_id = $1 AND connection_id <> $2`, subscriptionID, int64(except)).Scan(&n)
	return n > 0, db.Fault(err)
}
