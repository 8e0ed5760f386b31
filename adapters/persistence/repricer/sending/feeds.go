package sending

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer/decision"
	sendingports "sellingassistant/ports/repricer/sending"
)

const feedColumns = "SELECT id, team_id, seller_id, region, state, COALESCE(feed_id, ''), messages, created_at, next_at FROM repricer_feeds"

func (o *Outbox) Begin(ctx context.Context, r sendingports.FeedRun) (sendingports.FeedRunID, bool, error) {
	var n int64
	err := o.store.HotWrite(ctx).QueryRow(ctx, `INSERT INTO repricer_feeds
			(team_id, seller_id, region, state, messages, created_at, next_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (seller_id, region) WHERE ended_at IS NULL DO NOTHING RETURNING id`,
		accountArgs(r.Account, string(r.State), int64(r.Messages), db.Micros(r.CreatedAt), db.MicrosOrZero(r.NextAt))...).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return sendingports.FeedRunID(n), err == nil, db.Fault(err)
}

func (o *Outbox) Open(ctx context.Context, k sendingports.Account) (*sendingports.FeedRun, error) {
	found, err := o.feeds(ctx, feedColumns+ofAccount+" AND ended_at IS NULL", accountArgs(k)...)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

func (o *Outbox) SaveFeed(ctx context.Context, r sendingports.FeedRun, now time.Time) error {
	var ended any
	if r.State == sendingports.FeedOver {
		ended = db.Micros(now)
	}
	n, err := o.store.Hot(ctx).Exec(ctx, `UPDATE repricer_feeds SET state = $3, feed_id = $4, messages = $5, next_at = $6, ended_at = $7
		WHERE team_id = $1 AND id = $2`, int64(r.Account.Team), int64(r.ID), string(r.State), string(r.Feed), int64(r.Messages),
		db.MicrosOrZero(r.NextAt), ended)
	return db.Written(n, 1, err)
}

func (o *Outbox) MakeDue(ctx context.Context, team id.Team, sellerID string, feed sendingports.FeedID, now time.Time) error {
	_, err := o.store.Hot(ctx).Exec(ctx, `UPDATE repricer_feeds SET next_at = $4
		WHERE team_id = $1 AND seller_id = $2 AND feed_id = $3 AND ended_at IS NULL AND next_at > $4`,
		int64(team), sellerID, string(feed), db.Micros(now))
	return db.Fault(err)
}

// Recent lists the feeds of the account over all teams, because the rate limit counts them
// together.
func (o *Outbox) Recent(ctx context.Context, k sendingports.Account, since time.Time) ([]sendingports.FeedRun, error) {
	return o.feeds(ctx, feedColumns+" WHERE seller_id = $1 AND region = $2 AND created_at > $3 ORDER BY created_at, id",
		k.SellerID, string(k.Region), db.Micros(since))
}

func (o *Outbox) feeds(ctx context.Context, query string, args ...any) (out []sendingports.FeedRun, err error) {
	var n, team, messages, created, next int64
	var seller, region, state, feed string
	err = db.Each(o.store.Hot(ctx).Query(ctx, query, args...))(func() {
		out = append(out, sendingports.FeedRun{
			ID: sendingports.FeedRunID(n), Account: sendingports.Account{Team: id.Team(team), SellerID: seller, Region: marketplace.Region(region)},
			State: sendingports.FeedRunState(state), Feed: sendingports.FeedID(feed), Messages: int(messages),
			CreatedAt: db.FromMicros(created), NextAt: db.FromMicrosOrZero(next),
		})
	}, &n, &team, &seller, &region, &state, &feed, &messages, &created, &next)
	return out, err
}

func (o *Outbox) RowsInFeed(ctx context.Context, team id.Team, run sendingports.FeedRunID, after int64, limit int) ([]decision.ProductID, error) {
	return o.rows(ctx, `SELECT product_id FROM repricer_open_changes WHERE team_id = $1 AND feed = $2 AND feed_number > $3
		ORDER BY feed_number LIMIT $4`, int64(team), int64(run), after, int64(limit))
}

func (o *Outbox) Renumber(ctx context.Context, team id.Team, run sendingports.FeedRunID) error {
	_, err := o.store.Hot(ctx).Exec(ctx, `UPDATE repricer_open_changes SET feed_number = n.place
		FROM (SELECT change_id AS change, row_number() OVER (ORDER BY feed_number) AS place FROM repricer_open_changes
			WHERE team_id = $1 AND feed = $2) AS n WHERE repricer_open_changes.change_id = n.change AND repricer_open_changes.team_id = $1`,
		int64(team), int64(run))
	return db.Fault(err)
}
