// Command load calls a server over a fixed number of connections for a given time, and checks the
// answers. It speaks HTTP over plain sockets, because it shares the machine with the server.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"sellingassistant/tools/bench/plan"
)

func main() {
	var p plan.Load
	if err := json.NewDecoder(os.Stdin).Decode(&p); err != nil {
		fmt.Fprintln(os.Stderr, "load: read the order:", err)
		os.Exit(1)
	}
	if err := json.NewEncoder(os.Stdout).Encode(run(p)); err != nil {
		fmt.Fprintln(os.Stderr, "load: write the result:", err)
		os.Exit(1)
	}
}

// shared has the common values of the clients of a run.
type shared struct {
	plan  plan.Load
	end   time.Time
	price atomic.Int64
	stop  atomic.Bool
}

func run(p plan.Load) plan.Result {
	s := &shared{plan: p}
	s.price.Store(p.FirstPrice)
	clients := make([]*client, p.Connections)
	for i := range clients {
		clients[i] = newClient(s, uint64(i))
	}
	start := time.Now()
	s.end = start.Add(time.Duration(p.Seconds * float64(time.Second)))
	var all sync.WaitGroup
	for _, c := range clients {
		all.Go(c.run)
	}
	all.Wait()
	out := plan.Result{Seconds: time.Since(start).Seconds(), Prices: s.price.Load() - p.FirstPrice}
	var took []time.Duration
	for _, c := range clients {
		out.Requests += int64(len(c.took))
		out.Compared += c.compared
		took = append(took, c.took...)
		if c.err != nil && out.Failure == "" {
			out.Failure = c.err.Error()
		}
	}
	if len(took) > 0 {
		slices.Sort(took)
		out.P50 = took[len(took)/2].Microseconds()
		out.P99 = took[len(took)*99/100].Microseconds()
	}
	return out
}
