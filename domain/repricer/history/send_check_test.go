package history_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/profit"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
)

// leaving makes a price of 18.00 to be sent, and a context that allows it.
func leaving(t *testing.T) (history.ChangeSnapshot, history.SendContext) {
	t.Helper()
	row := changedRow()
	row.Limits.MinPrice, row.Limits.MaxPrice = optional.Some(eur("10")), optional.Some(eur("30"))
	row.Observed.CurrentPrice = optional.Some(eur("20"))
	row.UpdatedAt = monday.Add(-time.Hour)
	values := repricer.DefaultSettings()
	values.SubmissionMode = decision.SubmitLive
	return recorded(t, decided(decision.VerdictChange, "20", "18")).Snapshot(), history.SendContext{
		Now: monday.Add(time.Second), Row: optional.Some(row), Connected: true,
		Settings: repricer.SettingsSnapshot{State: repricer.SettingsPresent, Values: values},
	}
}

func TestAPriceLeavesOnlyAsEverythingStandsNow(t *testing.T) {
	t.Parallel()
	const send, supersede = "send", "supersede"
	for name, c := range map[string]struct {
		change func(s *history.ChangeSnapshot, row *repricer.ProductSnapshot, at *history.SendContext)
		want   string // the result, or the reason of the withdrawal
	}{
		"as it was decided": {func(*history.ChangeSnapshot, *repricer.ProductSnapshot, *history.SendContext) {}, send},
		"stopped": {func(_ *history.ChangeSnapshot, _ *repricer.ProductSnapshot, at *history.SendContext) {
			at.Stopped = true
		}, "repricer_stopped"},
		"settings reset": {func(_ *history.ChangeSnapshot, _ *repricer.ProductSnapshot, at *history.SendContext) {
			at.Settings.State = repricer.SettingsAbsent
		}, "settings_absent"},
		"team off": {func(_ *history.ChangeSnapshot, _ *repricer.ProductSnapshot, at *history.SendContext) {
			at.Settings.Values.Enabled = false
		}, "repricer_disabled"},
		"suggestions only": {func(_ *history.ChangeSnapshot, _ *repricer.ProductSnapshot, at *history.SendContext) {
			at.Settings.Values.SubmissionMode = decision.SubmitSuggest
		}, "suggestions_only"},
		"asked for among suggestions": {func(s *history.ChangeSnapshot, row *repricer.ProductSnapshot, at *history.SendContext) {
			at.Settings.Values.SubmissionMode, row.Mode, s.Trigger = decision.SubmitSuggest, decision.ModeManual, history.TriggerManual
		}, send},
		"not connected": {func(_ *history.ChangeSnapshot, _ *repricer.ProductSnapshot, at *history.SendContext) {
			at.Connected = false
		}, "account_not_connected"},
		"mode off": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Mode = decision.ModeOff
		}, "mode_off"},
		"mode manual": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Mode = decision.ModeManual
		}, "suggestions_only"},
		"held": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Hold = optional.Some(repricer.Hold{Reason: decision.HoldListingIssue})
		}, "on_hold"},
		"another currency": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Currency = "GBP"
		}, "currency_changed"},
		"an hour old": {func(_ *history.ChangeSnapshot, _ *repricer.ProductSnapshot, at *history.SendContext) {
			at.Now = monday.Add(time.Hour + 1)
		}, supersede},
		"decided from outdated facts": {func(_ *history.ChangeSnapshot, _ *repricer.ProductSnapshot, at *history.SendContext) {
			at.OutOfDate = true
		}, supersede},
		"decided on the day before": {func(s *history.ChangeSnapshot, row *repricer.ProductSnapshot, at *history.SendContext) {
			s.CreatedAt = time.Date(2026, 3, 1, 23, 59, 59, 0, time.UTC)
			at.Now = s.CreatedAt.Add(time.Second)
		}, supersede},
		"decided on the same day in UTC": {func(s *history.ChangeSnapshot, row *repricer.ProductSnapshot, at *history.SendContext) {
			s.CreatedAt = time.Date(2026, 3, 2, 0, 30, 0, 0, time.UTC)
			at.Now = s.CreatedAt.Add(59 * time.Minute).In(time.FixedZone("west", -3600))
		}, send},
		"break-even above it": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Observed.Guarded, row.Observed.Cost, row.Observed.BreakEven = true, optional.Some(eur("12")), optional.Some(eur("18.01"))
		}, supersede},
		"break-even at it": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Observed.Guarded, row.Observed.Cost, row.Observed.BreakEven = true, optional.Some(eur("12")), optional.Some(eur("18"))
		}, send},
		"a cost without break-even": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Observed.Guarded, row.Observed.Cost = true, optional.Some(eur("12"))
		}, supersede},
		"a cost without break-even that does not guard": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Observed.Cost = optional.Some(eur("12"))
		}, send},
		"live already": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Observed.CurrentPrice = optional.Some(eur("18"))
		}, supersede},
		"a fall of more than the brake allows": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Observed.CurrentPrice = optional.Some(eur("30.01"))
		}, supersede},
		"a fall of as much as it allows": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Observed.CurrentPrice = optional.Some(eur("30"))
		}, send},
		"a rise of more than the brake allows": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Observed.CurrentPrice = optional.Some(eur("8.99"))
		}, supersede},
		"a rise of as much as it allows": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Observed.CurrentPrice = optional.Some(eur("9"))
		}, send},
		"a rise that its seller resumed": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Observed.CurrentPrice, row.Resumed = optional.Some(eur("5")), optional.Some(repricer.Resumption{At: monday, Price: optional.Some(eur("18"))})
		}, send},
		"a rise that was resumed the day before": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Observed.CurrentPrice = optional.Some(eur("5"))
			row.Resumed = optional.Some(repricer.Resumption{At: monday.Add(-24 * time.Hour), Price: optional.Some(eur("18"))})
		}, supersede},
		"the maximum after an empty stock": {func(s *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Observed.CurrentPrice, s.Reason = optional.Some(eur("5")), decision.ReasonRestockMax
		}, send},
		"a live price that is not known": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Observed.CurrentPrice = optional.None[money.Amount]()
		}, send},
		"a floor above it": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Limits.MinPrice = optional.Some(eur("18.0001"))
		}, supersede},
		"a floor at it": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Limits.MinPrice = optional.Some(eur("18"))
		}, send},
		"a minimum advertised price above it": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Observed.MapPrice = optional.Some(eur("18.01"))
		}, supersede},
		"a ceiling below it": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Limits.MaxPrice = optional.Some(eur("17.99"))
		}, supersede},
		"no ceiling": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Limits.MaxPrice = optional.None[money.Amount]()
		}, send},
		"the minimum is blank now": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Limits.MinPrice = optional.None[money.Amount]()
		}, supersede},
		"the minimum is nothing now": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Limits.MinPrice = optional.Some(money.Amount{})
		}, supersede},
		"a calculated floor": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Limits.MinPriceMode, row.Limits.MinPrice = decision.MinPriceROI, optional.None[money.Amount]()
		}, send},
		"a calculated floor of a row edited since": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Limits.MinPriceMode, row.UpdatedAt = decision.MinPriceROI, monday
		}, supersede},
		"a calculated floor that was never found": {func(s *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Limits.MinPriceMode, s.Floor = decision.MinPriceROI, optional.None[money.Amount]()
		}, supersede},
		"a minimum above the calculated floor": {func(_ *history.ChangeSnapshot, row *repricer.ProductSnapshot, _ *history.SendContext) {
			row.Limits.MinPriceMode, row.Limits.MinPrice = decision.MinPriceROI, optional.Some(eur("19"))
		}, supersede},
	} {
		s, at := leaving(t)
		row, _ := at.Row.Get()
		c.change(&s, &row, &at)
		at.Row = optional.Some(row)
		require.Equal(t, c.want, departing(s, at), name)
	}
	s, at := leaving(t)
	at.Row = optional.None[repricer.ProductSnapshot]()
	require.Equal(t, "product_deleted", departing(s, at))
}

