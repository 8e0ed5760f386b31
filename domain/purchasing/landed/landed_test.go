package landed_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/purchasing/landed"
)

// orderCase has the members of an order in the file of cases.
type orderCase struct {
	Currency     money.Currency
	CostCurrency money.Currency `json:"cost_currency"`
	Rate         json.Number    `json:"exchange_rate"`
	Shipping     json.Number    `json:"shipping_cost"`
	Discount     json.Number
	Allocation   landed.Allocation `json:"cost_allocation"`
	Included     bool              `json:"prices_include_tax"`
	Recoverable  *bool             `json:"tax_recoverable"`
	Override     *json.Number      `json:"tax_override"`
	Others       []struct {
		Label      string
		Amount     json.Number
		Currency   money.Currency
		Allocation landed.Allocation
	} `json:"other_costs"`
}

func amountOf(n json.Number) money.Amount   { return money.MustParse(cmp.Or(string(n), "0")) }
func percentOf(n json.Number) money.Percent { return money.MustParsePercent(cmp.Or(string(n), "0")) }

func (o orderCase) terms() landed.Terms {
	t := landed.Terms{
		Currency: o.Currency, CostCurrency: cmp.Or(o.CostCurrency, o.Currency), Shipping: amountOf(o.Shipping), Discount: amountOf(o.Discount),
		Allocation: cmp.Or(o.Allocation, landed.ByValue), PricesIncludeTax: o.Included, TaxRecoverable: optional.Of(o.Recoverable).Or(true),
		TaxOverride: optional.Convert(optional.Of(o.Override), amountOf),
	}
	if o.Rate != "" {
		t.Rate = optional.Some(money.MustParseRate(string(o.Rate)))
	}
	for _, c := range o.Others {
		t.Others = append(t.Others, landed.OtherCost{
			Label: c.Label, Amount: amountOf(c.Amount), Currency: cmp.Or(c.Currency, o.Currency), Allocation: cmp.Or(c.Allocation, t.Allocation),
		})
	}
	return t
}

func TestCases(t *testing.T) {
	var cases []struct {
		Name  string
		Input struct {
			Order orderCase
			Items []struct {
				Quantity  int64
				Cancelled int64       `json:"quantity_cancelled"`
				UnitCost  json.Number `json:"unit_cost"`
				Discount  json.Number `json:"discount_percent"`
				Tax       json.Number `json:"tax_rate"`
				Weight    *int64      `json:"unit_weight_g"`
			}
		}
		Expected map[string]any
	}
	file, err := os.Open("testdata/landed.json")
	require.NoError(t, err)
	defer file.Close()
	decoder := json.NewDecoder(file)
	decoder.UseNumber()
	require.NoError(t, decoder.Decode(&cases))
	require.Len(t, cases, 18)
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			var lines []landed.Line
			for _, i := range c.Input.Items {
				lines = append(lines, landed.Line{
					Units: i.Quantity - i.Cancelled, UnitCost: optional.Some(money.PriceOf(amountOf(i.UnitCost))), Discount: percentOf(i.Discount), TaxRate: percentOf(i.Tax),
					WeightG: optional.Of(i.Weight),
				})
			}
			items, sums, err := landed.Compute(c.Input.Order.terms(), lines)
			require.NoError(t, err)
			same := func(want any, got landed.Maybe, name string) {
				v, known := got.Get()
				require.True(t, known, name)
				require.Equal(t, money.MustParse(want.(json.Number).String()), v, name)
			}
			for name, want := range c.Expected {
				if name != "items" {
					same(want, map[string]landed.Maybe{
						"subtotal": sums.Subtotal, "tax_total": sums.Tax, "total": sums.Total, "landed_total": sums.LandedTotal,
					}[name], name)
					continue
				}
				for k, members := range want.([]any) {
					i := items[k]
					for name, want := range members.(map[string]any) {
						if name == "other_shares" {
							for o, want := range want.([]any) {
								same(want, i.OtherShares[o], name)
							}
							continue
						}
						same(want, map[string]landed.Maybe{
							"line_total": i.LineTotal, "discount_share": i.DiscountShare, "net_total": i.Net, "tax_total": i.Tax,
							"shipping_share": i.ShippingShare, "landed_total": i.LandedTotal, "landed_unit_cost": i.LandedUnit,
						}[name], fmt.Sprint(name, " of item ", k))
					}
				}
			}
		})
	}
}

