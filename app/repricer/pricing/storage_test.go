package pricing_test

import (
	"cmp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	repricerbridge "sellingassistant/adapters/bridge/repricer"
	"sellingassistant/adapters/feetable"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// Storage by the months of the team counts in floor, break-even, margin and ROI of rows that Amazon
// ships. In November the package of 0.2119 cubic feet costs 0.5085 a month, in January 0.1653.
func TestStorageOfTheTeamCounts(t *testing.T) {
	tables, err := feetable.Read()
	require.NoError(t, err)
	size := repricer.Package{Length: 300_000_000, Width: 200_000_000, Height: 100_000_000, Weight: 800_000_000_000}
	for name, c := range map[string]struct {
		ships             decision.Fulfillment
		months            string
		size              repricer.Package
		fixed, floor, roi string
	}{
		"a month by default": {decision.FBA, "", size, "3.5085", "15.89", "34.915"},       // 15.89 - 2.38 - 3.5085 - 10 = 0.0015
		"no month":           {decision.FBA, "0", size, "3", "15.29", "40"},               // 15.29 - 2.29 - 3 - 10 = 0
		"three months":       {decision.FBA, "3", size, "4.1823", "16.69", "28.177"},      // November, December and January: 16.69 - 2.50 - 4.1823 - 10 = 0.0077
		"an unknown size":    {decision.FBA, "3", repricer.Package{}, "3", "15.29", "40"}, // is left out
		"the seller ships":   {decision.FBM, "3", size, "3", "15.29", "40"},
	} {
		t.Run(name, func(t *testing.T) {
			eachEngine(t, func(e *engine) {
				row := e.guardedRow(marketplace.US, "USD", "20", "10", fixedFees("USD", "1", "3", "3"))
				e.Out.Schedule = repricerbridge.NewFeeSchedule(marketplace.US, tables, "KITCHEN", noon)
				e.Out.GoodsAnswer.Package = c.size
				if c.months != "" {
					e.Out.Expenses.StorageMonths = amount(c.months)
				}
				if c.ships == decision.FBM {
					e.Listed(row, "USD", c.ships)
				}
				e.sees(row, decision.Offer{SellerID: "A3RIVAL", Price: eur("1"), BuyBox: true})
				s := e.Row(row)
				require.Equal(t, c.fixed, s.Observed.Fees.Or(decision.Fees{}).Fixed.String())
				require.Equal(t, []optional.Maybe[money.Amount]{amount(c.floor), amount(c.floor)},
					[]optional.Maybe[money.Amount]{s.Observed.BreakEven, s.Observed.DecidedFloor})
				require.Equal(t, percent(c.roi), s.Profitability().ROI)
			})
		})
	}
}

// The size of a package is asked for once in a month.
// A guarded row is priced in every marketplace. Where the tables have no storage fee, a month that
// nobody named is left out.
func TestEveryMarketplaceHasABreakEven(t *testing.T) {
	tables, err := feetable.Read()
	require.NoError(t, err)
	stored := map[string]string{"US": "0.5085", "GB": "0.32", "DE": "0.216", "FR": "0.216", "IT": "0.216", "ES": "0.216"}
	for _, size := range []repricer.Package{
		{Length: 300_000_000, Width: 200_000_000, Height: 100_000_000, Weight: 800_000_000_000},
		{Length: 9_000_000_000, Width: 20_000_000, Height: 30_000_000, Weight: 900_000_000_000}, // fits no tier of Europe
	} {
		for _, m := range marketplace.All() {
			t.Run(m.Country, func(t *testing.T) {
				eachEngine(t, func(e *engine) {
					row := e.guardedRow(m.ID, m.Currency, "2000", "1000", fixedFees(m.Currency, "100", "300", "300"))
					e.Out.Schedule = repricerbridge.NewFeeSchedule(m.ID, tables, "KITCHEN", noon)
					e.Out.GoodsAnswer.Package = size
					e.sees(row, decision.Offer{SellerID: "A3RIVAL", Price: eur("1"), BuyBox: true})
					s := e.Row(row)
					require.True(t, s.Observed.BreakEven.Known())
					require.Equal(t, s.Observed.BreakEven, s.Observed.DecidedFloor)
					if size.Length == 300_000_000 {
						beside := s.Observed.Fees.Or(decision.Fees{}).Fixed.Units() - money.MustParse("300").Units()
						require.Equal(t, money.MustParse(cmp.Or(stored[m.Country], "0")), money.FromUnits(beside))
					}
				})
			})
		}
	}
}

func TestANamedMonthWithoutATableLeavesNoBreakEven(t *testing.T) {
	tables, err := feetable.Read()
	require.NoError(t, err)
	eachEngine(t, func(e *engine) {
		row := e.guardedRow("A2EUQ1WTGCTBG2", "CAD", "2000", "1000", fixedFees("CAD", "100", "300", "300"))
		e.Out.Schedule = repricerbridge.NewFeeSchedule("A2EUQ1WTGCTBG2", tables, "KITCHEN", noon)
		e.Out.GoodsAnswer.Package = repricer.Package{Length: 300_000_000, Width: 200_000_000, Height: 100_000_000, Weight: 800_000_000_000}
		e.Out.Expenses.StorageMonths = amount("1")
		e.sees(row, decision.Offer{SellerID: "A3RIVAL", Price: eur("1"), BuyBox: true})
		s := e.Row(row).Observed
		require.False(t, s.BreakEven.Known())
		require.Equal(t, decision.ReasonWaitingForFees, s.LastDecision.Or(repricer.LastDecision{}).Reason)
	})
}

func TestThePackageOfAProductIsRemembered(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.guardedRow(de, "EUR", "18.83", "10", fixedFees("EUR", "1", "3", "3")) // at its floor, so no price is sent
		asked := func() (n int) {
			for _, call := range e.Out.Asked {
				if call == "Goods.Goods" {
					n++
				}
			}
			return n
		}
		e.Out.GoodsAnswer.Package = repricer.Package{Length: 1, Width: 2, Height: 3, Weight: 4}
		for _, c := range []struct {
			after time.Duration
			asked int
		}{{time.Minute, 1}, {time.Hour, 1}, {29 * 24 * time.Hour, 1}, {24 * time.Hour, 2}} {
			e.Clock.Add(c.after)
			e.sees(row, decision.Offer{SellerID: "A3RIVAL", Price: eur("1"), BuyBox: true})
			require.Equal(e.T, c.asked, asked())
		}
	})
}

