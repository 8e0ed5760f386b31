package money_test

import (
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
