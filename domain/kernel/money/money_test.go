package money_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/money"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		in    string
		units int64
		err   error
	}{
		{"0", 0, nil},
		{"-0", 0, nil},
		{"0e999999999", 0, nil},
		{"19.99", 199900, nil},
		{"19.9900000", 199900, nil},
		{"0.0001", 1, nil},
		{"1.5e1", 150000, nil},
		{"1e-4", 1, nil},
		{"10000e-8", 1, nil},
		{"-7.5", -75000, nil},
		{"9999999999.9999", 99999999999999, nil},
		{"10000000000", 0, money.ErrRange},
		{"1e400", 0, money.ErrRange},
		{"1e99999999999999999999", 0, money.ErrSyntax},
		{"0.00001", 0, money.ErrScale},
		{"1e-400", 0, money.ErrScale},
		{"", 0, money.ErrSyntax},
		{"-", 0, money.ErrSyntax},
		{".5", 0, money.ErrSyntax},
		{"5.", 0, money.ErrSyntax},
		{"+5", 0, money.ErrSyntax},
		{"0x10", 0, money.ErrSyntax},
		{"NaN", 0, money.ErrSyntax},
		{"1 ", 0, money.ErrSyntax},
		{"1e", 0, money.ErrSyntax},
	} {
		got, err := money.Parse(c.in)
		require.Equal(t, c.err, err, c.in)
		require.Equal(t, c.units, got.Units(), c.in)
	}
}

func TestString(t *testing.T) {
	for units, want := range map[int64]string{
		0: "0", 1: "0.0001", -1: "-0.0001", 199900: "19.99", 199000: "19.9", 200000: "20", -5000: "-0.5",
	} {
		require.Equal(t, want, money.FromUnits(units).String())
	}
}

func TestEveryAmountSurvivesTextAndDecimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		units := rapid.Int64Range(-99_999_999_999_999, 99_999_999_999_999).Draw(t, "units")
		a := money.FromUnits(units)
		b, err := money.Parse(a.String())
		if err != nil || a != b {
			t.Fatalf("%s: %v, %v", a, b, err)
		}
		if a.Decimal().Trim(0).String() != a.String() {
			t.Fatalf("%s is %s as a decimal", a, a.Decimal())
		}
	})
}

func TestFits(t *testing.T) {
	for _, c := range []struct {
		amount   string
		currency money.Currency
		want     bool
	}{
		{"19.99", "USD", true}, {"19.999", "USD", false}, {"1999", "JPY", true}, {"1999.5", "JPY", false}, {"0", "JPY", true},
	} {
		require.Equal(t, c.want, money.MustParse(c.amount).Fits(c.currency), c.amount+" "+string(c.currency))
	}
	require.Equal(t, money.MustParse("0.01"), money.Currency("EUR").Unit())
	require.Equal(t, money.MustParse("1"), money.Currency("JPY").Unit())
}

func TestDecimalsOfCurrencies(t *testing.T) {
	for currency, want := range map[money.Currency]int{
		"USD": 2, "EUR": 2, "CNY": 2, "JPY": 0, "KRW": 0, "VND": 0, "XPF": 0, "ISK": 0, "HUF": 2, "KWD": 3, "BHD": 3, "TND": 3, "CLF": 4,
		"": 2, "Y": 2, " ": 2, "PY ": 2,
	} {
		require.Equal(t, want, currency.Decimals(), currency)
	}
	require.Equal(t, money.MustParse("0.001"), money.Currency("KWD").Unit())
	require.Equal(t, money.MustParse("0.0001"), money.Currency("CLF").Unit())
}

func TestKnownCurrencies(t *testing.T) {
	for _, c := range []money.Currency{"USD", "EUR", "MYR", "BRL", "PLN", "INR", "PKR", "SGD", "HUF", "XCG", "ZWG", "HRK", "BGN"} {
		require.True(t, c.Known(), c)
	}
	for _, c := range []money.Currency{"", "XYZ", "usd", "ABC", "DEM", "XAU", "XTS", "USDT", "US", money.Unknown} {
		require.False(t, c.Known(), c)
	}
}

