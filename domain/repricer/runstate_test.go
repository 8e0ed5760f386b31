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
		repricer.RunWoken:   {queued, queued, evaluating, submitting, awaiting},
		repricer.RunClaimed: {no, evaluating, no, no, no},
		repricer.RunSettled: {no, no, idle, no, no},
		repricer.RunPriced:  {no, no, submitting, no, no},
		repricer.RunLeft:    {submitting, submitting, submitting, submitting, submitting},
		repricer.RunTaken:   {awaiting, awaiting, awaiting, awaiting, awaiting},
		repricer.RunOver:    {no, no, no, idle, idle},
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
