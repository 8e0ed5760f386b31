package pricing_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/app/repricer/pricing"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/test/repricing"
)

// resume ends holds like a seller who sets the mode again.
func (e *engine) resume(rows ...decision.ProductID) {
	e.T.Helper()
	results, err := e.Edit.BulkUpdate(e.T.Context(), e.Who, manage.UpdateProducts{
		IDs: rows, Patch: repricer.ProductPatch{Mode: optional.Some(decision.ModeAuto)},
	})
	require.NoError(e.T, err)
	for _, r := range results {
		require.Equal(e.T, edit.Updated, r.Outcome)
	}
}

func TestAResumedRowFallsAsItsSellerHasSeen(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.Selling(2, nil)
		e.Live(nil)
		for _, row := range rows {
			e.Event(row, "14.99") // a fall of 25.05 %
		}
		e.Work()
		require.Len(e.T, e.Holds(), 2)
		// One row by its mode, one by hand; both fall as intended.
		e.Clock.Add(time.Minute)
		e.resume(rows[0])
		e.Lists("sku-000", "14.99")
		e.Lists("sku-001", "14.99")
		e.Work()
		byHand, err := e.Pricing.Reprice(e.T.Context(), e.Who, pricing.RepriceProduct{ID: rows[1], Resume: true})
		require.NoError(e.T, err)
		require.Equal(e.T, optional.Some(history.OutcomeProposed), byHand.Change.Outcome)
		require.Empty(e.T, e.Holds())
		require.Equal(e.T, []string{
			"change match_target 14.99 cancelled", "change match_target 14.99 cancelled",
			"change match_target 14.99 proposed", "change match_target 14.99 proposed",
		}, e.Told())
		// The next fall is checked as usual.
		e.Landed(rows[0], "14.99")
		e.Clock.Add(time.Hour)
		e.Event(rows[0], "11")
		e.Work()
		require.Equal(e.T, decision.HoldCircuitBreaker, e.Holds()[rows[0]].Reason)
	})
}

func TestRowsThatFellTogetherFallAfterTheirResume(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.Selling(40, nil)
		e.Live(nil)
		for i, row := range rows {
			rival := "21"
			if i < 20 {
				rival = "19"
			}
			e.Event(row, rival)
		}
		e.Work()
		require.Len(e.T, e.Holds(), 20)
		// A row that falls while the others are frozen is frozen as well.
		e.Landed(rows[20], "21")
		e.Clock.Add(time.Minute)
		e.WakeNow(rows[20], "20")
		e.Work()
		require.Len(e.T, e.Holds(), 21)
		for i, sku := range repricing.SKUs(21) {
			rival := "19"
			if i == 20 {
				rival = "20"
			}
			e.Lists(sku, rival)
		}
		e.resume(rows[:21]...)
		e.Work()
		require.Empty(e.T, e.Holds())
		for _, row := range rows[:21] {
			require.Equal(e.T, repricer.RunSubmitting, e.Row(row).RunState)
		}
		// Later falls are counted anew: another row does not trip the breaker.
		e.Landed(rows[21], "21")
		e.Clock.Add(time.Minute)
		e.WakeNow(rows[21], "20")
		e.Work()
		require.Empty(e.T, e.Holds())
	})
}

func TestAResumedRowGoesOnFromAPriceFromElsewhere(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, nil)[0]
		e.In(e.T, func(ctx context.Context) {
			repricing.Lock(ctx, e.T, e.World, row)
			require.NoError(e.T, e.Memories.Save(ctx, ours, map[decision.ProductID]repricer.Memory{row: {LastSubmitted: amount("10")}}))
		})
		e.Live(nil)
		e.Event(row, "20")
		e.Work()
		require.Equal(e.T, decision.HoldExternalChange, e.Holds()[row].Reason)
		e.Clock.Add(time.Minute)
		e.Lists("sku-000", "20")
		e.resume(row)
		e.Work()
		require.Empty(e.T, e.Holds())
		require.Equal(e.T, []string{"hold external_change_anomaly 20 -", "keep match_target 20 -"}, e.Told())
		memories, err := e.Memories.Load(e.T.Context(), ours, []decision.ProductID{row})
		require.NoError(e.T, err)
		require.Equal(e.T, amount("20"), memories[row].LastSubmitted, "later prices are compared with it")
		require.Equal(e.T, int64(2), e.Row(row).Version)
		require.Len(e.T, e.All(e.T, ours, history.ChangeFilter{}), 2)
	})
}

// At the end of a schedule all rows come back from where it had put them.
func TestRowsComeBackFromASchedule(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.Selling(25, nil)
		e.Live(nil)
		recalled := func(price string, reason decision.Reason, rows ...decision.ProductID) {
			all := map[decision.ProductID]repricer.Memory{}
			for _, row := range rows {
				all[row] = repricer.Memory{LastSubmitted: amount(price), ChangedAt: optional.Some(e.Clock.Now().Add(-time.Hour)), ChangeReason: reason}
			}
			e.In(e.T, func(ctx context.Context) {
				repricing.Lock(ctx, e.T, e.World, rows...)
				require.NoError(e.T, e.Memories.Save(ctx, ours, all))
			})
		}
		recalled("20", decision.ReasonScheduleMax, rows...)
		for _, row := range rows {
			e.Event(row, "14")
		}
		e.Work()
		require.Empty(e.T, e.Holds())
		for _, text := range e.Told() {
			require.Equal(e.T, "change match_target 14 proposed", text)
		}
		// The next fall is checked as usual.
		e.Landed(rows[0], "14")
		recalled("14", decision.ReasonMatchTarget, rows[0])
		e.Clock.Add(time.Hour)
		e.Event(rows[0], "10")
		e.Work()
		require.Equal(e.T, "One change would have lowered the price from 14 to 10.", e.Holds()[rows[0]].Details)
	})
}
