package repricer_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/canon"
)

// earning makes a row with all figures that its returns need.
func earning(price, shipping, cost, sold, rate, least, fixed string) repricer.ProductSnapshot {
	var s repricer.ProductSnapshot
	o := &s.Observed
	o.CurrentPrice, o.Shipping = optional.Some(money.MustParse(price)), optional.Some(money.MustParse(shipping))
	o.Cost, o.VAT = optional.Some(money.MustParse(cost)), taxed(money.MustParsePercent(sold))
	o.Fees = optional.Some(decision.Fees{
		ReferralPercent: money.MustParsePercent(rate), ReferralMin: money.MustParse(least), Fixed: money.MustParse(fixed),
	})
	return s
}

func TestVATThatIsNotNamed(t *testing.T) {
	for _, c := range []struct {
		marketplace marketplace.ID
		named       optional.Maybe[money.Percent]
		vat, profit string
	}{
		{de, optional.None[money.Percent](), "19", "3.6067"}, // 20/1.19 - 3 - 0.2 - 10
		{de, optional.Some(pct("7")), "7", "5.4916"},         // 20/1.07 - 3 - 0.2 - 10
		{de, optional.Some(pct("0")), "0", "6.8"},            // 20 - 3 - 0.2 - 10
		{us, optional.None[money.Percent](), "0", "6.8"},
		{"unknown", optional.None[money.Percent](), "0", "6.8"},
	} {
		row := earning("20", "0", "10", "0", "15", "0", "0.2")
		row.Key.MarketplaceID, row.Observed.VAT = c.marketplace, optional.None[vat.Settings]()
		if rate, ok := c.named.Get(); ok {
			row.Observed.VAT = taxed(rate)
		}
		require.Equal(t, pct(c.vat), row.VAT().Rate)
		require.Equal(t, pct(c.vat), repricer.DecisionRow(row).VATPercent)
		require.Equal(t, optional.Some(eur(c.profit)), row.UnitProfit())
	}
}

func TestReturns(t *testing.T) {
	for name, c := range map[string]struct {
		row         repricer.ProductSnapshot
		margin, roi string
	}{
		// 29.99/1.19 - 4.4985 - 3.97 - 11.20 = 5.5331807 of 25.2016807
		"with VAT": {earning("29.99", "0", "11.2", "19", "15", "0.3", "3.97"), "21.9556", "49.4034"},
		// 20 + 5 - 3.75 - 3 - 10 = 8.25
		"shipping is paid as well": {earning("20", "5", "10", "0", "15", "0.3", "3"), "33", "82.5"},
		// 1.50 - 0.30 - 0 - 1 = 0.20
		"the least fee":    {earning("1.5", "0", "1", "0", "15", "0.3", "0"), "13.3333", "20"},
		"a loss":           {earning("10", "0", "12", "0", "15", "0", "1"), "-45", "-37.5"},
		"neither":          {earning("10", "0", "7.5", "0", "15", "0", "1"), "0", "0"},
		"a half":           {earning("8", "0", "7.9999", "0", "0", "0", "0"), "0.0013", "0.0013"},
		"a half of a loss": {earning("8", "0", "8.0001", "0", "0", "0", "0"), "-0.0013", "-0.0012"},
		"a cost of 0":      {earning("10", "0", "0", "0", "15", "0", "1"), "75", ""},
		"nothing is paid":  {earning("0", "0", "4", "0", "15", "0.3", "1"), "", "-132.5"},
		"beyond a percent": {earning("99999999", "0", "0.0001", "0", "0", "0", "0"), "100", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := c.row.Profitability()
			for what, entry := range map[string]struct {
				want string
				got  optional.Maybe[money.Percent]
			}{"margin": {c.margin, got.Margin}, "roi": {c.roi, got.ROI}} {
				p, ok := entry.got.Get()
				require.Equal(t, entry.want != "", ok, what)
				if ok {
					require.Equal(t, entry.want, p.String(), what)
				}
			}
		})
	}
}

func TestReturnsNeedPriceFeesAndCost(t *testing.T) {
	for name, forget := range map[string]func(*repricer.Observed){
		"price": func(o *repricer.Observed) { o.CurrentPrice = optional.None[money.Amount]() },
		"fees":  func(o *repricer.Observed) { o.Fees = optional.None[decision.Fees]() },
		"cost":  func(o *repricer.Observed) { o.Cost = optional.None[money.Amount]() },
	} {
		row := earning("29.99", "0", "11.2", "19", "15", "0.3", "3.97")
		forget(&row.Observed)
		require.Equal(t, repricer.Profitability{}, row.Profitability(), name)
	}
}

