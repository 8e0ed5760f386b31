package pricelist_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/columns"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/pricelist"
)

func amount(s string) money.Amount        { return money.MustParse(s) }
func some(s string) pricelist.Maybe       { return optional.Some(amount(s)) }
func percent(s string) money.Percent      { return money.MustParsePercent(s) }
func whole(n int64) optional.Maybe[int64] { return optional.Some(n) }

func code(t *testing.T, err error) fault.Code {
	t.Helper()
	broken, ok := fault.As(err)
	require.True(t, ok, "%v", err)
	return broken.Code
}

func TestIdentity(t *testing.T) {
	for _, c := range []struct {
		text     string
		of       pricelist.IdentifierType
		key      string
		repaired bool
	}{
		{"4006381333931", "", "gtin 04006381333931", false},
		{" 36000291452 ", pricelist.Auto, "gtin 00036000291452", true},
		{"036000291452", pricelist.TypeUPC, "gtin 00036000291452", false},
		{"0306406152", pricelist.Auto, "gtin 09780306406157", false},
		{"0306406152", pricelist.TypeASIN, "asin 0306406152", false},
		{"306406152", pricelist.TypeASIN, "gtin 09780306406157", true},
		{"B000000001", pricelist.Auto, "asin B000000001", false},
		{"A-77", pricelist.TypeSKU, "sku A-77", false},
	} {
		p, repaired, err := pricelist.Input{Identifier: c.text, Type: c.of}.Identity()
		require.NoError(t, err, c.text)
		require.Equal(t, c.key, p.Key(), c.text)
		require.Equal(t, c.repaired, repaired, c.text)
	}
	for _, c := range []pricelist.Input{
		{Identifier: "4.00638E+12"}, {Identifier: "4006381333932"}, {}, {Identifier: " ", Type: pricelist.TypeSKU},
		{Identifier: "B000000001", Type: pricelist.TypeEAN}, {Identifier: "A-77"},
	} {
		p, _, err := c.Identity()
		require.Error(t, err, c.Identifier)
		require.Empty(t, p.Key())
	}
}

func reading(supplier, amazon int64) optional.Maybe[pricelist.Reading] {
	return optional.Some(pricelist.Reading{SupplierUnits: supplier, AmazonUnits: amazon})
}

func TestPack(t *testing.T) {
	for name, c := range map[string]struct {
		listed string
		facts  pricelist.Facts
		edited optional.Maybe[int64]
		want   pricelist.Pack
		ok     bool
	}{
		"assumed":       {"", pricelist.Facts{Title: "Bottle"}, optional.Maybe[int64]{}, pricelist.Pack{SupplierUnits: 1, AmazonUnits: 1, UnitsNeeded: 1, Source: "assumed", Confidence: 50}, true},
		"no pack":       {"", pricelist.Facts{Title: "Backpack"}, optional.Maybe[int64]{}, pricelist.Pack{SupplierUnits: 1, AmazonUnits: 1, UnitsNeeded: 1, Source: "assumed", Confidence: 50}, true},
		"pack of none":  {"", pricelist.Facts{Title: "Bottle, Pack of 0"}, optional.Maybe[int64]{}, pricelist.Pack{SupplierUnits: 1, AmazonUnits: 1, UnitsNeeded: 1, Source: "assumed", Confidence: 50}, true},
		"title":         {"", pricelist.Facts{Title: "Bottle, Pack of 6"}, optional.Maybe[int64]{}, pricelist.Pack{SupplierUnits: 1, AmazonUnits: 6, UnitsNeeded: 6, Source: "title", Confidence: 70, Otherwise: reading(6, 6)}, true},
		"6-pack":        {"", pricelist.Facts{Title: "Bottle 6-Pack"}, optional.Maybe[int64]{}, pricelist.Pack{SupplierUnits: 1, AmazonUnits: 6, UnitsNeeded: 6, Source: "title", Confidence: 70, Otherwise: reading(6, 6)}, true},
		"attribute":     {"", pricelist.Facts{PackageQuantity: whole(2), NumberOfItems: whole(2)}, optional.Maybe[int64]{}, pricelist.Pack{SupplierUnits: 1, AmazonUnits: 2, UnitsNeeded: 2, Source: "attribute", Confidence: 95}, true},
		"two numbers":   {"", pricelist.Facts{PackageQuantity: whole(1), NumberOfItems: whole(4)}, optional.Maybe[int64]{}, pricelist.Pack{SupplierUnits: 1, AmazonUnits: 1, UnitsNeeded: 1, Source: "attribute", Confidence: 70, Bundle: true}, true},
		"title differs": {"", pricelist.Facts{Title: "Bottle, Pack of 6", PackageQuantity: whole(1)}, optional.Maybe[int64]{}, pricelist.Pack{SupplierUnits: 1, AmazonUnits: 1, UnitsNeeded: 1, Source: "attribute", Confidence: 70, Bundle: true, Otherwise: reading(1, 6)}, true},
		"both titles":   {"Bottle pack of 6", pricelist.Facts{Title: "Bottle, Pack of 6"}, optional.Maybe[int64]{}, pricelist.Pack{SupplierUnits: 6, AmazonUnits: 6, UnitsNeeded: 1, Source: "title", Confidence: 70}, true},
		"both packed":   {"Bottle pack of 6", pricelist.Facts{NumberOfItems: whole(12)}, optional.Maybe[int64]{}, pricelist.Pack{SupplierUnits: 6, AmazonUnits: 12, UnitsNeeded: 2, Source: "attribute", Confidence: 95}, true},
		"edited":        {"", pricelist.Facts{NumberOfItems: whole(12)}, whole(3), pricelist.Pack{SupplierUnits: 1, AmazonUnits: 3, UnitsNeeded: 3, Source: "edited", Confidence: 100}, true},
		"mismatch":      {"Bottle pack of 6", pricelist.Facts{NumberOfItems: whole(4)}, optional.Maybe[int64]{}, pricelist.Pack{SupplierUnits: 6, AmazonUnits: 4, Source: "attribute", Confidence: 95}, false},
	} {
		p, ok := pricelist.NewPack(c.listed, c.facts, c.edited)
		require.Equal(t, c.ok, ok, name)
		require.Equal(t, c.want, p, name)
	}
}

