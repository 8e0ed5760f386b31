package repricer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

func TestActs(t *testing.T) {
	t.Parallel()
	none := optional.None[decision.HoldReason]()
	for _, c := range []struct {
		attention repricer.Attention
		hold      optional.Maybe[decision.HoldReason]
		reason    decision.Reason
		want      repricer.Act
	}{
		{"hold", optional.Some(decision.HoldListingIssue), "", "fix_listing"},
		{"hold", optional.Some(decision.HoldExternalChange), "", "check_price_and_resume"},
		{"hold", optional.Some(decision.HoldCircuitBreaker), "", "check_price_and_resume"},
		{"hold", optional.Some(decision.HoldSubmissionFailed), "", "resume"},
		{"hold", optional.Some(decision.HoldCurrencyMismatch), "", "fix_currency"},
		{"under_break_even", none, "match_target", "raise_min_price"},
		{"postage_unknown", none, "match_target", "set_outbound_shipping"},
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
