// Package heap lets a small heap grow, and gives memory back after work that needed much.
package heap

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// growth sets how much the heap may grow between two collections, in percent. The service keeps
	// little between calls, so at the runtime's 100 it would collect every few megabytes.
	growth = 400
	// roomy bounds the heap that grows like that. A larger one grows to twice its live size.
	roomy = 384 << 20
	// spare has the bytes above the heap's least size from which on memory is given back. At most
	// calm bytes may have been allocated since the last look.
	spare = 32 << 20
	calm  = 64 << 20
	// between has the time between two looks.
	between = time.Second
	// patient bounds the looks between two times that memory is given back.
	patient = 128
)

// Keep sets the growth of the heap, and gives memory back until ctx ends. GOGC and GOMEMLIMIT take
// precedence if set.
func Keep(ctx context.Context) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(growth)
	}
	go keep(ctx, os.Getenv("GOMEMLIMIT") == "")
}

// keeper remembers the least size of the heap and its allocations between two looks. It pauses for
// some looks after memory was given back. While the heap stays large, each pause is twice as long:
// work that ends later frees more.
type keeper struct {
	floor, allocated uint64
	pause, left      int
}

// seen counts bytes: of the heap that the process has, that the last collection kept, and that
// were allocated since the start.
type seen struct{ size, live, allocated uint64 }

// look returns the soft limit of memory, and whether to give memory back. It does so once the
// program is calm, since a busy one needs the memory again.
func (k *keeper) look(h seen) (limit int64, giveBack bool) {
	busy := h.allocated-k.allocated > calm
	k.allocated = h.allocated
	k.floor = min(k.floor, h.size)
	limit = int64(max(roomy, 2*h.live))
	switch {
	case busy || h.size <= k.floor+spare:
		k.pause, k.left = 1, 0
	case k.left > 0:
		k.left--
	default:
		k.left, k.pause = k.pause, min(2*k.pause, patient)
		return limit, true
	}
	return limit, false
}

func keep(ctx context.Context, limited bool) {
	samples := []metrics.Sample{
		{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"},
		{Name: "/memory/classes/heap/unused:bytes"},
		{Name: "/gc/heap/live:bytes"}, {Name: "/gc/heap/allocs:bytes"},
	}
	look := func() seen {
		metrics.Read(samples)
		n := func(i int) uint64 { return samples[i].Value.Uint64() }
		return seen{n(0) + n(1) + n(2), n(3), n(4)}
	}
	first := look()
	k := keeper{floor: first.size, allocated: first.allocated, pause: 1}
	tick := time.NewTicker(between)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		limit, giveBack := k.look(look())
		if limited {
			debug.SetMemoryLimit(limit)
		}
		if giveBack {
			debug.FreeOSMemory()
		}
	}
}
