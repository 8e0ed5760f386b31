package history_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	historyports "sellingassistant/ports/repricer/history"
)

func TestADecisionComesBackAsItWas(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		row := r.Rows(t, ours, plainRow(1))[0]
		d := matched(t, row, noon, "18.37")
		traced := decision.Explain(d.Input)
		d.Trace = traced.Trace
		got := r.Record(t, ours, d)[0]
		n, ok := got.Get()
		require.True(t, ok)
		require.Positive(t, n)

		want := d.Change.Snapshot()
		want.ID = n
		require.Equal(t, []history.ChangeSnapshot{want}, r.All(t, ours, history.ChangeFilter{}))
		require.Empty(t, r.All(t, theirs, history.ChangeFilter{}))
		require.Equal(t, eur("18.37"), want.NewPrice)
		require.Equal(t, "A3RIVAL", want.TargetSellerID)

		r.Move(t, row.ID, submit(noon.Add(time.Second)))
		r.Move(t, row.ID, accept(noon.Add(2*time.Second)), (*history.PriceChange).Resubmit)
		r.Move(t, row.ID, confirm(noon.Add(9*time.Minute)))
		want.Outcome = optional.Some(history.OutcomeConfirmed)
		want.Submission = optional.Some(history.Submission{
			Route: "patch", ID: "S-1", Status: "ACCEPTED",
			Issues:      []history.Issue{{Code: "8541", Message: "Brand \"X\" is odd, ünd so.", Severity: "WARNING"}},
			SubmittedAt: noon.Add(time.Second), AcceptedAt: optional.Some(noon.Add(2 * time.Second)),
			ConfirmedAt: optional.Some(noon.Add(9 * time.Minute)), Attempts: 2,
		})
		require.Equal(t, []history.ChangeSnapshot{want}, r.All(t, ours, history.ChangeFilter{}))
		r.In(t, func(ctx context.Context) {
			open, err := r.History.LoadOpenLocked(ctx, ours, []decision.ProductID{row.ID})
			require.NoError(t, err)
			require.Empty(t, open)
		})

		evidence, err := r.History.Evidence(t.Context(), ours, []history.ChangeSnapshot{want})
		require.NoError(t, err)
		require.Equal(t, traced.Trace, evidence[n].Trace)
		input, ok := evidence[n].Input.Get()
		require.True(t, ok)
		replayed, differs := history.Replay(want, input)
		require.Empty(t, differs)
		require.Equal(t, traced, replayed)
		evidence, err = r.History.Evidence(t.Context(), theirs, []history.ChangeSnapshot{want})
		require.NoError(t, err)
		require.Empty(t, evidence)
	})
}

// A decision that moves no price is listed when its reason changes.
func TestOnlyNewReasonsAreListed(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		row := r.Rows(t, ours, plainRow(1))[0]
		at := noon
		say := func(d historyports.Decided) bool {
			at = at.Add(time.Minute)
			return r.Record(t, ours, d)[0].Known()
		}
		sold := func(input *decision.Input) { input.Row.Quantity = optional.Some(int64(0)) }
		require.True(t, say(matched(t, row, at, "20")), "the first")
		require.False(t, say(matched(t, row, at, "20")))
		require.True(t, say(decidedBy(t, row, at, history.TriggerSweep, sold)))
		require.False(t, say(decidedBy(t, row, at, history.TriggerSweep, sold)))
		require.True(t, say(matched(t, row, at, "20")))
		require.True(t, say(matched(t, row, at, "19")), "a new price for the same reason")
		require.False(t, say(matched(t, row, at, "20")))
		require.Equal(t, []string{
			"match_target superseded", "match_target -", "out_of_stock -", "match_target -",
		}, outcomes(r.All(t, ours, history.ChangeFilter{})))
		sums, err := r.History.Sum(t.Context(), ours, day("2026-11-02"), day("2026-11-02"), history.GroupBy{}, 1)
		require.NoError(t, err)
		require.Equal(t, int64(7), total(sums).Decisions)
	})
}