func departing(s history.ChangeSnapshot, at history.SendContext) string {
	_, d := s.CheckSend(at)
	if d == history.SendCancelled {
		return string(s.Withdrawal(at))
	}
	return string(d)
}

// Sends the band to the marketplace as the seller's own bounds.
func TestTheBandOfAPrice(t *testing.T) {
	t.Parallel()
	s, at := leaving(t)
	row, _ := at.Row.Get()
	row.Limits.MinPrice, row.Limits.MaxPrice = optional.Some(eur("10.001")), optional.Some(eur("30.009"))
	at.Row = optional.Some(row)
	band, d := s.CheckSend(at)
	require.Equal(t, history.SendAllowed, d)
	require.Equal(t, history.Band{Floor: eur("10.01"), Ceiling: optional.Some(eur("30"))}, band)
	require.Equal(t, eur("30"), band.Maximum(eur("18")))
	row.Limits.MinPriceMode, row.Limits.MaxPrice = decision.MinPriceMargin, optional.None[money.Amount]()
	row.Limits.MinPrice = optional.Some(eur("5"))
	at.Row = optional.Some(row)
	band, _ = s.CheckSend(at)
	require.Equal(t, history.Band{Floor: eur("10")}, band)
	require.Equal(t, eur("36.02"), band.Maximum(eur("18.01")), "no ceiling is a maximum as well")
}

