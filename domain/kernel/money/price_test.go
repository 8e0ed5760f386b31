package money_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
)

func TestPrices(t *testing.T) {
	for text, want := range map[string]money.Price{
		"12.5": money.PriceOf(money.MustParse("12.5")), "0.0012": money.PriceOf(money.MustParse("0.0012")), "0.00123": {Amount: money.MustParse("0.123"), Units: 100},
		"0.000024": {Amount: money.MustParse("0.0024"), Units: 100}, "9999999999.9999": money.PriceOf(money.MustParse("9999999999.9999")), "0": money.PriceOf(money.Amount{}),
	} {
		p, err := money.ParsePrice(text)
		require.NoError(t, err, text)
		require.Equal(t, want, p, text)
		require.Equal(t, text, p.String())
	}
	for text, want := range map[string]error{"-1": money.ErrRange, "-0.00001": money.ErrRange, "0.0000001": money.ErrPrice, "x": money.ErrSyntax, "99999999999": money.ErrRange} {
		_, err := money.ParsePrice(text)
		require.ErrorIs(t, err, want, text)
	}
	perThousand := money.Price{Amount: money.MustParse("1.23"), Units: 1000}
	require.Equal(t, "0.00123", perThousand.String())
	require.Equal(t, "0.0012", perThousand.Each().String())
	require.Equal(t, "33.333333", money.Price{Amount: money.MustParse("100"), Units: 3}.String())
}
