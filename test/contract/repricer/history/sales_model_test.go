package history_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/sales"
)

// TestSalesAreAsTheNewestChangesSay takes changes of a few orders in, in any order
// and some of them again, and asks for windows and days.
func TestSalesAreAsTheNewestChangesSay(t *testing.T) {
	eachSold(t, func(t *testing.T, s sold) {
		rows := ids(s.Rows(t, ours, plainRows(2)...))
		run := 0
		rapid.Check(t, func(rt *rapid.T) {
			run++
			orders := rapid.IntRange(1, 4).Draw(rt, "orders")
			var changes []sales.Order
			newest := make([]sales.Order, orders)
			for n := range orders {
				bought := time.Duration(rapid.IntRange(0, 15*24).Draw(rt, "hours ago")) * time.Hour
				for minute := range rapid.IntRange(1, 4).Draw(rt, "changes") {
					o := ordered(fmt.Sprint(run, "-", n), minute)
					o.PurchasedAt = noon.Add(-bought)
					o.Cancelled = rapid.IntRange(0, 4).Draw(rt, "cancelled") == 0
					for i := range rapid.IntRange(1, 3).Draw(rt, "items") {
						o.Items = append(o.Items, item(fmt.Sprint(i), fmt.Sprintf("sku-%03d", i%2), rapid.IntRange(0, 9).Draw(rt, "units")))
					}
					changes, newest[n] = append(changes, o), o
				}
			}
			value := rapid.Permutation(slices.Concat(changes, changes[:rapid.IntRange(0, len(changes)).Draw(rt, "again")])).Draw(rt, "told")
			was := map[int]units{}
			spans := []int{1, 7, 15}
			for _, days := range spans {
				was[days] = s.UnitsIn(rt, ours, days, rows...)
			}
			wasSold := s.byDay(rt)
			s.Take(rt, ours, value...)

			grown, days := map[int]units{1: {}, 7: {}, 15: {}}, map[date.Date]int64{}
			for _, o := range newest {
				for i, item := range o.Items {
					if o.Cancelled {
						continue
					}
					for _, span := range spans {
						if o.PurchasedAt.After(noon.Add(-time.Duration(span) * 24 * time.Hour)) {
							grown[span][rows[i%2]] += int64(item.Units)
						}
					}
					days[date.Of(o.PurchasedAt)] += int64(item.Units)
				}
			}
			for _, span := range spans {
				got := s.UnitsIn(rt, ours, span, rows...)
				for _, row := range rows {
					require.Equal(rt, was[span][row]+grown[span][row], got[row], "%d days", span)
				}
			}
			for on, n := range s.byDay(rt) {
				require.Equal(rt, wasSold[on]+days[on], n, on)
			}
		})
	})
}

// byDay returns the units of each day.
func (s sold) byDay(t require.TestingT) map[date.Date]int64 {
	out := map[date.Date]int64{}
	got, err := s.History.Sales(context.Background(), ours, day("2026-10-01"), day("2026-11-30"), history.GroupBy{Day: true}, 1000)
	require.NoError(t, err)
	for _, sum := range got {
		out[sum.Group.Day] += sum.Units
	}
	return out
}
