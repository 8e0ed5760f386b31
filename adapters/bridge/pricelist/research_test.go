package pricelist

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/pricelist"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/profit"
)

type noon struct{}

func (noon) Now() time.Time { return time.Date(2026, 3, 20, 12, 0, 0, 0, time.UTC) }

// rowCase has numbers as the file writes them; a null figure in expected must be missing.
type rowCase struct {
	Name                  string
	Row, Market, Expenses map[string]json.Number
	Expected              map[string]json.RawMessage
}

func given(from map[string]json.Number, member string) optional.Field[money.Amount] {
	if n, ok := from[member]; ok {
		return optional.Put(money.MustParse(string(n)))
	}
	return optional.Field[money.Amount]{}
}

func share(from map[string]json.Number, member string) optional.Field[money.Percent] {
	return optional.Map(given(from, member), func(a money.Amount) money.Percent { return money.PercentFromUnits(a.Units()) })
}

func units(from map[string]json.Number, member string) optional.Maybe[int64] {
	return optional.Convert(given(from, member).Maybe(), func(a money.Amount) int64 { return a.Units() / 10_000 })
}

func (c rowCase) judged(t *testing.T) pricelist.Result {
	patch := pricelist.ExpensesPatch{
		Prep: given(c.Expenses, "prep_per_unit"), Label: given(c.Expenses, "label_per_unit"), Bundle: given(c.Expenses, "bundle_per_unit"),
		Inbound: given(c.Expenses, "inbound_per_unit"), Misc: given(c.Expenses, "misc_per_unit"), MiscOfCost: share(c.Expenses, "misc_percent_of_cost"),
		Discount: share(c.Expenses, "discount_percent"), Cashback: share(c.Expenses, "cashback_percent"),
		SalesTax: share(c.Expenses, "sales_tax_percent"), Returns: share(c.Expenses, "returns_percent"),
		VAT: optional.Put(pricelist.VAT{Scheme: optional.Some(vat.SchemeNone)}),
	}
	in := pricelist.Input{Cost: given(c.Row, "cost").Maybe(), CaseCost: given(c.Row, "case_cost").Maybe(), PackSize: units(c.Row, "pack_size")}
	if n, ok := c.Expenses["exchange_rate"]; ok {
		in.Currency, patch.Rates = "EUR", optional.Put([]pricelist.Rate{{Currency: "EUR", Rate: money.MustParseRate(string(n))}})
	}
	e, err := patch.Over(pricelist.Expenses{})
	require.NoError(t, err)
	row := pricelist.Row{Number: 1, Input: in}
	row.Match([]pricelist.Facts{{
		ASIN: asin.MustParse("B000000001"), BuyBox: given(c.Market, "price_used").Maybe(), PackageQuantity: units(c.Market, "amazon_units"),
	}}, 1)
	us, _ := marketplace.ByID(marketplace.US)
	research := NewResearch(nil, noon{})
	out, err := pricelist.Judge([]pricelist.Row{row}, pricelist.Terms{Currency: us.Currency, Way: pricelist.FBA, Expenses: e}, true,
		func(sales []pricelist.Sale) ([]pricelist.Earnings, error) {
			in, err := research.input(us, sales[0])
			require.NoError(t, err)
			amount := func(of fee.Type, member string) fee.Given {
				return fee.Fixed(of, fee.SourceAmazon, money.MustParse(string(c.Market[member])))
			}
			in.Given = append(in.Given, fee.AtRate(fee.TypeReferral, fee.SourceAmazon, money.MustParsePercent(string(c.Market["referral_percent"]))),
				amount(fee.TypeFulfillment, "fulfillment_fee"), amount(fee.TypeStorage, "storage_month"), amount(fee.TypeClosing, "closing"))
			side, err := profit.Evaluate(in)
			return []pricelist.Earnings{earnings(side, in.VAT)}, err
		})
	require.NoError(t, err)
	return out[0]
}

