package repricer_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/repricer"
)

// leaving is a price of 18.00 that is about to leave, and a world that lets it.
func leaving(t *testing.T) (repricer.ChangeSnapshot, repricer.Standing) {
	t.Helper()
	row := changedRow()
	row.Limits.MinPrice, row.Limits.MaxPrice = repricer.Some(eur("10")), repricer.Some(eur("30"))
	row.Observed.CurrentPrice = repricer.Some(eur("20"))
	row.UpdatedAt = monday.Add(-time.Hour)
	values := repricer.DefaultSettings()
	values.SubmissionMode = repricer.SubmitLive
	return recorded(t, decided(repricer.VerdictChange, "20", "18")).Snapshot(), repricer.Standing{
		Now: monday.Add(time.Second), Row: repricer.Some(row), Connected: true,
		Settings: repricer.SettingsSnapshot{State: repricer.SettingsPresent, Values: values},
	}
}

func TestAPriceLeavesOnlyAsEverythingStandsNow(t *testing.T) {
	t.Parallel()
	const send, supersede = "send", "supersede"
	for name, c := range map[string]struct {
		change func(s *repricer.ChangeSnapshot, row *repricer.ProductSnapshot, at *repricer.Standing)
		want   string // what becomes of it, or why it is withdrawn
	}{
		"as it was decided": {func(*repricer.ChangeSnapshot, *repricer.ProductSnapshot, *repricer.Standing) {}, send},
		"stopped": {func(_ *repricer.ChangeSnapshot, _ *repricer.ProductSnapshot, at *repricer.Standing) {
			at.Stopped = true
		}, "repricer_stopped"},
		"settings reset": {func(_ *repricer.ChangeSnapshot, _ *repricer.ProductSnapshot, at *repricer.Standing) {
			at.Settings.State = repricer.SettingsAbsent
		}, "settings_absent"},
		"team off": {func(_ *repricer.ChangeSnapshot, _ *repricer.ProductSnapshot, at *repricer.Standing) {
			at.Settings.Values.Enabled = false
		}, "repricer_disabled"},
		"suggestions only": {func(_ *repricer.ChangeSnapshot, _ *repricer.ProductSnapshot, at *repricer.Standing) {
			at.Settings.Values.SubmissionMode = repricer.SubmitSuggest
		}, "suggestions_only"},
		"asked for among suggestions": {func(s *repricer.ChangeSnapshot, row *repricer.ProductSnapshot, at *repricer.Standing) {
			at.Settings.Values.SubmissionMode, row.Mode, s.Trigger = repricer.SubmitSuggest, repricer.ModeManual, repricer.TriggerManual
		}, send},
		"not connected": {func(_ *repricer.ChangeSnapshot, _ *repricer.ProductSnapshot, at *repricer.Standing) {
			at.Connected = false
		}, "account_not_connected"},
		"mode off": {func(_ *repricer.ChangeSnapshot, row *repricer.ProductSnapshot, _ *repricer.Standing) {
			row.Mode = repricer.ModeOff
		}, "mode_off"},
		"mode manual": {func(_ *repricer.ChangeSnapshot, row *repricer.ProductSnapshot, _ *repricer.Standing) {
			row.Mode = repricer.ModeManual
		}, "suggestions_only"},
		"held": {func(_ *repricer.ChangeSnapshot, row *repricer.ProductSnapshot, _ *repricer.Standing) {
			row.Hold = repricer.Some(repricer.Hold{Reason: repricer.HoldListingIssue})
		}, "on_hold"},
		"another currency": {func(_ *repricer.ChangeSnapshot, row *repricer.ProductSnapshot, _ *repricer.Standing) {
			row.Currency = "GBP"
		}, "currency_changed"},
		"an hour old": {func(_ *repricer.ChangeSnapshot, _ *repricer.ProductSnapshot, at *repricer.Standing) {
			at.Now = monday.Add(time.Hour + 1)
		}, supersede},
		"decided from what is not so any more": {func(_ *repricer.ChangeSnapshot, _ *repricer.ProductSnapshot, at *repricer.Standing) {
			at.Overtaken = true
		}, supersede},
		"live already": {func(_ *repricer.ChangeSnapshot, row *repricer.ProductSnapshot, _ *repricer.Standing) {
			row.Observed.CurrentPrice = repricer.Some(eur("18"))
		}, supersede},
		"a floor above it": {func(_ *repricer.ChangeSnapshot, row *repricer.ProductSnapshot, _ *repricer.Standing) {
			row.Limits.MinPrice = repricer.Some(eur("18.0001"))
		}, supersede},
		"a floor at it": {func(_ *repricer.ChangeSnapshot, row *repricer.ProductSnapshot, _ *repricer.Standing) {
			row.Limits.MinPrice = repricer.Some(eur("18"))
		}, send},
		"a minimum advertised price above it": {func(_ *repricer.ChangeSnapshot, row *repricer.ProductSnapshot, _ *repricer.Standing) {
			row.Observed.MapPrice = repricer.Some(eur("18.01"))
		}, supersede},
		"a ceiling below it": {func(_ *repricer.ChangeSnapshot, row *repricer.ProductSnapshot, _ *repricer.Standing) {
			row.Limits.MaxPrice = repricer.Some(eur("17.99"))
		}, supersede},
		"no ceiling": {func(_ *repricer.ChangeSnapshot, row *repricer.ProductSnapshot, _ *repricer.Standing) {
			row.Limits.MaxPrice = repricer.None[money.Amount]()
		}, send},
		"the minimum is blank now": {func(_ *repricer.ChangeSnapshot, row *repricer.ProductSnapshot, _ *repricer.Standing) {
			row.Limits.MinPrice = repricer.None[money.Amount]()
		}, supersede},
		"the minimum is nothing now": {func(_ *repricer.ChangeSnapshot, row *repricer.ProductSnapshot, _ *repricer.Standing) {
			row.Limits.MinPrice = repricer.Some(money.Amount{})
		}, supersede},
		"a calculated floor": {func(_ *repricer.ChangeSnapshot, row *repricer.ProductSnapshot, _ *repricer.Standing) {
			row.Limits.MinPriceMode, row.Limits.MinPrice = repricer.MinPriceROI, repricer.None[money.Amount]()
		}, send},
		"a calculated floor of a row edited since": {func(_ *repricer.ChangeSnapshot, row *repricer.ProductSnapshot, _ *repricer.Standing) {
			row.Limits.MinPriceMode, row.UpdatedAt = repricer.MinPriceROI, monday
		}, supersede},
		"a calculated floor that was never found": {func(s *repricer.ChangeSnapshot, row *repricer.ProductSnapshot, _ *repricer.Standing) {
			row.Limits.MinPriceMode, s.Floor = repricer.MinPriceROI, repricer.None[money.Amount]()
		}, supersede},
		"a minimum above the calculated floor": {func(_ *repricer.ChangeSnapshot, row *repricer.ProductSnapshot, _ *repricer.Standing) {
			row.Limits.MinPriceMode, row.Limits.MinPrice = repricer.MinPriceROI, repricer.Some(eur("19"))
		}, supersede},
	} {
		s, at := leaving(t)
		row, _ := at.Row.Get()
		c.change(&s, &row, &at)
		at.Row = repricer.Some(row)
		require.Equal(t, c.want, departing(s, at), name)
	}
	s, at := leaving(t)
	at.Row = repricer.None[repricer.ProductSnapshot]()
	require.Equal(t, "product_deleted", departing(s, at))
}