// A new cost without a decision removes the break-even price until fees arrive. The queued price is
// then not sent, and the next decision waits for fees.
func TestANewCostWithoutFeesHoldsTheQueuedPrice(t *testing.T) {
	t.Parallel()
	s, at := leaving(t)
	row, _ := at.Row.Get()
	row.Version, row.RunState, row.Observed.Fulfillment = 1, repricer.RunIdle, optional.Some(decision.FBA)
	row.Observed.Guarded, row.Observed.Cost, row.Observed.BreakEven = true, optional.Some(eur("8")), optional.Some(eur("12"))
	p, err := repricer.RestoreProduct(row)
	require.NoError(t, err)
	require.True(t, p.DependsOnCost())
	check := func() history.SendCheck {
		at.Row = optional.Some(p.Snapshot())
		_, d := s.CheckSend(at)
		return d
	}
	require.Equal(t, history.SendAllowed, check())
	newCost := repricer.Observation{Cost: optional.Some(eur("14.5"))}
	require.True(t, p.ObserveCosts(newCost, optional.None[decision.Bounds]()), "the floor moves")
	require.False(t, p.Snapshot().Observed.BreakEven.Known())
	require.Equal(t, history.SendSuperseded, check())

	facts := repricer.DecisionRow(p.Snapshot())
	facts.FeesBy = decision.FeesAwaited
	policy := repricer.PolicyOf(at.Settings.Values, nil)
	d := decision.Decide(decision.Input{Now: at.Now, Policy: &policy, Row: facts, Strategy: &decision.Strategy{Type: decision.TypeFixed, Enabled: true}})
	require.Equal(t, []any{decision.VerdictSkip, decision.ReasonWaitingForFees}, []any{d.Verdict, d.Reason})

	solved := decision.Bounds{BreakEven: profit.Solution{First: optional.Some(eur("17")), Safe: optional.Some(eur("19.2"))}}
	require.True(t, p.ObserveCosts(newCost, optional.Some(solved)))
	require.Equal(t, optional.Some(eur("19.2")), p.Snapshot().Observed.BreakEven)
	require.Equal(t, history.SendSuperseded, check(), "it would lose")
	solved.BreakEven.Safe = optional.Some(eur("17.5"))
	require.True(t, p.ObserveCosts(newCost, optional.Some(solved)))
	require.Equal(t, history.SendAllowed, check())
	require.False(t, p.ObserveCosts(newCost, optional.Some(solved)), "the floor stays")
}

