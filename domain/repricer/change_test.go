package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer"
)

// TestEveryOutcomeAndEvent goes through every pair: what is not listed here is
// refused and changes nothing.
func TestEveryOutcomeAndEvent(t *testing.T) {
	t.Parallel()
	legal := map[string]repricer.Outcome{
		"proposed withheld": "suggested", "proposed sent": "submitted", "proposed replaced": "superseded", "proposed withdrawn": "cancelled",
		"suggested replaced": "superseded", "suggested withdrawn": "cancelled",
		"submitted sent_again": "submitted", "submitted taken": "accepted", "submitted refused": "rejected",
		"submitted returned": "proposed", "submitted expired": "timed_out",
		"accepted sent_again": "accepted", "accepted seen": "confirmed", "accepted refused": "rejected", "accepted expired": "timed_out",
	}
	pairs := 0
	for _, o := range repricer.Words[repricer.Outcome]() {
		for _, e := range repricer.Words[repricer.OutcomeEvent]() {
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
	open := map[repricer.Outcome]bool{"proposed": true, "suggested": true, "submitted": true, "accepted": true}
	for _, o := range repricer.Words[repricer.Outcome]() {
		require.Equal(t, open[o], o.Open(), o)
		require.Equal(t, o == "proposed" || o == "suggested", o.Unsent(), o)
		require.Equal(t, o == "submitted" || o == "accepted", o.Unresolved(), o)
	}
}

func changedRow() repricer.ProductSnapshot {
	return repricer.ProductSnapshot{
		ID: 31, Team: 4, Key: repricer.Key{SellerID: "A2SELLER", MarketplaceID: de, SKU: "kettle"}, ASIN: "B000000001", Currency: "EUR",
		Mode: repricer.ModeAuto, Priority: repricer.PriorityNormal, Condition: repricer.ConditionNew, Limits: repricer.DefaultLimits(),
	}
}

func decided(v repricer.Verdict, old, next string) repricer.NewChange {
	return repricer.NewChange{
		Row: changedRow(), Trigger: repricer.TriggerSweep,
		Input: repricer.Input{Now: monday, Row: repricer.Facts{Price: eur(old), Currency: "EUR"}},
		Decision: repricer.Decision{
			Verdict: v, Price: eur(next), Reason: repricer.ReasonMatchTarget, Floor: repricer.Some(eur("10")), Ceiling: repricer.Some(eur("30")),
			BuyBox: repricer.BuyBox{Owner: repricer.BoxCompetitor},
		},
		Strategy: repricer.Some(repricer.StrategyUsed{ID: 7, Version: 3}),
	}
}

func recorded(t *testing.T, n repricer.NewChange) *repricer.PriceChange {
	t.Helper()
	c, err := repricer.NewPriceChange(n)
	require.NoError(t, err)
	return c
}

func TestARecordSaysWhatWasDecided(t *testing.T) {
	t.Parallel()
	n := decided(repricer.VerdictChange, "20", "18.5")
	n.Decision.Adjustments = []repricer.Adjustment{repricer.AdjustMaxChange}
	n.Decision.TargetSellerID, n.Decision.TargetPrice = "A3RIVAL", repricer.Some(eur("18.5"))
	s := recorded(t, n).Snapshot()
	require.Equal(t, repricer.ChangeSnapshot{
		Team: 4, ProductID: 31, SellerID: "A2SELLER", MarketplaceID: de, SKU: "kettle", ASIN: "B000000001", Currency: "EUR",
		CreatedAt: monday, Trigger: "sweep", Verdict: "change", OldPrice: eur("20"), NewPrice: eur("18.5"),
		Floor: repricer.Some(eur("10")), Ceiling: repricer.Some(eur("30")), Reason: "match_target",
		Adjustments: []repricer.Adjustment{"max_change"}, TargetSellerID: "A3RIVAL", TargetPrice: repricer.Some(eur("18.5")),
		Strategy: repricer.Some(repricer.StrategyUsed{ID: 7, Version: 3}), InputDigest: n.Input.Digest(),
		BuyBox: repricer.BuyBox{Owner: "competitor"}, Outcome: repricer.Some(repricer.OutcomeProposed),
	}, s)
	require.Equal(t, repricer.Some(repricer.OutcomeSuggested), recorded(t, decided(repricer.VerdictSuggest, "20", "18")).Outcome())
	for _, v := range []repricer.Verdict{"keep", "skip", "hold", "error"} {
		require.False(t, recorded(t, decided(v, "20", "20")).Outcome().Known(), v)
	}
}

// A price that leaves its band is not recorded, so it cannot be sent.
func TestARecordStaysInsideItsBand(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*repricer.NewChange){
		"under the floor":            func(n *repricer.NewChange) { n.Decision.Price = eur("9.99") },
		"above the ceiling":          func(n *repricer.NewChange) { n.Decision.Price = eur("30.01") },
		"without a floor":            func(n *repricer.NewChange) { n.Decision.Floor = repricer.None[money.Amount]() },
		"an unknown reason":          func(n *repricer.NewChange) { n.Decision.Reason = "because" },
		"an unknown trigger":         func(n *repricer.NewChange) { n.Trigger = "whim" },
		"an unknown verdict":         func(n *repricer.NewChange) { n.Decision.Verdict = "guess" },
		"an unknown adjustment":      func(n *repricer.NewChange) { n.Decision.Adjustments = []repricer.Adjustment{"luck"} },
		"a row that is not stored":   func(n *repricer.NewChange) { n.Row.ID = 0 },
		"a price that is to be kept": func(n *repricer.NewChange) { n.Decision.Verdict = "keep" },
	} {
		n := decided(repricer.VerdictChange, "20", "18")
		change(&n)
		_, err := repricer.NewPriceChange(n)
		require.Error(t, err, name)
	}
	for _, price := range []string{"10", "30"} {
		recorded(t, decided(repricer.VerdictChange, "20", price))
	}
	n := decided(repricer.VerdictSuggest, "20", "500")
	n.Decision.Ceiling = repricer.None[money.Amount]()
	recorded(t, n)
}

func TestTheWayOfAPrice(t *testing.T) {
	t.Parallel()
	c := recorded(t, decided(repricer.VerdictChange, "20", "18"))
	at := func(minutes int) time.Time { return monday.Add(time.Duration(minutes) * time.Minute) }
	require.NoError(t, c.Submit(repricer.LanePatch, at(1)))
	require.NoError(t, c.Resubmit(), "its answer was lost")
	issue := repricer.Issue{Code: "90220", Message: "Something is missing.", Severity: "WARNING"}
	require.NoError(t, c.Accept(repricer.Told{ID: "S-1", Status: "ACCEPTED", Issues: []repricer.Issue{issue}}, at(2)))
	requireFault(t, c.Resubmit(), fault.Rule, fault.CodeInvalidTransition, "")
	requireFault(t, c.Cancel(repricer.WithdrawnReset), fault.Rule, fault.CodeInvalidTransition, "")
	require.NoError(t, c.Confirm(at(9)))
	require.Equal(t, repricer.Some(repricer.OutcomeConfirmed), c.Outcome())
	sub, _ := c.Snapshot().Submission.Get()
	require.Equal(t, repricer.Submission{
		Lane: "patch", ID: "S-1", Status: "ACCEPTED", Issues: []repricer.Issue{issue}, SubmittedAt: at(1),
		AcceptedAt: repricer.Some(at(2)), ConfirmedAt: repricer.Some(at(9)), Attempts: 2,
	}, sub)

	c = recorded(t, decided(repricer.VerdictChange, "20", "18"))
	require.NoError(t, c.Submit(repricer.LaneFeed, at(1)))
	require.NoError(t, c.Accept(repricer.Told{Status: "DONE"}, at(2)))
	require.NoError(t, c.Resubmit())
	require.NoError(t, c.Expire())
	require.Equal(t, repricer.Some(repricer.OutcomeTimedOut), c.Outcome())
	requireFault(t, c.Reject(repricer.Told{}), fault.Rule, fault.CodeInvalidTransition, "")

	c = recorded(t, decided(repricer.VerdictChange, "20", "18"))
	require.Error(t, c.Submit("pigeon", at(1)))
	require.NoError(t, c.Withhold())
	requireFault(t, c.Submit(repricer.LaneFeed, at(1)), fault.Rule, fault.CodeInvalidTransition, "")
	require.NoError(t, c.Supersede())
	require.False(t, c.Snapshot().Submission.Known())
}

func TestWhatIsKeptAndWhatReplaces(t *testing.T) {
	t.Parallel()
	for _, v := range repricer.Words[repricer.Verdict]() {
		next := "20"
		priced := v == "change" || v == "suggest"
		if priced {
			next = "19"
		}
		c := recorded(t, decided(v, "20", next))
		require.True(t, c.Kept(""), v)
		require.True(t, c.Kept(repricer.ReasonBeatTarget), v)
		require.Equal(t, priced, c.Kept(repricer.ReasonMatchTarget), v)
		require.Equal(t, priced || v == "keep", c.Replaces(), v)
	}
}

func TestWhatRepeatsASuggestion(t *testing.T) {
	t.Parallel()
	open := recorded(t, decided(repricer.VerdictSuggest, "20", "18"))
	again := recorded(t, decided(repricer.VerdictSuggest, "20", "18"))
	require.True(t, again.Repeats(open))
	key, counts, marks := again.Repeated()
	require.Equal(t, repricer.VerdictSuggest, key.Verdict)
	require.Equal(t, repricer.Counts{Decisions: 1}, counts)
	require.Empty(t, marks)

	other := decided(repricer.VerdictSuggest, "20", "18")
	other.Decision.Reason = repricer.ReasonBeatTarget
	for _, n := range []repricer.NewChange{
		decided(repricer.VerdictSuggest, "20", "17"), decided(repricer.VerdictSuggest, "19", "18"), other,
		decided(repricer.VerdictChange, "20", "18"), decided(repricer.VerdictKeep, "20", "20"),
	} {
		require.False(t, recorded(t, n).Repeats(open), n.Decision)
	}
	proposed := recorded(t, decided(repricer.VerdictChange, "20", "18"))
	require.False(t, again.Repeats(proposed))
	require.Error(t, open.Cancel("boredom"))
	require.NoError(t, open.Cancel(repricer.WithdrawnReset))
	require.Equal(t, repricer.WithdrawnReset, open.Snapshot().Withdrawn)
	require.False(t, again.Repeats(open))
}

func TestADecisionIsCounted(t *testing.T) {
	t.Parallel()
	key := repricer.CountKey{Day: date.MustParse("2026-03-02"), MarketplaceID: de, Strategy: 7, Reason: "match_target", Verdict: "change"}
	for name, c := range map[string]struct {
		old, next string
		adjusted  []repricer.Adjustment
		want      repricer.Counts
	}{
		"down":          {"20", "18.5", nil, repricer.Counts{Decisions: 1, Downs: 1, Sized: 1, SizeSum: 75_000}},
		"up, rounded":   {"15", "20", nil, repricer.Counts{Decisions: 1, Ups: 1, Sized: 1, SizeSum: 333_333}},
		"rounded up":    {"15", "25", nil, repricer.Counts{Decisions: 1, Ups: 1, Sized: 1, SizeSum: 666_667}},
		"to the floor":  {"20", "10", []repricer.Adjustment{"floor"}, repricer.Counts{Decisions: 1, Downs: 1, Sized: 1, SizeSum: 500_000, AtFloor: 1}},
		"to the top":    {"20", "30", nil, repricer.Counts{Decisions: 1, Ups: 1, Sized: 1, SizeSum: 500_000, AtCeiling: 1}},
		"capped":        {"20", "19", []repricer.Adjustment{"no_ceiling_cap"}, repricer.Counts{Decisions: 1, Downs: 1, Sized: 1, SizeSum: 50_000, Capped: 1}},
		"from nothing":  {"0", "19", nil, repricer.Counts{Decisions: 1, Ups: 1}},
		"a long way up": {"0.0001", "30", nil, repricer.Counts{Decisions: 1, Ups: 1, Sized: 1, SizeSum: 10_000_000_000, AtCeiling: 1}},
	} {
		n := decided(repricer.VerdictChange, c.old, c.next)
		n.Decision.Adjustments = c.adjusted
		k, counts, marks := recorded(t, n).Decided()
		require.Equal(t, key, k, name)
		require.Equal(t, c.want, counts, name)
		require.Len(t, marks, int(c.want.Sized), name)
	}
	_, counts, marks := recorded(t, decided(repricer.VerdictKeep, "20", "20")).Decided()
	require.Equal(t, repricer.Counts{Decisions: 1}, counts)
	require.Empty(t, marks)
}

// stored is a record as the store would give it back.
func stored(t *testing.T, c *repricer.PriceChange) *repricer.PriceChange {
	t.Helper()
	s := c.Snapshot()
	s.ID = 1
	c, err := repricer.RestorePriceChange(s)
	require.NoError(t, err)
	return c
}

func TestMovesAreCounted(t *testing.T) {
	t.Parallel()
	c := stored(t, recorded(t, decided(repricer.VerdictChange, "20", "18")))
	require.Equal(t, repricer.Some(repricer.OutcomeProposed), c.Stored())
	_, n, _ := c.Moved()
	require.Zero(t, n)
	require.NoError(t, c.Submit(repricer.LanePatch, monday))
	_, n, _ = c.Moved()
	require.Equal(t, repricer.Counts{Submitted: 1}, n)
	c = stored(t, c)
	require.NoError(t, c.Accept(repricer.Told{}, monday.Add(time.Second)))
	_, n, _ = c.Moved()
	require.Zero(t, n)
	require.NoError(t, c.Confirm(monday.Add(10*time.Minute)))
	_, n, marks := c.Moved()
	require.Equal(t, repricer.Counts{Confirmed: 1}, n)
	require.Equal(t, []repricer.Mark{{Scale: "confirm", Bucket: 28}}, marks)

	all := stored(t, recorded(t, decided(repricer.VerdictChange, "20", "18")))
	require.NoError(t, all.Submit(repricer.LanePatch, monday))
	require.NoError(t, all.Reject(repricer.Told{}))
	_, n, _ = all.Moved()
	require.Equal(t, repricer.Counts{Submitted: 1, Rejected: 1}, n)
	for want, step := range map[repricer.Counts]func(*repricer.PriceChange) error{
		{Superseded: 1}: (*repricer.PriceChange).Supersede, {Cancelled: 1}: cancel, {}: (*repricer.PriceChange).Withhold,
	} {
		c := stored(t, recorded(t, decided(repricer.VerdictChange, "20", "18")))
		require.NoError(t, step(c))
		_, n, _ := c.Moved()
		require.Equal(t, want, n)
	}
}

func TestQuantilesOfFewValues(t *testing.T) {
	t.Parallel()
	require.False(t, repricer.Histogram{}.Quantile(repricer.ScaleConfirm, 50).Known())
	require.Equal(t, repricer.Some(int64(1)), repricer.Histogram{0: 5}.Quantile(repricer.ScaleConfirm, 95))
	two := repricer.Histogram{0: 1, 3: 1} // 1 second, and 4
	require.Equal(t, repricer.Some(int64(1)), two.Quantile(repricer.ScaleConfirm, 50))
	require.Equal(t, repricer.Some(int64(3)), two.Quantile(repricer.ScaleConfirm, 95))
	require.Equal(t, repricer.Some(money.MustParsePercent("1.5")), repricer.Counts{Sized: 2, SizeSum: 30_000}.MeanSize())
	require.False(t, repricer.Counts{}.MeanSize().Known())
}

// TestAMedianIsWithinAnEighth compares the estimate with the true median of
// sizes that a store would have counted one by one.
func TestAMedianIsWithinAnEighth(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		sizes := rapid.SliceOfN(rapid.Int64Range(1, 9_000), 1, 40).Draw(rt, "cents")
		h := repricer.Histogram{}
		var units []int64
		for _, cents := range sizes {
			n := decided(repricer.VerdictChange, "100", "100")
			n.Decision.Floor, n.Decision.Ceiling = repricer.Some(eur("0.01")), repricer.None[money.Amount]()
			n.Decision.Price = money.FromUnits(1_000_000 - cents*100)
			c, err := repricer.NewPriceChange(n)
			if err != nil {
				rt.Fatal(err)
			}
			_, counts, marks := c.Decided()
			units = append(units, counts.SizeSum)
			for _, m := range marks {
				h[m.Bucket]++
			}
		}
		truth := lowerMedian(units)
		got, ok := h.Quantile(repricer.ScaleSize, 50).Get()
		if !ok || got*8 < truth*7-8 || got*8 > truth*9+8 {
			rt.Fatalf("median %d, estimated %d", truth, got)
		}
	})
}

