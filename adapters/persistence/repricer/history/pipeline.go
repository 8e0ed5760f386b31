package history

import (
	"context"
	"strconv"
	"strings"
	"time"

	"sellingassistant/adapters/persistence/db"
	queuestore "sellingassistant/adapters/persistence/repricer/queue"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer/history"
	historyports "sellingassistant/ports/repricer/history"
)

// Pipeline reads the queue and the accounts for overviews, on both databases.
type Pipeline struct{ store *db.Store }

func NewPipeline(s *db.Store) *Pipeline { return &Pipeline{s} }

var _ historyports.Pipeline = (*Pipeline)(nil)

// depthsText counts with the index, priority by priority.
var depthsText = func() string {
	parts := make([]string, len(queuestore.Priorities))
	for i := range queuestore.Priorities {
		due := "FROM repricer_due WHERE team_id = $1 AND lane = " + strconv.Itoa(i) + " AND due_at <= $2 AND leased_until <= $2"
		parts[i] = "SELECT " + strconv.Itoa(i) + ", (SELECT count(*) FROM (SELECT 1 " + due + " LIMIT $3) AS d" + strconv.Itoa(i) +
			"), (SELECT min(due_at) " + due + ")"
	}
	return strings.Join(parts, " UNION ALL ")
}()

func (p *Pipeline) QueueDepths(ctx context.Context, team id.Team, now time.Time, most int) ([]history.QueueDepth, error) {
	out := make([]history.QueueDepth, len(queuestore.Priorities))
	var lane, rows int64
	var since *int64
	err := db.Each(p.store.Hot(ctx).Query(ctx, depthsText, int64(team), db.Micros(now), int64(most)))(func() {
		out[lane] = history.QueueDepth{Priority: queuestore.Priorities[lane], Rows: rows, Since: momentOf(since)}
	}, &lane, &rows, &since)
	return out, err
}

func (p *Pipeline) StoppedAccounts(ctx context.Context, team id.Team, now time.Time) ([]history.StoppedAccount, error) {
	var out []history.StoppedAccount
	var one history.StoppedAccount
	var region string
	var until int64
	err := db.Each(p.store.Hot(ctx).Query(ctx, "SELECT seller_id, region, stopped_until FROM repricer_lanes"+
		" WHERE team_id = $1 AND stopped_until > $2 ORDER BY seller_id, region", int64(team), db.Micros(now)))(func() {
		one.Region, one.Until = marketplace.Region(region), db.FromMicros(until)
		out = append(out, one)
	}, &one.SellerID, &region, &until)
	return out, err
}