func departing(s repricer.ChangeSnapshot, at repricer.Standing) string {
	_, d := s.Depart(at)
	if d == repricer.DepartureCancel {
		return string(s.Withdrawal(at))
	}
	return string(d)
}

// The marketplace is told the band as its seller's own bounds.
func TestTheBandOfAPrice(t *testing.T) {
	t.Parallel()
	s, at := leaving(t)
	row, _ := at.Row.Get()
	row.Limits.MinPrice, row.Limits.MaxPrice = repricer.Some(eur("10.001")), repricer.Some(eur("30.009"))
	at.Row = repricer.Some(row)
	band, d := s.Depart(at)
	require.Equal(t, repricer.DepartureSend, d)
	require.Equal(t, repricer.Band{Floor: eur("10.01"), Ceiling: repricer.Some(eur("30"))}, band)
	require.Equal(t, eur("30"), band.Maximum(eur("18")))
	row.Limits.MinPriceMode, row.Limits.MaxPrice = repricer.MinPriceMargin, repricer.None[money.Amount]()
	row.Limits.MinPrice = repricer.Some(eur("5"))
	at.Row = repricer.Some(row)
	band, _ = s.Depart(at)
	require.Equal(t, repricer.Band{Floor: eur("10")}, band)
	require.Equal(t, eur("36.02"), band.Maximum(eur("18.01")), "no ceiling is a maximum as well")
}

