package history

import (
	"context"
	"errors"
	"slices"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	historyports "sellingassistant/ports/repricer/history"
)

// productsOf lists the rows of decisions, in order.
func productsOf(decided []historyports.Decided) []decision.ProductID {
	rows := make([]decision.ProductID, len(decided))
	for i, d := range decided {
		rows[i] = d.Change.ProductID()
	}
	slices.Sort(rows)
	return rows
}

func (c *Changes) Record(ctx context.Context, team id.Team, decided []historyports.Decided) ([]optional.Maybe[repricer.ChangeID], error) {
	if len(decided) == 0 {
		return nil, nil
	}
	rows, entries := productsOf(decided), make([]entry, len(decided))
	for i, d := range decided {
		entries[i] = d.Change.Snapshot()
	}
	if len(slices.Compact(rows)) != len(decided) {
		return nil, errors.New("repricer: two decisions about one row at once")
	}
	if err := c.makeRoom(ctx, entries); err != nil {
		return nil, err
	}
	standing, err := c.replace(ctx, team, rows, decided)
	if err != nil {
		return nil, err
	}
	var kept []int
	var sums tally
	for i, d := range decided {
		if _, stands := standing[d.Change.ProductID()]; stands {
			sums.add(d.Change.RepeatCounts())
			continue
		}
		sums.add(d.Change.DecisionCounts())
		if d.Change.KeptInHistory(d.Last) {
			kept = append(kept, i)
		}
	}
	ids, err := c.insert(ctx, team, kept, entries, decided)
	if err != nil {
		return nil, err
	}
	for i, d := range decided {
		if stands, ok := standing[d.Change.ProductID()]; ok {
			ids[i] = optional.Some(stands)
		}
	}
	return ids, c.count(ctx, team, sums)
}

// replace ends the prices that the decisions replace, and returns the suggestions that remain
// because they are only repeated.
func (c *Changes) replace(ctx context.Context, team id.Team, rows []decision.ProductID, decided []historyports.Decided) (map[decision.ProductID]repricer.ChangeID, error) {
	open, err := c.LoadOpenLocked(ctx, team, rows)
	if err != nil || len(open) == 0 {
		return nil, err
	}
	next := make(map[decision.ProductID]*history.PriceChange, len(decided))
	for _, d := range decided {
		next[d.Change.ProductID()] = d.Change
	}
	standing := map[decision.ProductID]repricer.ChangeID{}
	var replaced []*history.PriceChange
	for _, o := range open {
		n := next[o.ProductID()]
		switch {
		case n.RepeatsSuggestion(o):
			standing[o.ProductID()] = o.ID()
		case !o.Outcome().Or("").Unsent():
			if n.Outcome().Known() {
				return nil, conflict("A price of the row is on its way.")
			}
		case n.ReplacesUnsent():
			if err := o.Supersede(); err != nil {
				return nil, err
			}
			replaced = append(replaced, o)
		}
	}
	return standing, c.Save(ctx, team, replaced, nil)
}

// insert stores the entries to be kept and returns the ids of all, in order.
func (c *Changes) insert(ctx context.Context, team id.Team, kept []int, entries []entry, decided []historyports.Decided) ([]optional.Maybe[repricer.ChangeID], error) {
	out := make([]optional.Maybe[repricer.ChangeID], len(entries))
	if len(kept) == 0 {
		return out, nil
	}
	made := make([]entry, len(kept))
	for n, i := range kept {
		made[n] = entries[i]
		made[n].Team = team
	}
	args, err := changeRows.Args(c.store.Dialect(), made, newColumns...)
	if err != nil {
		return nil, err
	}
	ids := make(map[decision.ProductID]repricer.ChangeID, len(kept))
	var change, product int64
	err = db.Each(c.store.HotWrite(ctx).Query(ctx, c.texts.insert, args...))(func() {
		ids[decision.ProductID(product)] = repricer.ChangeID(change)
	}, &change, &product)
	if err != nil {
		c.months.Clear()
		return nil, err
	}
	var open []entry
	for _, i := range kept {
		entries[i].ID = ids[entries[i].ProductID]
		out[i] = optional.Some(entries[i].ID)
		if entries[i].Outcome.Or("").Open() {
			open = append(open, entries[i])
		}
	}
	if err := c.insertOpen(ctx, team, open); err != nil {
		return nil, err
	}
	return out, c.insertEvidence(ctx, team, kept, entries, decided)
}

func (c *Changes) insertOpen(ctx context.Context, team id.Team, open []entry) error {
	if len(open) == 0 {
		return nil
	}
	rows := make([]openRow, len(open))
	for i, e := range open {
		m, _ := marketplace.ByID(e.MarketplaceID)
		rows[i] = openRow{
			Change: int64(e.ID), CreatedAt: db.Micros(e.CreatedAt), Team: team, Product: int64(e.ProductID), Seller: e.SellerID,
			Marketplace: e.MarketplaceID, Outcome: record.Text(e.Outcome), Region: m.Region, SKU: e.SKU, Urgency: int64(e.Urgency()),
		}
	}
	args, err := openRows.Args(c.store.Dialect(), rows)
	if err != nil {
		return err
	}
	n, err := c.store.Hot(ctx).Exec(ctx, c.texts.openNew, args...)
	if unique, ok := errors.AsType[*db.Unique](db.Fault(err)); ok && unique.On("team_id", "product_id") {
		return conflict("A price of the row is on its way.")
	}
	return db.Written(n, len(open), err)
}