// A suggestion that is decided again is listed once and stays open; the decision
// is counted, its price is not counted again.
func TestRepeatedSuggestionsAreListedOnce(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		rows := r.Rows(t, ours, plainRows(2)...)
		at := noon
		suggest := func(row repricer.ProductSnapshot, rival, live string) optional.Maybe[repricer.ChangeID] {
			at = at.Add(time.Minute)
			return r.Record(t, ours, decidedBy(t, row, at, history.TriggerSweep, func(input *decision.Input) {
				input.Offers[0].Price, input.Row.Price, input.Policy.SubmissionMode = eur(rival), eur(live), decision.SubmitSuggest
			}))[0]
		}
		listed := func(i int) []string {
			return outcomes(r.All(t, ours, history.ChangeFilter{Products: []decision.ProductID{rows[i].ID}}))
		}
		first := suggest(rows[0], "18", "20")
		for range 3 {
			require.Equal(t, first, suggest(rows[0], "18", "20"))
		}
		require.NotEqual(t, first, suggest(rows[1], "18", "20"), "another row's")
		require.Equal(t, []string{"match_target suggested"}, listed(0))
		sums, err := r.History.Sum(t.Context(), ours, day("2026-11-02"), day("2026-11-02"), history.GroupBy{}, 1)
		require.NoError(t, err)
		require.Equal(t, history.Counts{Decisions: 5, Downs: 2, Sized: 2, SizeSum: 200_000}, total(sums))

		// Passing the row over leaves the suggestion open.
		at = at.Add(time.Minute)
		r.Record(t, ours, decidedBy(t, rows[0], at, history.TriggerSweep, situations[2]))
		require.Equal(t, first, suggest(rows[0], "18", "20"))
		require.Equal(t, []string{"out_of_stock -", "match_target suggested"}, listed(0))

		// Another price, another live price and a price to be sent are new.
		second := suggest(rows[0], "17", "20")
		require.NotEqual(t, first, second)
		third := suggest(rows[0], "17", "19")
		require.NotEqual(t, second, third)
		at = at.Add(time.Minute)
		r.Record(t, ours, decidedBy(t, rows[0], at, history.TriggerManual, func(input *decision.Input) {
			input.Offers[0].Price, input.Row.Price = eur("17"), eur("19")
		}))
		require.Equal(t, []string{
			"match_target proposed", "match_target superseded", "match_target superseded", "out_of_stock -", "match_target superseded",
		}, listed(0))

		// A withdrawn suggestion is made again.
		r.Move(t, rows[1].ID, cancel)
		suggest(rows[1], "18", "20")
		require.Equal(t, []string{"match_target suggested", "match_target cancelled"}, listed(1))
	})
}

func TestNewerDecisionsReplaceUnsentPrices(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		rows := r.Rows(t, ours, plainRows(4)...)
		for _, row := range rows {
			r.Record(t, ours, matched(t, row, noon, "18"))
		}
		later := noon.Add(time.Minute)
		suggest := func(input *decision.Input) {
			input.Offers[0].Price, input.Policy.SubmissionMode = eur("17"), decision.SubmitSuggest
		}
		sold := func(input *decision.Input) { input.Row.Quantity = optional.Some(int64(0)) }
		r.Record(t, ours, decidedBy(t, rows[0], later, history.TriggerManual, suggest), matched(t, rows[1], later, "20"),
			decidedBy(t, rows[2], later, history.TriggerSweep, sold))
		for i, want := range [][]string{
			{"match_target suggested", "match_target superseded"},
			{"match_target superseded"},
			{"out_of_stock -", "match_target proposed"},
			{"match_target proposed"},
		} {
			require.Equal(t, want, outcomes(r.All(t, ours, history.ChangeFilter{Products: []decision.ProductID{rows[i].ID}})), i)
		}
	})
}

// While the outcome of a price is unknown, no other price is decided.
func TestOneUnresolvedPriceForARow(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		rows := r.Rows(t, ours, plainRows(2)...)
		r.Record(t, ours, matched(t, rows[0], noon, "18"))
		r.Move(t, rows[0].ID, submit(noon))
		err := r.Tx.InTx(t.Context(), func(ctx context.Context) error {
			_, err := r.Changes.Record(ctx, ours, []historyports.Decided{
				matched(t, rows[0], noon.Add(time.Minute), "17"), matched(t, rows[1], noon.Add(time.Minute), "17"),
			})
			return err
		})
		requireCode(t, err, fault.Conflict, fault.CodeConflict)
		require.Len(t, r.All(t, ours, history.ChangeFilter{}), 1)
		// A decision without a change can be recorded at any time.
		require.False(t, r.Record(t, ours, matched(t, rows[0], noon.Add(2*time.Minute), "20"))[0].Known())
		require.Equal(t, []string{"match_target submitted"}, outcomes(r.All(t, ours, history.ChangeFilter{})))

		gone := r.Rows(t, theirs, plainRow(9))[0]
		gone.Team = ours
		err = r.Tx.InTx(t.Context(), func(ctx context.Context) error {
			_, err := r.Changes.Record(ctx, ours, []historyports.Decided{matched(t, gone, noon, "17")})
			return err
		})
		requireCode(t, err, fault.Conflict, fault.CodeConflict)
		_, err = r.Changes.Record(t.Context(), ours, []historyports.Decided{matched(t, rows[1], noon, "17"), matched(t, rows[1], noon, "16")})
		require.Error(t, err)
	})
}

