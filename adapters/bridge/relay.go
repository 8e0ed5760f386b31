package bridge

import (
	"context"

	connectionapp "sellingassistant/app/connection"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/ports/relay"
)

// RelaySellers gives the relay seller accounts.
type RelaySellers struct{ connections *connectionapp.Connections }

// NewRelaySellers makes the bridge from connection to relay.
func NewRelaySellers(c *connectionapp.Connections) *RelaySellers { return &RelaySellers{c} }

// For implements relay.Sellers.
func (s *RelaySellers) For(ctx context.Context, team id.Team, m marketplace.Marketplace) (relay.Seller, error) {
	return relaySeller(s.connections.ForMarketplace(ctx, team, m))
}

// ByID implements relay.Sellers.
func (s *RelaySellers) ByID(ctx context.Context, team id.Team, sellerID string, m marketplace.Marketplace) (relay.Seller, error) {
	return relaySeller(s.connections.ForSeller(ctx, team, sellerID, m))
}

func relaySeller(c connection.Connection, err error) (relay.Seller, error) {
	if err != nil {
		return relay.Seller{}, err
	}
	s := c.Snapshot()
	return relay.Seller{Team: s.Team, Connection: s.ID, Region: s.Region, SellerID: s.SellerID, Marketplaces: s.Marketplaces}, nil
}
