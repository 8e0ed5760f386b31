package decision_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/canon"
)

// many and few count the inputs of a property beside the hundred that can be shrunk.
const (
	many = 100_000
	few  = 20_000
)

// everyInput checks a property with generated inputs; a failure names the seed.
func everyInput(t *testing.T, inputs int, coarse bool, property func(require.TestingT, made)) {
	t.Helper()
	rapid.Check(t, func(rt *rapid.T) { property(rt, made{drawn{rt}, coarse}) })
	for i := range inputs {
		property(seeded{t, i}, made{rolled{rand.New(rand.NewPCG(uint64(i), 1))}, coarse})
	}
}

// seeded names the seed of a failed input.
type seeded struct {
	*testing.T
	seed int
}

func (s seeded) FailNow() {
	s.T.Logf("seed %d", s.seed)
	s.T.FailNow()
}

// promises checks the properties of every decision.
func promises(t require.TestingT, m made) (decision.Input, decision.Decision) {
	input := m.input()
	d := decision.Decide(input)
	unit := input.Row.Currency.Unit().Units()
	sent := d.Verdict == decision.VerdictChange || d.Verdict == decision.VerdictSuggest
	if !sent {
		if d.Price != input.Row.Price {
			require.Equal(t, input.Row.Price, d.Price, d.Reason)
		}
		return input, d
	}
	// 8 and 1: there is a floor, and the price is whole and within the band.
	floor, ok := d.Floor.Get()
	ceiling, capped := d.Ceiling.Get()
	if !ok || !floor.Positive() || d.Price.Units()%unit != 0 || d.Price.Cmp(floor) < 0 || capped && d.Price.Cmp(ceiling) > 0 {
		require.Fail(t, "outside the band", "%s: %s not in %s to %s", d.Reason, d.Price, floor, ceiling)
	}
	if least, ok := input.Row.Limits.MinPrice.Get(); ok && d.Price.Cmp(least) < 0 {
		require.Fail(t, "under the minimum", "%s", d.Reason)
	}
	if least, ok := input.Row.MapPrice.Get(); ok && d.Price.Cmp(least) < 0 {
		require.Fail(t, "under the map price", "%s", d.Reason)
	}
	// 2: no further than allowed.
	moved := d.Price.Units() - input.Row.Price.Units()
	if !slices.Contains(d.Adjustments, decision.AdjustCapOverridden) && !within(input, d, moved) {
		require.Fail(t, "further than allowed", "%s: %s to %s, %v", d.Reason, input.Row.Price, d.Price, d.Adjustments)
	}
	// 7: never lower while winning.
	if (d.Reason == decision.ReasonOwnBuyBoxRaise || d.Reason == decision.ReasonOwnBuyBoxStepUp) && moved < 0 && !slices.Contains(d.Adjustments, decision.AdjustFeeCliff) && (!capped || input.Row.Price.Cmp(ceiling) <= 0) {
		require.Fail(t, "lower while winning", "%s", d.Reason)
	}
	// A change smaller than the least one repairs the band, or is for the buy box, and has waited.
	if !worthIt(input, d, moved) {
		require.Fail(t, "too small", "%s: %s to %s", d.Reason, input.Row.Price, d.Price)
	}
	// The team is never the target, except as the owner of the box; then the price stays.
	if d.TargetSellerID != "" && d.BuyBox.Owner != decision.BoxTeam &&
		(d.TargetSellerID == input.Row.SellerID || slices.Contains(input.Policy.OwnSellers, d.TargetSellerID)) {
		require.Fail(t, "against the own team", "%s", d.Reason)
	}
	if input.Preview && input.Row.Mode == decision.ModeOff || input.Policy.SubmissionMode == decision.SubmitSuggest {
		require.Equal(t, decision.VerdictSuggest, d.Verdict)
	}
	return input, d
}

// worthIt requires the least change of the strategy, read as it is written.
func worthIt(input decision.Input, d decision.Decision, moved int64) bool {
	live, number, s := input.Row.Price, max(moved, -moved), input.Strategy
	ceiling, capped := d.Ceiling.Get()
	if number >= s.MinChange.Units() && number*1_000_000 >= live.Units()*s.MinChangePercent.Units() ||
		live.Cmp(d.Floor.Or(money.Amount{})) < 0 || capped && live.Cmp(ceiling) > 0 {
		return true
	}
	wait, ok := s.SmallChangeIntervalMinutes.Get()
	at, ever := input.Row.LastChangeAt.Get()
	return ok && moved < 0 && d.BuyBox.Owner != decision.BoxOwn && (!ever || input.Now.Sub(at) >= time.Duration(wait)*time.Minute)
}

