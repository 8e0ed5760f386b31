package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

func TestAResumeIsAYesToWhatHeldTheRow(t *testing.T) {
	t.Parallel()
	patched := func(mode decision.Mode) func(*testing.T, *repricer.Product) {
		return func(t *testing.T, p *repricer.Product) {
			t.Helper()
			_, err := p.Change(repricer.ProductPatch{Mode: optional.Some(mode)}, rules, tuesday)
			require.NoError(t, err)
		}
	}
	resumed := func(t *testing.T, p *repricer.Product) {
		t.Helper()
		require.True(t, p.Resume(tuesday))
	}
	for name, c := range map[string]struct {
		held decision.HoldReason
		take func(*testing.T, *repricer.Product)
		want optional.Maybe[repricer.Resumption]
	}{
		"by a resume":             {"circuit_breaker", resumed, optional.Some(repricer.Resumption{Reason: "circuit_breaker", At: tuesday})},
		"by mode auto":            {"circuit_breaker", patched("auto"), optional.Some(repricer.Resumption{Reason: "circuit_breaker", At: tuesday})},
		"by mode manual":          {"circuit_breaker", patched("manual"), optional.Some(repricer.Resumption{Reason: "circuit_breaker", At: tuesday})},
		"off is no yes":           {"circuit_breaker", patched("off"), optional.None[repricer.Resumption]()},
		"a price of another's":    {"external_change_anomaly", resumed, optional.Some(repricer.Resumption{Reason: "external_change_anomaly", At: tuesday})},
		"an issue of the listing": {"listing_issue", resumed, optional.None[repricer.Resumption]()},
		"a submission":            {"submission_failed", patched("auto"), optional.None[repricer.Resumption]()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := row(t, func(s *repricer.ProductSnapshot) {
				s.Mode, s.StrategyID, s.Limits.MinPrice = "auto", optional.Some(strategy.ID(1)), optional.Some(eur("5"))
				s.Hold = optional.Some(repricer.Hold{Reason: c.held, Since: monday})
			})
			c.take(t, p)
			got := p.Snapshot()
			require.False(t, got.Hold.Known())
			require.Equal(t, c.want, got.Resumed)
			for _, reason := range words.Of[decision.HoldReason]() {
				require.Equal(t, c.want.Known() && reason == c.held, got.ResumedFrom(reason), reason)
			}
			again, err := repricer.RestoreProduct(got)
			require.NoError(t, err)
			require.Equal(t, got, again.Snapshot())
		})
	}
	p := row(t, func(*repricer.ProductSnapshot) {})
	require.False(t, p.Resume(tuesday), "it was not held")
	require.False(t, p.Snapshot().Resumed.Known())
}

func TestOneDecisionUsesAResume(t *testing.T) {
	t.Parallel()
	later := tuesday.Add(time.Hour)
	for verdict, used := range map[decision.Verdict]bool{
		"change": true, "suggest": true, "keep": true, "skip": false, "hold": false, "error": false,
	} {
		p := row(t, func(s *repricer.ProductSnapshot) {
			s.Hold = optional.Some(repricer.Hold{Reason: decision.HoldCircuitBreaker, Since: monday})
		})
		require.False(t, p.ConsumeResume(verdict, later), "it was not resumed")
		require.True(t, p.Resume(tuesday))
		require.Equal(t, used, p.ConsumeResume(verdict, later), verdict)
		want := repricer.Resumption{Reason: "circuit_breaker", At: tuesday}
		if used {
			want = repricer.Resumption{At: later}
		}
		require.Equal(t, optional.Some(want), p.Snapshot().Resumed, verdict)
		require.Equal(t, !used, p.Snapshot().ResumedFrom(decision.HoldCircuitBreaker), verdict)
		require.False(t, used && p.ConsumeResume(verdict, later.Add(time.Hour)), "only the first one")
	}
	_, err := repricer.RestoreProduct(repricer.ProductSnapshot{
		ID: 7, Team: 1, Key: repricer.Key{SellerID: "A1", MarketplaceID: us, SKU: "S"}, Currency: "USD", Mode: "off", Priority: "normal",
		Condition: "new", Limits: decision.DefaultLimits(), RunState: "idle", Version: 1,
		Resumed: optional.Some(repricer.Resumption{Reason: "weather", At: monday}),
	})
	require.Error(t, err)
}

func TestAnExcuseDoesNotUseUpAResume(t *testing.T) {
	t.Parallel()
	p := row(t, func(*repricer.ProductSnapshot) {})
	require.True(t, p.AcceptFalls(monday))
	require.Equal(t, optional.Some(repricer.Resumption{At: monday}), p.Snapshot().Resumed)
	p = row(t, func(s *repricer.ProductSnapshot) {
		s.Resumed = optional.Some(repricer.Resumption{Reason: "circuit_breaker", At: monday})
	})
	require.False(t, p.AcceptFalls(tuesday))
	require.True(t, p.Snapshot().ResumedFrom("circuit_breaker"))
}
