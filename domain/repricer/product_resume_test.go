package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/repricer"
)

func TestAResumeIsAYesToWhatHeldTheRow(t *testing.T) {
	t.Parallel()
	patched := func(mode repricer.Mode) func(*testing.T, *repricer.Product) {
		return func(t *testing.T, p *repricer.Product) {
			t.Helper()
			_, err := p.Change(repricer.ProductPatch{Mode: repricer.Some(mode)}, rules, tuesday)
			require.NoError(t, err)
		}
	}
	resumed := func(t *testing.T, p *repricer.Product) {
		t.Helper()
		require.True(t, p.Resume(tuesday))
	}
	for name, c := range map[string]struct {
		held repricer.HoldReason
		take func(*testing.T, *repricer.Product)
		want repricer.Maybe[repricer.Resumption]
	}{
		"by a resume":             {"circuit_breaker", resumed, repricer.Some(repricer.Resumption{Reason: "circuit_breaker", At: tuesday})},
		"by mode auto":            {"circuit_breaker", patched("auto"), repricer.Some(repricer.Resumption{Reason: "circuit_breaker", At: tuesday})},
		"by mode manual":          {"circuit_breaker", patched("manual"), repricer.Some(repricer.Resumption{Reason: "circuit_breaker", At: tuesday})},
		"off is no yes":           {"circuit_breaker", patched("off"), repricer.None[repricer.Resumption]()},
		"a price of another's":    {"external_change_anomaly", resumed, repricer.Some(repricer.Resumption{Reason: "external_change_anomaly", At: tuesday})},
		"an issue of the listing": {"listing_issue", resumed, repricer.None[repricer.Resumption]()},
		"a submission":            {"submission_failed", patched("auto"), repricer.None[repricer.Resumption]()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := row(t, func(s *repricer.ProductSnapshot) {
				s.Mode, s.StrategyID, s.Limits.MinPrice = "auto", repricer.Some(repricer.StrategyID(1)), repricer.Some(eur("5"))
				s.Hold = repricer.Some(repricer.Hold{Reason: c.held, Since: monday})
			})
			c.take(t, p)
			got := p.Snapshot()
			require.False(t, got.Hold.Known())
			require.Equal(t, c.want, got.Resumed)
			for _, reason := range repricer.Words[repricer.HoldReason]() {
				require.Equal(t, c.want.Known() && reason == c.held, got.Pardoned(reason), reason)
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
	for verdict, used := range map[repricer.Verdict]bool{
		"change": true, "suggest": true, "keep": true, "skip": false, "hold": false, "error": false,
	} {
		p := row(t, func(s *repricer.ProductSnapshot) {
			s.Hold = repricer.Some(repricer.Hold{Reason: repricer.HoldCircuitBreaker, Since: monday})
		})
		require.False(t, p.Decided(verdict, later), "it was not resumed")
		require.True(t, p.Resume(tuesday))
		require.Equal(t, used, p.Decided(verdict, later), verdict)
		want := repricer.Resumption{Reason: "circuit_breaker", At: tuesday}
		if used {
			want = repricer.Resumption{At: later}
		}
		require.Equal(t, repricer.Some(want), p.Snapshot().Resumed, verdict)
		require.Equal(t, !used, p.Snapshot().Pardoned(repricer.HoldCircuitBreaker), verdict)
		require.False(t, used && p.Decided(verdict, later.Add(time.Hour)), "only the first one")
	}
	_, err := repricer.RestoreProduct(repricer.ProductSnapshot{
		ID: 7, Team: 1, Key: repricer.Key{SellerID: "A1", MarketplaceID: us, SKU: "S"}, Currency: "USD", Mode: "off", Priority: "normal",
		Condition: "new", Limits: repricer.DefaultLimits(), RunState: "idle", Version: 1,
		Resumed: repricer.Some(repricer.Resumption{Reason: "weather", At: monday}),
	})
	require.Error(t, err)
}

func TestAnExcuseDoesNotUseUpAResume(t *testing.T) {
	t.Parallel()
	p := row(t, func(*repricer.ProductSnapshot) {})
	require.True(t, p.Excuse(monday))
	require.Equal(t, repricer.Some(repricer.Resumption{At: monday}), p.Snapshot().Resumed)
	p = row(t, func(s *repricer.ProductSnapshot) {
		s.Resumed = repricer.Some(repricer.Resumption{Reason: "circuit_breaker", At: monday})
	})
	require.False(t, p.Excuse(tuesday))
	require.True(t, p.Snapshot().Pardoned("circuit_breaker"))
}
