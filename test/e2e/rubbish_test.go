package e2e_test

import (
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/stores"
	"sellingassistant/test/tier"
)

const (
	rubbishAtOnce = 40
	// perRound counts the timed calls of another team with rubbish, and as many without.
	perRound = 60
	// mostGrowth bounds the memory that rubbish may cost, in bytes.
	mostGrowth = 64 << 20
)

// rubbish lists the calls of a team, each refused before it is counted.
func rubbish() []call {
	patch := func(body string) call {
		return call{method: http.MethodPatch, path: productsPath, body: body}
	}
	return []call{
		patch(`{"ids":[` + strings.Repeat("1,", 500_000) + `1]}`),
		patch(`{"ids":[` + strings.Repeat(`"x",`, 100_000) + `1],"mode":"off"}`),
		patch(`{"nonsense":[` + strings.Repeat(`{"a":1},`, 100_000) + `1]}`),
		patch(`{"ids":[1],"mode":"` + strings.Repeat("x", 1<<20-100) + `"}`),
		patch(strings.Repeat("x", 1<<20)),
		patch(strings.Repeat("[", 1<<20)),
		{path: productsPath + "?nonsense=" + strings.Repeat("x", 4000)},
	}
}

// crowd sends rubbish from many connections, until stop is called.
func crowd(s *server, key string, statuses *[600]atomic.Int64) (stop func()) {
	ctx, cancel := context.WithCancel(s.t.Context())
	transport := &http.Transport{MaxIdleConnsPerHost: rubbishAtOnce, DisableCompression: true}
	sent := rubbish()
	var all sync.WaitGroup
	for i := range rubbishAtOnce {
		all.Go(func() {
			for n := i; ctx.Err() == nil; n++ {
				x := sent[n%len(sent)]
				req, err := http.NewRequestWithContext(ctx, x.method, s.url+x.path, strings.NewReader(x.body))
				if err != nil {
					s.t.Error(err)
					return
				}
				req.Header.Set("X-Api-Key", key)
				req.Header.Set("Content-Type", "application/json")
				res, err := transport.RoundTrip(req)
				if err != nil {
					statuses[0].Add(1)
					continue
				}
				_, _ = io.Copy(io.Discard, res.Body)
				_ = res.Body.Close()
				statuses[res.StatusCode].Add(1)
			}
		})
	}
	return func() {
		cancel()
		all.Wait()
		transport.CloseIdleConnections()
	}
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

// TestRubbishOfOneTeam calls as another team while one team sends rubbish from 40 connections, and
// while it does not, in turn: the other team is served, and memory stays. The log has the times.
func TestRubbishOfOneTeam(t *testing.T) {
	rounds := tier.Of(3, 50)
	p := newPlace(t, stores.SQLiteURL(t))
	p.set("SA_RATE_LIMITS", "repricer=100000000")
	loud, other := p.lonelyTeam("Loud"), p.lonelyTeam("Quiet")
	s := p.serve()
	quiet := s.client(other.key)
	var statuses [600]atomic.Int64
	// With any call, the heap grows to several times of its live size between two collections.
	collected := s.metric("go_gc_duration_seconds_count")
	poll(t, "the heap to have its size", func() bool {
		for range 200 {
			quiet.want(200, "GET", productsPath, "")
		}
		return s.metric("go_gc_duration_seconds_count") >= collected+3
	})
	// The size to which the collector lets the heap grow. On a busy machine a collector that comes
	// late lets the resident memory grow beyond it.
	const memory = "go_memstats_next_gc_bytes"
	before := s.metric(memory)
	most := before
	with, without := []time.Duration{}, []time.Duration{}
	measure := func() (times []time.Duration) {
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		for range perRound {
			begin := time.Now()
			a := quiet.do(call{path: productsPath + "?limit=1"})
			times = append(times, time.Since(begin))
			require.Equal(t, 200, a.status, a.body)
			<-tick.C
		}
		return times
	}
	for round := range rounds {
		stop := crowd(s, loud.key, &statuses)
		m := measure()
		most = max(most, s.metric(memory))
		stop()
		n := measure()
		t.Logf("round %d: %s with, %s without", round, median(m), median(n))
		with, without = append(with, m...), append(without, n...)
	}
	for status := range statuses {
		if n := statuses[status].Load(); n > 0 {
			t.Logf("%d answered %d", n, status)
		}
	}
	t.Logf("median %s with, %s without; memory %.1f MiB before, grew by %.1f MiB", median(with), median(without), before/(1<<20), (most-before)/(1<<20))
	require.Positive(t, statuses[400].Load())
	require.Less(t, most-before, float64(mostGrowth), "the memory that rubbish costs")
	s.stop()
}