// TestShares checks random orders. Shares add up, each differs from the exact share by a unit at
// most, and no cost is below 0.
func TestShares(t *testing.T) {
	const orders = 100_000
	r := rand.New(rand.NewPCG(1, 2))
	currencies := []money.Currency{"USD", "JPY", "KWD"}
	for range orders {
		own, other := currencies[r.IntN(3)], currencies[r.IntN(3)]
		sum := func(c money.Currency, most int64) money.Amount {
			return money.FromUnits(r.Int64N(most) * c.Unit().Units())
		}
		allocation := func() landed.Allocation { return words.Of[landed.Allocation]()[r.IntN(4)] }
		terms := landed.Terms{
			Currency: own, CostCurrency: other, Rate: optional.Some(money.RateFromUnits(1 + r.Int64N(200_000_000))),
			Shipping: sum(own, 100_000), Discount: sum(own, 5_000), Allocation: allocation(),
			PricesIncludeTax: r.IntN(2) == 0, TaxRecoverable: r.IntN(2) == 0,
		}
		if r.IntN(3) == 0 {
			terms.TaxOverride = optional.Some(sum(own, 10_000))
		}
		for range r.IntN(3) {
			c := []money.Currency{own, other}[r.IntN(2)]
			terms.Others = append(terms.Others, landed.OtherCost{Amount: sum(c, 100_000), Currency: c, Allocation: allocation()})
		}
		lines := make([]landed.Line, 1+r.IntN(8))
		toCome := int64(0)
		for i := range lines {
			lines[i] = landed.Line{
				Units: r.Int64N(20), UnitCost: optional.Some(money.PriceOf(money.FromUnits(r.Int64N(3) * r.Int64N(1_000_000)))), Discount: money.PercentFromUnits(r.Int64N(1_000_001)),
				TaxRate: money.PercentFromUnits(r.Int64N(300_000)), WeightG: optional.Some(r.Int64N(2) * r.Int64N(5000)),
			}
			toCome += lines[i].Units
		}
		items, sums, err := landed.Compute(terms, lines)
		require.NoError(t, err)

		column := func(of func(landed.Item) landed.Maybe) []int64 {
			out := make([]int64, len(items))
			for i, item := range items {
				v, known := of(item).Get()
				if out[i] = v.Units(); !known || out[i] < 0 {
					t.Fatalf("%v of %+v", out[i], item)
				}
			}
			return out
		}
		total := func(c []int64) (sum int64) {
			for _, v := range c {
				sum += v
			}
			return sum
		}
		values, nets := column(func(i landed.Item) landed.Maybe { return i.LineTotal }), column(func(i landed.Item) landed.Maybe { return i.Net })
		taxes := column(func(i landed.Item) landed.Maybe { return i.Tax })
		units, weights := make([]int64, len(lines)), make([]int64, len(lines))
		for i, l := range lines {
			units[i], weights[i] = l.Units, l.Units*l.WeightG.Or(0)
		}
		near := func(shares []int64, whole money.Amount, c money.Currency, bases ...[]int64) {
			for _, b := range bases {
				if total(b) == 0 {
					continue
				}
				require.Equal(t, whole.Units(), total(shares))
				for i, s := range shares {
					exact := new(big.Rat).Mul(big.NewRat(whole.Units(), 1), big.NewRat(b[i], total(b)))
					if off := exact.Sub(exact, big.NewRat(s, 1)); off.Abs(off).Cmp(big.NewRat(c.Unit().Units(), 1)) >= 0 {
						t.Fatalf("%d is %s off its exact share", s, off)
					}
				}
				return
			}
			require.Zero(t, total(shares))
		}
		bases := map[landed.Allocation][][]int64{
			landed.ByValue: {nets, units}, landed.ByQuantity: {units}, landed.ByWeight: {weights, units}, landed.ByNone: nil,
		}
		near(column(func(i landed.Item) landed.Maybe { return i.DiscountShare }), money.FromUnits(min(terms.Discount.Units(), total(values))), own, values)
		near(column(func(i landed.Item) landed.Maybe { return i.ShippingShare }), terms.Shipping, own, bases[terms.Allocation]...)
		owed := total(nets) + total(taxes) + terms.Shipping.Units()
		for k, o := range terms.Others {
			near(column(func(i landed.Item) landed.Maybe { return i.OtherShares[k] }), o.Amount, o.Currency, bases[o.Allocation]...)
			if o.Currency == own {
				owed += o.Amount.Units()
			}
		}
		if override, ok := terms.TaxOverride.Get(); ok && toCome > 0 {
			want := override.Units()
			if terms.PricesIncludeTax { // includes the tax
				want = min(want, total(values)-min(terms.Discount.Units(), total(values)))
				require.Equal(t, total(values)-min(terms.Discount.Units(), total(values)), total(nets)+total(taxes))
			}
			require.Equal(t, want, total(taxes))
		}
		require.Equal(t, optional.Some(money.FromUnits(owed)), sums.Total)
		require.Equal(t, optional.Some(money.FromUnits(total(values))), sums.Subtotal)
		require.Equal(t, optional.Some(money.FromUnits(total(taxes))), sums.Tax)
		require.Equal(t, optional.Some(money.FromUnits(total(column(func(i landed.Item) landed.Maybe { return i.LandedTotal })))), sums.LandedTotal)
		for i, item := range items {
			each, known := terms.PerUnit(item.LandedTotal, lines[i].Units)
			if due := lines[i].Units > 0; known != due || item.LandedUnit.Known() != due {
				t.Fatalf("%d units: %+v", lines[i].Units, item)
			}
			if known {
				rate, _ := terms.AppliedRate().Get()
				unit, ok := money.HalfUp(each.Mul(each, rate.Exact()), money.FromUnits(1))
				if !ok || item.LandedUnit != optional.Some(unit) {
					t.Fatalf("%s is not %+v", unit, item)
				}
			}
		}
	}
}

