package demo

import (
	"context"
	"errors"
	"time"

	"sellingassistant/adapters/simulator"
	"sellingassistant/app/notification"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/app/repricer/pricing"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/ports/jobs"
)

const (
	// past has the age of the demo's seller account at the first start. A window of thirty days is
	// then full.
	past = 30*24*time.Hour + 20*time.Minute
	// seldom and often have the times between two looks at the marketplace in the past. The last
	// week has more looks, because rows show it.
	seldom, often = 24 * time.Hour, 8 * time.Hour
	lastWeek      = 7 * 24 * time.Hour
	// mostRows bounds the rows with prices that a later start restores.
	mostRows = 200
	// gathered has the delay until the marketplace's notifications arrive, lookedFor the delay
	// until sent prices are checked.
	gathered, lookedFor = 5 * time.Minute, 8 * time.Minute
)

// livePast runs the last thirty days in some seconds. It sets the clocks from one moment to the
// next, the marketplace sends notifications, and rows are decided. Prices are sent and confirmed as
// on any other day.
func (d *Demo) livePast(ctx context.Context, op *compose.Operator, st *state) error {
	if !d.inThePast {
		return nil // the demo of an earlier version has no past
	}
	var asins []string
	for _, sale := range d.world.ForSale(d.seller, marketplace.US, demoRows) {
		asins = append(asins, sale.ASIN)
	}
	for _, sale := range d.german {
		asins = append(asins, sale.ASIN)
	}
	d.world.Only(asins...)
	defer d.world.Only()
	if err := op.Upkeep.Months(ctx); err != nil {
		return err
	}
	st.Since = d.clock.Now()
	if err := subscribe(ctx, op, st); err != nil {
		return err
	}
	if err := calledOff(ctx, op, st); err != nil {
		return err
	}
	if _, err := op.Matching.Run(ctx, st.Team); err != nil {
		return err
	}
	if err := op.Engine.RefreshFees(ctx); err != nil {
		return err
	}
	if err := oldOffers(ctx, op, st, seldom); err != nil {
		return err
	}
	workers := pricing.NewWorkers(op.Engine, 1)
	d.world.Advance()
	for at := d.began.Add(-past + seldom); ; at = at.Add(step(d.began.Sub(at))) {
		if at.Add(2 * lookedFor).After(d.began) {
			if err := d.hurry(ctx, op, st); err != nil {
				return err
			}
			return decide(ctx, workers)
		}
		if err := d.live(ctx, op, workers, at); err != nil {
			return err
		}
	}
}

// demoAccounts counts the seller accounts of the demo.
const demoAccounts = 2

// calledOff cancels the jobs that would subscribe the accounts, because the subscriptions would
// begin at the present.
func calledOff(ctx context.Context, op *compose.Operator, st *state) error {
	asked, err := op.Jobs.List(ctx, jobs.Filter{Team: &st.Team, Kind: notification.SubscribeJob, Limit: demoAccounts})
	for _, job := range asked {
		_, err = op.Jobs.Cancel(ctx, job.ID)
	}
	return err
}

// goOn restores the last state of a marketplace that is new at this start: the subscriptions with
// their first date, the German offers, and the prices.
func (d *Demo) goOn(ctx context.Context, op *compose.Operator, st *state) error {
	if !st.Since.IsZero() {
		d.goTo(st.Since)
	}
	if err := subscribe(ctx, op, st); err != nil {
		return err
	}
	rows, err := op.Products.List(ctx, st.caller(), repricer.ProductFilter{}, page.Request{Limit: mostRows, Order: []page.By{{Field: "id"}}})
	if err != nil {
		return err
	}
	d.goTo(time.Now().Add(-2 * applied))
	d.enlist()
	accounts := map[string]simulator.Seller{d.seller.ID: d.seller, d.branch.ID: d.branch}
	for _, row := range rows.Items {
		account, ours := accounts[row.Key.SellerID]
		if price, known := row.Observed.CurrentPrice.Get(); known && ours {
			d.world.Ask(account, row.Key.SKU, row.Key.MarketplaceID, price)
		}
	}
	if err := d.comeBack(ctx, op, st); err != nil {
		return err
	}
	d.world.Ledger.Settle()
	return nil
}

func step(left time.Duration) time.Duration {
	if left <= lastWeek {
		return often
	}
	return seldom
}

// live runs one moment of the past.
func (d *Demo) live(ctx context.Context, op *compose.Operator, workers *pricing.Workers, at time.Time) error {
	d.goTo(at)
	d.world.Advance()
	d.goTo(at.Add(gathered))
	for d.world.Notifications().Queues[simulator.DefaultQueue].Visible > 0 {
		if err := op.Notices.Take(ctx); err != nil {
			return err
		}
	}
	if err := decide(ctx, workers); err != nil {
		return err
	}
	if err := send(ctx, op); err != nil {
		return err
	}
	d.goTo(at.Add(lookedFor))
	d.world.Ledger.Settle()
	return send(ctx, op)
}

// decide decides all rows that are due.
func decide(ctx context.Context, workers *pricing.Workers) error {
	for {
		if was, err := workers.Turn(ctx); err != nil || !was {
			return err
		}
	}
}

// send sends the decided prices, and checks the sent ones.
func send(ctx context.Context, op *compose.Operator) error {
	accounts, err := op.Sender.AccountsWithWork(ctx)
	if err != nil {
		return err
	}
	for _, one := range accounts {
		sender, ok, err := op.Sender.Acquire(ctx, one.Account)
		if err != nil || !ok {
			return err
		}
		for did := true; did && err == nil; {
			did, err = sender.Send(ctx)
		}
		if err == nil {
			_, err = sender.Confirm(ctx)
		}
		if err := errors.Join(err, sender.Close(ctx)); err != nil {
			return err
		}
	}
	return nil
}

// oldOffers sets the allowed age of offers. In the past the marketplace is read seldom, and its
// last answer still counts.
func oldOffers(ctx context.Context, op *compose.Operator, st *state, most time.Duration) error {
	_, err := op.Settings.Update(ctx, st.caller(), manage.UpdateSettings{Patch: repricer.SettingsPatch{MaxOfferAgeMinutes: optional.Put(int(most.Minutes()))}})
	return err
}

// hurry gives the rows that follow competitors the highest priority: a newcomer wants to see
// changes. One of them has been off until now, far above the buy box, so that its first price stops
// the row.
func (d *Demo) hurry(ctx context.Context, op *compose.Operator, st *state) error {
	rows, err := op.Products.List(ctx, st.caller(), repricer.ProductFilter{}, page.Request{Limit: demoRows - demoSelling, Order: []page.By{{Field: "id"}}})
	if err != nil {
		return err
	}
	var in manage.UpdateProducts
	for _, row := range rows.Items {
		in.IDs = append(in.IDs, row.ID)
	}
	in.Patch.Priority, in.Patch.Mode = optional.Some(repricer.PriorityFast), optional.Some(decision.ModeAuto)
	if err := oldOffers(ctx, op, st, often); err != nil {
		return err
	}
	results, err := op.Products.BulkUpdate(ctx, st.caller(), in)
	for _, r := range results {
		if r.Err != nil {
			err = errors.Join(err, r.Err)
		}
	}
	if err != nil {
		return err
	}
	return subscribe(ctx, op, st)
}
