package repricer

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer"
	ports "sellingassistant/ports/repricer"
)

// Outbox implements the ports of what is sent.
type Outbox struct {
	store                 *db.Store
	plans, held, outlived string
}

var (
	_ ports.Outbox   = (*Outbox)(nil)
	_ ports.FeedRuns = (*Outbox)(nil)
	_ ports.Switch   = (*Outbox)(nil)
)

// NewOutbox makes the store of what is sent.
func NewOutbox(s *db.Store) *Outbox {
	return &Outbox{
		store: s,
		plans: "SELECT product_id, sent_at, next_at, feed, feed_number FROM repricer_open_changes WHERE team_id = $1 AND " +
			s.IDsIn("product_id", 2),
		held: "SELECT lane, answers, stopped_until, leased_until FROM repricer_lanes" + ofLane + " AND holder = $4" + s.ForUpdate(),
		outlived: "SELECT p.id FROM repricer_products AS p LEFT JOIN repricer_due AS d ON d.team_id = p.team_id AND d.product_id = p.id WHERE p.team_id = $1" +
			" AND (p.deleted_at IS NOT NULL OR p.mode = 'off' OR p.hold_reason IS NOT NULL OR " + overtaken("$2") + ") AND " + s.IDsIn("p.id", 3) +
			" ORDER BY p.id",
	}
}

const (
	// ofLane names a lane by the first three arguments.
	ofLane = " WHERE team_id = $1 AND seller_id = $2 AND region = $3"
	// leaseLeft is by how much less a lane may be kept than was asked for, so that
	// it is not written for every price.
	leaseLeft = time.Second
)

func laneArgs(k ports.LaneKey, more ...any) []any {
	return append([]any{int64(k.Team), k.SellerID, string(k.Region)}, more...)
}

// Busy implements the port. It is about all teams: who sends works for all.
func (o *Outbox) Busy(ctx context.Context, now time.Time) ([]ports.LaneWork, error) {
	var out []ports.LaneWork
	var team, sends, watches int64
	var seller, region string
	err := db.Each(o.store.Hot(ctx).Query(ctx, `SELECT team_id, seller_id, region, max(sends), max(watches) FROM (
			SELECT team_id, seller_id, region, CASE outcome WHEN 'proposed' THEN 1 ELSE 0 END AS sends,
				CASE outcome WHEN 'proposed' THEN 0 ELSE 1 END AS watches
			FROM repricer_open_changes WHERE outcome <> 'suggested' AND next_at <= $1
			UNION ALL SELECT team_id, seller_id, region, 0, 1 FROM repricer_feeds WHERE ended_at IS NULL AND next_at <= $1
		) AS work GROUP BY team_id, seller_id, region ORDER BY team_id, seller_id, region`, db.Micros(now)))(func() {
		k := ports.LaneKey{Team: id.Team(team), SellerID: seller, Region: marketplace.Region(region)}
		out = append(out, ports.LaneWork{LaneKey: k, Send: sends > 0, Watch: watches > 0})
	}, &team, &seller, &region, &sends, &watches)
	return out, err
}

// Claim implements the port.
func (o *Outbox) Claim(ctx context.Context, k ports.LaneKey, holder string, now, until time.Time) (ports.LaneState, bool, error) {
	s, _, err := scanLane(o.store.Hot(ctx).QueryRow(ctx, `INSERT INTO repricer_lanes AS l
			(team_id, seller_id, region, lane, holder, leased_until, answers, stopped_until)
		VALUES ($1, $2, $3, 'patch', $4, $5, '', 0)
		ON CONFLICT (team_id, seller_id, region) DO UPDATE SET holder = excluded.holder, leased_until = excluded.leased_until
		WHERE l.holder IS NULL OR l.holder = excluded.holder OR l.leased_until < $6
		RETURNING lane, answers, stopped_until, leased_until`, laneArgs(k, holder, db.Micros(until), db.Micros(now))...))
	if errors.Is(err, sql.ErrNoRows) {
		return s, false, nil
	}
	return s, err == nil, db.Fault(err)
}

// Prolong implements the port.
func (o *Outbox) Prolong(ctx context.Context, k ports.LaneKey, holder string, until time.Time) (ports.LaneState, error) {
	s, leased, err := scanLane(o.store.Hot(ctx).QueryRow(ctx, o.held, laneArgs(k, holder)...))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return s, ports.ErrLaneLost
	case err != nil || until.Sub(leased) < leaseLeft:
		return s, db.Fault(err)
	}
	n, err := o.store.Hot(ctx).Exec(ctx, "UPDATE repricer_lanes SET leased_until = $4"+ofLane, laneArgs(k, db.Micros(until))...)
	return s, db.Written(n, 1, err)
}

// Release implements the port.
func (o *Outbox) Release(ctx context.Context, k ports.LaneKey, holder string) error {
	_, err := o.store.Hot(ctx).Exec(ctx, "UPDATE repricer_lanes SET holder = NULL, leased_until = 0"+ofLane+" AND holder = $4",
		laneArgs(k, holder)...)
	return db.Fault(err)
}

// SaveLane implements the port.
func (o *Outbox) SaveLane(ctx context.Context, k ports.LaneKey, s ports.LaneState) error {
	n, err := o.store.Hot(ctx).Exec(ctx, "UPDATE repricer_lanes SET lane = $4, answers = $5, stopped_until = $6"+ofLane,
		laneArgs(k, string(s.Lane), string(s.Answers), momentOrZero(s.StoppedUntil))...)
	return db.Written(n, 1, err)
}

