package repricer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/repricer"
)

// runRow is a stored row in a run state.
func runRow(t *testing.T, s repricer.RunState) *repricer.Product {
	t.Helper()
	p, err := repricer.RestoreProduct(repricer.ProductSnapshot{
		ID: 7, Team: 1, Key: repricer.Key{SellerID: "A1", MarketplaceID: us, SKU: "S"}, ASIN: "B000000001", Currency: "USD",
		Mode: repricer.ModeAuto, Priority: repricer.PriorityNormal, Condition: repricer.ConditionNew,
		Limits: repricer.DefaultLimits(), RunState: s, Version: 3, CreatedAt: monday, UpdatedAt: monday,
	})
	require.NoError(t, err)
	return p
}

func TestARowRunsAsItsStatesSay(t *testing.T) {
	for _, state := range repricer.Words[repricer.RunState]() {
		for _, event := range repricer.Words[repricer.RunEvent]() {
			p := runRow(t, state)
			want, legal := state.Next(event)
			err := p.Run(event)
			if legal {
				require.NoError(t, err, "%s in %s", event, state)
			} else {
				requireFault(t, err, fault.Rule, fault.CodeInvalidTransition, "")
			}
			require.Equal(t, want, p.RunState(), "%s in %s", event, state)
			require.Equal(t, int64(3), p.Version(), "the version counts changes by users")
			require.Equal(t, monday, p.Snapshot().UpdatedAt)
		}
	}
}

func TestTheFirstReasonOfAHoldStays(t *testing.T) {
	first := repricer.Hold{Reason: repricer.HoldCircuitBreaker, Since: monday, Details: "fell by 30 %"}
	p := runRow(t, repricer.RunIdle)
	require.False(t, p.Release(repricer.HoldCircuitBreaker), "it was not held")
	p.Freeze(first)
	p.Freeze(repricer.Hold{Reason: repricer.HoldListingIssue, Since: tuesday})
	require.Equal(t, repricer.Some(first), p.Snapshot().Hold)
	require.False(t, p.Release(repricer.HoldListingIssue))
	require.Equal(t, repricer.Some(first), p.Snapshot().Hold)
	require.True(t, p.Release(repricer.HoldCircuitBreaker))
	require.Equal(t, repricer.None[repricer.Hold](), p.Snapshot().Hold)
}
