package profit_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/profit"
)

func amount(s string) money.Amount   { return money.MustParse(s) }
func percent(s string) money.Percent { return money.MustParsePercent(s) }

func some(s string) profit.Maybe { return optional.Some(amount(s)) }

// sale makes a sale at 35 with the given fees, VAT of 20 % in the price, and a cost of 19.
func sale(fees ...fee.Given) profit.Input {
	if fees == nil {
		fees = []fee.Given{fee.Fixed(fee.TypeReferral, fee.SourceOverride, amount("5.6")), fee.Fixed(fee.TypeFulfillment, fee.SourceOverride, amount("3"))}
	}
	return profit.Input{
		Currency: "GBP", Day: date.MustParse("2026-05-10"), Price: amount("35"), Cost: amount("19"), CostIncludesVAT: true, Given: fees,
		VAT: vat.Settings{Scheme: vat.SchemeStandard, Rate: percent("20"), Cost: percent("20")},
	}
}

func evaluate(t *testing.T, input profit.Input) profit.Side {
	t.Helper()
	s, err := profit.Evaluate(input)
	require.NoError(t, err)
	return s
}

func TestSchemes(t *testing.T) {
	for scheme, want := range map[vat.Scheme]struct{ profit, roi, margin, onSale, onCost, onFees, due string }{
		vat.SchemeNone:          {"7.4", "38.95", "21.14", "0", "0", "0", "0"},
		vat.SchemeStandard:      {"4.73", "29.89", "16.23", "5.83", "3.17", "1.72", "0.95"},
		vat.SchemeNotRegistered: {"5.68", "29.89", "16.23", "0", "0", "1.72", "0"},
		vat.SchemeFlat:          {"3.06", "16.08", "9.44", "2.63", "0", "1.72", "2.63"},
	} {
		input := sale()
		input.VAT.Scheme, input.VAT.Flat = scheme, percent("7.5")
		s := evaluate(t, input)
		require.Equal(t, some(want.profit), s.Profit, scheme)
		require.Equal(t, optional.Some(percent(want.roi)), s.ROI, scheme)
		require.Equal(t, optional.Some(percent(want.margin)), s.Margin, scheme)
		require.Equal(t, profit.Taxes{OnSale: amount(want.onSale), OnCost: amount(want.onCost), OnFees: some(want.onFees), Due: some(want.due)}, s.VAT, scheme)
	}
	i := sale()
	i.CostIncludesVAT = false
	require.Equal(t, some("1.57"), evaluate(t, i).Profit, "the cost is without VAT")
}

func TestCosts(t *testing.T) {
	input := sale()
	input.VAT.Scheme = vat.SchemeNone
	input.Cost, input.SalesTaxPercent, input.ThirdParty, input.Prep, input.Inbound = amount("10"), percent("8"), amount("0.25"), amount("0.5"), amount("0.75")
	input.Other, input.OtherPercent, input.Shipping, input.Postage = amount("0.4"), percent("2"), amount("4"), some("6")
	s := evaluate(t, input)
	require.Equal(t, profit.Costs{Net: amount("10"), SalesTax: amount("0.8"), Landed: amount("1.5"), Other: amount("1.1")}, s.Costs)
	require.Equal(t, some("13"), s.Profit, "35 - 8.60 - 10 - 0.80 - 1.50 - 1.10")
	require.Equal(t, optional.Some(percent("105.69")), s.ROI, "of 12.30: other costs are no part of it")
	require.Equal(t, some("26.4"), s.NetProceeds)
	input.Merchant = true
	sent := evaluate(t, input)
	require.Equal(t, amount("6.75"), sent.Costs.Landed, "third party, prep and postage")
	require.Equal(t, some("14.75"), sent.Profit, "39 - 5.60 - 10 - 0.80 - 6.75 - 1.10")
	require.False(t, sent.PostageAssumed)
	input.Postage = profit.Maybe{}
	assumed := evaluate(t, input)
	require.True(t, assumed.PostageAssumed)
	require.Equal(t, amount("4.75"), assumed.Costs.Landed)
	input.SalesTaxPercent, input.SalesTax = money.Percent{}, amount("3")
	require.Equal(t, amount("3"), evaluate(t, input).Costs.SalesTax)
	input.Cost, input.SalesTax, input.ThirdParty, input.Prep, input.Shipping = money.Amount{}, money.Amount{}, money.Amount{}, money.Amount{}, money.Amount{}
	free := evaluate(t, input)
	require.False(t, free.ROI.Known() || free.Markup.Known(), "nothing was spent")
	require.True(t, free.Margin.Known())
}