func scanLane(row db.Row) (s ports.LaneState, leased time.Time, err error) {
	var stopped, until int64
	err = row.Scan(db.Word(&s.Lane), db.Word(&s.Answers), &stopped, &until)
	s.StoppedUntil = zeroOrMoment(stopped)
	return s, zeroOrMoment(until), err
}

// momentOrZero stores the zero time as 0, which is before any other.
func momentOrZero(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return db.Micros(t)
}

func zeroOrMoment(micros int64) time.Time {
	if micros == 0 {
		return time.Time{}
	}
	return db.FromMicros(micros)
}

// Waiting implements the port.
func (o *Outbox) Waiting(ctx context.Context, k ports.LaneKey, most int) (int, error) {
	var n int64
	err := o.store.Hot(ctx).QueryRow(ctx, "SELECT count(*) FROM (SELECT 1 FROM repricer_open_changes"+ofLane+
		" AND outcome = 'proposed' LIMIT $4) AS waiting", laneArgs(k, int64(most))...).Scan(&n)
	return int(n), db.Fault(err)
}

// Next implements the port. A SKU that an open feed carries waits: what comes
// later must not be overtaken by it. The plus sign keeps a database from finding
// the prices by their times and sorting all of them, which would be done for each
// part of a feed.
func (o *Outbox) Next(ctx context.Context, k ports.LaneKey, now time.Time, limit int) ([]repricer.ProductID, error) {
	return o.rows(ctx, "SELECT product_id FROM repricer_open_changes AS o"+ofLane+` AND outcome = 'proposed' AND +next_at <= $4
		AND NOT EXISTS (SELECT 1 FROM repricer_feeds AS f JOIN repricer_open_changes AS c ON c.feed = f.id
			WHERE f.team_id = $1 AND f.seller_id = $2 AND f.region = $3 AND f.ended_at IS NULL AND c.sku = o.sku)
		ORDER BY urgency, created_at, change_id LIMIT $5`, laneArgs(k, db.Micros(now), int64(limit))...)
}

// Unsure implements the port.
func (o *Outbox) Unsure(ctx context.Context, k ports.LaneKey, now time.Time, limit int) ([]repricer.ProductID, error) {
	return o.rows(ctx, "SELECT product_id FROM repricer_open_changes AS o"+ofLane+` AND outcome <> 'suggested'
		AND outcome <> 'proposed' AND next_at <= $4
		AND NOT EXISTS (SELECT 1 FROM repricer_feeds AS f WHERE f.team_id = $1 AND f.id = o.feed AND f.state IN ('filling', 'starting', 'started'))
		ORDER BY next_at, change_id LIMIT $5`, laneArgs(k, db.Micros(now), int64(limit))...)
}

// Outlived implements the port. An edit shows in the entry by which it woke the row.
func (o *Outbox) Outlived(ctx context.Context, team id.Team, rows []repricer.ProductID, now time.Time) ([]repricer.ProductID, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	return o.rows(ctx, o.outlived, int64(team), db.Micros(now), o.store.IDsArg(db.Plain(rows)))
}

// Unsent implements the port.
func (o *Outbox) Unsent(ctx context.Context, team id.Team, after repricer.ProductID, limit int) ([]repricer.ProductID, error) {
	return o.rows(ctx, `SELECT product_id FROM repricer_open_changes WHERE team_id = $1 AND outcome IN ('proposed', 'suggested')
		AND product_id > $2 ORDER BY product_id LIMIT $3`, int64(team), int64(after), int64(limit))
}

func (o *Outbox) rows(ctx context.Context, query string, args ...any) (out []repricer.ProductID, err error) {
	var product int64
	err = db.Each(o.store.Hot(ctx).Query(ctx, query, args...))(func() { out = append(out, repricer.ProductID(product)) }, &product)
	return out, err
}

// UnsentTeams implements the port. It is about all teams.
func (o *Outbox) UnsentTeams(ctx context.Context) (out []id.Team, err error) {
	var team int64
	err = db.Each(o.store.Hot(ctx).Query(ctx, "SELECT DISTINCT team_id FROM repricer_open_changes WHERE outcome IN ('proposed', 'suggested') ORDER BY 1"))(
		func() { out = append(out, id.Team(team)) }, &team)
	return out, err
}

// Plans implements the port.
func (o *Outbox) Plans(ctx context.Context, team id.Team, rows []repricer.ProductID) (map[repricer.ProductID]ports.Plan, error) {
	out := make(map[repricer.ProductID]ports.Plan, len(rows))
	if len(rows) == 0 {
		return out, nil
	}
	var product, next int64
	var p ports.Plan
	err := db.Each(o.store.Hot(ctx).Query(ctx, o.plans, int64(team), o.store.IDsArg(db.Plain(rows))))(func() {
		p.NextAt = zeroOrMoment(next)
		out[repricer.ProductID(product)] = p
	}, &product, db.MomentTo(&p.SentAt), &next, db.Number(&p.Feed, func(n int64) ports.FeedRunID { return ports.FeedRunID(n) }), db.Number(&p.Number, asIs))
	return out, err
}
