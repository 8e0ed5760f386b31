package history_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/canon"
	"sellingassistant/domain/repricer/history"
)

// TestEveryOutcomeAndEvent tries every pair: an unlisted pair is refused and changes nothing.
func TestEveryOutcomeAndEvent(t *testing.T) {
	t.Parallel()
	legal := map[string]history.Outcome{
		"proposed withheld": "suggested", "proposed sent": "submitted", "proposed replaced": "superseded", "proposed withdrawn": "cancelled",
		"suggested replaced": "superseded", "suggested withdrawn": "cancelled",
		"submitted sent_again": "submitted", "submitted taken": "accepted", "submitted refused": "rejected",
		"submitted returned": "proposed", "submitted expired": "timed_out",
		"accepted sent_again": "accepted", "accepted seen": "confirmed", "accepted refused": "rejected", "accepted expired": "timed_out",
	}
	pairs := 0
	for _, o := range words.Of[history.Outcome]() {
		for _, e := range words.Of[history.OutcomeEvent]() {
			pairs++
			next, ok := o.Next(e)
			want, wanted := legal[string(o)+" "+string(e)]
			if !wanted {
				want = o
			}
			require.Equal(t, wanted, ok, "%s %s", o, e)
			require.Equal(t, want, next, "%s %s", o, e)
		}
	}
	require.Equal(t, 90, pairs)
	open := map[history.Outcome]bool{"proposed": true, "suggested": true, "submitted": true, "accepted": true}
	for _, o := range words.Of[history.Outcome]() {
		require.Equal(t, open[o], o.Open(), o)
		require.Equal(t, o == "proposed" || o == "suggested", o.Unsent(), o)
		require.Equal(t, o == "submitted" || o == "accepted", o.Unresolved(), o)
	}
}

func changedRow() repricer.ProductSnapshot {
	return repricer.ProductSnapshot{
		ID: 31, Team: 4, Key: repricer.Key{SellerID: "A2SELLER", MarketplaceID: de, SKU: "kettle"}, ASIN: "B000000001", Currency: "EUR",
		Mode: decision.ModeAuto, Priority: repricer.PriorityNormal, Condition: decision.ConditionNew, Limits: decision.DefaultLimits(),
	}
}

func decided(v decision.Verdict, old, next string) history.NewChange {
	return history.NewChange{
		Row: changedRow(), Trigger: history.TriggerSweep,
		Input: decision.Input{Now: monday, Row: decision.Row{Price: eur(old), Currency: "EUR"}},
		Decision: decision.Decision{
			Verdict: v, Price: eur(next), Reason: decision.ReasonMatchTarget, Floor: optional.Some(eur("10")), Ceiling: optional.Some(eur("30")),
			BuyBox: decision.BuyBox{Owner: decision.BoxCompetitor},
		},
		Strategy: optional.Some(history.StrategyUsed{ID: 7, Version: 3}),
	}
}

func recorded(t *testing.T, n history.NewChange) *history.PriceChange {
	t.Helper()
	c, err := history.NewPriceChange(n)
	require.NoError(t, err)
	return c
}

