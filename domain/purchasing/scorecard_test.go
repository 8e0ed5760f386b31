package purchasing_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
)

// went makes an order of 100 units that ended after some days.
func went(came, days int64) purchasing.Delivery {
	placed := time.Date(2026, 3, 1, 23, 0, 0, 0, time.UTC)
	return purchasing.Delivery{
		OrderedAt: placed, Currency: "EUR", Total: optional.Some(money.MustParse("10.5")), Ended: true, Ordered: 100, Filled: min(100, came), Accepted: came,
		Came: optional.Some(date.Of(placed).Add(int(days))), Judged: 1,
	}
}

func TestScorecard(t *testing.T) {
	require.False(t, purchasing.ScorecardOf(nil).Known())
	percent := func(s string) optional.Maybe[money.Percent] { return optional.Some(money.MustParsePercent(s)) }
	days := func(s string) optional.Maybe[money.Amount] { return optional.Some(money.MustParse(s)) }
	all := []purchasing.Delivery{went(100, 10), went(90, 12), went(104, 15)}
	all[0].OnTime, all[0].Rejected = 1, 6
	all[1].Currency = "CNY"
	two, ok := purchasing.ScorecardOf(all[:2]).Get()
	require.True(t, ok)
	require.Equal(t, purchasing.Scorecard{
		Orders: 2, UnitsOrdered: 200, LeadTime: purchasing.LeadTime{Orders: 2},
		Spend: []money.Sum{{Amount: money.MustParse("10.5"), Currency: "CNY"}, {Amount: money.MustParse("10.5"), Currency: "EUR"}},
	}, two, "two orders tell no share and no time")

	open := purchasing.Delivery{OrderedAt: time.Now(), Currency: "EUR", Ordered: 50, Filled: 10, Accepted: 10, Overdue: true, Judged: 2}
	three, _ := purchasing.ScorecardOf(append(all, open)).Get()
	require.Equal(t, purchasing.Scorecard{
		Orders: 4, UnitsOrdered: 350, OverdueOrders: 1,
		FillRate: percent("96.67"), // A surplus does not make up for a shortage, and open orders do not count.
		OnTime:   percent("20"), Rejects: percent("1.94"),
		LeadTime: purchasing.LeadTime{Average: days("12.33"), P90: days("15"), Orders: 3},
		Spend:    []money.Sum{{Amount: money.MustParse("10.5"), Currency: "CNY"}, {Amount: money.MustParse("21"), Currency: "EUR"}},
	}, three)

	require.Equal(t, optional.Some[int64](13), purchasing.LeadTimeOf(all), "whole days, rounded up")
	require.False(t, purchasing.LeadTimeOf(all[:2]).Known())

	var ten []purchasing.Delivery
	for n := range int64(10) {
		ten = append(ten, went(100, n-1))
	}
	card, _ := purchasing.ScorecardOf(ten).Get()
	require.Equal(t, purchasing.LeadTime{Average: days("3.6"), P90: days("7"), Orders: 10}, card.LeadTime, "no time is below 0")
}