// good makes a row to buy, without any doubt.
func good() pricelist.Row {
	r := pricelist.Row{Number: 1, Input: pricelist.Input{Cost: some("5"), Title: "Steel bottle"}}
	r.Match([]pricelist.Facts{{
		ASIN: asin.MustParse("B000000001"), Title: "Bottle of steel", Brand: "Acme", BuyBox: some("20"), Mean90: some("20"), PackageQuantity: whole(1),
		Restriction: optional.Some(pricelist.Allowed), Category: "Kitchen", Rank: whole(100),
	}}, 1)
	return r
}

// earning answers each sale the same.
func earning(e pricelist.Earnings) pricelist.Evaluate {
	return func(sales []pricelist.Sale) ([]pricelist.Earnings, error) {
		out := make([]pricelist.Earnings, len(sales))
		for i := range out {
			if out[i] = e; !sales[i].Cost.Known() {
				out[i] = pricelist.Earnings{MaxCost: e.MaxCost}
			}
		}
		return out, nil
	}
}

func profits() pricelist.Earnings {
	return pricelist.Earnings{Profit: some("6"), ROI: optional.Some(percent("120")), Margin: optional.Some(percent("30")), MaxCost: some("9")}
}

func judge(t *testing.T, r pricelist.Row, terms pricelist.Terms, e pricelist.Earnings) (pricelist.Row, pricelist.Result) {
	t.Helper()
	if terms.Currency == "" {
		terms.Currency = "USD"
	}
	rows := []pricelist.Row{r}
	out, err := pricelist.Judge(rows, terms, false, earning(e))
	require.NoError(t, err)
	return rows[0], out[0]
}

