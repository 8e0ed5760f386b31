package repricer_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/app/repricer/history"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/app/repricer/pricing"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	repricerhistory "sellingassistant/domain/repricer/history"
	historyports "sellingassistant/ports/repricer/history"
)

func TestTheLastDecisionAndTheLastPriceAreShown(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.selling(3, nil)
		e.live(nil)
		e.work() // without offers
		e.clock.add(15 * time.Minute)
		e.event(rows[0], "18")
		e.event(rows[1], "14.99") // a runaway
		e.work()
		s, _ := recordsSite(t, e.db)
		made := map[decision.ProductID]repricer.ChangeID{}
		for _, c := range e.all(t, ours, historyports.ChangeFilter{Verdicts: []decision.Verdict{decision.VerdictChange}}) {
			made[c.ProductID] = c.ID
		}
		decided := `"created_at":"2026-11-02T12:15:00.123456Z"}`
		last := func(row decision.ProductID, price, outcome string) string {
			return fmt.Sprintf(`"last_decision":{"action":"change","price":%s,"reason":"match_target",%s,"last_change":{"id":%d,"old_price":20,`+
				`"new_price":%s,"reason":"match_target","outcome":%q,%s,`, price, decided, made[row], price, outcome, decided)
		}
		proposed, frozen := last(rows[0], "18", "proposed"), last(rows[1], "14.99", "cancelled")
		skipped := `"last_decision":{"action":"skip","price":20,"reason":"stale_offers","created_at":"2026-11-02T12:00:00.123456Z"},"last_change":null,`
		list := s.call(t, "GET", "/products", "").Body
		for i, want := range []string{proposed, frozen, skipped} {
			require.Contains(t, list, want)
			require.Contains(t, s.call(t, "GET", fmt.Sprintf("/products/%d", rows[i]), "").Body, want)
		}
		require.Contains(t, s.call(t, "PATCH", fmt.Sprintf("/products/%d", rows[1]), `{"reprice_priority":"fast"}`).Body, frozen)
		off := s.call(t, "PATCH", "/products", fmt.Sprintf(`{"ids":[%d,%d,%d],"mode":"off"}`, rows[0], rows[2], rows[0])).Body
		require.Contains(t, off, last(rows[0], "18", "cancelled"), "as the call leaves it")
		require.Contains(t, off, skipped)
		// What the history keeps no more is not shown.
		_, err := e.db.DB().ExecContext(t.Context(), "DELETE FROM repricer_changes WHERE product_id = ?", int64(rows[0]))
		require.NoError(t, err)
		require.Contains(t, s.call(t, "GET", fmt.Sprintf("/products/%d", rows[0]), "").Body, `"last_change":null,`)
	})
}

func TestDecisionsThatABreakerStoppedComeOutTheSame(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.selling(21, nil)
		e.live(nil)
		e.event(rows[0], "14.99") // a fall of its own
		for _, row := range rows[1:] {
			e.event(row, "19") // and one together
		}
		e.work()
		require.Len(t, e.holds(), 21)
		e.clock.add(time.Minute)
		e.lists("sku-000", "14.99")
		e.resume(rows[0])
		e.work()
		_, err := e.engine.Reprice(t.Context(), e.who, pricing.RepriceProduct{ID: rows[1], Resume: true, Apply: true})
		require.NoError(t, err)
		past := history.NewHistory(e.history, e.history, e.clock)
		all := e.all(t, ours, historyports.ChangeFilter{})
		require.GreaterOrEqual(t, len(all), 23)
		for _, c := range all {
			got, err := past.Replay(t.Context(), ours, c.ID)
			require.NoError(t, err)
			require.Equal(t, history.ReplaySame, got.Result, "%s %s: %v", c.Verdict, c.Outcome.Or("-"), got.Differences)
		}
	})
}

// What a change answers is what the next read shows: the row with its turn and its
// last price.
func TestChangedRowsAreAnsweredAsTheyAreStored(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.selling(2, nil)
		strategy := e.live(nil)
		e.event(rows[0], "18")
		e.work()
		e.landed(rows[0], "18")
		e.clock.add(time.Minute)
		shown := func(results []manage.ProductResult, err error) {
			e.t.Helper()
			require.NoError(e.t, err)
			for i, r := range results {
				require.Equal(e.t, edit.Updated, r.Outcome)
				require.Equal(e.t, repricer.RunQueued, r.Product.RunState)
				require.Equal(e.t, optional.Some(noon.Add(time.Minute)), r.Product.Observed.NextDueAt, "the first change counts")
				now, err := e.edit.Get(e.t.Context(), e.who, rows[i])
				require.NoError(e.t, err)
				require.Equal(e.t, now, *r.Product)
			}
			require.Equal(e.t, eur("18"), results[0].Product.LastChange.Or(repricerhistory.ChangeSnapshot{}).NewPrice)
		}
		patch := repricer.ProductPatch{Priority: optional.Some(repricer.PriorityFast)}
		shown(e.edit.BulkUpdate(e.t.Context(), e.who, manage.UpdateProducts{IDs: rows, Patch: patch}))
		e.clock.add(time.Minute)
		shown(e.edit.Assign(e.t.Context(), e.who, manage.AssignStrategy{Strategy: strategy, IDs: rows}))
	})
}
