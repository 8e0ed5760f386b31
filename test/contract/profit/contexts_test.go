// Package profit_test requires the same formula of the contexts that count profit: product
// research, price lists and the repricer.
package profit_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	listbridge "sellingassistant/adapters/bridge/pricelist"
	rowbridge "sellingassistant/adapters/bridge/repricer"
	"sellingassistant/adapters/feetable"
	researchapp "sellingassistant/app/research"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	kernel "sellingassistant/domain/kernel/profit"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/pricelist"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/profit"
	pricingports "sellingassistant/ports/repricer/pricing"
	researchports "sellingassistant/ports/research"
	"sellingassistant/test/tier"
)

// facts describes one sale, whoever counts it.
type facts struct {
	market    marketplace.Marketplace
	day       date.Date
	merchant  bool
	price     money.Amount
	shipping  money.Amount
	unit      optional.Maybe[money.Amount]
	prep      money.Amount
	inbound   money.Amount
	other     money.Amount
	postage   optional.Maybe[money.Amount]
	scheme    optional.Maybe[vat.Scheme]
	flat      money.Percent
	rate      optional.Maybe[money.Percent]
	class     optional.Maybe[vat.Class]
	months    int64
	typed     string
	size      optional.Maybe[[4]int64]
	dangerous bool
	// Amazon's lines at the price.
	told []fee.Given
}

// figures has a context's figures of a sale, in words.
type figures struct{ profit, roi, margin, first, safe string }

var unknown = figures{"null", "null", "null", "null", "null"}

func text[T interface{ String() string }](v optional.Maybe[T]) string {
	return optional.Convert(v, T.String).Or("null")
}

type drawer struct {
	*rand.Rand
	tables fee.Tables
}

func (d drawer) often(n int) bool { return d.IntN(n) == 0 }

func (d drawer) amount(m marketplace.Marketplace, most int64) money.Amount {
	unit := m.Currency.Unit().Units()
	return money.FromUnits(d.Int64N(most*10_000/unit) * unit)
}

var productTypes = []string{
	"SHOES", "NAIL_POLISH", "TOYS_AND_GAMES", "BOOKS", "HEADPHONES", "GROCERY", "KITCHEN", "LUGGAGE", "WATCH", "PET_FOOD",
}

func (d drawer) facts() facts {
	all := marketplace.All()
	f := facts{market: all[d.IntN(len(all))], merchant: d.often(2), dangerous: d.often(12)}
	if d.often(2) {
		f.market = all[0]
		for _, m := range all {
			if _, ok := d.tables.Market(m.Country, false); ok && d.often(3) {
				f.market = m
			}
		}
	}
	f.day = date.MustParse("2025-06-01").Add(d.IntN(4 * 365))
	f.price = money.FromUnits(f.market.Currency.Unit().Units() * (1 + d.Int64N(12_000)))
	if d.often(20) {
		f.price = money.FromUnits(100_000 * (1 + d.Int64N(900)))
	}
	if !d.often(12) {
		f.unit = optional.Some(d.amount(f.market, 1+d.Int64N(60)))
	}
	f.prep, f.inbound, f.other = d.amount(f.market, 2), d.amount(f.market, 2), d.amount(f.market, 2)
	if f.merchant {
		if d.often(3) {
			f.shipping = money.FromUnits(f.market.Currency.Unit().Units() + d.amount(f.market, 6).Units())
		}
		f.postage = optional.Some(d.amount(f.market, 8))
		if f.shipping.Positive() && d.often(3) {
			f.postage = optional.None[money.Amount]()
		}
	}
	if !d.often(3) {
		f.scheme = optional.Some(vat.Scheme("").Words()[d.IntN(4)])
		f.flat = money.PercentFromUnits(d.Int64N(17) * 10_000)
	}
	if d.often(4) {
		f.rate = optional.Some(money.PercentFromUnits(d.Int64N(260) * 1_000))
	}
	if d.often(2) {
		f.class = optional.Some(vat.Class("").Words()[d.IntN(4)])
	}
	f.months = 2_500 * d.Int64N(14)
	f.typed = productTypes[d.IntN(len(productTypes))]
	if m, ok := d.tables.Market(f.market.Country, false); ok {
		for name := range m.Types {
			if d.often(30) {
				f.typed = name
			}
		}
	}
	if !d.often(10) {
		f.size = optional.Some([4]int64{
			(50 + d.Int64N(500)) * fee.Millimetre, (30 + d.Int64N(300)) * fee.Millimetre, (5 + d.Int64N(200)) * fee.Millimetre, (20 + d.Int64N(8_000)) * fee.Gram,
		})
	}
	if d.often(6) {
		d.jump(&f)
		return f
	}
	if f.size.Known() && d.often(4) {
		f.told = append(f.told, fee.InProportion(fee.TypeReferral, fee.SourceAmazon, d.amount(f.market, 9), money.FromUnits(f.price.Units()+f.shipping.Units())))
		if !f.merchant {
			f.told = append(f.told, fee.Fixed(fee.TypeFulfillment, fee.SourceAmazon, d.amount(f.market, 12)))
		}
	}
	return f
}

