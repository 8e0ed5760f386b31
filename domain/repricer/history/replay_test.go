package history_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
)

// beaten makes a decision to match a rival at 18.37, and its input.
func beaten(t *testing.T) (history.ChangeSnapshot, decision.Input) {
	t.Helper()
	input := decision.Input{
		Now: monday, OffersAt: optional.Some(monday),
		Policy: &decision.Policy{Enabled: true, SubmissionMode: decision.SubmitLive, MaxOfferAgeMinutes: 60, MaxChangesPerDay: 96, AnomalyPercent: pct("40")},
		Row: decision.Row{
			ID: 31, SellerID: "A2SELLER", MarketplaceID: de, Currency: "EUR", Condition: decision.ConditionNew, Fulfillment: decision.FBM,
			Mode: decision.ModeAuto, Price: eur("20"), Limits: decision.Limits{
				MinPrice: optional.Some(eur("5")), MaxPrice: optional.Some(eur("50")), MinPriceMode: decision.MinPriceManual,
				MinPriceMarkupType: decision.ByAmount, MissingCostFallback: decision.FallbackError,
			},
		},
		Strategy: &decision.Strategy{
			Type: decision.TypeCompetitor, Enabled: true, CompeteWith: optional.Some(decision.TargetLowest),
			Action: optional.Some(decision.ActionMatch), ByType: decision.ByAmount,
		},
		Offers: []decision.Offer{{
			SellerID: "A3RIVAL", Price: eur("18.37"), Fulfillment: decision.FBM, Condition: decision.ConditionNew, Featured: true,
		}},
	}
	n := history.NewChange{Row: changedRow(), Trigger: history.TriggerNotification, Input: input, Decision: decision.Decide(input)}
	return recorded(t, n).Snapshot(), input
}

func TestReplayTellsWhatIsNotAsItWasRecorded(t *testing.T) {
	t.Parallel()
	s, input := beaten(t)
	d, differs := history.Replay(s, input)
	require.Empty(t, differs)
	require.Equal(t, decision.Explain(input), d)
	require.Equal(t, eur("18.37"), d.Price)
	require.NotEmpty(t, d.Trace.Steps)

	for name, c := range map[string]struct {
		change func(*history.ChangeSnapshot)
		want   history.Difference
	}{
		"action": {
			func(s *history.ChangeSnapshot) { s.Verdict = decision.VerdictSuggest },
			history.Difference{Member: "action", Recorded: "suggest", Replayed: "change"},
		},
		"price": {
			func(s *history.ChangeSnapshot) { s.NewPrice = eur("18.38") },
			history.Difference{Member: "new_price", Recorded: "18.38", Replayed: "18.37"},
		},
		"reason": {
			func(s *history.ChangeSnapshot) { s.Reason = decision.ReasonBeatTarget },
			history.Difference{Member: "reason", Recorded: "beat_target", Replayed: "match_target"},
		},
		"adjustments": {
			func(s *history.ChangeSnapshot) { s.Adjustments = []decision.Adjustment{"floor", "cap_overridden"} },
			history.Difference{Member: "adjustments", Recorded: "floor,cap_overridden"},
		},
		"target": {
			func(s *history.ChangeSnapshot) { s.TargetSellerID = "" },
			history.Difference{Member: "target_seller_id", Replayed: "A3RIVAL"},
		},
		"price of the target": {
			func(s *history.ChangeSnapshot) { s.TargetPrice = optional.Some(eur("18")) },
			history.Difference{Member: "target_price", Recorded: "18", Replayed: "18.37"},
		},
		"floor": {
			func(s *history.ChangeSnapshot) { s.Floor = optional.Some(eur("4.99")) },
			history.Difference{Member: "floor", Recorded: "4.99", Replayed: "5"},
		},
		"ceiling": {
			func(s *history.ChangeSnapshot) { s.Ceiling = optional.Some(eur("49")) },
			history.Difference{Member: "ceiling", Recorded: "49", Replayed: "50"},
		},
	} {
		altered, _ := beaten(t)
		c.change(&altered)
		_, differs := history.Replay(altered, input)
		require.Equal(t, []history.Difference{c.want}, differs, name)
	}

	other := input
	other.Offers = append(other.Offers, decision.Offer{SellerID: "A4FAR", Price: eur("44"), Fulfillment: decision.FBM, Condition: decision.ConditionNew})
	_, differs = history.Replay(s, other)
	require.Len(t, differs, 1, "another input of the same decision has another digest")
	require.Equal(t, "input_digest", differs[0].Member)
	require.Len(t, differs[0].Recorded, 64)
	require.NotEqual(t, differs[0].Recorded, differs[0].Replayed)
}
