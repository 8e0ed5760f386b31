package history_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/sales"
	historyports "sellingassistant/ports/repricer/history"
)

// counted returns the sales of the days of November, by all parts.
func (s sold) counted(t require.TestingT, team id.Team, groupBy history.GroupBy) []historyports.SalesSum {
	got, err := s.History.Sales(context.Background(), team, day("2026-11-01"), day("2026-11-30"), groupBy, 100)
	require.NoError(t, err)
	return got
}

func TestTheNewestChangeOfAnOrderCounts(t *testing.T) {
	eachSold(t, func(t *testing.T, s sold) {
		rows := ids(s.Rows(t, ours, plainRows(2)...))
		first := ordered("1", 0, item("a", "sku-000", 2), item("b", "sku-001", 1), item("c", "elsewhere", 9))
		s.Take(t, ours, first, first)
		require.Equal(t, units{rows[0]: 2, rows[1]: 1}, s.UnitsIn(t, ours, 7, rows...))

		fewer := ordered("1", 5, item("a", "sku-000", 1), item("b", "sku-001", 1))
		s.Take(t, ours, fewer, first, fewer)
		require.Equal(t, units{rows[0]: 1, rows[1]: 1}, s.UnitsIn(t, ours, 7, rows...))

		// A position that is missing from a later order is removed. A position without SKU is known
		// by its id, and an order without positions changes nothing.
		s.Take(t, ours, ordered("1", 6, item("a", "", 4)))
		require.Equal(t, units{rows[0]: 4, rows[1]: 0}, s.UnitsIn(t, ours, 7, rows...))
		s.Take(t, ours, ordered("1", 7))
		require.Equal(t, units{rows[0]: 4, rows[1]: 0}, s.UnitsIn(t, ours, 7, rows...))

		cancelled := ordered("1", 8)
		cancelled.Cancelled = true
		s.Take(t, ours, cancelled, fewer)
		require.Equal(t, units{rows[0]: 0, rows[1]: 0}, s.UnitsIn(t, ours, 7, rows...))
		require.Equal(t, []historyports.SalesSum{{MarketplaceID: de}}, s.counted(t, ours, history.GroupBy{}))

		// Cancelled before it was known: the earlier event comes late.
		gone := ordered("2", 9, item("a", "sku-000", 5))
		gone.Cancelled = true
		s.Take(t, ours, gone, ordered("2", 3, item("a", "sku-000", 5)))
		require.Equal(t, units{rows[0]: 0}, s.UnitsIn(t, ours, 7, rows[0]))

		// It is not cancelled after all.
		s.Take(t, ours, ordered("2", 10, item("a", "sku-000", 5)))
		require.Equal(t, units{rows[0]: 5}, s.UnitsIn(t, ours, 7, rows[0]))
	})
}

func TestSalesAreTheTeams(t *testing.T) {
	eachSold(t, func(t *testing.T, s sold) {
		row, other := s.Rows(t, ours, plainRow(0))[0].ID, s.Rows(t, theirs, plainRow(0))[0].ID
		order := ordered("1", 0, item("a", "sku-000", 2))
		s.Take(t, ours, order)
		require.Equal(t, units{row: 2}, s.UnitsIn(t, ours, 7, row, other))
		require.Empty(t, s.UnitsIn(t, theirs, 7, row, other))
		require.Empty(t, s.counted(t, theirs, history.GroupBy{}))
		s.In(t, func(ctx context.Context) {
			kept, err := s.Sales.LoadLocked(ctx, theirs, "1")
			require.NoError(t, err)
			require.Empty(t, kept)
		})
		// Both have the account: each keeps its own.
		s.Take(t, theirs, ordered("1", 1, item("a", "sku-000", 7)))
		require.Equal(t, units{row: 2}, s.UnitsIn(t, ours, 7, row, other))
		require.Equal(t, units{other: 7}, s.UnitsIn(t, theirs, 7, row, other))

		// Another account, another marketplace, another SKU in other letters.
		for _, change := range []func(*sales.Order){
			func(o *sales.Order) { o.SellerID = "A3OTHER" }, func(o *sales.Order) { o.MarketplaceID = gb },
			func(o *sales.Order) { o.Items[0].SKU = "SKU-000" },
		} {
			o := ordered("2", 0, item("a", "sku-000", 1))
			change(&o)
			s.Take(t, ours, o)
		}
		require.Equal(t, units{row: 2}, s.UnitsIn(t, ours, 7, row))
	})
}