func TestPricesOfOneRate(t *testing.T) {
	i := sale(fee.AtRate(fee.TypeReferral, fee.SourceOverride, percent("15")), fee.Fixed(fee.TypeFulfillment, fee.SourceOverride, amount("4.09")))
	i.VAT, i.Cost, i.Price = vat.Settings{Scheme: vat.SchemeNone}, amount("6"), amount("20")
	i.TargetROI, i.TargetMargin, i.TargetProfit = optional.Some(percent("30")), optional.Some(percent("15")), some("3")
	s := evaluate(t, i)
	require.Equal(t, some("11.87"), s.BreakEven)
	require.Equal(t, some("11.87"), s.BreakEvenSafe)
	require.Equal(t, profit.Targets{ROI: some("9.93"), Margin: some("9.91"), Profit: some("9.91")}, s.MaxCost)
	require.Equal(t, profit.Targets{ROI: some("13.99"), Margin: some("14.42"), Profit: some("15.4")}, s.PriceFor)
	require.False(t, s.Local)

	i.Unsolved = true
	quick := evaluate(t, i)
	require.Equal(t, s.MaxCost, quick.MaxCost)
	require.Equal(t, profit.Targets{}, quick.PriceFor)
	require.False(t, quick.BreakEven.Known())

	i.Unsolved, i.TargetMargin = false, optional.Some(percent("85"))
	require.False(t, evaluate(t, i).PriceFor.Margin.Known(), "fees and margin leave nothing")
	i.TargetProfit = some("16")
	require.False(t, evaluate(t, i).MaxCost.Profit.Known(), "no cost is low enough")

	input := sale(fee.InProportion(fee.TypeReferral, fee.SourceAmazon, amount("5.6"), amount("35")), fee.Fixed(fee.TypeFulfillment, fee.SourceAmazon, amount("3")))
	require.True(t, evaluate(t, input).Local)
}

// A share that leaves nothing, or hardly anything, has a wide range in which rounding decides.
func TestRatesThatLeaveHardlyAnything(t *testing.T) {
	for _, c := range []struct {
		rate, cost  string
		first, safe profit.Maybe
	}{
		{"50", "0", some("0.01"), some("0.01")},
		{"99", "1", some("99.51"), some("99.51")},
		{"99.5", "0", some("0.01"), some("0.01")},
		{"99.5", "1", some("199.01"), some("199.01")},
		{"100", "1", profit.Maybe{}, profit.Maybe{}},
		{"99.9999", "1", profit.Maybe{}, profit.Maybe{}},
	} {
		input := sale(fee.AtRate(fee.TypeReferral, fee.SourceOverride, percent(c.rate)))
		input.VAT, input.Cost, input.Merchant = vat.Settings{Scheme: vat.SchemeNone}, amount(c.cost), true
		s := evaluate(t, input)
		require.Equal(t, c.first, s.BreakEven, c.rate)
		require.Equal(t, c.safe, s.BreakEvenSafe, c.rate)
	}
	i := sale(fee.AtRate(fee.TypeReferral, fee.SourceOverride, percent("99.9999")))
	i.VAT, i.Cost, i.Merchant = vat.Settings{Scheme: vat.SchemeNone}, money.Amount{}, true
	require.Equal(t, some("0.01"), evaluate(t, i).BreakEven)
	require.True(t, evaluate(t, i).BreakEvenSafe.Known())
}

