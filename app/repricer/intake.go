package repricer

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/repricer"
	"sellingassistant/ports/tx"
)

// Intake lets rows learn what the marketplace tells. Whoever calls it sees to
// it that an event comes once and never after a newer one of its kind; the rows
// of a team that has none are none.
type Intake struct {
	products ports.Products
	settings ports.Settings
	due      ports.Due
	confirms *Confirms
	tx       tx.Runner
	clock    clock.Clock
}

// NewIntake makes the use case.
func NewIntake(products ports.Products, settings ports.Settings, due ports.Due, confirms *Confirms, runner tx.Runner,
	clk clock.Clock,
) *Intake {
	return &Intake{products, settings, due, confirms, runner, clk}
}

// Offers tells the rows of a product how its market looks, and puts them on the
// queue with what is told. own are the seller ids of the team. A price that was
// sent and is live now is confirmed by it.
func (i *Intake) Offers(ctx context.Context, team id.Team, o ports.Offer, m repricer.Market, told repricer.Sighting, own []string) error {
	return i.observe(ctx, team, &told, func(ctx context.Context) ([]*repricer.Product, error) {
		rows, err := i.products.LoadOfferLocked(ctx, team, o)
		if err != nil {
			return nil, err
		}
		return rows, i.confirms.Offers(ctx, team, rows, m, i.clock.Now())
	}, func(p *repricer.Product, now time.Time) bool { return p.SeeMarket(m, own, now) })
}

// Wake asks for the rows of a product to be evaluated because of an event.
func (i *Intake) Wake(ctx context.Context, team id.Team, o ports.Offer, at time.Time) error {
	return i.observe(ctx, team, nil, func(ctx context.Context) ([]*repricer.Product, error) {
		return i.products.LoadOfferLocked(ctx, team, o)
	}, func(p *repricer.Product, now time.Time) bool { p.Wake(at, now); return true })
}

// Listing tells a row how its listing is.
func (i *Intake) Listing(ctx context.Context, team id.Team, k repricer.Key, l repricer.ListingState) error {
	return i.observe(ctx, team, nil, func(ctx context.Context) ([]*repricer.Product, error) {
		there, err := i.products.Existing(ctx, team, []repricer.Key{k})
		if err != nil || len(there) == 0 {
			return nil, err
		}
		return i.products.LoadLocked(ctx, team, []repricer.ProductID{there[k]})
	}, func(p *repricer.Product, now time.Time) bool { p.SeeListing(l, now); return true })
}

// FeedOver tells that a feed of an account was worked off.
func (i *Intake) FeedOver(ctx context.Context, team id.Team, sellerID, feed string) error {
	return i.confirms.Feed(ctx, team, sellerID, ports.FeedID(feed))
}

// observe lets rows see something, and queues those that it woke, in one
// transaction. What is not read in time by a worker is not lost: it waits in the
// entry of the row.
func (i *Intake) observe(ctx context.Context, team id.Team, told *repricer.Sighting,
	load func(context.Context) ([]*repricer.Product, error), see func(*repricer.Product, time.Time) bool,
) error {
	now := i.clock.Now()
	return i.tx.InTx(ctx, func(ctx context.Context) error {
		rows, err := load(ctx)
		if err != nil || len(rows) == 0 {
			return err
		}
		var woken []*repricer.Product
		for _, row := range rows {
			if see(row, now) {
				woken = append(woken, row)
			}
		}
		w := ports.Wake{Trigger: repricer.TriggerNotification, Now: now, Sighting: told}
		if err := enqueue(ctx, i.settings, i.due, team, woken, w); err != nil {
			return err
		}
		return i.products.Observe(ctx, team, rows)
	})
}

// Fast reports whether the team wants prices of the account as fast as possible.
func (i *Intake) Fast(ctx context.Context, team id.Team, sellerID string) (bool, error) {
	return i.products.Fast(ctx, team, sellerID)
}
