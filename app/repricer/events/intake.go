package events

import (
	"context"
	"maps"
	"slices"
	"time"

	"sellingassistant/app/repricer/alerts"
	"sellingassistant/app/repricer/queue"
	"sellingassistant/app/repricer/sending"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/repricer"
	queueports "sellingassistant/ports/repricer/queue"
	sendingports "sellingassistant/ports/repricer/sending"
	"sellingassistant/ports/tx"
)

// Intake applies marketplace events to rows. The caller passes each event once, and never after a
// newer event of its kind. Events for teams without rows are ignored.
type Intake struct {
	products ports.Products
	settings ports.Settings
	due      queueports.EvaluationQueue
	confirms *sending.Confirmations
	alerts   *alerts.Alerts
	tx       tx.Runner
	clock    clock.Clock
}

// NewIntake also accepts nil alerts; then a stopped row stores no alert.
func NewIntake(products ports.Products, settings ports.Settings, due queueports.EvaluationQueue, confirms *sending.Confirmations, alerts *alerts.Alerts,
	runner tx.Runner, clk clock.Clock,
) *Intake {
	return &Intake{products, settings, due, confirms, alerts, runner, clk}
}

// OfferEvent reports an offer change of one of a team's products.
type OfferEvent struct {
	Offer  repricer.TeamOffer
	Market repricer.MarketState
	Offers decision.OfferSnapshot
	// Own lists the seller ids of the team.
	Own []string
}

// OfferEvents applies offer changes to the rows of products, each named once, and queues the rows
// with the new offers, in one transaction. It confirms sent prices that the events show as live.
func (i *Intake) OfferEvents(ctx context.Context, events []OfferEvent) error {
	asked, place := make([]repricer.TeamOffer, len(events)), make(map[repricer.TeamOffer]int, len(events))
	for n, t := range events {
		asked[n], place[t.Offer] = t.Offer, n
	}
	now := i.clock.Now()
	return i.tx.InTx(ctx, func(ctx context.Context) error {
		rows, err := i.products.LoadByOfferLocked(ctx, asked)
		if err != nil || len(rows) == 0 {
			return err
		}
		byEvent := make([][]*repricer.Product, len(events))
		for _, row := range rows {
			n := place[offerOfRow(row)]
			byEvent[n] = append(byEvent[n], row)
		}
		if err := i.confirm(ctx, events, byEvent, now); err != nil {
			return err
		}
		var woken []*repricer.Product
		offers := make(queue.OfferSnapshots, len(rows))
		for n, t := range events {
			for _, row := range byEvent[n] {
				if row.OfferEvent(t.Market, t.Own, now) {
					woken, offers[row.ID()] = append(woken, row), &events[n].Offers
				}
			}
		}
		return i.store(ctx, rows, woken, offers, now)
	})
}

func offerOfRow(row *repricer.Product) repricer.TeamOffer {
	s := row.Snapshot()
	return repricer.TeamOffer{Team: s.Team, Offer: repricer.Offer{
		SellerID: s.Key.SellerID, MarketplaceID: s.Key.MarketplaceID, ASIN: s.ASIN, Condition: s.Condition,
	}}
}

// confirm confirms prices that the events show, team by team in one order, so that concurrent
// writers cannot deadlock.
func (i *Intake) confirm(ctx context.Context, events []OfferEvent, p [][]*repricer.Product, now time.Time) error {
	all := map[id.Team][]sending.SeenPrice{}
	for n, t := range events {
		if s, ok := sending.FindSeenPrice(p[n], t.Market); ok {
			all[t.Offer.Team] = append(all[t.Offer.Team], s)
		}
	}
	for _, team := range slices.Sorted(maps.Keys(all)) {
		if err := i.confirms.Offers(ctx, team, all[team], now); err != nil {
			return err
		}
	}
	return nil
}

