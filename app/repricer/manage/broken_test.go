package manage_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

// Lets the store of every use case fail at its first call, at its second, and so on until the use
// case succeeds. Each time nothing has changed.
func TestAStoreThatFailsLeavesNothingBehind(t *testing.T) {
	type run func(context.Context, *world, []decision.ProductID, []strategy.ID) error
	for name, f := range map[string]run{
		"update settings": func(ctx context.Context, w *world, _ []decision.ProductID, s []strategy.ID) error {
			_, err := w.settings.Update(ctx, w.who, manage.UpdateSettings{Patch: repricer.SettingsPatch{DefaultStrategyID: put(s[1])}})
			return err
		},
		"reset settings": func(ctx context.Context, w *world, _ []decision.ProductID, _ []strategy.ID) error {
			return w.settings.Reset(ctx, w.who, nil)
		},
		"create strategy": func(ctx context.Context, w *world, _ []decision.ProductID, _ []strategy.ID) error {
			_, err := w.strategies.Create(ctx, w.who, chase("New"))
			return err
		},
		"update strategy": func(ctx context.Context, w *world, _ []decision.ProductID, s []strategy.ID) error {
			_, err := w.strategies.Update(ctx, w.who, manage.UpdateStrategy{ID: s[0], Patch: chase("Renamed")})
			return err
		},
		"delete strategies": func(ctx context.Context, w *world, _ []decision.ProductID, s []strategy.ID) error {
			_, err := w.strategies.DeleteMany(ctx, w.who, manage.DeleteStrategies{Many: edit.Many[strategy.ID]{IDs: s[:1]}, Replacement: manage.Replacement{ReassignTo: optional.Some(s[1])}})
			return err
		},
		"create products": func(ctx context.Context, w *world, _ []decision.ProductID, _ []strategy.ID) error {
			_, err := w.products.Create(ctx, w.who, []repricer.NewProduct{offer("new-1", us), offer("new-2", de)})
			return err
		},
		"update products": func(ctx context.Context, w *world, ids []decision.ProductID, s []strategy.ID) error {
			_, err := w.products.BulkUpdate(ctx, w.who, manage.UpdateProducts{IDs: ids, Patch: repricer.ProductPatch{
				StrategyID: put(s[1]), Limits: put(repricer.LimitsPatch{MinPrice: put(eur("1"))}),
			}})
			return err
		},
		"delete products": func(ctx context.Context, w *world, ids []decision.ProductID, _ []strategy.ID) error {
			_, err := w.products.DeleteMany(ctx, w.who, edit.Many[decision.ProductID]{IDs: ids})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			s := []strategy.ID{w.strategy("First"), w.strategy("Second")}
			ids := w.rows(3, us)
			w.update(repricer.ProductPatch{StrategyID: put(s[0])}, ids[:2]...)
			w.patchSettings(repricer.SettingsPatch{DefaultStrategyID: put(s[0])})
			before := w.everything()
			away := fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "The store is away.")
			for n := 1; ; n++ {
				require.Less(t, n, 20)
				calls := 0
				w.store.OnCall(func(string) error {
					if calls++; calls == n {
						return away
					}
					return nil
				})
				err := f(t.Context(), w, ids, s)
				if calls < n {
					require.NoError(t, err)
					require.Greater(t, n, 1, "no call failed at all")
					require.NotEqual(t, before, w.everything())
					return
				}
				require.ErrorIs(t, err, away, "call %d", n)
				require.Equal(t, before, w.everything(), "call %d", n)
			}
		})
	}
}

func TestATransactionThatPanicsLeavesNothingBehind(t *testing.T) {
	w := newWorld(t)
	ids := w.rows(2, us)
	before := w.everything()
	w.store.OnCall(func(method string) error {
		if method == "repricer_products Update" {
			panic("broken")
		}
		return nil
	})
	require.Panics(t, func() { w.update(repricer.ProductPatch{Priority: optional.Some(repricer.PriorityFast)}, ids...) })
	require.Equal(t, before, w.everything())
}

func race(n int, f func(i int)) {
	var wg sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		wg.Go(func() {
			<-start
			f(i)
		})
	}
	close(start)
	wg.Wait()
}