func TestASaleIsWhatTheRowShowed(t *testing.T) {
	eachSold(t, func(t *testing.T, s sold) {
		whole, part, bare := plainRow(0), plainRow(1), plainRow(2)
		whole.StrategyID = optional.Some(s.Strategy(t, ours, "Mine"))
		// 20 + 5 - 15 % - 3 - 10 = 8.25
		whole.Observed.CurrentPrice, whole.Observed.Shipping, whole.Observed.Cost = amount("20"), amount("5"), amount("10")
		whole.Observed.Fees = optional.Some(decision.Fees{ReferralPercent: money.MustParsePercent("15"), Fixed: eur("3")})
		part.Observed.CurrentPrice, part.Observed.Cost = amount("9.99"), amount("5")
		rows := s.Rows(t, ours, whole, part, bare)
		s.Observed(t, rows...)
		s.Take(t, ours, ordered("1", 0, item("a", "sku-000", 2), item("b", "sku-001", 1), item("c", "sku-002", 3)))
		var kept []sales.Sale
		load := func() {
			s.In(t, func(ctx context.Context) {
				var err error
				kept, err = s.Sales.LoadLocked(ctx, ours, "1")
				require.NoError(t, err)
			})
		}
		load()
		sale := func(name string, row, n int) sales.Sale {
			return sales.Sale{
				Product: rows[row].ID, MarketplaceID: de, OrderID: "1", ItemID: name, Units: n,
				PurchasedAt: noon.Add(-time.Hour), Day: day("2026-11-02"), ChangedAt: noon,
			}
		}
		a, b, c := sale("a", 0, 2), sale("b", 1, 1), sale("c", 2, 3)
		a.Strategy, a.Price, a.Profit, b.Price = whole.StrategyID.Or(0), amount("20"), amount("8.25"), amount("9.99")
		require.Equal(t, []sales.Sale{a, b, c}, kept)

		// Later values of the row change nothing.
		rows[0].Observed.CurrentPrice, rows[0].Observed.Cost = amount("30"), optional.None[money.Amount]()
		s.Observed(t, rows[0])
		s.Take(t, ours, ordered("1", 1, item("a", "sku-000", 1), item("b", "sku-001", 1), item("c", "sku-002", 3)))
		load()
		for _, sale := range []*sales.Sale{&a, &b, &c} {
			sale.ChangedAt = noon.Add(time.Minute)
		}
		a.Units = 1
		require.Equal(t, []sales.Sale{a, b, c}, kept)

		mine, none := historyports.Group{Day: day("2026-11-02"), Strategy: a.Strategy}, historyports.Group{Day: day("2026-11-02")}
		require.ElementsMatch(t, []historyports.SalesSum{
			{Group: mine, MarketplaceID: de, Counts: sales.Counts{Units: 1, Priced: 1, Revenue: 200_000, Costed: 1, Profit: 82_500}},
			{Group: none, MarketplaceID: de, Counts: sales.Counts{Units: 4, Priced: 1, Revenue: 99_900}},
		}, s.counted(t, ours, history.GroupBy{Day: true, Strategy: true, Reason: true}))
		for range 2 {
			require.Equal(t, []historyports.SalesSum{{
				Group: historyports.Group{MarketplaceID: de}, MarketplaceID: de,
				Counts: sales.Counts{Units: 5, Priced: 2, Revenue: 299_900, Costed: 1, Profit: 82_500},
			}}, s.counted(t, ours, history.GroupBy{Marketplace: true}))
			require.NoError(t, s.History.Fold(t.Context()))
		}
		tooMany, err := s.History.Sales(t.Context(), ours, day("2026-11-01"), day("2026-11-30"), history.GroupBy{Strategy: true}, 1)
		require.NoError(t, err)
		require.Nil(t, tooMany)
	})
}

