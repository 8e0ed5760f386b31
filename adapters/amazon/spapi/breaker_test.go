package spapi

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func call(b *breaker, o outcome) time.Duration {
	trial, wait := b.acquire()
	if wait == 0 {
		b.report(trial, o)
	}
	return wait
}

func TestBreakerOpensAndCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &breaker{clock: System{}}
		for range 10 {
			require.Zero(t, call(b, succeeded))
		}
		for range 9 {
			require.Zero(t, call(b, failed))
		}
		require.Zero(t, b.wait(), "9 of 19 failed")
		require.Zero(t, call(b, failed))
		require.Equal(t, 10*time.Second, b.wait(), "10 of 20 failed")
		require.Equal(t, 10*time.Second, call(b, succeeded))

		time.Sleep(10 * time.Second)
		trial, wait := b.acquire()
		require.True(t, trial)
		require.Zero(t, wait)
		require.Equal(t, time.Second, call(b, succeeded), "one call tries, the others stay away")
		require.True(t, b.report(trial, failed))
		require.Equal(t, 10*time.Second, b.wait())

		time.Sleep(10 * time.Second)
		require.Zero(t, call(b, unknown), "a caller who left says nothing")
		require.Zero(t, call(b, succeeded))
		for range 19 {
			require.Zero(t, call(b, failed), "the count starts anew")
		}
		require.Zero(t, b.wait())
	})
}

func TestBreakerForgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &breaker{clock: System{}}
		for range 19 {
			call(b, failed)
		}
		time.Sleep(31 * time.Second)
		call(b, failed)
		require.Zero(t, b.wait())
		for range 100 {
			call(b, succeeded)
			call(b, unknown)
		}
		for range 50 {
			call(b, failed)
		}
		require.Zero(t, b.wait(), "51 of 151")
	})
}

func TestBreakerIgnoresStragglers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &breaker{clock: System{}}
		old, _ := b.acquire()
		for range 20 {
			call(b, failed)
		}
		time.Sleep(10 * time.Second)
		trial, wait := b.acquire()
		require.Zero(t, wait)
		b.report(old, succeeded)
		require.Equal(t, time.Second, b.wait(), "the trial still runs")
		b.report(trial, succeeded)
		require.Zero(t, b.wait())
	})
}
