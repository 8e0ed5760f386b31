package pricing

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

// Intake takes events of the marketplace over into rows. Its caller hands over each
// event once, and never after a newer one of its kind. A team without rows is fine.
type Intake struct {
	products ports.Products
	settings ports.Settings
	due      queueports.EvaluationQueue
	confirms *sending.Confirmations
	alerts   *alerts.Alerts
	tx       tx.Runner
	clock    clock.Clock
}

// NewIntake works without alerts too; then none is stored for a hold.
func NewIntake(products ports.Products, settings ports.Settings, due queueports.EvaluationQueue, confirms *sending.Confirmations, alerts *alerts.Alerts,
	runner tx.Runner, clk clock.Clock,
) *Intake {
	return &Intake{products, settings, due, confirms, alerts, runner, clk}
}

// OfferEvent is an event about one of a team's products.
type OfferEvent struct {
	Offer    ports.TeamOffer
	Market   repricer.MarketState
	Sighting decision.OfferSnapshot
	// Own are the seller ids of the team.
	Own []string
}

// OfferEvents tells the rows of products, each told of once, how their markets look,
// and puts them on the queue with what is told, in one transaction. Prices that
// were sent and are live now are confirmed by it.
func (i *Intake) OfferEvents(ctx context.Context, told []OfferEvent) error {
	asked, place := make([]ports.TeamOffer, len(told)), make(map[ports.TeamOffer]int, len(told))
	for n, t := range told {
		asked[n], place[t.Offer] = t.Offer, n
	}
	now := i.clock.Now()
	return i.tx.InTx(ctx, func(ctx context.Context) error {
		rows, err := i.products.LoadByOfferLocked(ctx, asked)
		if err != nil || len(rows) == 0 {
			return err
		}
		of := make([][]*repricer.Product, len(told))
		for _, row := range rows {
			n := place[offerOfRow(row)]
			of[n] = append(of[n], row)
		}
		if err := i.confirm(ctx, told, of, now); err != nil {
			return err
		}
		var woken []*repricer.Product
		news := make(queue.OfferSnapshots, len(rows))
		for n, t := range told {
			for _, row := range of[n] {
				if row.OfferEvent(t.Market, t.Own, now) {
					woken, news[row.ID()] = append(woken, row), &told[n].Sighting
				}
			}
		}
		return i.store(ctx, rows, woken, news, now)
	})
}

func offerOfRow(row *repricer.Product) ports.TeamOffer {
	s := row.Snapshot()
	return ports.TeamOffer{Team: s.Team, Offer: ports.Offer{
		SellerID: s.Key.SellerID, MarketplaceID: s.Key.MarketplaceID, ASIN: s.ASIN, Condition: s.Condition,
	}}
}

// confirm lets the prices be seen that events show, team by team in one order:
// writers that lock in one order never wait in a circle.
func (i *Intake) confirm(ctx context.Context, told []OfferEvent, of [][]*repricer.Product, now time.Time) error {
	all := map[id.Team][]sending.SeenPrice{}
	for n, t := range told {
		if s, ok := sending.FindSeenPrice(of[n], t.Market); ok {
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

// Wake asks for the rows of a product to be evaluated because of an event.
func (i *Intake) Wake(ctx context.Context, o ports.TeamOffer, at time.Time) error {
	return i.observe(ctx, func(ctx context.Context) ([]*repricer.Product, error) {
		return i.products.LoadByOfferLocked(ctx, []ports.TeamOffer{o})
	}, func(p *repricer.Product, now time.Time) { p.Wake(at, now) })
}

// ListingEvent tells a row how its listing is.
func (i *Intake) ListingEvent(ctx context.Context, team id.Team, k repricer.Key, l repricer.ListingState) error {
	return i.observe(ctx, func(ctx context.Context) ([]*repricer.Product, error) {
		there, err := i.products.Existing(ctx, team, []repricer.Key{k})
		if err != nil || len(there) == 0 {
			return nil, err
		}
		return i.products.LoadLocked(ctx, team, []decision.ProductID{there[k]})
	}, func(p *repricer.Product, now time.Time) { p.ListingEvent(l, now) })
}

// ListingsRead tells rows how their listings were when they were read, in the
// transaction of ctx if there is one. Rows that stay as they are need no turn.
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

// FeedDone tells that a feed of an account was worked off.
func (i *Intake) FeedDone(ctx context.Context, team id.Team, sellerID, feed string) error {
	return i.confirms.FeedDone(ctx, team, sellerID, sendingports.FeedID(feed))
}

// observe lets rows see something and queues them, in one transaction.
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

// store queues the rows that were woken, keeps what all of them saw, and notes
// which came into a hold. What is told and not read in time by a worker is not
// lost: it waits in the entry of its row.
func (i *Intake) store(ctx context.Context, rows, woken []*repricer.Product, told queue.OfferSnapshots, now time.Time) error {
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
	if err := queue.Wake(ctx, settings, i.due, woken, w, told); err != nil {
		return err
	}
	if err := i.products.SaveObserved(ctx, rows); err != nil {
		return err
	}
	for _, team := range slices.Sorted(maps.Keys(alerts)) {
		if err := i.alerts.Add(ctx, team, settings[team].Snapshot().Values.Notify, alerts[team]); err != nil {
			return err
		}
	}
	return nil
}

// HasFastRows reports whether the team wants prices of the account as fast as possible.
func (i *Intake) HasFastRows(ctx context.Context, team id.Team, sellerID string) (bool, error) {
	return i.products.HasFastRows(ctx, team, sellerID)
}