func TestPurchasesThatLieAheadOrFarBack(t *testing.T) {
	eachSold(t, func(t *testing.T, s sold) {
		row := s.Rows(t, ours, plainRow(0))[0].ID
		ahead, old, just := ordered("1", 0, item("a", "sku-000", 1)), ordered("2", 0, item("a", "sku-000", 2)), ordered("3", 0, item("a", "sku-000", 4))
		ahead.PurchasedAt = time.Date(2199, 1, 1, 0, 0, 0, 0, time.UTC)
		old.PurchasedAt = time.Date(2024, 11, 1, 0, 0, 0, 0, time.UTC)
		just.PurchasedAt = old.PurchasedAt.Add(time.Microsecond)
		s.Take(t, ours, ahead, old, just)
		require.Equal(t, units{row: 1}, s.UnitsIn(t, ours, 7, row), "it was bought when it became known")
		require.Equal(t, units{row: 5}, s.UnitsIn(t, ours, 1000, row), "sales before the kept months are not added")
		s.Clock.Add(7*24*time.Hour - time.Microsecond)
		require.Equal(t, units{row: 1}, s.UnitsIn(t, ours, 7, row))
		s.Clock.Add(time.Microsecond)
		require.Empty(t, s.UnitsIn(t, ours, 7, row), "the window has moved on")
		require.Equal(t, []historyports.SalesSum{{MarketplaceID: de, Counts: sales.Counts{Units: 1}}}, s.counted(t, ours, history.GroupBy{}))
	})
}

func TestSalesAreForgotten(t *testing.T) {
	eachSold(t, func(t *testing.T, s sold) {
		row := s.Rows(t, ours, plainRow(0))[0].ID
		first := time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
		for i := range 3 {
			o := ordered(fmt.Sprint(i), 0, item("a", "sku-000", 1))
			o.PurchasedAt = first.Add(time.Duration(i) * time.Hour)
			s.Take(t, ours, o)
		}
		december := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
		more, err := s.History.Forget(t.Context(), december.AddDate(0, -1, 0), 2)
		require.NoError(t, err)
		require.False(t, more)
		require.Equal(t, units{row: 3}, s.UnitsIn(t, ours, 7, row))
		more, err = s.History.Forget(t.Context(), december, 2)
		require.NoError(t, err)
		require.True(t, more)
		require.Equal(t, units{row: 1}, s.UnitsIn(t, ours, 7, row))
		require.Empty(t, s.counted(t, ours, history.GroupBy{}))
		more, err = s.History.Forget(t.Context(), december, 2)
		require.NoError(t, err)
		require.False(t, more)
		require.Empty(t, s.UnitsIn(t, ours, 7, row))
	})
}

// TestChangesOfAnOrderAtOnce has many changes of the same orders stored side by
// side: the newest counts, and the counters say the same.
func TestChangesOfAnOrderAtOnce(t *testing.T) {
	eachSold(t, func(t *testing.T, s sold) {
		row := s.Rows(t, ours, plainRow(0))[0].ID
		var all sync.WaitGroup
		for n := range 24 {
			all.Go(func() {
				o := ordered(fmt.Sprint(n%2), n, item("a", "sku-000", n))
				if err := s.Orders.Changed(context.Background(), ours, o); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		require.Equal(t, units{row: 22 + 23}, s.UnitsIn(t, ours, 7, row))
		require.Equal(t, []historyports.SalesSum{{MarketplaceID: de, Counts: sales.Counts{Units: 22 + 23}}}, s.counted(t, ours, history.GroupBy{}))
	})
}
