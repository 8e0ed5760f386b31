package jobs_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

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