// Of many concurrent decisions about a row, a single price counts, and the day counters have all.
func TestDecidersOfOneRowTakeTurns(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		rows := r.Rows(t, ours, plainRows(3)...)
		var stored atomic.Int64
		race(t, func(n int) error {
			d := make([]historyports.Decided, len(rows))
			for i := range rows {
				// Every worker names the rows in another order.
				row := rows[(i+n)%len(rows)]
				d[i] = matched(t, row, noon.Add(time.Duration(n)*time.Second), fmt.Sprintf("18.%02d", n+1))
			}
			return r.Tx.InTx(t.Context(), func(ctx context.Context) error {
				ids, err := r.Changes.Record(ctx, ours, d)
				stored.Add(int64(len(ids)))
				return err
			})
		})
		require.Equal(t, int64(workers*len(rows)), stored.Load())
		for _, row := range rows {
			count := map[string]int{}
			for _, o := range outcomes(r.All(t, ours, history.ChangeFilter{Products: []decision.ProductID{row.ID}})) {
				count[o]++
			}
			require.Equal(t, map[string]int{"match_target proposed": 1, "match_target superseded": workers - 1}, count)
		}
		sums, err := r.History.Sum(t.Context(), ours, day("2026-11-02"), day("2026-11-02"), history.GroupBy{}, 1)
		require.NoError(t, err)
		require.Equal(t, int64(workers*3), total(sums).Decisions)
		require.Equal(t, int64((workers-1)*3), total(sums).Superseded)
	})
}

// Sends and withdraws a price at once: one of both fails.
func TestAPriceIsSentOrWithdrawn(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		rows := r.Rows(t, ours, plainRows(workers)...)
		for _, row := range rows {
			r.Record(t, ours, matched(t, row, noon, "18"))
		}
		race(t, func(n int) error {
			return r.Tx.InTx(t.Context(), func(ctx context.Context) error {
				open, err := r.History.LoadOpenLocked(ctx, ours, ids(rows))
				if err != nil {
					return err
				}
				var moved []*history.PriceChange
				for _, o := range open {
					switch {
					case o.Outcome() != optional.Some(history.OutcomeProposed):
						continue
					case n%2 == 0:
						err = cancel(o)
					default:
						err = o.Submit(history.RouteFeed, noon)
					}
					if err != nil {
						return err
					}
					moved = append(moved, o)
				}
				return r.History.Save(ctx, ours, moved, nil)
			})
		})
		entries := r.All(t, ours, history.ChangeFilter{})
		require.Len(t, entries, workers)
		for _, e := range entries {
			require.Equal(t, e.Outcome == optional.Some(history.OutcomeSubmitted), e.Submission.Known())
			require.Contains(t, []history.Outcome{"submitted", "cancelled"}, e.Outcome.Or(""))
		}
	})
}

// Does not overwrite a change that was stored since it was loaded.
func TestAnOutcomeIsNotWrittenOverAnother(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		row := r.Rows(t, ours, plainRow(1))[0]
		r.Record(t, ours, matched(t, row, noon, "18"))
		stale, err := history.RestorePriceChange(r.All(t, ours, history.ChangeFilter{})[0])
		require.NoError(t, err)
		r.Move(t, row.ID, submit(noon))
		require.NoError(t, cancel(stale))
		require.Error(t, r.Tx.InTx(t.Context(), func(ctx context.Context) error {
			return r.History.Save(ctx, ours, []*history.PriceChange{stale}, nil)
		}))
		require.Equal(t, []string{"match_target submitted"}, outcomes(r.All(t, ours, history.ChangeFilter{})))
	})
}

// A rollback leaves nothing: no entry, no count, no note at the row.
func TestARecordThatIsUndoneLeavesNothing(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		row := r.Rows(t, ours, plainRow(1))[0]
		undo := errors.New("undo")
		require.ErrorIs(t, r.Tx.InTx(t.Context(), func(ctx context.Context) error {
			_, err := r.Changes.Record(ctx, ours, []historyports.Decided{matched(t, row, noon, "18")})
			require.NoError(t, err)
			return undo
		}), undo)
		require.Empty(t, r.All(t, ours, history.ChangeFilter{}))
		sums, err := r.History.Sum(t.Context(), ours, day("2026-11-02"), day("2026-11-02"), history.GroupBy{}, 1)
		require.NoError(t, err)
		require.Empty(t, sums.Counts)
		require.True(t, r.Record(t, ours, matched(t, row, noon, "20"))[0].Known(), "the first decision of the row")
	})
}
