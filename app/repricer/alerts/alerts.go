package alerts

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/jobs"
	alertsports "sellingassistant/ports/repricer/alerts"
)

const (
	// CollectAlertsJob puts what people of a team are to be told into messages.
	CollectAlertsJob = "repricer.gather_alerts"
	// gatherAfter is how long alerts wait for others, so that a storm of them
	// becomes one message.
	gatherAfter = time.Minute
)

// Alerts notes what people are to be told, in the transaction of what it is about:
// so nothing that happened is forgotten, and nothing is told that did not happen.
// A nil one notes nothing.
type Alerts struct {
	store alertsports.Alerts
	queue jobs.Queue
	clock clock.Clock
}

// NewAlerts makes the use case.
func NewAlerts(store alertsports.Alerts, queue jobs.Queue, clk clock.Clock) *Alerts {
	return &Alerts{store, queue, clk}
}

// Add stores those of the alerts that the team wants to be told, and
// asks for the job that gathers them where no other alert has. It is the last thing
// that locks in a transaction: writers of a team may wait for each other here.
// Nothing to tell is no statement.
func (a *Alerts) Add(ctx context.Context, team id.Team, to repricer.Notify, alerts []repricer.Alert) error {
	if a == nil {
		return nil
	}
	alerts = to.Wanted(alerts)
	if len(alerts) == 0 {
		return nil
	}
	for i := range alerts {
		alerts[i] = alerts[i].Brief()
	}
	first, err := a.store.Add(ctx, team, alerts)
	if err != nil || !first {
		return err
	}
	return a.request(ctx, team)
}

// request asks for the job of a team, once however often it is asked for.
func (a *Alerts) request(ctx context.Context, team id.Team) error {
	_, err := a.queue.Enqueue(ctx, jobs.Request{
		Kind: CollectAlertsJob, Team: team, Unique: "gather", At: a.clock.Now().Add(gatherAfter),
	})
	return err
}

// HoldAlerts are the alerts of rows that have come into a hold since they were read.
func HoldAlerts(rows []*repricer.Product, now time.Time) []repricer.Alert {
	var out []repricer.Alert
	for _, row := range rows {
		if a, held := row.Alert(now); held {
			out = append(out, a)
		}
	}
	return out
}
