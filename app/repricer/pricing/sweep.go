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
	// sweptAtOnce bounds the rows that a sweep of a team requests, lookedAtOnce the rows that it
	// examines: rows of accounts that cannot be asked cost no call.
	sweptAtOnce, lookedAtOnce = 1_000, 10_000
	// sweptTogether bounds the rows that are read, checked and queued as one step; an aborted sweep
	// loses at most one step.
	sweptTogether = 200
	// readAtOnce bounds the rows that a request to the marketplace names.
	readAtOnce = 20
	// keptWithin bounds storing the answers; it applies even after the sweep's own time is over.
	keptWithin = 10 * time.Second
	// leastRead counts the read rows of a marketplace from which the share of empty answers counts.
	leastRead = 10
	// mostEmptyPercent bounds the share of rows without offers; above it a marketplace's answers
	// are distrusted.
	mostEmptyPercent = 30
)

// Sweep reads the offers of rows that have had no event for the team's sweep interval, and queues
// them. If too many rows of a marketplace come back without offers, its answers are discarded.
// Teams go in the order of their last sweep, so that every team gets its turn. A team that fails
// does not stop the others.
func (e *Engine) Sweep(ctx context.Context) error {
	teams, err := e.p.Rows.Teams(ctx)
	if err != nil {
		return err
	}
	begun, err := e.p.Sweeps.LastBegun(ctx)
	if err != nil {
		return err
	}
	oldestFirst(teams, begun)
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

// oldestFirst sorts teams by their last sweep; teams never swept come first.
func oldestFirst(teams []id.Team, begun map[id.Team]time.Time) {
	slices.SortStableFunc(teams, func(a, b id.Team) int { return begun[a].Compare(begun[b]) })
}

// sweep continues after the last row of the team's previous sweep, or starts over. So rows that
// cannot be read do not starve the others.
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
	return e.p.SourceBreakers.Reset(ctx, team, s.recovered())
}

// sweeping has the sweep of one team, with the rows read in the current step.
type sweeping struct {
	batch
	// believed says, for each marketplace with enough rows read, whether all its answers were
	// accepted.
	believed map[marketplace.ID]bool
}

func (s *sweeping) recovered() []marketplace.ID {
	var out []marketplace.ID
	for m, all := range s.believed {
		if all {
			out = append(out, m)
		}
	}
	return out
}

// sweepRows reads rows, queues them, and returns how many could be requested. When time runs out,
// the answers so far are kept and the next sweep reads the rest.
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

// keepSwept queues the rows with accepted answers.
func (e *Engine) keepSwept(ctx context.Context, s *sweeping) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), keptWithin)
	defer cancel()
	read, tripped := s.judge(e.p.Metrics)
	if err := e.reportTripped(ctx, s, tripped); err != nil {
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
	for i, a := range e.p.Market.Offers(ctx, s, asked) {
		cases[i].offer(a)
	}
}

// reportTripped reports marketplaces that were trusted until now and no longer are; it does not
// repeat earlier reports.
func (e *Engine) reportTripped(ctx context.Context, s *sweeping, tripped map[marketplace.ID]repricer.Alert) error {
	if len(tripped) == 0 {
		return nil
	}
	return e.p.Tx.InTx(ctx, func(ctx context.Context) error {
		fresh, err := e.p.SourceBreakers.Trip(ctx, s.team, slices.Collect(maps.Keys(tripped)), s.now)
		if err != nil {
			return err
		}
		var alerts []repricer.Alert
		for _, m := range fresh {
			alerts = append(alerts, tripped[m])
		}
		return e.p.Alerts.Add(ctx, s.team, s.settings.Values.Notify, alerts)
	})
}

// judge groups the rows by marketplace. It leaves out the marketplaces with too many empty rows
// and returns an alert for each.
func (s *sweeping) judge(watch pricingports.Metrics) (map[marketplace.ID][]*evaluation, map[marketplace.ID]repricer.Alert) {
	tripped := map[marketplace.ID]repricer.Alert{}
	read, empty := map[marketplace.ID][]*evaluation{}, map[marketplace.ID]int{}
	for _, c := range s.cases {
		if c.offers == nil {
			continue
		}
		m := c.row.Key.MarketplaceID
		read[m] = append(read[m], c)
		if c.offers.Empty() {
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
		tripped[m] = repricer.Alert{
			Event: repricer.NotifyCircuitBreaker, MarketplaceID: m, Reason: repricer.AlertSourceBreaker, At: s.now,
			Details: fmt.Sprintf("The offers of %d of %d rows were empty when they were read, so nothing was decided from them.", empty[m], n),
		}
	}
	return read, tripped
}

// wakeSwept queues rows with the offers that were read.
func (e *Engine) wakeSwept(ctx context.Context, b *batch, cases []*evaluation) error {
	for from := 0; from < len(cases); from += readAtOnce {
		part := cases[from:min(from+readAtOnce, len(cases))]
		ids := make([]decision.ProductID, len(part))
		offers := make(queue.OfferSnapshots, len(part))
		for i, c := range part {
			ids[i], offers[c.row.ID] = c.row.ID, c.offers
		}
		err := e.p.Tx.InTx(ctx, func(ctx context.Context) error {
			rows, err := e.p.Products.LoadLocked(ctx, b.team, id.Ascending(ids))
			if err != nil {
				return err
			}
			w := queueports.Wake{Trigger: history.TriggerSweep, Now: b.now}
			if err := queue.Enqueue(ctx, e.p.Settings, e.p.Queue, rows, w, offers); err != nil {
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
