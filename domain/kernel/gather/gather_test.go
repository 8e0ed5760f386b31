package gather_test

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/gather"
)

func TestWhoComesAloneIsServedAlone(t *testing.T) {
	d := gather.NewDesk[int](1)
	for want := range 3 {
		var served []int
		d.Serve(want, func(all []int) { served = all })
		require.Equal(t, []int{want}, served)
	}
}

// While an item is served, the others gather and are served together.
func TestWhoComesMeanwhileIsServedTogether(t *testing.T) {
	d := gather.NewDesk[int](1)
	begun, goOn := make(chan struct{}), make(chan struct{})
	var calls [][]int // a single goroutine serves at a time
	var all sync.WaitGroup
	all.Go(func() {
		d.Serve(0, func(items []int) { close(begun); <-goOn; calls = append(calls, items) })
	})
	<-begun
	const others = 20
	for n := range others {
		all.Go(func() {
			d.Serve(n+1, func(items []int) { calls = append(calls, slices.Sorted(slices.Values(items))) })
		})
	}
	for d.Waiting() < others {
		runtime.Gosched()
	}
	close(goOn)
	all.Wait()
	require.Len(t, calls, 2)
	require.Equal(t, []int{0}, calls[0])
	require.Len(t, calls[1], others)
	require.Equal(t, others, calls[1][others-1])
}

func TestEachIsServedOnceBeforeItsCallReturns(t *testing.T) {
	d := gather.NewDesk[*atomic.Int64](3)
	var serving, most atomic.Int64
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			for range 200 {
				var served atomic.Int64
				d.Serve(&served, func(items []*atomic.Int64) {
					if n := serving.Add(1); n > most.Load() {
						most.Store(n)
					}
					for _, item := range items {
						item.Add(1)
					}
					serving.Add(-1)
				})
				if served.Load() != 1 {
					t.Errorf("served %d times", served.Load())
				}
			}
		})
	}
	all.Wait()
	require.LessOrEqual(t, most.Load(), int64(3))
}
