package repricer

import (
	"context"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	ports "sellingassistant/ports/repricer"
	"sellingassistant/ports/tx"
)

// Changes are the use cases of decisions and of what becomes of their prices.
// Nobody's call asks for them: whoever decides, sends and watches prices does.
type Changes struct {
	changes ports.Changes
	tx      tx.Runner
}

// NewChanges makes the use cases.
func NewChanges(changes ports.Changes, runner tx.Runner) *Changes { return &Changes{changes, runner} }

// Record stores decisions about different rows of a team, and their counters, or
// nothing at all. See ports.Changes.
func (c *Changes) Record(ctx context.Context, team id.Team, decided []ports.Decided) (ids []repricer.Maybe[repricer.ChangeID], err error) {
	err = c.tx.InTx(ctx, func(ctx context.Context) error {
		ids, err = c.changes.Record(ctx, team, decided)
		return err
	})
	return ids, err
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
		return c.changes.Save(ctx, team, open)
	})
}
