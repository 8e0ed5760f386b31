package queue

import (
	"context"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer/decision"
	queueports "sellingassistant/ports/repricer/queue"
)

// FeeRequests stores the rows that wait for a fee estimate, on both databases.
type FeeRequests struct {
	store      *db.Store
	want, done string
}

func NewFeeRequests(s *db.Store) *FeeRequests {
	return &FeeRequests{
		store: s,
		want: "INSERT INTO repricer_appraisals (product_id, team_id, wanted_at) SELECT id, team_id, CAST($2 AS BIGINT) FROM repricer_products" +
			" WHERE team_id = $1 AND " + s.IDsIn("id", 3) + " AND deleted_at IS NULL ORDER BY id ON CONFLICT DO NOTHING",
		done: "DELETE FROM repricer_appraisals WHERE team_id = $1 AND " + s.IDsIn("product_id", 2),
	}
}

var _ queueports.FeeRequests = (*FeeRequests)(nil)

const (
	wantedRows = "SELECT product_id FROM repricer_appraisals WHERE team_id = $1 ORDER BY wanted_at, product_id LIMIT $2"

	// wantedTeams uses the index to go from team to team.
	wantedTeams = `WITH RECURSIVE teams(team_id) AS (
		SELECT MIN(team_id) FROM repricer_appraisals
		UNION ALL
		SELECT (SELECT MIN(a.team_id) FROM repricer_appraisals AS a WHERE a.team_id > t.team_id) FROM teams AS t WHERE t.team_id IS NOT NULL
	) SELECT team_id FROM teams WHERE team_id IS NOT NULL`
)

func (a *FeeRequests) Add(ctx context.Context, team id.Team, ids []decision.ProductID, now time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := a.store.Hot(ctx).Exec(ctx, a.want, int64(team), db.Micros(now), a.store.IDsArg(db.Plain(ids)))
	return db.Fault(err)
}

func (a *FeeRequests) Oldest(ctx context.Context, team id.Team, limit int) ([]decision.ProductID, error) {
	var out []decision.ProductID
	var product int64
	err := db.Each(a.store.Hot(ctx).Query(ctx, wantedRows, int64(team), int64(limit)))(func() {
		out = append(out, decision.ProductID(product))
	}, &product)
	return out, err
}

func (a *FeeRequests) Remove(ctx context.Context, team id.Team, ids []decision.ProductID) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := a.store.Hot(ctx).Exec(ctx, a.done, int64(team), a.store.IDsArg(db.Plain(ids)))
	return db.Fault(err)
}

func (a *FeeRequests) Teams(ctx context.Context) ([]id.Team, error) {
	var out []id.Team
	var team int64
	err := db.Each(a.store.Hot(ctx).Query(ctx, wantedTeams))(func() { out = append(out, id.Team(team)) }, &team)
	return out, err
}