func TestReturns(t *testing.T) {
	input := sale()
	input.VAT, input.Cost, input.ThirdParty = vat.Settings{Scheme: vat.SchemeNone}, amount("10"), amount("1")
	input.Returns = optional.Some(profit.Returns{Rate: percent("10"), Unsellable: percent("25"), Processing: amount("2")})
	require.Equal(t, optional.Some(profit.Expected{Profit: amount("13.01"), LossPerReturn: amount("8.5")}), evaluate(t, input).Expected,
		"3 + 2 + 0.25 x 11 + 0.75 x 1; 0.9 x 15.40 - 0.1 x 8.50")
	input.Market = &fee.Market{Refund: []*fee.Charge{{Block: fee.Block{Period: fee.Period{From: date.MustParse("2026-01-01")}}, Rate: 200_000, Most: 10_000}}}
	require.Equal(t, amount("9.5"), evaluate(t, input).Expected.Or(profit.Expected{}).LossPerReturn, "a fifth of 5.60, at most 1")
	input.Market.Refund[0].Most = 0
	require.Equal(t, amount("9.62"), evaluate(t, input).Expected.Or(profit.Expected{}).LossPerReturn)
}

func TestTotalsAndCurve(t *testing.T) {
	input := sale()
	input.Quantity, input.Curve = optional.Some[int64](3), optional.Some(profit.Range{From: amount("20"), To: amount("40"), Points: 3})
	s := evaluate(t, input)
	require.Equal(t, optional.Some(profit.Totals{
		Quantity: 3, Sales: amount("105"), Cost: amount("57"), Fees: some("25.8"), Profit: some("14.2"), Proceeds: some("61.7"),
	}), s.Totals, "3 x 4.7333, rounded once")
	require.Equal(t, []profit.Point{
		{Price: amount("20"), Profit: some("-7.77")}, {Price: amount("30"), Profit: some("0.57")}, {Price: amount("40"), Profit: some("8.9")},
	}, s.Curve)
	input.Given = append(input.Given, fee.Fixed(fee.TypeOvermax, fee.SourceOverride, amount("9")).Between(amount("30.01"), amount("35")))
	input.Curve = optional.Some(profit.Range{From: amount("30"), To: amount("40"), Points: 2})
	var prices []string
	for _, p := range evaluate(t, input).Curve {
		prices = append(prices, p.Price.String())
	}
	require.Equal(t, []string{"30", "30.01", "35", "35.01", "40"}, prices)
	require.Equal(t, profit.Range{From: amount("17.5"), To: amount("52.5"), Points: 50}, profit.AllCurve(amount("35"), "GBP"))
	require.Equal(t, profit.Range{From: amount("0.01"), To: amount("0.02"), Points: 50}, profit.AllCurve(amount("0.01"), "GBP"))
}

