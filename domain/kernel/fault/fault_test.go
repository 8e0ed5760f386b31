package fault_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
)

func TestFaultTravelsThroughWrapping(t *testing.T) {
	cause := errors.New("socket closed")
	base := fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "The store is away.")
	err := fmt.Errorf("load row: %w", base.After(time.Second).Because(cause))

	e, ok := fault.As(err)
	require.True(t, ok)
	require.Equal(t, time.Second, e.RetryAfter)
	require.ErrorIs(t, err, cause)
	require.True(t, fault.Is(err, fault.CodeServiceUnavailable))
	require.False(t, fault.Is(cause, fault.CodeServiceUnavailable))
	require.Zero(t, base.RetryAfter, "the original must stay as it was")
}

func TestWithLeavesTheOriginal(t *testing.T) {
	a := fault.New(fault.Rule, fault.CodeInUse, "In use.").With("count", 1)
	b := a.With("count", 2)
	require.Equal(t, map[string]any{"count": 1}, a.Details)
	require.Equal(t, map[string]any{"count": 2}, b.Details)
}

func TestListsHaveNoDoubles(t *testing.T) {
	for _, list := range [][]fault.Code{fault.RequestCodes(), fault.ItemCodes(), fault.RowCodes()} {
		slices.Sort(list)
		require.Len(t, slices.Compact(slices.Clone(list)), len(list))
	}
}
