package notation_test

import (
	"testing"

	"github.com/govalues/decimal"
	"github.com/stretchr/testify/require"

	"sellingassistant/tools/papers/foreign/notation"
)

func TestRoundRoundsHalvesAwayFromZero(t *testing.T) {
	for text, want := range map[string]string{"0.125": "0.13", "-0.125": "-0.13", "0.124": "0.12", "2": "2.00", "0.005": "0.01"} {
		require.Equal(t, want, notation.Round(decimal.MustParse(text), 2).String(), text)
	}
}

func TestMoney(t *testing.T) {
	amount := decimal.MustParse("-1234567.5")
	require.Equal(t, "-1,234,567.50", notation.Style{Point: ".", Group: ","}.Money(amount))
	require.Equal(t, "1.234.567,50-", notation.Style{Point: ",", Group: ".", Trailing: true}.Money(amount))
	require.Equal(t, "-12,34,567.50", notation.Style{Point: ".", Group: ",", Lakhs: true}.Money(amount))
	require.Equal(t, "12.5", notation.Style{Point: "."}.Short(decimal.MustParse("12.50")))
	require.Equal(t, "0,390", notation.Style{Point: ","}.Scaled(decimal.MustParse("0.39"), 3))
}

func TestSpelled(t *testing.T) {
	require.Equal(t, "One Million Two Hundred Thirty-Four Thousand Five Hundred Sixty", notation.Spelled(1_234_560, notation.Western))
	require.Equal(t, "Twelve Lakh Thirty-Four Thousand Five Hundred Sixty-Seven", notation.Spelled(1_234_567, notation.Indian))
	require.Equal(t, "Zero", notation.Spelled(0, notation.Western))
}
