package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"sellingassistant/app/repricer/pricing"
	"sellingassistant/app/repricer/sending"
	"sellingassistant/domain/kernel/account"
	sendingports "sellingassistant/ports/repricer/sending"
)

const (
	// latencyEvents arrive each second, each about another row of the small teams. So many accounts
	// share them that the marketplace's limits cause no delay.
	latencyEvents = 500
	// latencyWarm events arrive before the measured events.
	latencyWarm = 1_000
	mostMedian  = 1_000 // ms
	mostSlowest = 5_000 // ms
	// latencyPatience limits the time for the last prices to leave.
	latencyPatience = 60 * time.Second
)

// measureLatency runs the whole pipeline, from events in the queue to calls of the marketplace. It
// measures after a warm-up, when the database has statistics of its tables.
func measureLatency(ctx context.Context, w *world, o options) ([]figure, error) {
	small := w.teams[1:]
	n := min(int(o.seconds.Seconds()*latencyEvents), len(small)*int(small[0].rows)-latencyWarm)
	if _, err := w.flow(ctx, small, n, latencyWarm); err != nil {
		return nil, err
	}
	if err := tidy(ctx, w.store); err != nil {
		return nil, err
	}
	took, err := w.flow(ctx, small, 0, n)
	if err != nil {
		return nil, err
	}
	name := fmt.Sprintf("event to the call that sends the price, %d events/s, ", latencyEvents)
	return []figure{
		{name: name + "p50", unit: "ms", value: milliseconds(took.at(50)), target: atMost(mostMedian), note: fmt.Sprintf("%d events of %d accounts", n, len(small))},
		{name: name + "p99", unit: "ms", value: milliseconds(took.at(99)), target: atMost(mostSlowest)},
	}, nil
}

// flow sends n events, from the first on, and returns the time that each took until its price left.
func (w *world) flow(ctx context.Context, teams []team, first, n int) (*times, error) {
	row := func(n int) (t *team, row int64) {
		n += first
		t = &teams[n%len(teams)]
		return t, t.first + int64(n/len(teams))
	}
	sink := &priceSink{arrived: map[int64]time.Time{}, over: make(chan struct{}), want: n}
	begin := time.Now()
	source := &tap{begin: begin, perSecond: latencyEvents, last: time.Duration(n) * time.Second / latencyEvents}
	source.body = func(n int) []byte {
		t, row := row(n)
		return notice(t.seller, row, fmt.Sprintf("bench-%012d", first+n), n, time.Now())
	}
	ctx, stop := context.WithTimeout(ctx, source.last+latencyPatience)
	defer stop()
	var all sync.WaitGroup
	all.Go(func() { pricing.NewWorkers(w.engine(), workers).Run(ctx) })
	all.Go(func() { sending.NewDispatcher(w.sender(sink.Submit, &feedSink{}, silence{}.OwnPrices)).Run(ctx) })
	err := w.drain(ctx, source)
	if err == nil {
		select {
		case <-sink.over:
		case <-ctx.Done():
		}
		err = w.watch.failed()
	}
	stop()
	all.Wait()
	if err != nil {
		return nil, err
	}
	if sink.twice > 0 {
		return nil, fmt.Errorf("%d prices were sent twice", sink.twice)
	}
	var took times
	for i := range n {
		_, row := row(i)
		at, ok := sink.arrived[row]
		if !ok {
			return nil, fmt.Errorf("%d prices of %d left within %s", len(sink.arrived), n, source.last+latencyPatience)
		}
		// The event arrives by the queue's own clock.
		took.add(at.Sub(begin.Add(time.Duration(i) * time.Second / latencyEvents)))
	}
	return &took, nil
}

// priceSink accepts prices and records the times.
type priceSink struct {
	mu      sync.Mutex
	arrived map[int64]time.Time
	want    int
	over    chan struct{}
	twice   int
}

// Submit implements the port.
func (s *priceSink) Submit(_ context.Context, _ account.Seller, c sendingports.PriceChange, _ sendingports.MaySend, _ bool) (sendingports.Receipt, error) {
	row, err := strconv.ParseInt(strings.TrimPrefix(c.SKU, "sku-"), 10, 64)
	if err != nil {
		return sendingports.Receipt{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, twice := s.arrived[row]; twice {
		s.twice++
	}
	s.arrived[row] = time.Now()
	if len(s.arrived) == s.want && s.twice == 0 {
		close(s.over)
	}
	return sendingports.Receipt{State: sendingports.ReceiptAccepted, ID: "S-" + c.SKU}, nil
}
