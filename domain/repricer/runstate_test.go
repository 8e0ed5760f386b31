package repricer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/repricer"
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
		repricer.RunWoken:          {queued, queued, evaluating, submitting, awaiting},
		repricer.RunClaimed:        {no, evaluating, no, no, no},
		repricer.RunSettled:        {no, no, idle, no, no},
		repricer.RunPriced:         {no, no, submitting, no, no},
		repricer.RunAccepted:       {no, no, no, awaiting, no},
		repricer.RunRefused:        {no, no, no, idle, no},
		repricer.RunConfirmed:      {no, no, no, no, idle},
		repricer.RunConfirmedWoken: {no, no, no, no, queued},
		repricer.RunTimedOut:       {no, no, no, no, submitting},
		repricer.RunGivenUp:        {no, no, no, no, idle},
	}
	require.Equal(t, states, repricer.Words[repricer.RunState]())
	require.Len(t, table, len(repricer.Words[repricer.RunEvent]()))
	for _, event := range repricer.Words[repricer.RunEvent]() {
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
