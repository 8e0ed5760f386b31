package profit_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/profit"
)

func TestMonthsOfStorage(t *testing.T) {
	given, unset := optional.Some(money.MustParse("2.5")), optional.None[money.Amount]()
	require.Equal(t, []int64{25_000, 10_000, 0, 0}, []int64{
		profit.Months(given, false), profit.Months(unset, false), profit.Months(given, true), profit.Months(unset, true),
	})
}
