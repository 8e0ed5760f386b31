package research_test

import (
	"cmp"
	"context"
	"math"
	"math/big"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	app "sellingassistant/app/research"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/gap"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/domain/research/profit"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/research"
)

// feeTables charge 10 percent, and for shipping 1 below 10 and 5 from there on.
func feeTables() fee.Tables {
	block := func(id string) fee.Block {
		return fee.Block{ID: id, Period: fee.Period{From: date.MustParse("2000-01-01")}, Certainty: fee.CertaintyA}
	}
	market := func(country string, currency money.Currency) *fee.Market {
		return &fee.Market{
			Country: country, Currency: currency,
			Fulfillment: map[fee.Group][]*fee.Fulfillment{fee.GroupRegular: {{
				Table: fee.Table{Block: block("sending"), Scales: map[string]fee.Scale{
					"any": {Rows: []fee.Row{{UpTo: math.MaxInt64, Name: "any", Amounts: []int64{10_000, 50_000}}}},
				}},
				Sizing: &fee.Sizing{Tiers: []fee.Tier{{Name: "any"}}, Weight: big.NewInt(1), Volume: big.NewInt(5_000_000_000_000)}, Bands: []int64{0, 100_000},
			}}},
			Referral: []*fee.Referral{{
				Block: block("selling"), Otherwise: "Everything Else",
				Categories: []fee.Category{{Name: "Everything Else", Certainty: fee.CertaintyB, Mode: fee.ModeFlat, Bands: []fee.Band{{Rate: 100_000}}}},
			}},
		}
	}
	return fee.NewTables([]*fee.Market{market("US", "USD"), market("DE", "EUR"), market("FR", "EUR")})
}

// sold makes a sale from Amazon's warehouse with all members from the caller.
func sold(change func(*app.ProfitQuery)) app.ProfitQuery {
	size, _ := fee.MetricSize(2_000_000, 1_500_000, 800_000, 4_000_000)
	q := app.ProfitQuery{
		ASIN: "B000000001", Source: app.SourceAuto, Fulfillment: profit.FBA, Price: optional.Some(money.MustParse("30")),
		StorageMonths: optional.Some(money.Amount{}),
		Given:         profit.Input{Cost: money.MustParse("5"), Product: fee.Product{Category: "Everything Else", Size: optional.Some(size)}},
	}
	if change != nil {
		change(&q)
	}
	return q
}

func calculate(t *testing.T, w *world, q app.ProfitQuery) (app.ProfitAnswer, error) {
	t.Helper()
	return app.NewProfits(feeTables(), w.sources(), w.terms.Of, w.rates.At, clock.System{}).Calculate(t.Context(), caller.Caller{Team: 1}, q)
}

func lines(s optional.Maybe[profit.Side]) map[fee.Type]string {
	out := map[fee.Type]string{}
	for _, l := range s.Or(profit.Side{}).Fees.Lines {
		out[l.Type] = l.Amount.String() + " " + string(l.Source)
	}
	return out
}

func why(gaps gap.List) map[string]gap.Reason {
	found := map[string]gap.Reason{}
	for _, g := range gaps {
		found[g.Field] = g.Reason
	}
	return found
}

func TestThePriceOfAProfitIsLookedUp(t *testing.T) {
	for name, c := range map[string]struct {
		world  *world
		price  string
		source app.PriceSource
		code   fault.Code
	}{
		"the buy box": {price: "20", source: app.PriceBuyBox},
		"the lowest":  {world: &world{offers: failed}, price: "15", source: app.PriceLowestFBA},
		"none":        {world: &world{offers: failed, untracked: untracked}, code: fault.CodeNoPrice},
		"no source":   {world: &world{unconnected: unconnected, untracked: untracked}, code: fault.CodeNoPrice},
		"no tokens":   {world: &world{unpaid: unpaid}, code: fault.CodeQuotaExhausted},
		"nothing":     {world: &world{catalog: failed, offers: failed, ranked: failed, fees: failed}, code: fault.CodeUpstreamUnavailable},
	} {
		w := cmp.Or(c.world, &world{})
		for _, source := range []app.FeeSource{app.SourceAuto, app.SourceTable} {
			a, err := calculate(t, w, sold(func(q *app.ProfitQuery) {
				q.Price, q.Source, q.Given.Product.Size = optional.None[money.Amount](), source, optional.None[fee.Size]()
			}))
			if c.code != "" {
				require.True(t, fault.Is(err, c.code), "%s: %v", name, err)
				continue
			}
			require.NoError(t, err, name)
			require.Equal(t, c.source, a.PriceSource, name)
			require.Equal(t, money.MustParse(c.price), a.Input.Price, name)
		}
	}
}

