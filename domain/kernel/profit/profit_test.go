package profit_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/profit"
	"sellingassistant/domain/kernel/vat"
)

var cent = money.MustParse("0.01")

func amount(s string) money.Amount                 { return money.MustParse(s) }
func percent(s string) money.Percent               { return money.MustParsePercent(s) }
func some(s string) optional.Maybe[money.Amount]   { return optional.Some(amount(s)) }
func share(s string) optional.Maybe[money.Percent] { return optional.Some(percent(s)) }

// fees has pieces in cents: each from a price on, with constant fees and a share of the total.
func fees(pieces ...profit.Piece) profit.Fees {
	f := profit.Fees{Unit: 100, Pieces: pieces}
	for i := range pieces {
		f.Pieces[i].To = profit.MaxPrice
		if i+1 < len(pieces) {
			f.Pieces[i].To = pieces[i+1].From - 100
		}
	}
	return f
}

func piece(from, fixed, rate string, missing ...string) profit.Piece {
	p := profit.Piece{From: amount(from).Units(), Missing: missing}
	p.Own.Add(profit.Line{Over: 1, Add: amount(fixed).Units()})
	p.Own.Add(profit.Line{Over: 1_000_000, Rate: percent(rate).Units()})
	return p
}

// sale sells for 35 with fees of 8.60. The cost of 19 contains VAT of 20 %.
func sale() profit.Sale {
	return profit.Sale{
		Currency: "GBP", Price: amount("35"), Fees: fees(piece("0.01", "8.6", "0")),
		Costs: profit.Costs{Cost: some("19"), IncludesVAT: true},
		VAT:   vat.Settings{Scheme: vat.SchemeStandard, Rate: percent("20"), Cost: percent("20")},
	}
}

func figures(s profit.Sale) profit.Figures { return profit.NewFormula(s).Figures() }

// shares returns ROI and margin of a sale with given fees, to a ten-thousandth of a percent.
func shares(s profit.Sale, fees *big.Rat) [2]optional.Maybe[money.Percent] {
	roi, margin := profit.NewFormula(s).Shares(fees)
	return [2]optional.Maybe[money.Percent]{roi.PercentTo(1), margin.PercentTo(1)}
}

// exactly returns the same of figures, to a ten-thousandth of a percent.
func exactly(f profit.Figures) [2]optional.Maybe[money.Percent] {
	return [2]optional.Maybe[money.Percent]{f.ROI.PercentTo(1), f.Margin.PercentTo(1)}
}

func TestSchemes(t *testing.T) {
	for scheme, want := range map[vat.Scheme]struct{ profit, roi, margin, markup, due string }{
		vat.SchemeNone:          {"7.4", "38.95", "21.14", "38.95", "0"},
		vat.SchemeStandard:      {"4.73", "29.89", "16.23", "29.89", "0.95"},
		vat.SchemeNotRegistered: {"5.68", "29.89", "16.23", "29.89", "0"},
		vat.SchemeFlat:          {"3.06", "16.08", "9.44", "16.08", "2.63"},
	} {
		s := sale()
		s.VAT.Scheme, s.VAT.Flat = scheme, percent("7.5")
		f := figures(s)
		require.Empty(t, f.Gaps)
		require.Equal(t, some(want.profit), f.Profit.Amount(cent), scheme)
		require.Equal(t, share(want.roi), f.ROI.Percent(), scheme)
		require.Equal(t, share(want.margin), f.Margin.Percent(), scheme)
		require.Equal(t, share(want.markup), f.Markup.Percent(), scheme)
		require.Equal(t, some(want.due), f.VATDue.Amount(cent), scheme)
		require.Equal(t, exactly(f), shares(s, big.NewRat(86_000, 1)), scheme)
	}
	s := sale()
	s.Costs.IncludesVAT = false
	require.Equal(t, some("1.57"), figures(s).Profit.Amount(cent))
	// Fees of 8.00003333…, not rounded: 35/1.2 less fees and 19, of 19 and of 35/1.2.
	exact := [2]optional.Maybe[money.Percent]{share("11.4033"), share("7.4285")}
	require.Equal(t, exact, shares(s, big.NewRat(240_001, 3)))
}