func TestRates(t *testing.T) {
	for text, want := range map[string]string{
		"0.1389": "0.1389", "150": "150", "0.00000001": "0.00000001", "999999.99999999": "999999.99999999", "6.68e-3": "0.00668",
	} {
		r, err := money.ParseRate(text)
		require.NoError(t, err, text)
		require.Equal(t, want, r.String())
		require.Equal(t, r, money.RateFromUnits(r.Units()))
	}
	for text, want := range map[string]error{
		"0": money.ErrRate, "-1": money.ErrRate, "0.000000001": money.ErrRate, "1000000": money.ErrRate, "x": money.ErrSyntax, "": money.ErrSyntax,
	} {
		r, err := money.ParseRate(text)
		require.Equal(t, want, err, text)
		require.Equal(t, money.Rate{}, r)
	}
	require.Equal(t, "1", money.One.String())
	require.Equal(t, int64(100_000_000), money.One.Units())
}

func TestHalfUp(t *testing.T) {
	for _, c := range []struct {
		num, den   int64
		step, want string
	}{
		{1, 2, "1", "1"}, {49, 100, "1", "0"}, {3, 2, "1", "2"}, {1005, 1000, "0.01", "1.01"}, {1004999, 1000000, "0.01", "1"},
		{1, 3, "0.0001", "0.3333"}, {2, 3, "0.0001", "0.6667"}, {0, 7, "0.01", "0"}, {25, 10000, "0.005", "0.005"}, {24, 10000, "0.005", "0"},
	} {
		got, ok := money.HalfUp(big.NewRat(c.num, c.den), money.MustParse(c.step))
		require.True(t, ok)
		require.Equal(t, c.want, got.String(), "%d/%d", c.num, c.den)
	}
	most, ok := money.HalfUp(big.NewRat(9_999_999_999_9999, 10_000), money.MustParse("0.0001"))
	require.True(t, ok)
	require.Equal(t, money.FromUnits(money.MaxUnits), most)
	_, ok = money.HalfUp(big.NewRat(9_999_999_999_9999, 10_000), money.MustParse("0.01"))
	require.False(t, ok, "it becomes a digit longer")
	require.Equal(t, "1/8", money.MustParsePercent("12.5").Fraction().String())
	require.Equal(t, "5/4", money.MustParse("1.25").Exact().String())
	require.Equal(t, "1389/10000", money.MustParseRate("0.1389").Exact().String())
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"1", "-1.5", "1e400", "1e-9", "0.00010"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a, err := money.Parse(s)
		if err != nil {
			return
		}
		b, err := money.Parse(a.String())
		if err != nil || a != b {
			t.Fatalf("%q became %s, then %s (%v)", s, a, b, err)
		}
	})
}

func TestMustParsePanicsOnAFault(t *testing.T) {
	for name, parse := range map[string]func(){
		"an amount of five decimals": func() { money.MustParse("1.00001") },
		"a percentage in words":      func() { money.MustParsePercent("half") },
		"a rate below 0":             func() { money.MustParseRate("-1") },
	} {
		require.Panics(t, parse, name)
	}
}

func TestRatesAreRoundedHalfToEven(t *testing.T) {
	for _, c := range []struct {
		num, den int64
		want     string
	}{
		{1, 3, "0.33333333"}, {2, 3, "0.66666667"}, {1, 200_000_000, ""}, {3, 200_000_000, "0.00000002"}, {5, 200_000_000, "0.00000002"},
		{1, 1, "1"}, {1, 1_000_000_000, ""}, {1_000_000, 1, ""}, {99_999_999_999_999, 100_000_000, "999999.99999999"},
	} {
		got, ok := money.RateOf(big.NewRat(c.num, c.den))
		require.Equal(t, c.want != "", ok, "%d/%d", c.num, c.den)
		if ok {
			require.Equal(t, c.want, got.String(), "%d/%d", c.num, c.den)
		}
	}
	amount, ok := money.MustParseRate("0.1389").Converted(money.MustParse("100"), money.MustParse("0.01"))
	require.True(t, ok)
	require.Equal(t, "13.89", amount.String())
	_, ok = money.MustParseRate("2").Converted(money.MustParse("-1"), money.MustParse("0.01"))
	require.False(t, ok)
	_, ok = money.MustParseRate("2").Converted(money.MustParse("9999999999"), money.MustParse("0.01"))
	require.False(t, ok)
}
