package sending_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	"sellingassistant/test/tier"
)

// drive has a row that is decided and sent as in the service. Its limits, costs, rivals and
// settings change at random.
type drive struct {
	t        *testing.T
	dice     *rand.Rand
	at       time.Time
	row      *repricer.Product
	settings repricer.SettingsValues
	in       decision.Input
	// The price that a user has just accepted, if any.
	resumed optional.Maybe[money.Amount]
	sent    int
	held    int
	let     int
	late    int
}

func newDrive(t *testing.T, seed uint64) *drive {
	t.Helper()
	d := &drive{t: t, dice: rand.New(rand.NewPCG(seed, 11)), at: noon, settings: repricer.DefaultSettings()}
	d.settings.SubmissionMode = decision.SubmitLive
	s := repricer.ProductSnapshot{
		ID: 31, Team: 4, Key: repricer.Key{SellerID: "A2SELLER", MarketplaceID: marketplace.US, SKU: "kettle"}, ASIN: "B000000001", Currency: "USD",
		Mode: decision.ModeAuto, Priority: repricer.PriorityNormal, Condition: decision.ConditionNew, Limits: decision.DefaultLimits(),
		StrategyID: optional.Some(strategy.ID(7)), RunState: repricer.RunIdle, Version: 1, CreatedAt: noon, UpdatedAt: noon,
	}
	s.Limits.MinPrice, s.Limits.MaxPrice = optional.Some(eur("10")), optional.Some(eur("40"))
	s.Observed.CurrentPrice, s.Observed.Cost = optional.Some(eur("20")), optional.Some(eur("8"))
	s.Observed.Fulfillment, s.Observed.Quantity = optional.Some(decision.FBA), optional.Some(int64(5))
	s.Observed.BuyBox.Owner = decision.BoxUnknown
	row, err := repricer.RestoreProduct(s)
	require.NoError(t, err)
	d.row = row
	d.in.Strategy = &decision.Strategy{
		Type: decision.TypeCompetitor, Enabled: true, CompeteWith: optional.Some(decision.TargetLowest), Action: optional.Some(decision.ActionBelow),
		By: eur("0.01"), ByType: decision.ByAmount, StepType: decision.ByAmount, OnNoCompetition: decision.NoCompetitionMax, OnBelowMin: decision.BelowMinMin,
		OnOwnBuyBox: decision.OwnBoxRaiseToNext, OnSuppressedBuyBox: decision.SuppressedKeep, OnLostAfterRaise: decision.LostRevert,
	}
	return d
}

// price draws an amount from 0.01 to 100,000: mostly near 20, sometimes as if a decimal sign was
// misread.
func (d *drive) price() money.Amount {
	cents := int64(500 + d.dice.IntN(4_000))
	switch d.dice.IntN(6) {
	case 0:
		cents *= 1_000
	case 1:
		cents = 1 + cents/100
	}
	return money.FromUnits(cents * 100)
}

// happen changes something from outside.
func (d *drive) happen() {
	d.at = d.at.Add(time.Duration(1+d.dice.IntN(40)) * time.Minute)
	switch d.dice.IntN(9) {
	case 0, 1: // an import of limits, which resumes many rows at once
		least := d.price()
		most := money.FromUnits(least.Units() * int64(1+d.dice.IntN(4)))
		patch := repricer.ProductPatch{Limits: optional.Put(repricer.LimitsPatch{MinPrice: optional.Put(least), MaxPrice: optional.Put(most)})}
		if d.dice.IntN(2) == 0 {
			patch.Mode = optional.Some(decision.ModeAuto)
		}
		rules := repricer.Rules{Strategies: map[strategy.ID]strategy.Coverage{7: {ID: 7}}}
		_, err := d.row.Change(patch, rules, d.at)
		require.NoError(d.t, err)
	case 2: // a calculated minimum
		mode := []decision.MinPriceMode{decision.MinPriceManual, decision.MinPriceROI}[d.dice.IntN(2)]
		patch := repricer.ProductPatch{Limits: optional.Put(repricer.LimitsPatch{
			MinPriceMode: optional.Put(mode), TargetROI: optional.Put(money.MustParsePercent(fmt.Sprint(d.dice.IntN(300)))), MaxPrice: optional.Clear[money.Amount](),
		})}
		_, err := d.row.Change(patch, repricer.Rules{Strategies: map[strategy.ID]strategy.Coverage{7: {ID: 7}}}, d.at)
		require.NoError(d.t, err)
	case 3: // a cost
		d.row.Observe(repricer.Observation{Cost: optional.Some(d.price())})
	case 4, 5: // rivals come and go, and sometimes the answer about them lies
		d.in.Offers = nil
		for range d.dice.IntN(3) {
			d.in.Offers = append(d.in.Offers, decision.Offer{SellerID: "A3RIVAL", Price: d.price(), Fulfillment: decision.FBA, Condition: decision.ConditionNew})
		}
		d.in.OffersIncomplete = d.dice.IntN(3) == 0
	case 6: // changes the listing by hand
		d.live(d.price())
	case 7: // sets another hold and resumes it
		d.row.PutOnHold(repricer.Hold{Reason: decision.HoldListingIssue, Since: d.at})
		d.row.EndHold(decision.HoldListingIssue)
	case 8:
		d.settings.MaxRisePercent = money.MustParsePercent(fmt.Sprint(1 + d.dice.IntN(300)))
		d.settings.AnomalyPercent = money.MustParsePercent(fmt.Sprint(1 + d.dice.IntN(99)))
	}
}

