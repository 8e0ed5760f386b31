package repricing

import (
	"context"
	"slices"

	"sellingassistant/adapters/persistence/db"
	historystore "sellingassistant/adapters/persistence/repricer/history"
	managestore "sellingassistant/adapters/persistence/repricer/manage"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	ports "sellingassistant/ports/repricer"
	historyports "sellingassistant/ports/repricer/history"
	"sellingassistant/ports/tx"
)

// Recorder stores decisions and moves their prices as the engine and the sender do.
type Recorder struct {
	Changes  historyports.Changes
	Products ports.Products
	Tx       tx.Runner
}

// NewRecorder opens a recorder over a store.
func NewRecorder(s *db.Store) Recorder {
	return Recorder{historystore.NewChanges(s), managestore.NewProducts(s), s}
}

// Record stores decisions about different rows of a team, their counters and the changes of the
// rows, or nothing at all. A missing row is a Conflict fault.
func (c Recorder) Record(ctx context.Context, team id.Team, decided []historyports.Decided) (ids []optional.Maybe[repricer.ChangeID], err error) {
	if len(decided) == 0 {
		return nil, nil
	}
	err = c.Tx.InTx(ctx, func(ctx context.Context) error {
		rows, err := c.lock(ctx, team, decided)
		if err != nil {
			return err
		}
		known := slices.Clone(decided)
		for i := range known {
			known[i].Last = rows[i].LastReason()
		}
		if ids, err = c.Changes.Record(ctx, team, known); err != nil {
			return err
		}
		for i, row := range rows {
			known[i].Change.RecordIn(row, known[i].Input.Row, ids[i])
		}
		return c.Products.SaveDecided(ctx, rows)
	})
	return ids, err
}

// lock loads the rows of decisions, in the order of the decisions.
func (c Recorder) lock(ctx context.Context, team id.Team, decided []historyports.Decided) ([]*repricer.Product, error) {
	ids := make([]decision.ProductID, len(decided))
	for i, d := range decided {
		ids[i] = d.Change.ProductID()
	}
	found, err := c.Products.LoadLocked(ctx, team, id.Ascending(ids))
	if err != nil {
		return nil, err
	}
	products := make(map[decision.ProductID]*repricer.Product, len(found))
	for _, row := range found {
		products[row.ID()] = row
	}
	rows := make([]*repricer.Product, len(ids))
	for i, product := range ids {
		if rows[i] = products[product]; rows[i] == nil {
			return nil, fault.New(fault.Conflict, fault.CodeConflict, "A row is gone that was decided.")
		}
	}
	return rows, nil
}

// Move applies a step to the open prices of rows, such as recording that they were accepted. It
// skips a row without an open price. An error of step undoes everything.
func (c Recorder) Move(ctx context.Context, team id.Team, rows []decision.ProductID, step func(*history.PriceChange) error) error {
	return c.Tx.InTx(ctx, func(ctx context.Context) error {
		open, err := c.Changes.LoadOpenLocked(ctx, team, id.Ascending(rows))
		if err != nil {
			return err
		}
		for _, o := range open {
			if err := step(o); err != nil {
				return err
			}
		}
		return c.Changes.Save(ctx, team, open, nil)
	})
}
