package message_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/message"
)

// Charges for early payment are no shipping, in every syntax.
func TestEarly(t *testing.T) {
	type part struct {
		reason string
		charge bool
		amount string
	}
	for name, c := range map[string]struct {
		parts                                                   []part
		shipping, discount, wantShipping, wantDiscount, wantFee string
	}{
		"taken back": {[]part{{"Skonto", false, "2"}, {"Skonto 2 %", true, "2"}}, "11", "7", "9", "5", ""},
		"below 0":    {[]part{{"Escompte", true, "-2"}}, "-2", "", "0", "2", ""},
		"a fee":      {[]part{{"Korting contant", true, "2"}, {"Sconto cassa", true, "1"}}, "3", "", "0", "", "3"},
		"freight":    {[]part{{"Freight", true, "9"}}, "9", "1", "9", "1", ""},
		"no charges": {[]part{{"Cash discount", true, "2"}}, "", "", "", "", ""},
	} {
		r := reading.Reading{Header: reading.Header{Shipping: figure(c.shipping), Discount: figure(c.discount)}}
		var sums message.Charges
		for _, p := range c.parts {
			sums.Count(p.reason, p.charge, figure(p.amount))
		}
		sums.Settle(&r)
		require.Equal(t, figure(c.wantShipping), r.Header.Shipping, name)
		require.Equal(t, figure(c.wantDiscount), r.Header.Discount, name)
		if c.wantFee == "" {
			require.Empty(t, r.Lines, name)
			continue
		}
		require.Equal(t, reading.Fee, r.Lines[0].Kind, name)
		require.Equal(t, c.parts[0].reason, r.Lines[0].Description, name)
		require.Equal(t, figure(c.wantFee), r.Lines[0].LineTotal, name)
	}
}

// Deposits in the head are owed and no freight.
func TestDepositsOfTheHead(t *testing.T) {
	r := reading.Reading{Header: reading.Header{Shipping: figure("35"), Discount: figure("20")}}
	var sums message.Charges
	sums.Count("Pfand Palette", true, figure("15"))
	sums.Count("Fracht", true, figure("20"))
	sums.Count("Leergut", false, figure("12"))
	sums.Count("Rabatt", false, figure("8"))
	sums.Settle(&r)
	require.Equal(t, figure("20"), r.Header.Shipping)
	require.Equal(t, figure("8"), r.Header.Discount)
	require.Len(t, r.Lines, 2)
	for i, want := range []string{"15", "-12"} {
		require.Equal(t, reading.Deposit, r.Lines[i].Kind)
		require.Equal(t, figure(want), r.Lines[i].LineTotal)
	}
}