func (d *drive) live(price money.Amount) {
	d.row.Observe(repricer.Observation{Price: optional.Some(price), Cost: d.row.Snapshot().Observed.Cost})
}

// decide decides the row and freezes it or returns its new price.
func (d *drive) decide() *history.PriceChange {
	s := d.row.Snapshot()
	input := d.in
	d.at = d.at.Add(time.Second)
	input.Now, input.OffersAt = d.at, optional.Some(d.at)
	policy := repricer.PolicyOf(d.settings, []string{s.Key.SellerID})
	input.Policy, input.Row = &policy, repricer.DecisionRow(s)
	input.Row.Fees = optional.Some(decision.FeeTerms{Fees: decision.Fees{ReferralPercent: money.MustParsePercent("15")}})
	input.Row.Accepted = s.Accepted(d.at)
	out := decision.Decide(input)
	if out.Reason == decision.ReasonCircuitBreaker {
		d.held++
		d.row.PutOnHold(repricer.Hold{Reason: decision.HoldCircuitBreaker, Since: d.at, Price: out.Grounds.Reached})
	}
	d.row.ConsumeResume(out.Verdict, d.at)
	if want, ok := d.resumed.Get(); ok {
		require.Equal(d.t, decision.VerdictChange, out.Verdict, "a resumed price is sent, not %s", out.Reason)
		require.Equal(d.t, want, out.Price)
	}
	if out.Verdict != decision.VerdictChange {
		return nil
	}
	c, err := history.NewPriceChange(history.NewChange{Row: s, Trigger: history.TriggerNotification, Input: input, Decision: out})
	require.NoError(d.t, err)
	return c
}

// send sends the price if the last check lets it, and requires that the brake allows the move.
func (d *drive) send(c *history.PriceChange) {
	row := d.row.Snapshot()
	s := c.Snapshot()
	_, check := s.CheckSend(history.SendContext{
		Now: d.at, Row: optional.Some(row), Connected: true, Settings: repricer.SettingsSnapshot{State: repricer.SettingsPresent, Values: d.settings},
	})
	if d.resumed.Known() {
		require.Equal(d.t, history.SendAllowed, check, "a resumed price leaves")
	}
	if check != history.SendAllowed {
		d.late++
		return
	}
	from, to := row.Observed.CurrentPrice.Or(money.Amount{}).Units(), s.NewPrice.Units()
	rise, fall := d.settings.MaxRisePercent.Units(), d.settings.AnomalyPercent.Units()
	large := (to-from)*1_000_000 > from*rise || (from-to)*1_000_000 > from*fall
	if large {
		end, ok := row.Accepted(d.at).Get()
		require.True(d.t, ok, "%s to %s without a resume", row.Observed.CurrentPrice, s.NewPrice)
		far, near := max(from, end.Units())*11/10, min(from, end.Units())*9/10
		require.True(d.t, to >= near && to <= far, "%d to %d, resumed was %d", from, to, end.Units())
		d.let++
	}
	d.sent++
	d.live(s.NewPrice)
}

// No price moves further than the brake allows, with any events before and after its decision. A
// resumed price is sent.
func TestNoPriceLeavesBeyondTheBrake(t *testing.T) {
	t.Parallel()
	var sent, held, let, late int
	for seed := range uint64(tier.Of(2_000, 10_000)) {
		d := newDrive(t, seed)
		for range 12 {
			d.happen()
			c := d.decide()
			h, stopped := d.row.Snapshot().Hold.Get()
			if stopped && h.Reason == decision.HoldCircuitBreaker && d.dice.IntN(2) == 0 {
				d.row.Resume(d.at)
				if h.Since.Equal(d.at) { // nothing has changed since
					d.resumed = h.Price
				}
				c = d.decide()
			}
			if c != nil && !d.resumed.Known() && d.dice.IntN(4) == 0 {
				d.live(d.price()) // after the decision, before the price leaves
			}
			if c != nil {
				d.send(c)
			}
			d.resumed = optional.None[money.Amount]()
		}
		sent, held, let, late = sent+d.sent, held+d.held, let+d.let, late+d.late
	}
	for name, n := range map[string]int{"sent": sent, "held": held, "resumed and sent": let, "stopped by the last check": late} {
		require.Greater(t, n, 300, name)
	}
}