// 39 less fees of 8.60, cost 10, tax 0.80, landed 6.75, other 1.10.
func TestCosts(t *testing.T) {
	s := sale()
	s.Merchant, s.Shipping, s.VAT = true, amount("4"), vat.Settings{Scheme: vat.SchemeNone}
	s.Costs = profit.Costs{
		Cost: some("10"), SalesTaxPercent: percent("8"), ThirdParty: amount("0.25"), Prep: amount("0.5"),
		Inbound: amount("0.75"), Postage: some("6"), Other: amount("0.4"), OtherOfPrice: percent("2"),
	}
	f := figures(s)
	require.Equal(t, some("11.75"), f.Profit.Amount(cent))
	require.Equal(t, some("6.75"), f.Landed)
	require.Equal(t, some("1.1"), f.Other.Amount(cent))
	require.Equal(t, some("17.55"), f.Invested.Amount(cent))
	require.Equal(t, exactly(f), shares(s, big.NewRat(86_000, 1)), "what the buyer pays to ship belongs to the sale")
	s.Merchant = false
	f = figures(s)
	require.Equal(t, some("13"), f.Profit.Amount(cent), "no shipping, inbound instead of postage")
	require.Equal(t, share("105.69"), f.ROI.Percent())
	s.Costs.OtherOfPrice, s.Costs.OtherOfCost = money.Percent{}, percent("10")
	require.Equal(t, some("12.7"), figures(s).Profit.Amount(cent))
	s.Costs = profit.Costs{Cost: some("0")}
	require.Equal(t, optional.None[money.Percent](), figures(s).ROI.Percent(), "nothing was invested")
}

// Never counts an unknown figure as 0.
func TestUnknown(t *testing.T) {
	none, aim := optional.None[money.Amount](), profit.Aim{}
	for gap, c := range map[string]struct {
		change  func(*profit.Sale)
		maxCost optional.Maybe[money.Amount]
		due     optional.Maybe[money.Amount]
	}{
		"cost":             {func(s *profit.Sale) { s.Costs.Cost = none }, some("24.68"), none},
		"postage":          {func(s *profit.Sale) { s.Merchant = true }, none, some("0.95")},
		"fees.fulfillment": {func(s *profit.Sale) { s.Fees.Pieces[0].Missing = []string{"fulfillment"} }, none, none},
		"fees.all":         {func(s *profit.Sale) { s.Fees = profit.Fees{} }, none, none},
	} {
		s := sale()
		c.change(&s)
		f := profit.NewFormula(s)
		got := f.Figures()
		require.Equal(t, []string{gap}, got.Gaps)
		for _, r := range []profit.Ratio{got.Profit, got.ROI, got.Margin, got.Markup, got.Invested, f.ProfitAt(s.Price)} {
			require.False(t, r.Known(), gap)
			require.Equal(t, none, r.Amount(cent))
			require.Equal(t, optional.None[money.Percent](), r.Percent())
		}
		require.Equal(t, profit.Solution{}, f.Solve(aim), gap)
		require.Equal(t, c.maxCost, f.MaxCost(aim), gap)
		require.Equal(t, c.due, got.VATDue.Amount(cent), gap)
		require.Equal(t, some("5.83"), got.VATOnSale.Amount(cent))
		ofCosts := gap == "cost" || gap == "postage"
		require.Equal(t, ofCosts, !f.ProfitWith(s.Price, big.NewRat(10_000, 1)).Known(), "%s: fees are given", gap)
		require.Equal(t, ofCosts, shares(s, big.NewRat(10_000, 1)) == [2]optional.Maybe[money.Percent]{}, "%s: fees are given", gap)
		require.Equal(t, ofCosts, f.Root(percent("15"), big.NewRat(10_000, 1), aim) == nil, gap)
	}
}

// Fees jump from 1 to 5 at 10: the price of 9 earns something, 10 does not, 13 does again.
func TestSolve(t *testing.T) {
	s := sale()
	s.VAT, s.Costs.Cost = vat.Settings{Scheme: vat.SchemeNone}, some("8")
	s.Fees = fees(piece("0.01", "1", "0"), piece("10", "5", "0"), piece("50", "6", "0"))
	f := profit.NewFormula(s)
	require.Equal(t, profit.Solution{First: some("9"), Safe: some("13")}, f.Solve(profit.Aim{}))
	require.Equal(t, profit.Solution{First: some("9.5"), Safe: some("13.5")}, f.Solve(profit.Aim{Profit: amount("0.5")}))
	require.Equal(t, profit.Solution{First: some("17"), Safe: some("17")}, f.Solve(profit.Aim{ROI: percent("50")}))
	require.Equal(t, profit.Solution{First: some("17.34"), Safe: some("17.34")}, f.Solve(profit.Aim{Margin: percent("25")}))
	require.Equal(t, some("30"), f.MaxCost(profit.Aim{}))
	require.Equal(t, some("20"), f.MaxCost(profit.Aim{ROI: percent("50")}))
	require.Equal(t, optional.None[money.Amount](), f.MaxCost(profit.Aim{Profit: amount("31")}))
	require.Equal(t, some("1"), f.ProfitAt(amount("9.99")).Amount(money.MustParse("1")))
	require.Equal(t, some("-3"), f.ProfitAt(amount("10")).Amount(cent))
}