func TestWhatCannotBeTold(t *testing.T) {
	usd := func(s string) landed.Maybe { return optional.Some(money.MustParse(s)) }
	two := []landed.Line{{Units: 2, UnitCost: each("3")}, {Units: 1, UnitCost: each("4"), WeightG: optional.Some(int64(5))}}
	terms := landed.Terms{Currency: "USD", CostCurrency: "EUR", Shipping: money.MustParse("5"), Allocation: landed.ByWeight, TaxRecoverable: true}

	items, sums, err := landed.Compute(terms, two)
	require.NoError(t, err)
	require.Equal(t, landed.Sums{Subtotal: usd("10"), Tax: usd("0"), Total: usd("15")}, sums)
	require.Equal(t, landed.Item{
		LineTotal: usd("6"), DiscountShare: usd("0"), Net: usd("6"), Tax: usd("0"), OtherShares: []landed.Maybe{},
	}, items[0], "a weight is missing, and the rate")

	terms.Allocation = landed.ByQuantity
	items, _, err = landed.Compute(terms, two)
	require.NoError(t, err)
	require.Equal(t, usd("3.33"), items[0].ShippingShare)
	require.False(t, items[0].LandedTotal.Known(), "the rate is missing")

	two[1].UnitCost = optional.None[money.Price]()
	items, sums, err = landed.Compute(terms, two)
	require.NoError(t, err)
	require.Equal(t, []landed.Item{{LineTotal: usd("6"), OtherShares: []landed.Maybe{}}, {OtherShares: []landed.Maybe{}}}, items)
	require.Equal(t, landed.Sums{}, sums)
}

func TestAmountsThatAreTooLarge(t *testing.T) {
	most := optional.Some(money.FromUnits(money.MaxUnits))
	terms := landed.Terms{Currency: "USD", CostCurrency: "USD", Allocation: landed.ByValue}
	for name, lines := range map[string][]landed.Line{
		"a line": {{Units: 1_000_000, UnitCost: optional.Convert(most, money.PriceOf)}}, "their sum": {{Units: 1, UnitCost: each("9999999999")}, {Units: 1, UnitCost: each("9999999999")}},
	} {
		_, _, err := landed.Compute(terms, lines)
		require.True(t, fault.Is(err, fault.CodeValidationFailed), name)
	}
	terms.CostCurrency, terms.Rate = "VND", optional.Some(money.MustParseRate("26000"))
	_, _, err := landed.Compute(terms, []landed.Line{{Units: 1, UnitCost: each("999999")}})
	require.True(t, fault.Is(err, fault.CodeValidationFailed))
	require.Equal(t, money.Currency("VND"), terms.CostCurrency)
}

func each(s string) optional.Maybe[money.Price] {
	return optional.Some(money.PriceOf(money.MustParse(s)))
}