// Whatever the row has become, what leaves lies in the band the row has now.
func TestNothingLeavesOutsideTheBandOfTheRow(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		price := func(name string) repricer.Maybe[money.Amount] {
			if rapid.Bool().Draw(rt, name+" set") {
				return repricer.Some(money.FromUnits(rapid.Int64Range(0, 400_000).Draw(rt, name)))
			}
			return repricer.None[money.Amount]()
		}
		s, at := leaving(t)
		row, _ := at.Row.Get()
		row.Limits.MinPrice, row.Limits.MaxPrice, row.Observed.MapPrice = price("min"), price("max"), price("map")
		row.Limits.MinPriceMode = rapid.SampledFrom(repricer.Words[repricer.MinPriceMode]()).Draw(rt, "mode")
		at.Row = repricer.Some(row)
		band, d := s.Depart(at)
		again, may := s.MayRepeat(at)
		if (d == repricer.DepartureSend) != may || band != again {
			rt.Fatalf("%s, repeated %v", d, may)
		}
		if d != repricer.DepartureSend {
			return
		}
		least, has := row.Limits.MinPrice.Get()
		most, capped := row.Limits.MaxPrice.Get()
		switch {
		case !band.Floor.Positive(), s.NewPrice.Cmp(band.Floor) < 0:
			rt.Fatalf("floor %s", band.Floor)
		case band.Maximum(s.NewPrice).Cmp(s.NewPrice) < 0:
			rt.Fatalf("told maximum %s", band.Maximum(s.NewPrice))
		case row.Limits.MinPriceMode == repricer.MinPriceManual && !has, has && s.NewPrice.Cmp(least) < 0:
			rt.Fatalf("minimum %v", row.Limits.MinPrice)
		case capped && s.NewPrice.Cmp(most) > 0, row.Observed.MapPrice.Known() && s.NewPrice.Cmp(row.Observed.MapPrice.Or(money.Amount{})) < 0:
			rt.Fatalf("maximum %v, advertised %v", row.Limits.MaxPrice, row.Observed.MapPrice)
		}
	})
}

func TestUrgency(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		trigger repricer.Trigger
		reason  repricer.Reason
		price   string
		want    repricer.Urgency
	}{
		"falling":              {"sweep", repricer.ReasonMatchTarget, "18", repricer.UrgencyFalling},
		"rising":               {"sweep", repricer.ReasonMatchTarget, "21", repricer.UrgencyRising},
		"back above the floor": {"sweep", repricer.ReasonRaisedToFloor, "21", repricer.UrgencyRepair},
		"back under the top":   {"sweep", repricer.ReasonLoweredToCeiling, "19", repricer.UrgencyRepair},
		"a repair":             {"repair", repricer.ReasonMatchTarget, "21", repricer.UrgencyRepair},
	} {
		n := decided(repricer.VerdictChange, "20", c.price)
		n.Trigger, n.Decision.Reason = c.trigger, c.reason
		require.Equal(t, c.want, recorded(t, n).Snapshot().Urgency(), name)
	}
}

func TestLanesOfAnAccount(t *testing.T) {
	t.Parallel()
	lane := repricer.LanePatch
	for _, step := range []struct {
		waiting int
		want    repricer.Lane
	}{
		{0, "patch"}, {1_500, "patch"}, {1_501, "feed"}, {1_500, "feed"}, {300, "feed"}, {299, "patch"}, {300, "patch"}, {1_500, "patch"},
	} {
		lane = repricer.NextLane(lane, step.waiting)
		require.Equal(t, step.want, lane, step.waiting)
	}
}

func TestTheBreakerOfRefusals(t *testing.T) {
	t.Parallel()
	add := func(a repricer.Answers, words string) (out repricer.Answers, tripped bool) {
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
		next, more := repricer.NextLook(monday, minutes(now))
		require.True(t, more)
		require.Equal(t, minutes(want), next, "after %d minutes", now)
	}
	_, more := repricer.NextLook(monday, minutes(30))
	require.False(t, more)
}

func TestAPriceThatDidNotArrive(t *testing.T) {
	t.Parallel()
	c := stored(t, recorded(t, decided(repricer.VerdictChange, "20", "18")))
	require.NoError(t, c.Submit(repricer.LanePatch, monday))
	c = stored(t, c)
	require.NoError(t, c.NotSent())
	require.Equal(t, repricer.Some(repricer.OutcomeProposed), c.Outcome())
	require.False(t, c.Snapshot().Submission.Known())
	_, n, _ := c.Moved()
	require.Equal(t, repricer.Counts{Submitted: -1}, n, "what was counted is taken back")
	requireFault(t, c.NotSent(), fault.Rule, fault.CodeInvalidTransition, "")

	require.NoError(t, c.Submit(repricer.LanePatch, monday))
	require.NoError(t, c.Resubmit())
	require.NoError(t, c.NotSent())
	require.Equal(t, repricer.Some(repricer.OutcomeSubmitted), c.Outcome(), "the first one may have arrived")
	require.Equal(t, 1, c.Snapshot().Submission.Or(repricer.Submission{}).Attempts)
	require.NoError(t, c.Expire())
	require.Equal(t, repricer.Some(repricer.OutcomeTimedOut), c.Outcome())
}

