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
	tx       tx.Runner
	clock    clock.Clock
}

// NewIntake makes the use case.
func NewIntake(products ports.Products, runner tx.Runner, clk clock.Clock) *Intake {
	return &Intake{products, runner, clk}
}

// Offers tells the rows of a product how its market looks. own are the seller
// ids of the team.
func (i *Intake) Offers(ctx context.Context, team id.Team, o ports.Offer, m repricer.Market, own []string) error {
	return i.observe(ctx, team, func(ctx context.Context) ([]*repricer.Product, error) {
		return i.products.LoadOfferLocked(ctx, team, o)
	}, func(p *repricer.Product, now time.Time) { p.SeeMarket(m, own, now) })
}

// Wake asks for the rows of a product to be evaluated because of an event.
func (i *Intake) Wake(ctx context.Context, team id.Team, o ports.Offer, at time.Time) error {
	return i.observe(ctx, team, func(ctx context.Context) ([]*repricer.Product, error) {
		return i.products.LoadOfferLocked(ctx, team, o)
	}, func(p *repricer.Product, now time.Time) { p.Wake(at, now) })
}

// Listing tells a row how its listing is.
func (i *Intake) Listing(ctx context.Context, team id.Team, k repricer.Key, l repricer.ListingState) error {
	return i.observe(ctx, team, func(ctx context.Context) ([]*repricer.Product, error) {
		there, err := i.products.Existing(ctx, team, []repricer.Key{k})
		if err != nil || len(there) == 0 {
			return nil, err
		}
		return i.products.LoadLocked(ctx, team, []repricer.ProductID{there[k]})
	}, func(p *repricer.Product, now time.Time) { p.SeeListing(l, now) })
}

func (i *Intake) observe(ctx context.Context, team id.Team,
	load func(context.Context) ([]*repricer.Product, error), see func(*repricer.Product, time.Time),
) error {
	now := i.clock.Now()
	return i.tx.InTx(ctx, func(ctx context.Context) error {
		rows, err := load(ctx)
		if err != nil {
			return err
		}
		for _, row := range rows {
			see(row, now)
		}
		return i.products.Observe(ctx, team, rows)
	})
}

// Fast reports whether the team wants prices of the account as fast as possible.
func (i *Intake) Fast(ctx context.Context, team id.Team, sellerID string) (bool, error) {
	return i.products.Fast(ctx, team, sellerID)
}
