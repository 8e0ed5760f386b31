package pricing

import (
	"context"
	"errors"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"sellingassistant/app/repricer/queue"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	queueports "sellingassistant/ports/repricer/queue"
)

const (
	// appraisedAtOnce bounds the rows of a team that are requested at a time: a third of an
	// account's fee requests per minute, so that two thirds remain for floors.
	appraisedAtOnce = 200
	// teamsAtOnce bounds the teams that are worked on side by side: each has rate limits of its
	// own.
	teamsAtOnce = 8
	// shownFeesAge bounds how long fees that only serve display are kept. An unanswered request is
	// repeated after feesAge.
	shownFeesAge = 7 * 24 * time.Hour
)

// RefreshFees requests cost and fees of rows that need them for display only: for margin, ROI and
// sales profit. A team that fails does not keep the others waiting.
func (e *Engine) RefreshFees(ctx context.Context) error {
	teams, err := e.p.FeeRequests.Teams(ctx)
	if err != nil {
		return err
	}
	failed := make([]error, len(teams))
	var all errgroup.Group
	all.SetLimit(teamsAtOnce)
	for i, team := range teams {
		all.Go(func() error {
			failed[i] = e.refreshFeesOf(ctx, team)
			return nil
		})
	}
	return errors.Join(all.Wait(), errors.Join(failed...))
}

func (e *Engine) refreshFeesOf(ctx context.Context, team id.Team) error {
	ids, err := e.p.FeeRequests.Oldest(ctx, team, appraisedAtOnce)
	if err != nil {
		return err
	}
	b := &batch{team: team, now: e.p.Clock.Now()}
	if err := e.readTeam(ctx, b); err != nil {
		return err
	}
	rows, err := e.p.Rows.WithSiblings(ctx, team, ids)
	if err != nil {
		return err
	}
	memories, err := e.p.Memories.Load(ctx, team, ids)
	if err != nil {
		return err
	}
	wanted := make(map[decision.ProductID]bool, len(ids))
	for _, row := range ids {
		wanted[row] = true
	}
	for _, row := range rows {
		if wanted[row.ID] {
			b.cases = append(b.cases, &evaluation{row: row, observed: repricer.Observation{MapPrice: row.Observed.MapPrice}})
		}
	}
	if err := e.askInventory(ctx, b); err != nil {
		return err
	}
	for _, c := range b.cases {
		c.memory = memories[c.row.ID]
	}
	if err := e.askSchedules(ctx, b, (*evaluation).earns); err != nil {
		return err
	}
	e.askGoods(ctx, b)
	for s, cases := range b.bySeller((*evaluation).earns) {
		for from := 0; from < len(cases); from += readAtOnce {
			e.estimate(ctx, b, *s, cases[from:min(from+readAtOnce, len(cases))])
		}
	}
	return e.saveFees(ctx, b, ids)
}

// earns reports whether cost and price of the row are known; without them its fees show nothing.
func (c *evaluation) earns() bool {
	o := c.observed.ApplyTo(c.row).Observed
	return o.Cost.Known() && o.CurrentPrice.Or(money.Amount{}).Positive()
}

// estimate requests the fees of rows of one account. Rows that may be answered later wait; a
// refusal counts as an answer.
func (e *Engine) estimate(ctx context.Context, b *batch, s account.Seller, cases []*evaluation) {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	for i, a := range e.feesOf(ctx, s, cases, (*evaluation).live) {
		if a.Err != nil && comesAgain(a.Err) {
			cases[i].later = a.Err
			continue
		}
		cases[i].fee(a, b)
		cases[i].feesAt = optional.Some(b.now)
	}
}

// saveFees stores the answers of all rows but those that wait. It reads the costs again under the
// row locks, because a cost that changed meanwhile would otherwise be overwritten.
func (e *Engine) saveFees(ctx context.Context, b *batch, ids []decision.ProductID) error {
	byRow := make(map[decision.ProductID]*evaluation, len(b.cases))
	for _, c := range b.cases {
		byRow[c.row.ID] = c
	}
	var done, later []decision.ProductID
	for _, row := range id.Ascending(ids) {
		if c := byRow[row]; c != nil && c.later != nil {
			later = append(later, row)
		} else {
			done = append(done, row)
		}
	}
	return e.p.Tx.InTx(ctx, func(ctx context.Context) error {
		// Postponed rows go to the end of the list, so that accounts that do answer get their
		// turn.
		if err := e.p.FeeRequests.Remove(ctx, b.team, later); err != nil {
			return err
		}
		if err := e.p.FeeRequests.Add(ctx, b.team, later, b.now); err != nil || len(done) == 0 {
			return err
		}
		rows, err := e.p.Products.LoadLocked(ctx, b.team, done)
		if err != nil {
			return err
		}
		if err := e.askCosts(ctx, b, b.keys()); err != nil {
			return err
		}
		memories, err := e.p.Memories.Load(ctx, b.team, done)
		if err != nil {
			return err
		}
		rows, asked, moved := b.refreshed(rows, byRow, memories)
		wake := queueports.Wake{Trigger: history.TriggerCostChange, Now: b.now, AtOnce: true}
		if err := queue.Enqueue(ctx, e.p.Settings, e.p.Queue, moved, wake, nil); err != nil {
			return err
		}
		if err := e.p.Products.SaveDecided(ctx, rows); err != nil {
			return err
		}
		if err := e.p.Memories.Save(ctx, b.team, asked); err != nil {
			return err
		}
		return e.p.FeeRequests.Remove(ctx, b.team, done)
	})
}

// refreshed applies the answers to the rows. It returns the answered rows with their memories, and
// the rows with a floor that moved with break-even.
func (b *batch) refreshed(
	rows []*repricer.Product, byRow map[decision.ProductID]*evaluation, memories map[decision.ProductID]repricer.Memory,
) (
	_ []*repricer.Product, asked map[decision.ProductID]repricer.Memory, moved []*repricer.Product,
) {
	rows = slices.DeleteFunc(rows, func(row *repricer.Product) bool { return byRow[row.ID()] == nil })
	asked = make(map[decision.ProductID]repricer.Memory, len(rows))
	for _, row := range rows {
		c, m := byRow[row.ID()], memories[row.ID()]
		if row.ObserveCosts(repricer.Observation{
			Cost: c.observed.Cost, Postage: c.observed.Postage, VAT: c.observed.VAT,
			MapPrice: c.observed.MapPrice, Fees: c.observed.Fees, Variation: c.observed.Variation,
		}, c.solve()) {
			moved = append(moved, row)
		}
		if c.feesAt.Known() {
			m.FeesAt, m.Estimates = c.feesAt, c.memory.Estimates
		}
		m.Goods, m.FX = c.memory.Goods, c.fx
		asked[row.ID()] = m
	}
	return rows, asked, moved
}

// needsFeeRefresh reports whether the row shows no fees or old fees, and its decision does not need
// any.
func (c *evaluation) needsFeeRefresh(now time.Time) bool {
	if c.row.NeedsFees() || !c.earns() {
		return false
	}
	at, asked := c.memory.FeesAt.Get()
	if c.feesAt.Known() {
		return false
	}
	age := feesAge
	if c.observed.Fees.Known() || c.row.Observed.Fees.Known() {
		age = shownFeesAge
	}
	return !asked || now.Sub(at) > age
}