func TestFeesComeFromTheBestSource(t *testing.T) {
	keepa := lookup.Product{PickAndPack: optional.Some(money.MustParse("6")), Referral: optional.Some(money.MustParsePercent("8"))}
	anotherDay := func(q *app.ProfitQuery) { q.Day = optional.Some(date.MustParse("2020-12-20")) }
	unsized := func(q *app.ProfitQuery) { q.Given.Product.Size = optional.None[fee.Size]() }
	from := func(s app.FeeSource) func(*app.ProfitQuery) { return func(q *app.ProfitQuery) { q.Source = s } }
	for name, c := range map[string]struct {
		world  *world
		change func(*app.ProfitQuery)
		want   map[fee.Type]string
		gaps   map[string]gap.Reason
		spent  int64
		code   fault.Code
	}{
		"Amazon's": {want: map[fee.Type]string{"referral": "3 amazon", "fulfillment": "5 table"}, spent: 1},
		"all of Amazon's": {
			world: &world{fallen: true}, want: map[fee.Type]string{"referral": "3 amazon", "fulfillment": "4 amazon"}, spent: 1,
		},
		"Amazon fails": {
			world: &world{fees: failed}, want: map[fee.Type]string{"referral": "3 table", "fulfillment": "5 table"},
			gaps: map[string]gap.Reason{"calculation.inputs": gap.UpstreamFailed},
		},
		"Amazon fails, and the catalogue does not": {
			world: &world{fees: failed}, change: unsized, want: map[fee.Type]string{"referral": "3 table"}, spent: 1,
			gaps: map[string]gap.Reason{"fba.fees": gap.UpstreamFailed, "fba.fees.fulfillment": gap.NotFound},
		},
		"Keepa's without a connection": {
			world: &world{unconnected: unconnected, lines: keepa}, want: map[fee.Type]string{"referral": "2.4 keepa", "fulfillment": "6 keepa"}, spent: 1,
		},
		"Keepa's hold where its price lies": {
			world: &world{unconnected: unconnected, lines: keepa}, spent: 1, want: map[fee.Type]string{"referral": "0.72 keepa", "fulfillment": "1 table"},
			change: func(q *app.ProfitQuery) { q.Price = optional.Some(money.MustParse("9")) },
		},
		"no source": {
			world: &world{unconnected: unconnected, untracked: untracked, unpaid: unpaid}, want: map[fee.Type]string{"referral": "3 table", "fulfillment": "5 table"},
		},
		"no source and no size": {
			world: &world{unconnected: unconnected, untracked: untracked}, change: unsized, want: map[fee.Type]string{"referral": "3 table"},
			gaps: map[string]gap.Reason{"fba.fees.fulfillment": gap.NotGiven},
		},
		"no tokens":      {world: &world{unpaid: unpaid}, code: fault.CodeQuotaExhausted},
		"of another day": {world: &world{lines: keepa}, change: anotherDay, want: map[fee.Type]string{"referral": "3 table", "fulfillment": "5 table"}},
		"of the tables":  {world: &world{unpaid: unpaid}, change: from(app.SourceTable), want: map[fee.Type]string{"referral": "3 table", "fulfillment": "5 table"}},
		"that were given": {
			world: &world{unpaid: unpaid}, want: map[fee.Type]string{"referral": "1 override", "fulfillment": "2 override"},
			change: func(q *app.ProfitQuery) {
				q.Given.Given = []fee.Given{
					fee.Fixed(fee.TypeReferral, fee.SourceOverride, money.MustParse("1")), fee.Fixed(fee.TypeFulfillment, fee.SourceOverride, money.MustParse("2")),
				}
			},
		},
		"Amazon's alone": {
			change: from(app.SourceAmazon), want: map[fee.Type]string{"referral": "3 amazon"}, spent: 1, gaps: map[string]gap.Reason{"fba.fees.fulfillment": gap.NotFound},
		},
		"Amazon's alone, which fails":       {world: &world{fees: failed}, change: from(app.SourceAmazon), code: fault.CodeUpstreamUnavailable},
		"Amazon's alone without connection": {world: &world{unconnected: unconnected}, change: from(app.SourceAmazon), code: fault.CodeIntegrationRequired},
		"Keepa's alone": {
			world: &world{lines: keepa}, change: from(app.SourceKeepa), want: map[fee.Type]string{"referral": "2.4 keepa", "fulfillment": "6 keepa"}, spent: 1,
		},
		"Keepa's alone without a key": {world: &world{untracked: untracked}, change: from(app.SourceKeepa), code: fault.CodeNotSupported},
		"Amazon's of another day": {code: fault.CodeConflictingParameters, change: func(q *app.ProfitQuery) {
			anotherDay(q)
			q.Source = app.SourceAmazon
		}},
		"a number that cannot be counted with": {code: fault.CodeValidationFailed, change: func(q *app.ProfitQuery) { q.Price = optional.Some(money.MustParse("9.999")) }},
	} {
		t.Run(name, func(t *testing.T) {
			w := cmp.Or(c.world, &world{})
			a, err := calculate(t, w, sold(c.change))
			if c.code != "" {
				require.True(t, fault.Is(err, c.code), "%v", err)
				require.Zero(t, w.spent.Load())
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, lines(a.FBA))
			require.Equal(t, c.spent, w.spent.Load())
			if c.gaps == nil {
				c.gaps = map[string]gap.Reason{}
			}
			require.Equal(t, c.gaps, why(a.Gaps))
		})
	}
}

