package history_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	historyports "sellingassistant/ports/repricer/history"
)

// boxes counts the rows with the box, and the rows with a known owner of the box, by the changes of
// all days.
func (r records) boxes(t require.TestingT, m marketplace.ID) (own, known int64) {
	found, err := r.History.BoxHistory(context.Background(), ours, day("2026-11-02"), day("2026-11-04"))
	require.NoError(t, err)
	for marketplaceID, box := range found {
		if m != "" && m != marketplaceID {
			continue
		}
		all := box.Before
		for _, moves := range box.Days {
			all = all.Add(moves)
		}
		own, known = own+all.Own, known+all.Known
	}
	return own, known
}

func TestBoxByDay(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		british := plainRow(3)
		british.Key.MarketplaceID = gb
		rows := r.Rows(t, ours, append(plainRows(2), british)...)
		first := time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
		at := func(days, hours int) time.Time {
			return first.AddDate(0, 0, days).Add(time.Duration(hours) * time.Hour)
		}
		r.SetBox(t, rows[0].ID, at(0, 6), decision.BoxCompetitor)
		r.SetBox(t, rows[1].ID, at(0, 12), decision.BoxOwn)
		r.SetBox(t, rows[0].ID, at(0, 18), decision.BoxOwn)
		r.SetBox(t, rows[0].ID, at(1, 1), decision.BoxAmazon)
		r.SetBox(t, rows[0].ID, at(1, 2), decision.BoxCompetitor)
		r.SetBox(t, rows[1].ID, at(1, 21), decision.BoxUnknown)
		r.SetBox(t, rows[2].ID, at(1, 23), decision.BoxOwn)
		r.In(t, func(ctx context.Context) {
			_, err := r.Products.LoadLocked(ctx, ours, []decision.ProductID{rows[0].ID})
			require.NoError(t, err)
			require.NoError(t, r.Products.Delete(ctx, ours, []decision.ProductID{rows[0].ID}, at(2, 22)))
		})
		const hour = 3600
		monday := repricer.BoxChanges{Won: 1, Own: 2, OwnRest: 18 * hour, Known: 2, KnownRest: 30 * hour}
		tuesday := repricer.BoxChanges{Lost: 1, Own: -2, OwnRest: -26 * hour, Known: -1, KnownRest: -3 * hour}
		britain := repricer.BoxChanges{Own: 1, OwnRest: hour, Known: 1, KnownRest: hour}
		box := func(from, to string) map[marketplace.ID]historyports.BoxHistory {
			found, err := r.History.BoxHistory(t.Context(), ours, day(from), day(to))
			require.NoError(t, err)
			return found
		}
		all := map[marketplace.ID]historyports.BoxHistory{
			de: {Days: map[date.Date]repricer.BoxChanges{
				day("2026-11-02"): monday, day("2026-11-03"): tuesday, day("2026-11-04"): {Known: -1, KnownRest: -2 * hour},
			}},
			gb: {Days: map[date.Date]repricer.BoxChanges{day("2026-11-03"): britain}},
		}
		require.Equal(t, all, box("2026-11-01", "2026-11-30"))
		later := map[marketplace.ID]historyports.BoxHistory{
			de: {Before: monday.Add(tuesday), Days: map[date.Date]repricer.BoxChanges{day("2026-11-04"): {Known: -1, KnownRest: -2 * hour}}},
			gb: {Before: britain, Days: map[date.Date]repricer.BoxChanges{}},
		}
		require.Equal(t, later, box("2026-11-04", "2026-11-04"))
		require.Empty(t, box("2026-11-01", "2026-11-01"))
		others, err := r.History.BoxHistory(t.Context(), theirs, day("2026-11-01"), day("2026-11-30"))
		require.NoError(t, err)
		require.Empty(t, others)

		require.NoError(t, r.History.Fold(t.Context()))
		require.Equal(t, all, box("2026-11-01", "2026-11-30"))

		// Deleted changes still count.
		december := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
		for range 2 {
			_, err = r.History.Forget(t.Context(), december, 100)
			require.NoError(t, err)
			require.Equal(t, map[marketplace.ID]historyports.BoxHistory{
				de: {Days: map[date.Date]repricer.BoxChanges{}}, gb: {Before: repricer.BoxChanges{Own: 1, Known: 1}, Days: map[date.Date]repricer.BoxChanges{}},
			}, box("2026-12-01", "2026-12-31"))
		}
	})
}
