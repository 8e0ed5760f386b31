package pricelist_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	bridge "sellingassistant/adapters/bridge/pricelist"
	"sellingassistant/adapters/feetable"
	researchapp "sellingassistant/app/research"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/pricelist"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/profit"
	researchports "sellingassistant/ports/research"
	"sellingassistant/test/tier"
)

// terms has a team's terms.
type terms researchports.SaleTerms

func (s *terms) Of(context.Context, id.Team, marketplace.Marketplace, asin.ASIN) (researchports.SaleTerms, error) {
	return researchports.SaleTerms(*s), nil
}

// TestRowsEarnWhatProfitSays counts 5,000 random rows, and each of them as calculateProductProfit
// does with the same figures.
func TestRowsEarnWhatProfitSays(t *testing.T) {
	rows := tier.Of(1_000, 5_000)
	tables, err := feetable.Read()
	require.NoError(t, err)
	var known terms
	research, profits := bridge.NewResearch(tables, &frozen{start}), researchapp.NewProfits(tables, nil, (&known).Of, nil, &frozen{start})
	random := rand.New(rand.NewPCG(20, 26))
	cents := func(most int64) money.Amount { return money.FromUnits(100 * random.Int64N(most)) }
	some := func(most int64) optional.Field[money.Amount] { return optional.Put(cents(most)) }
	percent := func(most int64) optional.Field[money.Percent] {
		return optional.Put(money.PercentFromUnits(10_000 * random.Int64N(most)))
	}
	losses, missing := 0, 0
	for n := range rows {
		m, _ := marketplace.ByID([]marketplace.ID{"ATVPDKIKX0DER", "A1F83G8C2ARO7P", "A1PA6795UKMFR9"}[n%3])
		scheme := vat.Scheme("").Words()[random.IntN(4)]
		tax := pricelist.VAT{Scheme: optional.Some(scheme), CostIncludesVAT: random.IntN(2) == 0}
		if random.IntN(2) == 0 {
			tax.Rate = optional.Some(money.PercentFromUnits(10_000 * random.Int64N(26)))
		}
		known = terms{}
		if random.IntN(2) == 0 {
			known.Class = optional.Some(vat.Class("").Words()[random.IntN(4)])
		}
		if random.IntN(4) == 0 {
			known.CostLayer = optional.Some(money.PercentFromUnits(10_000 * random.Int64N(26)))
		}
		e, err := pricelist.ExpensesPatch{
			Prep: some(300), Label: some(50), Bag: some(50), Bundle: some(80), ThirdParty: some(100), Misc: some(100), Inbound: some(200), Outbound: some(900),
			StorageMonths: optional.Put(money.FromUnits(2_500 * random.Int64N(12))), VAT: optional.Put(tax), SalesTax: percent(12), Discount: percent(30),
			Cashback: percent(6), Returns: percent(10), MiscOfCost: percent(5), TargetROI: percent(60),
		}.Over(pricelist.Expenses{})
		require.NoError(t, err)
		f := pricelist.Facts{
			ASIN: asin.MustParse("B000000001"), BuyBox: optional.Some(money.FromUnits(100 * (1 + random.Int64N(12_000)))), PackageQuantity: optional.Some(1 + random.Int64N(4)),
			Root: []string{"", "3760911", "16310091", "165793011", "1055398"}[random.IntN(5)],
		}
		if random.IntN(10) > 0 {
			f.Size = pricelist.Dimensions{
				Length: (50 + random.Int64N(500)) * 1_000_000, Width: (30 + random.Int64N(300)) * 1_000_000, Height: (10 + random.Int64N(200)) * 1_000_000,
				Weight: (20 + random.Int64N(8_000)) * 1_000_000_000,
			}
		}
		row := pricelist.Row{Number: 1, Input: pricelist.Input{Cost: optional.Some(cents(3_000))}}
		row.Match([]pricelist.Facts{f}, 1)
		out, err := pricelist.Judge([]pricelist.Row{row}, pricelist.Terms{Currency: m.Currency, Expenses: e}, true, func(sales []pricelist.Sale) ([]pricelist.Earnings, error) {
			for i := range sales {
				sales[i].KnownVAT = pricelist.KnownVAT{CostLayer: known.CostLayer, Class: known.Class}
			}
			return research.Evaluate(m, sales)
		})
		require.NoError(t, err)
		c := out[0].Costing
		answer, err := profits.Calculate(t.Context(), caller.Caller{Team: 1}, researchapp.ProfitQuery{
			ASIN: f.ASIN.String(), Choice: marketplace.Choice{MarketplaceID: string(m.ID)}, Fulfillment: profit.Both, Source: researchapp.SourceTable,
			Price: f.BuyBox, StorageMonths: e.StorageMonths, VAT: vat.Given{Scheme: optional.Some(scheme), Rate: tax.Rate},
			Given: profit.Input{
				Cost: c.Cost.Or(money.Amount{}), CostIncludesVAT: tax.CostIncludesVAT, SalesTaxPercent: e.SalesTax, ThirdParty: e.ThirdParty,
				Prep: c.Prep.Or(money.Amount{}), Inbound: e.Inbound.Or(money.Amount{}), Postage: e.Outbound, Other: e.Misc, OtherPercent: e.Returns,
				OtherOfCost: e.MiscOfCost, TargetROI: e.TargetROI, Product: productOf(tables, m, f, e),
			},
		})
		require.NoError(t, err)
		for _, way := range []struct {
			row  optional.Maybe[pricelist.Earnings]
			side optional.Maybe[profit.Side]
		}{{out[0].FBA, answer.FBA}, {out[0].FBM, answer.FBM}} {
			have, ok := way.row.Get()
			side, ok2 := way.side.Get()
			require.True(t, ok && ok2)
			if len(side.Fees.Missing) > 0 {
				missing++
				require.Equal(t, profit.Maybe{}, side.Profit)
			}
			if earned, ok := side.Profit.Get(); ok && earned.Units() < 0 {
				losses++
			}
			require.Equal(t, fmt.Sprint(plain(side.Profit), plain(side.ROI), plain(side.Margin), plain(side.BreakEven), plain(side.BreakEvenSafe), plain(side.MaxCost.ROI)),
				fmt.Sprint(plain(have.Profit), plain(have.ROI), plain(have.Margin), plain(have.BreakEven), plain(have.BreakEvenSafe), plain(have.MaxCost)), "row %d", n)
			require.Equal(t, []any{answer.Input.VAT.Basis, answer.Input.VAT.Notes()}, []any{have.VATSource, have.Notes}, "row %d", n)
		}
	}
	require.Greater(t, losses, rows/20)
	require.Greater(t, missing, rows/100)
	require.Less(t, missing, rows)
}