func TestAmazonIsAskedAgainBehindAJump(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		// At 30 Amazon takes 3 and 4. Break-even is after the jump of the tables at 10, where it
		// takes 3 and 2.
		for _, source := range []app.FeeSource{app.SourceAuto, app.SourceAmazon} {
			w := &world{fallen: true}
			a, err := calculate(t, w, sold(func(q *app.ProfitQuery) { q.Given.Cost, q.Source = money.MustParse("2"), source }))
			require.NoError(t, err)
			side := a.FBA.Or(profit.Side{})
			require.Equal(t, map[fee.Type]string{"referral": "3 amazon", "fulfillment": "4 amazon"}, lines(a.FBA))
			require.Equal(t, optional.Some(money.MustParse("4.44")), side.BreakEven, "2 of cost, 2 of fulfillment, 0.44 of referral")
			require.EqualValues(t, 2, w.calls.Load())
			require.EqualValues(t, 1, w.spent.Load())
		}
	})
}

func TestProductAndProfitHaveTheSameFees(t *testing.T) {
	for _, w := range []*world{{fallen: true}, {lines: lookup.Product{PickAndPack: optional.Some(money.MustParse("6"))}}, {fees: failed}} {
		sources := w.sources()
		p, err := app.NewProducts(sources, app.NewEstimates(sources, w, app.NewCalibrations(nil, w, clock.System{}), w.Sold, clock.System{}), feeTables(), clock.System{}).
			Get(t.Context(), caller.Caller{Team: 1}, "B000000001", marketplace.Choice{})
		require.NoError(t, err)
		q := app.ProfitQuery{ASIN: "B000000001", Source: app.SourceAuto, Fulfillment: profit.FBA, StorageMonths: optional.Some(money.MustParse("1"))}
		a, err := app.NewProfits(feeTables(), sources, w.terms.Of, w.rates.At, clock.System{}).Calculate(t.Context(), caller.Caller{Team: 1}, q)
		require.NoError(t, err)
		require.Equal(t, p.Bill, a.FBA.Or(profit.Side{}).Fees)
		require.EqualValues(t, 1, w.spent.Load())
	}
}

// The rate of a sale comes from the team's goods; only an assumed rate is doubted.
func TestTheRateOfASaleAndItsDoubts(t *testing.T) {
	reduced, seven := optional.Some(vat.ClassReduced), optional.Some(money.MustParsePercent("7"))
	five, none := optional.Some(money.MustParsePercent("5.5")), optional.None[money.Percent]()
	book := lookup.Facts{Type: "ABIS_BOOK"}
	both := []string{"vat_rate_assumed", "vat_class_unsure"}
	for name, c := range map[string]struct {
		terms  saleTerms
		given  optional.Maybe[money.Percent]
		facts  lookup.Facts
		domain string
		rate   string
		basis  vat.Basis
		notes  []string
	}{
		"nothing known":            {saleTerms{}, none, lookup.Facts{}, "amazon.de", "19", vat.BasisAssumed, both[:1]},
		"a book":                   {saleTerms{}, none, book, "amazon.de", "19", vat.BasisAssumed, both},
		"food by its category":     {saleTerms{}, none, lookup.Facts{RootName: "Epicerie"}, "amazon.fr", "20", vat.BasisAssumed, both},
		"a class":                  {saleTerms{Class: reduced}, none, book, "amazon.de", "7", vat.BasisClass, nil},
		"a class abroad":           {saleTerms{Class: reduced}, none, book, "amazon.fr", "10", vat.BasisClass, nil},
		"a class and a cost layer": {saleTerms{Class: reduced, CostLayer: five}, none, book, "amazon.fr", "5.5", vat.BasisCostLayer, nil},
		"all and a given rate":     {saleTerms{Class: reduced, CostLayer: five}, seven, book, "amazon.fr", "7", vat.BasisGiven, nil},
		"prices without tax":       {saleTerms{Class: reduced, CostLayer: five}, none, book, "amazon.com", "0", "", nil},
	} {
		a, err := calculate(t, &world{terms: c.terms, known: c.facts}, sold(func(q *app.ProfitQuery) {
			q.Domain, q.VAT.Rate, q.Given.Product.Category = c.domain, c.given, ""
		}))
		require.NoError(t, err, name)
		s := a.Input.VAT
		require.Equal(t, []any{c.rate, c.basis, c.notes}, []any{s.Rate.String(), s.Basis, s.Notes()}, name)
	}
}

