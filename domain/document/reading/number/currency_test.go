package number_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/money"
)

func TestCurrenciesBesideAmounts(t *testing.T) {
	for text, want := range map[string]number.Number{
		"RM 39.85": {Currency: "MYR", Mark: "RM"}, "R$ 12,50": {Currency: "BRL", Mark: "R$"}, "12,50 zł": {Currency: "PLN", Mark: "zł"},
		"Rs. 12.50": {Mark: "Rs."}, "Rs.12.50": {Mark: "Rs."}, "₹12.50": {Currency: "INR", Mark: "₹"}, "S$12.50": {Currency: "SGD", Mark: "S$"},
		"A$12.50": {Currency: "AUD", Mark: "A$"}, "C$12.50": {Currency: "CAD", Mark: "C$"}, "12,50 kn": {Currency: "HRK", Mark: "kn"},
		"1250 Ft": {Currency: "HUF", Mark: "Ft"}, "₱12.50": {Currency: "PHP", Mark: "₱"}, "MYR 12.50": {Currency: "MYR", Mark: "MYR"},
		"12.50 KES": {Currency: "KES", Mark: "KES"}, "Fr.12.50": {Currency: "CHF", Mark: "Fr."}, "Rp 12.500": {Currency: "IDR", Mark: "Rp"},
	} {
		got, ok := number.Parse(text, number.Undecided)
		require.True(t, ok, text)
		want.Value = got.Value
		require.Equal(t, want, got, text)
	}
	weight, ok := number.Parse("12 KGS", number.Undecided)
	require.True(t, ok)
	require.Equal(t, []string{"kg", ""}, []string{weight.Unit, string(weight.Currency)})
	// Signs and codes that are words beside figures do not belong to them.
	for _, text := range []string{"12 ft", "TOP 10", "5 CUP", "AMD 5600", "12 all", "Q 12.50", "¤12.50", "CVE-2024", "rm 12", "RS 232"} {
		_, ok := number.Parse(text, number.Undecided)
		require.False(t, ok, text)
	}
}

func TestMarksOfAmounts(t *testing.T) {
	for text, want := range map[string]struct {
		value    string
		currency money.Currency
	}{
		"Q 12.50": {"12.50", "XXX"}, "¤12.50": {"12.50", "XXX"}, "12.50 PEN": {"12.50", "PEN"}, "TOP 12.50": {"12.50", "TOP"}, "R 12.50": {"12.50", "XXX"},
		"K12.50": {"12.50", "XXX"}, "Bs. 12,50": {"12.50", "XXX"}, "-Q12.50": {"-12.50", "XXX"}, "(Q 12.50)": {"-12.50", "XXX"}, "Z$12.50": {"12.50", "XXX"},
		"99p": {"0.99", ""}, "12.5p": {"0.125", ""}, "99¢": {"0.99", ""}, "1,250 ¢": {"12.50", ""}, "-99p": {"-0.99", ""},
		"RM 39.85": {"39.85", "MYR"}, "Rs. 5": {"5", ""}, "12.50": {"12.50", ""},
	} {
		got, ok := number.Marked(text, number.Undecided)
		require.True(t, ok, text)
		require.Equal(t, want.value, got.Value.String(), text)
		require.Equal(t, want.currency, got.Currency, text)
	}
	for _, text := range []string{"2/$5.00", "2 for 5.00", "3 pcs 5.00", "apples 5.00", "A-77", "2x5.00", "Q 12.50 Q", "12.50/12", "", "call"} {
		_, ok := number.Marked(text, number.Undecided)
		require.False(t, ok, text)
	}
}

func TestCodesOfAColumn(t *testing.T) {
	for text, want := range map[string]money.Currency{"myr": "MYR", "PEN": "PEN", "RM": "MYR", "€": "EUR", "Kč": "CZK"} {
		got, ok := number.Code(text)
		require.True(t, ok, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"XYZ", "XXX", "each", ""} {
		_, ok := number.Code(text)
		require.False(t, ok, text)
	}
}

func TestPieces(t *testing.T) {
	for word, want := range map[string]int64{"dozen": 12, "DZ": 12, "Dutzend": 12, "gross": 144, "hundred": 100, "Hundert": 100, "thousand": 1000, "score": 20} {
		unit, ok := number.Unit(word)
		require.True(t, ok, word)
		got, ok := number.Pieces(unit)
		require.True(t, ok, word)
		require.Equal(t, want, got, word)
	}
	for _, unit := range []string{"piece", "pair", "case", "set", "kg", ""} {
		_, ok := number.Pieces(unit)
		require.False(t, ok, unit)
	}
}

// Cells of units name containers and units that hold no others. Unknown units may hold others.
func TestUnitsOfCells(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "Stk": "piece", "per Stk.": "piece", "Dtzd": "dozen", "Dutz.": "dozen", "tuzin": "dozen", "colli": "case", "Tray": "case",
		"Kasten": "case", "KRT": "case", "Rolle": "Rolle", "ZZ": "ZZ", "24": "24",
	} {
		unit, ok := number.UnitOf(text)
		require.True(t, ok, text)
		require.Equal(t, want, unit, text)
	}
	for _, text := range []string{"Palette", "Gestell", "XPX"} {
		unit, ok := number.UnitOf(text)
		require.False(t, ok, text)
		require.Equal(t, text, unit, text)
	}
}

// Pieces of Hungary and decibels differ in their letter case.
func TestUnitOfHungary(t *testing.T) {
	for word, want := range map[string]string{"db": "piece", "DB": "piece", "db.": "piece", "darab": "piece", "kpl": "piece", "dB": ""} {
		got, ok := number.Unit(word)
		require.Equal(t, want != "", ok, word)
		require.Equal(t, want, got, word)
	}
}