func TestAPriceIsSeen(t *testing.T) {
	t.Parallel()
	at := monday.Add(time.Minute)
	seen := repricer.PriceSeen{At: at.Add(time.Minute), Price: repricer.Price{Amount: eur("18"), Currency: "EUR"}}
	sent := func() *repricer.PriceChange {
		c := recorded(t, decided(repricer.VerdictChange, "20", "18"))
		require.NoError(t, c.Submit(repricer.LanePatch, at))
		return c
	}
	for name, s := range map[string]repricer.PriceSeen{
		"before it left":   {At: at.Add(-1), Price: seen.Price},
		"another price":    {At: seen.At, Price: repricer.Price{Amount: eur("18.01"), Currency: "EUR"}},
		"another currency": {At: seen.At, Price: repricer.Price{Amount: eur("18"), Currency: "GBP"}},
	} {
		c := sent()
		live, err := c.See(s)
		require.NoError(t, err)
		require.False(t, live, name)
		require.Equal(t, repricer.Some(repricer.OutcomeSubmitted), c.Outcome(), name)
	}
	c := sent()
	live, err := c.See(seen)
	require.NoError(t, err)
	require.True(t, live, "its answer was lost")
	require.Equal(t, repricer.Some(repricer.OutcomeConfirmed), c.Outcome())
	sub, _ := c.Snapshot().Submission.Get()
	require.Equal(t, repricer.Some(seen.At), sub.ConfirmedAt)
	live, err = c.See(seen)
	require.NoError(t, err)
	require.False(t, live, "it is over")
	day := date.MustParse("2026-03-02")
	require.Equal(t, repricer.Sending{From: eur("20"), Price: eur("18"), Reason: "match_target", At: at, Day: day},
		c.Snapshot().Sending(at, day))
}

func TestARowFollowsItsPrice(t *testing.T) {
	t.Parallel()
	for _, state := range repricer.Words[repricer.RunState]() {
		p := runRow(t, state)
		p.PriceLeft()
		require.Equal(t, repricer.RunSubmitting, p.RunState())
		p.PriceTaken()
		require.Equal(t, repricer.RunAwaitingConfirmation, p.RunState())
		p.PriceLive(eur("18"))
		require.Equal(t, repricer.RunIdle, p.RunState())
		require.Equal(t, repricer.Some(eur("18")), p.Snapshot().Observed.CurrentPrice)
	}
	failed := runRow(t, repricer.RunAwaitingConfirmation)
	failed.PriceFailed("Refused.", monday)
	require.Equal(t, repricer.RunIdle, failed.RunState())
	require.Equal(t, repricer.Some(repricer.Hold{Reason: repricer.HoldSubmissionFailed, Since: monday, Details: "Refused."}), failed.Snapshot().Hold)

	dropped := runRow(t, repricer.RunSubmitting)
	dropped.PriceDropped()
	require.Equal(t, repricer.RunIdle, dropped.RunState())
	busy := runRow(t, repricer.RunEvaluating)
	busy.PriceDropped()
	require.Equal(t, repricer.RunEvaluating, busy.RunState(), "it is being decided already")
	busy.DueAt(monday)
	require.Equal(t, repricer.Some(monday), busy.Snapshot().Observed.NextDueAt)
}

func TestTheOwnOfferInAnEvent(t *testing.T) {
	t.Parallel()
	p := runRow(t, repricer.RunAwaitingConfirmation)
	listed := repricer.Price{Amount: eur("18"), Currency: "USD"}
	own := repricer.MarketOffer{SellerID: "A1", Listed: repricer.Some(listed)}
	rival := repricer.MarketOffer{SellerID: "A3RIVAL", Listed: repricer.Some(repricer.Price{Amount: eur("17"), Currency: "USD"})}
	m := repricer.Market{At: monday, Offers: []repricer.MarketOffer{rival, own}}
	require.Equal(t, repricer.Some(repricer.PriceSeen{At: monday, Price: listed}), p.OwnPrice(m))
	m.Offers = append(m.Offers, own)
	require.False(t, p.OwnPrice(m).Known(), "two offers of the account")
	m.Offers = m.Offers[:1]
	require.False(t, p.OwnPrice(m).Known(), "no offer of the account")

	p.Learn(repricer.Learnt{Fulfillment: repricer.Some(repricer.FBA)})
	other, same := own, own
	other.Listed = repricer.Some(repricer.Price{Amount: eur("9"), Currency: "USD"})
	other.Fulfillment, same.Fulfillment = repricer.Some(repricer.FBM), repricer.Some(repricer.FBA)
	require.False(t, p.OwnPrice(repricer.Market{At: monday, Offers: []repricer.MarketOffer{other}}).Known(), "another SKU's")
	m.Offers = []repricer.MarketOffer{other, same}
	require.Equal(t, repricer.Some(repricer.PriceSeen{At: monday, Price: listed}), p.OwnPrice(m))
}
