package pricing

import (
	"context"
	"slices"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// SourceBreakers stores the marketplaces with distrusted data, on both databases.
type SourceBreakers struct{ store *db.Store }

func NewSourceBreakers(s *db.Store) *SourceBreakers { return &SourceBreakers{s} }

var _ pricingports.SourceBreakers = (*SourceBreakers)(nil)

// Trip runs a statement for each marketplace, because they are few.
func (s *SourceBreakers) Trip(ctx context.Context, team id.Team, broken []marketplace.ID, now time.Time) ([]marketplace.ID, error) {
	var out []marketplace.ID
	for _, m := range slices.Sorted(slices.Values(broken)) {
		n, err := s.store.Hot(ctx).Exec(ctx, "INSERT INTO repricer_broken_sources (team_id, marketplace_id, since) VALUES ($1, $2, $3)"+
			" ON CONFLICT DO NOTHING", int64(team), string(m), db.Micros(now))
		if err != nil {
			return nil, db.Fault(err)
		}
		if n > 0 {
			out = append(out, m)
		}
	}
	return out, nil
}

func (s *SourceBreakers) Reset(ctx context.Context, team id.Team, believed []marketplace.ID) error {
	for _, m := range slices.Sorted(slices.Values(believed)) {
		_, err := s.store.Hot(ctx).Exec(ctx, "DELETE FROM repricer_broken_sources WHERE team_id = $1 AND marketplace_id = $2", int64(team), string(m))
		if err != nil {
			return db.Fault(err)
		}
	}
	return nil
}
