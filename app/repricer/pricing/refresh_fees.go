package pricing

import (
	"context"
	"errors"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

const (
	// appraisedAtOnce is how many rows of a team are asked for at a time: a third of
	// what an account may ask for in a minute, the rest is for floors.
	appraisedAtOnce = 200
	// teamsAtOnce are appraised side by side: each waits for limits of its own.
	teamsAtOnce = 8
	// shownFeesAge is how long fees are shown that decide nothing, and feesAge how
	// long it takes until a question is asked again that was not answered.
	shownFeesAge = 7 * 24 * time.Hour
)

// RefreshFees finds out what rows cost and asks for their fees where no decision
// does: what they show of margin and ROI needs them, and what their sales earned.
// What goes wrong with one team does not keep the others from it.
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
			failed[i] = e.appraise(ctx, team)
			return nil
		})
	}
	return errors.Join(all.Wait(), errors.Join(failed...))
}

func (e *Engine) appraise(ctx context.Context, team id.Team) error {
	ids, err := e.p.FeeRequests.Oldest(ctx, team, appraisedAtOnce)
	if err != nil {
		return err
	}
	b := &batch{team: team, now: e.p.Clock.Now()}
	if b.sellers, err = e.p.Sellers.OfTeam(ctx, team); err != nil {
		return err
	}
	rows, err := e.p.Rows.WithSiblings(ctx, team, ids)
	if err != nil {
		return err
	}
	wanted := make(map[decision.ProductID]bool, len(ids))
	for _, row := range ids {
		wanted[row] = true
	}
	for _, row := range rows {
		if wanted[row.ID] {
			b.cases = append(b.cases, &evaluation{row: row, learnt: repricer.Observation{MapPrice: row.Observed.MapPrice}})
		}
	}
	if err := e.askInventory(ctx, b); err != nil {
		return err
	}
	for s, cases := range b.bySeller((*evaluation).earns) {
		for from := 0; from < len(cases); from += readAtOnce {
			e.estimate(ctx, b, *s, cases[from:min(from+readAtOnce, len(cases))])
		}
	}
	return e.appraised(ctx, b, ids)
}

// earns tells whether cost and price of the row are known, without which its fees
// show nothing.
func (c *evaluation) earns() bool {
	o := c.learnt.ApplyTo(c.row).Observed
	return o.Cost.Known() && o.CurrentPrice.Or(money.Amount{}).Positive()
}

// estimate asks for the fees of rows of one account. Those of which it may be told
// later wait; that a row was not answered is an answer, too.
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

// appraised stores what was told of all rows but those that wait. Their costs are
// read once more under their locks: one that changed meanwhile had them noted again
// in vain.
func (e *Engine) appraised(ctx context.Context, b *batch, ids []decision.ProductID) error {
	told := make(map[decision.ProductID]*evaluation, len(b.cases))
	for _, c := range b.cases {
		told[c.row.ID] = c
	}
	var done, later []decision.ProductID
	for _, row := range id.Ascending(ids) {
		if c := told[row]; c != nil && c.later != nil {
			later = append(later, row)
		} else {
			done = append(done, row)
		}
	}
	return e.p.Tx.InTx(ctx, func(ctx context.Context) error {
		// Those that have to wait go behind all others, or they would keep accounts that
		// are answered from their turn.
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
		rows, asked := appraise(rows, told, memories)
		if err := e.p.Products.SaveDecided(ctx, rows); err != nil {
			return err
		}
		if err := e.p.Memories.Save(ctx, b.team, asked); err != nil {
			return err
		}
		return e.p.FeeRequests.Remove(ctx, b.team, done)
	})
}

// appraise takes what was told over into the rows, and returns those that it was
// told of, with what is remembered of them.
func appraise(rows []*repricer.Product, told map[decision.ProductID]*evaluation, memories map[decision.ProductID]repricer.Memory) ([]*repricer.Product, map[decision.ProductID]repricer.Memory) {
	rows = slices.DeleteFunc(rows, func(row *repricer.Product) bool { return told[row.ID()] == nil })
	asked := make(map[decision.ProductID]repricer.Memory, len(rows))
	for _, row := range rows {
		c, m := told[row.ID()], memories[row.ID()]
		row.ObserveCosts(repricer.Observation{Cost: c.learnt.Cost, VATPercent: c.learnt.VATPercent, MapPrice: c.learnt.MapPrice, Fees: c.learnt.Fees})
		if c.feesAt.Known() {
			m.FeesAt = c.feesAt
		}
		asked[row.ID()] = m
	}
	return rows, asked
}

// toAppraise tells whether the row decides without fees and shows none, or old
// ones.
func (c *evaluation) toAppraise(now time.Time) bool {
	if c.row.NeedsFees() || !c.earns() {
		return false
	}
	at, asked := c.memory.FeesAt.Get()
	age := feesAge
	if c.learnt.Fees.Known() || c.row.Observed.Fees.Known() {
		age = shownFeesAge
	}
	return !asked || now.Sub(at) > age
}