func TestVerdicts(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(r *pricelist.Row, terms *pricelist.Terms, e *pricelist.Earnings)
		verdict pricelist.Verdict
		rules   []pricelist.Rule
		gaps    []pricelist.Gap
	}{
		"accepted": {func(*pricelist.Row, *pricelist.Terms, *pricelist.Earnings) {}, pricelist.Accept, nil, nil},
		"restricted": {func(r *pricelist.Row, _ *pricelist.Terms, _ *pricelist.Earnings) {
			r.Matches[0].Restriction = optional.Some(pricelist.NotEligible)
		}, pricelist.Reject, []pricelist.Rule{"restricted"}, []pricelist.Gap{"restricted"}},
		"approval": {func(r *pricelist.Row, _ *pricelist.Terms, _ *pricelist.Earnings) {
			r.Matches[0].Restriction = optional.Some(pricelist.Approval)
		}, pricelist.Review, []pricelist.Rule{"approval_required"}, []pricelist.Gap{"approval_required"}},
		"not found": {func(r *pricelist.Row, _ *pricelist.Terms, _ *pricelist.Earnings) { r.Match(nil, 0) }, pricelist.Reject, []pricelist.Rule{"not_found"}, []pricelist.Gap{"asin_not_found"}},
		"roi": {func(_ *pricelist.Row, terms *pricelist.Terms, _ *pricelist.Earnings) {
			terms.Expenses.TargetROI = optional.Some(percent("120.01"))
		}, pricelist.Reject, []pricelist.Rule{"roi_below_target"}, nil},
		"roi met": {func(_ *pricelist.Row, terms *pricelist.Terms, _ *pricelist.Earnings) {
			terms.Expenses.TargetROI = optional.Some(percent("120"))
		}, pricelist.Accept, nil, nil},
		"profit": {func(_ *pricelist.Row, terms *pricelist.Terms, _ *pricelist.Earnings) {
			terms.Expenses.MinProfit = some("6.01")
		}, pricelist.Reject, []pricelist.Rule{"profit_below_minimum"}, nil},
		"margin": {func(_ *pricelist.Row, terms *pricelist.Terms, _ *pricelist.Earnings) {
			terms.Expenses.MinMargin = optional.Some(percent("31"))
		}, pricelist.Reject, []pricelist.Rule{"margin_below_minimum"}, nil},
		"rank": {func(_ *pricelist.Row, terms *pricelist.Terms, _ *pricelist.Earnings) { terms.Skip.MaxRank = whole(99) }, pricelist.Reject, []pricelist.Rule{"skipped"}, nil},
		"category": {func(_ *pricelist.Row, terms *pricelist.Terms, _ *pricelist.Earnings) {
			terms.Skip.Categories = []string{"KITCHEN"}
		}, pricelist.Reject, []pricelist.Rule{"skipped"}, nil},
		"several": {func(r *pricelist.Row, _ *pricelist.Terms, _ *pricelist.Earnings) { r.Match(r.Matches, 2) }, pricelist.Review, []pricelist.Rule{"multiple"}, nil},
		"title":   {func(r *pricelist.Row, _ *pricelist.Terms, _ *pricelist.Earnings) { r.Input.Title = "Garden hose" }, pricelist.Review, []pricelist.Rule{"title_differs"}, nil},
		"pack": {func(r *pricelist.Row, _ *pricelist.Terms, _ *pricelist.Earnings) {
			r.Matches[0].PackageQuantity = optional.Maybe[int64]{}
		}, pricelist.Review, []pricelist.Rule{"pack_unsure"}, nil},
		"no cost":     {func(r *pricelist.Row, _ *pricelist.Terms, _ *pricelist.Earnings) { r.Input.Cost = pricelist.Maybe{} }, pricelist.Review, []pricelist.Rule{"gap"}, []pricelist.Gap{"no_cost"}},
		"no currency": {func(r *pricelist.Row, _ *pricelist.Terms, _ *pricelist.Earnings) { r.Input.Currency = "XXX" }, pricelist.Review, []pricelist.Rule{"gap"}, []pricelist.Gap{"currency_unknown"}},
		"no rate":     {func(r *pricelist.Row, _ *pricelist.Terms, _ *pricelist.Earnings) { r.Input.Currency = "EUR" }, pricelist.Review, []pricelist.Rule{"gap"}, []pricelist.Gap{"exchange_rate_missing"}},
		"no price": {func(r *pricelist.Row, _ *pricelist.Terms, _ *pricelist.Earnings) {
			r.Matches[0].BuyBox, r.Matches[0].Mean90 = pricelist.Maybe{}, pricelist.Maybe{}
		}, pricelist.Review, []pricelist.Rule{"gap"}, []pricelist.Gap{"no_buy_box"}},
		"loss":           {func(_ *pricelist.Row, _ *pricelist.Terms, e *pricelist.Earnings) { e.Profit = some("-0.01") }, pricelist.Reject, []pricelist.Rule{"not_profitable"}, nil},
		"nothing earned": {func(_ *pricelist.Row, _ *pricelist.Terms, e *pricelist.Earnings) { e.Profit = some("0") }, pricelist.Reject, []pricelist.Rule{"not_profitable"}, nil},
		"a cent earned":  {func(_ *pricelist.Row, _ *pricelist.Terms, e *pricelist.Earnings) { e.Profit = some("0.01") }, pricelist.Accept, nil, nil},
		"loss above the bars": {func(_ *pricelist.Row, terms *pricelist.Terms, e *pricelist.Earnings) {
			e.Profit, e.ROI, e.Margin = some("-1"), optional.Some(percent("-20")), optional.Some(percent("-5"))
			terms.Expenses.MinProfit, terms.Expenses.TargetROI, terms.Expenses.MinMargin = some("-2"), optional.Some(percent("-30")), optional.Some(percent("-10"))
		}, pricelist.Reject, []pricelist.Rule{"not_profitable"}, nil},
		"loss below a bar": {func(_ *pricelist.Row, terms *pricelist.Terms, e *pricelist.Earnings) {
			e.Profit, terms.Expenses.MinProfit = some("-1"), some("3")
		}, pricelist.Reject, []pricelist.Rule{"profit_below_minimum", "not_profitable"}, nil},
		"unknown profit": {func(_ *pricelist.Row, _ *pricelist.Terms, e *pricelist.Earnings) { e.Profit = pricelist.Maybe{} }, pricelist.Review, []pricelist.Rule{"gap"}, nil},
		"no fees":        {func(_ *pricelist.Row, _ *pricelist.Terms, e *pricelist.Earnings) { e.Missing = true }, pricelist.Review, []pricelist.Rule{"gap"}, []pricelist.Gap{"no_fees"}},
		"no postage":     {func(_ *pricelist.Row, terms *pricelist.Terms, _ *pricelist.Earnings) { terms.Way = pricelist.FBM }, pricelist.Review, []pricelist.Rule{"gap"}, []pricelist.Gap{"no_postage"}},
		"stale":          {func(r *pricelist.Row, _ *pricelist.Terms, _ *pricelist.Earnings) { r.Matches[0].Stale = true }, pricelist.Review, []pricelist.Rule{"gap"}, []pricelist.Gap{"stale_data"}},
		"hazmat": {func(r *pricelist.Row, _ *pricelist.Terms, _ *pricelist.Earnings) {
			r.Matches[0].Hazmat = optional.Some(true)
		}, pricelist.Review, []pricelist.Rule{"alert"}, nil},
		"meltable": {func(r *pricelist.Row, _ *pricelist.Terms, _ *pricelist.Earnings) {
			r.Matches[0].Meltable = optional.Some(true)
		}, pricelist.Accept, nil, nil},
		"spike": {func(r *pricelist.Row, _ *pricelist.Terms, _ *pricelist.Earnings) { r.Matches[0].Mean90 = some("15.99") }, pricelist.Review, []pricelist.Rule{"alert"}, nil},
		"high": {func(_ *pricelist.Row, _ *pricelist.Terms, e *pricelist.Earnings) {
			e.ROI = optional.Some(percent("200.01"))
		}, pricelist.Review, []pricelist.Rule{"roi_above_200"}, []pricelist.Gap{"roi_above_200"}},
		"low": {func(_ *pricelist.Row, _ *pricelist.Terms, e *pricelist.Earnings) {
			e.ROI = optional.Some(percent("-300.01"))
		}, pricelist.Review, []pricelist.Rule{"roi_below_minus_300"}, []pricelist.Gap{"roi_below_minus_300"}},
		"reject beats review": {func(r *pricelist.Row, _ *pricelist.Terms, e *pricelist.Earnings) {
			r.Matches[0].Restriction, e.ROI = optional.Some(pricelist.NotEligible), optional.Some(percent("201"))
		}, pricelist.Reject, []pricelist.Rule{"restricted", "roi_above_200"}, []pricelist.Gap{"restricted", "roi_above_200"}},
	} {
		r, terms, e := good(), pricelist.Terms{Way: pricelist.FBA}, profits()
		c.change(&r, &terms, &e)
		_, out := judge(t, r, terms, e)
		require.Equal(t, c.verdict, out.Verdict, name)
		require.Equal(t, c.rules, out.Rules, name)
		require.ElementsMatch(t, c.gaps, out.Gaps, name)
	}
}

