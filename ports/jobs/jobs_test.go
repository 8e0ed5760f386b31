package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/ports/jobs"
)

func TestRequestsThatNoQueueTakes(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]jobs.Request{
		"no kind":           {},
		"a kind of a word":  {Kind: "sync"},
		"a kind in capital": {Kind: "Inventory.sync"},
		"long arguments":    {Kind: "a.b", Args: []byte(strings.Repeat("x", jobs.MaxArgs+1))},
		"a long unique":     {Kind: "a.b", Unique: strings.Repeat("x", jobs.MaxUnique+1)},
		"too many attempts": {Kind: "a.b", Attempts: jobs.MaxAttempts + 1},
		"fewer than none":   {Kind: "a.b", Attempts: -1},
		"an unknown lane":   {Kind: "a.b", Queue: "fast"},
	} {
		require.Error(t, r.Check(), name)
	}
	for _, lane := range append(jobs.QueueNames(), "") {
		require.NoError(t, jobs.Request{
			Kind: "inventory.roll_costs", Args: []byte(strings.Repeat("x", jobs.MaxArgs)),
			Unique: strings.Repeat("x", jobs.MaxUnique), Attempts: jobs.MaxAttempts, Queue: lane,
		}.Check())
	}
}

func TestWhatARunAsksFor(t *testing.T) {
	t.Parallel()
	reason := errors.New("gone")
	after, ok := jobs.IsLater(fmt.Errorf("sync: %w", jobs.Later(time.Minute)))
	require.True(t, ok)
	require.Equal(t, time.Minute, after)
	after, ok = jobs.IsLater(jobs.Later(-time.Second))
	require.True(t, ok)
	require.Zero(t, after)
	_, ok = jobs.IsLater(reason)
	require.False(t, ok)

	require.True(t, jobs.IsDead(fmt.Errorf("sync: %w", jobs.Dead(reason))))
	require.ErrorIs(t, jobs.Dead(reason), reason)
	require.False(t, jobs.IsDead(reason))
}

func TestAJobThatFailsForOneReasonEnds(t *testing.T) {
	t.Parallel()
	var (
		broken = errors.New("cannot reserve 0 tokens")
		away   = fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "Amazon does not answer.")
	)
	many := func(n int, texts ...string) (all []string) {
		for range n {
			all = append(all, texts...)
		}
		return all
	}
	for name, c := range map[string]struct {
		attempt, attempts int
		failed            []string
		err               error
		last              bool
	}{
		"first run":                {1, 100, nil, broken, false},
		"fourth in a row":          {4, 100, many(3, broken.Error()), broken, false},
		"fifth in a row":           {5, 100, many(4, broken.Error()), broken, true},
		"others between":           {9, 100, many(4, broken.Error(), "other"), broken, false},
		"others before":            {9, 100, append(many(4, "other"), many(4, broken.Error())...), broken, true},
		"figures differ":           {5, 100, []string{"lock 1: 0.7s", "lock 2: 1s", "lock 31: 2:05s", "lock 4: 9.25s"}, errors.New("lock 5: 3s"), true},
		"something is away":        {5, 100, many(4, away.Error()), away, false},
		"something stays away":     {20, 100, many(19, away.Error()), away, true},
		"no time":                  {5, 100, many(4, context.DeadlineExceeded.Error()), context.DeadlineExceeded, false},
		"few tries, some left":     {9, 10, many(8, broken.Error()), broken, false},
		"few tries, all used":      {10, 10, many(9, "other"), broken, true},
		"many deaths of processes": {60, 100, nil, broken, false},
		"dead":                     {1, 100, nil, jobs.Dead(broken), true},
	} {
		j := jobs.Job{Attempt: c.attempt, Attempts: c.attempts, Failed: c.failed}
		require.Equal(t, c.last, j.Last(c.err), name)
	}
}