func TestARecordSaysWhatWasDecided(t *testing.T) {
	t.Parallel()
	n := decided(decision.VerdictChange, "20", "18.5")
	n.Decision.Adjustments = []decision.Adjustment{decision.AdjustMaxChange}
	n.Decision.TargetSellerID, n.Decision.TargetPrice = "A3RIVAL", optional.Some(eur("18.5"))
	n.Decision.Grounds = decision.Grounds{
		Asked: decision.Choice{Seller: "A3RIVAL", Landed: eur("17"), Wanted: eur("17")}, Wanted: optional.Some(eur("17")), Reached: optional.Some(eur("18.5")),
	}
	n.Input.Row.Limits.MaxChange = optional.Some(eur("1.5"))
	s := recorded(t, n).Snapshot()
	require.Equal(t, history.ChangeSnapshot{
		Team: 4, ProductID: 31, SellerID: "A2SELLER", MarketplaceID: de, SKU: "kettle", ASIN: "B000000001", Currency: "EUR",
		CreatedAt: monday, Trigger: "sweep", Verdict: "change", OldPrice: eur("20"), NewPrice: eur("18.5"),
		Floor: optional.Some(eur("10")), Ceiling: optional.Some(eur("30")), Reason: "match_target",
		Adjustments: []decision.Adjustment{"max_change"}, TargetSellerID: "A3RIVAL", TargetPrice: optional.Some(eur("18.5")),
		Strategy: optional.Some(history.StrategyUsed{ID: 7, Version: 3}), InputDigest: canon.DigestOf(n.Input),
		BuyBox: decision.BuyBox{Owner: "competitor"}, Outcome: optional.Some(history.OutcomeProposed),
		Sentences: []string{"Matches A3RIVAL at €17.00.", "At most €1.50 at once: from €20.00 to €18.50 instead of €17.00."},
	}, s)
	require.Equal(t, optional.Some(history.OutcomeSuggested), recorded(t, decided(decision.VerdictSuggest, "20", "18")).Outcome())
	for _, v := range []decision.Verdict{"keep", "skip", "hold", "error"} {
		require.False(t, recorded(t, decided(v, "20", "20")).Outcome().Known(), v)
	}
}

// A price that leaves its band is not recorded, so it cannot be sent.
func TestARecordStaysInsideItsBand(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*history.NewChange){
		"under the floor":            func(n *history.NewChange) { n.Decision.Price = eur("9.99") },
		"above the ceiling":          func(n *history.NewChange) { n.Decision.Price = eur("30.01") },
		"without a floor":            func(n *history.NewChange) { n.Decision.Floor = optional.None[money.Amount]() },
		"an unknown reason":          func(n *history.NewChange) { n.Decision.Reason = "because" },
		"an unknown trigger":         func(n *history.NewChange) { n.Trigger = "whim" },
		"an unknown verdict":         func(n *history.NewChange) { n.Decision.Verdict = "guess" },
		"an unknown adjustment":      func(n *history.NewChange) { n.Decision.Adjustments = []decision.Adjustment{"luck"} },
		"a row that is not stored":   func(n *history.NewChange) { n.Row.ID = 0 },
		"a price that is to be kept": func(n *history.NewChange) { n.Decision.Verdict = "keep" },
	} {
		n := decided(decision.VerdictChange, "20", "18")
		change(&n)
		_, err := history.NewPriceChange(n)
		require.Error(t, err, name)
	}
	for _, price := range []string{"10", "30"} {
		recorded(t, decided(decision.VerdictChange, "20", price))
	}
	n := decided(decision.VerdictSuggest, "20", "500")
	n.Decision.Ceiling = optional.None[money.Amount]()
	recorded(t, n)
}