func TestRefusals(t *testing.T) {
	for pointer, change := range map[string]func(*profit.Input){
		"/price":                  func(input *profit.Input) { input.Price = money.Amount{} },
		"/shipping":               func(input *profit.Input) { input.Shipping = amount("0.001") },
		"/cost":                   func(input *profit.Input) { input.Cost = amount("-0.01") },
		"/fbmShippingCost":        func(input *profit.Input) { input.Postage = some("-1") },
		"/returns/processingFee":  func(input *profit.Input) { input.Returns = optional.Some(profit.Returns{Processing: amount("-1")}) },
		"/returns/ratePercent":    func(input *profit.Input) { input.Returns = optional.Some(profit.Returns{Rate: percent("101")}) },
		"/vat/rate":               func(input *profit.Input) { input.VAT.Rate = percent("100.0001") },
		"/digitalServicesPercent": func(input *profit.Input) { input.Product.DigitalServices = optional.Some(percent("-1")) },
		"/targetMargin":           func(input *profit.Input) { input.TargetMargin = optional.Some(percent("101")) },
		"/targetRoi":              func(input *profit.Input) { input.TargetROI = optional.Some(percent("-1")) },
		"/quantity":               func(input *profit.Input) { input.Quantity = optional.Some[int64](0) },
		"/curve": func(input *profit.Input) {
			input.Curve = optional.Some(profit.Range{From: amount("2"), To: amount("1"), Points: 2})
		},
		"/storageMonths":           func(input *profit.Input) { input.Product.StorageMonths = math.MaxInt64 },
		"/otherCostPercentOfPrice": func(input *profit.Input) { input.OtherPercent = percent("101") },
	} {
		input := sale()
		change(&input)
		_, err := profit.Evaluate(input)
		f, ok := fault.As(err)
		require.True(t, ok, pointer)
		require.Equal(t, fault.Rule, f.Kind)
		require.Equal(t, pointer, f.Pointer)
	}
	i := sale()
	i.Price = amount("35.001")
	_, err := profit.Evaluate(i)
	require.ErrorContains(t, err, "price must be above 0 and have no more decimals than the currency")
}

// The largest numbers that can be given are counted with, and refused where the answer has no
// amount for them.
func TestLargestNumbers(t *testing.T) {
	most := money.FromUnits(money.MaxUnits)
	whole := money.FromUnits(money.MaxUnits / 100 * 100)
	i := sale(fee.AtRate(fee.TypeReferral, fee.SourceOverride, percent("100")), fee.Fixed(fee.TypeFulfillment, fee.SourceOverride, most),
		fee.InProportion(fee.TypeStorage, fee.SourceAmazon, most, most))
	i.Price, i.Shipping, i.Cost, i.ThirdParty, i.Other, i.SalesTax = whole, whole, most, most, most, most
	i.VAT = vat.Settings{Scheme: vat.SchemeNotRegistered, Rate: percent("99.9999"), Cost: percent("99.9997")}
	i.TargetROI, i.TargetProfit, i.Quantity = optional.Some(money.PercentFromUnits(money.MaxUnits)), optional.Some(most), optional.Some[int64](profit.MaxQuantity)
	i.Returns = optional.Some(profit.Returns{Rate: percent("100"), Unsellable: percent("100"), Processing: most})
	_, err := profit.Evaluate(i)
	f, ok := fault.As(err)
	require.True(t, ok)
	require.Equal(t, fault.Rule, f.Kind)
	i.Quantity, i.Returns = optional.None[int64](), optional.None[profit.Returns]()
	i.Cost, i.ThirdParty, i.Other, i.SalesTax = money.FromUnits(1), money.Amount{}, money.Amount{}, money.Amount{}
	i.Given = sale(fee.Fixed(fee.TypeReferral, fee.SourceOverride, amount("0")), fee.Fixed(fee.TypeFulfillment, fee.SourceOverride, amount("0"))).Given
	require.True(t, evaluate(t, i).Profit.Known())
	require.False(t, evaluate(t, i).ROI.Known(), "it has more than fourteen digits")
}

// TestLargeFigures refuses an answer with any figure out of the range of amounts.
func TestLargeFigures(t *testing.T) {
	const largest = "9999999999.9999"
	fixed := func(t fee.Type, a string) fee.Given { return fee.Fixed(t, fee.SourceOverride, amount(a)) }
	input := sale(fixed(fee.TypeReferral, "9999999964"), fixed(fee.TypeFulfillment, "3"))
	input.VAT.Scheme = vat.SchemeNone
	require.Equal(t, some("-9999999951"), evaluate(t, input).Profit)
	for name, change := range map[string]func(*profit.Input){
		"fees":   func(input *profit.Input) { input.Given[0] = fixed(fee.TypeReferral, largest) },
		"profit": func(input *profit.Input) { input.Cost = amount("100") },
		"landed": func(i *profit.Input) { i.Given, i.Prep, i.ThirdParty = nil, amount(largest), amount("0.0001") },
		"totals": func(input *profit.Input) { input.Quantity = optional.Some(int64(2)) },
		"expected": func(input *profit.Input) {
			input.Returns = optional.Some(profit.Returns{Rate: percent("100"), Processing: amount(largest)})
		},
		"a curve": func(input *profit.Input) {
			input.Cost = amount("67.9999")
			input.Curve = optional.Some(profit.Range{From: amount("0.01"), To: amount("35"), Points: 2})
		},
	} {
		other := input
		other.Given = append([]fee.Given(nil), input.Given...)
		change(&other)
		_, err := profit.Evaluate(other)
		f, ok := fault.As(err)
		require.True(t, ok, "%s: %v", name, err)
		require.Equal(t, fault.Rule, f.Kind, name)
	}
}