func TestPricesPerThousandAreExact(t *testing.T) {
	price := func(amount string, units int64) optional.Maybe[money.Price] {
		return optional.Some(money.Price{Amount: money.MustParse(amount), Units: units})
	}
	items, sums, err := landed.Compute(landed.Terms{Currency: "EUR", CostCurrency: "EUR", Allocation: landed.ByValue}, []landed.Line{
		{Units: 50_000, UnitCost: price("1.23", 1_000)}, {Units: 1_000, UnitCost: price("1.21", 1_000)}, {Units: 3, UnitCost: price("100", 3)},
	})
	require.NoError(t, err)
	for i, want := range []string{"61.5", "1.21", "100"} {
		require.Equal(t, want, items[i].LineTotal.Or(money.Amount{}).String())
	}
	require.Equal(t, "162.71", sums.Total.Or(money.Amount{}).String())
}

func TestAnInvoicedTaxIsPartOfPricesWithTax(t *testing.T) {
	line := func(cost string) landed.Line {
		return landed.Line{Units: 1, UnitCost: optional.Some(money.PriceOf(money.MustParse(cost)))}
	}
	items, sums, err := landed.Compute(landed.Terms{
		Currency: "EUR", CostCurrency: "EUR", Allocation: landed.ByValue, PricesIncludeTax: true, TaxRecoverable: true, TaxOverride: optional.Some(money.MustParse("18.9")),
	}, []landed.Line{line("48.40"), line("60.50")})
	require.NoError(t, err)
	require.Equal(t, "108.9", sums.Total.Or(money.Amount{}).String())
	require.Equal(t, "18.9", sums.Tax.Or(money.Amount{}).String())
	require.Equal(t, []string{"40", "50"}, []string{items[0].Net.Or(money.Amount{}).String(), items[1].Net.Or(money.Amount{}).String()})
	require.Equal(t, "90", sums.LandedTotal.Or(money.Amount{}).String())
}

func TestWhatIsGivenBackIsOwedLess(t *testing.T) {
	items, sums, err := landed.Compute(landed.Terms{
		Currency: "EUR", CostCurrency: "EUR", Allocation: landed.ByValue, Others: []landed.OtherCost{
			{Label: "Returned", Amount: money.MustParse("-40"), Currency: "EUR", Allocation: landed.ByNone},
		},
	}, []landed.Line{{Units: 10, UnitCost: optional.Some(money.PriceOf(money.MustParse("20")))}})
	require.NoError(t, err)
	require.Equal(t, "160", sums.Total.Or(money.Amount{}).String())
	require.Equal(t, "20", items[0].LandedUnit.Or(money.Amount{}).String(), "the new units cost what they did")
}

// texts writes amounts, - for an unknown amount.
func texts(all ...landed.Maybe) []string {
	out := make([]string, len(all))
	for i, m := range all {
		out[i] = optional.Convert(m, money.Amount.String).Or("-")
	}
	return out
}

