package alerts

import (
	"context"
	"time"

	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/event"
	"sellingassistant/ports/jobs"
	alertsports "sellingassistant/ports/repricer/alerts"
)

const (
	// CollectAlertsJob turns a team's waiting alerts into one message per channel.
	CollectAlertsJob = "repricer.gather_alerts"
	// collectAfter makes the first alert wait for others, so that a storm of alerts becomes one
	// message.
	collectAfter = time.Minute
)

// Alerts stores alerts in the transaction of the event they report, so an alert is neither lost nor
// sent for something that was rolled back. A nil Alerts stores nothing.
type Alerts struct {
	store alertsports.Alerts
	queue jobs.Queue
	clock clock.Clock
	// events gets every alert, also those that the team does not want as a message.
	events event.Log
}

func NewAlerts(store alertsports.Alerts, queue jobs.Queue, clk clock.Clock) *Alerts {
	return &Alerts{store: store, queue: queue, clock: clk}
}

// Reporting returns alerts that are events for users' programs too.
func (a *Alerts) Reporting(events event.Log) *Alerts {
	reporting := *a
	reporting.events = events
	return &reporting
}

// types maps the alerts that are events.
var types = map[repricer.NotifyEvent]kernel.Type{
	repricer.NotifyHold: kernel.RepricerRowHeld, repricer.NotifyCircuitBreaker: kernel.RepricerBreakerTripped,
	repricer.NotifyPriceRejected: kernel.RepricerPriceRejected,
}

// report writes the events of alerts.
func (a *Alerts) report(ctx context.Context, team id.Team, alerts []repricer.Alert) error {
	if a.events == nil {
		return nil
	}
	var events []event.Event
	for _, alert := range alerts {
		t, ok := types[alert.Event]
		if !ok {
			continue
		}
		e := event.Event{Team: team, Type: t, Details: map[string]string{
			"reason": string(alert.Reason), "text": alert.Brief().Details,
		}}
		if row, about := alert.ProductID.Get(); about {
			e.Record = optional.Some(int64(row))
			e.Details["sku"] = alert.SKU
		}
		if alert.MarketplaceID != "" {
			e.Details["marketplace_id"] = string(alert.MarketplaceID)
		}
		events = append(events, e)
	}
	return a.events.Write(ctx, events...)
}

// of starts an event about a row.
func of(row repricer.ProductSnapshot, t kernel.Type, changed string) event.Event {
	return event.Event{
		Team: row.Team, Type: t, Record: optional.Some(int64(row.ID)), Changed: []string{changed},
		Details: map[string]string{"sku": row.Key.SKU, "asin": row.ASIN, "marketplace_id": string(row.Key.MarketplaceID)},
	}
}

// Released writes an event for each row with a stop that ended since it was read.
func (a *Alerts) Released(ctx context.Context, rows []*repricer.Product) error {
	if a == nil || a.events == nil {
		return nil
	}
	var events []event.Event
	for _, row := range rows {
		if h, released := row.Released(); released {
			e := of(row.Snapshot(), kernel.RepricerRowReleased, "hold")
			e.Details["reason"] = string(h.Reason)
			events = append(events, e)
		}
	}
	return a.events.Write(ctx, events...)
}

// Priced writes an event for each price that was seen live.
func (a *Alerts) Priced(ctx context.Context, team id.Team, live []history.ChangeSnapshot) error {
	if a == nil || a.events == nil {
		return nil
	}
	events := make([]event.Event, len(live))
	for i, c := range live {
		events[i] = event.Event{
			Team: team, Type: kernel.RepricerPricesChanged, Record: optional.Some(int64(c.ProductID)),
			Changed: []string{"price"}, Details: map[string]string{
				"sku": c.SKU, "marketplace_id": string(c.MarketplaceID), "price": c.NewPrice.String(),
				"price_before": c.OldPrice.String(), "currency": string(c.Currency),
			},
		}
	}
	return a.events.Write(ctx, events...)
}

// Decided has a row before and after a decision.
type Decided struct{ Before, After repricer.ProductSnapshot }

// moved reports whether the team won or lost the box. An unknown owner is neither.
func (d Decided) moved() bool {
	was, is := d.Before.Observed.BuyBox.Owner, d.After.Observed.BuyBox.Owner
	known := was != decision.BoxUnknown && was != "" && is != decision.BoxUnknown && is != ""
	return known && was.Mine() != is.Mine()
}

// loses reports whether the row makes a loss at its live price.
func loses(row repricer.ProductSnapshot) bool {
	price, priced := row.Observed.CurrentPrice.Get()
	even, known := row.Observed.BreakEven.Get()
	return priced && known && price.Cmp(even) < 0
}

// Decided writes events for the rows that won or lost the buy box, and that begin to make a loss.
func (a *Alerts) Decided(ctx context.Context, rows []Decided) error {
	if a == nil || a.events == nil {
		return nil
	}
	var events []event.Event
	for _, d := range rows {
		if d.moved() {
			e := of(d.After, kernel.RepricerBuyBoxChanged, "buy_box")
			e.Details["owner_before"], e.Details["change"] = string(d.Before.Observed.BuyBox.Owner), "lost"
			if e.Details["owner"] = string(d.After.Observed.BuyBox.Owner); d.After.Observed.BuyBox.Owner.Mine() {
				e.Details["change"] = "won"
			}
			events = append(events, e)
		}
		if loses(d.After) && !loses(d.Before) {
			e := of(d.After, kernel.RepricerRowLosing, "break_even")
			e.Details["currency"] = string(d.After.Currency)
			e.Details["price"] = d.After.Observed.CurrentPrice.Or(money.Amount{}).String()
			e.Details["break_even"] = d.After.Observed.BreakEven.Or(money.Amount{}).String()
			events = append(events, e)
		}
	}
	return a.events.Write(ctx, events...)
}

// Add stores the alerts of events that the team chose and, if no other alert waits, asks for the
// job that collects them. Call it last in a transaction: it locks, and writers of a team may wait
// for each other here. Without alerts it runs no statement.
func (a *Alerts) Add(ctx context.Context, team id.Team, to repricer.Notify, alerts []repricer.Alert) error {
	if a == nil {
		return nil
	}
	if err := a.report(ctx, team, alerts); err != nil {
		return err
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

// request asks for the team's collecting job. A job that is queued already is not queued twice.
func (a *Alerts) request(ctx context.Context, team id.Team) error {
	_, err := a.queue.Enqueue(ctx, jobs.Request{
		Kind: CollectAlertsJob, Team: team, Unique: "gather", At: a.clock.Now().Add(collectAfter),
	})
	return err
}

// HoldAlerts returns an alert for each row that was stopped since it was read.
func HoldAlerts(rows []*repricer.Product, now time.Time) []repricer.Alert {
	var out []repricer.Alert
	for _, row := range rows {
		if a, held := row.Alert(now); held {
			out = append(out, a)
		}
	}
	return out
}
