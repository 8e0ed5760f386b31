package patience_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/patience"
)

func TestWaitsSideBySideCountOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, waits := patience.Left(context.Background(), time.Now())
		require.False(t, waits, "a job")
		patience.Wait(context.Background(), time.Now)()

		ctx := patience.With(context.Background())
		left := func() time.Duration {
			d, waits := patience.Left(ctx, time.Now())
			require.True(t, waits)
			return d
		}
		require.Equal(t, 5*time.Second, left())
		first := patience.Wait(ctx, time.Now)
		time.Sleep(time.Second)
		second := patience.Wait(ctx, time.Now)
		time.Sleep(time.Second)
		require.Equal(t, 3*time.Second, left(), "while both wait")
		first()
		time.Sleep(time.Second)
		second()
		time.Sleep(time.Hour)
		require.Equal(t, 2*time.Second, left(), "while nothing waits")
		third := patience.Wait(ctx, time.Now)
		time.Sleep(9 * time.Second)
		third()
		require.Zero(t, left())
	})
}
