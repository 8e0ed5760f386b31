package repricer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer"
)

func TestAssign(t *testing.T) {
	t.Parallel()
	row := func() *repricer.Product {
		s := changedRow()
		s.Mode, s.RunState, s.Version, s.CreatedAt, s.UpdatedAt = repricer.ModeOff, repricer.RunIdle, 1, monday, monday
		p, err := repricer.RestoreProduct(s)
		require.NoError(t, err)
		return p
	}
	here, elsewhere := repricer.Reach{ID: 7}, repricer.Reach{ID: 7, Marketplaces: []marketplace.ID{us}}
	rules := repricer.Rules{Reach: map[repricer.StrategyID]repricer.Reach{7: here}}
	keep := repricer.None[repricer.Mode]()

	p := row()
	_, err := p.Assign(elsewhere, keep, rules, tuesday)
	requireFault(t, err, fault.Rule, fault.CodeStrategyRequired, "/ids")
	_, err = p.Assign(here, repricer.Some(repricer.ModeAuto), rules, tuesday)
	requireFault(t, err, fault.Rule, fault.CodeInvalidLimits, "/limits/min_price")
	require.Equal(t, row().Snapshot(), p.Snapshot())
	did, err := p.Assign(here, keep, rules, tuesday)
	require.NoError(t, err)
	require.True(t, did)
	require.Equal(t, repricer.Some(repricer.StrategyID(7)), p.Snapshot().StrategyID)
	require.Equal(t, int64(2), p.Version())
	did, err = p.Assign(here, keep, rules, tuesday)
	require.NoError(t, err)
	require.False(t, did)
}
