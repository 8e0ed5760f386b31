package bridge

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	syncapp "sellingassistant/app/inventory/syncing"

	notificationapp "sellingassistant/app/notification"
	"sellingassistant/app/repricer/alerts"
	"sellingassistant/app/repricer/queue"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/notification"
	"sellingassistant/domain/repricer"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/jobs"
	notificationports "sellingassistant/ports/notification"
	repricerports "sellingassistant/ports/repricer"
)

// probeGrace delays the follow-up work of a new connection until the account's marketplaces have
// been read.
const probeGrace = 15 * time.Second

// ConnectionFollowers starts work for connections that function: the sync, the evaluation of rows
// and, if notifications are received, the subscriptions. For a shared account it adds an alert.
type ConnectionFollowers struct {
	queue    jobs.Queue
	returns  *queue.Requeue
	alerts   *alerts.Alerts
	settings repricerports.Settings
	clock    clock.Clock
	// subscribes says that the installation has a queue for notifications.
	subscribes bool
}

// NewConnectionFollowers makes the bridge from connection to the repricer, the jobs of inventory
// and, with subscribes, the jobs of notification.
func NewConnectionFollowers(q jobs.Queue, r *queue.Requeue, a *alerts.Alerts, s repricerports.Settings, clk clock.Clock,
	subscribes bool,
) *ConnectionFollowers {
	return &ConnectionFollowers{q, r, a, s, clk, subscribes}
}

func (f *ConnectionFollowers) Shared(ctx context.Context, c connection.Connection) error {
	settings, err := f.settings.Load(ctx, c.Team())
	if err != nil {
		return err
	}
	return f.alerts.Add(ctx, c.Team(), settings.Snapshot().Values.Notify, []repricer.Alert{{
		Event: repricer.NotifyAccountShared, Reason: repricer.AlertAccountShared, At: f.clock.Now(),
		Details: "Another team has connected the seller account …" + c.SellerIDLast4() + " with an authorization of its own. " +
			"If that was not you, look at the applications that are authorized in Seller Central.",
	}})
}

func (f *ConnectionFollowers) Activated(ctx context.Context, c connection.Connection) error {
	s := c.Snapshot()
	if err := f.returns.Account(ctx, s.Team, s.SellerID); err != nil {
		return err
	}
	at := f.clock.Now()
	if s.ProbedAt == nil {
		at = at.Add(probeGrace)
	}
	err := f.enqueue(ctx, syncapp.ConnectionJob, s, at, syncapp.Connection{Connection: s.ID})
	if err != nil || !f.subscribes || !c.Seller().Notified() {
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

// SyncEvents extends Events: it also requests a read of listings with a changed state.
type SyncEvents struct {
	*Events
	syncs *syncapp.Syncs
}

// NewSyncEvents makes the bridge from notification to repricer and inventory.
func NewSyncEvents(e *Events, s *syncapp.Syncs) *SyncEvents { return &SyncEvents{e, s} }

var _ notificationports.Handler = (*SyncEvents)(nil)

func (e *SyncEvents) ListingChanged(ctx context.Context, l notification.Listing) error {
	if err := e.Events.ListingChanged(ctx, l); err != nil {
		return err
	}
	all, err := e.sellers.OfSeller(ctx, l.SellerID)
	if err != nil {
		return err
	}
	shop, known := marketplace.ByID(l.Marketplace)
	for _, s := range all {
		if !known || s.Region != shop.Region {
			continue
		}
		err := e.syncs.Changed(ctx, s.Team, syncapp.SKU{Connection: s.Connection, Marketplace: l.Marketplace, SKU: l.SKU})
		if err != nil {
			return err
		}
	}
	return nil
}