// within requires a change within the row's limits, read as they are written.
func within(input decision.Input, d decision.Decision, moved int64) bool {
	live, number := input.Row.Price.Units(), max(moved, -moved)
	if v, ok := input.Row.Limits.MaxChange.Get(); ok && number > v.Units() {
		return false
	}
	if v, ok := input.Row.Limits.MaxChangePercent.Get(); ok && number*1_000_000 > live*v.Units() {
		return false
	}
	if v, ok := input.Policy.MaxDailyChangePercent.Get(); ok {
		day := input.Row.DayPrice.Or(input.Row.Price).Units()
		off := d.Price.Units() - day
		if moved < 0 {
			off = -off
		}
		if off*1_000_000 > day*v.Units() {
			return false
		}
	}
	single := input.Row.Limits.MaxChange.Known() || input.Row.Limits.MaxChangePercent.Known()
	return d.Ceiling.Known() || single || moved*10 <= live
}

func TestPromisesHoldForEveryInput(t *testing.T) {
	t.Parallel()
	everyInput(t, many, false, func(t require.TestingT, m made) { promises(t, m) })
}

// 3, and the same answer with and without a trace, and again.
func TestOrderOfOffersNeverMatters(t *testing.T) {
	t.Parallel()
	everyInput(t, few, false, func(t require.TestingT, m made) {
		input := m.input()
		d := decision.Explain(input)
		turned := input
		turned.Offers = slices.Clone(input.Offers)
		for i := range turned.Offers {
			j := i + m.pick(len(turned.Offers)-i)
			turned.Offers[i], turned.Offers[j] = turned.Offers[j], turned.Offers[i]
		}
		turned.Siblings = slices.Clone(input.Siblings)
		slices.Reverse(turned.Siblings)
		e := decision.Explain(turned)
		if !same(d, e) || !slices.Equal(d.Trace.Steps, e.Trace.Steps) || !slices.Equal(d.Trace.Offers, e.Trace.Offers) {
			require.Equal(t, d, e)
		}
		// Offers that are dropped, by each rule that needs no filter.
		more := input
		more.Offers = append(slices.Clone(input.Offers),
			decision.Offer{SellerID: "ME", Price: eur("1"), Condition: decision.ConditionNew, Fulfillment: decision.FBA},
			decision.Offer{SellerID: "X", Condition: decision.ConditionNew, Fulfillment: decision.FBA},
			decision.Offer{SellerID: "X", Price: eur("1"), Condition: decision.ConditionClub, Fulfillment: decision.FBA, BuyBox: true})
		if e := decision.Decide(more); !same(d, e) {
			require.Equal(t, d, e)
		}
		if canon.DigestOf(input) != canon.DigestOf(turned) {
			require.Fail(t, "another digest")
		}
	})
}

// same compares all but the trace.
func same(d, e decision.Decision) bool {
	return d.Verdict == e.Verdict && d.Price == e.Price && d.Reason == e.Reason && slices.Equal(d.Adjustments, e.Adjustments) &&
		d.TargetSellerID == e.TargetSellerID && d.TargetPrice == e.TargetPrice && d.Floor == e.Floor && d.Ceiling == e.Ceiling &&
		d.BuyBox == e.BuyBox && d.Competitors == e.Competitors
}

// 11: a stored input gives the same decision again.
func TestStoredInputReplays(t *testing.T) {
	t.Parallel()
	everyInput(t, few, false, func(t require.TestingT, m made) {
		i := m.input()
		stored := canon.Encode(i)
		back, err := canon.Decode(stored)
		require.NoError(t, err)
		if canon.DigestOf(back) != canon.DigestOf(i) {
			require.Fail(t, "another digest")
		}
		if d, e := decision.Explain(i), decision.Explain(back); !same(d, e) || !slices.Equal(d.Trace.Steps, e.Trace.Steps) {
			require.Equal(t, d, e)
		}
	})
}

