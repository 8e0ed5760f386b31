package research_test

import (
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/adapters/feetable"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	kernel "sellingassistant/domain/kernel/profit"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/profit"
)

const cent = 100

func tables(t testing.TB) fee.Tables {
	t.Helper()
	all, err := feetable.Read()
	require.NoError(t, err)
	return all
}

func units(n int64) money.Amount { return money.FromUnits(n) }

func draw(t *rapid.T, name string, from, to int64) int64 {
	return rapid.Int64Range(from, to).Draw(t, name)
}

func cents(t *rapid.T, name string, from, to int64) money.Amount {
	return units(draw(t, name, from, to) * cent)
}

func share(t *rapid.T, name string, to int64) money.Percent {
	return money.PercentFromUnits(draw(t, name, 0, to))
}

// drawn draws a product of any market, sold in any way under any scheme.
func drawn(t *rapid.T, all fee.Tables) profit.Input {
	country := rapid.SampledFrom([]string{"US", "GB", "DE", "FR", "IT", "ES"}).Draw(t, "country")
	market, _ := all.Market(country, rapid.Bool().Draw(t, "central europe"))
	m := marketplace.All()[slices.IndexFunc(marketplace.All(), func(m marketplace.Marketplace) bool { return m.Country == country })]
	day := date.MustParse("2026-01-15").Add(int(draw(t, "day", 0, 400)))
	input := profit.Input{
		Market: market, Currency: m.Currency, Day: day, Price: cents(t, "price", 1, 12_000), Merchant: rapid.Bool().Draw(t, "merchant"),
		Shipping: cents(t, "shipping", 0, 900), Cost: cents(t, "cost", 0, 3_000), CostIncludesVAT: rapid.Bool().Draw(t, "cost with VAT"),
		ThirdParty: cents(t, "third party", 0, 100), Other: cents(t, "other", 0, 100), OtherPercent: share(t, "other percent", 50_000),
		Product: product(t, market, day),
		VAT: vat.Settings{
			Scheme: rapid.SampledFrom(vat.SchemeNone.Words()).Draw(t, "scheme"), Rate: share(t, "VAT", 250_000), Cost: share(t, "VAT of cost", 250_000),
			Flat: share(t, "flat", 160_000),
		},
	}
	if rapid.Bool().Draw(t, "tax in percent") {
		input.SalesTaxPercent = share(t, "sales tax percent", 100_000)
	} else {
		input.SalesTax = cents(t, "sales tax", 0, 200)
	}
	return input
}

// product has a line of fees without a table in a tenth of the markets without a low inventory fee.
func product(t *rapid.T, m *fee.Market, day date.Date) fee.Product {
	supplies := []optional.Maybe[int64]{{}, optional.Some(int64(13)), optional.Some(int64(28))}
	if len(m.LowInventory) == 0 && draw(t, "missing", 0, 9) > 0 {
		supplies = supplies[:1]
	}
	return fee.Product{
		Category: rapid.SampledFrom(m.Categories(day)).Draw(t, "category"), Size: optional.Some(size(t)),
		Group:               rapid.SampledFrom(append(fee.GroupRegular.Words(), "")).Draw(t, "group"),
		ShipsInOwnPackaging: rapid.SampledFrom([]optional.Maybe[bool]{{}, optional.Some(true), optional.Some(false)}).Draw(t, "own packaging"),
		LowInventoryDays:    rapid.SampledFrom(supplies).Draw(t, "supply"),
		Placement:           rapid.SampledFrom(fee.PlacementNone.Words()).Draw(t, "placement"),
		StorageMonths:       draw(t, "months", 0, 30_000),
	}
}

func size(t *rapid.T) fee.Size {
	side := func(name string) int64 { return draw(t, name, 1, 700) * fee.Millimetre }
	if draw(t, "large", 0, 9) == 0 {
		side = func(name string) int64 { return draw(t, name, 1, 2_000) * fee.Millimetre }
	}
	s, err := fee.NewSize(side("length"), side("width"), side("height"), draw(t, "weight", 1, 30_000)*fee.Gram)
	require.NoError(t, err)
	return s
}

