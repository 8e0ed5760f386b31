package sending

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	queuestore "sellingassistant/adapters/persistence/repricer/queue"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer/decision"
	sendingports "sellingassistant/ports/repricer/sending"
)

// Outbox stores the prices to be sent, the feeds and the switch.
type Outbox struct {
	store                    *db.Store
	plans, held, invalidated string
}

var _ sendingports.Outbox = (*Outbox)(nil)

func NewOutbox(s *db.Store) *Outbox {
	return &Outbox{
		store: s,
		plans: "SELECT " + planRows.Columns("") + " FROM repricer_open_changes WHERE team_id = $1 AND " +
			s.IDsIn("product_id", 2),
		held: "SELECT lane, answers, stopped_until, leased_until FROM repricer_lanes" + ofAccount + " AND holder = $4" + s.ForUpdate(),
		invalidated: "SELECT p.id FROM repricer_products AS p LEFT JOIN repricer_due AS d ON d.team_id = p.team_id AND d.product_id = p.id WHERE p.team_id = $1" +
			" AND (p.deleted_at IS NOT NULL OR p.mode = 'off' OR p.hold_reason IS NOT NULL OR " + queuestore.OutOfDate("$2") + ") AND " + s.IDsIn("p.id", 3) +
			" ORDER BY p.id",
	}
}

const (
	// ofAccount selects an account by the first three arguments.
	ofAccount = " WHERE team_id = $1 AND seller_id = $2 AND region = $3"
	// leaseLeft bounds the slack below which a lease is not extended, so that it is not written for
	// every price.
	leaseLeft = time.Second
)

func accountArgs(k sendingports.Account, more ...any) []any {
	return append([]any{int64(k.Team), k.SellerID, string(k.Region)}, more...)
}

// AccountsWithWork lists accounts of all teams, because a sender works for all.
func (o *Outbox) AccountsWithWork(ctx context.Context, now time.Time) ([]sendingports.AccountWork, error) {
	var out []sendingports.AccountWork
	var team, sends, watches int64
	var seller, region string
	err := db.Each(o.store.Hot(ctx).Query(ctx, `SELECT team_id, seller_id, region, max(sends), max(watches) FROM (
			SELECT team_id, seller_id, region, CASE outcome WHEN 'proposed' THEN 1 ELSE 0 END AS sends,
				CASE outcome WHEN 'proposed' THEN 0 ELSE 1 END AS watches
			FROM repricer_open_changes WHERE outcome <> 'suggested' AND next_at <= $1
			UNION ALL SELECT team_id, seller_id, region, 0, 1 FROM repricer_feeds WHERE ended_at IS NULL AND next_at <= $1
		) AS work GROUP BY team_id, seller_id, region ORDER BY team_id, seller_id, region`, db.Micros(now)))(func() {
		k := sendingports.Account{Team: id.Team(team), SellerID: seller, Region: marketplace.Region(region)}
		out = append(out, sendingports.AccountWork{Account: k, Send: sends > 0, Confirm: watches > 0})
	}, &team, &seller, &region, &sends, &watches)
	return out, err
}

func (o *Outbox) Claim(ctx context.Context, k sendingports.Account, holder string, now, until time.Time) (sendingports.AccountState, bool, error) {
	s, _, err := scanAccount(o.store.HotWrite(ctx).QueryRow(ctx, `INSERT INTO repricer_lanes AS l
			(team_id, seller_id, region, lane, holder, leased_until, answers, stopped_until)
		VALUES ($1, $2, $3, 'patch', $4, $5, '', 0)
		ON CONFLICT (team_id, seller_id, region) DO UPDATE SET holder = excluded.holder, leased_until = excluded.leased_until
		WHERE l.holder IS NULL OR l.holder = excluded.holder OR l.leased_until < $6
		RETURNING lane, answers, stopped_until, leased_until`, accountArgs(k, holder, db.Micros(until), db.Micros(now))...))
	if errors.Is(err, sql.ErrNoRows) {
		return s, false, nil
	}
	return s, err == nil, db.Fault(err)
}

func (o *Outbox) Renew(ctx context.Context, k sendingports.Account, holder string, until time.Time) (sendingports.AccountState, error) {
	s, leased, err := scanAccount(o.store.Hot(ctx).QueryRow(ctx, o.held, accountArgs(k, holder)...))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return s, sendingports.ErrAccountLost
	case err != nil || until.Sub(leased) < leaseLeft:
		return s, db.Fault(err)
	}
	n, err := o.store.Hot(ctx).Exec(ctx, "UPDATE repricer_lanes SET leased_until = $4"+ofAccount, accountArgs(k, db.Micros(until))...)
	return s, db.Written(n, 1, err)
}

func (o *Outbox) Release(ctx context.Context, k sendingports.Account, holder string) error {
	_, err := o.store.Hot(ctx).Exec(ctx, "UPDATE repricer_lanes SET holder = NULL, leased_until = 0"+ofAccount+" AND holder = $4",
		accountArgs(k, holder)...)
	return db.Fault(err)
}

func (o *Outbox) SaveAccount(ctx context.Context, k sendingports.Account, s sendingports.AccountState) error {
	n, err := o.store.Hot(ctx).Exec(ctx, "UPDATE repricer_lanes SET lane = $4, answers = $5, stopped_until = $6"+ofAccount,
		accountArgs(k, string(s.Route), string(s.Answers), db.MicrosOrZero(s.StoppedUntil))...)
	return db.Written(n, 1, err)
}