func TestWithoutACostNothingIsEarned(t *testing.T) {
	r := good()
	r.Input.Cost = pricelist.Maybe{}
	_, out := judge(t, r, pricelist.Terms{Way: pricelist.FBA}, profits())
	require.Equal(t, pricelist.Earnings{MaxCost: some("9")}, out.Earned())
	require.False(t, out.Costing.Total.Known())

	r.Input.CaseCost = some("30")
	_, out = judge(t, r, pricelist.Terms{Way: pricelist.FBA}, profits())
	require.Contains(t, out.Costing.Gaps, pricelist.NoCost, "a case of an unknown size costs nothing that is known")
	r.Input.PackSize = whole(12)
	_, out = judge(t, r, pricelist.Terms{Way: pricelist.FBA}, profits())
	require.Equal(t, some("2.5"), out.Costing.Cost)
}

// A cost per ASIN is the cost of the sold product, until a user reads its title otherwise.
func TestAPackOfATitleIsReadInTwoWays(t *testing.T) {
	perCost := func(sales []pricelist.Sale) ([]pricelist.Earnings, error) {
		out := make([]pricelist.Earnings, len(sales))
		for i, s := range sales {
			cost, _ := s.Cost.Get()
			out[i].Profit = optional.Some(money.FromUnits(s.Price.Units() - cost.Units()))
		}
		return out, nil
	}
	judge := func(r pricelist.Row) pricelist.Result {
		out, err := pricelist.Judge([]pricelist.Row{r}, pricelist.Terms{Currency: "USD", Way: pricelist.FBA}, false, perCost)
		require.NoError(t, err)
		return out[0]
	}
	build := func(supplier, amazon, needed int64, cost, profit string) pricelist.PackReading {
		return pricelist.PackReading{Reading: pricelist.Reading{SupplierUnits: supplier, AmazonUnits: amazon}, UnitsNeeded: needed, Cost: some(cost), Profit: some(profit)}
	}
	r := good()
	r.Input.Cost, r.Matches[0].Title, r.Matches[0].PackageQuantity = some("3"), "Steel bottle, pack of 6", optional.Maybe[int64]{}

	r.Input.Identifier = "B000000001"
	out := judge(r)
	require.Equal(t, pricelist.Review, out.Verdict)
	require.Equal(t, []pricelist.Rule{"pack_unsure"}, out.Rules)
	require.Equal(t, []any{some("3"), some("17")}, []any{out.Costing.Cost, out.Earned().Profit})
	require.Equal(t, []pricelist.PackReading{build(6, 6, 1, "3", "17"), build(1, 6, 6, "18", "2")}, out.Readings)

	r.Input.Identifier = "4006381333931"
	out = judge(r)
	require.Equal(t, pricelist.Review, out.Verdict)
	require.Equal(t, []pricelist.PackReading{build(1, 6, 6, "18", "2"), build(6, 6, 1, "3", "17")}, out.Readings)

	r.Input.Identifier = "B000000001"
	for units, cost := range map[int64]string{1: "3", 6: "18"} {
		require.NoError(t, r.Edit(pricelist.EditPatch{AmazonUnits: optional.Put(units)}, "USD"))
		out = judge(r)
		require.Equal(t, []any{pricelist.Accept, some(cost)}, []any{out.Verdict, out.Costing.Cost})
		require.Empty(t, out.Readings)
	}
	r.Edits.AmazonUnits, r.Matches[0].PackageQuantity = optional.Maybe[int64]{}, whole(6)
	out = judge(r)
	require.Equal(t, []any{pricelist.Review, some("3")}, []any{out.Verdict, out.Costing.Cost}, "the count of the catalogue asks too")
	require.Equal(t, []pricelist.PackReading{build(6, 6, 1, "3", "17"), build(1, 6, 6, "18", "2")}, out.Readings)
	r.Matches[0].PackageQuantity = whole(1)
	out = judge(r)
	require.Equal(t, []pricelist.PackReading{build(1, 1, 1, "3", "17"), build(1, 6, 6, "18", "2")}, out.Readings)

	r.Input.Cost, r.Matches[0].PackageQuantity = some("3000000000"), whole(6)
	out = judge(r)
	require.Equal(t, some("3000000000"), out.Costing.Cost)
	require.Empty(t, out.Readings, "six of them are no amount")
}

// Buys a row at its edited cost in the marketplace's currency, else at the list's cost in the
// list's currency.
func TestCostsOfPurchases(t *testing.T) {
	listed := func(cost, box pricelist.Maybe, size optional.Maybe[int64]) pricelist.Row {
		r := good()
		r.Input.Currency, r.Input.Cost, r.Input.CaseCost, r.Input.PackSize = "EUR", cost, box, size
		return r
	}
	var unknown pricelist.Maybe
	var unsized optional.Maybe[int64]
	edited := listed(some("5"), unknown, unsized)
	edited.Edits.Cost = some("7")
	packed := listed(unknown, some("30"), unsized)
	packed.Edits.PackSize = whole(12)
	for name, c := range map[string]struct {
		row  pricelist.Row
		cost string
	}{
		"of the list":            {listed(some("5"), some("30"), whole(12)), "5 EUR"},
		"edited":                 {edited, "7 USD"},
		"of a case":              {listed(unknown, some("30"), whole(12)), "2.5 EUR"},
		"of a case, rounded":     {listed(unknown, some("10"), whole(12)), "0.8333 EUR"},
		"of a case, edited size": {packed, "2.5 EUR"},
		"of a case of any size":  {listed(unknown, some("30"), unsized), ""},
		"unknown":                {listed(unknown, unknown, whole(12)), ""},
		"of no product":          {pricelist.Row{Input: pricelist.Input{Cost: some("5")}}, ""},
	} {
		p, ok := c.row.Purchase(pricelist.Costing{}, "USD", pricelist.Need{Days: 30}, pricelist.Supply{})
		require.Equal(t, c.cost != "", ok, name)
		if ok {
			require.Equal(t, c.cost, p.UnitCost.String()+" "+string(p.Currency), name)
		}
	}
}