// jump makes a sale whose break-even price lies at the jump of a referral fee: 8 % up to 10.00 and
// 15 % above.
func (d drawer) jump(f *facts) {
	f.market, _ = marketplace.ByID(marketplace.US)
	f.merchant, f.shipping, f.typed = true, money.Amount{}, "NAIL_POLISH"
	f.unit, f.postage = optional.Some(money.FromUnits(86_000+d.Int64N(60)*100)), optional.Some(money.Amount{})
	f.prep, f.inbound, f.other = money.Amount{}, money.Amount{}, money.Amount{}
	f.price = money.FromUnits((800 + d.Int64N(500)) * 100)
}

// category returns the fee category, and whether the type has it.
func (f *facts) category(t fee.Tables) (*fee.Market, string, bool) {
	m, ok := t.Market(f.market.Country, false)
	if !ok {
		return nil, "", false
	}
	name, basis := m.Category(f.typed, "", f.day)
	return m, name, basis == fee.ByType
}

func (f *facts) vat() vat.Given {
	return f.defaults().For(f.market, f.day, vat.Given{CostLayer: f.rate, Class: f.class})
}

// defaults has the team's scheme and, for a third of the days, its registrations.
func (f *facts) defaults() vat.Defaults {
	d := vat.Defaults{Scheme: f.scheme, Flat: optional.Some(f.flat)}
	switch n := f.day.Days(); n % 6 {
	case 0:
		d.Registrations = optional.Some(vat.Registrations{})
	case 1:
		scheme := vat.RegistrationScheme("").Words()[n/6%4]
		d.Registrations = optional.Some(vat.Registrations{{Country: f.market.Country, Scheme: scheme}})
	}
	return d
}

func (f *facts) product(t fee.Tables) fee.Product {
	p := fee.Product{StorageMonths: f.months, Placement: fee.PlacementNone}
	_, p.Category, _ = f.category(t)
	if f.dangerous {
		p.Group = fee.GroupDangerous
	}
	if s, ok := f.size.Get(); ok {
		size, err := fee.NewSize(s[0], s[1], s[2], s[3])
		if err == nil {
			p.Size = optional.Some(size)
		}
	}
	return p
}

