package connection

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	syncapp "sellingassistant/app/inventory/syncing"
	notificationapp "sellingassistant/app/notification"
	repricerfacade "sellingassistant/app/repricer/facade"
	"sellingassistant/app/repricer/queue"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/repricer"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/jobs"
)

// probeGrace delays the follow-up work of a new connection until the account's marketplaces have
// been read.
const probeGrace = 15 * time.Second

// ConnectionFollowers starts work for connections that function: the sync, the evaluation of rows
// and, if notifications are received, the subscriptions. For a shared account it adds an alert.
type ConnectionFollowers struct {
	queue    jobs.Queue
	returns  *queue.Requeue
	repricer *repricerfacade.Facade
	clock    clock.Clock
	// subscribes says that the installation has a queue for notifications.
	subscribes bool
}

// NewConnectionFollowers makes the bridge from connection to the repricer, the jobs of inventory
// and, with subscribes, the jobs of notification.
func NewConnectionFollowers(
	q jobs.Queue, r *queue.Requeue, f *repricerfacade.Facade, clk clock.Clock, subscribes bool,
) *ConnectionFollowers {
	return &ConnectionFollowers{q, r, f, clk, subscribes}
}

func (f *ConnectionFollowers) Shared(ctx context.Context, c connection.Connection) error {
	return f.repricer.Alert(ctx, c.Team(), repricer.Alert{
		Event: repricer.NotifyAccountShared, Reason: repricer.AlertAccountShared, At: f.clock.Now(),
		Details: "Another team has connected the seller account …" + c.SellerIDLast4() + " with an authorization of its own. " +
			"If that was not you, look at the applications that are authorized in Seller Central.",
	})
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