// Teams without VAT pay it on fees, and a flat scheme owes a share of the price.
func TestReturnsFollowTheSchemeOfTheTeam(t *testing.T) {
	for scheme, want := range map[vat.Scheme][]string{
		vat.SchemeStandard:      {"3.6067", "21.46", "36.0672"}, // 20/1.19 - 3.2 - 10
		vat.SchemeNotRegistered: {"6.192", "30.96", "61.92"},    // 20 - 3.2 × 1.19 - 10
		vat.SchemeFlat:          {"4.692", "25.3622", "46.92"},  // 20 × 0.925 - 3.2 × 1.19 - 10
		vat.SchemeNone:          {"6.8", "34", "68"},            // 20 - 3.2 - 10
	} {
		row := earning("20", "0", "10", "19", "15", "0", "0.2")
		row.Key.MarketplaceID = de
		tax := row.VAT()
		tax.Scheme, tax.Flat = scheme, pct("7.5")
		row.Observed.VAT = optional.Some(tax)
		returns := row.Profitability()
		require.Equal(t, want, []string{
			row.UnitProfit().Or(eur("0")).String(), returns.Margin.Or(pct("0")).String(), returns.ROI.Or(pct("0")).String(),
		}, scheme)
		facts := repricer.DecisionRow(row)
		input := decision.Input{Row: facts}
		back, err := canon.Decode(canon.Encode(input))
		require.NoError(t, err)
		require.Equal(t, facts.VATScheme, back.Row.VATScheme)
		require.Equal(t, facts.BreakEven(), back.Row.BreakEven())
	}
}

// Returns equal the formula in fractions, to half of the last decimal. Prices and costs start at 1,
// so that the returns are in range.
func TestReturnsAreTheFormulas(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		draw := func(name string, least, most int64) int64 { return rapid.Int64Range(least, most).Draw(rt, name) }
		price, shipping := draw("price", 1e4, 1e9), draw("shipping", 0, 1e7)
		cost, fixed, least := draw("cost", 1e4, 1e9), draw("fixed", 0, 1e7), draw("least", 0, 1e5)
		rate, sold := draw("rate", 0, 450_000), draw("vat", 0, 270_000)
		var s repricer.ProductSnapshot
		o := &s.Observed
		o.CurrentPrice, o.Shipping = optional.Some(money.FromUnits(price)), optional.Some(money.FromUnits(shipping))
		o.Cost, o.VAT = optional.Some(money.FromUnits(cost)), taxed(money.PercentFromUnits(sold))
		o.Fees = optional.Some(decision.Fees{
			ReferralPercent: money.PercentFromUnits(rate), ReferralMin: money.FromUnits(least), Fixed: money.FromUnits(fixed),
		})
		total := big.NewRat(price+shipping, 1)
		net := new(big.Rat).Quo(total, big.NewRat(1_000_000+sold, 1_000_000))
		fee := new(big.Rat).Mul(total, big.NewRat(rate, 1_000_000))
		if m := big.NewRat(least, 1); m.Cmp(fee) > 0 {
			fee = m
		}
		profit := new(big.Rat).Sub(net, fee)
		profit.Sub(profit, big.NewRat(fixed+cost, 1))
		near := func(got optional.Maybe[money.Percent], base *big.Rat) {
			p, ok := got.Get()
			require.True(rt, ok)
			want := new(big.Rat).Mul(new(big.Rat).Quo(profit, base), big.NewRat(1_000_000, 1))
			off := want.Sub(want, big.NewRat(p.Units(), 1))
			require.LessOrEqual(rt, off.Abs(off).Cmp(big.NewRat(1, 2)), 0)
		}
		near(s.Profitability().Margin, net)
		near(s.Profitability().ROI, big.NewRat(cost, 1))
	})
}

// The seller pays known postage, else the buyer's shipping price. With free shipping and unknown
// postage, the profit is unknown.
func TestPostageIsNoProfit(t *testing.T) {
	for _, c := range []struct {
		by                            decision.Fulfillment
		shipping, posted, profit, roi string
	}{
		{decision.FBA, "5", "4", "8.25", "82.5"},    // 25 - 3.75 - 3 - 10
		{decision.FBM, "5", "4", "4.25", "30.3571"}, // and 4
		{decision.FBM, "5", "", "3.25", "21.6667"},  // and 5
		{decision.FBM, "0", "0", "4", "40"},         // 20 - 3 - 3 - 10
		{decision.FBM, "0", "", "", ""},
	} {
		row := earning("20", c.shipping, "10", "0", "15", "0.3", "3")
		row.Observed.Fulfillment = optional.Some(c.by)
		if c.posted != "" {
			row.Observed.Postage = optional.Some(eur(c.posted))
		}
		require.Equal(t, c.profit, optional.Convert(row.UnitProfit(), money.Amount.String).Or(""))
		require.Equal(t, c.roi, optional.Convert(row.Profitability().ROI, money.Percent.String).Or(""))
	}
}