func TestTheWayOfAPrice(t *testing.T) {
	t.Parallel()
	c := recorded(t, decided(decision.VerdictChange, "20", "18"))
	at := func(minutes int) time.Time { return monday.Add(time.Duration(minutes) * time.Minute) }
	require.NoError(t, c.Submit(history.RoutePatch, at(1)))
	require.NoError(t, c.Resubmit(), "its answer was lost")
	issue := history.Issue{Code: "90220", Message: "Something is missing.", Severity: "WARNING"}
	require.NoError(t, c.Accept(history.Answer{ID: "S-1", Status: "ACCEPTED", Issues: []history.Issue{issue}}, at(2)))
	requireFault(t, c.Resubmit(), fault.Rule, fault.CodeInvalidTransition, "")
	requireFault(t, c.Cancel(history.WithdrawnReset), fault.Rule, fault.CodeInvalidTransition, "")
	require.NoError(t, c.Confirm(at(9)))
	require.Equal(t, optional.Some(history.OutcomeConfirmed), c.Outcome())
	sub, _ := c.Snapshot().Submission.Get()
	require.Equal(t, history.Submission{
		Route: "patch", ID: "S-1", Status: "ACCEPTED", Issues: []history.Issue{issue}, SubmittedAt: at(1),
		AcceptedAt: optional.Some(at(2)), ConfirmedAt: optional.Some(at(9)), Attempts: 2,
	}, sub)

	c = recorded(t, decided(decision.VerdictChange, "20", "18"))
	require.NoError(t, c.Submit(history.RouteFeed, at(1)))
	require.NoError(t, c.Accept(history.Answer{Status: "DONE"}, at(2)))
	require.NoError(t, c.Resubmit())
	require.NoError(t, c.Expire())
	require.Equal(t, optional.Some(history.OutcomeTimedOut), c.Outcome())
	requireFault(t, c.Reject(history.Answer{}), fault.Rule, fault.CodeInvalidTransition, "")

	c = recorded(t, decided(decision.VerdictChange, "20", "18"))
	require.Error(t, c.Submit("pigeon", at(1)))
	require.NoError(t, c.Withhold())
	requireFault(t, c.Submit(history.RouteFeed, at(1)), fault.Rule, fault.CodeInvalidTransition, "")
	require.NoError(t, c.Supersede())
	require.False(t, c.Snapshot().Submission.Known())
}

func TestWhatIsKeptAndWhatReplaces(t *testing.T) {
	t.Parallel()
	for _, v := range words.Of[decision.Verdict]() {
		next := "20"
		priced := v == "change" || v == "suggest"
		if priced {
			next = "19"
		}
		c := recorded(t, decided(v, "20", next))
		require.True(t, c.KeptInHistory(""), v)
		require.True(t, c.KeptInHistory(decision.ReasonBeatTarget), v)
		require.Equal(t, priced, c.KeptInHistory(decision.ReasonMatchTarget), v)
		require.Equal(t, priced || v == "keep", c.ReplacesUnsent(), v)
	}
}

func TestWhatRepeatsASuggestion(t *testing.T) {
	t.Parallel()
	open := recorded(t, decided(decision.VerdictSuggest, "20", "18"))
	again := recorded(t, decided(decision.VerdictSuggest, "20", "18"))
	require.True(t, again.RepeatsSuggestion(open))
	key, counts, marks := again.RepeatCounts()
	require.Equal(t, decision.VerdictSuggest, key.Verdict)
	require.Equal(t, history.Counts{Decisions: 1}, counts)
	require.Empty(t, marks)

	other := decided(decision.VerdictSuggest, "20", "18")
	other.Decision.Reason = decision.ReasonBeatTarget
	for _, n := range []history.NewChange{
		decided(decision.VerdictSuggest, "20", "17"), decided(decision.VerdictSuggest, "19", "18"), other,
		decided(decision.VerdictChange, "20", "18"), decided(decision.VerdictKeep, "20", "20"),
	} {
		require.False(t, recorded(t, n).RepeatsSuggestion(open), n.Decision)
	}
	proposed := recorded(t, decided(decision.VerdictChange, "20", "18"))
	require.False(t, again.RepeatsSuggestion(proposed))
	require.Error(t, open.Cancel("boredom"))
	require.NoError(t, open.Cancel(history.WithdrawnReset))
	require.Equal(t, history.WithdrawnReset, open.Snapshot().Withdrawn)
	require.False(t, again.RepeatsSuggestion(open))
}

