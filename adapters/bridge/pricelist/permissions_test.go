package pricelist

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	restrictionapp "sellingassistant/app/restriction"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/pricelist"
	"sellingassistant/domain/restriction"
	restrictionports "sellingassistant/ports/restriction"
)

// checker knows the restrictions of products.
type checker struct {
	reasons map[string]string
	down    map[string]error
}

func (c checker) Restrictions(_ context.Context, _ account.Seller, i restriction.Item) ([]restriction.Record, error) {
	reason, ok := c.reasons[i.ASIN.String()]
	if !ok {
		return nil, c.down[i.ASIN.String()]
	}
	return []restriction.Record{{Marketplace: i.Marketplace, Condition: i.Condition, Reasons: []restriction.Reason{{Code: reason}}}}, nil
}

// empty fakes a cache that misses.
type empty struct{}

func (empty) Get(context.Context, restrictionports.Key) (restriction.Status, bool) { return "", false }

func (empty) Put(context.Context, restrictionports.Key, restriction.Status) {}

func (empty) PutFor(context.Context, restrictionports.Key, restriction.Status, time.Duration, int) {}

func TestRestrictions(t *testing.T) {
	c := checker{
		reasons: map[string]string{"B000000002": "APPROVAL_REQUIRED", "B000000003": "NOT_ELIGIBLE"},
		down:    map[string]error{"B000000004": fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "down")},
	}
	m := &market{}
	p := NewPermissions(restrictionapp.NewChecks(m, c.Restrictions, m.Reserve, empty{}), noon{})
	us, _ := marketplace.ByID(marketplace.US)
	var asked []asin.ASIN
	for _, product := range []string{"B000000001", "B000000002", "B000000003", "B000000004"} {
		asked = append(asked, asin.MustParse(product))
	}
	found, err := p.Restrictions(t.Context(), 1, us, asked)
	require.NoError(t, err)
	for i, want := range []pricelist.Restriction{pricelist.Allowed, pricelist.Approval, pricelist.NotEligible} {
		require.Equal(t, want, found[i].Status)
		require.Equal(t, noon{}.Now(), found[i].At)
	}
	require.True(t, fault.Is(found[3].Err, fault.CodeUpstreamUnavailable))
	require.Zero(t, m.spent)
	m.refused = fault.New(fault.Forbidden, fault.CodeIntegrationRequired, "No account.")
	_, err = p.Restrictions(t.Context(), 1, us, asked)
	require.ErrorIs(t, err, m.refused)
}
