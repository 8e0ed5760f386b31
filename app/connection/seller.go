package connection

import (
	"context"

	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
)

// ForSeller picks among the team's connections to one seller account; the
// faults are those of connection.ChooseSeller.
func (s *Connections) ForSeller(ctx context.Context, team id.Team, sellerID string, m marketplace.Marketplace) (connection.Connection, error) {
	all, err := s.connections.OfTeam(ctx, team)
	if err != nil {
		return connection.Connection{}, err
	}
	return connection.ChooseSeller(all, sellerID, m)
}