func TestQuantities(t *testing.T) {
	for name, c := range map[string]struct {
		sales, own optional.Maybe[int64]
		share      optional.Maybe[money.Percent]
		days       int64
		units      int64
		supply     pricelist.Supply
		moq, size  optional.Maybe[int64]
		buy        optional.Maybe[int64]
		want       int64
		needed     optional.Maybe[int64]
		missing    string
	}{
		"a month":              {sales: whole(90), own: whole(30), days: 30, units: 1, want: 30, needed: whole(30)},
		"a week is rounded up": {sales: whole(90), own: whole(30), days: 8, units: 1, want: 8, needed: whole(8)},
		"part of a unit":       {sales: whole(90), own: whole(31), days: 7, units: 1, want: 8, needed: whole(8)},
		"stock and orders":     {own: whole(30), days: 60, units: 1, supply: pricelist.Supply{Stock: 20, InWarehouse: 5, OnOrder: 12}, want: 23, needed: whole(23)},
		"packs":                {own: whole(10), days: 30, units: 3, supply: pricelist.Supply{Stock: 2, InWarehouse: 1, OnOrder: 4}, want: 21, needed: whole(19)},
		"case":                 {own: whole(10), days: 30, units: 1, size: whole(12), want: 12, needed: whole(10)},
		"case and minimum":     {own: whole(10), days: 30, units: 1, size: whole(12), moq: whole(30), want: 36, needed: whole(10)},
		"case and pack":        {own: whole(1), days: 30, units: 4, size: whole(6), want: 12, needed: whole(4)},
		"no case and pack":     {own: whole(1), days: 30, units: 99_991, size: whole(48), want: 99_991, needed: whole(99_991)},
		"enough":               {own: whole(10), days: 30, units: 1, supply: pricelist.Supply{Stock: 30}, moq: whole(6), want: 0, needed: whole(0)},
		"nothing sold":         {sales: whole(3), own: whole(0), days: 30, units: 1, moq: whole(6), want: 0, needed: whole(0)},
		"edited":               {own: whole(10), days: 30, units: 1, buy: whole(7), size: whole(12), want: 7},
		"edited, no estimate":  {days: 30, units: 1, buy: whole(7), want: 7},
		"no estimate":          {days: 30, units: 1, moq: whole(6), missing: "sales_estimate"},
		"no share":             {sales: whole(90), days: 30, units: 1, missing: "own_share"},
		"a share is told":      {sales: whole(90), share: optional.Some(percent("12.5")), days: 30, units: 1, want: 12, needed: whole(12)},
		"the own share counts": {sales: whole(90), own: whole(30), share: optional.Some(percent("12.5")), days: 30, units: 1, want: 30, needed: whole(30)},
	} {
		r := good()
		r.Matches[0].Sales, r.Matches[0].OwnSales, r.Matches[0].PackageQuantity = c.sales, c.own, whole(c.units)
		r.Input.Minimum, r.Input.PackSize, r.Edits.Buy = c.moq, c.size, c.buy
		_, out := judge(t, r, pricelist.Terms{Way: pricelist.FBA}, profits())
		p, ok := r.Purchase(out.Costing, "USD", pricelist.Need{Days: c.days, Share: c.share}, c.supply)
		require.True(t, ok, name)
		require.Equal(t, c.want, p.Quantity, name)
		require.Equal(t, []any{c.needed, c.missing}, []any{p.Rule.Needed, p.Rule.Missing}, name)
	}
}

// TestTheFiguresOfARuleMakeItsQuantity counts each quantity again by its rule.
func TestTheFiguresOfARuleMakeItsQuantity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		any := func(most int64, name string) int64 { return rapid.Int64Range(0, most).Draw(t, name) }
		r := good()
		r.Matches[0].OwnSales, r.Matches[0].PackageQuantity = whole(any(2_000, "own")), whole(1+any(11, "units"))
		r.Input.Minimum, r.Input.PackSize = whole(1+any(100, "moq")), whole(1+any(48, "size"))
		out, err := pricelist.Judge([]pricelist.Row{r}, pricelist.Terms{Currency: "USD", Way: pricelist.FBA}, false, earning(profits()))
		require.NoError(t, err)
		supply := pricelist.Supply{Stock: any(500, "stock"), InWarehouse: any(500, "warehouse"), OnOrder: any(500, "order")}
		p, ok := r.Purchase(out[0].Costing, "USD", pricelist.Need{Days: 1 + any(364, "days")}, supply)
		require.True(t, ok)
		q := p.Rule
		own, _ := q.Own.Get()
		sold := (own.Units()/10_000*q.Days + 29) / 30
		needed := max(0, (sold-q.Supply.Stock)*q.UnitsNeeded-q.Supply.InWarehouse-q.Supply.OnOrder)
		require.Equal(t, whole(needed), q.Needed)
		if needed == 0 {
			require.Zero(t, p.Quantity)
			return
		}
		least := max(needed, q.Minimum)
		require.Equal(t, (least+q.Multiple-1)/q.Multiple*q.Multiple, p.Quantity)
		require.Zero(t, p.Quantity%q.UnitsNeeded, "whole sold units")
		require.Zero(t, p.Quantity%r.Input.PackSize.Or(1), "whole cases")
	})
}

func TestPackMismatchIsAnErrorUntilItIsEdited(t *testing.T) {
	r := good()
	r.Input.Title = "Steel bottle pack of 6"
	r, out := judge(t, r, pricelist.Terms{}, profits())
	require.Equal(t, pricelist.RowError, r.Status)
	require.Equal(t, "pack_size_mismatch", r.Problem)
	require.Equal(t, pricelist.Review, out.Verdict)
	require.NoError(t, r.Edit(pricelist.EditPatch{AmazonUnits: optional.Put(int64(12))}, "USD"))
	r, out = judge(t, r, pricelist.Terms{}, profits())
	require.Equal(t, pricelist.Matched, r.Status)
	require.Equal(t, int64(2), out.Costing.Pack.UnitsNeeded)
	require.Equal(t, some("10"), out.Costing.Cost)
}

