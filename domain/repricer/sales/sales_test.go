package sales_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/sales"
)

func TestUnitProfit(t *testing.T) {
	for name, c := range map[string]struct {
		row    repricer.ProductSnapshot
		profit string
	}{
		// 29.99/1.19 - 4.4985 - 3.97 - 11.20 = 5.53318…
		"with VAT": {earning("29.99", "0", "11.2", "19", "15", "0.3", "3.97"), "5.5332"},
		// 20 + 5 - 3.75 - 3 - 10
		"shipping is paid as well": {earning("20", "5", "10", "0", "15", "0.3", "3"), "8.25"},
		"the least fee":            {earning("1.5", "0", "1", "0", "15", "0.3", "0"), "0.2"},
		"a loss":                   {earning("10", "0", "12", "0", "15", "0", "1"), "-4.5"},
		"a cost of 0":              {earning("10", "0", "0", "0", "15", "0", "1"), "7.5"},
		// 10.01 × 0.125 % is 0.0125125
		"a fee is not rounded": {earning("10.01", "0", "10", "0", "0.125", "0", "0"), "-0.0025"},
	} {
		require.Equal(t, optional.Some(money.MustParse(c.profit)), c.row.UnitProfit(), name)
	}
	for _, forget := range []func(*repricer.Observed){
		func(o *repricer.Observed) { o.Cost = optional.None[money.Amount]() },
		func(o *repricer.Observed) { o.Fees = optional.None[decision.Fees]() },
		func(o *repricer.Observed) { o.CurrentPrice = optional.None[money.Amount]() },
	} {
		row := earning("10", "0", "5", "0", "15", "0", "1")
		forget(&row.Observed)
		require.False(t, row.UnitProfit().Known(), "not known is not 0")
	}
}

func TestSalesCounts(t *testing.T) {
	on := func(s string) date.Date { return date.MustParse(s) }
	sale := func(units int, price, profit string) sales.Sale {
		return sales.Sale{
			MarketplaceID: "M", Strategy: 7, Units: units, Day: on("2026-11-02"),
			Price: optional.Some(money.MustParse(price)), Profit: optional.Some(money.MustParse(profit)),
		}
	}
	was, is := sale(5, "20", "1.5"), sale(2, "20", "1.5")
	keys, sums := sales.Count([]sales.SaleChange{{Before: optional.Some(was), After: is}, {After: sale(1, "10", "-2")}})
	key := sales.Key{Day: on("2026-11-02"), MarketplaceID: "M", Strategy: 7}
	require.Equal(t, []sales.Key{key}, keys)
	require.Equal(t, sales.Counts{Units: -2, Priced: -2, Revenue: -500_000, Costed: -2, Profit: -65_000}, sums[key])

	keys, sums = sales.Count([]sales.SaleChange{{Before: optional.Some(was), After: was}, {After: sale(0, "20", "1")}})
	require.Empty(t, keys)
	require.Empty(t, sums)

	huge := sale(100_000, "9999999999.9999", "-9999999999.9999")
	_, sums = sales.Count([]sales.SaleChange{{After: huge}})
	require.Equal(t, sales.Counts{Units: 100_000}, sums[key], "sums must not run over")

	n := sales.Counts{Units: 3, Priced: 2, Revenue: 10_001, Costed: 3, Profit: -5}
	require.Equal(t, optional.Some(money.MustParse("0.5001")), n.MeanPrice(), "the half upwards")
	require.Equal(t, optional.Some(money.MustParse("-0.0005")), n.EstimatedProfit())
	n.Costed = 2
	require.False(t, n.EstimatedProfit().Known(), "one unit is not known")
	require.False(t, sales.Counts{}.EstimatedProfit().Known(), "of nothing there is none")
	require.False(t, sales.Counts{Units: 1}.MeanPrice().Known())
}

func TestSalesWindow(t *testing.T) {
	now := time.Date(2026, 11, 8, 12, 0, 0, 0, time.UTC)
	week := now.AddDate(0, 0, -7)
	v := decision.Strategy{Type: decision.TypeVelocity}
	w, ok := sales.WindowOf(v, now)
	require.True(t, ok)
	require.Equal(t, sales.Window{From: week, To: now}, w, "seven days where nothing is said")
	require.True(t, w.Covered(week, week))
	require.False(t, w.Covered(week.Add(1), week))
	require.False(t, w.Covered(week, week.Add(1)))
	v.WindowDays = optional.Some(math.MaxInt)
	w, _ = sales.WindowOf(v, now)
	require.Equal(t, now.AddDate(0, 0, -366), w.From)
	for _, other := range []decision.StrategyType{decision.TypeCompetitor, decision.TypeFixed, ""} {
		_, ok = sales.WindowOf(decision.Strategy{Type: other}, now)
		require.False(t, ok)
	}
}
