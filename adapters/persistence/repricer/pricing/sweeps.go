package pricing

import (
	"context"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer/decision"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// Sweeps stores the progress of sweeps, on both databases.
type Sweeps struct{ store *db.Store }

func NewSweeps(s *db.Store) *Sweeps { return &Sweeps{s} }

var _ pricingports.Sweeps = (*Sweeps)(nil)

func (s *Sweeps) LastBegun(ctx context.Context) (map[id.Team]time.Time, error) {
	out := map[id.Team]time.Time{}
	var team, at int64
	err := db.Each(s.store.Hot(ctx).Query(ctx, "SELECT team_id, began_at FROM repricer_sweeps"))(func() {
		out[id.Team(team)] = db.FromMicros(at)
	}, &team, &at)
	return out, err
}

func (s *Sweeps) Begin(ctx context.Context, team id.Team, now time.Time) (decision.ProductID, error) {
	var after int64
	err := s.store.HotWrite(ctx).QueryRow(ctx, "INSERT INTO repricer_sweeps (team_id, began_at) VALUES ($1, $2)"+
		" ON CONFLICT (team_id) DO UPDATE SET began_at = excluded.began_at RETURNING after_id", int64(team), db.Micros(now)).Scan(&after)
	return decision.ProductID(after), db.Fault(err)
}

func (s *Sweeps) SavePosition(ctx context.Context, team id.Team, row decision.ProductID) error {
	_, err := s.store.Hot(ctx).Exec(ctx, "UPDATE repricer_sweeps SET after_id = $2 WHERE team_id = $1", int64(team), int64(row))
	return db.Fault(err)
}
