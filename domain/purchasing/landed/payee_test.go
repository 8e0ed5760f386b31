package landed_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing/landed"
)

// hundred has 100 units at 10.00.
func hundred() []landed.Line {
	return []landed.Line{{Units: 100, UnitCost: optional.Some(money.PriceOf(money.MustParse("10")))}}
}

func TestOnlyTheSuppliersCostsAreOwed(t *testing.T) {
	amount, percent := money.MustParse, money.MustParsePercent
	rate := optional.Some(money.MustParseRate("1.1"))
	for name, c := range map[string]struct {
		cost         landed.OtherCost
		recoverable  bool
		sums         []string
		tax, landing string
	}{
		"the supplier's": {
			landed.OtherCost{Amount: amount("50"), Currency: "USD", TaxRate: percent("20")}, false,
			[]string{"1000", "10", "1060", "1060"}, "10", "10.6",
		},
		"a forwarder's in the same currency": {
			landed.OtherCost{Amount: amount("50"), Currency: "USD", TaxRate: percent("20"), Payee: landed.ByOther}, false,
			[]string{"1000", "0", "1000", "1060"}, "0", "10.6",
		},
		"its tax comes back": {
			landed.OtherCost{Amount: amount("50"), Currency: "USD", TaxRate: percent("20"), Payee: landed.ByOther}, true,
			[]string{"1000", "0", "1000", "1050"}, "0", "10.5",
		},
		"in another currency": {
			landed.OtherCost{Amount: amount("50"), Currency: "EUR", TaxRate: percent("20"), Payee: landed.ByOther, ExchangeRate: rate}, false,
			[]string{"1000", "0", "1000", "1066"}, "0", "10.66",
		},
		"without a rate": {
			landed.OtherCost{Amount: amount("50"), Currency: "EUR"}, true, []string{"1000", "0", "1000", "-"}, "0", "-",
		},
		"not shared": {
			landed.OtherCost{Amount: amount("50"), Currency: "EUR", ExchangeRate: rate, Allocation: landed.ByNone}, true,
			[]string{"1000", "0", "1000", "1000"}, "0", "10",
		},
	} {
		if c.cost.Allocation == "" {
			c.cost.Allocation = landed.ByQuantity
		}
		terms := landed.Terms{
			Currency: "USD", CostCurrency: "USD", Allocation: landed.ByValue, Others: []landed.OtherCost{c.cost}, TaxRecoverable: c.recoverable,
		}
		items, sums, err := landed.Compute(terms, hundred())
		require.NoError(t, err, name)
		require.Equal(t, c.sums, texts(sums.Subtotal, sums.Tax, sums.Total, sums.LandedTotal), name)
		require.Equal(t, []string{c.tax, c.landing}, texts(items[0].Tax, items[0].LandedUnit), name)
	}
}

func TestPayees(t *testing.T) {
	for _, c := range []struct {
		cost landed.OtherCost
		want landed.Payee
	}{
		{landed.OtherCost{Currency: "CNY"}, landed.BySupplier}, {landed.OtherCost{Currency: "USD"}, landed.ByOther},
		{landed.OtherCost{Currency: "CNY", Payee: landed.ByOther}, landed.ByOther},
	} {
		require.Equal(t, c.want, c.cost.Paid("CNY"))
	}
}

// Another payee changes the amount owed and no landed cost.
func TestPayeesMoveNoLandedCost(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for n := range 2_000 {
		cents := func(most int64) money.Amount { return money.FromUnits((1 + r.Int64N(most)) * 100) }
		cost := landed.OtherCost{
			Amount: cents(50_000), Currency: "USD", Allocation: []landed.Allocation{landed.ByValue, landed.ByQuantity}[r.IntN(2)],
			TaxRate: money.PercentFromUnits(r.Int64N(260_000)),
		}
		terms := landed.Terms{
			Currency: "USD", CostCurrency: "USD", Allocation: landed.ByValue, Shipping: cents(5_000), PricesIncludeTax: r.IntN(2) == 0,
			TaxRecoverable: r.IntN(2) == 0, Others: []landed.OtherCost{cost},
		}
		var lines []landed.Line
		for range 1 + r.IntN(4) {
			lines = append(lines, landed.Line{Units: 1 + r.Int64N(500), UnitCost: optional.Some(money.PriceOf(cents(10_000)))})
		}
		_, supplier, err := landed.Compute(terms, lines)
		require.NoError(t, err)
		terms.Others[0].Payee = landed.ByOther
		_, other, err := landed.Compute(terms, lines)
		require.NoError(t, err)
		require.Equal(t, supplier.LandedTotal, other.LandedTotal, "order %d: %+v %+v", n, terms, lines)
		require.Equal(t, supplier.Subtotal, other.Subtotal)
		least := supplier.Total.Or(money.Amount{}).Units() - cost.Amount.Units()
		if terms.PricesIncludeTax {
			require.Equal(t, least, other.Total.Or(money.Amount{}).Units())
		} else {
			require.LessOrEqual(t, other.Total.Or(money.Amount{}).Units(), least)
		}
	}
}
