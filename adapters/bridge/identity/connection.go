package identity

import (
	"context"
	"slices"

	connectionapp "sellingassistant/app/connection"
	syncapp "sellingassistant/app/inventory/syncing"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/identity"
)

// ConnectionList lists connections with their sync state for the account page.
type ConnectionList struct {
	connections *connectionapp.Connections
	syncs       *syncapp.Syncs
}

func NewConnectionList(c *connectionapp.Connections, s *syncapp.Syncs) *ConnectionList {
	return &ConnectionList{c, s}
}

func (l *ConnectionList) OfTeam(ctx context.Context, team id.Team) ([]identity.Connection, error) {
	all, err := l.connections.List(ctx, caller.Caller{Team: team})
	if err != nil {
		return nil, err
	}
	synced, err := l.syncs.States(ctx, team)
	if err != nil {
		return nil, err
	}
	shared, err := l.connections.Shared(ctx, all)
	if err != nil {
		return nil, err
	}
	list := make([]identity.Connection, 0, len(all))
	for _, c := range all {
		s := c.Snapshot()
		one := identity.Connection{
			ID: s.ID, Region: s.Region, SellerIDLast4: c.SellerIDLast4(), Marketplaces: s.Marketplaces,
			Status: string(s.Status), ConnectedAt: s.ConnectedAt,
			ProvenAt: s.ProvenAt, Shared: slices.Contains(shared, s.ID), LastSyncAt: synced[s.ID].LastSyncAt, LastErrorCode: s.LastErrorCode,
		}
		// An error of the connection itself explains more than a run that failed because of it.
		if one.LastErrorCode == nil {
			one.LastErrorCode = synced[s.ID].LastErrorCode
		}
		list = append(list, one)
	}
	return list, nil
}