func (f *facts) byResearch(t *testing.T, tables fee.Tables) (figures, vat.Settings) {
	t.Helper()
	m, _, _ := f.category(tables)
	i := profit.Input{
		Cost: f.unit.Or(money.Amount{}), Uncosted: !f.unit.Known(), ThirdParty: f.other, Prep: f.prep, Inbound: f.inbound,
		Shipping: f.shipping, Postage: f.postage, Product: f.product(tables), Given: f.told,
	}
	way := profit.FBA
	if f.merchant {
		way = profit.FBM
	} else {
		i.Shipping = money.Amount{}
	}
	if len(f.told) > 0 {
		table, err := fee.NewSchedule(fee.Question{
			Market: m, Currency: f.market.Currency, Day: f.day, Merchant: f.merchant, Shipping: f.shipping, Product: i.Product,
		})
		require.NoError(t, err)
		i.Given = table.With(f.told, f.price)
	}
	answer, err := researchapp.NewProfits(tables, nil, f.Of, nil, noon{f.day}).Calculate(t.Context(), caller.Caller{Team: 1}, researchapp.ProfitQuery{
		ASIN: "B000000001", Choice: marketplace.Choice{MarketplaceID: string(f.market.ID)}, Fulfillment: way, Source: researchapp.SourceTable,
		Price: optional.Some(f.price), Day: optional.Some(f.day), Given: i,
	})
	require.NoError(t, err)
	side, ok := answer.FBA.Get()
	if f.merchant {
		side, ok = answer.FBM.Get()
	}
	require.True(t, ok)
	return figures{text(side.Profit), text(side.ROI), text(side.Margin), text(side.BreakEven), text(side.BreakEvenSafe)}, answer.Input.VAT
}

// Of returns the team's defaults and the VAT of its goods.
func (f *facts) Of(context.Context, id.Team, marketplace.Marketplace, asin.ASIN) (researchports.SaleTerms, error) {
	return researchports.SaleTerms{
		VAT: f.defaults(), CostLayer: f.rate, Class: f.class,
		StorageMonths: optional.Some(money.FromUnits(f.months)),
	}, nil
}

// byList counts the sale as a row of a price list.
func (f *facts) byList(t *testing.T, tables fee.Tables) figures {
	t.Helper()
	settings := f.vat().On(f.market, f.day)
	e, err := pricelist.ExpensesPatch{
		Prep: optional.Put(f.prep), ThirdParty: optional.Put(f.other), Inbound: optional.Put(f.inbound), Outbound: optional.Put(f.postage.Or(money.Amount{})),
		StorageMonths: optional.Put(money.FromUnits(f.months)),
	}.Over(pricelist.Expenses{})
	require.NoError(t, err)
	e.VAT.Scheme, e.VAT.Rate = optional.Some(settings.Scheme), optional.Some(settings.Rate)
	p := pricelist.Facts{ASIN: asin.MustParse("B000000001"), BuyBox: optional.Some(f.price), Type: f.typed, Hazmat: optional.Some(f.dangerous)}
	if s, ok := f.size.Get(); ok {
		p.Size = pricelist.Dimensions{Length: s[0], Width: s[1], Height: s[2], Weight: s[3]}
	}
	for _, line := range f.told {
		bill := amountOf(line, f.price)
		p.Charges = append(p.Charges, pricelist.Charge{Type: string(line.Type), Merchant: f.merchant, Price: f.price, Amount: bill})
	}
	row := pricelist.Row{Number: 1, Input: pricelist.Input{Cost: f.unit}}
	row.Match([]pricelist.Facts{p}, 1)
	research := listbridge.NewResearch(tables, noon{f.day})
	out, err := pricelist.Judge([]pricelist.Row{row}, pricelist.Terms{Currency: f.market.Currency, Expenses: e}, true,
		func(sales []pricelist.Sale) ([]pricelist.Earnings, error) { return research.Evaluate(f.market, sales) })
	require.NoError(t, err)
	have, ok := out[0].FBA.Get()
	if f.merchant {
		have, ok = out[0].FBM.Get()
	}
	require.True(t, ok)
	return figures{text(have.Profit), text(have.ROI), text(have.Margin), text(have.BreakEven), text(have.BreakEvenSafe)}
}

// row describes the sale as a row of the repricer.
func (f *facts) row() decision.Row {
	ships := decision.FBA
	if f.merchant {
		ships = decision.FBM
	}
	s := repricer.ProductSnapshot{
		Key: repricer.Key{MarketplaceID: f.market.ID, SKU: "sku"}, Currency: f.market.Currency, Limits: decision.DefaultLimits(),
		Observed: repricer.Observed{
			Fulfillment: optional.Some(ships), CurrentPrice: optional.Some(f.price), Shipping: optional.Some(f.shipping), Postage: f.postage,
			VAT: optional.Some(f.vat().On(f.market, f.day)),
		},
	}
	s.Observed.Cost = pricingports.Cost{
		Unit: f.unit, Prep: f.prep, Inbound: f.inbound, Other: f.other, Currency: f.market.Currency,
	}.Landed(s.Observed.Fulfillment)
	return repricer.DecisionRow(s)
}