func TestWays(t *testing.T) {
	e, err := pricelist.ExpensesPatch{InboundKG: optional.Put(amount("2"))}.Over(pricelist.Expenses{})
	require.NoError(t, err)
	r := good()
	_, out := judge(t, r, pricelist.Terms{Expenses: e}, profits())
	require.False(t, out.FBA.Known(), "the weight is not known")
	require.Equal(t, []pricelist.Gap{"no_postage"}, out.Gaps)
	r.Matches[0].Size.Weight = 350_000_000_000
	_, out = judge(t, r, pricelist.Terms{Expenses: e}, profits())
	require.Equal(t, some("0.7"), out.Costing.Landed)
	require.True(t, out.FBA.Known())
	require.False(t, out.FBM.Known())
	require.Empty(t, out.Gaps, "a way beside one that can be counted is left out")
	e.Outbound = some("4.5")
	_, out = judge(t, r, pricelist.Terms{Expenses: e, Way: pricelist.FBM}, profits())
	require.True(t, out.FBM.Known())
	require.Equal(t, some("4.5"), out.Costing.Landed)
}

func TestPrices(t *testing.T) {
	for _, c := range []struct {
		basis pricelist.Basis
		facts pricelist.Facts
		price pricelist.Maybe
		from  pricelist.PriceSource
	}{
		{"", pricelist.Facts{BuyBox: some("9"), LowestFBA: some("8")}, some("9"), "buy_box"},
		{pricelist.AtLowestFBA, pricelist.Facts{BuyBox: some("9"), LowestFBA: some("8")}, some("8"), "lowest_fba"},
		{pricelist.AtMean90, pricelist.Facts{BuyBox: some("9"), LowestFBA: some("8")}, some("9"), "buy_box"},
		{pricelist.AtMean90, pricelist.Facts{Mean90: some("7")}, some("7"), "avg_90d"},
		{"", pricelist.Facts{LowestFBM: some("6"), Mean90: some("7")}, some("6"), "lowest_fbm"},
		{"", pricelist.Facts{List: some("6")}, pricelist.Maybe{}, ""},
	} {
		r := pricelist.Row{}
		r.Match([]pricelist.Facts{c.facts}, 1)
		costing, err := r.Cost(pricelist.Expenses{Basis: c.basis}, pricelist.FBA, "USD")
		require.NoError(t, err)
		require.Equal(t, c.price, costing.Price)
		require.Equal(t, c.from, costing.PriceSource)
	}
}

func TestAlertsSayWhatNoSourceTold(t *testing.T) {
	r := good()
	at := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	f := &r.Matches[0]
	f.Source, f.AsOf, f.Brand, f.AmazonInStock, f.Oversize = "keepa", at, "Generic", optional.Some(true), optional.Some(false)
	_, out := judge(t, r, pricelist.Terms{}, profits())
	require.Equal(t, []pricelist.Alert{{Code: "amazon_sells", Source: "keepa", AsOf: at}, {Code: "generic_brand", Source: "keepa", AsOf: at}}, out.Alerts)
	require.Equal(t, []pricelist.AlertCode{"hazmat", "meltable", "adult", "buy_box_suppressed"}, out.Unavailable)
}

func TestEdits(t *testing.T) {
	r := good()
	r.Matches = append(r.Matches, pricelist.Facts{ASIN: asin.MustParse("B000000002"), BuyBox: some("30")})
	require.NoError(t, r.Edit(pricelist.EditPatch{Match: optional.Put(int64(1)), Cost: optional.Put(amount("7")), Liked: optional.Put(true)}, "USD"))
	f, _ := r.Product()
	require.Equal(t, "B000000002", f.ASIN.String())
	require.True(t, r.Liked)
	require.NoError(t, r.Edit(pricelist.EditPatch{Match: optional.Clear[int64](), Cost: optional.Clear[money.Amount]()}, "USD"))
	require.Equal(t, pricelist.Edits{}, r.Edits)
	for pointer, p := range map[string]pricelist.EditPatch{
		"/match_index": {Match: optional.Put(int64(2))}, "/amazon_units": {AmazonUnits: optional.Put(int64(0))}, "/cost": {Cost: optional.Put(amount("-1"))},
		"/price_used": {Price: optional.Put(amount("1.001"))}, "/discount": {Discount: optional.Put(percent("101"))},
	} {
		before := r
		err := r.Edit(p, "USD")
		require.Error(t, err, pointer)
		broken, _ := fault.As(err)
		require.Equal(t, pointer, broken.Errors[0].Pointer)
		require.Equal(t, before, r)
	}
	none := pricelist.Row{Status: pricelist.NotFound}
	require.Equal(t, fault.CodeInvalidState, code(t, none.Edit(pricelist.EditPatch{}, "USD")))
}

func TestExpenses(t *testing.T) {
	e, err := pricelist.ExpensesPatch{Inbound: optional.Put(amount("1")), Misc: optional.Put(amount("2"))}.Over(pricelist.Expenses{})
	require.NoError(t, err)
	e, err = pricelist.ExpensesPatch{InboundKG: optional.Put(amount("3")), Misc: optional.Clear[money.Amount]()}.Over(e)
	require.NoError(t, err)
	require.Equal(t, pricelist.Expenses{InboundKG: some("3"), Basis: pricelist.AtBuyBox}, e)
	_, err = pricelist.ExpensesPatch{
		Prep: optional.Put(amount("-1")), Returns: optional.Put(percent("100.5")), StorageMonths: optional.Put(amount("121")),
		Inbound: optional.Put(amount("1")), InboundKG: optional.Put(amount("1")),
	}.Over(pricelist.Expenses{})
	broken, ok := fault.As(err)
	require.True(t, ok)
	var pointers []string
	for _, item := range broken.Errors {
		pointers = append(pointers, item.Pointer)
	}
	require.ElementsMatch(t, []string{"/prep_per_unit", "/returns_percent"}, pointers)
	_, err = pricelist.ExpensesPatch{Rates: optional.Put([]pricelist.Rate{{Currency: "EUR"}})}.Over(pricelist.Expenses{})
	require.Error(t, err)
}