func TestOtherMarketplacesLookTheirPricesUp(t *testing.T) {
	w := &world{}
	a, err := calculate(t, w, sold(func(q *app.ProfitQuery) {
		q.Compare = app.Comparison{
			Domains: []string{"amazon.de", "amazon.fr", "amazon.co.uk", "amazon.com"}, Prices: map[string]money.Amount{"amazon.fr": money.MustParse("25")},
			Rates: map[money.Currency]money.Rate{"EUR": money.MustParseRate("2")},
		}
	}))
	require.NoError(t, err)
	require.Len(t, a.Compared, 4)
	de, fr := a.Compared[0], a.Compared[1]
	require.Equal(t, []app.PriceSource{app.PriceBuyBox, app.PriceGiven}, []app.PriceSource{de.PriceSource, fr.PriceSource})
	require.Equal(t, []optional.Maybe[money.Amount]{optional.Some(money.MustParse("20")), optional.Some(money.MustParse("25"))}, []optional.Maybe[money.Amount]{de.Price, fr.Price})
	require.Equal(t, money.MustParse("10"), de.Cost)
	require.Equal(t, fault.CodeExchangeRateRequired, a.Compared[2].Err.Code)
	require.Contains(t, a.Compared[2].Err.Message, "GBP for one USD")
	require.Equal(t, optional.Some(money.MustParse("20")), a.Compared[3].Price)
	require.EqualValues(t, 3, w.spent.Load(), "one for each marketplace that was asked, the first one's once")

	// The team's own rates count for a call without rates.
	w = &world{rates: rates{"EUR": "3", "GBP": "0.8"}}
	a, err = calculate(t, w, sold(func(q *app.ProfitQuery) {
		q.Compare = app.Comparison{Domains: []string{"amazon.de", "amazon.co.uk"}, Rates: map[money.Currency]money.Rate{"EUR": money.MustParseRate("2")}}
	}))
	require.NoError(t, err)
	require.Equal(t, []string{"10", "4"}, []string{a.Compared[0].Cost.String(), a.Compared[1].Cost.String()})

	w = &world{unconnected: unconnected, untracked: untracked}
	a, err = calculate(t, w, sold(func(q *app.ProfitQuery) { q.Compare.Domains = []string{"amazon.com"} }))
	require.NoError(t, err)
	require.Equal(t, fault.CodeNoPrice, a.Compared[0].Err.Code)
}

// rates has a team's rates, per unit of a currency.
type rates map[money.Currency]string

func (r rates) At(_ context.Context, _ id.Team, _, quote money.Currency, _ date.Date) (money.Rate, error) {
	if text, ok := r[quote]; ok {
		return money.MustParseRate(text), nil
	}
	return money.Rate{}, fault.New(fault.Rule, fault.CodeExchangeRateMissing, "There is none.")
}

// owned has SKUs of a team.
type owned []ports.Own

func (o owned) Own(_ context.Context, _ id.Team, limit int) ([]ports.Own, error) {
	return o[:min(limit, len(o))], nil
}

func TestTablesAreHeldAgainstAmazon(t *testing.T) {
	us := marketplace.All()[0]
	own := func(sku, product, price string) ports.Own {
		return ports.Own{SKU: sku, Marketplace: us, ASIN: asin.MustParse(product), Price: money.MustParse(price)}
	}
	w := &world{}
	// Amazon takes 3 of everything; the tables a tenth.
	list := owned{own("A", "B000000001", "30"), own("B", "B000000001", "40"), own("C", "B000000002", "60"), own("D", "B000000002", "30")}
	found, err := app.NewFeeChecks(w.sources(), list.Own, feeTables(), clock.System{}).Check(t.Context(), 1, 3)
	require.NoError(t, err)
	require.Equal(t, app.FeesChecked{
		SKUs: 3, Equal: 1, Total: 3, Lines: []app.FeeCheck{{
			Country: "US", Line: fee.TypeReferral, Of: "Everything Else", Equal: 1, By: 3, Example: "C", Amazon: money.MustParse("3"), Table: money.MustParse("6"),
		}},
	}, found)
	require.Zero(t, w.spent.Load())

	w = &world{fees: failed}
	found, err = app.NewFeeChecks(w.sources(), list.Own, feeTables(), clock.System{}).Check(t.Context(), 1, 10)
	require.NoError(t, err)
	require.Equal(t, app.FeesChecked{SKUs: 4, Unknown: 4}, found)
}