// The return is on the cost alone, without costs in percent of it: 20 less 10 and 1 is 9. A cost of
// 12.50 leaves 6.25.
func TestCostsOfTheCost(t *testing.T) {
	s := evaluate(t, profit.Input{
		Currency: "USD", Day: date.MustParse("2026-05-10"), Price: amount("20"), Cost: amount("10"), OtherOfCost: percent("10"), VAT: vat.Settings{Scheme: vat.SchemeNone},
		TargetROI: optional.Some(percent("50")), Given: []fee.Given{
			fee.Fixed(fee.TypeReferral, fee.SourceOverride, amount("0")), fee.Fixed(fee.TypeFulfillment, fee.SourceOverride, amount("0")),
		},
	})
	require.Equal(t, some("9"), s.Profit)
	require.Equal(t, optional.Some(percent("90")), s.ROI)
	require.Equal(t, amount("1"), s.Costs.Other)
	require.Equal(t, some("12.5"), s.MaxCost.ROI)
	require.Equal(t, some("16"), s.PriceFor.ROI)
}

// Without a line of fees nothing is earned, and nothing follows from it.
func TestWithoutFeesNothingIsEarned(t *testing.T) {
	input := profit.Input{
		Currency: "EUR", Day: date.MustParse("2026-05-10"), Price: amount("35"), Merchant: true, Cost: amount("19"), Postage: some("3"),
		VAT:       vat.Settings{Scheme: vat.SchemeStandard, Rate: percent("21"), Cost: percent("21")},
		TargetROI: optional.Some(percent("10")), Returns: optional.Some(profit.Returns{Rate: percent("5")}), Quantity: optional.Some(int64(2)),
		Curve: optional.Some(profit.Range{From: amount("20"), To: amount("40"), Points: 2}),
	}
	s := evaluate(t, input)
	require.Equal(t, []fee.Type{fee.TypeReferral}, s.Fees.Missing)
	require.Equal(t, profit.Side{
		Price: amount("35"), Fees: s.Fees, Costs: profit.Costs{Net: amount("19"), Landed: amount("3")}, VAT: profit.Taxes{OnSale: amount("6.07")},
		Totals: optional.Some(profit.Totals{Quantity: 2, Sales: amount("70"), Cost: amount("38")}),
		Curve:  []profit.Point{{Price: amount("20")}, {Price: amount("40")}},
	}, s)
	input.Given = []fee.Given{fee.AtRate(fee.TypeReferral, fee.SourceOverride, percent("15"))}
	s = evaluate(t, input)
	require.Equal(t, some("1.68"), s.Profit)
	require.Equal(t, profit.Taxes{OnSale: amount("6.07"), OnFees: some("1.1"), Due: some("4.97")}, s.VAT)
	input.Merchant, input.Given = false, []fee.Given{fee.AtRate(fee.TypeReferral, fee.SourceOverride, percent("15"))}
	require.Equal(t, []any{profit.Maybe{}, profit.Maybe{}, profit.Maybe{}}, []any{evaluate(t, input).Profit, evaluate(t, input).BreakEven, evaluate(t, input).PriceFor.ROI})
}
