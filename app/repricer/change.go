package repricer

import (
	"context"
	"slices"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	ports "sellingassistant/ports/repricer"
	"sellingassistant/ports/tx"
)

// Changes are the use cases of decisions and of what becomes of their prices.
// Nobody's call asks for them: whoever decides, sends and watches prices does.
type Changes struct {
	changes  ports.Changes
	products ports.Products
	tx       tx.Runner
}

// NewChanges makes the use cases.
func NewChanges(changes ports.Changes, products ports.Products, runner tx.Runner) *Changes {
	return &Changes{changes, products, runner}
}

// Record stores decisions about different rows of a team, their counters and what
// the rows remember of them, or nothing at all. A row that is gone is a Conflict
// fault. See ports.Changes.
func (c *Changes) Record(ctx context.Context, team id.Team, decided []ports.Decided) (ids []repricer.Maybe[repricer.ChangeID], err error) {
	if len(decided) == 0 {
		return nil, nil
	}
	err = c.tx.InTx(ctx, func(ctx context.Context) error {
		rows, err := c.lock(ctx, team, decided)
		if err != nil {
			return err
		}
		known := slices.Clone(decided)
		for i := range known {
			known[i].Last = rows[i].LastReason()
		}
		if ids, err = c.changes.Record(ctx, team, known); err != nil {
			return err
		}
		for i, row := range rows {
			row.Note(known[i].Change, known[i].Input.Row.BreakEven(), ids[i])
		}
		return c.products.Conclude(ctx, rows)
	})
	return ids, err
}

// lock loads the rows of decisions, in the order of these.
func (c *Changes) lock(ctx context.Context, team id.Team, decided []ports.Decided) ([]*repricer.Product, error) {
	ids := make([]repricer.ProductID, len(decided))
	for i, d := range decided {
		ids[i] = d.Change.ProductID()
	}
	found, err := c.products.LoadLocked(ctx, team, once(ids))
	if err != nil {
		return nil, err
	}
	by := make(map[repricer.ProductID]*repricer.Product, len(found))
	for _, row := range found {
		by[row.ID()] = row
	}
	rows := make([]*repricer.Product, len(ids))
	for i, product := range ids {
		if rows[i] = by[product]; rows[i] == nil {
			return nil, fault.New(fault.Conflict, fault.CodeConflict, "A row is gone that was decided.")
		}
	}
	return rows, nil
}

// Move does something to the open prices of rows, such as noting that they were
// accepted. A row without an open price is passed over. An error of step undoes
// all.
func (c *Changes) Move(ctx context.Context, team id.Team, rows []repricer.ProductID, step func(*repricer.PriceChange) error) error {
	return c.tx.InTx(ctx, func(ctx context.Context) error {
		open, err := c.changes.LoadOpenLocked(ctx, team, once(rows))
		if err != nil {
			return err
		}
		for _, o := range open {
			if err := step(o); err != nil {
				return err
			}
		}
		return c.changes.Save(ctx, team, open, nil)
	})
}
