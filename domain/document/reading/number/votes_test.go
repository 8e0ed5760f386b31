package number_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading/number"
)

func TestEvidenceOfAColumn(t *testing.T) {
	for _, c := range []struct {
		texts []string
		sign  number.Sign
		open  string
	}{
		{[]string{"35.125", "61.625"}, 0, "35.125"},
		{[]string{"12", "1,250", "2,500"}, 0, "1,250"},
		{[]string{"1.234.567", "8.125"}, ',', "8.125"}, // groups show themselves
		{[]string{"1,999.00", "1,125"}, '.', "1,125"},
		{[]string{"1234.567"}, '.', ""}, // not grouped, so it is decimal
		{[]string{"0.125"}, '.', ""},
		{[]string{"¥1,125"}, '.', ""},
		{[]string{"1.125 KRW"}, ',', ""},
		{[]string{"8.125 %"}, '.', ""},
		{[]string{"12.50", "12,50", "1.125"}, 0, "1.125"}, // both signs occur
		{[]string{"24", "Ø 1.125 mm pipe", "20.03.2026"}, 0, ""},
	} {
		var v number.Votes
		for _, text := range c.texts {
			v.Count(text)
		}
		require.Equal(t, c.sign, v.Clear(), "%q", c.texts)
		require.Equal(t, c.open, v.Open(), "%q", c.texts)
	}
	point, comma := number.Readings("8.125")
	require.Equal(t, []string{"8.125", "8125"}, []string{point.Value.String(), comma.Value.String()})
}

func TestRatesAreNoAmounts(t *testing.T) {
	for _, text := range []string{"20 %", "20%", "(8.25 %)", "VAT 20 %", "20 % VAT", "VAT @ 20%", "zzgl. 19 % MwSt.", "Sales tax (8.25 %)", "Discount 5 %", "5,5%", "-3 %",
		"TVA 5,5\u202f%", "MwSt. 8,1\u00a0%", "Sales tax [8.25%]"} {
		require.True(t, number.Rate(text), text)
	}
	for _, text := range []string{"", "38.00", "VAT 20 % 38.00", "100 % cotton, size 12", "%", "percent 20", "19,00 €"} {
		require.False(t, number.Rate(text), text)
	}
	require.Equal(t, "VAT  38.00", number.WithoutRates("VAT @ 20% 38.00"))
	for text, want := range map[string]string{"VAT @ 20%": "20", "zzgl. 19,5 % MwSt.": "19.5", "[8.25\u202f%]": "8.25"} {
		percent, ok := number.Percentage(text)
		require.True(t, ok, text)
		require.Equal(t, want, percent.String(), text)
	}
	_, ok := number.Percentage("VAT 38.00")
	require.False(t, ok)
	n, ok := number.Parse("(8.25 %)", '.')
	require.True(t, ok)
	require.Equal(t, "8.25", n.Value.String())
	require.True(t, n.Percent)
}
