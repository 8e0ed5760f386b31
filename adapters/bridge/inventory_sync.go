package bridge

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	connectionapp "sellingassistant/app/connection"
	inventoryapp "sellingassistant/app/inventory"
	notificationapp "sellingassistant/app/notification"
	repricerapp "sellingassistant/app/repricer"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/notification"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/inventory"
	"sellingassistant/ports/jobs"
	notificationports "sellingassistant/ports/notification"
)

// SyncAccounts tells the inventory which seller accounts are to be synced.
type SyncAccounts struct{ connections *connectionapp.Connections }

// NewSyncAccounts makes the bridge from connection to inventory.
func NewSyncAccounts(c *connectionapp.Connections) *SyncAccounts { return &SyncAccounts{c} }

// Of implements inventory.SyncAccounts.
func (a *SyncAccounts) Of(ctx context.Context, team id.Team, cid id.Connection) (inventory.SyncAccount, error) {
	all, err := a.OfTeam(ctx, team)
	if err != nil {
		return inventory.SyncAccount{}, err
	}
	for _, one := range all {
		if one.Connection == cid {
			return one, nil
		}
	}
	return inventory.SyncAccount{}, fault.Missing()
}

// OfTeam implements inventory.SyncAccounts.
func (a *SyncAccounts) OfTeam(ctx context.Context, team id.Team) ([]inventory.SyncAccount, error) {
	return syncAccounts(a.connections.List(ctx, caller.Caller{Team: team}))
}

// All implements inventory.SyncAccounts.
func (a *SyncAccounts) All(ctx context.Context) ([]inventory.SyncAccount, error) {
	return syncAccounts(a.connections.Live(ctx))
}

func syncAccounts(all []connection.Connection, err error) ([]inventory.SyncAccount, error) {
	if err != nil {
		return nil, err
	}
	accounts := make([]inventory.SyncAccount, len(all))
	for i, c := range all {
		s := c.Snapshot()
		accounts[i] = inventory.SyncAccount{
			Team: s.Team, Connection: s.ID, Region: s.Region, Seller: s.SellerID, Marketplaces: s.Marketplaces,
			Active: s.Status == connection.Active,
		}
	}
	return accounts, nil
}

// probeGrace is how long what follows a connection waits for the account to
// tell its marketplaces, which it is asked right after it was connected.
const probeGrace = 15 * time.Second

// ConnectionFollowers lets the inventory sync connections that work, the repricer
// look at their rows, and notification subscribe them.
type ConnectionFollowers struct {
	queue   jobs.Queue
	returns *repricerapp.Returns
	clock   clock.Clock
	// subscribes says that there is a queue for notifications.
	subscribes bool
}

// NewConnectionFollowers makes the bridge from connection to the repricer, the jobs
// of inventory and, if asked to, those of notification.
func NewConnectionFollowers(q jobs.Queue, r *repricerapp.Returns, clk clock.Clock, subscribes bool) *ConnectionFollowers {
	return &ConnectionFollowers{q, r, clk, subscribes}
}

// Activated implements connection.Followers.
func (f *ConnectionFollowers) Activated(ctx context.Context, c connection.Connection) error {
	s := c.Snapshot()
	if err := f.returns.Account(ctx, s.Team, s.SellerID); err != nil {
		return err
	}
	at := f.clock.Now()
	if s.ProbedAt == nil {
		at = at.Add(probeGrace)
	}
	err := f.enqueue(ctx, inventoryapp.SyncConnectionJob, s, at, inventoryapp.SyncConnection{Connection: s.ID})
	if err != nil || !f.subscribes {
		return err
	}
	return f.enqueue(ctx, notificationapp.SubscribeJob, s, at, notificationapp.SubscribeArgs{Connection: s.ID})
}

func (f *ConnectionFollowers) enqueue(ctx context.Context, kind string, s connection.Snapshot, at time.Time, args any) error {
	b, err := json.Marshal(args)
	if err != nil {
		return err
	}
	_, err = f.queue.Enqueue(ctx, jobs.Request{
		Kind: kind, Team: s.Team, Args: b, Unique: fmt.Sprint("connection ", s.ID), At: at,
	})
	return err
}

// SyncEvents is Events that also lets the inventory read the listings whose
// state changed.
type SyncEvents struct {
	*Events
	syncs *inventoryapp.Syncs
}

// NewSyncEvents makes the bridge from notification to repricer and inventory.
func NewSyncEvents(e *Events, s *inventoryapp.Syncs) *SyncEvents { return &SyncEvents{e, s} }

var _ notificationports.Handler = (*SyncEvents)(nil)

// ListingChanged implements notification.Handler.
func (e *SyncEvents) ListingChanged(ctx context.Context, l notification.Listing) error {
	if err := e.Events.ListingChanged(ctx, l); err != nil {
		return err
	}
	all, err := e.connections.OfSeller(ctx, l.SellerID)
	if err != nil {
		return err
	}
	shop, known := marketplace.ByID(l.Marketplace)
	for _, c := range all {
		s := c.Snapshot()
		if !known || s.Region != shop.Region || s.Status != connection.Active {
			continue
		}
		err := e.syncs.Changed(ctx, s.Team, inventoryapp.SyncSKU{Connection: s.ID, Marketplace: l.Marketplace, SKU: l.SKU})
		if err != nil {
			return err
		}
	}
	return nil
}
