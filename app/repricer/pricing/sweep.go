package pricing

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"sellingassistant/app/repricer/queue"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	pricingports "sellingassistant/ports/repricer/pricing"
	queueports "sellingassistant/ports/repricer/queue"
)

const (
	// sweptAtOnce is how many silent rows of a team one sweep asks for, and
	// lookedAtOnce how many it looks at: those of accounts that cannot be asked cost
	// no call.
	sweptAtOnce, lookedAtOnce = 1_000, 10_000
	// sweptTogether is how many rows are read, judged and put on the queue before
	// the next: all that a sweep can lose.
	sweptTogether = 200
	// readAtOnce is how many rows one question to the marketplace names.
	readAtOnce = 20
	// keptWithin bounds the storing of what was read, for which there is time even
	// when that of the sweep is over.
	keptWithin = 10 * time.Second
	// leastRead is how many rows of a marketplace have to be read before it can be
	// said that too many of them are empty.
	leastRead = 10
	// mostEmptyPercent is the share of them above which nothing is believed.
	mostEmptyPercent = 30
)

// Sweep reads the offers of rows of which nothing was heard for the interval of
// their settings, and puts them on the queue with what was read. A marketplace
// of which too many rows come back empty is not believed. The team whose last
// sweep is the oldest begins, so that none is left out where the time is too short
// for all. What goes wrong with one team does not keep the others from their sweep.
func (e *Engine) Sweep(ctx context.Context) error {
	teams, err := e.p.Rows.Teams(ctx)
	if err != nil {
		return err
	}
	begun, err := e.p.Sweeps.LastBegun(ctx)
	if err != nil {
		return err
	}
	longestAgo(teams, begun)
	failed := make([]error, len(teams))
	var all errgroup.Group
	all.SetLimit(teamsAtOnce)
	for i, team := range teams {
		all.Go(func() error {
			failed[i] = e.sweep(ctx, team)
			return nil
		})
	}
	return errors.Join(all.Wait(), errors.Join(failed...))
}

// longestAgo puts those teams first that were never swept, and then those whose
// last sweep began first.
func longestAgo(teams []id.Team, begun map[id.Team]time.Time) {
	slices.SortStableFunc(teams, func(a, b id.Team) int { return begun[a].Compare(begun[b]) })
}

// sweep goes on behind the rows of the team's last sweep, or begins anew behind
// its last row: rows that cannot be read stay silent and must not keep the others
// from their turn.
func (e *Engine) sweep(ctx context.Context, team id.Team) error {
	s := &sweeping{batch: batch{team: team, now: e.p.Clock.Now()}, believed: map[marketplace.ID]bool{}}
	if err := e.readTeam(ctx, &s.batch); err != nil {
		return err
	}
	v := s.settings.Values
	if s.policy == nil || !v.Enabled || s.killed {
		return nil
	}
	after, err := e.p.Sweeps.Begin(ctx, team, s.now)
	if err != nil {
		return err
	}
	for asked, looked := 0, 0; asked < sweptAtOnce && looked < lookedAtOnce; {
		s.now = e.p.Clock.Now()
		since := s.now.Add(-time.Duration(v.SweepIntervalMinutes) * time.Minute)
		rows, err := e.p.Rows.Unseen(ctx, team, since, after, sweptTogether)
		if err != nil {
			return err
		}
		n, err := e.sweepRows(ctx, s, rows)
		if err != nil {
			return err
		}
		asked, looked, after = asked+n, looked+len(rows), 0
		if len(rows) == sweptTogether {
			after = rows[len(rows)-1].ID
		}
		if err := e.p.Sweeps.SavePosition(ctx, team, after); err != nil {
			return err
		}
		if after == 0 {
			break
		}
	}
	return e.p.SourceBreakers.Reset(ctx, team, s.mended())
}

// sweeping is a sweep of a team, with the rows that it reads together.
type sweeping struct {
	batch
	// believed tells of the marketplaces of which enough was read whether all of it
	// was believed.
	believed map[marketplace.ID]bool
}

func (s *sweeping) mended() []marketplace.ID {
	var out []marketplace.ID
	for m, all := range s.believed {
		if all {
			out = append(out, m)
		}
	}
	return out
}