// Sums out of the range of amounts are an error of the row, with any figures.
func TestNoFigureBreaksARow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		any := func(name string) money.Amount {
			return money.FromUnits(rapid.Int64Range(0, money.MaxUnits).Draw(t, name))
		}
		r := good()
		r.Input.Cost, r.Matches[0].PackageQuantity = optional.Some(any("cost")), whole(rapid.Int64Range(1, 100_000).Draw(t, "units"))
		e := pricelist.Expenses{Prep: any("prep"), ThirdParty: any("third party"), Misc: any("misc"), Inbound: optional.Some(any("inbound"))}
		c, err := r.Cost(e, pricelist.FBA, "USD")
		if err != nil {
			if broken, ok := fault.As(err); !ok || broken.Code != fault.CodeValidationFailed {
				t.Fatal(err)
			}
			return
		}
		for _, m := range []pricelist.Maybe{c.Unit, c.Cost, c.Landed, c.Other, c.Total} {
			if v := m.Or(money.Amount{}); v.Units() < 0 || v.Units() > money.MaxUnits {
				t.Fatal(v)
			}
		}
	})
}

func list() pricelist.Table {
	return pricelist.Table{
		Sheet: "Prices", HeaderRow: 3, Headers: []string{"EAN", "Article", "Net", "Dealer", "Net "}, Fields: []pricelist.Field{"identifier", "title", "", "", ""},
		Candidates: map[pricelist.Field][]int{"cost": {2, 3}}, Sample: [][]string{{"4006381333931", "Bottle", "4.20", "3.90", "4.20"}},
	}
}

func TestMappingIsRequiredWhereTwoColumnsCouldBeTheCost(t *testing.T) {
	_, err := list().Map(pricelist.Wanted{}, nil)
	broken, _ := fault.As(err)
	require.Equal(t, fault.CodeMappingRequired, code(t, err))
	require.Equal(t, map[string][]string{"identifier": {"A"}, "title": {"B"}}, broken.Details["suggestion"])
	require.Equal(t, map[string][]map[string]any{"cost": {{"column": "C", "header": "Net"}, {"column": "D", "header": "Dealer"}}}, broken.Details["candidates"])
	require.Equal(t, list().Sample, broken.Details["sample"])
	for _, name := range []string{"dealer", "D", "4"} {
		m, err := list().Map(pricelist.Wanted{Columns: map[pricelist.Field][]string{"cost": {name}}}, nil)
		require.NoError(t, err, name)
		require.ElementsMatch(t, []pricelist.Column{
			{Field: "cost", At: 3, Header: "Dealer", Base: 1}, {Field: "identifier", Header: "EAN", Base: 1},
			{Field: "title", At: 1, Header: "Article", Base: 1},
		}, m.Columns)
	}
	for _, name := range []string{"net", "F", "0", "6", "", "nothing"} {
		_, err := list().Map(pricelist.Wanted{Columns: map[pricelist.Field][]string{"cost": {name}}}, nil)
		require.Equal(t, fault.CodeValidationFailed, code(t, err), name)
	}
	_, err = list().Map(pricelist.Wanted{Passthrough: []string{"article", "nothing"}}, nil)
	broken, _ = fault.As(err)
	require.Equal(t, "/mapping/passthrough/1", broken.Pointer)
	unnamed := list()
	unnamed.Fields[0], unnamed.Candidates = "", nil
	_, err = unnamed.Map(pricelist.Wanted{}, nil)
	require.Equal(t, fault.CodeMappingRequired, code(t, err))
}

func TestMappingOfTheLastList(t *testing.T) {
	last, err := list().Map(pricelist.Wanted{Columns: map[pricelist.Field][]string{"cost": {"dealer"}}, Decimal: columns.Comma}, nil)
	require.NoError(t, err)
	m, err := list().Map(pricelist.Wanted{}, &last)
	require.NoError(t, err)
	require.Equal(t, last.Columns, m.Columns)
	require.Equal(t, columns.Auto, m.Decimal, "the figures of this file show their sign")
	open := list()
	open.Open = map[int]columns.Open{3: {Text: "1.125", Point: "1.125", Comma: "1125"}}
	m, err = open.Map(pricelist.Wanted{}, &last)
	require.NoError(t, err)
	require.Equal(t, ",", m.Of(pricelist.FieldCost)[0].Sign, "nothing shows it but the last list")
	_, err = open.Map(pricelist.Wanted{Columns: map[pricelist.Field][]string{"cost": {"dealer"}}}, nil)
	require.Equal(t, fault.CodeMappingRequired, code(t, err))
	last.Columns = last.Columns[1:]
	_, err = open.Map(pricelist.Wanted{Columns: map[pricelist.Field][]string{"cost": {"dealer"}}}, &last)
	require.Equal(t, fault.CodeMappingRequired, code(t, err), "the last list says nothing about this column")
	m, err = open.Map(pricelist.Wanted{Columns: map[pricelist.Field][]string{"cost": {"dealer"}}, Decimal: "."}, nil)
	require.NoError(t, err)
	require.Equal(t, ".", m.SignOf(m.Of(pricelist.FieldCost)[0]))
	other := list()
	other.Headers[3] = "Händler"
	require.NotEqual(t, list().Fingerprint(), other.Fingerprint())
	other.HeaderRow = 0
	require.Empty(t, other.Fingerprint())
}

