package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

// Only a resume of the row alone accepts the price that the brake stopped.
func TestWhichResumeAcceptsTheStoppedPrice(t *testing.T) {
	t.Parallel()
	stopped := func(reason decision.HoldReason) *repricer.Product {
		return row(t, func(s *repricer.ProductSnapshot) {
			s.Mode, s.StrategyID, s.Limits.MinPrice = "auto", optional.Some(strategy.ID(1)), optional.Some(eur("5"))
			s.Hold = optional.Some(repricer.Hold{Reason: reason, Since: monday, Price: optional.Some(eur("55"))})
		})
	}
	byMode := func(p *repricer.Product, byName bool) {
		r := rules
		r.ByName = byName
		_, err := p.Change(repricer.ProductPatch{Mode: optional.Some(decision.ModeAuto)}, r, tuesday)
		require.NoError(t, err)
	}
	for name, c := range map[string]struct {
		held   decision.HoldReason
		resume func(*repricer.Product)
		want   optional.Maybe[money.Amount]
	}{
		"by a resume":              {"circuit_breaker", func(p *repricer.Product) { p.Resume(tuesday) }, optional.Some(eur("55"))},
		"by the mode of the row":   {"circuit_breaker", func(p *repricer.Product) { byMode(p, true) }, optional.Some(eur("55"))},
		"by the mode of many rows": {"circuit_breaker", func(p *repricer.Product) { byMode(p, false) }, optional.None[money.Amount]()},
		"of another hold":          {"listing_issue", func(p *repricer.Product) { p.Resume(tuesday) }, optional.None[money.Amount]()},
	} {
		p := stopped(c.held)
		c.resume(p)
		require.Equal(t, c.want, p.Snapshot().Accepted(tuesday.Add(48*time.Hour)), name+": until the next decision")
		p.ConsumeResume(decision.VerdictChange, tuesday)
		require.Equal(t, c.want, p.Snapshot().Accepted(tuesday.Add(24*time.Hour)), name+": for a day")
		require.False(t, p.Snapshot().Accepted(tuesday.Add(24*time.Hour+1)).Known(), name+": no longer")
	}
}

func TestThePriceBeforeAMaximumIsAccepted(t *testing.T) {
	t.Parallel()
	p := row(t, func(*repricer.ProductSnapshot) {})
	p.AcceptReturn(eur("20"), tuesday)
	require.Equal(t, optional.Some(eur("20")), p.Snapshot().Accepted(tuesday.Add(24*time.Hour)))
	require.True(t, p.AcceptFalls(tuesday.Add(time.Hour)), "the way back")
	require.Equal(t, optional.Some(eur("20")), p.Snapshot().Accepted(tuesday.Add(25*time.Hour)))
}