func TestTwentyWorkersPatchTheSameRows(t *testing.T) {
	w := newWorld(t)
	ids := w.rows(10, us)
	reversed := make([]decision.ProductID, len(ids))
	for i, product := range ids {
		reversed[len(ids)-1-i] = product
	}
	failures := make([]error, 20)
	race(20, func(i int) {
		named := ids
		if i%2 == 1 {
			named = reversed
		}
		price := eur("1").Units() * int64(i+1)
		_, failures[i] = w.products.BulkUpdate(t.Context(), w.who, manage.UpdateProducts{IDs: named, Patch: limits(repricer.LimitsPatch{
			MinPrice: put(amount(price)), MaxPrice: put(amount(price * 2)),
		})})
	})
	require.NoError(t, errors.Join(failures...))
	for _, product := range ids {
		got := w.get(product)
		require.EqualValues(t, 21, got.Version, "no update was lost")
		least, _ := got.Limits.MinPrice.Get()
		most, _ := got.Limits.MaxPrice.Get()
		require.Equal(t, least.Units()*2, most.Units(), "both members are of one call")
		require.Equal(t, w.get(ids[0]).Limits, got.Limits, "all rows are of one call")
	}
}

func TestOfTwentyWithTheSameVersionOneWins(t *testing.T) {
	w := newWorld(t)
	product := w.rows(1, us)[0]
	w.patchSettings(repricer.SettingsPatch{Enabled: put(true)})
	number := int64(1)
	won := make([]bool, 40)
	race(40, func(i int) {
		var err error
		if i < 20 {
			_, err = w.products.Update(t.Context(), w.who, manage.UpdateProduct{ID: product, IfMatch: &number,
				Patch: limits(repricer.LimitsPatch{MaxPrice: put(amount(int64(i+1) * 100))})})
		} else {
			_, err = w.settings.Update(t.Context(), w.who, manage.UpdateSettings{IfMatch: &number,
				Patch: repricer.SettingsPatch{MaxChangesPerDay: put(i)}})
		}
		won[i] = err == nil
		if err != nil && !fault.Is(err, fault.CodePreconditionFailed) {
			t.Error(err)
		}
	})
	count := func(w []bool) (n int) {
		for _, b := range w {
			if b {
				n++
			}
		}
		return n
	}
	require.Equal(t, 1, count(won[:20]))
	require.Equal(t, 1, count(won[20:]))
}

func TestTwentyWorkersCreateTheSameRow(t *testing.T) {
	w := newWorld(t)
	results := make([]manage.ProductResult, 20)
	race(20, func(i int) {
		got, err := w.products.Create(t.Context(), w.who, []repricer.NewProduct{offer("one", us)})
		if err != nil {
			t.Error(err)
			return
		}
		results[i] = got[0]
	})
	created := 0
	var there decision.ProductID
	for _, r := range results {
		if r.Outcome == edit.Created {
			created, there = created+1, r.ID
		}
	}
	require.Equal(t, 1, created)
	for _, r := range results {
		if r.Outcome != edit.Created {
			require.Equal(t, fault.CodeAlreadyExists, r.Err.Code)
			require.Equal(t, int64(there), r.Err.Details["existing_id"])
		}
	}
}

// Deletes a strategy while rows are assigned to it: no row names a deleted strategy.
func TestNoRowNamesADeletedStrategy(t *testing.T) {
	for range 20 {
		w := newWorld(t)
		s, ids := w.strategy("Going"), w.rows(5, us)
		race(20, func(i int) {
			if i == 10 {
				err := w.strategies.Delete(t.Context(), w.who, manage.DeleteStrategy{ID: s, Replacement: manage.Replacement{Unassign: true}})
				if err != nil {
					t.Error(err)
				}
				return
			}
			_, err := w.products.BulkUpdate(t.Context(), w.who, manage.UpdateProducts{IDs: ids, Patch: repricer.ProductPatch{StrategyID: put(s)}})
			if err != nil && !fault.Is(err, fault.CodeStrategyNotFound) {
				t.Error(err)
			}
		})
		for _, product := range ids {
			require.False(t, w.get(product).StrategyID.Known())
		}
	}
}

// Patches and resets in any order: never a mixture of an old and a new record.
func TestSettingsUnderPatchesAndResets(t *testing.T) {
	w := newWorld(t)
	race(20, func(i int) {
		var err error
		if i%4 == 3 {
			err = w.settings.Reset(t.Context(), w.who, nil)
		} else {
			_, err = w.settings.Update(t.Context(), w.who, manage.UpdateSettings{Patch: repricer.SettingsPatch{
				MaxChangesPerDay: put(i + 1), SweepIntervalMinutes: put(i + 1),
			}})
		}
		if err != nil {
			t.Error(err)
		}
	})
	got, err := w.settings.Get(t.Context(), w.who)
	if fault.Is(err, fault.CodeNotFound) {
		return
	}
	require.NoError(t, err)
	require.Equal(t, got.Values.MaxChangesPerDay, got.Values.SweepIntervalMinutes)
}