// Tries every pair of stage and event: an unlisted pair is refused and changes nothing.
func TestStages(t *testing.T) {
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	allowed := map[string]pricelist.Stage{}
	for _, line := range []struct {
		event pricelist.Event
		from  []pricelist.Stage
		to    pricelist.Stage
	}{
		{pricelist.Claim, []pricelist.Stage{"queued", "parsing"}, "parsing"},
		{pricelist.Claim, []pricelist.Stage{"matching"}, "matching"},
		{pricelist.Claim, []pricelist.Stage{"pricing"}, "pricing"},
		{pricelist.Parsed, []pricelist.Stage{"parsing"}, "matching"},
		{pricelist.Found, []pricelist.Stage{"matching"}, "pricing"},
		{pricelist.Done, []pricelist.Stage{"pricing"}, "completed"},
		{pricelist.Fail, []pricelist.Stage{"queued", "parsing", "matching", "pricing"}, "failed"},
		{pricelist.Cancel, []pricelist.Stage{"queued", "parsing", "matching", "pricing"}, "cancelled"},
		{pricelist.Expire, []pricelist.Stage{"completed", "completed_with_errors", "failed", "cancelled"}, "expired"},
	} {
		for _, from := range line.from {
			allowed[fmt.Sprint(from, line.event)] = line.to
		}
	}
	for _, from := range pricelist.Stage("").Words() {
		for _, e := range []pricelist.Event{pricelist.Claim, pricelist.Parsed, pricelist.Found, pricelist.Done, pricelist.Fail, pricelist.Cancel, pricelist.Expire} {
			v := pricelist.Values{Stage: from, Rows: 10}
			before := v
			to, ok := allowed[fmt.Sprint(from, e)]
			err := v.Move(e, now)
			if !ok {
				require.Equal(t, fault.CodeInvalidTransition, code(t, err), "%s %s", from, e)
				require.Equal(t, before, v)
				continue
			}
			require.NoError(t, err)
			require.Equal(t, to, v.Stage)
		}
	}
	v := pricelist.Values{Stage: pricelist.Pricing, Failed: 1}
	require.NoError(t, v.Move(pricelist.Done, now))
	require.Equal(t, pricelist.CompletedWithErrors, v.Stage)
}

func TestProgressNeverFalls(t *testing.T) {
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	v := pricelist.Values{Stage: pricelist.Queued, Rows: 1_000}
	var seen []int64
	step := func(e pricelist.Event) {
		require.NoError(t, v.Move(e, now))
		seen = append(seen, v.Progress)
		v.Advance(500, 7, now)
		seen = append(seen, v.Progress)
		require.NoError(t, v.Move(pricelist.Claim, now))
		seen = append(seen, v.Progress)
	}
	step(pricelist.Claim)
	step(pricelist.Parsed)
	step(pricelist.Found)
	require.NoError(t, v.Move(pricelist.Done, now))
	require.Equal(t, []int64{0, 500, 500, 1_000, 3_250, 3_250, 5_500, 7_750, 7_750}, seen)
	require.Equal(t, int64(10_000), v.Progress)
	require.False(t, v.Left(now).Known())
}

// 10,000 codes take 8:20 min of the catalogue, which is asked twice about each, and 83:20 of the
// offers, the slowest source. From a tenth of a stage on its own pace counts, and the share of rows
// that have a product.
func TestTimeLeft(t *testing.T) {
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	left := func(v pricelist.Values) time.Duration { return v.Left(now).Or(-1) }
	v := pricelist.Values{Stage: pricelist.Queued, Rows: 10_000}
	require.Equal(t, 91*time.Minute+40*time.Second, left(v))
	require.NoError(t, v.Move(pricelist.Claim, now))
	require.NoError(t, v.Move(pricelist.Parsed, now))
	v.Valid, v.Coded = 9_000, 6_000
	require.Equal(t, 81*time.Minute+15*time.Second, left(v), "ASINs are looked up once, unreadable codes are not")
	now = now.Add(10 * time.Second)
	v.Asked = 300
	v.Advance(500, 9, now)
	require.Equal(t, 80*time.Minute+56_250*time.Millisecond, left(v), "a twentieth says too little")
	now = now.Add(10 * time.Second)
	v.Asked = 600
	v.Advance(500, 10, now)
	require.Equal(t, optional.Some(int64(500_000)), v.Speed())
	require.Equal(t, 53*time.Minute, left(v))
	now = now.Add(5 * time.Second)
	require.Equal(t, 53*time.Minute-5*time.Second, left(v), "between two chunks it goes down by the clock")
	require.Equal(t, optional.Some(int64(500_000)), v.Speed())
	now = now.Add(time.Hour)
	require.Equal(t, 50*time.Minute, left(v))
	require.NoError(t, v.Move(pricelist.Found, now))
	v.Asked, v.Options.Restrictions = 6_000, true
	require.Equal(t, 50*time.Minute, left(v), "sources are asked side by side")
	now = now.Add(5 * time.Minute)
	v.Advance(1_000, 10, now)
	require.Equal(t, 45*time.Minute, left(v))
}

func TestTheSlowestSourceSetsThePace(t *testing.T) {
	for want, asked := range map[pricelist.Bound]map[pricelist.Bound]int64{
		pricelist.ByNothing:      {},
		pricelist.ByFees:         {pricelist.ByFees: 600, pricelist.ByOffers: 119},
		pricelist.ByOffers:       {pricelist.ByFees: 600, pricelist.ByOffers: 121},
		pricelist.ByRestrictions: {pricelist.ByCatalog: 2_399, pricelist.ByRestrictions: 300},
		pricelist.ByKeepa:        {pricelist.ByKeepa: 1, pricelist.ByCatalog: 119},
	} {
		require.Equal(t, want, pricelist.Slowest(asked))
	}
}

func TestJudgeReturnsTheErrorOfItsSource(t *testing.T) {
	down := errors.New("down")
	_, err := pricelist.Judge([]pricelist.Row{good()}, pricelist.Terms{Currency: "USD"}, false,
		func([]pricelist.Sale) ([]pricelist.Earnings, error) { return nil, down })
	require.ErrorIs(t, err, down)
}
