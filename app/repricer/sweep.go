package repricer

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer"
	ports "sellingassistant/ports/repricer"
)

const (
	// sweptAtOnce is how many silent rows of a team one sweep reads.
	sweptAtOnce = 1_000
	// readAtOnce is how many rows one question to the marketplace names.
	readAtOnce = 20
	// leastRead is how many rows of a marketplace have to be read before it can be
	// said that too many of them are empty.
	leastRead = 10
	// mostEmptyPercent is the share of them above which nothing is believed.
	mostEmptyPercent = 30
)

// Sweep reads the offers of rows of which nothing was heard for the interval of
// their settings, and puts them on the queue with what was read. A marketplace
// of which too many rows come back empty is not believed. What goes wrong with
// one team does not keep the others from their sweep.
func (e *Engine) Sweep(ctx context.Context) error {
	teams, err := e.p.Facts.Teams(ctx)
	if err != nil {
		return err
	}
	var failed error
	for _, team := range teams {
		if err := e.sweep(ctx, team); err != nil {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

func (e *Engine) sweep(ctx context.Context, team id.Team) error {
	b := &batch{team: team, now: e.p.Clock.Now()}
	if err := e.readTeam(ctx, b); err != nil {
		return err
	}
	v := b.settings.Values
	if b.policy == nil || !v.Enabled || b.killed {
		return nil
	}
	since := b.now.Add(-time.Duration(v.SweepIntervalMinutes) * time.Minute)
	rows, err := e.p.Facts.Silent(ctx, team, since, 0, sweptAtOnce)
	if err != nil {
		return err
	}
	for _, row := range rows {
		b.cases = append(b.cases, &evaluation{row: row})
	}
	for s, cases := range b.bySeller(func(*evaluation) bool { return true }) {
		for from := 0; from < len(cases); from += readAtOnce {
			e.readOffers(ctx, s, cases[from:min(from+readAtOnce, len(cases))])
		}
	}
	read, dropped := b.believed(e.p.Watch)
	if err := e.tellDropped(ctx, b, read, dropped); err != nil {
		return err
	}
	for _, cases := range read {
		if err := e.wakeSwept(ctx, b, cases); err != nil {
			return err
		}
	}
	return nil
}

func (e *Engine) readOffers(ctx context.Context, s ports.Seller, cases []*evaluation) {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	asked := make([]ports.OfferQuestion, len(cases))
	for i, c := range cases {
		asked[i] = question(c.row)
	}
	for i, a := range e.p.Offers.Offers(ctx, s, asked) {
		cases[i].offer(a)
	}
}

// tellDropped tells of the marketplaces that were believed until now and are no
// longer: not again of those that stay as they are.
func (e *Engine) tellDropped(ctx context.Context, b *batch, read map[marketplace.ID][]*evaluation, dropped map[marketplace.ID]repricer.Alert) error {
	var mended []marketplace.ID
	for m, rows := range read {
		if len(rows) >= leastRead {
			mended = append(mended, m)
		}
	}
	if len(mended)+len(dropped) == 0 {
		return nil
	}
	return e.p.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := e.p.Sources.Mend(ctx, b.team, mended); err != nil {
			return err
		}
		fresh, err := e.p.Sources.Break(ctx, b.team, slices.Collect(maps.Keys(dropped)), b.now)
		if err != nil {
			return err
		}
		var alerts []repricer.Alert
		for _, m := range fresh {
			alerts = append(alerts, dropped[m])
		}
		return e.p.Alerts.note(ctx, b.team, b.settings.Values.Notify, alerts)
	})
}

// believed puts the rows that were read together by marketplace, and leaves out
// the marketplaces of which too many are empty, with what there is to tell of them.
func (b *batch) believed(watch ports.EngineWatch) (map[marketplace.ID][]*evaluation, map[marketplace.ID]repricer.Alert) {
	dropped := map[marketplace.ID]repricer.Alert{}
	read, empty := map[marketplace.ID][]*evaluation{}, map[marketplace.ID]int{}
	for _, c := range b.cases {
		if c.sighting == nil {
			continue
		}
		m := c.row.Key.MarketplaceID
		read[m] = append(read[m], c)
		if c.sighting.Empty() {
			empty[m]++
		}
	}
	for _, m := range slices.Sorted(maps.Keys(read)) {
		n := len(read[m])
		if n < leastRead || empty[m]*100 <= n*mostEmptyPercent {
			continue
		}
		watch.Dropped(b.team, empty[m], n)
		delete(read, m)
		dropped[m] = repricer.Alert{
			Event: repricer.NotifyCircuitBreaker, MarketplaceID: m, Reason: repricer.AlertSourceBreaker, At: b.now,
			Details: fmt.Sprintf("The offers of %d of %d rows were empty when they were read, so nothing was decided from them.", empty[m], n),
		}
	}
	return read, dropped
}

// wakeSwept queues rows with what was read of them.
func (e *Engine) wakeSwept(ctx context.Context, b *batch, cases []*evaluation) error {
	for from := 0; from < len(cases); from += readAtOnce {
		part := cases[from:min(from+readAtOnce, len(cases))]
		ids := make([]repricer.ProductID, len(part))
		told := make(sightings, len(part))
		for i, c := range part {
			ids[i], told[c.row.ID] = c.row.ID, c.sighting
		}
		err := e.p.Tx.InTx(ctx, func(ctx context.Context) error {
			rows, err := e.p.Products.LoadLocked(ctx, b.team, once(ids))
			if err != nil {
				return err
			}
			w := ports.Wake{Trigger: repricer.TriggerSweep, Now: b.now}
			if err := enqueue(ctx, e.p.Settings, e.p.Due, rows, w, told); err != nil {
				return err
			}
			return e.p.Products.Observe(ctx, rows)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
