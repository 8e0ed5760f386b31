package fault_test

import (
	"context"
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

func TestBoth(t *testing.T) {
	a := &fault.Error{Code: fault.CodeValidationFailed, Errors: []fault.Item{{Parameter: "asin"}}}
	b := &fault.Error{Code: fault.CodeValidationFailed, Errors: []fault.Item{{Parameter: "domain"}}}
	require.NoError(t, fault.Both(nil, nil))
	require.ErrorIs(t, fault.Both(a, nil), a)
	require.ErrorIs(t, fault.Both(nil, b), b)
	both, ok := fault.As(fault.Both(a, b))
	require.True(t, ok)
	require.Equal(t, []fault.Item{{Parameter: "asin"}, {Parameter: "domain"}}, both.Errors)
	require.Len(t, a.Errors, 1)
}

func TestInTime(t *testing.T) {
	require.NoError(t, fault.InTime(nil))
	require.ErrorIs(t, fault.InTime(context.Canceled), context.Canceled)
	late := fmt.Errorf("wait: %w", context.DeadlineExceeded)
	require.True(t, fault.Is(fault.InTime(late), fault.CodeUpstreamUnavailable))
	limited := fault.New(fault.Limited, fault.CodeUpstreamRateLimited, "Later.").Because(late)
	require.ErrorIs(t, fault.InTime(limited), limited, "who knows better has said so")
}

func TestName(t *testing.T) {
	for pointer, want := range map[string]string{
		"": "", "/title": "title", "/gtins/0": "gtins[0]", "/matches/12/target_id": "matches[12].target_id",
		"/attributes/a~1b~0c": "attributes.a/b~c",
	} {
		require.Equal(t, want, fault.Name(pointer))
	}
}

func TestCodesAndHopelessFaults(t *testing.T) {
	for kind, hopeless := range map[fault.Kind]bool{
		fault.Forbidden: true, fault.Payment: true, fault.Rule: true, fault.Unavailable: false, fault.Limited: false, fault.Internal: false,
	} {
		err := fmt.Errorf("read: %w", fault.New(kind, fault.CodeInUse, "In use."))
		require.Equal(t, hopeless, fault.Hopeless(err), kind)
		require.Equal(t, fault.CodeInUse, fault.CodeOf(err))
	}
	require.False(t, fault.Hopeless(context.Canceled))
	require.Equal(t, fault.CodeInternal, fault.CodeOf(context.Canceled))
}
