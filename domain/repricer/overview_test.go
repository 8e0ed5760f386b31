package repricer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/repricer"
)

func TestActs(t *testing.T) {
	t.Parallel()
	none := repricer.None[repricer.HoldReason]()
	for _, c := range []struct {
		attention repricer.Attention
		hold      repricer.Maybe[repricer.HoldReason]
		reason    repricer.Reason
		want      repricer.Act
	}{
		{"hold", repricer.Some(repricer.HoldListingIssue), "", "fix_listing"},
		{"hold", repricer.Some(repricer.HoldExternalChange), "", "check_price_and_resume"},
		{"hold", repricer.Some(repricer.HoldCircuitBreaker), "", "check_price_and_resume"},
		{"hold", repricer.Some(repricer.HoldSubmissionFailed), "", "resume"},
		{"hold", repricer.Some(repricer.HoldCurrencyMismatch), "", "fix_currency"},
		{"under_break_even", none, "match_target", "raise_min_price"},
		{"error", none, "missing_min_price", "set_min_price"},
		{"error", none, "missing_cost", "set_cost"},
		{"error", none, "missing_fees", "wait_for_fees"},
		{"error", none, "target_unreachable", "lower_target"},
		{"error", none, "floor_above_ceiling", "raise_max_price"},
		{"error", none, "missing_price", "fix_listing"},
		{"error", none, "strategy_missing", "set_strategy"},
		{"error", none, "marketplace_not_served", "set_strategy"},
		{"error", none, "stale_offers", "review_limits"},
		{"at_floor_and_losing", none, "below_min_use_min", "review_limits"},
	} {
		require.Equal(t, c.want, c.attention.Suggest(c.hold, c.reason), "%s %s", c.attention, c.reason)
	}
}