// lowerMedian is the lower of two middle values.
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
	good := stored(t, recorded(t, decided(repricer.VerdictChange, "20", "18"))).Snapshot()
	for name, change := range map[string]func(*repricer.ChangeSnapshot){
		"id":       func(s *repricer.ChangeSnapshot) { s.ID = 0 },
		"row":      func(s *repricer.ChangeSnapshot) { s.ProductID = 0 },
		"team":     func(s *repricer.ChangeSnapshot) { s.Team = 0 },
		"reason":   func(s *repricer.ChangeSnapshot) { s.Withdrawn = "boredom" },
		"outcome":  func(s *repricer.ChangeSnapshot) { s.Outcome = repricer.Some(repricer.Outcome("lost")) },
		"owner":    func(s *repricer.ChangeSnapshot) { s.BuyBox.Owner = "" },
		"lane":     func(s *repricer.ChangeSnapshot) { s.Submission = repricer.Some(repricer.Submission{Attempts: 1}) },
		"attempts": func(s *repricer.ChangeSnapshot) { s.Submission = repricer.Some(repricer.Submission{Lane: "feed"}) },
	} {
		s := good
		change(&s)
		_, err := repricer.RestorePriceChange(s)
		require.Error(t, err, name)
	}
	c := stored(t, recorded(t, decided(repricer.VerdictChange, "20", "18")))
	s := c.Snapshot()
	s.Adjustments = append(s.Adjustments, "floor")
	require.Empty(t, c.Snapshot().Adjustments, "the snapshot shares memory")
}

func cancel(c *repricer.PriceChange) error { return c.Cancel(repricer.WithdrawnReset) }
