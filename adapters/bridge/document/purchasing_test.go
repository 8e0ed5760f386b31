package document

import (
	"math/big"
	"testing"

	"github.com/govalues/decimal"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	purchasingfacade "sellingassistant/app/purchasing/facade"
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/importing"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing/order"
)

// cents returns a figure of n hundredths.
func cents(n int64) reading.Figure { return optional.Some(decimal.MustNew(n, 2)) }

// TestSumsAreConserved makes documents of random lines: goods, freight, deposits, fees, discounts
// and returns. The order has the printed total to the cent. New goods have the same costs as
// without the other lines.
func TestSumsAreConserved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var lines []reading.Line
		var printed, goods int64
		add := func(l reading.Line, total int64) {
			l.No, l.PriceBase, l.Evidence, l.LineTotal = len(lines)+1, decimal.One, reading.Marked, cents(total)
			lines = append(lines, l)
			printed += total
		}
		for range rapid.IntRange(1, 8).Draw(t, "goods") {
			units := rapid.SampledFrom([]int64{1, 3, 7, 10, 144, 1_000, 50_000, 1_000_000}).Draw(t, "units")
			total := rapid.Int64Range(1, 5_000_000).Draw(t, "total")
			add(reading.Line{Kind: reading.Product, Description: "Lamp", SupplierSKU: "LA-1", Quantity: optional.Some(decimal.MustNew(units, 0))}, total)
			goods += total
		}
		for range rapid.IntRange(0, 30).Draw(t, "charges") {
			kind := rapid.SampledFrom([]reading.Kind{reading.Freight, reading.Deposit, reading.Fee}).Draw(t, "kind")
			add(reading.Line{Kind: kind, Description: string(kind)}, rapid.Int64Range(-5_000, 50_000).Draw(t, "charge"))
		}
		for range rapid.IntRange(0, 2).Draw(t, "discounts") {
			most := goods / 10
			if most < 1 {
				break
			}
			add(reading.Line{Kind: reading.Product, Description: "Loyalty discount", Quantity: optional.Some(decimal.One.Neg())}, -rapid.Int64Range(1, most).Draw(t, "discount"))
		}
		for range rapid.IntRange(0, 3).Draw(t, "returns") {
			add(reading.Line{Kind: reading.Product, Description: "Lamp", SupplierSKU: "LA-1", Quantity: optional.Some(decimal.Two.Neg())}, -rapid.Int64Range(1, 9_999).Draw(t, "return"))
		}
		shipping, tax := rapid.Int64Range(0, 10_000).Draw(t, "shipping"), rapid.Int64Range(0, goods/4).Draw(t, "tax")
		total := printed + shipping + tax
		if total < 0 {
			return
		}
		h := reading.Header{Currency: "EUR", Shipping: cents(shipping), Tax: cents(tax), Total: cents(total)}
		p := importing.Look(importing.Input{Type: document.Invoice, Header: h, Lines: lines, Supplier: importing.SupplierMatch{Status: importing.Matched, ID: 5}})
		plans, refused, err := p.Plans(document.Invoice, importing.Request{Mode: importing.CreateOrder})
		require.NoError(t, err)
		require.Empty(t, refused)
		var all []importing.Reckoned
		for _, plan := range plans {
			all = append(all, reckoned(plan, purchasingfacade.Defaults{Currency: "EUR", TaxRate: money.MustParsePercent("20")}))
		}
		plan, r := p.Meant(plans, all)
		s := r.Sums
		require.Equal(t, 100*total, s.Total.Units(), "the order costs what the document says, to the cent")
		require.Equal(t, s.Total.Units(), s.Subtotal.Units()-s.Discount.Units()+s.Shipping.Units()+s.OtherCosts.Units()+s.Tax.Units())
		require.Equal(t, reading.Pass, r.Check().Result)
		require.Equal(t, 100*goods, s.Subtotal.Units())
		kept := int64(0)
		for _, c := range order.Bounded(otherCosts(plan.Costs, "EUR")) {
			kept += c.Amount.Units()
		}
		require.Equal(t, s.OtherCosts.Units(), kept)
		for _, b := range plan.Lines {
			n, _ := b.Quantity.Get()
			exact := new(big.Rat).Mul(b.Price.Exact(), big.NewRat(n, 1))
			whole, _ := lines[b.No-1].LineTotal.Get()
			want, _ := new(big.Rat).SetString(whole.String())
			require.Zero(t, exact.Cmp(want), "an item costs its line")
		}
	})
}