func TestCostsCarryTax(t *testing.T) {
	percent, amount := money.MustParsePercent, money.MustParse
	goods := func(cost string) landed.Line {
		return landed.Line{Units: 1, UnitCost: optional.Some(money.PriceOf(amount(cost))), TaxRate: percent("19")}
	}
	base := landed.Terms{
		Currency: "EUR", CostCurrency: "EUR", Allocation: landed.ByValue, Shipping: amount("10"), ShippingTaxRate: percent("19"), TaxRecoverable: true,
	}
	for name, c := range map[string]struct {
		change func(*landed.Terms)
		lines  []landed.Line
		// Subtotal, tax, total and landed total; then tax and landed total of each item.
		sums, items []string
	}{
		"recoverable": {
			func(*landed.Terms) {}, []landed.Line{goods("60"), goods("40")},
			[]string{"100", "20.9", "130.9", "110"}, []string{"12.54", "66", "8.36", "44"},
		},
		"part of the cost": {
			func(t *landed.Terms) { t.TaxRecoverable = false }, []landed.Line{goods("60"), goods("40")},
			[]string{"100", "20.9", "130.9", "130.9"}, []string{"12.54", "78.54", "8.36", "52.36"},
		},
		"included in prices": {
			func(t *landed.Terms) { t.PricesIncludeTax, t.Shipping = true, amount("11.9") }, []landed.Line{goods("119")},
			[]string{"119", "20.9", "130.9", "110"}, []string{"20.9", "110"},
		},
		"in the currency of costs": {
			func(t *landed.Terms) {
				t.CostCurrency, t.Rate, t.ShippingTaxRate, t.TaxRecoverable = "USD", optional.Some(money.MustParseRate("1.1")), money.Percent{}, false
				t.Others = []landed.OtherCost{{Label: "Forwarder", Amount: amount("50"), Currency: "USD", Allocation: landed.ByValue, TaxRate: percent("20")}}
			}, []landed.Line{goods("100")},
			[]string{"100", "19", "129", "201.9"}, []string{"19", "201.9"},
		},
		"without shares": {
			func(t *landed.Terms) {
				t.TaxRecoverable, t.Shipping = false, money.Amount{}
				t.Others = []landed.OtherCost{{Label: "Samples", Amount: amount("20"), Currency: "EUR", Allocation: landed.ByNone, TaxRate: percent("19")}}
			}, []landed.Line{goods("100")},
			[]string{"100", "22.8", "142.8", "119"}, []string{"19", "119"},
		},
		"given back": {
			func(t *landed.Terms) {
				t.Shipping = money.Amount{}
				t.Others = []landed.OtherCost{{Label: "Returned", Amount: amount("-20"), Currency: "EUR", Allocation: landed.ByNone, TaxRate: percent("19")}}
			}, []landed.Line{goods("100")},
			[]string{"100", "15.2", "95.2", "100"}, []string{"19", "100"},
		},
		"as invoiced": {
			func(t *landed.Terms) { t.TaxOverride, t.TaxRecoverable = optional.Some(amount("25")), false }, []landed.Line{goods("60"), goods("40")},
			[]string{"100", "25", "135", "135"}, []string{"15", "81", "10", "54"},
		},
		"invoiced below the tax of costs": {
			func(t *landed.Terms) { t.TaxOverride = optional.Some(amount("1")) }, []landed.Line{goods("60"), goods("40")},
			[]string{"100", "1", "111", "110"}, []string{"0.6", "66", "0.4", "44"},
		},
		"by weight without a weight": {
			func(t *landed.Terms) { t.Allocation = landed.ByWeight }, []landed.Line{goods("100")},
			[]string{"100", "20.9", "130.9", "-"}, []string{"-", "-"},
		},
	} {
		terms := base
		c.change(&terms)
		items, sums, err := landed.Compute(terms, c.lines)
		require.NoError(t, err, name)
		require.Equal(t, c.sums, texts(sums.Subtotal, sums.Tax, sums.Total, sums.LandedTotal), name)
		var got []string
		for _, i := range items {
			got = append(got, texts(i.Tax, i.LandedTotal)...)
		}
		require.Equal(t, c.items, got, name)
	}
}

// An order with all costs shared and in its currency costs the owed amount less the recoverable
// tax.
func TestLandedIsOwedLessRecoverableTax(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 5_000 {
		c := []money.Currency{"USD", "JPY", "KWD"}[r.IntN(3)]
		sum := func(most int64) money.Amount { return money.FromUnits((1 + r.Int64N(most)) * c.Unit().Units()) }
		rate := func() money.Percent { return money.PercentFromUnits(r.Int64N(260_000)) }
		allocation := func() landed.Allocation {
			return []landed.Allocation{landed.ByValue, landed.ByQuantity, landed.ByWeight}[r.IntN(3)]
		}
		terms := landed.Terms{
			Currency: c, CostCurrency: c, Shipping: sum(50_000), ShippingTaxRate: rate(), Discount: sum(100), Allocation: allocation(),
			PricesIncludeTax: r.IntN(2) == 0, TaxRecoverable: r.IntN(2) == 0,
		}
		for range r.IntN(3) {
			terms.Others = append(terms.Others, landed.OtherCost{Amount: sum(50_000), Currency: c, Allocation: allocation(), TaxRate: rate()})
		}
		if r.IntN(3) == 0 {
			terms.TaxOverride = optional.Some(sum(40_000))
		}
		var lines []landed.Line
		for range 1 + r.IntN(4) {
			lines = append(lines, landed.Line{
				Units: 1 + r.Int64N(500), UnitCost: optional.Some(money.PriceOf(sum(10_000))), TaxRate: rate(), WeightG: optional.Some(1 + r.Int64N(900)),
			})
		}
		items, sums, err := landed.Compute(terms, lines)
		require.NoError(t, err)
		want := sums.Total.Or(money.Amount{}).Units()
		if terms.TaxRecoverable {
			want -= sums.Tax.Or(money.Amount{}).Units()
		}
		require.Equal(t, want, sums.LandedTotal.Or(money.Amount{}).Units(), "order %d: %+v %+v", n, terms, lines)
		var taxes int64
		for _, i := range items {
			taxes += i.Tax.Or(money.Amount{}).Units()
		}
		require.Equal(t, sums.Tax.Or(money.Amount{}).Units(), taxes, "order %d: %+v %+v", n, terms, lines)
	}
}
