package flight_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/flight"
)

func TestEqualQuestionsShareOneAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, calls := flight.New[string, int](time.Minute), atomic.Int64{}
		var wg sync.WaitGroup
		for i := range 10 {
			wg.Go(func() {
				key := []string{"a", "b"}[i%2]
				v, err := g.Do(context.Background(), key, func(context.Context) (int, error) {
					time.Sleep(time.Second)
					calls.Add(1)
					return len(key), nil
				})
				require.NoError(t, err)
				require.Equal(t, 1, v)
			})
		}
		wg.Wait()
		require.EqualValues(t, 2, calls.Load())
		_, err := g.Do(context.Background(), "a", func(context.Context) (int, error) { calls.Add(1); return 0, nil })
		require.NoError(t, err)
		require.EqualValues(t, 3, calls.Load(), "a finished result is not kept")
	})
}

func TestWorkGoesOnWhileAnybodyWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, ended := flight.New[int, string](time.Minute), error(nil)
		work := func(ctx context.Context) (string, error) {
			select {
			case <-time.After(10 * time.Second):
				return "done", nil
			case <-ctx.Done():
				ended = ctx.Err()
				return "", ctx.Err()
			}
		}
		first, leave := context.WithCancel(context.Background())
		var wg sync.WaitGroup
		wg.Go(func() {
			_, err := g.Do(first, 1, work)
			require.ErrorIs(t, err, context.Canceled)
		})
		synctest.Wait()
		wg.Go(func() {
			v, err := g.Do(context.Background(), 1, work)
			require.NoError(t, err)
			require.Equal(t, "done", v)
		})
		synctest.Wait()
		leave()
		wg.Wait()
		require.NoError(t, ended)

		alone, leave := context.WithCancel(context.Background())
		wg.Go(func() {
			_, err := g.Do(alone, 1, work)
			require.ErrorIs(t, err, context.Canceled)
		})
		synctest.Wait()
		leave()
		wg.Wait()
		synctest.Wait()
		require.ErrorIs(t, ended, context.Canceled, "no caller waited any more")
	})
}

func TestTheBudgetBoundsWhatHasNoDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := flight.New[int, int](3 * time.Second)
		began := time.Now()
		_, err := g.Do(context.Background(), 1, func(ctx context.Context) (int, error) {
			<-ctx.Done()
			return 0, ctx.Err()
		})
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Equal(t, 3*time.Second, time.Since(began))
	})
}

func TestAPanicIsAnError(t *testing.T) {
	g := flight.New[int, int](time.Second)
	for range 2 { // fails if the flight hangs
		_, err := g.Do(context.Background(), 1, func(context.Context) (int, error) { panic("boom") })
		require.ErrorContains(t, err, "panicked: boom")
	}
}