func TestADecisionIsCounted(t *testing.T) {
	t.Parallel()
	key := history.CountKey{Day: date.MustParse("2026-03-02"), MarketplaceID: de, Strategy: 7, Reason: "match_target", Verdict: "change"}
	for name, c := range map[string]struct {
		old, next string
		adjusted  []decision.Adjustment
		want      history.Counts
	}{
		"down":          {"20", "18.5", nil, history.Counts{Decisions: 1, Downs: 1, Sized: 1, SizeSum: 75_000}},
		"up, rounded":   {"15", "20", nil, history.Counts{Decisions: 1, Ups: 1, Sized: 1, SizeSum: 333_333}},
		"rounded up":    {"15", "25", nil, history.Counts{Decisions: 1, Ups: 1, Sized: 1, SizeSum: 666_667}},
		"to the floor":  {"20", "10", []decision.Adjustment{"floor"}, history.Counts{Decisions: 1, Downs: 1, Sized: 1, SizeSum: 500_000, AtFloor: 1}},
		"to the top":    {"20", "30", nil, history.Counts{Decisions: 1, Ups: 1, Sized: 1, SizeSum: 500_000, AtCeiling: 1}},
		"capped":        {"20", "19", []decision.Adjustment{"no_ceiling_cap"}, history.Counts{Decisions: 1, Downs: 1, Sized: 1, SizeSum: 50_000, Capped: 1}},
		"from nothing":  {"0", "19", nil, history.Counts{Decisions: 1, Ups: 1}},
		"a long way up": {"0.0001", "30", nil, history.Counts{Decisions: 1, Ups: 1, Sized: 1, SizeSum: 10_000_000_000, AtCeiling: 1}},
	} {
		n := decided(decision.VerdictChange, c.old, c.next)
		n.Decision.Adjustments = c.adjusted
		k, counts, marks := recorded(t, n).DecisionCounts()
		require.Equal(t, key, k, name)
		require.Equal(t, c.want, counts, name)
		require.Len(t, marks, int(c.want.Sized), name)
	}
	_, counts, marks := recorded(t, decided(decision.VerdictKeep, "20", "20")).DecisionCounts()
	require.Equal(t, history.Counts{Decisions: 1}, counts)
	require.Empty(t, marks)
}

// stored returns a record as a store returns it.
func stored(t *testing.T, c *history.PriceChange) *history.PriceChange {
	t.Helper()
	s := c.Snapshot()
	s.ID = 1
	c, err := history.RestorePriceChange(s)
	require.NoError(t, err)
	return c
}

func TestMovesAreCounted(t *testing.T) {
	t.Parallel()
	c := stored(t, recorded(t, decided(decision.VerdictChange, "20", "18")))
	require.Equal(t, optional.Some(history.OutcomeProposed), c.StoredOutcome())
	_, n, _ := c.OutcomeCounts()
	require.Zero(t, n)
	require.NoError(t, c.Submit(history.RoutePatch, monday))
	_, n, _ = c.OutcomeCounts()
	require.Equal(t, history.Counts{Submitted: 1}, n)
	c = stored(t, c)
	require.NoError(t, c.Accept(history.Answer{}, monday.Add(time.Second)))
	_, n, _ = c.OutcomeCounts()
	require.Zero(t, n)
	require.NoError(t, c.Confirm(monday.Add(10*time.Minute)))
	_, n, marks := c.OutcomeCounts()
	require.Equal(t, history.Counts{Confirmed: 1}, n)
	require.Equal(t, []history.Sample{{Scale: "confirm", Bucket: 28}}, marks)

	all := stored(t, recorded(t, decided(decision.VerdictChange, "20", "18")))
	require.NoError(t, all.Submit(history.RoutePatch, monday))
	require.NoError(t, all.Reject(history.Answer{}))
	_, n, _ = all.OutcomeCounts()
	require.Equal(t, history.Counts{Submitted: 1, Rejected: 1}, n)
	for want, step := range map[history.Counts]func(*history.PriceChange) error{
		{Superseded: 1}: (*history.PriceChange).Supersede, {Cancelled: 1}: cancel, {}: (*history.PriceChange).Withhold,
	} {
		c := stored(t, recorded(t, decided(decision.VerdictChange, "20", "18")))
		require.NoError(t, step(c))
		_, n, _ := c.OutcomeCounts()
		require.Equal(t, want, n)
	}
}