// Where fees take more than the price, low prices lose least, and no price is safe.
func TestSolveWhereFeesTakeMoreThanThePrice(t *testing.T) {
	s := sale()
	s.VAT, s.Costs.Cost = vat.Settings{Scheme: vat.SchemeNone}, some("8")
	s.Fees = fees(piece("0.01", "0", "110"))
	f := profit.NewFormula(s)
	require.Equal(t, profit.Solution{}, f.Solve(profit.Aim{}))
	require.Equal(t, profit.Solution{First: some("0.01")}, f.Solve(profit.Aim{Profit: amount("-10")}))
}

// Fees that are unknown at some prices leave those solutions open that they decide.
func TestSolveBesideUnknownFees(t *testing.T) {
	for name, c := range map[string]struct {
		pieces []profit.Piece
		want   profit.Solution
	}{
		"below, where no fee would be low enough": {
			[]profit.Piece{piece("0.01", "1", "0", "fulfillment"), piece("8", "5", "0")}, profit.Solution{First: some("13"), Safe: some("13")},
		},
		"below, where a low fee would do": {
			[]profit.Piece{piece("0.01", "1", "0", "fulfillment"), piece("10", "5", "0")}, profit.Solution{Safe: some("13")},
		},
		"above": {
			[]profit.Piece{piece("0.01", "1", "0"), piece("50", "5", "0", "fulfillment")}, profit.Solution{First: some("9")},
		},
	} {
		s := sale()
		s.VAT, s.Costs.Cost, s.Price, s.Fees = vat.Settings{Scheme: vat.SchemeNone}, some("8"), amount("20"), fees(c.pieces...)
		require.Equal(t, c.want, profit.NewFormula(s).Solve(profit.Aim{}), name)
	}
}

// Takes the digital share of the shared lines after rounding. Lines are rounded half up.
func TestFees(t *testing.T) {
	var p profit.Piece
	p.From, p.To = 100, profit.MaxPrice
	p.Shared.Add(profit.Line{Over: 1_000_000, Rate: 150_000})
	p.Shared.Add(profit.Line{Over: 1, Add: 29_800})
	p.Own.Add(profit.Line{Over: 1, Add: 1_653})
	f := profit.Fees{Unit: 100, Digital: profit.Line{Over: 1_000_000, Rate: 20_000}, Pieces: []profit.Piece{p}}
	for price, want := range map[string]string{"40": "9.3253", "0.1": "3.2253", "0.09": "3.2153"} {
		sum, missing := f.At(amount(price), money.Amount{})
		require.Equal(t, amount(want), sum, price)
		require.Empty(t, missing)
	}
	sum, _ := f.At(amount("39"), amount("1"))
	require.Equal(t, amount("9.3253"), sum, "shares are of the total")
	require.Equal(t, int64(100), profit.Line{Over: 3, Rate: 1, Add: -99}.At(300, 100), "67 rounds to a cent")
}

func TestRatio(t *testing.T) {
	for x, want := range map[string]string{"1/200": "0.01", "-1/200": "-0.01", "49/10000": "0", "7/3": "2.33"} {
		r, _ := new(big.Rat).SetString(x)
		require.Equal(t, some(want), profit.Exactly(r).Amount(cent), x)
		require.Equal(t, r, profit.Exactly(r).Exact(), x)
	}
	most := profit.Exactly(amount("9999999999.9999").Exact())
	require.Equal(t, some("9999999999.9999"), most.Amount(money.FromUnits(1)))
	require.Equal(t, optional.None[money.Amount](), most.Times(2).Amount(cent), "no amount has so many digits")
}
