package number_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/money"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		text string
		sign number.Sign
		want string
	}{
		{"24", 0, "24"}, {"12.50", 0, "12.50"}, {"12,50", 0, "12.50"}, {"12,5", '.', "12.5"}, {"9,9000", 0, "9.9000"},
		{"1 234,50", 0, "1234.50"}, {"1\u202f234,50", 0, "1234.50"}, {"1'234.50", 0, "1234.50"}, {"1’234’567", 0, "1234567"},
		{"1.234,50", 0, "1234.50"}, {"1,234.50", 0, "1234.50"}, {"1.234.567", 0, "1234567"}, {"12,34,567.80", 0, "1234567.80"},
		{"1,234", 0, "1234"}, {"1,234", '.', "1234"}, {"1,234", ',', "1.234"}, {"3.000", ',', "3000"}, {"3.000", '.', "3.000"},
		{"0,125", '.', "0.125"}, {"1234,567", '.', "1234.567"}, {"1 234,567", '.', "1234.567"}, {".50", 0, "0.50"},
		{"(12.50)", 0, "-12.50"}, {"19.00 CR", 0, "-19.00"}, {"£19.00Cr", 0, "-19.00"}, {"19.00 DR", 0, "19.00"}, {"12,50-", 0, "-12.50"}, {"-12.50", 0, "-12.50"}, {"−3", 0, "-3"}, {"($12.50)", 0, "-12.50"}, {"(-)0.40", 0, "-0.40"}, {"(-) 0.40", 0, "-0.40"}, {"(+)0.40", 0, "0.40"},
		{"€ 12,50", 0, "12.50"}, {"12,50 €", 0, "12.50"}, {"-€5.00", 0, "-5.00"}, {"$-5.00", 0, "-5.00"}, {"12,50 €-", 0, "-12.50"},
		{"12,-", 0, "12"}, {"₹ 180/-", 0, "180"}, {"RM .02", 0, "0.02"}, {"12.-- CHF", 0, "12"}, {"12,– €", 0, "12"}, {"19 %", 0, "19"}, {"10%", 0, "10"}, {"20 Stk", 0, "20"}, {"5 Unit(s)", 0, "5"}, {"05 Nos", 0, "5"}, {"010 pcs.", 0, "10"},
		{"2.10 €/Stk", 0, "2.10"}, {"510/EA", 0, "510"}, {"4.05/Ea", 0, "4.05"}, {"1234567890", 0, "1234567890"}, {"1 234 567 890,12", 0, "1234567890.12"},
	} {
		got, ok := number.Parse(c.text, c.sign)
		require.True(t, ok, c.text)
		require.Equal(t, c.want, got.Value.String(), c.text)
	}
	for _, text := range []string{
		"", "-", ".", "€", "A-77", "2026-03-20", "20.03.2026", "20/03/2026", "10:30", "+49 201 123", "12345678901", "4006381333931", "8.80E+12", "1e5", "12/cs",
		"007", "05", "05 kg", "00 Nos", "0005 Nos", "00", "1,23,45", "1 23", "12 50", "1.234.56", "1.2.3", "(12.50", "12.50)", "(-12.50)", "-12-", "12 apples", "12 CR", "-12.50 CR", "M4", "€ 5 €", "€ 5 USD",
		"1.2345678", "1234567890123456", "0.123.456", "1'234,567'8", strings.Repeat("1", 100), "\xff1",
	} {
		_, ok := number.Parse(text, number.Undecided)
		require.False(t, ok, text)
	}
}

func TestWhatBelongsToAFigure(t *testing.T) {
	for text, want := range map[string]number.Number{
		"12,50 €": {Currency: "EUR", Mark: "€"}, "$12.50": {Currency: "USD", Mark: "$"}, "CHF 12.50": {Currency: "CHF", Mark: "CHF"},
		"12,50 kr": {Mark: "kr"}, "19 %": {Percent: true},
		"20 Stk": {Unit: "piece"}, "20 pcs.": {Unit: "piece"}, "7.00 no": {Unit: "piece"}, "2 NO'S": {Unit: "piece"}, "3 Num": {Unit: "piece"}, "3 Karton": {Unit: "case"}, "2,5 kg": {Unit: "kg"}, "2.10 €/Stk": {Currency: "EUR", Mark: "€"},
	} {
		got, ok := number.Parse(text, number.Undecided)
		require.True(t, ok, text)
		want.Value = got.Value
		require.Equal(t, want, got, text)
	}
	c, ok := number.Currency("PLN")
	require.True(t, ok)
	require.Equal(t, money.Currency("PLN"), c)
	_, ok = number.Currency("the")
	require.False(t, ok)
}

func TestVotes(t *testing.T) {
	for _, c := range []struct {
		texts []string
		want  number.Sign
	}{
		{nil, 0},
		{[]string{"1,234", "3.000", "12"}, 0},
		{[]string{"1.234.567"}, ','},
		{[]string{"12.50"}, '.'},
		{[]string{"1.234,50", "20.03.2026"}, ','},
		{[]string{"12.50", "12,50"}, 0},
		{[]string{"9,9000", "1.200", "5,5000", "10.30"}, ','},
		{[]string{"Kessel 1,7", "0.10"}, '.'},
	} {
		var v number.Votes
		for _, text := range c.texts {
			v.Count(text)
		}
		require.Equal(t, c.want, v.Sign(), "%q", c.texts)
	}
}

// swap writes the other decimal sign.
var swap = strings.NewReplacer(".", ",", ",", ".")

func FuzzParse(f *testing.F) {
	for _, s := range []string{"1.234,50 €", "(12.50)", "12,50-", "1'234.50", "19 %", "20 Stk", "8.80E+12", "€ -5,00", "12,--", "1,23,456.7"} {
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, text string, comma bool) {
		sign, other := number.Sign('.'), number.Sign(',')
		if comma {
			sign, other = other, sign
		}
		n, ok := number.Parse(text, sign)
		if !ok {
			return
		}
		if len(text) > 64 || n.Value.Prec() > 15 || n.Value.Scale() > 6 {
			t.Fatalf("%q: %s is out of bounds", text, n.Value)
		}
		if n.Unit != "" || n.Currency != "" { // Dots of abbreviations are no decimal signs.
			return
		}
		m, ok := number.Parse(swap.Replace(text), other)
		if !ok || m != n {
			t.Fatalf("%q: %v becomes %v with the other sign", text, n, m)
		}
		again, ok := number.Parse(n.Value.String(), '.')
		if !ok || again.Value != n.Value {
			t.Fatalf("%q: %s becomes %s", text, n.Value, again.Value)
		}
	})
}

func TestCurrenciesOfASign(t *testing.T) {
	for mark, want := range map[string][]money.Currency{
		"€": {"EUR"}, "C$": {"CAD"}, " gbp ": {"GBP"}, "$": {"USD", "CAD", "AUD", "NZD", "MXN", "SGD", "HKD", "TWD"},
		"Kr.": {"", "SEK", "NOK", "DKK"}, "¥": {"JPY", "CNY"}, "": nil, "apples": nil,
	} {
		require.Equal(t, want, number.Currencies(mark), mark)
	}
}