// fees asks the repricer's bridge.
func (f *facts) fees(t *testing.T, tables fee.Tables) kernel.Fees {
	t.Helper()
	q := pricingports.FeeScheduleQuestion{Fulfillment: decision.FBA, Shipping: f.shipping, StorageMonths: f.months}
	if f.merchant {
		q.Fulfillment = decision.FBM
	}
	if s, ok := f.size.Get(); ok {
		q.Goods = optional.Some(repricer.Goods{Package: repricer.Package{Length: s[0], Width: s[1], Height: s[2], Weight: s[3]}, Dangerous: f.dangerous})
	} else if f.dangerous {
		q.Goods = optional.Some(repricer.Goods{Dangerous: true})
	}
	if len(f.told) > 0 {
		e := repricer.FeeEstimate{Fulfillment: q.Fulfillment, Price: f.price, Shipping: f.shipping}
		names := map[fee.Type]string{fee.TypeReferral: "ReferralFee", fee.TypeFulfillment: "FBAFees"}
		for _, line := range f.told {
			e.Lines = append(e.Lines, repricer.FeeLine{
				Name: names[line.Type], Referral: line.Type == fee.TypeReferral, Amount: amountOf(line, money.FromUnits(f.price.Units()+f.shipping.Units())),
			})
		}
		q.Estimates = []repricer.FeeEstimate{e}
	}
	fees, err := rowbridge.NewFeeSchedule(f.market.ID, tables, f.typed, noon{f.day}.Now()).Fees(q)
	require.NoError(t, err)
	return fees
}

func (f *facts) byRepricer(t *testing.T, tables fee.Tables) figures {
	t.Helper()
	row, fees := f.row(), f.fees(t, tables)
	at := kernel.NewFormula(row.Sale(fees)).Figures()
	even := repricer.BoundsOf(&row, fees).Or(decision.Bounds{}).BreakEven
	return figures{text(at.Profit.Amount(f.market.Currency.Unit())), text(at.ROI.Percent()), text(at.Margin.Percent()), text(even.First), text(even.Safe)}
}

// amountOf returns the amount of Amazon's line at the price of the question.
func amountOf(line fee.Given, total money.Amount) money.Amount { return line.At(total) }

type noon struct{ day date.Date }

func (n noon) Now() time.Time { return n.day.Start().Add(12 * time.Hour) }

// oracle counts the profit at a price in fractions, apart from the programs under test. It takes
// only the sum of the fees.
func (f *facts) oracle(fees *kernel.Fees, price money.Amount) (*big.Rat, bool) {
	charged, missing := fees.At(price, f.shipping)
	unit, costed := f.unit.Get()
	if len(missing) > 0 || !costed {
		return nil, false
	}
	rat := func(a money.Amount) *big.Rat { return big.NewRat(a.Units(), 10_000) }
	share := func(p money.Percent) *big.Rat { return big.NewRat(p.Units(), 1_000_000) }
	r := big.NewRat(1, 1)
	settings := f.vat().On(f.market, f.day)
	sold := rat(money.FromUnits(price.Units() + f.shipping.Units()))
	spent := rat(charged)
	gross := new(big.Rat).Add(r, share(settings.Rate))
	switch settings.Scheme {
	case vat.SchemeStandard:
		sold.Quo(sold, gross)
	case vat.SchemeNotRegistered:
		spent.Mul(spent, gross)
	case vat.SchemeFlat:
		spent.Mul(spent, gross)
		sold.Mul(sold, new(big.Rat).Sub(r, share(settings.Flat)))
	case vat.SchemeNone:
	}
	for _, cost := range []money.Amount{unit, f.prep, f.other} {
		spent.Add(spent, rat(cost))
	}
	if f.merchant {
		spent.Add(spent, rat(f.postage.Or(f.shipping)))
	} else {
		spent.Add(spent, rat(f.inbound))
	}
	return sold.Sub(sold, spent), true
}

