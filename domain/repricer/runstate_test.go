package repricer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/words"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

func TestRunStateOverEveryStateAndEvent(t *testing.T) {
	const (
		idle, queued, evaluating, submitting, awaiting = repricer.RunIdle, repricer.RunQueued,
			repricer.RunEvaluating, repricer.RunSubmitting, repricer.RunAwaitingConfirmation
		no = repricer.RunState("")
	)
	// One column per state, in the order above.
	states := []repricer.RunState{idle, queued, evaluating, submitting, awaiting}
	table := map[repricer.RunEvent][]repricer.RunState{
		repricer.RunWoken:    {queued, queued, evaluating, submitting, awaiting},
		repricer.RunClaimed:  {no, evaluating, no, no, no},
		repricer.RunKept:     {no, no, idle, no, no},
		repricer.RunPriced:   {no, no, submitting, no, no},
		repricer.RunSent:     {submitting, submitting, submitting, submitting, submitting},
		repricer.RunAccepted: {awaiting, awaiting, awaiting, awaiting, awaiting},
		repricer.RunResolved: {no, no, no, idle, idle},
	}
	require.Equal(t, states, words.Of[repricer.RunState]())
	require.Len(t, table, len(words.Of[repricer.RunEvent]()))
	for _, event := range words.Of[repricer.RunEvent]() {
		for i, state := range states {
			want, legal := table[event][i], table[event][i] != no
			if !legal {
				want = state
			}
			got, ok := state.Next(event)
			require.Equal(t, legal, ok, "%s in %s", event, state)
			require.Equal(t, want, got, "%s in %s", event, state)
		}
	}
}

// runRow makes a stored row in a run state.
func runRow(t *testing.T, s repricer.RunState) *repricer.Product {
	t.Helper()
	p, err := repricer.RestoreProduct(repricer.ProductSnapshot{
		ID: 7, Team: 1, Key: repricer.Key{SellerID: "A1", MarketplaceID: us, SKU: "S"}, ASIN: "B000000001", Currency: "USD",
		Mode: decision.ModeAuto, Priority: repricer.PriorityNormal, Condition: decision.ConditionNew,
		Limits: decision.DefaultLimits(), RunState: s, Version: 3, CreatedAt: monday, UpdatedAt: monday,
	})
	require.NoError(t, err)
	return p
}

func TestARowRunsAsItsStatesSay(t *testing.T) {
	for _, state := range words.Of[repricer.RunState]() {
		for _, event := range words.Of[repricer.RunEvent]() {
			p := runRow(t, state)
			want, legal := state.Next(event)
			err := p.Transition(event)
			if legal {
				require.NoError(t, err, "%s in %s", event, state)
			} else {
				requireFault(t, err, fault.Rule, fault.CodeInvalidTransition, "")
			}
			require.Equal(t, want, p.RunState(), "%s in %s", event, state)
			require.Equal(t, int64(3), p.Version(), "the version counts changes by users")
			require.Equal(t, monday, p.Snapshot().UpdatedAt)
		}
	}
}

func TestTheFirstReasonOfAHoldStays(t *testing.T) {
	first := repricer.Hold{Reason: decision.HoldCircuitBreaker, Since: monday, Details: "fell by 30 %"}
	p := runRow(t, repricer.RunIdle)
	require.False(t, p.EndHold(decision.HoldCircuitBreaker), "it was not held")
	p.PutOnHold(first)
	p.PutOnHold(repricer.Hold{Reason: decision.HoldListingIssue, Since: tuesday})
	require.Equal(t, optional.Some(first), p.Snapshot().Hold)
	require.False(t, p.EndHold(decision.HoldListingIssue))
	require.Equal(t, optional.Some(first), p.Snapshot().Hold)
	require.True(t, p.EndHold(decision.HoldCircuitBreaker))
	require.Equal(t, optional.None[repricer.Hold](), p.Snapshot().Hold)
}

func TestARowFollowsItsPrice(t *testing.T) {
	t.Parallel()
	for _, state := range words.Of[repricer.RunState]() {
		p := runRow(t, state)
		p.PriceSent()
		require.Equal(t, repricer.RunSubmitting, p.RunState())
		p.PriceAccepted()
		require.Equal(t, repricer.RunAwaitingConfirmation, p.RunState())
		p.PriceLive(eur("18"))
		require.Equal(t, repricer.RunIdle, p.RunState())
		require.Equal(t, optional.Some(eur("18")), p.Snapshot().Observed.CurrentPrice)
	}
	failed := runRow(t, repricer.RunAwaitingConfirmation)
	failed.PriceFailed("Refused.", monday)
	require.Equal(t, repricer.RunIdle, failed.RunState())
	require.Equal(t, optional.Some(repricer.Hold{Reason: decision.HoldSubmissionFailed, Since: monday, Details: "Refused."}), failed.Snapshot().Hold)

	dropped := runRow(t, repricer.RunSubmitting)
	dropped.PriceCancelled()
	require.Equal(t, repricer.RunIdle, dropped.RunState())
	busy := runRow(t, repricer.RunEvaluating)
	busy.PriceCancelled()
	require.Equal(t, repricer.RunEvaluating, busy.RunState(), "it is being decided already")
	busy.SetDueAt(monday)
	require.Equal(t, optional.Some(monday), busy.Snapshot().Observed.NextDueAt)
}

func TestTheOwnOfferInAnEvent(t *testing.T) {
	t.Parallel()
	p := runRow(t, repricer.RunAwaitingConfirmation)
	listed := money.Sum{Amount: eur("18"), Currency: "USD"}
	own := repricer.MarketOffer{SellerID: "A1", Listed: optional.Some(listed)}
	rival := repricer.MarketOffer{SellerID: "A3RIVAL", Listed: optional.Some(money.Sum{Amount: eur("17"), Currency: "USD"})}
	m := repricer.MarketState{At: monday, Offers: []repricer.MarketOffer{rival, own}}
	require.Equal(t, optional.Some(repricer.PriceSeen{At: monday, Price: listed}), p.OwnPrice(m))
	m.Offers = append(m.Offers, own)
	require.False(t, p.OwnPrice(m).Known(), "two offers of the account")
	m.Offers = m.Offers[:1]
	require.False(t, p.OwnPrice(m).Known(), "no offer of the account")

	p.Observe(repricer.Observation{Fulfillment: optional.Some(decision.FBA)})
	other, same := own, own
	other.Listed = optional.Some(money.Sum{Amount: eur("9"), Currency: "USD"})
	other.Fulfillment, same.Fulfillment = optional.Some(decision.FBM), optional.Some(decision.FBA)
	require.False(t, p.OwnPrice(repricer.MarketState{At: monday, Offers: []repricer.MarketOffer{other}}).Known(), "another SKU's")
	m.Offers = []repricer.MarketOffer{other, same}
	require.Equal(t, optional.Some(repricer.PriceSeen{At: monday, Price: listed}), p.OwnPrice(m))
}
