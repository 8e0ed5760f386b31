package history_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

const de = marketplace.ID("A1PA6795UKMFR9")

var monday = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

func eur(s string) money.Amount { return money.MustParse(s) }

// requireFault asserts kind, code and pointer of a refusal.
func requireFault(t *testing.T, err error, kind fault.Kind, code fault.Code, pointer string) {
	t.Helper()
	e, ok := fault.As(err)
	require.True(t, ok, "no fault: %v", err)
	require.Equal(t, kind, e.Kind, e.Error())
	require.Equal(t, code, e.Code, e.Error())
	require.Equal(t, pointer, e.Pointer, e.Error())
}

func pct(s string) money.Percent { return money.MustParsePercent(s) }