// Wake queues the rows of a product because of an event.
func (i *Intake) Wake(ctx context.Context, o repricer.TeamOffer, at time.Time) error {
	return i.observe(ctx, func(ctx context.Context) ([]*repricer.Product, error) {
		return i.products.LoadByOfferLocked(ctx, []repricer.TeamOffer{o})
	}, func(p *repricer.Product, now time.Time) { p.Wake(at, now) })
}

// ListingEvent applies a listing's state to its row.
func (i *Intake) ListingEvent(ctx context.Context, team id.Team, k repricer.Key, l repricer.ListingState) error {
	return i.observe(ctx, func(ctx context.Context) ([]*repricer.Product, error) {
		there, err := i.products.Existing(ctx, team, []repricer.Key{k})
		if err != nil || len(there) == 0 {
			return nil, err
		}
		return i.products.LoadLocked(ctx, team, []decision.ProductID{there[k]})
	}, func(p *repricer.Product, now time.Time) { p.ListingEvent(l, now) })
}

// ListingsRead applies the listing states that a read found, in the transaction of ctx if any.
// Unchanged rows are not queued.
func (i *Intake) ListingsRead(ctx context.Context, team id.Team, found map[repricer.Key]repricer.ListingState) error {
	there, err := i.products.Existing(ctx, team, slices.Collect(maps.Keys(found)))
	if err != nil || len(there) == 0 {
		return err
	}
	now := i.clock.Now()
	return i.tx.InTx(ctx, func(ctx context.Context) error {
		rows, err := i.products.LoadLocked(ctx, team, slices.Sorted(maps.Values(there)))
		if err != nil {
			return err
		}
		rows = slices.DeleteFunc(rows, func(row *repricer.Product) bool { return !row.ListingRead(found[row.Key()]) })
		return i.store(ctx, rows, rows, nil, now)
	})
}

// FeedDone notes that the marketplace has processed a feed of an account.
func (i *Intake) FeedDone(ctx context.Context, team id.Team, sellerID, feed string) error {
	return i.confirms.FeedDone(ctx, team, sellerID, sendingports.FeedID(feed))
}

// observe applies an event to rows and queues them, in one transaction.
func (i *Intake) observe(ctx context.Context, load func(context.Context) ([]*repricer.Product, error), see func(*repricer.Product, time.Time)) error {
	now := i.clock.Now()
	return i.tx.InTx(ctx, func(ctx context.Context) error {
		rows, err := load(ctx)
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, row := range rows {
			see(row, now)
		}
		return i.store(ctx, rows, rows, nil, now)
	})
}

// store queues the woken rows, stores all rows, and adds alerts for newly stopped rows. The offers
// stay in the queue entry of a row until a worker reads them.
func (i *Intake) store(ctx context.Context, rows, woken []*repricer.Product, events queue.OfferSnapshots, now time.Time) error {
	woken = queue.Running(woken)
	alerts, asked := map[id.Team][]repricer.Alert{}, slices.Clone(woken)
	for _, row := range rows {
		if a, held := row.Alert(now); held {
			alerts[row.Team()], asked = append(alerts[row.Team()], a), append(asked, row)
		}
	}
	settings, err := queue.SettingsOf(ctx, i.settings, asked)
	if err != nil {
		return err
	}
	w := queueports.Wake{Trigger: history.TriggerNotification, Now: now}
	if err := queue.Wake(ctx, settings, i.due, woken, w, events); err != nil {
		return err
	}
	if err := i.products.SaveObserved(ctx, rows); err != nil {
		return err
	}
	if err := i.alerts.Released(ctx, rows); err != nil {
		return err
	}
	for _, team := range slices.Sorted(maps.Keys(alerts)) {
		if err := i.alerts.Add(ctx, team, settings[team].Snapshot().Values.Notify, alerts[team]); err != nil {
			return err
		}
	}
	return nil
}

// HasFastRows reports whether the team has fast-priority rows in the account.
func (i *Intake) HasFastRows(ctx context.Context, team id.Team, sellerID string) (bool, error) {
	return i.products.HasFastRows(ctx, team, sellerID)
}