func TestQuantilesOfFewValues(t *testing.T) {
	t.Parallel()
	require.False(t, history.Histogram{}.Quantile(history.ScaleConfirm, 50).Known())
	require.Equal(t, optional.Some(int64(1)), history.Histogram{0: 5}.Quantile(history.ScaleConfirm, 95))
	two := history.Histogram{0: 1, 3: 1} // 1 second, and 4
	require.Equal(t, optional.Some(int64(1)), two.Quantile(history.ScaleConfirm, 50))
	require.Equal(t, optional.Some(int64(3)), two.Quantile(history.ScaleConfirm, 95))
	require.Equal(t, optional.Some(money.MustParsePercent("1.5")), history.Counts{Sized: 2, SizeSum: 30_000}.MeanSize())
	require.False(t, history.Counts{}.MeanSize().Known())
}

// TestAMedianIsWithinAnEighth compares the estimate with the true median of sizes that a store
// would have counted singly.
func TestAMedianIsWithinAnEighth(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		sizes := rapid.SliceOfN(rapid.Int64Range(1, 9_000), 1, 40).Draw(rt, "cents")
		h := history.Histogram{}
		var units []int64
		for _, cents := range sizes {
			n := decided(decision.VerdictChange, "100", "100")
			n.Decision.Floor, n.Decision.Ceiling = optional.Some(eur("0.01")), optional.None[money.Amount]()
			n.Decision.Price = money.FromUnits(1_000_000 - cents*100)
			c, err := history.NewPriceChange(n)
			if err != nil {
				rt.Fatal(err)
			}
			_, counts, marks := c.DecisionCounts()
			units = append(units, counts.SizeSum)
			for _, m := range marks {
				h[m.Bucket]++
			}
		}
		truth := lowerMedian(units)
		got, ok := h.Quantile(history.ScaleSize, 50).Get()
		if !ok || got*8 < truth*7-8 || got*8 > truth*9+8 {
			rt.Fatalf("median %d, estimated %d", truth, got)
		}
	})
}

// lowerMedian returns the lower of two middle values.
func lowerMedian(list []int64) int64 {
	for {
		sorted := true
		for i := 1; i < len(list); i++ {
			if list[i-1] > list[i] {
				list[i-1], list[i], sorted = list[i], list[i-1], false
			}
		}
		if sorted {
			return list[(len(list)-1)/2]
		}
	}
}

func TestARecordThatCannotBeIsNotRestored(t *testing.T) {
	t.Parallel()
	good := stored(t, recorded(t, decided(decision.VerdictChange, "20", "18"))).Snapshot()
	for name, change := range map[string]func(*history.ChangeSnapshot){
		"id":       func(s *history.ChangeSnapshot) { s.ID = 0 },
		"row":      func(s *history.ChangeSnapshot) { s.ProductID = 0 },
		"team":     func(s *history.ChangeSnapshot) { s.Team = 0 },
		"reason":   func(s *history.ChangeSnapshot) { s.Withdrawn = "boredom" },
		"outcome":  func(s *history.ChangeSnapshot) { s.Outcome = optional.Some(history.Outcome("lost")) },
		"owner":    func(s *history.ChangeSnapshot) { s.BuyBox.Owner = "" },
		"lane":     func(s *history.ChangeSnapshot) { s.Submission = optional.Some(history.Submission{Attempts: 1}) },
		"attempts": func(s *history.ChangeSnapshot) { s.Submission = optional.Some(history.Submission{Route: "feed"}) },
	} {
		s := good
		change(&s)
		_, err := history.RestorePriceChange(s)
		require.Error(t, err, name)
	}
	c := stored(t, recorded(t, decided(decision.VerdictChange, "20", "18")))
	s := c.Snapshot()
	s.Adjustments = append(s.Adjustments, "floor")
	require.Empty(t, c.Snapshot().Adjustments, "the snapshot shares memory")
}

func cancel(c *history.PriceChange) error { return c.Cancel(history.WithdrawnReset) }
