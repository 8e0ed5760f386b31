// Package bridge joins contexts: it implements a port of one by calling the
// use cases of another. Nothing else may know two contexts.
package bridge

import (
	"context"

	connectionapp "sellingassistant/app/connection"
	inventoryapp "sellingassistant/app/inventory"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/ports/converter"
	"sellingassistant/ports/identity"
	"sellingassistant/ports/inbound"
	"sellingassistant/ports/listingitem"
	"sellingassistant/ports/repricer"
	"sellingassistant/ports/restriction"
)

// Sellers gives the restriction check the seller account for a marketplace.
type Sellers struct{ connections *connectionapp.Connections }

// NewSellers makes the bridge from connection to restriction.
func NewSellers(c *connectionapp.Connections) *Sellers { return &Sellers{c} }

// For implements restriction.Connections.
func (s *Sellers) For(ctx context.Context, team id.Team, m marketplace.Marketplace) (restriction.Connection, error) {
	c, err := s.connections.ForMarketplace(ctx, team, m)
	if err != nil {
		return restriction.Connection{}, err
	}
	snap := c.Snapshot()
	return restriction.Connection{ID: snap.ID, Team: snap.Team, Region: snap.Region, SellerID: snap.SellerID}, nil
}

// ConverterSellers gives the converters the seller account for a marketplace.
type ConverterSellers struct{ connections *connectionapp.Connections }

// NewConverterSellers makes the bridge from connection to converter.
func NewConverterSellers(c *connectionapp.Connections) *ConverterSellers { return &ConverterSellers{c} }

// For implements converter.Sellers.
func (s *ConverterSellers) For(ctx context.Context, team id.Team, m marketplace.Marketplace) (converter.Seller, error) {
	c, err := s.connections.ForMarketplace(ctx, team, m)
	if err != nil {
		return converter.Seller{}, err
	}
	snap := c.Snapshot()
	return converter.Seller{Team: snap.Team, Connection: snap.ID, Region: snap.Region, ID: snap.SellerID}, nil
}

// ListingSellers gives listings items the seller account for a marketplace.
type ListingSellers struct{ connections *connectionapp.Connections }

// NewListingSellers makes the bridge from connection to listingitem.
func NewListingSellers(c *connectionapp.Connections) *ListingSellers { return &ListingSellers{c} }

// For implements listingitem.Sellers.
func (s *ListingSellers) For(ctx context.Context, team id.Team, m marketplace.Marketplace) (listingitem.Seller, error) {
	c, err := s.connections.ForMarketplace(ctx, team, m)
	if err != nil {
		return listingitem.Seller{}, err
	}
	snap := c.Snapshot()
	return listingitem.Seller{Team: snap.Team, Connection: snap.ID, Region: snap.Region, ID: snap.SellerID}, nil
}

// InboundSellers gives the inbound shipments the seller account for a marketplace.
type InboundSellers struct{ connections *connectionapp.Connections }

// NewInboundSellers makes the bridge from connection to inbound.
func NewInboundSellers(c *connectionapp.Connections) *InboundSellers { return &InboundSellers{c} }

// For implements inbound.Sellers.
func (s *InboundSellers) For(ctx context.Context, team id.Team, m marketplace.Marketplace) (inbound.Seller, error) {
	c, err := s.connections.ForMarketplace(ctx, team, m)
	if err != nil {
		return inbound.Seller{}, err
	}
	snap := c.Snapshot()
	return inbound.Seller{Team: snap.Team, Connection: snap.ID, Region: snap.Region, ID: snap.SellerID, Marketplace: m.ID}, nil
}

// Credentials gives the Amazon client refresh tokens and takes its complaints.
type Credentials struct{ connections *connectionapp.Connections }

// NewCredentials makes the bridge from connection to the Amazon client.
func NewCredentials(c *connectionapp.Connections) *Credentials { return &Credentials{c} }

// RefreshToken implements amazon.Credentials.
func (c *Credentials) RefreshToken(ctx context.Context, team id.Team, cid id.Connection) (secret.Text, error) {
	return c.connections.RefreshToken(ctx, team, cid)
}

// NeedsAttention implements amazon.Credentials.
func (c *Credentials) NeedsAttention(ctx context.Context, team id.Team, cid id.Connection, code string) error {
	return c.connections.MarkNeedsAttention(ctx, caller.Caller{Team: team}, cid, code)
}

// Accounts tells the repricer which seller accounts a team has.
type Accounts struct{ connections *connectionapp.Connections }

// NewAccounts makes the bridge from connection to repricer.
func NewAccounts(c *connectionapp.Connections) *Accounts { return &Accounts{c} }

// List implements repricer.Accounts.
func (a *Accounts) List(ctx context.Context, team id.Team) ([]repricer.Account, error) {
	all, err := a.connections.List(ctx, caller.Caller{Team: team})
	if err != nil {
		return nil, err
	}
	accounts := make([]repricer.Account, 0, len(all))
	for _, c := range all {
		s := c.Snapshot()
		accounts = append(accounts, repricer.Account{
			Connection: s.ID, SellerID: s.SellerID, Marketplaces: s.Marketplaces, Active: s.Status == connection.Active,
		})
	}
	return accounts, nil
}

// RepricerSellers finds the seller account by which prices of rows are sent.
type RepricerSellers struct{ connections *connectionapp.Connections }

// NewRepricerSellers makes the bridge from connection to repricer.
func NewRepricerSellers(c *connectionapp.Connections) *RepricerSellers { return &RepricerSellers{c} }

// Seller implements repricer.Sellers.
func (s *RepricerSellers) Seller(ctx context.Context, team id.Team, sellerID string, r marketplace.Region) (repricer.Seller, bool, error) {
	all, err := s.connections.List(ctx, caller.Caller{Team: team})
	if err != nil {
		return repricer.Seller{}, false, err
	}
	for _, c := range all {
		if one := c.Snapshot(); one.SellerID == sellerID && one.Region == r && one.Status == connection.Active {
			return repricer.Seller{Team: team, Connection: one.ID, Region: r, ID: sellerID}, true, nil
		}
	}
	return repricer.Seller{}, false, nil
}

// ConnectionList shows connections and how they are synced on the account page.
type ConnectionList struct {
	connections *connectionapp.Connections
	syncs       *inventoryapp.Syncs
}

// NewConnectionList makes the bridge from connection and inventory to identity.
func NewConnectionList(c *connectionapp.Connections, s *inventoryapp.Syncs) *ConnectionList {
	return &ConnectionList{c, s}
}

// OfTeam implements identity.Connections.
func (l *ConnectionList) OfTeam(ctx context.Context, team id.Team) ([]identity.Connection, error) {
	all, err := l.connections.List(ctx, caller.Caller{Team: team})
	if err != nil {
		return nil, err
	}
	synced, err := l.syncs.States(ctx, team)
	if err != nil {
		return nil, err
	}
	list := make([]identity.Connection, 0, len(all))
	for _, c := range all {
		s := c.Snapshot()
		one := identity.Connection{
			ID: s.ID, Region: s.Region, SellerIDLast4: c.SellerIDLast4(), Marketplaces: s.Marketplaces,
			Status: string(s.Status), ConnectedAt: s.ConnectedAt, LastSyncAt: synced[s.ID].LastSyncAt, LastErrorCode: s.LastErrorCode,
		}
		// What is wrong with the connection itself says more than a run that
		// failed because of it.
		if one.LastErrorCode == nil {
			one.LastErrorCode = synced[s.ID].LastErrorCode
		}
		list = append(list, one)
	}
	return list, nil
}