// sums has the results of the formulas, in fractions and straight from their definitions.
type sums struct{ profit, invested, net *big.Rat }

func mul(a *big.Rat, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
func sub(a *big.Rat, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }
func add(a *big.Rat, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }

func figures(input profit.Input, fees money.Amount) sums {
	total, landed := input.Price.Exact(), add(input.ThirdParty.Exact(), input.Prep.Exact())
	if input.Merchant {
		total.Add(total, input.Shipping.Exact())
		landed.Add(landed, input.Postage.Or(input.Shipping).Exact())
	} else {
		landed.Add(landed, input.Inbound.Exact())
	}
	rat := big.NewRat(1, 1)
	cost, net, counted := input.Cost.Exact(), total, fees.Exact()
	gross := add(rat, input.VAT.Rate.Fraction())
	switch input.VAT.Scheme {
	case vat.SchemeStandard:
		net = new(big.Rat).Quo(total, gross)
		if input.CostIncludesVAT {
			cost.Quo(cost, add(rat, input.VAT.Cost.Fraction()))
		}
	case vat.SchemeNotRegistered:
		counted = mul(counted, gross)
	case vat.SchemeFlat:
		net, counted = mul(total, sub(rat, input.VAT.Flat.Fraction())), mul(counted, gross)
	}
	tax := add(input.SalesTax.Exact(), mul(input.Cost.Exact(), input.SalesTaxPercent.Fraction()))
	invested := add(add(cost, tax), landed)
	other := add(input.Other.Exact(), mul(input.Price.Exact(), input.OtherPercent.Fraction()))
	return sums{profit: sub(sub(sub(net, counted), invested), other), invested: invested, net: net}
}

func schedule(t require.TestingT, input profit.Input) *fee.Schedule {
	q := fee.Question{Market: input.Market, Currency: input.Currency, Day: input.Day, Merchant: input.Merchant, Product: input.Product, Given: input.Given}
	if input.Merchant {
		q.Shipping = input.Shipping
	}
	s, err := fee.NewSchedule(q)
	require.NoError(t, err)
	return s
}

func evaluate(t require.TestingT, input profit.Input) profit.Side {
	s, err := profit.Evaluate(input)
	require.NoError(t, err)
	return s
}

// aims returns functions of profit less its aim, by the formulas.
func aims(roi, margin money.Percent, least money.Amount) map[string]func(sums) *big.Rat {
	return map[string]func(sums) *big.Rat{
		"breakeven": func(s sums) *big.Rat { return s.profit },
		"roi":       func(s sums) *big.Rat { return sub(s.profit, mul(s.invested, roi.Fraction())) },
		"margin":    func(s sums) *big.Rat { return sub(s.profit, mul(s.net, margin.Fraction())) },
		"profit":    func(s sums) *big.Rat { return sub(s.profit, least.Exact()) },
	}
}

func targeted(t *rapid.T, input profit.Input) profit.Input {
	input.TargetROI = optional.Some(share(t, "roi", 600_000))
	input.TargetMargin = optional.Some(share(t, "margin", 300_000))
	input.TargetProfit = optional.Some(cents(t, "least profit", -200, 500))
	return input
}

func TestFiguresFollowTheFormulas(t *testing.T) {
	all := tables(t)
	rapid.Check(t, func(t *rapid.T) {
		input := drawn(t, all)
		input.Unsolved = true
		for range 50 {
			input.Price, input.Cost = cents(t, "price", 1, 40_000), cents(t, "cost", 0, 20_000)
			s := evaluate(t, input)
			want := figures(input, s.Fees.Total)
			if len(s.Fees.Missing) > 0 {
				require.False(t, s.Profit.Known() || s.ROI.Known() || s.Margin.Known())
				continue
			}
			earned, _ := s.Profit.Get()
			require.Equal(t, rounded(want.profit, 2), earned.Decimal().Pad(2).Round(2).String())
			if roi, ok := s.ROI.Get(); ok {
				require.Equal(t, rounded(mul(new(big.Rat).Quo(want.profit, want.invested), big.NewRat(100, 1)), 2), roi.Decimal().Round(2).String())
			} else {
				require.Zero(t, want.invested.Sign())
			}
			margin, _ := s.Margin.Get()
			require.Equal(t, rounded(mul(new(big.Rat).Quo(want.profit, want.net), big.NewRat(100, 1)), 2), margin.Decimal().Round(2).String())
		}
	})
}

// rounded rounds half away from zero, without a minus before zero.
func rounded(x *big.Rat, digits int) string {
	s := x.FloatString(digits)
	if s == "-0.00" {
		return "0.00"
	}
	return s
}

func TestProfitFallsByTheAddedCost(t *testing.T) {
	all := tables(t)
	rapid.Check(t, func(t *rapid.T) {
		input := drawn(t, all)
		input.Unsolved, input.VAT, input.SalesTaxPercent, input.OtherPercent, input.Product.StorageMonths = true, vat.Settings{Scheme: vat.SchemeNone}, money.Percent{}, money.Percent{}, 0
		before, known := evaluate(t, input).Profit.Get()
		for range 500 {
			more := draw(t, "more", 0, 1_000_000) * cent
			dearer := input
			dearer.Cost = units(input.Cost.Units() + more)
			after, ok := evaluate(t, dearer).Profit.Get()
			require.Equal(t, known, ok)
			require.True(t, !known || before.Units()-more == after.Units())
		}
	})
}

func TestMaxCostReachesItsTargetToTheUnit(t *testing.T) {
	all := tables(t)
	rapid.Check(t, func(t *rapid.T) {
		for range 10 {
			input := targeted(t, drawn(t, all))
			input.Unsolved = true
			s := evaluate(t, input)
			if len(s.Fees.Missing) > 0 {
				require.Equal(t, profit.Targets{}, s.MaxCost)
				continue
			}
			for name, found := range map[string]profit.Maybe{"roi": s.MaxCost.ROI, "margin": s.MaxCost.Margin, "profit": s.MaxCost.Profit} {
				aim := aims(input.TargetROI.Or(money.Percent{}), input.TargetMargin.Or(money.Percent{}), input.TargetProfit.Or(money.Amount{}))[name]
				again := input
				cost, ok := found.Get()
				if again.Cost = cost; !ok {
					require.Negative(t, aim(figures(again, s.Fees.Total)).Sign(), name)
					continue
				}
				require.GreaterOrEqual(t, aim(figures(again, s.Fees.Total)).Sign(), 0, name)
				again.Cost = units(cost.Units() + cent)
				require.Negative(t, aim(figures(again, s.Fees.Total)).Sign(), name)
			}
		}
	})
}

// sign returns the sign of an aim at a price and fees. The formulas make it a straight line of
// both, so three points define it.
func sign(input profit.Input, aim func(sums) *big.Rat) func(price, fees int64) int {
	at := func(price, fees int64) *big.Rat {
		input.Price = units(price)
		return aim(figures(input, units(fees)))
	}
	origin := at(0, 0)
	line := [3]*big.Int{}
	parts := [3]*big.Rat{origin, sub(at(1, 0), origin), sub(at(0, 1), origin)}
	over := big.NewInt(1)
	for _, p := range parts {
		over.Mul(over, p.Denom())
	}
	for i, p := range parts {
		line[i] = mul(p, new(big.Rat).SetInt(over)).Num()
	}
	var sum, x big.Int
	return func(price, fees int64) int {
		sum.Add(line[0], x.Mul(line[1], x.SetInt64(price)))
		return sum.Add(&sum, x.Mul(line[2], x.SetInt64(fees))).Sign()
	}
}

// walked returns the prices that a walk over every cent finds, 0 without a price.
func walked(input profit.Input, s *fee.Schedule, to int64, aim func(sums) *big.Rat) (first, last int64) {
	at := sign(input, aim)
	for price := int64(cent); price <= to; price += cent {
		switch reached := at(price, s.At(units(price)).Total.Units()) >= 0; {
		case reached && first == 0:
			first = price
		case !reached:
			last = price
		}
	}
	return first, last
}

func TestSolverAgainstAWalkOverEveryCent(t *testing.T) {
	all := tables(t)
	rapid.Check(t, func(t *rapid.T) {
		for range 10 {
			input := targeted(t, drawn(t, all))
			s, sides := schedule(t, input), evaluate(t, input)
			found := map[string]profit.Maybe{"breakeven": sides.BreakEven, "roi": sides.PriceFor.ROI, "margin": sides.PriceFor.Margin, "profit": sides.PriceFor.Profit}
			name := rapid.SampledFrom([]string{"breakeven", "roi", "margin", "profit"}).Draw(t, "aim")
			aim := aims(input.TargetROI.Or(money.Percent{}), input.TargetMargin.Or(money.Percent{}), input.TargetProfit.Or(money.Amount{}))[name]
			const to = 60_00 * cent
			first, last := walked(input, s, to, aim)
			if first != 0 && len(s.At(units(first)).Missing) > 0 {
				require.False(t, found[name].Known(), "%s: a missing line decides", name)
				continue
			}
			if got := found[name].Or(units(to + cent)).Units(); first != 0 || got <= to {
				require.Equal(t, units(first), units(got), name)
			}
			if safe := sides.BreakEvenSafe.Or(units(to + cent)).Units(); name == "breakeven" && safe <= to {
				require.Equal(t, units(last+cent), units(safe))
			}
		}
	})
}

func TestPriceForReachesItsAimAndOneUnitLessDoesNot(t *testing.T) {
	all := tables(t)
	rapid.Check(t, func(t *rapid.T) {
		for range 10 {
			input := targeted(t, drawn(t, all))
			s, side := schedule(t, input), evaluate(t, input)
			all := aims(input.TargetROI.Or(money.Percent{}), input.TargetMargin.Or(money.Percent{}), input.TargetProfit.Or(money.Amount{}))
			reached := func(name string, price int64) bool {
				input.Price = units(price)
				return all[name](figures(input, s.At(input.Price).Total)).Sign() >= 0
			}
			for name, found := range map[string]profit.Maybe{
				"breakeven": side.BreakEven, "roi": side.PriceFor.ROI, "margin": side.PriceFor.Margin, "profit": side.PriceFor.Profit,
			} {
				price, ok := found.Get()
				if !ok {
					missing := slices.ContainsFunc(s.Fees().Pieces, func(p kernel.Piece) bool { return len(p.Missing) > 0 })
					require.True(t, missing || !reached(name, 50_000*10_000), name)
					continue
				}
				require.True(t, reached(name, price.Units()), name)
				require.False(t, price.Units() > cent && reached(name, price.Units()-cent), name)
			}
			if safe, ok := side.BreakEvenSafe.Get(); ok && safe.Units() > cent {
				require.False(t, reached("breakeven", safe.Units()-cent))
				for range 20 {
					require.True(t, reached("breakeven", safe.Units()+draw(t, "above", 0, 10_000)*cent))
				}
			}
		}
	})
}

func TestCurveHasBothSidesOfEveryJump(t *testing.T) {
	all := tables(t)
	rapid.Check(t, func(t *rapid.T) {
		i := drawn(t, all)
		i.Unsolved, i.Curve = true, optional.Some(profit.Range{From: units(5 * 10_000), To: units(60 * 10_000), Points: 12})
		s := schedule(t, i)
		prices := map[int64]bool{}
		for _, p := range evaluate(t, i).Curve {
			i.Price, i.Curve = p.Price, optional.None[profit.Range]()
			prices[p.Price.Units()] = true
			require.Equal(t, evaluate(t, i).Profit, p.Profit, p.Price.String())
		}
		below := s.At(units(5 * 10_000)).Total.Units()
		for price := int64(5*10_000 + cent); price <= 60*10_000; price += cent {
			total := s.At(units(price)).Total.Units()
			if total > below+3*cent {
				require.True(t, prices[price-cent] && prices[price], "%s", units(price))
			}
			below = total
		}
	})
}

func TestFeesNeverFallWithinATier(t *testing.T) {
	all := tables(t)
	rapid.Check(t, func(t *rapid.T) {
		input := drawn(t, all)
		input.Merchant = false
		for range 50 {
			sides := [4]int64{draw(t, "l", 1, 900), draw(t, "w", 1, 600), draw(t, "h", 1, 400), draw(t, "g", 1, 30_000)}
			larger := sides
			larger[draw(t, "which", 0, 3)] += draw(t, "more", 1, 200)
			fits := make([]fee.Bill, 2)
			for i, d := range [...][4]int64{sides, larger} {
				s, err := fee.NewSize(d[0]*fee.Millimetre, d[1]*fee.Millimetre, d[2]*fee.Millimetre, d[3]*fee.Gram)
				require.NoError(t, err)
				input.Product.Size = optional.Some(s)
				fits[i] = schedule(t, input).At(input.Price)
			}
			a, b := fits[0].Fit.Or(fee.Fit{}), fits[1].Fit.Or(fee.Fit{})
			if a.Tier.Name != b.Tier.Name || slices.Contains(fits[1].Missing, fee.TypeFulfillment) || slices.Contains(fits[1].Notes, fee.NoteNonPeakTable) {
				continue
			}
			for _, word := range fee.TypeReferral.Words() {
				if word != fee.TypeDigitalServices {
					require.LessOrEqual(t, fits[0].Of(word).Units(), fits[1].Of(word).Units(), "%s %v %v", word, sides, larger)
				}
			}
		}
	})
}

// The repricer counts with fees before they are rounded and with at most two rates. Where that
// alone decides whether a price below a jump of the fees earns something, the two lie on different
// sides of it.
func TestBreakEvenIsTheRepricersWithinTwoUnits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 5 {
			rate, upper := draw(t, "rate", 30_000, 250_000), draw(t, "upper rate", 30_000, 250_000)
			least, fixed, limit := cents(t, "least", 0, 100), cents(t, "fixed", 0, 900), cents(t, "limit", 500, 6_000)
			terms := decision.FeeTerms{Fees: decision.Fees{ReferralPercent: money.PercentFromUnits(rate), ReferralMin: least, Fixed: fixed}}
			category := fee.Category{Name: "one", Mode: fee.ModeFlat, Bands: []fee.Band{{Rate: rate}}, Least: least.Units()}
			if two := rapid.Bool().Draw(t, "two"); two {
				marginal := rapid.Bool().Draw(t, "marginal")
				terms.Upper = optional.Some(decision.UpperBracket{Above: limit, ReferralPercent: money.PercentFromUnits(upper), Marginal: marginal})
				category.Bands = []fee.Band{{UpTo: optional.Some(limit.Units()), Rate: rate}, {Rate: upper}}
				category.Mode = fee.ModeWhole
				if marginal {
					category.Mode = fee.ModeMarginal
				}
			}
			market := &fee.Market{Country: "US", Currency: "USD", Referral: []*fee.Referral{{Otherwise: "one", Categories: []fee.Category{category}}}}
			fee.NewTables([]*fee.Market{market})
			tax := share(t, "VAT", 250_000)
			cost, shipping, postage := cents(t, "cost", 0, 6_000), cents(t, "shipping", 0, 500), cents(t, "postage", 0, 500)
			row := decision.Row{
				Currency: "USD", Fulfillment: decision.FBM, Shipping: shipping, Cost: optional.Some(cost), Postage: optional.Some(postage),
				Fees: optional.Some(terms), VATPercent: tax,
			}
			side := evaluate(t, profit.Input{
				Market: market, Currency: "USD", Day: date.MustParse("2026-05-10"), Price: units(100_000), Merchant: true, Shipping: shipping,
				Cost: cost, Postage: optional.Some(postage), Other: fixed, VAT: vat.Settings{Scheme: vat.SchemeStandard, Rate: tax},
			})
			theirs, ok := row.BreakEven().Get()
			require.True(t, ok)
			ours, ok := side.BreakEven.Get()
			require.True(t, ok)
			if (ours.Cmp(limit) <= 0) != (theirs.Cmp(limit) <= 0) && category.Mode == fee.ModeWhole {
				lower := min(ours.Units(), theirs.Units())
				require.InDelta(t, limit.Units(), lower, 2*cent, "%+v %+v", row, category)
				continue
			}
			require.InDelta(t, theirs.Units(), ours.Units(), 2*cent, "%+v %+v", row, category)
		}
	})
}
