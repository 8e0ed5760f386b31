package repricer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/repricer"
)

// beaten is a decision to match a rival at 18.37, and what it was made from.
func beaten(t *testing.T) (repricer.ChangeSnapshot, repricer.Input) {
	t.Helper()
	in := repricer.Input{
		Now: monday, OffersAt: repricer.Some(monday),
		Policy: &repricer.Policy{Enabled: true, SubmissionMode: repricer.SubmitLive, MaxOfferAgeMinutes: 60, MaxChangesPerDay: 96, AnomalyPercent: pct("40")},
		Row: repricer.Facts{
			ID: 31, SellerID: "A2SELLER", MarketplaceID: de, Currency: "EUR", Condition: repricer.ConditionNew, Fulfillment: repricer.FBM,
			Mode: repricer.ModeAuto, Price: eur("20"), Limits: repricer.Limits{
				MinPrice: repricer.Some(eur("5")), MaxPrice: repricer.Some(eur("50")), MinPriceMode: repricer.MinPriceManual,
				MinPriceMarkupType: repricer.ByAmount, MissingCostFallback: repricer.FallbackError,
			},
		},
		Strategy: &repricer.StrategyValues{
			Type: repricer.TypeCompetitor, Enabled: true, CompeteWith: repricer.Some(repricer.TargetLowest),
			Action: repricer.Some(repricer.ActionMatch), ByType: repricer.ByAmount,
		},
		Offers: []repricer.Offer{{
			SellerID: "A3RIVAL", Price: eur("18.37"), Fulfillment: repricer.FBM, Condition: repricer.ConditionNew, Featured: true,
		}},
	}
	n := repricer.NewChange{Row: changedRow(), Trigger: repricer.TriggerNotification, Input: in, Decision: repricer.Decide(in)}
	return recorded(t, n).Snapshot(), in
}

func TestReplayTellsWhatIsNotAsItWasRecorded(t *testing.T) {
	t.Parallel()
	s, in := beaten(t)
	d, differs := repricer.Replay(s, in)
	require.Empty(t, differs)
	require.Equal(t, repricer.Explain(in), d)
	require.Equal(t, eur("18.37"), d.Price)
	require.NotEmpty(t, d.Trace.Steps)

	for name, c := range map[string]struct {
		change func(*repricer.ChangeSnapshot)
		want   repricer.Difference
	}{
		"action": {
			func(s *repricer.ChangeSnapshot) { s.Verdict = repricer.VerdictSuggest },
			repricer.Difference{Member: "action", Recorded: "suggest", Replayed: "change"},
		},
		"price": {
			func(s *repricer.ChangeSnapshot) { s.NewPrice = eur("18.38") },
			repricer.Difference{Member: "new_price", Recorded: "18.38", Replayed: "18.37"},
		},
		"reason": {
			func(s *repricer.ChangeSnapshot) { s.Reason = repricer.ReasonBeatTarget },
			repricer.Difference{Member: "reason", Recorded: "beat_target", Replayed: "match_target"},
		},
		"adjustments": {
			func(s *repricer.ChangeSnapshot) { s.Adjustments = []repricer.Adjustment{"floor", "cap_overridden"} },
			repricer.Difference{Member: "adjustments", Recorded: "floor,cap_overridden"},
		},
		"target": {
			func(s *repricer.ChangeSnapshot) { s.TargetSellerID = "" },
			repricer.Difference{Member: "target_seller_id", Replayed: "A3RIVAL"},
		},
		"price of the target": {
			func(s *repricer.ChangeSnapshot) { s.TargetPrice = repricer.Some(eur("18")) },
			repricer.Difference{Member: "target_price", Recorded: "18", Replayed: "18.37"},
		},
		"floor": {
			func(s *repricer.ChangeSnapshot) { s.Floor = repricer.Some(eur("4.99")) },
			repricer.Difference{Member: "floor", Recorded: "4.99", Replayed: "5"},
		},
		"ceiling": {
			func(s *repricer.ChangeSnapshot) { s.Ceiling = repricer.Some(eur("49")) },
			repricer.Difference{Member: "ceiling", Recorded: "49", Replayed: "50"},
		},
	} {
		altered, _ := beaten(t)
		c.change(&altered)
		_, differs := repricer.Replay(altered, in)
		require.Equal(t, []repricer.Difference{c.want}, differs, name)
	}

	other := in
	other.Offers = append(other.Offers, repricer.Offer{SellerID: "A4FAR", Price: eur("44"), Fulfillment: repricer.FBM, Condition: repricer.ConditionNew})
	_, differs = repricer.Replay(s, other)
	require.Len(t, differs, 1, "another input of the same decision has another digest")
	require.Equal(t, "input_digest", differs[0].Member)
	require.Len(t, differs[0].Recorded, 64)
	require.NotEqual(t, differs[0].Recorded, differs[0].Replayed)
}