// After every change of the row, a sent price lies in the row's present band.
func TestNothingLeavesOutsideTheBandOfTheRow(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		price := func(name string) optional.Maybe[money.Amount] {
			if rapid.Bool().Draw(rt, name+" set") {
				return optional.Some(money.FromUnits(rapid.Int64Range(0, 400_000).Draw(rt, name)))
			}
			return optional.None[money.Amount]()
		}
		s, at := leaving(t)
		row, _ := at.Row.Get()
		row.Limits.MinPrice, row.Limits.MaxPrice, row.Observed.MapPrice = price("min"), price("max"), price("map")
		row.Limits.MinPriceMode = rapid.SampledFrom(words.Of[decision.MinPriceMode]()).Draw(rt, "mode")
		at.Row = optional.Some(row)
		band, d := s.CheckSend(at)
		again, repeated := s.CheckResubmit(at)
		if d != repeated || band != again {
			rt.Fatalf("%s, repeated %s", d, repeated)
		}
		if d != history.SendAllowed {
			return
		}
		least, has := row.Limits.MinPrice.Get()
		most, capped := row.Limits.MaxPrice.Get()
		switch {
		case !band.Floor.Positive(), s.NewPrice.Cmp(band.Floor) < 0:
			rt.Fatalf("floor %s", band.Floor)
		case band.Maximum(s.NewPrice).Cmp(s.NewPrice) < 0:
			rt.Fatalf("told maximum %s", band.Maximum(s.NewPrice))
		case row.Limits.MinPriceMode == decision.MinPriceManual && !has, has && s.NewPrice.Cmp(least) < 0:
			rt.Fatalf("minimum %v", row.Limits.MinPrice)
		case capped && s.NewPrice.Cmp(most) > 0, row.Observed.MapPrice.Known() && s.NewPrice.Cmp(row.Observed.MapPrice.Or(money.Amount{})) < 0:
			rt.Fatalf("maximum %v, advertised %v", row.Limits.MaxPrice, row.Observed.MapPrice)
		}
	})
}

func TestUrgency(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		trigger history.Trigger
		reason  decision.Reason
		price   string
		want    history.Urgency
	}{
		"falling":              {"sweep", decision.ReasonMatchTarget, "18", history.UrgencyFalling},
		"rising":               {"sweep", decision.ReasonMatchTarget, "21", history.UrgencyRising},
		"back above the floor": {"sweep", decision.ReasonRaisedToFloor, "21", history.UrgencyRepair},
		"back under the top":   {"sweep", decision.ReasonLoweredToCeiling, "19", history.UrgencyRepair},
		"a repair":             {"repair", decision.ReasonMatchTarget, "21", history.UrgencyRepair},
	} {
		n := decided(decision.VerdictChange, "20", c.price)
		n.Trigger, n.Decision.Reason = c.trigger, c.reason
		require.Equal(t, c.want, recorded(t, n).Snapshot().Urgency(), name)
	}
}

func TestLanesOfAnAccount(t *testing.T) {
	t.Parallel()
	route := history.RoutePatch
	for _, step := range []struct {
		waiting int
		want    history.Route
	}{
		{0, "patch"}, {1_500, "patch"}, {1_501, "feed"}, {1_500, "feed"}, {300, "feed"}, {299, "patch"}, {300, "patch"}, {1_500, "patch"},
	} {
		route = history.NextRoute(route, step.waiting)
		require.Equal(t, step.want, route, step.waiting)
	}
}

func TestTheBreakerOfRefusals(t *testing.T) {
	t.Parallel()
	add := func(a history.Answers, words string) (out history.Answers, tripped bool) {
		out = a
		for _, w := range words {
			var now bool
			out, now = out.Add(w == 'r')
			tripped = tripped || now
		}
		return out, tripped
	}
	a, tripped := add("", strings.Repeat("tttr", 10))
	require.False(t, tripped, "10 of 40")
	a, tripped = add(a, "r")
	require.True(t, tripped, "11 of 41")
	require.Empty(t, a, "it counts from the start")
	a, tripped = add("", strings.Repeat("r", 10)+strings.Repeat("t", 40))
	require.False(t, tripped, "10 of 50 are not over 20 %")
	require.Len(t, a, 50)
	a, tripped = add(a, strings.Repeat("r", 10))
	require.False(t, tripped, "older ones are forgotten")
	_, tripped = add(a, "r")
	require.True(t, tripped)
}

func TestWhenAPriceIsLookedFor(t *testing.T) {
	t.Parallel()
	minutes := func(n int) time.Time { return monday.Add(time.Duration(n) * time.Minute) }
	for now, want := range map[int]int{0: 2, 1: 2, 2: 5, 4: 5, 5: 15, 14: 15, 15: 30, 29: 30} {
		next, more := history.NextCheckAt(monday, minutes(now))
		require.True(t, more)
		require.Equal(t, minutes(want), next, "after %d minutes", now)
	}
	_, more := history.NextCheckAt(monday, minutes(30))
	require.False(t, more)
}

