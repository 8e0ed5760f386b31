package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/app/repricer/pricing"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	historyports "sellingassistant/ports/repricer/history"
)

// resume takes holds away as a seller does who sets the mode anew.
func (e *engine) resume(rows ...decision.ProductID) {
	e.t.Helper()
	results, err := e.edit.BulkUpdate(e.t.Context(), e.who, manage.UpdateProducts{
		IDs: rows, Patch: repricer.ProductPatch{Mode: optional.Some(decision.ModeAuto)},
	})
	require.NoError(e.t, err)
	for _, r := range results {
		require.Equal(e.t, edit.Updated, r.Outcome)
	}
}

// landed ends what is on its way, as if it was seen live.
func (e *engine) landed(row decision.ProductID, price string) {
	e.t.Helper()
	_, err := e.db.DB().ExecContext(e.t.Context(), "DELETE FROM repricer_open_changes WHERE product_id = ?", int64(row))
	require.NoError(e.t, err)
	_, err = e.db.DB().ExecContext(e.t.Context(), "UPDATE repricer_products SET run_state = 'idle', current_price = ? WHERE id = ?",
		money.MustParse(price).Units(), int64(row))
	require.NoError(e.t, err)
}

func TestAResumedRowFallsAsItsSellerHasSeen(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.selling(2, nil)
		e.live(nil)
		for _, row := range rows {
			e.event(row, "14.99") // a fall of 25.05 %
		}
		e.work()
		require.Len(e.t, e.holds(), 2)
		// One by its mode, one by hand; both fall as they were to.
		e.clock.add(time.Minute)
		e.resume(rows[0])
		e.lists("sku-000", "14.99")
		e.lists("sku-001", "14.99")
		e.work()
		byHand, err := e.engine.Reprice(e.t.Context(), e.who, pricing.RepriceProduct{ID: rows[1], Resume: true})
		require.NoError(e.t, err)
		require.Equal(e.t, optional.Some(history.OutcomeProposed), byHand.Change.Outcome)
		require.Empty(e.t, e.holds())
		require.Equal(e.t, []string{
			"change match_target 14.99 cancelled", "change match_target 14.99 cancelled",
			"change match_target 14.99 proposed", "change match_target 14.99 proposed",
		}, e.told())
		// The next fall is judged as ever.
		e.landed(rows[0], "14.99")
		e.clock.add(time.Hour)
		e.event(rows[0], "11")
		e.work()
		require.Equal(e.t, decision.HoldCircuitBreaker, e.holds()[rows[0]].Reason)
	})
}

func TestRowsThatFellTogetherFallAfterTheirResume(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.selling(40, nil)
		e.live(nil)
		for i, row := range rows {
			rival := "21"
			if i < 20 {
				rival = "19"
			}
			e.event(row, rival)
		}
		e.work()
		require.Len(e.t, e.holds(), 20)
		// A row that falls while the others are held is held as well.
		e.landed(rows[20], "21")
		e.clock.add(time.Minute)
		e.wakeNow(rows[20], "20")
		e.work()
		require.Len(e.t, e.holds(), 21)
		for i, sku := range skus(21) {
			rival := "19"
			if i == 20 {
				rival = "20"
			}
			e.lists(sku, rival)
		}
		e.resume(rows[:21]...)
		e.work()
		require.Empty(e.t, e.holds())
		for _, row := range rows[:21] {
			require.Equal(e.t, repricer.RunSubmitting, e.row(row).RunState)
		}
		// What falls from now on is counted anew: one more row is no runaway.
		e.landed(rows[21], "21")
		e.clock.add(time.Minute)
		e.wakeNow(rows[21], "20")
		e.work()
		require.Empty(e.t, e.holds())
	})
}

func skus(n int) []string {
	out := make([]string, n)
	for i, row := range plainRows(n) {
		out[i] = row.Key.SKU
	}
	return out
}

func TestAResumedRowGoesOnFromAPriceFromElsewhere(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.selling(1, nil)[0]
		e.in(e.t, func(ctx contextT) {
			lock(ctx, e.t, e.world, row)
			require.NoError(e.t, e.memories.Save(ctx, ours, map[decision.ProductID]repricer.Memory{row: {LastSubmitted: amount("10")}}))
		})
		e.live(nil)
		e.event(row, "20")
		e.work()
		require.Equal(e.t, decision.HoldExternalChange, e.holds()[row].Reason)
		e.clock.add(time.Minute)
		e.lists("sku-000", "20")
		e.resume(row)
		e.work()
		require.Empty(e.t, e.holds())
		require.Equal(e.t, []string{"hold external_change_anomaly 20 -", "keep match_target 20 -"}, e.told())
		memories, err := e.memories.Load(e.t.Context(), ours, []decision.ProductID{row})
		require.NoError(e.t, err)
		require.Equal(e.t, amount("20"), memories[row].LastSubmitted, "what comes later is measured against it")
		require.Equal(e.t, int64(2), e.row(row).Version)
		require.Len(e.t, e.all(e.t, ours, historyports.ChangeFilter{}), 2)
	})
}

// At the end of a schedule all rows come back from where it had put them.
func TestRowsComeBackFromASchedule(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.selling(25, nil)
		e.live(nil)
		recalled := func(price string, by decision.Reason, rows ...decision.ProductID) {
			all := map[decision.ProductID]repricer.Memory{}
			for _, row := range rows {
				all[row] = repricer.Memory{LastSubmitted: amount(price), ChangedAt: optional.Some(e.clock.Now().Add(-time.Hour)), ChangeReason: by}
			}
			e.in(e.t, func(ctx contextT) {
				lock(ctx, e.t, e.world, rows...)
				require.NoError(e.t, e.memories.Save(ctx, ours, all))
			})
		}
		recalled("20", decision.ReasonScheduleMax, rows...)
		for _, row := range rows {
			e.event(row, "14")
		}
		e.work()
		require.Empty(e.t, e.holds())
		for _, told := range e.told() {
			require.Equal(e.t, "change match_target 14 proposed", told)
		}
		// The next fall is judged as ever.
		e.landed(rows[0], "14")
		recalled("14", decision.ReasonMatchTarget, rows[0])
		e.clock.add(time.Hour)
		e.event(rows[0], "10")
		e.work()
		require.Equal(e.t, "One change would have lowered the price from 14 to 10.", e.holds()[rows[0]].Details)
	})
}