// The variation of a product is found out whoever ships, and kept when a later answer lacks it.
func TestVariationsOfProductsAreKept(t *testing.T) {
	for _, ships := range []decision.Fulfillment{decision.FBA, decision.FBM} {
		eachEngine(t, func(e *engine) {
			row := e.guardedRow(de, "EUR", "20", "10", fixedFees("EUR", "1", "3", "3"))
			e.Listed(row, "EUR", ships)
			e.Out.GoodsAnswer.Variation = "color\tRed\nsize\tL"
			e.sees(row, decision.Offer{SellerID: "A3RIVAL", Price: eur("1"), BuyBox: true})
			require.Equal(e.T, repricer.Variation("color\tRed\nsize\tL"), e.Row(row).Observed.Variation)
			e.Out.GoodsAnswer.Variation = ""
			e.Clock.Add(31 * 24 * time.Hour)
			e.sees(row, decision.Offer{SellerID: "A3RIVAL", Price: eur("1"), BuyBox: true})
			require.Equal(e.T, repricer.Variation("color\tRed\nsize\tL"), e.Row(row).Observed.Variation)
		})
	}
}

// Shipping to Amazon's warehouse costs nothing where the seller ships.
func TestInboundShippingCountsForAmazonsStock(t *testing.T) {
	for ships, cost := range map[decision.Fulfillment]string{decision.FBA: "11.35", decision.FBM: "10.5"} {
		eachEngine(t, func(e *engine) {
			row := e.guardedRow(de, "EUR", "40", "10", fixedFees("EUR", "1", "3", "3"))
			e.Out.CostAnswers[e.Row(row).Key] = pricingports.Cost{
				Unit: amount("10"), Prep: eur("0.3"), Other: eur("0.2"), Inbound: eur("0.85"), Currency: "EUR",
			}
			e.Listed(row, "EUR", ships)
			e.sees(row, decision.Offer{SellerID: "A3RIVAL", Price: eur("1"), BuyBox: true})
			require.Equal(e.T, amount(cost), e.Row(row).Observed.Cost)
		})
	}
}
