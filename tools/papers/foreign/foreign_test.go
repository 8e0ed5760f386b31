package foreign_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/govalues/decimal"
	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/tools/papers/foreign"
)

func TestLayouts(t *testing.T) {
	names, types, languages := map[string]bool{}, map[document.Type]int{}, map[string]int{}
	for _, l := range foreign.Layouts() {
		names[l.Name] = true
		types[l.Type]++
		languages[l.Language]++
	}
	require.Len(t, names, 20)
	require.Equal(t, map[document.Type]int{document.Invoice: 14, document.OrderConfirmation: 2, document.CreditNote: 1,
		document.PackingSlip: 1, document.PriceList: 1, "": 1}, types)
	require.Equal(t, map[string]int{"en": 10, "de": 5, "fr": 2, "es": 1, "it": 1, "nl": 1}, languages)
}

func TestTheSameSeedDrawsTheSamePaper(t *testing.T) {
	for _, l := range foreign.Layouts() {
		first, err := foreign.Draw(l, 7, 1)
		require.NoError(t, err)
		again, err := foreign.Draw(l, 7, 1)
		require.NoError(t, err)
		require.Equal(t, first.Lines, again.Lines)
		require.Equal(t, first.Truth, again.Truth)
		require.True(t, string(first.PDF) == string(again.PDF), "%s: other bytes", l.Name)
		for seed, n := range map[uint64]int{8: 1, 7: 2} {
			other, err := foreign.Draw(l, seed, n)
			require.NoError(t, err)
			require.NotEqual(t, first.Lines, other.Lines)
		}
	}
}

func TestPapersDrawsEachLayout(t *testing.T) {
	list, err := foreign.Papers(3, 2)
	require.NoError(t, err)
	require.Len(t, list, 40)
	require.Equal(t, "foreign-us-parts-0", list[0].Name)
	require.Equal(t, "foreign-in-textiles-1", list[39].Name)
	require.Equal(t, "foreign", list[0].Truth.Set)
	require.True(t, list[0].Truth.HeldOut)
}

// TestTruthAddsUp multiplies each line and adds up each document, apart from the code that drew it.
func TestTruthAddsUp(t *testing.T) {
	fewest, most, kinds, bases := 60, 0, map[reading.Kind]bool{}, map[json.Number]bool{}
	for seed := range uint64(30) {
		for _, l := range foreign.Layouts() {
			p, err := foreign.Draw(l, seed, 0)
			require.NoError(t, err)
			fewest, most = min(fewest, len(p.Lines)), max(most, len(p.Lines))
			require.Len(t, p.Truth.Lines, len(p.Lines))
			above, all := number(t, "0"), number(t, "0")
			for i, line := range p.Lines {
				where := fmt.Sprintf("%s, seed %d: %+v", p.Name, seed, line)
				kinds[line.Kind], bases[line.Base] = true, true
				require.NotEmpty(t, line.Description, where)
				require.Equal(t, line.Code, p.Truth.Lines[i].SKU, where)
				require.Equal(t, line.Total, p.Truth.Lines[i].Total, where)
				if line.Quantity != "" && line.Price != "" {
					require.Zero(t, product(t, line).Cmp(number(t, line.Total)), where)
				}
				if line.Total == "" {
					continue
				}
				all = sum(t, all, number(t, line.Total))
				if !line.Below {
					above = sum(t, above, number(t, line.Total))
				}
			}
			header := func(name string) decimal.Decimal { return number(t, json.Number(p.Truth.Header[name])) }
			where := fmt.Sprintf("%s, seed %d: %v", p.Name, seed, p.Truth.Header)
			require.NotEmpty(t, p.Truth.Header["issuer"], where)
			require.NotEmpty(t, p.Truth.Header["issue_date"], where)
			if p.Truth.Header["subtotal"] != "" {
				require.Zero(t, above.Cmp(header("subtotal")), where)
			}
			priced := l.Type != document.PackingSlip && l.Type != document.PriceList
			require.Equal(t, priced, p.Truth.Header["total"] != "", where)
			if !priced {
				continue
			}
			want := sum(t, sum(t, all, header("discount").Neg()), header("shipping"))
			if l.Name != "de-shop" { // Its prices include the tax.
				want = sum(t, want, header("tax"))
			}
			require.Zero(t, want.Cmp(header("total")), "%s: %s", where, want)
		}
	}
	require.Equal(t, 1, fewest)
	require.Greater(t, most, 50)
	require.LessOrEqual(t, most, 60)
	require.Equal(t, map[reading.Kind]bool{reading.Product: true, reading.Freight: true, reading.Deposit: true,
		reading.Fee:      true,
		reading.Discount: true}, kinds)
	require.Equal(t, map[json.Number]bool{"": true, "10": true, "100": true, "1000": true}, bases)
}

// product rounds half a cent away from zero.
func product(t *testing.T, line foreign.Line) decimal.Decimal {
	t.Helper()
	base, off := number(t, "1"), number(t, "100")
	if line.Base != "" {
		base = number(t, line.Base)
	}
	if line.Discount != "" {
		off = sum(t, off, number(t, line.Discount).Neg())
	}
	d, err := number(t, line.Quantity).Mul(number(t, line.Price))
	require.NoError(t, err)
	d, err = d.Mul(off)
	require.NoError(t, err)
	d, err = d.Quo(base)
	require.NoError(t, err)
	d, err = d.Quo(number(t, "100"))
	require.NoError(t, err)
	return sum(t, d, number(t, "0.005").CopySign(d)).Trunc(2)
}

func number(t *testing.T, text json.Number) decimal.Decimal {
	t.Helper()
	if text == "" {
		return decimal.Zero
	}
	d, err := decimal.Parse(text.String())
	require.NoError(t, err)
	return d
}

func sum(t *testing.T, a, b decimal.Decimal) decimal.Decimal {
	t.Helper()
	d, err := a.Add(b)
	require.NoError(t, err)
	return d
}