func scanAccount(row db.Row) (s sendingports.AccountState, leased time.Time, err error) {
	var stopped, until int64
	err = row.Scan((*string)(&s.Route), (*string)(&s.Answers), &stopped, &until)
	s.StoppedUntil = db.FromMicrosOrZero(stopped)
	return s, db.FromMicrosOrZero(until), err
}

func (o *Outbox) Waiting(ctx context.Context, k sendingports.Account, most int) (int, error) {
	var n int64
	err := o.store.Hot(ctx).QueryRow(ctx, "SELECT count(*) FROM (SELECT 1 FROM repricer_open_changes"+ofAccount+
		" AND outcome = 'proposed' LIMIT $4) AS waiting", accountArgs(k, int64(most))...).Scan(&n)
	return int(n), db.Fault(err)
}

// Next skips a SKU in an open feed, because a later price must not overtake it. The plus sign keeps
// the database from finding the prices by their times and sorting all of them for each part of a
// feed.
func (o *Outbox) Next(ctx context.Context, k sendingports.Account, now time.Time, limit int) ([]decision.ProductID, error) {
	return o.rows(ctx, "SELECT product_id FROM repricer_open_changes AS o"+ofAccount+` AND outcome = 'proposed' AND +next_at <= $4
		AND NOT EXISTS (SELECT 1 FROM repricer_feeds AS f JOIN repricer_open_changes AS c ON c.team_id = f.team_id AND c.feed = f.id
			WHERE f.team_id = $1 AND f.seller_id = $2 AND f.region = $3 AND f.ended_at IS NULL AND c.sku = o.sku)
		ORDER BY urgency, created_at, change_id LIMIT $5`, accountArgs(k, db.Micros(now), int64(limit))...)
}

func (o *Outbox) Unconfirmed(ctx context.Context, k sendingports.Account, now time.Time, limit int) ([]decision.ProductID, error) {
	return o.rows(ctx, "SELECT product_id FROM repricer_open_changes AS o"+ofAccount+` AND outcome <> 'suggested'
		AND outcome <> 'proposed' AND next_at <= $4
		AND NOT EXISTS (SELECT 1 FROM repricer_feeds AS f WHERE f.team_id = $1 AND f.id = o.feed AND f.state IN ('filling', 'starting', 'started'))
		ORDER BY next_at, change_id LIMIT $5`, accountArgs(k, db.Micros(now), int64(limit))...)
}

// Invalidated sees an edit in the queue entry that the edit woke.
func (o *Outbox) Invalidated(ctx context.Context, team id.Team, rows []decision.ProductID, now time.Time) ([]decision.ProductID, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	return o.rows(ctx, o.invalidated, int64(team), db.Micros(now), o.store.IDsArg(db.Plain(rows)))
}

func (o *Outbox) Unsent(ctx context.Context, team id.Team, after decision.ProductID, limit int) ([]decision.ProductID, error) {
	return o.rows(ctx, `SELECT product_id FROM repricer_open_changes WHERE team_id = $1 AND outcome IN ('proposed', 'suggested')
		AND product_id > $2 ORDER BY product_id LIMIT $3`, int64(team), int64(after), int64(limit))
}

func (o *Outbox) rows(ctx context.Context, query string, args ...any) (out []decision.ProductID, err error) {
	var product int64
	err = db.Each(o.store.Hot(ctx).Query(ctx, query, args...))(func() { out = append(out, decision.ProductID(product)) }, &product)
	return out, err
}

// UnsentTeams lists the teams with prices that were not sent.
func (o *Outbox) UnsentTeams(ctx context.Context) (out []id.Team, err error) {
	var team int64
	err = db.Each(o.store.Hot(ctx).Query(ctx, "SELECT DISTINCT team_id FROM repricer_open_changes WHERE outcome IN ('proposed', 'suggested') ORDER BY 1"))(
		func() { out = append(out, id.Team(team)) }, &team)
	return out, err
}

func (o *Outbox) Plans(ctx context.Context, team id.Team, rows []decision.ProductID) (map[decision.ProductID]sendingports.Plan, error) {
	out := make(map[decision.ProductID]sendingports.Plan, len(rows))
	if len(rows) == 0 {
		return out, nil
	}
	err := planRows.Each(o.store.Hot(ctx).Query(ctx, o.plans, int64(team), o.store.IDsArg(db.Plain(rows))))(func(r planRow) {
		out[decision.ProductID(r.Product)] = sendingports.Plan{
			SentAt: record.Maybe(r.SentAt, db.FromMicros), NextAt: db.FromMicrosOrZero(r.NextAt),
			Feed: record.MaybeWhole[sendingports.FeedRunID](r.Feed), Number: record.MaybeWhole[int64](r.Number),
		}
	})
	return out, err
}

// planRow has the stored plan of an open price.
type planRow struct {
	Product int64  `bun:"product_id"`
	SentAt  *int64 `bun:"sent_at"`
	NextAt  int64  `bun:"next_at"`
	Feed    *int64 `bun:"feed"`
	Number  *int64 `bun:"feed_number"`
}

var planRows = record.Describe(record.Plain[planRow]())
