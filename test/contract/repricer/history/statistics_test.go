package history_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	historyports "sellingassistant/ports/repricer/history"
)

func day(s string) date.Date { return date.MustParse(s) }

func total(s *historyports.Sums) history.Counts {
	var n history.Counts
	for _, c := range s.Counts {
		n = n.Add(c.Counts)
	}
	return n
}

func TestSumsByDayAndMarketplace(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		british := plainRow(2)
		british.Key.MarketplaceID = gb
		rows := r.Rows(t, ours, plainRow(1), british)
		midnight := time.Date(2026, 11, 3, 0, 0, 0, 0, time.UTC)
		r.Record(t, ours, matched(t, rows[0], midnight.Add(-time.Microsecond), "18"), matched(t, rows[1], midnight, "22"))
		r.Move(t, rows[0].ID, submit(midnight), accept(midnight), confirm(midnight.Add(100*time.Second)))
		r.Record(t, ours, matched(t, rows[0], midnight.Add(time.Hour), "20"))

		sum := func(from, to string, groupBy history.GroupBy) *historyports.Sums {
			s, err := r.History.Sum(t.Context(), ours, day(from), day(to), groupBy, 100)
			require.NoError(t, err)
			return s
		}
		first := history.Counts{Decisions: 1, Downs: 1, Sized: 1, SizeSum: 100_000, Submitted: 1, Confirmed: 1}
		second := history.Counts{Decisions: 1, Ups: 1, Sized: 1, SizeSum: 100_000}
		build := func(d string, m repricer.Key, v decision.Verdict, n history.Counts) historyports.DecisionSum {
			return historyports.DecisionSum{
				Group:  historyports.Group{Day: day(d), MarketplaceID: m.MarketplaceID, Strategy: 7, Reason: "match_target"},
				Reason: "match_target", Verdict: v, Counts: n,
			}
		}
		all := history.GroupBy{Day: true, Reason: true, Strategy: true, Marketplace: true}
		require.ElementsMatch(t, []historyports.DecisionSum{
			build("2026-11-02", rows[0].Key, "change", first), build("2026-11-03", rows[1].Key, "change", second),
			build("2026-11-03", rows[0].Key, "keep", history.Counts{Decisions: 1}),
		}, sum("2026-11-02", "2026-11-03", all).Counts)
		require.Equal(t, first, total(sum("2026-11-01", "2026-11-02", history.GroupBy{})))
		require.Empty(t, sum("2026-11-04", "2026-11-05", all).Counts)

		marks := sum("2026-11-02", "2026-11-03", history.GroupBy{Marketplace: true}).Histograms
		require.Equal(t, history.Histogram{32: 1}, marks[historyports.Group{MarketplaceID: de}][history.ScaleSize])
		require.Equal(t, history.Histogram{32: 1}, marks[historyports.Group{MarketplaceID: gb}][history.ScaleSize])
		require.Equal(t, optional.Some(int64(109)), marks[historyports.Group{MarketplaceID: de}][history.ScaleConfirm].Quantile(history.ScaleConfirm, 50))
		require.Nil(t, marks[historyports.Group{MarketplaceID: gb}][history.ScaleConfirm])

		none, err := r.History.Sum(t.Context(), ours, day("2026-11-02"), day("2026-11-03"), history.GroupBy{Marketplace: true}, 1)
		require.NoError(t, err)
		require.Nil(t, none, "two groups and room for one")
		others, err := r.History.Sum(t.Context(), theirs, day("2026-11-02"), day("2026-11-03"), all, 100)
		require.NoError(t, err)
		require.Empty(t, others.Counts)
		require.Empty(t, others.Histograms)

		// Folding changes nothing that can be read.
		before := sum("2026-11-02", "2026-11-03", all)
		require.NoError(t, r.History.Fold(t.Context()))
		require.NoError(t, r.History.Fold(t.Context()))
		after := sum("2026-11-02", "2026-11-03", all)
		require.ElementsMatch(t, before.Counts, after.Counts)
		require.Equal(t, before.Histograms, after.Histograms)
	})
}

// TestSumsHaveABound asks for a group of too many parts to keep in memory.
func TestSumsHaveABound(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		parts := func(from, to int) {
			_, err := r.DB.Write(t.Context()).ExecContext(t.Context(), `WITH RECURSIVE n(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)
				INSERT INTO repricer_day_counts SELECT ?, ?, 'A1PA6795UKMFR9', 0, 'reason_' || CAST(i AS TEXT), 'keep', 0, 1,
				0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM n`, from, to, int64(ours), day("2026-11-02").Days())
			require.NoError(t, err)
		}
		sum := func() *historyports.Sums {
			s, err := r.History.Sum(t.Context(), ours, day("2026-11-02"), day("2026-11-02"), history.GroupBy{}, 1)
			require.NoError(t, err)
			return s
		}
		parts(1, 100_000)
		require.EqualValues(t, 100_000, total(sum()).Decisions)
		parts(100_001, 100_001)
		require.Nil(t, sum())
	})
}
