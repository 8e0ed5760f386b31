package jobs_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	port "sellingassistant/ports/jobs"
	"sellingassistant/test/jobs"
)

func TestJobsRunWhenTheyAreDue(t *testing.T) {
	t.Parallel()
	ctx, now := context.Background(), time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	q := jobs.New(func() time.Time { return now })
	add := func(r port.Request) port.ID {
		id, err := q.Enqueue(ctx, r)
		require.NoError(t, err)
		return id
	}
	first := add(port.Request{Kind: "test.work", Team: 1, Args: []byte(`{"n":1}`), Unique: "a"})
	require.Equal(t, first, add(port.Request{Kind: "test.work", Team: 1, Unique: "a"}), "joined")
	other := add(port.Request{Kind: "test.work", Team: 2, Unique: "a"})
	late := add(port.Request{Kind: "test.work", At: now.Add(time.Hour), Attempts: 2})
	answers := map[port.ID]error{other: port.Later(time.Minute), late: errors.New("no")}
	var ran []port.Job
	work := port.Handler{Kind: "test.work", Run: func(_ context.Context, j port.Job) error {
		ran = append(ran, j)
		return answers[j.ID]
	}}

	require.NoError(t, q.Work(ctx, work))
	require.Equal(t, []port.Job{
		{ID: 1, Kind: "test.work", Team: 1, Args: []byte(`{"n":1}`), Queue: port.Normal, Attempt: 1, Attempts: 10, EnqueuedAt: now},
		{ID: 2, Kind: "test.work", Team: 2, Args: []byte(`{}`), Queue: port.Normal, Attempt: 1, Attempts: 10, EnqueuedAt: now},
	}, ran)
	require.Len(t, q.Waiting(), 2)

	answers[other] = port.Dead(errors.New("never"))
	now = now.Add(time.Hour)
	require.ErrorContains(t, q.Work(ctx, work), "never")
	require.Len(t, q.Waiting(), 1, "the late one failed once")
	require.ErrorContains(t, q.Work(ctx, work), "no")
	require.Empty(t, q.Waiting(), "its attempts are used up")
	require.NotEqual(t, first, add(port.Request{Kind: "test.work", Team: 1, Unique: "a"}), "the first has ended")
	require.ErrorContains(t, q.Work(ctx), "no handler for test.work")
}