// 4: ten times the amounts, the same answer.
func TestScaleDoesNotMatter(t *testing.T) {
	t.Parallel()
	everyInput(t, few, true, func(t require.TestingT, m made) {
		input := m.input()
		d, e := decision.Decide(input), decision.Decide(tenfold(input))
		if d.Verdict != e.Verdict || d.Reason != e.Reason || !slices.Equal(d.Adjustments, e.Adjustments) || times10(d.Price) != e.Price {
			require.Equal(t, d, e)
		}
	})
}

// 5: deciding again after the change leaves the price.
func TestDecidingAgainChangesNothing(t *testing.T) {
	t.Parallel()
	everyInput(t, few, false, func(t require.TestingT, m made) {
		input := m.input()
		d := decision.Decide(input)
		if d.Verdict != decision.VerdictChange || moving(input, d) {
			return
		}
		input.Row.Price, input.Row.LastSubmitted = d.Price, optional.Some(d.Price)
		input.Row.LastChangeAt, input.Row.LastChange = optional.Some(input.Now), d.Reason
		e := decision.Decide(input)
		if e.Verdict == decision.VerdictChange && e.Reason != decision.ReasonPriceWarReset {
			require.Fail(t, "changed again", "%s to %s, then %s to %s", d.Reason, d.Price, e.Reason, e.Price)
		}
	})
}

// moving reports whether a decision is a step on a way.
func moving(input decision.Input, d decision.Decision) bool {
	switch d.Reason {
	case decision.ReasonOwnBuyBoxStepUp, decision.ReasonSuppressedStepDown, decision.ReasonPriceWarReset, decision.ReasonRevertToLastWin, decision.ReasonRestockMax:
		return true
	}
	// A floor at the live price moves with it.
	floats := input.Row.Limits.MinPriceMode != decision.MinPriceManual && input.Row.Limits.MissingCostFallback == decision.FallbackCurrentPrice
	stopped := slices.ContainsFunc(d.Adjustments, func(a decision.Adjustment) bool {
		return a != decision.AdjustFloor && a != decision.AdjustCeiling && a != decision.AdjustFeeCliff
	})
	return input.Strategy.Type == decision.TypeVelocity || floats || stopped
}

// 6: a lower floor never makes a higher price.
func TestLowerFloorNeverRaisesThePrice(t *testing.T) {
	t.Parallel()
	everyInput(t, few, false, func(t require.TestingT, m made) {
		input := m.input()
		least, ok := input.Row.Limits.MinPrice.Get()
		if !ok || input.Strategy == nil {
			return
		}
		input.Siblings = nil
		if input.Policy != nil {
			input.Policy.MaxRisePercent = optional.None[money.Percent]() // the brake would keep the higher price
		}
		input.Row.Limits.MinPriceMode = decision.MinPriceManual
		s := *input.Strategy
		input.Strategy = &s
		s.OnBelowMin, s.Action = decision.BelowMinMin, optional.Some(decision.ActionBelow)
		d := decision.Decide(input)
		input.Row.Limits.MinPrice = optional.Some(money.FromUnits(least.Units() - int64(m.pick(int(least.Units()-100)))))
		e := decision.Decide(input)
		if d.Verdict != decision.VerdictError && e.Price.Cmp(d.Price) > 0 {
			require.Fail(t, "higher", "%s %s, then %s %s", d.Reason, d.Price, e.Reason, e.Price)
		}
	})
}

func TestEveryWordIsProduced(t *testing.T) {
	t.Parallel()
	reasons, verdicts := map[decision.Reason]int{}, map[decision.Verdict]int{}
	adjusted, excluded, applied := map[decision.Adjustment]int{}, map[decision.Exclusion]int{}, map[decision.Rule]int{}
	for i := range 20_000 {
		d := decision.Explain(made{rolled{rand.New(rand.NewPCG(uint64(i), 2))}, false}.input())
		reasons[d.Reason]++
		verdicts[d.Verdict]++
		for _, a := range d.Adjustments {
			adjusted[a]++
		}
		for _, s := range d.Trace.Steps {
			applied[s.Rule]++
		}
		for _, o := range d.Trace.Offers {
			excluded[o.Excluded]++
		}
	}
	requireAll(t, reasons)
	requireAll(t, verdicts)
	requireAll(t, adjusted)
	requireAll(t, applied)
	require.Positive(t, excluded[""], "no competitors")
	requireAll(t, excluded)
}
