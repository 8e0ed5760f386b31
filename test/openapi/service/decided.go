package service

import (
	"context"
	"testing"

	managestore "sellingassistant/adapters/persistence/repricer/manage"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	historyports "sellingassistant/ports/repricer/history"
	"sellingassistant/test/repricing"
)

// Rows stores repricer rows unchanged, and returns them with their ids.
func (m *Team) Rows(t testing.TB, rows ...repricer.ProductSnapshot) []repricer.ProductSnapshot {
	t.Helper()
	made, out := make([]*repricer.Product, len(rows)), make([]repricer.ProductSnapshot, len(rows))
	for i, row := range rows {
		row.ID, row.Team = 1, m.ID
		out[i] = row
		var err error
		if made[i], err = repricer.RestoreProduct(row); err != nil {
			t.Fatalf("make a repricer row: %v", err)
		}
	}
	err := m.service.Store.InTx(t.Context(), func(ctx context.Context) error {
		inserted, err := managestore.NewProducts(m.service.Store).Insert(ctx, m.ID, made)
		for i, in := range inserted {
			out[i].ID = in.ID
		}
		return err
	})
	if err != nil {
		t.Fatalf("store repricer rows: %v", err)
	}
	return out
}

// Decide lets the repricer decide a row from an input, records the decision with its input, and
// applies steps to its price. It returns 0 for a decision that the history does not keep.
func (m *Team) Decide(t testing.TB, row repricer.ProductSnapshot, why history.Trigger, input decision.Input,
	steps ...func(*history.PriceChange) error,
) repricer.ChangeID {
	t.Helper()
	made := history.NewChange{Row: row, Trigger: why, Input: input, Decision: decision.Decide(input)}
	if id, ok := row.StrategyID.Get(); ok {
		made.Strategy = optional.Some(history.StrategyUsed{ID: id, Version: 1})
	}
	change, err := history.NewPriceChange(made)
	if err != nil {
		t.Fatalf("make a decision: %v", err)
	}
	ctx, changes := t.Context(), repricing.NewRecorder(m.service.Store)
	ids, err := changes.Record(ctx, m.ID, []historyports.Decided{{Change: change, Input: input}})
	if err != nil {
		t.Fatalf("record a decision: %v", err)
	}
	for _, step := range steps {
		if err := changes.Move(ctx, m.ID, []decision.ProductID{row.ID}, step); err != nil {
			t.Fatalf("move a price: %v", err)
		}
	}
	return ids[0].Or(0)
}