// check compares the solved prices with the oracle.
func (f *facts) check(t *testing.T, d drawer, fees *kernel.Fees, row *decision.Row) {
	t.Helper()
	even := kernel.NewFormula(row.Sale(*fees)).Solve(kernel.Aim{})
	unit := f.market.Currency.Unit().Units()
	earns := func(units int64) int {
		p, ok := f.oracle(fees, money.FromUnits(units))
		if !ok {
			return 1
		}
		return p.Sign()
	}
	if first, ok := even.First.Get(); ok {
		require.GreaterOrEqual(t, earns(first.Units()), 0)
		for range 20 {
			if below := (first.Units()/unit - 1 - d.Int64N(200)) * unit; below > 0 {
				require.Negative(t, earns(below), "%s below %s", money.FromUnits(below), first)
			}
		}
	}
	if safe, ok := even.Safe.Get(); ok {
		for range 40 {
			if above := safe.Units() + d.Int64N(1_000_000)/unit*unit; above <= kernel.MaxPrice {
				require.GreaterOrEqual(t, earns(above), 0, "%s above %s", money.FromUnits(above), safe)
			}
		}
	}
}

// Product research, price lists and the repricer agree about the same sale: profit, ROI, margin,
// break-even, unknown figures, and doubts about the VAT rate.
func TestThreeContextsCountOneProfit(t *testing.T) {
	t.Parallel()
	inputs := tier.Of(2_000, 10_000)
	tables, err := feetable.Read()
	require.NoError(t, err)
	d := drawer{rand.New(rand.NewPCG(20, 27)), tables}
	counts := map[string]int{}
	for n := range inputs {
		f := d.facts()
		m, _, typed := f.category(tables)
		if m != nil && !typed {
			// The repricer does not guess a category; research takes the category of everything
			// else.
			if len(f.told) == 0 {
				require.Equal(t, unknown, f.byRepricer(t, tables), "input %d", n)
			}
			continue
		}
		row, fees := f.row(), f.fees(t, tables)
		research, settings := f.byResearch(t, tables)
		ours := f.byRepricer(t, tables)
		about := fmt.Sprintf("input %d: %+v", n, f)
		require.Equal(t, research, ours, about)
		// Only product research and lists know the goods of a category.
		notes := slices.DeleteFunc(settings.Notes(), func(n string) bool { return n == vat.NoteClassUnsure })
		require.ElementsMatch(t, f.vat().On(f.market, f.day).Notes(), notes, about)
		if !f.shipping.Positive() && settings.Scheme != vat.SchemeFlat {
			// A list has neither a shipping charge nor a flat rate.
			require.Equal(t, research, f.byList(t, tables), about)
			counts["in lists"]++
		}
		profit, known := f.oracle(&fees, f.price)
		require.Equal(t, known, ours.profit != "null", about)
		if known {
			require.Equal(t, text(kernel.Exactly(profit).Amount(f.market.Currency.Unit())), ours.profit, about)
			f.check(t, d, &fees, &row)
		}
		count := func(name string, is bool) {
			if is {
				counts[name]++
			}
		}
		count("null by fees", f.unit.Known() && !known)
		count("null by cost", !f.unit.Known())
		count("losses", known && profit.Sign() < 0)
		count("first is not safe", ours.first != ours.safe)
		count("after the tables", f.day.After(date.MustParse("2027-01-14")))
		count("reduced", settings.Basis == vat.BasisClass && f.class != optional.Some(vat.ClassStandard))
		count(string(settings.Scheme), true)
		count("sent by the seller", f.merchant)
		count("by Amazon's lines", len(f.told) > 0)
	}
	for _, class := range []string{
		"null by fees", "null by cost", "losses", "first is not safe", "after the tables", "reduced", "standard", "none", "not_registered", "flat",
		"sent by the seller", "by Amazon's lines", "in lists",
	} {
		require.Greater(t, counts[class], inputs/20, "%s: %v", class, counts)
	}
}
