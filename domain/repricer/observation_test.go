package repricer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/profit"
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

// The floor follows the mode of the minimum price, and is unknown where no price breaks even.
func TestFloorsOfModes(t *testing.T) {
	whole := profit.Fees{Unit: 100, Pieces: []profit.Piece{{From: 100, To: profit.MaxPrice, Own: profit.Lines{Fixed: 30_000}}}}
	share := whole
	share.Pieces = []profit.Piece{{From: 100, To: profit.MaxPrice, Own: profit.Lines{Moving: []profit.Line{{Rate: 1_000_000, Over: 1_000_000}}}}}
	text := func(a optional.Maybe[money.Amount]) string {
		if a.Known() {
			return a.Or(money.Amount{}).String()
		}
		return ""
	}
	for name, c := range map[string]struct {
		fees        profit.Fees
		limits      decision.Limits
		even, floor string
	}{
		"manual":                   {whole, decision.Limits{MinPriceMode: decision.MinPriceManual}, "13", ""},
		"an ROI of 20 %":           {whole, decision.Limits{MinPriceMode: decision.MinPriceROI, TargetROI: optional.Some(pct("20"))}, "13", "15"},
		"a margin of 35 %":         {whole, decision.Limits{MinPriceMode: decision.MinPriceMargin, TargetMargin: optional.Some(pct("35"))}, "13", "20"},
		"a markup":                 {whole, decision.Limits{MinPriceMode: decision.MinPriceMarkup, MinPriceMarkup: at("2.005")}, "13", "15.01"},
		"a markup in percent":      {whole, decision.Limits{MinPriceMode: decision.MinPriceMarkup, MinPriceMarkup: at("10.01"), MinPriceMarkupType: decision.ByPercent}, "13", "14.31"},
		"a markup on no price":     {share, decision.Limits{MinPriceMode: decision.MinPriceMarkup, MinPriceMarkup: at("2")}, "", ""},
		"an ROI below the maximum": {whole, decision.Limits{MinPriceMode: decision.MinPriceROI, TargetROI: optional.Some(pct("20")), MaxPrice: at("16")}, "13", "15"},
		"an ROI above the maximum": {whole, decision.Limits{MinPriceMode: decision.MinPriceROI, TargetROI: optional.Some(pct("20")), MaxPrice: at("14")}, "13", "15"},
		"a maximum below all fees": {whole, decision.Limits{MinPriceMode: decision.MinPriceManual, MaxPrice: at("0.005")}, "13", ""},
	} {
		row := decision.Row{Currency: "USD", Fulfillment: decision.FBA, Cost: at("10"), Price: eur("20"), Limits: c.limits}
		found, ok := repricer.BoundsOf(&row, c.fees).Get()
		require.True(t, ok, name)
		require.Equal(t, []string{c.even, c.floor}, []string{text(found.BreakEven.Safe), text(found.Floor.Safe)}, name)
	}
	require.False(t, repricer.BoundsOf(&decision.Row{Currency: "USD"}, whole).Known(), "without a cost")
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