func TestAPriceThatDidNotArrive(t *testing.T) {
	t.Parallel()
	c := stored(t, recorded(t, decided(decision.VerdictChange, "20", "18")))
	require.NoError(t, c.Submit(history.RoutePatch, monday))
	c = stored(t, c)
	require.NoError(t, c.NotSent())
	require.Equal(t, optional.Some(history.OutcomeProposed), c.Outcome())
	require.False(t, c.Snapshot().Submission.Known())
	_, n, _ := c.OutcomeCounts()
	require.Equal(t, history.Counts{Submitted: -1}, n, "the count is undone")
	requireFault(t, c.NotSent(), fault.Rule, fault.CodeInvalidTransition, "")

	require.NoError(t, c.Submit(history.RoutePatch, monday))
	require.NoError(t, c.Resubmit())
	require.NoError(t, c.NotSent())
	require.Equal(t, optional.Some(history.OutcomeSubmitted), c.Outcome(), "the first one may have arrived")
	require.Equal(t, 1, c.Snapshot().Submission.Or(history.Submission{}).Attempts)
	require.NoError(t, c.Expire())
	require.Equal(t, optional.Some(history.OutcomeTimedOut), c.Outcome())
}

// A price that was never sent has no answer, and is not seen or repeated.
func TestAPriceThatStaysHasNoAnswer(t *testing.T) {
	t.Parallel()
	for name, verb := range map[string]func(*history.PriceChange) error{
		"resubmit": (*history.PriceChange).Resubmit,
		"accept":   func(c *history.PriceChange) error { return c.Accept(history.Answer{ID: "S-1"}, monday) },
		"reject":   func(c *history.PriceChange) error { return c.Reject(history.Answer{ID: "S-1"}) },
		"confirm":  func(c *history.PriceChange) error { return c.Confirm(monday) },
	} {
		c := recorded(t, decided(decision.VerdictChange, "20", "18"))
		before := c.Snapshot()
		requireFault(t, verb(c), fault.Rule, fault.CodeInvalidTransition, "")
		require.Equal(t, before, c.Snapshot(), name)
	}
}

func TestAPriceIsSeen(t *testing.T) {
	t.Parallel()
	at := monday.Add(time.Minute)
	seen := repricer.PriceSeen{At: at.Add(time.Minute), Price: money.Sum{Amount: eur("18"), Currency: "EUR"}}
	sent := func() *history.PriceChange {
		c := recorded(t, decided(decision.VerdictChange, "20", "18"))
		require.NoError(t, c.Submit(history.RoutePatch, at))
		return c
	}
	for name, s := range map[string]repricer.PriceSeen{
		"before it left":   {At: at.Add(-1), Price: seen.Price},
		"another price":    {At: seen.At, Price: money.Sum{Amount: eur("18.01"), Currency: "EUR"}},
		"another currency": {At: seen.At, Price: money.Sum{Amount: eur("18"), Currency: "GBP"}},
	} {
		c := sent()
		live, err := c.ObservePrice(s)
		require.NoError(t, err)
		require.False(t, live, name)
		require.Equal(t, optional.Some(history.OutcomeSubmitted), c.Outcome(), name)
	}
	c := sent()
	live, err := c.ObservePrice(seen)
	require.NoError(t, err)
	require.True(t, live, "its answer was lost")
	require.Equal(t, optional.Some(history.OutcomeConfirmed), c.Outcome())
	sub, _ := c.Snapshot().Submission.Get()
	require.Equal(t, optional.Some(seen.At), sub.ConfirmedAt)
	live, err = c.ObservePrice(seen)
	require.NoError(t, err)
	require.False(t, live, "it is over")
	day := date.MustParse("2026-03-02")
	require.Equal(t, repricer.SentPrice{From: eur("20"), Price: eur("18"), Reason: "match_target", At: at, Day: day},
		c.Snapshot().SentPrice(at, day))
}
