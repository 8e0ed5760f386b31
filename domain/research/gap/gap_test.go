package gap_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/research/gap"
)

func TestReasonsOfFaults(t *testing.T) {
	for name, c := range map[string]struct {
		err    error
		reason gap.Reason
	}{
		"answered without it": {nil, gap.NotFound},
		"not found":           {fault.New(fault.NotFound, fault.CodeNotFound, "No such product."), gap.NotFound},
		"forbidden":           {fault.New(fault.Forbidden, fault.CodeInvalid, "The key may not."), gap.NoConnection},
		"not connected":       {fault.New(fault.Rule, fault.CodeMarketplaceUnconnected, "No account."), gap.NoConnection},
		"no provider":         {fault.New(fault.Rule, fault.CodeNotSupported, "No provider."), gap.NoProvider},
		"away":                {fault.New(fault.Unavailable, fault.CodeInvalid, "Away."), gap.UpstreamFailed},
		"no fault":            {errors.New("broken"), gap.UpstreamFailed},
	} {
		require.Equal(t, c.reason, gap.Of(c.err), name)
	}
}

// The first reason of a member stays.
func TestAMemberHasOneGap(t *testing.T) {
	var l gap.List
	l.Add("prices.buyBox", gap.NoConnection)
	l.Add("brand", gap.NotFound)
	l.Add("prices.buyBox", gap.UpstreamFailed)
	require.Equal(t, gap.List{{Field: "prices.buyBox", Reason: gap.NoConnection}, {Field: "brand", Reason: gap.NotFound}}, l)
}