// sweepRows reads rows and puts them on the queue, and returns how many could be
// asked for. What was read until the time was over is kept, too; the next sweep
// then reads the others.
func (e *Engine) sweepRows(ctx context.Context, s *sweeping, rows []repricer.ProductSnapshot) (int, error) {
	s.cases = make([]*evaluation, len(rows))
	for i, row := range rows {
		s.cases[i] = &evaluation{row: row}
	}
	asked := 0
	var all errgroup.Group
	for seller, cases := range s.bySeller(func(*evaluation) bool { return true }) {
		asked += len(cases)
		all.Go(func() error {
			for from := 0; from < len(cases); from += readAtOnce {
				e.readOffers(ctx, *seller, cases[from:min(from+readAtOnce, len(cases))])
			}
			return nil
		})
	}
	if err := all.Wait(); err != nil {
		return asked, err
	}
	if err := e.keepSwept(ctx, s); err != nil {
		return asked, err
	}
	return asked, ctx.Err()
}

// keepSwept puts the rows that were read on the queue, as far as they are
// believed.
func (e *Engine) keepSwept(ctx context.Context, s *sweeping) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), keptWithin)
	defer cancel()
	read, dropped := s.judge(e.p.Metrics)
	if err := e.tellDropped(ctx, s, dropped); err != nil {
		return err
	}
	for _, m := range slices.Sorted(maps.Keys(read)) {
		if err := e.wakeSwept(ctx, &s.batch, read[m]); err != nil {
			return err
		}
	}
	return nil
}

func (e *Engine) readOffers(ctx context.Context, s account.Seller, cases []*evaluation) {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	asked := make([]pricingports.OfferQuestion, len(cases))
	for i, c := range cases {
		asked[i] = question(c.row)
	}
	for i, a := range e.p.Offers.Offers(ctx, s, asked) {
		cases[i].offer(a)
	}
}

// tellDropped tells of the marketplaces that were believed until now and are no
// longer: not again of those that stay as they are.
func (e *Engine) tellDropped(ctx context.Context, s *sweeping, dropped map[marketplace.ID]repricer.Alert) error {
	if len(dropped) == 0 {
		return nil
	}
	return e.p.Tx.InTx(ctx, func(ctx context.Context) error {
		fresh, err := e.p.SourceBreakers.Trip(ctx, s.team, slices.Collect(maps.Keys(dropped)), s.now)
		if err != nil {
			return err
		}
		var alerts []repricer.Alert
		for _, m := range fresh {
			alerts = append(alerts, dropped[m])
		}
		return e.p.Alerts.Add(ctx, s.team, s.settings.Values.Notify, alerts)
	})
}

// judge puts the rows that were read together by marketplace, and leaves out
// the marketplaces of which too many are empty, with what there is to tell of them.
func (s *sweeping) judge(watch pricingports.Metrics) (map[marketplace.ID][]*evaluation, map[marketplace.ID]repricer.Alert) {
	dropped := map[marketplace.ID]repricer.Alert{}
	read, empty := map[marketplace.ID][]*evaluation{}, map[marketplace.ID]int{}
	for _, c := range s.cases {
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
		if n < leastRead {
			continue
		}
		before, judged := s.believed[m]
		sound := empty[m]*100 <= n*mostEmptyPercent
		if s.believed[m] = sound && (before || !judged); sound {
			continue
		}
		watch.SourceTripped(s.team, empty[m], n)
		delete(read, m)
		dropped[m] = repricer.Alert{
			Event: repricer.NotifyCircuitBreaker, MarketplaceID: m, Reason: repricer.AlertSourceBreaker, At: s.now,
			Details: fmt.Sprintf("The offers of %d of %d rows were empty when they were read, so nothing was decided from them.", empty[m], n),
		}
	}
	return read, dropped
}

// wakeSwept queues rows with what was read of them.
func (e *Engine) wakeSwept(ctx context.Context, b *batch, cases []*evaluation) error {
	for from := 0; from < len(cases); from += readAtOnce {
		part := cases[from:min(from+readAtOnce, len(cases))]
		ids := make([]decision.ProductID, len(part))
		told := make(queue.OfferSnapshots, len(part))
		for i, c := range part {
			ids[i], told[c.row.ID] = c.row.ID, c.sighting
		}
		err := e.p.Tx.InTx(ctx, func(ctx context.Context) error {
			rows, err := e.p.Products.LoadLocked(ctx, b.team, id.Ascending(ids))
			if err != nil {
				return err
			}
			w := queueports.Wake{Trigger: history.TriggerSweep, Now: b.now}
			if err := queue.Enqueue(ctx, e.p.Settings, e.p.Queue, rows, w, told); err != nil {
				return err
			}
			return e.p.Products.SaveObserved(ctx, rows)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