// Amazon answered 3.50 for 20.50. Up to 20 the tables charge 2.65: 15.59 less VAT and 2.34 is 8 and
// 2.65.
func TestAmazonsFeesCountWhereTheyWereAskedFor(t *testing.T) {
	tables, err := feetable.Read()
	require.NoError(t, err)
	gb, _ := marketplace.ByID("A1F83G8C2ARO7P")
	price, amount := money.MustParse("20.5"), money.MustParse
	charge := func(of, sum string) pricelist.Charge {
		return pricelist.Charge{Type: of, Price: price, Amount: amount(sum)}
	}
	sale := pricelist.Sale{
		Price: price, Cost: optional.Some(amount("8")), Solve: true, Facts: pricelist.Facts{
			Hazmat: optional.Some(true), Charges: []pricelist.Charge{charge("referral", "3.08"), charge("fulfillment", "3.5")},
			Size: pricelist.Dimensions{Length: 150_000_000, Width: 100_000_000, Height: 50_000_000, Weight: 300_000_000_000},
		},
	}
	found, err := bridge.NewResearch(tables, &frozen{start}).Evaluate(gb, []pricelist.Sale{sale})
	require.NoError(t, err)
	require.Equal(t, []string{"2.5", "15.59", "6.58"}, []string{plain(found[0].Profit), plain(found[0].BreakEven), plain(found[0].Fees)})

	size, err := fee.NewSize(150*fee.Millimetre, 100*fee.Millimetre, 50*fee.Millimetre, 300*fee.Gram)
	require.NoError(t, err)
	in := profit.Input{
		Market: tables["GB"], Currency: "GBP", Day: gb.Day(start), Price: price, Cost: amount("8"), VAT: vat.Given{}.On(gb, gb.Day(start)),
		Product: fee.Product{Size: optional.Some(size), Group: fee.GroupDangerous},
	}
	table, err := fee.NewSchedule(fee.Question{Market: in.Market, Currency: in.Currency, Day: in.Day, Product: in.Product})
	require.NoError(t, err)
	in.Given = table.With([]fee.Given{
		fee.InProportion(fee.TypeReferral, fee.SourceAmazon, amount("3.08"), price), fee.Fixed(fee.TypeFulfillment, fee.SourceAmazon, amount("3.5")),
	}, price)
	side, err := profit.Evaluate(in)
	require.NoError(t, err)
	require.Equal(t, []string{plain(found[0].Profit), plain(found[0].BreakEven)}, []string{plain(side.Profit), plain(side.BreakEven)})
}

// productOf returns the operation's input about the product: size, fee category, whether it is
// dangerous, and months of storage.
func productOf(tables fee.Tables, m marketplace.Marketplace, f pricelist.Facts, e pricelist.Expenses) fee.Product {
	p := fee.Product{Placement: fee.PlacementNone, StorageMonths: e.StorageMonths.Or(money.FromUnits(10_000)).Units()}
	if market, ok := tables.Market(m.Country, false); ok {
		p.Category, _ = market.Category(f.Type, f.Root, m.Day(start))
	}
	if f.Hazmat.Or(false) {
		p.Group = fee.GroupDangerous
	}
	if size, err := fee.NewSize(f.Size.Length, f.Size.Width, f.Size.Height, f.Size.Weight); err == nil {
		p.Size = optional.Some(size)
	}
	return p
}

func plain[T interface{ String() string }](v optional.Maybe[T]) string {
	return optional.Convert(v, T.String).Or("null")
}