// plain formats a figure as the file of cases does.
func plain[T interface{ String() string }](v optional.Maybe[T]) string {
	if known, ok := v.Get(); ok {
		return known.String()
	}
	return "null"
}

func TestRows(t *testing.T) {
	data, err := os.ReadFile("testdata/rows.json")
	require.NoError(t, err)
	var cases []rowCase
	require.NoError(t, json.Unmarshal(data, &cases))
	compared := 0
	for _, c := range cases {
		r := c.judged(t)
		earned := r.Earned()
		have := map[string]string{
			"units_needed": money.FromUnits(r.Costing.Pack.UnitsNeeded * 10_000).String(), "third_party": plain(r.Costing.Landed),
			"referral": plain(earned.Referral), "cost_per_sellable_unit": plain(r.Costing.Cost), "sales_tax": plain(r.Costing.SalesTax),
			"other": plain(r.Costing.Other), "profit": plain(earned.Profit), "roi": plain(earned.ROI), "margin": plain(earned.Margin),
		}
		for member, raw := range c.Expected {
			if member == "gaps" {
				var gaps []pricelist.Gap
				require.NoError(t, json.Unmarshal(raw, &gaps))
				require.ElementsMatch(t, gaps, r.Gaps, c.Name)
				continue
			}
			want := string(raw)
			if want != "null" {
				want = money.MustParse(want).String()
			}
			require.Equal(t, want, have[member], "%s: %s", c.Name, member)
			compared++
		}
	}
	require.Equal(t, 6, len(cases))
	require.Greater(t, compared, 50)
}

// Returns the highest cost that reaches the aim, also without a cost.
func TestMaxCostWithoutCost(t *testing.T) {
	us, _ := marketplace.ByID(marketplace.US)
	e, err := NewResearch(nil, noon{}).Evaluate(us, []pricelist.Sale{{
		Price: money.MustParse("19.99"), Handling: money.MustParse("0.7"), Inbound: money.MustParse("0.3"), TargetROI: optional.Some(money.MustParsePercent("30")),
		ReferralFee: optional.Some(money.MustParse("3")), FulfillmentFee: optional.Some(money.MustParse("4.4")), VAT: pricelist.VAT{Scheme: optional.Some(vat.SchemeNone)},
	}})
	require.NoError(t, err)
	require.Equal(t, "8.68", plain(e[0].MaxCost))
	require.Equal(t, "null null null null null", strings.Join([]string{
		plain(e[0].Profit), plain(e[0].ROI), plain(e[0].Margin), plain(e[0].BreakEven), plain(e[0].BreakEvenSafe),
	}, " "), "nothing is earned without a cost")
}

// A fee without a table and a source is missing, and then there is no profit.
func TestMissingFees(t *testing.T) {
	us, _ := marketplace.ByID(marketplace.US)
	e, err := NewResearch(nil, noon{}).Evaluate(us, []pricelist.Sale{{Price: money.MustParse("19.99"), Cost: optional.Some(money.MustParse("3"))}})
	require.NoError(t, err)
	require.True(t, e[0].Missing)
	want := pricelist.Earnings{
		Missing: true, FeesStatus: "missing", VAT: optional.Some(money.Amount{}), Storage: optional.Some(money.Amount{}),
		Closing: optional.Some(money.Amount{}),
	}
	require.Equal(t, want, e[0])
	de, _ := marketplace.ByID("A1PA6795UKMFR9")
	e, err = NewResearch(nil, noon{}).Evaluate(de, []pricelist.Sale{{Price: money.MustParse("19.99"), Cost: optional.Some(money.MustParse("3")), Solve: true}})
	require.NoError(t, err)
	want.VAT, want.VATRate, want.VATSource = pricelist.Maybe{}, optional.Some(money.MustParsePercent("19")), vat.BasisAssumed
	want.Notes = []string{"vat_rate_assumed"}
	require.Equal(t, want, e[0], "VAT depends on the fees")
}
