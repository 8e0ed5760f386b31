package repricer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

func TestWhatAFloorIsMadeOf(t *testing.T) {
	row := earning("9.9", "0", "10", "0", "8", "0", "0")
	row.Currency, row.Limits.MinPriceMode, row.Limits.TargetROI = "EUR", decision.MinPriceROI, optional.Some(pct("10"))
	row.Observed.FloorFees = optional.Some(repricer.FloorFees{ReferralPercent: pct("15"), Fixed: eur("1")})
	terms := func(rate, fixed string) optional.Maybe[decision.FeeTerms] {
		return optional.Some(decision.FeeTerms{Fees: decision.Fees{ReferralPercent: pct(rate), Fixed: eur(fixed)}})
	}
	facts := repricer.DecisionRow(row)
	require.Equal(t, terms("15", "1"), facts.Fees)
	require.Equal(t, optional.Some(eur("12.95")), facts.BreakEven()) // (10 + 1) / 0.85
	require.Equal(t, optional.Some(eur("-0.892")), row.UnitProfit(), "the fees at the live price")

	row.Limits.MinPriceMode = decision.MinPriceManual
	require.Equal(t, terms("8", "0"), repricer.DecisionRow(row).Fees, "no floor is made of fees")
	row.Limits.MinPriceMode, row.Observed.FloorFees = decision.MinPriceROI, optional.None[repricer.FloorFees]()
	require.Equal(t, terms("8", "0"), repricer.DecisionRow(row).Fees, "none at the floor are known")
}

func TestForWhichFloorFeesWereFound(t *testing.T) {
	f := repricer.FloorFees{Total: eur("12.95")}
	for total, same := range map[string]bool{"12.92": false, "12.93": true, "12.95": true, "12.97": true, "12.98": false} {
		require.Equal(t, same, f.ValidFor(eur(total), "EUR"), total)
	}
	yen := repricer.FloorFees{Total: eur("1000")}
	require.True(t, yen.ValidFor(eur("998"), "JPY"))
	require.False(t, yen.ValidFor(eur("1003"), "JPY"))
}

func TestFeesThatAreShownAnewAreNewerThanThoseAtTheFloor(t *testing.T) {
	row := seen(t, nil).Snapshot()
	row.Observed.FloorFees = optional.Some(repricer.FloorFees{ReferralPercent: pct("15")})
	p, err := repricer.RestoreProduct(row)
	require.NoError(t, err)
	p.ObserveCosts(repricer.Observation{Cost: optional.Some(eur("5"))}, optional.None[decision.Bounds]())
	require.Equal(t, row.Observed.FloorFees, p.Snapshot().Observed.FloorFees)
	p.ObserveCosts(repricer.Observation{Cost: optional.Some(eur("5")), Fees: optional.Some(decision.Fees{ReferralPercent: pct("8")})}, optional.None[decision.Bounds]())
	require.False(t, p.Snapshot().Observed.FloorFees.Known())
}
