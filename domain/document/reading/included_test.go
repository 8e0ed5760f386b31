package reading_test

import (
	"testing"

	"github.com/govalues/decimal"
	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading"
)

func TestTaxesInATotal(t *testing.T) {
	type tax = [2]string // rate, amount
	for _, c := range []struct {
		total string
		taxes []tax
		want  string
	}{
		{"362.95", []tax{{"19", "57.95"}}, "57.95"},
		{"362.95", []tax{{"0", "57.95"}}, "57.95"}, // 19 % is a usual rate
		{"200.00", []tax{{"23", "18.70"}, {"8", "7.41"}}, "26.11"},
		{"200.00", []tax{{"20", "33.34"}}, "33.34"},
		{"200.00", []tax{{"20", "40.00"}}, ""}, // a tax beside the total
		{"200.00", []tax{{"0", "50.00"}}, ""},
		{"200.00", []tax{{"0", "33.33"}, {"0", "1.00"}}, ""},
		{"200.00", nil, ""},
	} {
		var taxes []reading.Taxed
		for _, x := range c.taxes {
			taxes = append(taxes, reading.Taxed{Rate: decimal.MustParse(x[0]), Tax: decimal.MustParse(x[1])})
		}
		got := ""
		if sum, ok := reading.Included(decimal.MustParse(c.total), taxes).Get(); ok {
			got = sum.String()
		}
		require.Equal(t, c.want, got, c)
	}
}
